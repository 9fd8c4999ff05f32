/* Runs a scenario, execution after execution, and is the scenario's way into the explorer. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/ring/park.h"
#include "tests/explorer/model.h"

static const struct scenario *scenario;
static struct finding *finding;
static bool over;	 /* this execution is at its end, good or bad */
static int running = -1; /* the thread; -1: the search itself */

int current_thread(void)
{
	return running;
}

/* Ends this execution from inside a thread. */
static void leave(void)
{
	over = true;
	if (running >= 0)
		coroutine_yield();
}

void search_fail(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(finding->failure, sizeof finding->failure, format, arguments);
	va_end(arguments);
	leave();
}

void expect(bool truth, const char *sentence)
{
	if (!truth)
		search_fail("wrong: %s", sentence);
}

static uint32_t perform(struct operation next)
{
	struct thread *me = &threads[running];

	me->next = next;
	if (next.kind == STORE && !choices_naive) {
		choices_store(running);
	} else {
		me->state = PENDING;
		coroutine_yield();
	}
	return me->result;
}

_Atomic uint32_t *explorer_word(const volatile void *word, size_t bytes)
{
	uint32_t first = 0;

	memcpy(&first, (const void *)(uintptr_t)word, bytes < sizeof first ? bytes : sizeof first);
	memory_place(word, first);
	return (_Atomic uint32_t *)(uintptr_t)word;
}

/* What a word holds before the first access. Smaller atomics, too, are passed as words, where they
 * lie. */
static uint32_t first_value(const _Atomic uint32_t *word)
{
	uint32_t first;

	memcpy(&first, (const void *)word, sizeof first);
	return first;
}

static uint32_t access_word(_Atomic uint32_t *word, enum kind kind, uint32_t operand,
	enum order order, const struct site *site)
{
	return perform((struct operation){ kind, site_order(site, kind, order), site,
		memory_place(word, first_value(word)), NO_PLACE, operand, 0 });
}

uint32_t explorer_load(_Atomic uint32_t *word, enum order order, const struct site *site)
{
	return access_word(word, LOAD, 0, order, site);
}

void explorer_store(
	_Atomic uint32_t *word, uint32_t value, enum order order, const struct site *site)
{
	access_word(word, STORE, value, order, site);
}

uint32_t explorer_exchange(
	_Atomic uint32_t *word, uint32_t value, enum order order, const struct site *site)
{
	return access_word(word, EXCHANGE, value, order, site);
}

uint32_t explorer_add(
	_Atomic uint32_t *word, uint32_t value, enum order order, const struct site *site)
{
	return access_word(word, ADD, value, order, site);
}

bool explorer_replace(_Atomic uint32_t *word, uint64_t *from, uint32_t value, enum order order,
	const struct site *site)
{
	uint32_t expected = (uint32_t)*from,
		 was = perform((struct operation){ REPLACE, site_order(site, REPLACE, order), site,
			 memory_place(word, first_value(word)), NO_PLACE, value, expected });

	*from = was;
	return was == expected;
}

/* The queue of a word is told from the word by its address. */
static uint8_t queue_of(_Atomic uint32_t *word)
{
	return memory_place((const char *)word + 1, 0);
}

void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds)
{
	(void)nanoseconds;
	perform((struct operation){
		WAIT, RELAXED, SITE, memory_place(word, *word), queue_of(word), value });
}

void futex_wake(_Atomic uint32_t *word)
{
	perform((struct operation){ WAKE, RELAXED, SITE, NO_PLACE, queue_of(word), 0 });
}

void spin(void)
{
	memcpy(threads[running].spun, threads[running].last, sizeof threads[running].spun);
	threads[running].state = SPINNING;
	coroutine_yield();
}

/* Runs all threads up to their next choice. */
static void settle(void)
{
	bool moved = true;

	while (moved && !over) {
		moved = false;
		for (int t = 0; t < THREADS && !over; t++) {
			struct thread *me = &threads[t];

			if (me->state == SPINNING && memory_news(t))
				me->state = READY;
			if (me->state != READY)
				continue;
			running = t;
			if (!coroutine_resume(t))
				me->state = FINISHED;
			running = -1;
			moved = true;
		}
	}
}

/* Nothing can be chosen any more. */
static void conclude(void)
{
	int last[ASLEEP + 1] = { 0 }; /* one more than a thread in that state */

	for (int t = 0; t < THREADS; t++)
		last[threads[t].state] = t + 1;
	over = true;
	if (last[PENDING]) {
		finding->cut++;
		return;
	}
	finding->executions++;
	if (last[ASLEEP])
		search_fail("lost wake-up: thread %d sleeps for ever", last[ASLEEP] - 1);
	else if (last[SPINNING])
		search_fail("deadlock: thread %d waits for ever", last[SPINNING] - 1);
	else if (scenario->finish)
		scenario->finish();
}

static void execute(void)
{
	memory_reset();
	ordered_reset();
	race_reset();
	plain_forget();
	threads_forget();
	scenario->prepare(scenario);
	choices_rewind(false);
	over = false;
	for (int t = 0; t < THREADS; t++)
		if (scenario->thread[t]) {
			threads[t].state = READY;
			threads[t].early = scenario->early;
			coroutine_start(t, scenario->thread[t]);
		}
	for (settle(); !over; settle())
		if (!choices_move())
			conclude();
	for (int t = 0; t < THREADS; t++) {
		if (scenario->thread[t])
			coroutine_drop(t);
		if (finding->events < threads[t].events)
			finding->events = threads[t].events;
	}
}

static struct finding search(const struct scenario *what)
{
	struct finding found = { .executions = 0 };

	scenario = what;
	finding = &found;
	choices_rewind(true);
	do
		execute();
	while (!found.failure[0] && choices_next());
	if (found.failure[0] && getenv("EXPLORER_TRACE")) {
		choices_traced = true;
		execute();
		choices_traced = false;
	}
	return found;
}

struct finding explore(const struct scenario *what)
{
	choices_naive = false;
	return search(what);
}

struct finding explore_naively(const struct scenario *what)
{
	choices_naive = true;
	return search(what);
}
