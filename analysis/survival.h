/* Survival: how many links may fail before a schedule no longer does what it promises. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_SURVIVAL_H
#define ANALYSIS_SURVIVAL_H

#include <stdbool.h>
#include "plan/schedule.h"

struct survival {
	int failures; /* any so many links may fail, both directions of each */
	bool exact;   /* false: at least so many; counting further would take too long */
};

/* Of a schedule that is right as it stands. A node whose bytes did not come sends on what it has. 0
 * or -ENOMEM. */
int schedule_survival(const struct schedule *schedule, struct survival *survival);

#endif
