/* Opens an application's team and runs collectives on it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "apps/fail.h"
#include "apps/app_memory.h"
#include "apps/app_session.h"

enum {
	LINE = 64,
	THREADS_MAX = 1 << 20
};

/* Ends the application if a call of grove returned an error. */
static void need(int error)
{
	const char *why;

	if (!error)
		return;
	why = grove_why();
	fail(error == -ETIMEDOUT || error == -EDEADLK ? TIMED_OUT : REFUSED, "%s",
		*why ? why : strerror(-error));
}

void session_open(struct app_session *s, const struct common *common, const char *network)
{
	struct grove_team_options options = { .threads = GROVE_CORES };

	s->network = options.network = common->network ? common->network : network;
	if (common->threads)
		options.threads = (int)option_number("--threads", common->threads, 1, THREADS_MAX);
	need(grove_team_open(&s->team, &options));
	s->nodes = grove_team_nodes(s->team);
	s->threads = grove_team_threads(s->team);
	s->peak = NAN;
}

void session_close(struct app_session *s)
{
	need(grove_team_close(s->team));
}

bool session_on_cube(const struct app_session *s)
{
	return s->nodes > 1 && !strncmp(s->network, "cube:", strlen("cube:"));
}

void session_each(struct app_session *s, grove_body *body, void *argument)
{
	need(grove_team_each(s->team, body, argument));
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Fills in the figures of a run for the report. Missing predictions are no error. */
static void look_up(struct app_session *s, struct app_run *run, const struct grove_plan *plan)
{
	struct grove_figures figures;

	need(grove_plan_figures(plan, run->bytes, &figures));
	run->forward = grove_plan_forward(plan, run->bytes);
	run->busiest_link = strcmp(run->forward, "reference") ? figures.busiest_link : 0;
	if (grove_predict(s->team, plan, run->bytes, &run->predicted))
		run->predicted = NAN;
	if (isnan(s->peak) && grove_link_peak(s->team, &s->peak))
		s->peak = NAN;
}

void session_run(struct app_session *s, struct app_run *run, const struct grove_problem *problem,
	const struct room *room)
{
	struct grove_plan *plan;
	double start;

	*run = (struct app_run){ .collective = problem->collective, .bytes = problem->bytes };
	need(grove_plan_make(&plan, s->network, problem));
	snprintf(run->algorithm, sizeof run->algorithm, "%s", grove_plan_algorithm(plan));
	need(grove_team_execute(s->team, plan, room->nodes, run->bytes));
	start = now();
	need(grove_team_execute(s->team, plan, room->nodes, run->bytes));
	run->seconds = now() - start;
	look_up(s, run, plan);
	grove_plan_free(plan);
}

/* Returns the distance between two nodes' buffers, so that no two nodes write to the same cache
 * line. */
static size_t stride_of(size_t bytes)
{
	return plus(bytes, LINE - 1) & ~(size_t)(LINE - 1);
}

void room_open(struct room *room, int nodes, size_t in_bytes, size_t out_bytes)
{
	room->in_stride = stride_of(in_bytes);
	room->out_stride = stride_of(out_bytes);
	room->in = memory((size_t)nodes, room->in_stride);
	room->out = memory((size_t)nodes, room->out_stride);
	room->nodes = memory((size_t)nodes, sizeof *room->nodes);
	for (int v = 0; v < nodes; v++)
		room->nodes[v] = (struct grove_buffers){ room_in(room, v), room_out(room, v) };
}

void room_close(struct room *room)
{
	free(room->in);
	free(room->out);
	free(room->nodes);
}
