/* Finds the peak and the bound of a row by bare copies, in turns with the row's operations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/paced_plans.h"
#include "perf/bare_groups.h"
#include "perf/clock.h"
#include "perf/row_limits.h"
#include "perf/stats.h"

enum {
	WAYS = 12,     /* of a limit: tried */
	FINALISTS = 3, /* of a limit: take part in every turn */
	PILOT = 5,     /* operations of a way that is tried */
	FEWEST = 3,    /* operations in a turn */
	EIGHTHS = 8,
	MOST_BUDGETS = 2,	    /* for all turns; slow operations get fewer turns */
	LOOKS = 1 << 23,	    /* of a thread at a line, if the other thread has failed */
	LEAST_SHARED = 8 * 64,	    /* bytes that are shared: a line for each eighth */
	LEAST_ORDERED = 256 << 10,  /* bytes whose order may matter: some pieces */
	LEAST_PAST = (16 << 10) + 1 /* bytes that copy_bytes writes past the caches */
};

static const double LEAST_PILOTS = 0.02; /* seconds in which all ways of a limit are tried */

/* A line that a thread writes and another thread waits for. `number` is relaxed, because the line
 * carries no other data. `seen` belongs to the thread that waits. */
struct shared_line {
	alignas(128) _Atomic uint64_t number;
	alignas(128) uint64_t seen;
	int owner, reader; /* threads */
};

/* A way to reach a limit. */
struct limit_way {
	struct session_act act; /* first: functions get this address */
	const struct bare_work *copies;
	struct bare_way way;
	struct shared_line *line;
	double pilot; /* seconds */
	double wall;  /* seconds for an operation, with the state of the data */
	double ratio[LIMIT_TURNS];
};

struct row_limits {
	struct session *session;
	double budget, spent; /* seconds */
	int turns;
	double *sample; /* SESSION_BATCH */
	struct shared_line *line;
	struct bare_work piece[LIMITS], shared;
	struct bare_links links;
	struct limit_way contender[LIMITS][WAYS];
	int contenders[LIMITS];
};

/* ---- What the threads do ---- */

static const struct limit_way *contender_of(const struct session_act *act)
{
	return (const struct limit_way *)(const void *)act;
}

static void run_copies(const struct session *s, const struct session_act *act, int thread)
{
	const struct limit_way *c = contender_of(act);

	(void)s;
	bare_run(c->copies, thread, c->way);
}

static void keep_row(const struct session *s, const struct session_act *act, int thread)
{
	session_keep(s, thread);
	bare_ready(contender_of(act)->copies, thread);
}

static void keep_links(const struct session *s, const struct session_act *act, int thread)
{
	const struct bare_work *copies = contender_of(act)->copies;

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
	bare_ready(copies, thread);
}

/* Takes the line to its owner's core, as slots are fetched before a packet is written. */
static void keep_line(const struct session *s, const struct session_act *act, int thread)
{
	struct shared_line *line = contender_of(act)->line;
	uint64_t number;

	(void)s;
	if (thread != line->owner)
		return;
	number = atomic_load_explicit(&line->number, memory_order_relaxed);
	atomic_store_explicit(&line->number, number, memory_order_relaxed);
}

static void run_line(const struct session *s, const struct session_act *act, int thread)
{
	struct shared_line *line = contender_of(act)->line;
	uint64_t number = 0;

	(void)s;
	if (thread == line->owner) {
		number = atomic_load_explicit(&line->number, memory_order_relaxed);
		atomic_store_explicit(&line->number, number + 1, memory_order_relaxed);
	} else if (thread == line->reader) {
		line->seen++;
		for (int k = 0; number < line->seen && k < LOOKS; k++)
			number = atomic_load_explicit(&line->number, memory_order_relaxed);
	}
}

/* Gives all memory of the links its pages, by the threads that own the memory. */
static void fill_links(const struct session *s, const struct session_act *act, int thread)
{
	const struct bare_work *copies = contender_of(act)->copies;

	(void)s;
	for (size_t i = 0; i < copies->groups; i++) {
		const struct bare_step *step = &copies->step[copies->group[i].first];

		if (copies->group[i].owner == thread)
			memset((void *)(uintptr_t)step->from, 1, copies->bytes);
		if (copies->group[i].reader == thread)
			memset(step->to, 0, copies->bytes);
	}
}

static const struct session_act acts[LIMITS] = {
	[LIMIT_LINE] = { keep_line, run_line },
	[LIMIT_COPIES] = { keep_row, run_copies },
	[LIMIT_OWN] = { keep_row, run_copies },
	[LIMIT_CROSSING] = { keep_row, run_copies },
	[LIMIT_LINKS] = { keep_links, run_copies },
};

/* ---- Timing ---- */

/* Times a contender and returns the median of at most `count` operations, NAN after an error. */
static double time_contender(struct row_limits *l, struct limit_way *c, size_t count)
{
	double begin = clock_seconds();
	int error = 0;

	l->session->act = &c->act;
	if (l->session->keeper.state == DATA_RESIDENT)
		error = session_time(l->session, 1, l->sample);
	if (!error)
		error = session_time(l->session, count, l->sample);
	l->session->act = NULL;
	c->wall = (clock_seconds() - begin) / (double)count;
	return error ? NAN : stats_median(l->sample, count);
}

/* ---- Choosing ways ---- */

static void add_contender(struct row_limits *l, enum limit limit, struct limit_way new)
{
	new.act = acts[limit];
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

	if (l->contenders[limit] == WAYS || is_tried(l, limit, copies, way))
		return;
	if ((way.past && copies->bytes < LEAST_PAST) || (shared && copies->bytes < LEAST_SHARED) ||
		(ordered && copies->bytes < LEAST_ORDERED) ||
		(way.eighths < EIGHTHS && !bare_crosses(copies)))
		return;
	add_contender(l, limit, (struct limit_way){ .copies = copies, .way = way });
}

static int by_pilot(const void *x, const void *y)
{
	const struct limit_way *a = x, *b = y;

	return (a->pilot > b->pilot) - (a->pilot < b->pilot);
}

/* Tries the contenders from number `first` on, and sorts all contenders of the limit. Leaves out
 * contenders that there is no time for, but tries at least four. */
static int try_contenders(struct row_limits *l, enum limit limit, int first)
{
	double begin = clock_seconds();
	int count = l->contenders[limit];

	for (int i = first; i < count; i++) {
		struct limit_way *c = &l->contender[limit][i];
		double spent = clock_seconds() - begin;

		if (i > first + 3 && spent > fmax(l->budget / 4, LEAST_PILOTS)) {
			l->contenders[limit] = i;
			break;
		}
		c->pilot = time_contender(l, c, spent * PILOT > l->budget ? 1 : PILOT);
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

/* Tries whole shares and halves, then twice the neighbours of the best way. */
static int choose_ways(struct row_limits *l, enum limit limit, const struct bare_work *copies)
{
	static const int shares[] = { EIGHTHS / 2, BARE_CLAIMED, EIGHTHS, 0 };
	int first = l->contenders[limit], error = 0;

	for (int i = 0; i < 8 && copies->groups; i++)
		add_way(l, limit, copies,
			(struct bare_way){ shares[i / 4 * 2 + i % 2], i / 2 % 2 });
	for (int round = 0; round < 3 && copies->groups && !error; round++) {
		error = try_contenders(l, limit, first);
		if (l->contenders[limit] > FINALISTS)
			l->contenders[limit] = FINALISTS;
		first = l->contenders[limit];
		if (round < 2)
			add_neighbours(l, limit);
	}
	return error;
}

/* ---- Opening and closing ---- */

/* Finds two threads between which bytes of the row must go. Returns false if all bytes stay within
 * their threads. */
static bool find_line(const struct row_limits *l, struct shared_line *line)
{
	int threads = team_threads(l->session->team);

	if (threads < 2 || session_flags(l->session->team) & (FLAG_OVERSUBSCRIBED | FLAG_SHARED))
		return false;
	*line = (struct shared_line){ .owner = 0, .reader = 1 };
	if (!collective_has_bytes(l->session->pattern.problem.collective))
		return true;
	for (enum limit limit = LIMIT_COPIES; limit < LIMIT_LINKS; limit++)
		for (size_t i = 0; i < l->piece[limit].groups; i++) {
			const struct bare_group *group = &l->piece[limit].group[i];

			if (group->owner == group->reader)
				continue;
			line->reader = group->reader;
			line->owner = group->owner < 0 ? !group->reader : group->owner;
			return true;
		}
	return false;
}

static int open_line(struct row_limits *l)
{
	struct shared_line line;

	if (!find_line(l, &line))
		return 0;
	l->line = aligned_alloc(alignof(struct shared_line), sizeof *l->line);
	if (!l->line)
		return why(ENOMEM, "no memory for a line");
	*l->line = line;
	add_contender(l, LIMIT_LINE, (struct limit_way){ .line = l->line });
	return try_contenders(l, LIMIT_LINE, 0);
}

static int open_copies(struct row_limits *l)
{
	static const enum bare_piece pieces[] = { [LIMIT_COPIES] = PIECE_COPIES,
		[LIMIT_OWN] = PIECE_OWN,
		[LIMIT_CROSSING] = PIECE_CROSSING };
	int error = 0;

	for (enum limit limit = LIMIT_COPIES; limit < LIMIT_LINKS && !error; limit++) {
		error = bare_of_problem(&l->piece[limit], l->session, pieces[limit]);
		if (!error)
			error = choose_ways(l, limit, &l->piece[limit]);
	}
	if (!error)
		error = bare_of_problem(&l->shared, l->session, PIECE_SHARED);
	if (!error)
		error = choose_ways(l, LIMIT_CROSSING, &l->shared);
	return error;
}

static int open_links(struct row_limits *l)
{
	struct limit_way filling = { .act = { fill_links, fill_links },
		.copies = &l->links.copies };
	size_t bytes = l->session->pattern.bytes;
	int error;

	if (!bytes || plan_forward(l->session->plan, bytes) == FORWARD_REFERENCE)
		return 0;
	error = bare_of_links(&l->links, l->session);
	if (!error && isnan(time_contender(l, &filling, 1)))
		error = -ECANCELED;
	return error ? error : choose_ways(l, LIMIT_LINKS, &l->links.copies);
}

int row_limits_open(struct row_limits **limits, struct session *session, double budget)
{
	struct grove_pace pace;
	struct row_limits *l;
	int error;

	*limits = NULL;
	if (pace_of(session->team, &pace) || session->pattern.problem.net.nodes < 2)
		return 0;
	l = calloc(1, sizeof *l);
	if (!l)
		return why(ENOMEM, "no memory for the limits of a row");
	l->session = session;
	l->budget = budget;
	l->sample = calloc(SESSION_BATCH, sizeof *l->sample);
	error = l->sample ? 0 : why(ENOMEM, "no memory for samples");
	if (!error && session->pattern.bytes)
		error = open_copies(l);
	if (!error)
		error = open_line(l);
	if (!error)
		error = open_links(l);
	if (error)
		row_limits_close(l);
	else
		*limits = l;
	return error;
}

void row_limits_close(struct row_limits *limits)
{
	if (!limits)
		return;
	for (enum limit limit = 0; limit < LIMITS; limit++)
		bare_close(&limits->piece[limit]);
	bare_close(&limits->shared);
	bare_links_close(&limits->links);
	free(limits->line);
	free(limits->sample);
	free(limits);
}

/* ---- Turns ---- */

/* Returns the operations of a contender in a turn; a single one where operations take long. */
static size_t turn_length(const struct row_limits *l, const struct limit_way *c)
{
	double count = l->budget / 2 / LIMIT_TURNS / FINALISTS / (c->wall > 1e-9 ? c->wall : 1e-9);

	if (count > SESSION_BATCH / 4)
		return SESSION_BATCH / 4;
	if (count < FEWEST)
		return c->wall > l->budget / 20 ? 1 : FEWEST;
	return (size_t)count;
}

int row_limits_turn(struct row_limits *limits, double seconds)
{
	double begin = clock_seconds();
	int turn;

	if (!limits || limits->turns == LIMIT_TURNS ||
		(limits->turns && limits->spent > MOST_BUDGETS * limits->budget))
		return 0;
	turn = limits->turns++;
	for (enum limit limit = 0; limit < LIMITS; limit++)
		for (int i = 0; i < limits->contenders[limit]; i++) {
			struct limit_way *c = &limits->contender[limit][i];
			double time = time_contender(limits, c, turn_length(limits, c));

			if (isnan(time))
				return -ECANCELED;
			c->ratio[turn] = time / (seconds > 1e-9 ? seconds : 1e-9);
		}
	limits->spent += clock_seconds() - begin;
	return 0;
}

double row_limit_of(const struct row_limits *limits, enum limit limit, double seconds)
{
	double best = NAN;

	for (int i = 0; limits && limits->turns && i < limits->contenders[limit]; i++) {
		double ratio[LIMIT_TURNS];

		for (int turn = 0; turn < limits->turns; turn++)
			ratio[turn] = limits->contender[limit][i].ratio[turn];
		best = fmin(best, stats_median(ratio, (size_t)limits->turns));
	}
	return best * seconds;
}

struct limit_times row_limits_of(const struct row_limits *limits, double seconds)
{
	struct limit_times times = { NAN, row_limit_of(limits, LIMIT_LINKS, seconds) };

	for (enum limit limit = 0; limit < LIMIT_LINKS; limit++)
		times.bound = fmax(times.bound, row_limit_of(limits, limit, seconds));
	if (limits && !isnan(times.peak) && bare_crosses(&limits->links.copies))
		times.peak = fmax(times.peak, row_limit_of(limits, LIMIT_LINE, seconds));
	return times;
}
