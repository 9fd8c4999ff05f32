/* Calibrations: what was measured of a machine's links and memory, kept in a text file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_CALIBRATION_H
#define PLAN_MODEL_CALIBRATION_H

#include <stdio.h>
#include "plan/model/machine.h"

enum {
	CALIBRATION_VERSION = 1,
	MACHINE_KEY = 256
};

/* Reads a calibration; `name` is that of the file, for refusals, and `key` that of the machine which
 * it must be of (NULL: any). The machine's beta and tau are those of its farthest pair; it is called
 * "here". 0; -EINVAL with why, the file's name and the line: another version, an unknown word,
 * a line that is cut off, another machine. */
int calibration_read(struct machine *machine, FILE *file, const char *name, const char *key);

#endif
