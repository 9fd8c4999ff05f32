/* Finds the peak and the bound of a row by bare copies, in turns with the row's operations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "perf/limit_ways.h"
#include "perf/timing/bare_groups.h"
#include "perf/timing/stats.h"
#include "runtime/node/team_state.h"
#include "base/array.h"
#include "library/machine/huge_pages.h"
#include "perf/data/buffers.h"
#include "perf/timing/bare_work.h"
#include "perf/timing/session.h"

/* Of the links that lead to a thread, one that carries most bytes. */
struct busy_link {
	size_t bytes;
	int owner; /* thread at the other end */
};

/* Counts the bytes that node v receives from each node. */
static void count_received(size_t *received, const struct program *program)
{
	for (size_t k = 0; k < program->instructions; k++) {
		const struct instruction *i = &program->instruction[k];

		if (i->action == TAKE_PACKET || instruction_folds(i) || i->action == DROP_PACKET)
			received[i->peer] += i->bytes;
	}
}

/* Keeps the busiest link to each thread; among equal links a link from another thread. */
static void find_busiest(struct busy_link *busiest, size_t *received, const struct session *s)
{
	int nodes = s->pattern.problem.net.nodes;

	for (int v = 0; v < nodes; v++) {
		struct busy_link *link = &busiest[s->thread[v]];

		memset(received, 0, (size_t)nodes * sizeof *received);
		count_received(received, s->calls[v].program);
		for (int u = 0; u < nodes; u++)
			if (received[u] > link->bytes ||
				(received[u] && received[u] == link->bytes &&
					s->thread[u] != s->thread[v]))
				*link = (struct busy_link){ received[u], s->thread[u] };
	}
}

/* Maps the memory of all groups, and lists the copies. */
static int map_links(struct bare_work *links, const struct busy_link *busiest)
{
	size_t end = 0, at = 0;

	for (int t = 0; t < links->threads; t++)
		for (int k = 0; k < 2 && busiest[t].bytes == links->bytes; k++)
			buffer_place(&end, links->bytes);
	links->memory_bytes = end;
	links->memory = huge_pages_map(end);
	if (!links->memory)
		return -ENOMEM;
	for (int t = 0; t < links->threads; t++) {
		unsigned char *from, *to;
		int error;

		if (busiest[t].bytes != links->bytes)
			continue;
		from = (unsigned char *)links->memory + buffer_place(&at, links->bytes);
		to = (unsigned char *)links->memory + buffer_place(&at, links->bytes);
		error = bare_begin(links, t, busiest[t].owner);
		if (!error)
			error = bare_add(links, from, to);
		if (error)
			return error;
	}
	return 0;
}

/* Gives the memory its pages, by the threads that own the memory. */
static int fill(struct worker *me, void *argument)
{
	const struct bare_work *links = argument;

	for (size_t i = 0; i < links->groups; i++) {
		const struct bare_step *step = &links->step[links->group[i].first];

		if (links->group[i].owner == me->number)
			memset((void *)(uintptr_t)step->from, 1, links->bytes);
		if (links->group[i].reader == me->number)
			memset(step->to, 0, links->bytes);
	}
	return 0;
}

/* Opens copies of the busiest link's bytes from thread to thread, for all threads to which a
 * busiest link leads, with memory of their own. Without such links there are no groups. `links` is
 * all zeros before. Returns 0, or -errno with why. */
static int bare_of_links(struct bare_work *links, const struct session *session)
{
	size_t nodes = (size_t)session->pattern.problem.net.nodes, bytes = 0;
	int threads = session->team->threads, error = 0;
	struct busy_link *busiest = array_zeros((size_t)threads, sizeof *busiest);
	size_t *received = array_zeros(nodes, sizeof *received);

	if (!busiest || !received)
		error = why(ENOMEM, "no memory to find the busiest links");
	else
		find_busiest(busiest, received, session);
	for (int t = 0; t < threads && !error; t++)
		bytes = busiest[t].bytes > bytes ? busiest[t].bytes : bytes;
	if (bytes)
		error = bare_open(links, bytes, NULL, threads);
	if (bytes && !error)
		error = map_links(links, busiest);
	free(busiest);
	free(received);
	return error ? error : team_dispatch(session->team, fill, links);
}

enum {
	FEWEST = 3,	 /* operations in a turn */
	MOST_BUDGETS = 2 /* for all turns; slow operations get fewer turns */
};

/* An operation may seem to be that much faster than its limits, by noise. */
static const double BELOW_BOUND = 0.95, ABOVE_PEAK = 1.05;

/* ---- Opening and closing ---- */

/* Finds two threads between which bytes of the row must go. Returns false if all bytes stay within
 * their threads. */
static bool find_line(const struct row_limits *l, struct shared_line *line)
{
	int threads = l->session->team->threads;

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
	limit_way_add(l, LIMIT_LINE, (struct limit_way){ .line = l->line });
	return limit_ways_try(l, LIMIT_LINE, 0);
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
			error = limit_ways_choose(l, limit, &l->piece[limit]);
	}
	if (!error)
		error = bare_of_problem(&l->shared, l->session, PIECE_SHARED);
	if (!error)
		error = limit_ways_choose(l, LIMIT_CROSSING, &l->shared);
	return error;
}

static int open_links(struct row_limits *l)
{
	size_t bytes = l->session->pattern.bytes;
	int error;

	if (!bytes || plan_forward(l->session->plan, bytes) == FORWARD_REFERENCE)
		return 0;
	error = bare_of_links(&l->piece[LIMIT_LINKS], l->session);
	return error ? error : limit_ways_choose(l, LIMIT_LINKS, &l->piece[LIMIT_LINKS]);
}

int row_limits_open(struct row_limits **limits, struct session *session, double budget)
{
	struct grove_pace pace;
	struct row_limits *l;
	int error;

	*limits = NULL;
	if (pace_of(session->team, &pace) || session->pattern.problem.net.nodes < 2 ||
		session->sizes)
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
	free(limits->line);
	free(limits->sample);
	free(limits);
}

/* ---- Turns ---- */

/* Returns the operations of a contender in a turn; a single one where operations take long. */
static size_t turn_length(const struct row_limits *l, const struct limit_way *c)
{
	double count =
		l->budget / 2 / LIMIT_TURNS / LIMIT_FINALISTS / (c->wall > 1e-9 ? c->wall : 1e-9);

	if (count > SESSION_BATCH / 4)
		return SESSION_BATCH / 4;
	if (count < FEWEST)
		return c->wall > l->budget / 20 ? 1 : FEWEST;
	return (size_t)count;
}

int row_limits_turn(struct row_limits *limits, double seconds)
{
	double begin = monotonic_seconds();
	int turn;

	if (!limits || limits->turns == LIMIT_TURNS ||
		(limits->turns && limits->spent > MOST_BUDGETS * limits->budget))
		return 0;
	turn = limits->turns++;
	for (enum limit limit = 0; limit < LIMITS; limit++)
		for (int i = 0; i < limits->contenders[limit]; i++) {
			struct limit_way *c = &limits->contender[limit][i];
			double time = limit_way_time(limits, c, turn_length(limits, c));

			if (isnan(time))
				return -ECANCELED;
			c->ratio[turn] = time / (seconds > 1e-9 ? seconds : 1e-9);
		}
	limits->spent += monotonic_seconds() - begin;
	return 0;
}

static double limit_of(const struct row_limits *limits, enum limit limit, double seconds)
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
	struct limit_times times = { NAN, limit_of(limits, LIMIT_LINKS, seconds) };

	for (enum limit limit = 0; limit < LIMIT_LINKS; limit++)
		times.bound = fmax(times.bound, limit_of(limits, limit, seconds));
	if (limits && !isnan(times.peak) && bare_crosses(&limits->piece[LIMIT_LINKS]))
		times.peak = fmax(times.peak, limit_of(limits, LIMIT_LINE, seconds));
	return times;
}

bool limits_are_beaten(const struct limit_times *times, double seconds)
{
	return seconds < BELOW_BOUND * times->bound || times->peak > ABOVE_PEAK * seconds;
}
