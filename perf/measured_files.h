/* Writes calibrations and tuned tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_MEASURED_FILES_H
#define PERF_MEASURED_FILES_H

#include "collectives/auto/tuned_table.h"
#include "plan/costs/calibration.h"

/* Writes a calibration, with comments that explain each line. Returns 0, or -EIO with why. */
int calibration_write(const struct calibration *calibration, FILE *file, const char *key);

/* Write the first lines and a row of a tuned table. The caller checks the file for errors. */
void tuned_write_heading(FILE *file, const char *key, const char *version, enum data_state data);
void tuned_write_row(FILE *file, const struct tuned_row *row);

#endif
