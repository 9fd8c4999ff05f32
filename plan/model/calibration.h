/* A calibration is a text file with the measured costs of a machine's links and memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_CALIBRATION_H
#define PLAN_MODEL_CALIBRATION_H

#include <stdio.h>
#include "plan/model/copy_costs.h"

enum {
	CALIBRATION_VERSION = 2,
	MACHINE_KEY = 256
};

/* Reads a calibration into `costs`, which must outlive the machine. `name` is the name of the file,
 * for error messages. `key` names the machine that the file must describe; NULL accepts any
 * machine. Returns 0, or -EINVAL with the file's name and the line as why: another version, an
 * unknown word, a file that is cut off, or another machine. */
int calibration_read(struct machine *machine, struct measured_costs *costs, FILE *file,
	const char *name, const char *key);

/* Makes the machine of measured costs, with the name "here", and the beta and tau of the farthest
 * pair of cores. */
void machine_of_costs(struct machine *machine, const struct measured_costs *costs);

/* Splits the seconds of a message between two threads, and of four messages at once, into the way
 * and the stall. Both are at least 0, whatever was measured. */
void crossing_split(struct link_loop_cost *crossing, double one, double four, double packet);

#endif
