/* Writes a schedule in the language GOAL, which LogGOPSim and ATLAHS simulate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_GOAL_SCHEDULE_H
#define ANALYSIS_GOAL_SCHEDULE_H

#include <stdio.h>
#include "plan/schedule.h"

/* Writes the text form of T. Hoefler, C. Siebert, A. Lumsdaine: Group Operation Assembly Language
 * (ICPP 2009), as txt2bin of LogGOPSim reads it. Rank v is node v. A packet is a send at one rank
 * and a receive at the other, with the step as tag, and a send requires the receives that bring its
 * bytes. With ports ALL each port is a cpu and a nic of its own; otherwise a rank has one of each,
 * which takes its packets one by one. Folds take no time. The schedule gets an index if it has
 * none. Returns 0, -ENOMEM, or -EIO with why. */
int schedule_print_goal(struct schedule *schedule, FILE *file);

#endif
