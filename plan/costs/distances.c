/* Keeps a table of costs for each distance of the cores, and finds the table of a distance. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "plan/costs/calibration.h"

static const double most_apart = 1.5; /* factor between trips at one distance */

bool trips_agree(double a, double b)
{
	return a < most_apart * b && b < most_apart * a;
}

double costs_trip(const struct measured_costs *costs)
{
	const struct machine machine = { .measured = costs };

	return machine_start_seconds(&machine, START_LINE);
}

double calibration_least_trip(const struct calibration *calibration)
{
	double least = INFINITY;

	for (int i = 0; i < calibration->count; i++) {
		double trip = costs_trip(&calibration->costs[i]);

		if (isnan(trip))
			return NAN;
		least = fmin(least, trip);
	}
	return least;
}

/* Returns the factor between two trips. A table without a trip is as near as can be. */
static double apart(double a, double b)
{
	return a > 0 && b > 0 ? fmax(a / b, b / a) : 1;
}

static int nearest(const struct calibration *calibration, double trip)
{
	int best = 0;

	for (int i = 1; i < calibration->count; i++)
		if (apart(costs_trip(&calibration->costs[i]), trip) <
			apart(costs_trip(&calibration->costs[best]), trip))
			best = i;
	return best;
}

const struct machine *calibration_nearest(const struct calibration *calibration, double trip)
{
	return &calibration->machine[nearest(calibration, trip)];
}

int calibration_number(const struct calibration *calibration, const struct machine *machine)
{
	for (int i = 0; i < calibration->count; i++)
		if (machine == &calibration->machine[i])
			return i;
	return 0;
}

/* Sorts by insertion: a table is large, and tables are few. */
static void sort_tables(struct calibration *calibration)
{
	for (int i = 1; i < calibration->count; i++) {
		struct measured_costs costs = calibration->costs[i];
		int at = i;

		while (at && costs_trip(&calibration->costs[at - 1]) > costs_trip(&costs)) {
			calibration->costs[at] = calibration->costs[at - 1];
			at--;
		}
		calibration->costs[at] = costs;
	}
}

void calibration_settle(struct calibration *calibration)
{
	sort_tables(calibration);
	for (int i = 0; i < calibration->count; i++)
		machine_of_costs(&calibration->machine[i], &calibration->costs[i]);
}

static void remove_table(struct calibration *calibration, int i)
{
	calibration->count--;
	memmove(&calibration->costs[i], &calibration->costs[i + 1],
		(size_t)(calibration->count - i) * sizeof calibration->costs[0]);
}

void calibration_add(struct calibration *calibration, const struct measured_costs *costs)
{
	double trip = costs_trip(costs);

	for (int i = calibration->count - 1; i >= 0; i--)
		if (apart(costs_trip(&calibration->costs[i]), trip) < most_apart)
			remove_table(calibration, i);
	if (calibration->count == DISTANCES)
		remove_table(calibration, nearest(calibration, trip));
	calibration->costs[calibration->count++] = *costs;
	calibration_settle(calibration);
}
