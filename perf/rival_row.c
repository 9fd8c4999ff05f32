/* Measures the collective of the processes' own library beside a row, in turns with the row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "grove_measure.h"
#include "perf/row_samples.h"
#include "perf/timing/clock.h"
#include "perf/timing/joined_results.h"
#include "perf/timing/process_group.h"

enum {
	WARMUP_MOST = 10000
};

static void keep(const struct session *session, const struct session_act *act, int thread)
{
	(void)act;
	process_group()->rival->keep(session, thread);
}

static void call(const struct session *session, const struct session_act *act, int thread)
{
	(void)act;
	process_group()->rival->call(session, thread);
}

/* Times the rival instead of the row's operation. */
static int time_rival(struct session *session, size_t count, double *sample)
{
	static const struct session_act act = { keep, call };
	int error;

	session->act = &act;
	error = session_time(session, count, sample);
	session->act = NULL;
	return error;
}

static int check(struct bench *bench, struct session *session)
{
	struct rival_row *rival = &bench->rival;
	struct run_result *run = &rival->result.run;
	double seconds;
	int error;

	if (!rival->runs || !bench->options.run.check)
		return 0;
	error = session_refill(session);
	if (!error)
		process_group()->rival->fill(session);
	if (!error)
		error = time_rival(session, 1, &seconds);
	if (!error)
		process_group()->rival->give(session);
	if (!error)
		error = session_check(session, &run->wrong);
	run->check = run->wrong.found ? CHECK_FAIL : CHECK_PASS;
	rival->runs = run->check == CHECK_PASS;
	return error;
}

/* Spends as much on the rival as row_warm_up spends on the row. */
static int warm_up(struct bench *bench, struct session *session)
{
	const struct bench_options *options = &bench->options;
	long usual = process_is_simulated() ? 0 : WARMUP_MOST;
	long most = options->warmup < 0 ? usual : options->warmup;
	double begin = monotonic_seconds(), seconds;
	int error = 0;

	for (long k = 0; k < most && !error; k++) {
		error = time_rival(session, 1, &seconds);
		if (options->warmup < 0 && k >= STATS_FEWEST &&
			joined_seconds(bench->team, begin) > options->budget / 5)
			break;
	}
	return error;
}

int rival_begin(struct bench *bench, struct session *session)
{
	const struct rival *library = process_group()->rival;
	struct rival_row *rival = &bench->rival;
	char *name = rival->result.what.problem.algorithm;
	int error;

	rival->done = 0;
	rival->runs = false;
	rival->result = (struct bench_result){ 0 };
	if (!library)
		return 0;
	rival->result.error = group_confer(library->open(name, ALGORITHM_NAME, session));
	if (rival->result.error) {
		snprintf(rival->result.text, sizeof rival->result.text, "%s", why_text());
		return 0;
	}
	rival->runs = true;
	error = check(bench, session);
	return error || !rival->runs ? error : warm_up(bench, session);
}

/* An operation on resident data that is not timed comes first, because the row has used the
 * caches. */
int rival_turn(struct bench *bench, struct session *session, size_t count)
{
	struct rival_row *rival = &bench->rival;
	double seconds;
	int error = 0;

	if (rival->runs && session->keeper.state == DATA_RESIDENT)
		error = time_rival(session, 1, &seconds);
	while (rival->runs && count && !error) {
		size_t batch = count < SESSION_BATCH ? count : SESSION_BATCH;

		error = time_rival(session, batch, rival->sample + rival->done);
		rival->done += batch;
		count -= batch;
	}
	return error;
}

int rival_end(struct bench *bench, struct session *session)
{
	int error = check(bench, session);

	if (process_group()->rival)
		process_group()->rival->close();
	return error;
}

/* What is known of the row's plan is not true of the rival: only the data and the threads are the
 * same. */
void rival_describe(struct bench *bench, struct bench_result *result)
{
	struct bench_result *rival = &bench->rival.result, known = *rival;

	if (!process_group()->rival)
		return;
	*rival = *result;
	rival->rival = NULL;
	rival->foreign = true;
	rival->error = known.error;
	memcpy(rival->text, known.text, sizeof rival->text);
	memcpy(rival->what.problem.algorithm, known.what.problem.algorithm, ALGORITHM_NAME);
	rival->what.problem.order[0] = 0;
	rival->packet = 0;
	rival->run.check = known.run.check;
	rival->run.wrong = known.run.wrong;
	rival->run.figures = (struct grove_figures){ 0 };
	rival->run.link_Bps = rival->run.predicted_s = NAN;
	result->rival = rival;
	if (!bench->rival.runs)
		rival->run.delivered_Bps = NAN;
	else {
		memcpy(bench->sorted, bench->rival.sample,
			bench->rival.done * sizeof *bench->sorted);
		rival->time = stats_of_series(bench->sorted, bench->rival.done, clock_get()->step);
		rival->run.delivered_Bps *= result->time.median / rival->time.median;
	}
	if (!rival->error)
		bench_judge(rival);
}
