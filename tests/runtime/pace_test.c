/* The pace: in a time of its own it is the simulator's to the last digit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/teams.h"
#include "runtime/node/team_state.h"
#include "runtime/team/team.h"
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "library/handles.h"
#include "tests/runtime/execution_help.h"
#include "tests/sanitized.h"

ENDS(team, assert_int_equal(team_close(*ended), 0))

/* ---- A time that passes only when nothing can go on ---- */

struct tale {
	double time;
	char what[512];		   /* goes on */
	int plans;		   /* so far */
	const unsigned char *byte; /* that is watched; NULL: none */
	double changed;		   /* when it was first seen not to be 0 */
};

static double tale_now(void *context)
{
	return ((struct tale *)context)->time;
}

static void tale_pass(void *context, double until)
{
	struct tale *tale = context;

	if (tale->byte && *tale->byte && !(tale->changed > 0))
		tale->changed = tale->time;
	if (!(until > tale->time) || until == INFINITY) {
		fprintf(stderr, "%s: at %g nothing can go on before %g\n", tale->what, tale->time,
			until);
		abort();
	}
	tale->time = until;
}

static struct team *team_in(struct tale *tale, const char *network, double beta, double tau)
{
	struct timepiece timepiece = { tale_now, tale_pass, tale };
	struct pacing pacing = { beta, tau, &timepiece };
	struct team_options options = { .threads = 1, .timeout = 20, .pacing = &pacing };
	struct team *team;

	assert_int_equal(network_open(&options.net, network), 0);
	if (team_open(&team, &options) || library_attach(team))
		fail_msg("%s: %s", network, why_text());
	return team;
}

enum {
	ORDERS = 5
};
static const char *const orders[ORDERS] = { NULL, "level", "dimension", "turn", "breadth" };

/* One plan, if there is such a one: the bytes, and the time. */
static void compare(struct tale *tale, struct team *team, const struct case_of *c,
	const struct grove_problem *problem)
{
	const char *network = team->net.name;
	struct simulation simulation;
	AUTO(grove_plan) plan = NULL;
	struct pace_kept kept;
	struct grove_pace pace;
	double begin = tale->time, seconds;
	char *what = tale->what;

	snprintf(what, sizeof tale->what, "%s %s %s root %d, %zu bytes, packet %zd, %s %s %s",
		c->collective, problem->algorithm, network, c->root, c->bytes,
		(ssize_t)problem->packet, problem->ports, problem->duplex,
		problem->order ? problem->order : "");
	if (grove_plan_make(&plan, network, problem))
		return;
	tale->plans++;
	if (!is_sampled())
		return;
	assert_true(pace_of(team, &pace));
	run(team_outside(team), plan, c, what);
	seconds = tale->time - begin;
	assert_true(team_pace(team, &kept));
	if (kept.late > 1e-9 * seconds)
		fail_msg("%s: %g s late in a time of its own", what, kept.late);
	if (plan_simulate(plan, c->bytes, c->root, &pace, &simulation))
		fail_msg("%s: %s", what, why_text());
	if (fabs(seconds - simulation.asynchronous) > 1e-9 * (1 + simulation.asynchronous))
		fail_msg("%s: %.12g s, the simulator says %.12g", what, seconds,
			simulation.asynchronous);
}

static void compare_algorithm(struct tale *tale, struct team *team, struct case_of *c,
	const char *algorithm, const char *ports, const char *duplex)
{
	static const size_t packets[] = { 0, 13, GROVE_PACKET_AUTO };
	struct grove_problem problem = { .collective = c->collective,
		.algorithm = algorithm,
		.root = c->root,
		.destination = c->destination,
		.ports = ports,
		.duplex = duplex,
		.permutation = c->permutation };

	for (size_t p = c->nodes > 4; p < (c->nodes > 8 ? 2 : 3); p++)
		for (int o = 0; o < ORDERS; o++) {
			problem.packet = packets[p];
			problem.order = orders[o];
			compare(tale, team, c, &problem);
		}
}

static void compare_network(const char *name, const char *ports, const char *duplex)
{
	struct tale tale = { .time = 1000 };
	struct team *team = team_in(&tale, name, 16, 1);
	const struct network *net = &team->net;
	int permutation[MOST_NODES];
	char algorithm[ALGORITHM_NAME];

	permutation_named(permutation, net, "random:7");
	for (int i = 0; i < COLLECTIVES; i++) {
		struct case_of c = { .collective = collective_name(i),
			.nodes = net->nodes,
			.root = collective_rooted(i) ? net->nodes - 1 : 0,
			.destination = net->nodes / 2,
			.bytes = i == BARRIER ? 0 : 101,
			.permutation = i == PERMUTE ? permutation : NULL };

		for (int k = 0; !algorithm_name_at(algorithm, i, net, k); k++)
			compare_algorithm(&tale, team, &c, algorithm, ports, duplex);
	}
	team_close(team);
	assert_true(tale.plans > 2 * COLLECTIVES);
}

static const char *const networks[] = { "cube:1", "cube:2", "cube:3", "gh:2x3", "gh:5", "star:3" };

static void compare_networks(const char *ports, const char *duplex)
{
	for (size_t n = 0; n < sizeof networks / sizeof networks[0]; n++)
		compare_network(networks[n], ports, duplex);
}

TEST("all ports take the simulators time")
{
	compare_networks("all", "full");
	compare_network("cube:4", "all", "full");
	compare_network("ccc:3", "all", "full");
	compare_network("butterfly:3", "all", "full");
}

TEST("half duplex takes the simulators time")
{
	compare_networks("all", "half");
}

TEST("sendrecv takes the simulators time")
{
	compare_networks("sendrecv", "full");
}

TEST("exchange takes the simulators time")
{
	compare_networks("exchange", "full");
	compare_network("cube:4", "exchange", "full");
}

TEST("single takes the simulators time")
{
	compare_networks("single", "full");
	compare_network("cube:3", "single", "half");
}

/* Node 3 is behind two packets of 16 + 100 s: its bytes move when the second one starts. */
TEST("bytes move no earlier than their packet")
{
	struct tale tale = { .time = 1000 };
	AUTO(team) team = team_in(&tale, "cube:2", 16, 1);
	unsigned char block[4][100] = { { 0 } };
	struct grove_buffers buffers[4];
	AUTO(grove_plan) plan = NULL;

	memset(block[0], 1, sizeof block[0]);
	for (int v = 0; v < 4; v++)
		buffers[v] = (struct grove_buffers){ NULL, block[v] };
	tale.byte = &block[3][99];
	plan = PLAN_OF("cube:2", .collective = "broadcast", .algorithm = "sbt");
	assert_int_equal(grove_team_execute(team_outside(team), plan, buffers, 100), 0);
	assert_true(tale.time == 1000 + 2 * 116);
	assert_true(tale.changed == 1000 + 116);
}
