/* Writes the plot of --plot: a picture of measured rows in a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "perf/environment.h"
#include "tool/output/bench_plot.h"
#include "tool/output/bench_table.h"
#include "tool/output/config_file.h"
#include "tool/output/diagnostics.h"

int bench_plot_check(const char *path)
{
	struct config_file keeping;
	int error = path ? config_file_open(&keeping, path) : 0;

	if (error)
		return say_why(error);
	if (path)
		config_file_close(&keeping, -1); /* leaves no file */
	return STATUS_DONE;
}

int bench_plot_add(struct sweep_plot *plot, const struct bench_result *result)
{
	const struct problem *problem = &result->what.problem;
	const struct run_result *run = &result->run;
	const struct stats *time = &result->time;

	if (!bench_is_timed(result))
		return 0;
	return sweep_plot_add(plot,
		&(struct sweep_row){ .run = "",
			.collective = verb_form_name(&result->what.form, problem->collective),
			.algorithm = problem->algorithm,
			.network = problem->net.name,
			.data = run->data ? run->data : "",
			.point = { (double)result->what.bytes, time->median, time->ci_low,
				time->ci_high, run->predicted_s, run->link_Bps, run->peak_Bps } });
}

static int write_picture(const struct sweep_plot *plot, const char *path)
{
	struct config_file keeping;
	int error = config_file_open(&keeping, path);

	if (!error)
		error = config_file_close(&keeping, sweep_plot_draw(plot, keeping.file));
	return error ? say_why(error) : STATUS_DONE;
}

int bench_plot_write(struct sweep_plot *plot, const char *path)
{
	struct environment e;
	char machine[sizeof e.cpu_model + sizeof e.date + 8];

	environment_read(&e);
	snprintf(machine, sizeof machine, "%s, %s", e.cpu_model, e.date);
	plot->subtitle = machine;
	return write_picture(plot, path);
}

static int add_file(struct sweep_plot *plot, const struct bench_file *file, const char *name)
{
	int error = 0;

	for (size_t i = 0; i < file->rows && !error; i++) {
		const struct bench_row *row = &file->row[i];

		error = sweep_plot_add(
			plot, &(struct sweep_row){ .run = name,
				      .collective = row->collective,
				      .algorithm = row->algorithm,
				      .network = row->network,
				      .data = row->data,
				      .point = { (double)row->bytes, row->median, row->low,
					      row->high, row->predicted, row->rate, row->peak } });
	}
	return error;
}

int bench_plot_files(const struct bench_file file[2], const char *const name[2], const char *path)
{
	struct sweep_plot plot = { .count = 0 };
	int error = add_file(&plot, &file[0], name[0]), status;

	if (!error)
		error = add_file(&plot, &file[1], name[1]);
	status = error ? say_why(error) : write_picture(&plot, path);
	sweep_plot_free(&plot);
	return status;
}
