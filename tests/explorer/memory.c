/* Histories and views: what an atomic access may read, and what it leaves behind (see model.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "tests/explorer/model.h"

struct memory memory;
struct thread threads[THREADS];

int spun_words;

void memory_reset(void)
{
	spun_words = 1;
	memory.message_count = memory.place_count = 0;
	for (int t = 0; t < THREADS; t++) {
		struct thread *me = &threads[t];

		me->state = FINISHED;
		me->events = 0;
		me->limit = 0;
		for (int k = 0; k < SPUN_MOST; k++)
			me->last[k] = me->spun[k] = (struct look){ NO_PLACE, 0 };
		memset(&me->view, 0, sizeof me->view);
		memset(&me->clock, 0, sizeof me->clock);
		memset(&me->cause, 0, sizeof me->cause);
	}
}

bool order_acquires(enum order order)
{
	return order == ACQUIRE || order == ACQUIRE_RELEASE || order == ORDERED;
}

bool order_releases(enum order order)
{
	return order == RELEASE || order == ACQUIRE_RELEASE || order == ORDERED;
}

void clock_join(struct clock *clock, const struct clock *other)
{
	for (int t = 0; t < THREADS; t++)
		if (clock->of[t] < other->of[t])
			clock->of[t] = other->of[t];
}

static unsigned rank(uint16_t message)
{
	return message ? memory.messages[message].rank : 0;
}

static void view_raise(struct view *view, uint8_t place, uint16_t message)
{
	if (!view->at[place] || rank(view->at[place]) < rank(message))
		view->at[place] = message;
}

static void view_join(struct view *view, const struct view *other)
{
	for (unsigned p = 0; p < memory.place_count; p++)
		if (other->at[p])
			view_raise(view, (uint8_t)p, other->at[p]);
}

/* Puts a new message into the history at index `at`; it knows of nothing yet but itself. */
static uint16_t message_insert(uint8_t p, unsigned at, uint32_t value, int writer)
{
	struct place *place = &memory.places[p];
	uint16_t number = (uint16_t)++memory.message_count;
	struct message *message = &memory.messages[number];

	if (number >= MESSAGES || place->count == HISTORY)
		abort(); /* a scenario too large for the tables of model.h */
	memset(message, 0, sizeof *message);
	message->value = value;
	message->place = p;
	message->writer = (uint8_t)writer;
	message->event = writer < THREADS ? (uint16_t)threads[writer].events : 0;
	memmove(place->history + at + 1, place->history + at,
		(place->count - at) * sizeof place->history[0]);
	place->history[at] = number;
	place->count++;
	for (unsigned i = at; i < place->count; i++)
		memory.messages[place->history[i]].rank = (uint8_t)i;
	message->view.at[p] = number;
	return number;
}

uint8_t memory_place(const volatile void *address, uint32_t value)
{
	unsigned p = 0;

	while (p < memory.place_count && memory.places[p].address != address)
		p++;
	if (p == memory.place_count) {
		if (p == PLACES)
			abort();
		memory.place_count++;
		memory.places[p].address = address;
		memory.places[p].count = 0;
		message_insert((uint8_t)p, 0, value, THREADS);
	}
	return (uint8_t)p;
}

static uint16_t newest(uint8_t place)
{
	return memory.places[place].history[memory.places[place].count - 1];
}

static bool is_old(const struct look *look)
{
	return look->place != NO_PLACE &&
	       rank(look->message) + 1 < memory.places[look->place].count;
}

bool memory_news(int t)
{
	const struct look *spun = threads[t].spun;

	for (int k = 0; k < spun_words; k++)
		if (is_old(&spun[k]))
			return true;
	return false;
}

static bool has_spun(int t, uint8_t place, unsigned low)
{
	const struct look *spun = threads[t].spun;

	if (spun_words == 1)
		return place == spun[0].place && low == rank(spun[0].message);
	for (int k = 0; k < spun_words; k++)
		if (place == spun[k].place && low == rank(spun[k].message) && is_old(&spun[k]))
			return true;
	return false;
}

/* The oldest index that coherence lets thread t read, or store behind. A thread that spins reads
 * nothing twice. For futex_wait the kernel reads the word: it has seen what the calls before this
 * one had seen. */
static unsigned oldest(int t)
{
	const struct operation *next = &threads[t].next;
	unsigned low = rank(threads[t].view.at[next->place]);

	if (next->kind == LOAD && has_spun(t, next->place, low))
		low++;
	if (next->kind == WAIT) {
		const struct message *turn = &memory.messages[newest(next->queue)];

		if (low < rank(turn->view.at[next->place]))
			low = rank(turn->view.at[next->place]);
	}
	return low;
}

unsigned memory_options(int t, uint16_t list[OPTIONS])
{
	const struct thread *me = &threads[t];
	const struct operation *next = &me->next;
	const bool writes = next->kind != LOAD && next->queue == NO_PLACE;
	const bool turn = next->queue != NO_PLACE && newest(next->queue) > me->limit;
	unsigned count = 0;

	if (next->kind == WAKE) {
		list[0] = newest(next->queue);
		return turn;
	}
	for (unsigned i = oldest(t); i < memory.places[next->place].count; i++) {
		uint16_t m = memory.places[next->place].history[i];

		if ((m > me->limit || turn) && !(writes && memory.messages[m].taken) &&
			(next->order != ORDERED || ordered_allows(t, m)))
			list[count++] = m;
	}
	if (next->kind == WAIT && me->early && !me->limit && count < OPTIONS)
		list[count++] = 0;
	return count;
}

static void apply_read(struct thread *me, uint16_t m)
{
	const struct message *message = &memory.messages[m];

	view_raise(&me->view, message->place, m);
	clock_join(&me->cause, &message->cause);
	if (order_acquires(me->next.order)) {
		view_join(&me->view, &message->view);
		clock_join(&me->clock, &message->clock);
	}
	me->result = message->value;
	if (me->last[0].place != message->place)
		memmove(&me->last[1], &me->last[0], (SPUN_MOST - 1) * sizeof me->last[0]);
	me->last[0] = (struct look){ message->place, m };
}

static uint16_t apply_write(int t, uint16_t behind, uint32_t value)
{
	struct thread *me = &threads[t];
	const bool exchange = me->next.kind != STORE;
	uint16_t m = message_insert(me->next.place, rank(behind) + 1, value, t);
	struct message *message = &memory.messages[m];

	me->view.at[me->next.place] = m;
	if (order_releases(me->next.order)) {
		message->view = me->view;
		message->clock = me->clock;
	}
	if (exchange) {
		memory.messages[behind].taken = true;
		view_join(&message->view, &memory.messages[behind].view);
		clock_join(&message->clock, &memory.messages[behind].clock);
	}
	message->cause = me->cause;
	return m;
}

/* A call of the kernel is a turn in the queue of its word. */
static void apply_call(int t, uint16_t m)
{
	struct thread *me = &threads[t];
	const struct message *last = &memory.messages[newest(me->next.queue)];
	uint16_t turn;

	clock_join(&me->cause, &last->cause);
	if (me->next.kind == WAIT) {
		view_raise(&me->view, me->next.place, m);
		clock_join(&me->cause, &memory.messages[m].cause);
		me->queue = me->next.queue;
		if (memory.messages[m].value == me->next.operand)
			me->state = ASLEEP;
	} else {
		for (int u = 0; u < THREADS; u++)
			if (threads[u].state == ASLEEP && threads[u].queue == me->next.queue) {
				threads[u].state = READY;
				clock_join(&threads[u].cause, &me->cause);
			}
	}
	turn = message_insert(me->next.queue, memory.places[me->next.queue].count, 0, t);
	memory.messages[turn].view = me->view;
	view_join(&memory.messages[turn].view, &last->view);
	memory.messages[turn].cause = me->cause;
}

static uint32_t value_written(const struct thread *me)
{
	const struct operation *next = &me->next;

	if (next->kind == REPLACE && me->result != next->replaces)
		return me->result;
	return next->operand + (next->kind == ADD ? me->result : 0);
}

static void apply_access(int t, uint16_t m)
{
	struct thread *me = &threads[t];
	const enum kind kind = me->next.kind;
	uint16_t written = 0;

	if (kind != STORE)
		apply_read(me, m);
	if (kind != LOAD)
		written = apply_write(t, m, value_written(me));
	me->log[me->events].clock = me->clock;
	if (me->next.order == ORDERED)
		ordered_add(t, m, written);
}

void memory_apply(int t, uint16_t m)
{
	struct thread *me = &threads[t];
	const bool call = me->next.kind == WAIT || me->next.kind == WAKE;

	if (me->next.kind != LOAD)
		choices_touch(t, call ? me->next.queue : me->next.place);
	if (++me->events == EVENTS)
		abort();
	me->state = READY;
	me->limit = 0;
	me->log[me->events].place = call ? NO_PLACE : me->next.place;
	me->log[me->events].read = me->next.kind == STORE ? 0 : m;
	me->clock.of[t] = me->cause.of[t] = (uint16_t)me->events;
	if (!call) {
		apply_access(t, m);
	} else if (m) {
		apply_call(t, m);
	} else {
		me->early = false;
	}
}
