/* Runs `grove calibrate`, which measures this machine and keeps the measurements in a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "base/error.h"
#include "library/machine/machine_files.h"
#include "perf/calibration/calibration_run.h"
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

static int keep(const struct calibration *kept, const char *path)
{
	struct config_file keeping;
	int error = config_file_open(&keeping, path);

	if (error)
		return error;
	return config_file_close(
		&keeping, calibration_write(kept, keeping.file, machine_files_names()->key));
}

int command_calibrate(const struct options *options)
{
	static struct calibration measured, kept;
	const struct machine_files_names *names;
	int error = machine_files_read(&names);
	const char *path = options->output ? options->output : names->machine;

	if (error)
		return say_why(error);
	if (!path[0])
		return refuse("there is no place for the file: HOME is not set; use --output FILE");
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
