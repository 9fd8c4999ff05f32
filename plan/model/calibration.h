/* A calibration is a text file with the measured costs of a machine's links and memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_CALIBRATION_H
#define PLAN_MODEL_CALIBRATION_H

#include <stdio.h>
#include "plan/model/machine.h"

enum {
	CALIBRATION_VERSION = 1,
	MACHINE_KEY = 256
};

/* Reads a calibration. `name` is the name of the file, for error messages. `key` names the machine
 * that the file must describe; NULL accepts any machine. The machine gets the name "here", and the
 * beta and tau of the farthest pair of cores. Returns 0, or -EINVAL with the file's name and the
 * line as why: another version, an unknown word, a file that is cut off, or another machine. */
int calibration_read(struct machine *machine, FILE *file, const char *name, const char *key);

#endif
