/* Checks the lowered form of a schedule, as threads would run the programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_LOWERED_CHECK_H
#define TOOL_REPORTS_LOWERED_CHECK_H

#include "plan/verify/verify_schedule.h"

/* Lowers the tapes of all nodes and runs the programs in a model of rings, to see whether the
 * programs are safe and end. Returns 0 with a verdict, which is ok or names hazard, deadlock or
 * leftover; or -ENOMEM. */
int schedule_run_lowered(struct schedule *schedule, struct verdict *verdict);

#endif
