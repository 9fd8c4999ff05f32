/* The order of seq_cst accesses: an access that would close a cycle of RC11's psc is forbidden. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "tests/explorer/model.h"

/* Between seq_cst accesses a and e there is an edge a -> e when
 *
 *	a comes before e in one thread
 *	a, b, c, e: b after a and c before e, at other words than a and e; b happens before c
 *	a happens before e, at the same word
 *	a, e store to one word, a first in modification order
 *	a reads a message older than the one e stores
 *
 * The edges between two events are known when the later of them is added, so it is enough to
 * look at those of the new event, and to keep the transitive closure. */
enum {
	ACCESSES = 128
};

struct set {
	uint64_t half[2];
};

static struct access {
	int thread;
	unsigned event;
	uint8_t place;
	uint16_t read, written; /* messages, or 0 */
} accesses[ACCESSES];
static struct set after[ACCESSES];
static unsigned count;

void ordered_reset(void)
{
	count = 0;
}

static void set_add(struct set *set, unsigned i)
{
	set->half[i / 64] |= (uint64_t)1 << (i % 64);
}

static bool set_has(const struct set *set, unsigned i)
{
	return set->half[i / 64] >> (i % 64) & 1;
}

static void set_join(struct set *set, const struct set *other)
{
	set->half[0] |= other->half[0];
	set->half[1] |= other->half[1];
}

/* a -> b -> c -> e of the second rule. Calls of the kernel are no events of C11. */
static bool through_others(const struct access *a, int t, uint8_t place)
{
	const struct thread *from = &threads[a->thread], *to = &threads[t];
	unsigned b = a->event + 1, c = to->events;

	while (b <= from->events &&
		(from->log[b].place == a->place || from->log[b].place == NO_PLACE))
		b++;
	while (c && (to->log[c].place == place || to->log[c].place == NO_PLACE))
		c--;
	return c && b <= from->events && to->log[c].clock.of[a->thread] >= b;
}

static bool comes_before(const struct access *a, int t, uint16_t message, const struct clock *clock)
{
	const struct operation *next = &threads[t].next;
	const unsigned rank = memory.messages[message].rank;

	if (a->thread == t || through_others(a, t, next->place))
		return true;
	if (a->place != next->place)
		return false;
	if (clock->of[a->thread] >= a->event)
		return true;
	return next->kind != LOAD && ((a->written && memory.messages[a->written].rank <= rank) ||
					     (a->read && memory.messages[a->read].rank <= rank));
}

/* The new access e of thread t reads `message`, or stores behind it: what comes before and after
 * e in one step. */
static void edges(int t, uint16_t message, struct set *in, struct set *out)
{
	struct clock clock = threads[t].clock;

	memset(in, 0, sizeof *in);
	memset(out, 0, sizeof *out);
	if (threads[t].next.kind != STORE)
		clock_join(&clock, &memory.messages[message].clock);
	for (unsigned i = 0; i < count; i++) {
		const struct access *a = &accesses[i];

		if (comes_before(a, t, message, &clock))
			set_add(in, i);
		if (a->place == threads[t].next.place && a->written &&
			memory.messages[a->written].rank > memory.messages[message].rank)
			set_add(out, i);
	}
}

/* To `out`, all that comes after it. */
static void close(struct set *out)
{
	const struct set first = *out;

	for (unsigned i = 0; i < count; i++)
		if (set_has(&first, i))
			set_join(out, &after[i]);
}

bool ordered_allows(int t, uint16_t message)
{
	struct set in, out;

	edges(t, message, &in, &out);
	close(&out);
	return !((in.half[0] & out.half[0]) | (in.half[1] & out.half[1]));
}

/* The access has been done, and has stored `written` unless that is 0. */
void ordered_add(int t, uint16_t message, uint16_t written)
{
	const struct thread *me = &threads[t];
	struct set in, out, before;

	if (count == ACCESSES)
		abort();
	edges(t, message, &in, &out);
	close(&out);
	before = in;
	for (unsigned i = 0; i < count; i++)
		if ((after[i].half[0] & in.half[0]) | (after[i].half[1] & in.half[1]))
			set_add(&before, i);
	accesses[count] = (struct access){ t, me->events, me->next.place,
		me->next.kind == STORE ? 0 : message, written };
	after[count] = out;
	for (unsigned i = 0; i < count; i++)
		if (set_has(&before, i)) {
			set_join(&after[i], &out);
			set_add(&after[i], count);
		}
	count++;
}
