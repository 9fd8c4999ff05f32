/* The lowered form of a schedule, as it would run on threads: is it safe, and does it end? */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_LOWERED_CHECK_H
#define TOOL_OUTPUT_LOWERED_CHECK_H

#include "plan/verify/verify_schedule.h"

/* Lowers every node's tape and runs them all abstractly on rings. 0, and a verdict that is ok or
 * names hazard, deadlock or leftover; or -ENOMEM. */
int schedule_run_lowered(struct schedule *schedule, struct verdict *verdict);

#endif
