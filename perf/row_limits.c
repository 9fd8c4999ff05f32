/* Finds the peak and the bound of a row by bare copies, in turns with the row's operations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "perf/bare_links.h"
#include "perf/limit_ways.h"
#include "perf/timing/bare_groups.h"
#include "perf/timing/stats.h"
#include "runtime/node/team_state.h"

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
