/* A calibration is a text file with the measured costs of a machine's links and memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_CALIBRATION_H
#define PLAN_COSTS_CALIBRATION_H

#include <stdio.h>
#include "plan/costs/copy_costs.h"

enum {
	DISTANCES = 6,
	MACHINE_KEY = 256
};

/* A virtual machine moves cores: two cores are near at one time and far at another, and costs
 * differ by a factor of 4. So there is a table for each distance at which the cores were met. A
 * distance is told by the trip: the round trip of a bare cache line between the nearest two cores,
 * in seconds (START_LINE). The least trip comes first. A machine with a single core has one table,
 * without a trip. */
struct calibration {
	int count;
	struct measured_costs costs[DISTANCES];
	struct machine machine[DISTANCES]; /* made of the costs, to which each refers */
};

/* Reads a calibration, which must stay where it is, because its machines refer to it. `name` is the
 * name of the file, for error messages. `key` names the machine that the file must describe; NULL
 * accepts any machine. Returns 0, or -EINVAL with the file's name and the line as why: another
 * version, an unknown word, a file that is cut off, or another machine. */
int calibration_read(
	struct calibration *calibration, FILE *file, const char *name, const char *key);

/* Writes a calibration, with comments that explain the rows. Returns 0, or -EIO with why. */
int calibration_write(struct calibration *calibration, FILE *file, const char *key);

/* Makes the machines of the tables, in the order of their trips. */
void calibration_settle(struct calibration *calibration);

/* Adds a table, and settles. Replaces the tables at the same distance; where there is no room, the
 * table at the nearest distance. */
void calibration_add(struct calibration *calibration, const struct measured_costs *costs);

/* Returns the table whose trip is nearest to `trip`. A trip of 0 is not known: the first table. */
const struct machine *calibration_nearest(const struct calibration *calibration, double trip);

/* Returns the number of the table that a machine is made of; 0: of no table. */
int calibration_number(const struct calibration *calibration, const struct machine *machine);

/* Returns the trip of a table; NAN: not measured, because no two cores were. */
double costs_trip(const struct measured_costs *costs);

/* Returns the least trip, or NAN if a table has none. */
double calibration_least_trip(const struct calibration *calibration);

/* Returns true if two trips count as the same distance. */
bool trips_agree(double a, double b);

/* Makes the machine of measured costs, with the name "here", and the beta and tau of the farthest
 * pair of cores. */
void machine_of_costs(struct machine *machine, const struct measured_costs *costs);

#endif
