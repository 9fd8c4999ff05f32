/* Agrees on an instant at which all sides enter an operation, if the clocks of the sides agree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf/timing/clock.h"
#include "perf/timing/synchronised_start.h"

/* The writers of each word, and the data that each edge carries:
 *
 *	at, lead, question	side 0
 *	answer, answered	the side that is asked
 *	late			any side that is late
 *
 *	Q1 -> Q2	question	side 0 has read `answered`, which may be written again
 *	W1 -> W2	answer		answered
 *
 * `at` is relaxed, because the instant carries no other data. The readings of the clocks show
 * whether the clocks agree. */

enum {
	QUESTIONS = 50,
	LOOKS = 1 << 23,
	MOST = 64, /* limit of the lead, in first leads */
	/* The lead in round trips, to leave the meeting and to read `at`; another for each side. */
	TRIPS = 3
};

/* Waits until the word, which only grows, is at least `least`, but not longer than some tenths of a
 * second of this side's own time. Returns the word. */
static uint64_t reached(_Atomic uint64_t *word, uint64_t least, memory_order order)
{
	uint64_t now = atomic_load_explicit(word, order);

	for (int k = 0; now < least && k < LOOKS; k++) {
#if defined(__x86_64__)
		__builtin_ia32_pause();
#endif
		now = atomic_load_explicit(word, order);
	}
	return now;
}

bool start_in_order(uint64_t asked, uint64_t answered, uint64_t back)
{
	return asked <= answered && answered <= back;
}

/* Asks a side once. Returns the ticks of the round trip, or 0 if the answer did not come or its
 * time does not lie between question and return. */
static uint64_t ask(struct start *start, uint64_t number)
{
	const struct clock *clock = clock_get();
	uint64_t asked = clock_ticks(clock), back;

	atomic_store_explicit(&start->question, number, memory_order_release); /* Q1 */
	if (reached(&start->answer, number, memory_order_acquire) < number)    /* W2 */
		return 0;
	back = clock_ticks(clock);
	return start_in_order(asked, start->answered, back) ? back - asked + 1 : 0;
}

static bool answer(struct start *start, uint64_t number)
{
	if (reached(&start->question, number, memory_order_acquire) < number) /* Q2 */
		return false;
	start->answered = clock_ticks(clock_get());
	atomic_store_explicit(&start->answer, number, memory_order_release); /* W1 */
	return true;
}

/* Asks all sides. Returns the lead, a multiple of the shortest round trip;
 * 0 if an answer was wrong. */
static uint64_t ask_all(struct start *start, int sides)
{
	uint64_t least = UINT64_MAX, number = 0;

	for (int k = 0; k < (sides - 1) * QUESTIONS; k++) {
		uint64_t trip = ask(start, ++number);

		if (!trip)
			return 0;
		least = trip < least ? trip : least;
	}
	return sides > 1 ? least * (uint64_t)(TRIPS + sides) : 0;
}

void start_check(struct start *start, int me, int sides)
{
	uint64_t number = (uint64_t)(me - 1) * QUESTIONS;

	if (me == 0)
		atomic_store_explicit(&start->lead, ask_all(start, sides), memory_order_relaxed);
	for (int k = 0; me > 0 && k < QUESTIONS; k++)
		if (!answer(start, ++number))
			break;
}

/* ---- Entering ---- */

struct starter starter_open(struct start *start, int me)
{
	struct starter starter = { .start = start, .me = me };

	if (start) {
		starter.lead = atomic_load_explicit(&start->lead, memory_order_relaxed);
		starter.before = atomic_load_explicit(&start->at, memory_order_relaxed);
		starter.late = atomic_load_explicit(&start->late, memory_order_relaxed);
		starter.together = start->together;
	}
	return starter;
}

bool starter_agrees(const struct starter *starter)
{
	return starter->lead > 0 || starter->together;
}

/* Chooses the next instant. The lead grows by an eighth, up to a limit, when a side was late, and
 * else shrinks a little. So few sides are late, whatever else the machine does. */
static uint64_t instant(struct starter *s)
{
	uint64_t late = atomic_load_explicit(&s->start->late, memory_order_relaxed);
	uint64_t first = atomic_load_explicit(&s->start->lead, memory_order_relaxed);

	if (late == s->late)
		s->lead -= s->lead / 512;
	else if (s->lead < MOST * first)
		s->lead += s->lead / 8;
	s->late = late;
	return clock_ticks(clock_get()) + s->lead;
}

uint64_t starter_enter(struct starter *s)
{
	const struct clock *clock = clock_get();
	uint64_t now, at;

	if (s->together)
		s->together();
	if (!s->lead)
		return clock_ticks(clock);
	if (s->me == 0) {
		at = instant(s);
		atomic_store_explicit(&s->start->at, at, memory_order_relaxed);
	} else
		at = reached(&s->start->at, s->before + 1, memory_order_relaxed);
	s->before = at;
	if (clock_ticks(clock) > at)
		atomic_fetch_add_explicit(&s->start->late, 1, memory_order_relaxed);
	do
		now = clock_ticks(clock);
	while (now < at);
	return now;
}

double stamp_seconds(const struct stamp *stamp, int sides, size_t stride)
{
	const struct clock *clock = clock_get();
	uint64_t enter = UINT64_MAX, leave = 0;
	double seconds;

	for (int i = 0; i < sides; i++, stamp += stride) {
		enter = stamp->enter < enter ? stamp->enter : enter;
		leave = stamp->leave > leave ? stamp->leave : leave;
	}
	seconds = (double)(leave - enter) * clock->tick - clock_cost();
	return seconds > 0 ? seconds : 0;
}
