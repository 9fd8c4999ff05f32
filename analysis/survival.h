/* Counts how many links may fail before a schedule no longer delivers everything. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_SURVIVAL_H
#define ANALYSIS_SURVIVAL_H

#include <stdbool.h>
#include "plan/schedule.h"

struct survival {
	int failures; /* every set of that many links may fail, both directions of each link */
	bool exact;   /* false: a lower limit; counting further would take too long */
};

/* Counts the failures that a correct schedule survives. A node that misses bytes still sends the
 * bytes that the node has. Returns 0 or -ENOMEM. */
int schedule_survival(const struct schedule *schedule, struct survival *survival);

#endif
