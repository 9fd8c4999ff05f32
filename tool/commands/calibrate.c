/* Runs `grove calibrate`, which measures this machine and keeps the measurements in a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "base/error.h"
#include "library/machine_files.h"
#include "perf/calibration_run.h"
#include "perf/measured_files.h"
#include "tool/arguments/options.h"
#include "tool/output/calibration_report.h"
#include "tool/output/config_file.h"
#include "tool/output/diagnostics.h"
#include "tool/output/progress.h"

static void watch(double share)
{
	progress("measuring: %.0f %%", 100 * share);
}

static int keep(const struct measured_costs *costs, const char *path)
{
	struct config_file keeping;
	int error = config_file_open(&keeping, path);

	if (error)
		return error;
	return config_file_close(
		&keeping, calibration_write(costs, keeping.file, machine_files_names()->key));
}

int command_calibrate(const struct options *options)
{
	static struct measured_costs costs;
	const struct machine_files_names *names;
	int error = machine_files_read(&names);
	const char *path = options->output ? options->output : names->machine;
	struct machine machine;

	if (error)
		return say_why(error);
	if (!path[0])
		return refuse("there is no place for the file: HOME is not set; use --output FILE");
	error = calibrate(&costs, watch);
	progress_end();
	if (!error)
		error = keep(&costs, path);
	if (error)
		return say_why(error);
	machine_of_costs(&machine, &costs);
	if (options->form == FORM_JSON)
		calibration_report_write(&machine, path);
	else
		calibration_report_print(&machine, path);
	return STATUS_DONE;
}
