/* Plans a collective of an application, and times it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "library/library_internal.h"
#include "perf/timing/bare_groups.h"
#include "plan/semantics.h"
#include "tool/files/need.h"
#include "tool/applications/app_run.h"

enum {
	SHORT_BARRIERS = 10 /* the time of a short collective, in barriers */
};

bool run_by_copy(const struct app_run *run)
{
	return strcmp(run->forward, "reference") != 0;
}

/* Predicts a collective between bodies. The threads come from the bodies at different times, and
 * the bodies drive the rings out of the nearest caches. The model knows neither, and both cost as
 * much as a few barriers: so a short collective has no prediction. */
static double prediction(const struct app_run *run, struct app_session *s)
{
	double seconds = session_predict(s, run->plan, run->bytes);

	return seconds >= SHORT_BARRIERS * s->barrier_predicted ? seconds : NAN;
}

void app_run_open(struct app_run *run, struct app_session *s, const struct grove_problem *problem,
	const struct grove_buffers *buffers)
{
	*run = (struct app_run){ .collective = problem->collective,
		.bytes = problem->bytes,
		.buffers = buffers,
		.nodes = s->nodes };
	need_done(grove_plan_make(&run->plan, s->net.name, problem));
	run->delivered = problem_delivered(&run->plan->problem, run->bytes);
	snprintf(run->algorithm, sizeof run->algorithm, "%s",
		grove_plan_heading(run->plan)->algorithm);
	run->forward = grove_plan_forward(run->plan, run->bytes);
	if (run_by_copy(run))
		need_done(grove_plan_figures(run->plan, run->bytes, &run->figures));
	run->predicted = prediction(run, s);
}

void run_judge_prediction(struct app_run *run, struct app_session *s)
{
	if (!isnan(run->predicted) && prediction(run, s) != run->predicted)
		run->predicted = NAN;
}

void run_close(struct app_run *run)
{
	grove_plan_free(run->plan);
	run->plan = NULL;
	free(run->uses);
	for (int way = 0; way < BARE_WAYS; way++)
		link_copies_close(&run->bare[way]);
}

double run_once(const struct app_run *run, struct app_session *s)
{
	double seconds;

	need_done(grove_team_time(s->team, run->plan, run->buffers, run->bytes, &seconds));
	return seconds;
}

/* Counts the links at the first call. */
static void read_uses(struct app_run *run, struct app_session *s)
{
	if (!run->uses) {
		need_done(grove_team_links(s->team, NULL, &run->links));
		run->uses = need_memory(run->links, sizeof *run->uses);
	}
	if (run->links)
		need_done(grove_team_links(s->team, run->uses, &run->links));
}

double run_watched(struct app_run *run, struct app_session *s)
{
	double seconds;

	need_done(grove_team_watch_links(s->team, 1));
	seconds = run_once(run, s);
	need_done(grove_team_watch_links(s->team, 0));
	read_uses(run, s);
	return seconds;
}

void run_bare(struct app_run *run)
{
	const struct problem *problem = &run->plan->problem;
	const struct bare_memory memory = { run->buffers, run->nodes,
		need_product((size_t)semantics_input_blocks(problem, 0), run->bytes),
		need_product((size_t)semantics_output_blocks(problem, 0), run->bytes) };

	for (int way = 0; way < BARE_WAYS; way++)
		link_copies_open(&run->bare[way], &memory, run->uses, run->links, way);
}
