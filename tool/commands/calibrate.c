/* Runs `grove calibrate`, which measures this machine, or links between ranks, and keeps what it
 * measured. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "library/machine/machine_files.h"
#include "perf/calibration/calibration_run.h"
#include "perf/timing/process_group.h"
#include "tool/arguments/options.h"
#include "tool/reports/calibration_report.h"
#include "tool/output/diagnostics.h"
#include "tool/reports/rank_report.h"
#include "tool/output/progress.h"
#include "tool/output/whole_file.h"

static const char no_place[] = "there is no place for the file: HOME is not set; use --output FILE";

static void watch(double share)
{
	progress("measuring: %.0f %%", 100 * share);
}

/* Reads what the file knows of other distances. A file that does not fit this machine or version
 * knows nothing. */
static void read_kept(struct calibration *kept, const char *path)
{
	FILE *file = fopen(path, "re");

	if (!file || calibration_read(kept, file, path, machine_files_names()->key))
		kept->count = 0;
	if (file)
		fclose(file);
}

static int keep(struct calibration *kept, const char *path)
{
	FILE *file;
	int error = whole_file_make(&file, path);

	if (error)
		return error;
	return whole_file_close(file, calibration_write(kept, file, machine_files_names()->key));
}

/* ---- Over MPI ---- */

/* Joins the table with what the file knows of other MPIs. */
static int keep_table(const struct rank_table *table, const char *path)
{
	static struct rank_costs costs;
	const char *key = machine_files_names()->key;
	FILE *file = fopen(path, "re");
	int error;

	if (!file || rank_costs_read(&costs, file, path, key))
		costs.count = 0;
	if (file)
		fclose(file);
	rank_costs_add(&costs, table);
	error = whole_file_make(&file, path);
	return error ? error : whole_file_close(file, rank_costs_write(&costs, file, key));
}

/* The first rank keeps and shows the table. */
static int calibrate_ranks(const struct options *options)
{
	char path[RANKS_PATH];
	struct rank_table table = { 0 };
	const struct machine_files_names *names;
	int error = machine_files_read(&names);

	machine_files_ranks_path(path, options->output ? options->output : names->machine);
	if (!error && !path[0])
		error = why(EINVAL, "%s", no_place);
	error = group_confer(error);
	if (!error)
		error = process_group()->calibrate(&table);
	if (!error)
		error = group_confer(process_group()->number ? 0 : keep_table(&table, path));
	if (error)
		return say_why(error);
	if (options->form == FORM_JSON)
		rank_report_write(&table, process_group()->count, path);
	else
		rank_report_print(&table, process_group()->count, path);
	return STATUS_DONE;
}

/* ---- Threads ---- */

int command_calibrate(const struct options *options)
{
	static struct calibration measured, kept;
	const struct machine_files_names *names;
	const char *path;
	int error;

	if (!process_is_alone())
		return calibrate_ranks(options);
	error = machine_files_read(&names);
	path = options->output ? options->output : names->machine;
	if (error)
		return say_why(error);
	if (!path[0])
		return refuse("%s", no_place);
	error = calibrate(&measured, watch);
	progress_end();
	if (!error) {
		read_kept(&kept, path);
		for (int i = 0; i < measured.count; i++)
			calibration_add(&kept, &measured.costs[i]);
		error = keep(&kept, path);
	}
	if (error)
		return say_why(error);
	if (options->form == FORM_JSON)
		calibration_report_write(&measured, &kept, path);
	else
		calibration_report_print(&measured, &kept, path);
	return STATUS_DONE;
}
