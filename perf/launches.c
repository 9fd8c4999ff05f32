/* Joins the rows that several launches measured into a row with an interval over launches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf/timing/clock.h"
#include "perf/launches.h"

static bool failed(const struct bench_result *row)
{
	return row->error || row->run.check == CHECK_FAIL;
}

/* Returns the row with the median in the middle, or the lower of two in the middle. */
static const struct bench_result *middle_row(const struct bench_result *const *row, int launches)
{
	for (int i = 0; i < launches; i++) {
		int below = 0, same = 0;

		for (int k = 0; k < launches; k++) {
			below += row[k]->time.median < row[i]->time.median;
			same += row[k]->time.median == row[i]->time.median;
		}
		if (below <= (launches - 1) / 2 && (launches - 1) / 2 < below + same)
			return row[i];
	}
	return row[0];
}

/* Returns the round trips of a bare line over launches; no samples if a launch knows none. */
static struct stats trips_joined(const struct bench_result *const *row, int launches)
{
	struct stats trip[STATS_LAUNCHES];

	for (int i = 0; i < launches; i++) {
		trip[i] = row[i]->trip;
		if (!trip[i].samples)
			return trip[i];
	}
	return stats_of_launches(trip, (size_t)launches, 0);
}

struct bench_result launches_join(
	struct stats *launch, const struct bench_result *const *row, int launches)
{
	struct bench_result all;

	for (int i = 0; i < launches; i++) {
		if (failed(row[i]))
			return *row[i];
		launch[i] = row[i]->time;
	}
	all = *middle_row(row, launches);
	all.launch = launch;
	all.launches = launches;
	if (launches < 2)
		return all;
	all.time = stats_of_launches(launch, (size_t)launches, clock_get()->step);
	if (all.time.median > 0)
		all.run.link_Bps *= middle_row(row, launches)->time.median / all.time.median;
	all.trip = trips_joined(row, launches);
	for (int i = 0; i < launches; i++)
		all.run.flags |= row[i]->run.flags;
	bench_judge(&all);
	return all;
}
