/* The few costs of a team belong to a distance of the cores: they are measured again after a
 * move. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include "grove_measure.h"
#include "library/machine/distance.h"
#include "library/paced_plans.h"
#include "library/quick_costs.h"
#include "runtime/machine/cpus.h"
#include "tests/plan_help.h"
#include "tests/teams.h"

/* The cores as the library meets them: the trips of a line, one after another, the last one for all
 * that follow; and how often the costs were measured. */
static struct {
	const double *trips;
	int measured;
} cores;

int __wrap_distance_trip(double *trip, const int cpus[2], double age);
int __real_quick_costs(struct measured_costs *costs, const int *cpus);
int __wrap_quick_costs(struct measured_costs *costs, const int *cpus);

int __wrap_distance_trip(double *trip, const int cpus[2], double age)
{
	*trip = cores.trips[0];
	if (cores.trips[1] > 0)
		cores.trips++;
	return 0;
}

int __wrap_quick_costs(struct measured_costs *costs, const int *cpus)
{
	cores.measured++;
	return __real_quick_costs(costs, cpus);
}

struct pair {
	struct grove_team *team;
	struct grove_plan *plan;
};

static struct pair pair_open(void)
{
	struct pair pair;

	pair.team = OPEN_TEAM(.network = "gh:2", .threads = 2);
	pair.plan = PLAN_OF("gh:2", .collective = "broadcast", .algorithm = "sbt");
	cores.measured = 0;
	return pair;
}

/* Returns how often the costs were measured for a prediction that begins with these trips. */
static int predict(const struct pair *pair, const double *trips)
{
	int before = cores.measured;
	double seconds;

	cores.trips = trips;
	MUST(grove_predict(pair->team, pair->plan, 64, &seconds));
	assert_true(seconds > 0);
	return cores.measured - before;
}

static void pair_close(struct pair *pair)
{
	grove_plan_free(pair->plan);
	assert_int_equal(grove_team_free(pair->team), 0);
}

static const double near[] = { 1e-7, 0 }, far[] = { 5e-7, 0 };

TEST("costs are measured once at a distance")
{
	ENDED(pair_close) struct pair pair = pair_open();

	assert_int_equal(predict(&pair, near), 1);
	assert_int_equal(predict(&pair, near), 0);
}

TEST("costs are measured again after a move")
{
	ENDED(pair_close) struct pair pair = pair_open();

	assert_int_equal(predict(&pair, near), 1);
	assert_int_equal(predict(&pair, far), 1);
	assert_int_equal(predict(&pair, far), 0);
}

TEST("costs of two distances are measured again")
{
	static const double moves[] = { 1e-7, 5e-7, 0 };
	ENDED(pair_close) struct pair pair = pair_open();

	assert_int_equal(predict(&pair, moves), 2);
	assert_int_equal(predict(&pair, far), 0);
}

/* Returns the threads of a team of two nodes that the model takes to run at once. */
static int threads_at_once(const char *pin)
{
	struct team_options options = { .threads = 2, .pin = pin, .timeout = 10 };
	struct rates rates;
	struct team *team;
	int cpus[2];

	assert_int_equal(network_open(&options.net, "gh:2"), 0);
	assert_int_equal(team_open(&team, &options), 0);
	assert_int_equal(team_rates(&rates, team), 0);
	assert_int_equal(team_cpus(team, cpus), rates.threads > 1);
	assert_int_equal(team_close(team), 0);
	return rates.threads;
}

TEST("threads on one cpu take turns")
{
	char pin[16];

	snprintf(pin, sizeof pin, "%d", sched_getcpu());
	assert_int_equal(threads_at_once("auto"), 2);
	assert_int_equal(threads_at_once("none"), 2);
	assert_int_equal(threads_at_once(pin), 1);
}

BEFORE_TESTS
{
	setenv("GROVE_MACHINE", "", 1);
	if (cores_usable() < 2)
		skip_tests("needs two usable cpus");
}
