/* Usual options are near the fastest ones, and bodies that call verbs are near phases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/monotonic.h"
#include "tests/teams.h"
#include "grove_measure.h"

enum {
	ROUNDS = 5,
	BATCHES = 20,
	CALLS = 50,
	MOST_NODES = 64
};

/* The limits are wide, since other programs share the cores. With a thread for each node the usual
 * options take 5 to 60 times as long as the fastest ones. */
static const double MOST = 3;

static const char *const verbs[] = { "barrier", "broadcast", "reduce", "allreduce", "alltoall" };
enum verb {
	BARRIER,
	BROADCAST,
	REDUCE,
	ALLREDUCE,
	ALLTOALL,
	VERBS
};

static double in[MOST_NODES][MOST_NODES], out[MOST_NODES][MOST_NODES];

struct batches {
	enum verb verb;
	double least; /* seconds of a call, by node 0 */
};

static int call(struct grove_node *me, enum verb verb)
{
	int v = grove_node_number(me);

	switch (verb) {
	case BARRIER:
		return grove_barrier(me);
	case BROADCAST:
		return grove_broadcast(me, out[v], sizeof(double), 0);
	case REDUCE:
		return grove_reduce(me, in[v], out[v], 1, GROVE_F64, GROVE_SUM, 0);
	case ALLREDUCE:
		return grove_allreduce(me, in[v], out[v], 1, GROVE_F64, GROVE_SUM);
	default:
		return grove_alltoall(me, in[v], out[v], sizeof(double));
	}
}

static int body(struct grove_node *me, void *argument)
{
	struct batches *batches = argument;
	int error = 0;

	for (int batch = 0; batch < BATCHES && !error; batch++) {
		double begin = monotonic_seconds(), seconds;

		for (int i = 0; i < CALLS && !error; i++)
			error = call(me, batches->verb);
		error = error ? error : grove_barrier(me); /* all calls have ended */
		seconds = (monotonic_seconds() - begin) / CALLS;
		if (!grove_node_number(me) && batch)
			batches->least = fmin(batches->least, seconds);
	}
	return error;
}

static struct grove_team *team_of(const char *network, int threads)
{
	struct grove_team *team = OPEN_TEAM(.network = network, .threads = threads);

	return team;
}

static double in_bodies(struct grove_team *team, enum verb verb)
{
	struct batches batches = { .verb = verb, .least = INFINITY };

	assert_int_equal(grove_team_run(team, body, &batches), 0);
	return batches.least;
}

/* From the first thread's entry to the last thread's exit. */
static double in_phases(struct grove_team *team, const struct grove_plan *plan, enum verb verb)
{
	struct grove_buffers buffers[MOST_NODES];
	double least = INFINITY;

	for (int v = 0; v < MOST_NODES; v++)
		buffers[v] = (struct grove_buffers){ in[v], out[v] };
	for (int i = 0; i < BATCHES * CALLS; i++) {
		double seconds;

		MUST(grove_team_time(
			team, plan, buffers, verb == BARRIER ? 0 : sizeof(double), &seconds));
		least = fmin(least, seconds);
	}
	return least;
}

static void compare(const char *network, const char *what, enum verb verb, double slow, double fast)
{
	printf("# %s, %s of 8 bytes: %s %.2f us, %.2f us\n", network, verbs[verb], what, slow * 1e6,
		fast * 1e6);
	assert_true(slow < MOST * fast);
}

static void usual_options_on(const char *network)
{
	static const int threads[] = { 1, 2, GROVE_NODES };

	for (enum verb verb = 0; verb < VERBS; verb++) {
		double usual = INFINITY, fastest = INFINITY;

		for (int round = 0; round < ROUNDS; round++) {
			struct grove_team *team = team_of(network, 0);

			usual = fmin(usual, in_bodies(team, verb));
			assert_int_equal(grove_team_free(team), 0);
			for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
				team = team_of(network, threads[i]);
				fastest = fmin(fastest, in_bodies(team, verb));
				assert_int_equal(grove_team_free(team), 0);
			}
		}
		compare(network, "usual and fastest options", verb, usual, fmin(usual, fastest));
	}
}

static void bodies_and_phases_on(const char *network)
{
	AUTO(grove_team) team = team_of(network, 0);

	for (enum verb verb = 0; verb < VERBS; verb++) {
		double bodies = INFINITY, phases = INFINITY;
		struct grove_plan *plan;

		plan = PLAN_OF(network, .collective = verbs[verb],
			.bytes = verb == BARRIER ? 0 : sizeof(double), .type = GROVE_F64);
		for (int round = 0; round < ROUNDS; round++) {
			bodies = fmin(bodies, in_bodies(team, verb));
			phases = fmin(phases, in_phases(team, plan, verb));
		}
		grove_plan_free(plan);
		compare(network, "bodies and phases", verb, bodies, phases);
	}
}

TEST("usual options are near the fastest")
{
	usual_options_on("cube:3");
	usual_options_on("cube:4");
}

TEST("bodies are near phases")
{
	bodies_and_phases_on("cube:3");
	bodies_and_phases_on("cube:4");
	bodies_and_phases_on("cube:6");
}
