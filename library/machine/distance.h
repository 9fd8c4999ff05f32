/* Finds the calibrated machine at the distance at which the cores are now. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_DISTANCE_H
#define LIBRARY_DISTANCE_H

#include "plan/costs/calibration.h"
#include "runtime/team/team.h"

/* Seconds for which the cores are taken to stay where they are. */
#define TRIP_KEEPS 0.02

/* Finds the cpus to which the first two threads of a team are pinned; -1: not pinned. Returns false
 * if no two threads of the team run at once. */
bool team_cpus(const struct team *team, int cpus[2]);

/* Finds the seconds of a line's round trip between two cpus; NULL or -1: any two cores. A
 * measurement counts for `age` seconds in the whole process. Returns 0 or -errno with why. */
int distance_trip(double *trip, const int cpus[2], double age);

/* Finds the table of the calibration whose trip is nearest to such a trip. A line's trip is
 * measured only where the calibration has several tables. Sets *machine to NULL where there is no
 * calibration. Returns 0, or -errno with why. */
int distance_machine(const struct machine **machine, const int cpus[2], double age);

#endif
