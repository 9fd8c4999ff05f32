/* Files of measurements: calibrations, and tables of measured choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_MEASURED_FILES_H
#define PERF_MEASURED_FILES_H

#include "collectives/auto/tuned_table.h"
#include "plan/model/calibration.h"

/* Writes a calibration, with comments that explain each line. 0, or -EIO with why. */
int calibration_write(const struct machine *machine, FILE *file, const char *key);

/* The beginning of a table, and one of its lines. The caller checks the file for errors. */
void tuned_write_heading(FILE *file, const char *key, const char *version);
void tuned_write_row(FILE *file, const struct tuned_row *row);

#endif
