/* Runs the programs of all nodes without bytes, to find deadlocks and leftovers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DEADLOCK_H
#define ANALYSIS_DEADLOCK_H

#include "plan/program/program.h"
#include "plan/verify/verify_schedule.h"

/* Runs the programs of all nodes on rings of that capacity, which only count packets. The verdict
 * is RULE_DEADLOCK, RULE_LEFTOVER, RULE_HAZARD (by reference a node reads memory that its owner may
 * not have lent yet, or have taken back) or none. Returns 0 or -ENOMEM with why. */
int deadlock_check(struct program *const *programs, const struct network *net, int capacity,
	struct verdict *verdict);

/* Lowers the tapes of all nodes and runs the programs in a model of rings, to see whether the
 * programs are safe and end. Returns 0 with a verdict, which is ok or names hazard, deadlock or
 * leftover; or -ENOMEM. */
int schedule_run_lowered(struct schedule *schedule, struct verdict *verdict);

#endif
