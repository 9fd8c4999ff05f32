/* Quick costs: what is measured without a calibration, what is not, and in how much time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <time.h>
#include "grove_measure.h"
#include "library/quick_costs.h"
#include "plan/costs/calibration.h"
#include "runtime/machine/cpus.h"
#include "tests/plan_help.h"
#include "tests/sanitized.h"
#include "tests/teams.h"

#define MOST_SECONDS 0.05

enum {
	RUNS = 40
};

/* The time of all threads, which other work on the machine does not lengthen. */
static double processor_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Other work makes threads wait for each other, so the quickest of several runs counts. */
static void assert_quick(struct measured_costs *costs, const int *cpus, int threads)
{
	double least = INFINITY;

	for (int run = 0; run < RUNS && least > MOST_SECONDS * threads; run++) {
		double begin = processor_seconds();

		assert_int_equal(quick_costs(costs, cpus), 0);
		least = fmin(least, processor_seconds() - begin);
	}
	if (!SANITIZED && least > MOST_SECONDS * threads)
		fail_msg("%.0f ms on %d threads", 1e3 * least, threads);
}

TEST("quick costs: a thread is measured")
{
	static struct measured_costs costs;
	struct machine machine;

	assert_quick(&costs, NULL, 1);
	machine_of_costs(&machine, &costs);
	assert_true(machine_start_seconds(&machine, START_PACKET) > 0);
	assert_true(machine_copy_seconds(&machine, COPY_WITHIN, DATA_FRESH, 4096) > 0);
	assert_true(machine_copy_seconds(&machine, COPY_WITHIN, DATA_RESIDENT, 1 << 20) >
		    machine_copy_seconds(&machine, COPY_WITHIN, DATA_RESIDENT, 4096));
	assert_null(machine_nearest_pair(&machine));
}

TEST("quick costs: two threads are measured")
{
	static const int anywhere[2] = { -1, -1 };
	static struct measured_costs costs;
	struct machine machine;

	if (cores_usable() < 2)
		skip();
	assert_quick(&costs, anywhere, 2);
	machine_of_costs(&machine, &costs);
	for (int way = 0; way < COPY_WAYS; way++)
		for (int s = 0; s < DATA_STATES; s++) {
			bool past = way == COPY_PAST || way == COPY_BOTH_PAST ||
				    way == COPY_EXCHANGE_PAST;
			double seconds = machine_copy_seconds(
				&machine, (enum copy_way)way, (enum data_state)s, 65536);

			assert_int_equal(isnan(seconds), past || s == DATA_COLD);
		}
	for (int i = START_PACKET; i < START_LENT; i++)
		assert_true(machine_start_seconds(&machine, (enum start_up)i) > 0);
	assert_true(isnan(machine_start_seconds(&machine, START_LINE)));
}

TEST("quick costs: what was not measured is not predicted")
{
	AUTO(grove_team) team = NULL;
	AUTO(grove_plan) plan = NULL;
	double seconds = 1;

	setenv("GROVE_MACHINE", "", 1);
	team = OPEN_TEAM(.network = "gh:2");
	plan = PLAN_OF("gh:2", .collective = "broadcast");
	assert_int_equal(grove_predict(team, plan, 1024, &seconds), 0);
	assert_true(seconds > 0 && seconds < 1);
	assert_int_equal(grove_predict(team, plan, (size_t)64 << 20, &seconds), -ENODATA);
	assert_true(seconds == 0);
	assert_non_null(strstr(grove_why(), "run `grove calibrate`"));
	assert_int_equal(grove_link_peak(team, &seconds), 0);
	assert_true(seconds > 0);
}
