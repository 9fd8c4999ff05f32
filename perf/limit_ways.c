/* Tries several ways to reach a limit of a row, and keeps the fastest ways. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/monotonic.h"
#include "perf/limit_ways.h"
#include "perf/timing/stats.h"

enum {
	PILOT = 5, /* operations of a way that is tried */
	EIGHTHS = 8,
	LEAST_SHARED = 8 * 64,	    /* bytes that are shared: a line for each eighth */
	LEAST_ORDERED = 256 << 10,  /* bytes whose order may matter: some pieces */
	LEAST_PAST = (16 << 10) + 1, /* bytes that copy_bytes writes past the caches */
	LOOKS = 1 << 23 /* of a thread at a line, if the other thread has failed */
};

static const double LEAST_PILOTS = 0.02; /* seconds in which all ways of a limit are tried */

/* ---- What the threads do: bare copies, or a bare line ---- */

/* Brings the memory of copies that have their own into the state of the data. */
static void keep_memory(const struct session *s, const struct bare_work *copies, int thread)
{
	for (size_t i = 0; i < copies->groups; i++) {
		const struct bare_group *group = &copies->group[i];
		const struct bare_step *step = &copies->step[group->first];
		bool reads = group->reader == thread, owns = group->owner == thread;
		struct kept_memory memory = {
			.in = owns ? (void *)(uintptr_t)step->from : NULL,
			.out = reads ? step->to : NULL,
			.in_bytes = owns ? copies->bytes : 0,
			.out_bytes = reads ? copies->bytes : 0,
		};

		data_keep(&s->keeper, &memory);
	}
	data_keep_end(&s->keeper);
}

/* Takes the line to its owner's core, as slots are fetched before a packet is written. */
static void keep_line(struct shared_line *line, int thread)
{
	uint64_t number;

	if (thread != line->owner)
		return;
	number = atomic_load_explicit(&line->number, memory_order_relaxed);
	atomic_store_explicit(&line->number, number, memory_order_relaxed);
}

static void run_line(struct shared_line *line, int thread)
{
	uint64_t number = 0;

	if (thread == line->owner) {
		number = atomic_load_explicit(&line->number, memory_order_relaxed);
		atomic_store_explicit(&line->number, number + 1, memory_order_relaxed);
	} else if (thread == line->reader) {
		line->seen++;
		for (int k = 0; number < line->seen && k < LOOKS; k++)
			number = atomic_load_explicit(&line->number, memory_order_relaxed);
	}
}

static void keep(const struct session *s, const struct session_act *act, int thread)
{
	const struct limit_way *c = (const struct limit_way *)(const void *)act;

	if (c->line) {
		keep_line(c->line, thread);
		return;
	}
	if (c->copies->memory)
		keep_memory(s, c->copies, thread);
	else
		session_keep(s, thread);
	bare_ready(c->copies, thread);
}

static void run(const struct session *s, const struct session_act *act, int thread)
{
	const struct limit_way *c = (const struct limit_way *)(const void *)act;

	(void)s;
	if (c->line)
		run_line(c->line, thread);
	else
		bare_run(c->copies, thread, c->way);
}

double limit_way_time(struct row_limits *l, struct limit_way *c, size_t count)
{
	double begin = monotonic_seconds();
	int error = 0;

	l->session->act = &c->act;
	if (l->session->keeper.state == DATA_RESIDENT)
		error = session_time(l->session, 1, l->sample);
	if (!error)
		error = session_time(l->session, count, l->sample);
	l->session->act = NULL;
	c->wall = (monotonic_seconds() - begin) / (double)count;
	return error ? NAN : stats_median(l->sample, count);
}

/* ---- Choosing ways ---- */

void limit_way_add(struct row_limits *l, enum limit limit, struct limit_way new)
{
	new.act = (struct session_act){ keep, run };
	l->contender[limit][l->contenders[limit]++] = new;
}

static bool is_tried(const struct row_limits *l, enum limit limit, const struct bare_work *copies,
	struct bare_way way)
{
	for (int i = 0; i < l->contenders[limit]; i++) {
		const struct bare_way *other = &l->contender[limit][i].way;

		if (l->contender[limit][i].copies == copies && other->eighths == way.eighths &&
			other->past == way.past && other->order == way.order)
			return true;
	}
	return false;
}

static void add_way(
	struct row_limits *l, enum limit limit, const struct bare_work *copies, struct bare_way way)
{
	bool shared = way.eighths > 0 && way.eighths < EIGHTHS;
	bool ordered = way.eighths == BARE_CLAIMED || way.order != ORDER_FORWARD;

	if (l->contenders[limit] == LIMIT_WAYS || is_tried(l, limit, copies, way))
		return;
	if ((way.past && copies->bytes < LEAST_PAST) || (shared && copies->bytes < LEAST_SHARED) ||
		(ordered && copies->bytes < LEAST_ORDERED) ||
		(way.eighths < EIGHTHS && !bare_crosses(copies)))
		return;
	limit_way_add(l, limit, (struct limit_way){ .copies = copies, .way = way });
}

static int by_pilot(const void *x, const void *y)
{
	const struct limit_way *a = x, *b = y;

	return (a->pilot > b->pilot) - (a->pilot < b->pilot);
}

int limit_ways_try(struct row_limits *l, enum limit limit, int first)
{
	double begin = monotonic_seconds();
	int count = l->contenders[limit];

	for (int i = first; i < count; i++) {
		struct limit_way *c = &l->contender[limit][i];
		double spent = monotonic_seconds() - begin;

		if ((i > first + 3 && spent > fmax(l->budget / 4, LEAST_PILOTS)) ||
			(i > first && spent > l->budget)) {
			l->contenders[limit] = i;
			break;
		}
		c->pilot = limit_way_time(l, c, 1);
		if (c->wall * PILOT < l->budget && spent * PILOT < l->budget)
			c->pilot = limit_way_time(l, c, PILOT);
		if (isnan(c->pilot))
			return -ECANCELED;
	}
	qsort(l->contender[limit], (size_t)l->contenders[limit], sizeof l->contender[limit][0],
		by_pilot);
	return 0;
}

/* Adds the ways next to the best way so far: other orders and other shares. */
static void add_neighbours(struct row_limits *l, enum limit limit)
{
	static const int steps[] = { -1, 1, -2, 2 };
	const struct bare_work *copies = l->contender[limit][0].copies;
	struct bare_way best = l->contender[limit][0].way;

	for (int order = ORDER_INWARD; order <= ORDER_TO_AND_FRO; order++)
		add_way(l, limit, copies, (struct bare_way){ best.eighths, best.past, order });
	for (int i = 0; i < 4 && best.eighths != BARE_CLAIMED; i++)
		if (best.eighths + steps[i] > 0 && best.eighths + steps[i] < EIGHTHS)
			add_way(l, limit, copies,
				(struct bare_way){
					best.eighths + steps[i], best.past, best.order });
}

int limit_ways_choose(struct row_limits *l, enum limit limit, const struct bare_work *copies)
{
	static const int shares[] = { EIGHTHS / 2, BARE_CLAIMED, EIGHTHS, 0 };
	int first = l->contenders[limit], error = 0;
	double begin = monotonic_seconds();

	for (int i = 0; i < 8 && copies->groups; i++)
		add_way(l, limit, copies,
			(struct bare_way){ shares[i / 4 * 2 + i % 2], i / 2 % 2 });
	for (int round = 0; round < 3 && copies->groups && !error; round++) {
		error = limit_ways_try(l, limit, first);
		if (l->contenders[limit] > LIMIT_FINALISTS)
			l->contenders[limit] = LIMIT_FINALISTS;
		first = l->contenders[limit];
		if (monotonic_seconds() - begin > l->budget)
			break;
		if (round < 2)
			add_neighbours(l, limit);
	}
	return error;
}
