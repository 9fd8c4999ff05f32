/* Closed forms: each equals the simulator's start-ups and volume, for many sizes and packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "analysis/formulas/formula.h"
#include "analysis/formulas/formula_tables.h"
#include "plan/model/simulator.h"
#include "tests/plan_help.h"
#include "tests/sanitized.h"

static const char *const networks[] = { "cube:0", "cube:1", "cube:2", "cube:3", "cube:4", "cube:5",
	"cube:6", "gh:1", "gh:2", "gh:5", "gh:7", "gh:2x3", "gh:3x2", "gh:3x3", "gh:4x4",
	"gh:2x3x4", "gh:4x3x2", "gh:2x2x2", "gh:3x3x3", "gh:2x2x2x2", "star:2", "star:3", "star:4",
	"star:5", "ccc:3", "ccc:4", "ccc:5", "ccc:6", "butterfly:3", "butterfly:4", "butterfly:5",
	"butterfly:6", "ring:1", "ring:2", "ring:3", "ring:4", "ring:5", "ring:8", "ring:9",
	"torus:2x2", "torus:3x4", "torus:4x3", "torus:5x2", "torus:2x2x3", "torus:4x4",
	"torus:3x5" };

static const enum collective backwards[COLLECTIVES] = {
	[BROADCAST] = REDUCE, [SCATTER] = GATHER, [ALLGATHER] = REDUCESCATTER
};

struct comparison {
	const struct formula *formula;
	const struct problem *problem;
	const struct plan *plan;
};

static int times_compared; /* of formulas without steps */

static void figures_of(const struct comparison *c, size_t bytes, size_t packet, struct figures *f)
{
	struct binding binding = {
		.bytes = bytes, .element = 1, .packet = packet, .root = c->problem->root
	};
	AUTO(schedule) schedule = NULL;

	MUST(plan_view(&schedule, c->plan, &binding) || schedule_figures(schedule, f));
}

/* The time without steps on some machines, when all groups of a block can be cut into whole units.
 */
static void assert_equal_times(const struct comparison *c, size_t bytes, size_t packet)
{
	static const struct machine machines[] = { { .beta = 1, .tau = 0 }, { .beta = 0, .tau = 1 },
		{ .beta = 1, .tau = 1 }, { .beta = 7, .tau = 3 }, { .beta = 1, .tau = 13 },
		{ .beta = 100, .tau = 1 } };
	const struct problem *p = c->problem;
	struct binding binding = {
		.bytes = bytes, .element = 1, .packet = packet, .root = p->root
	};
	struct simulation simulation;
	AUTO(schedule) schedule = NULL;
	struct closed closed;

	if (formula_apply(c->formula, p, &binding, &closed) || closed.at_most)
		return;
	MUST(plan_schedule(&schedule, c->plan, &binding));
	assert_true(schedule->asynchronous || p->net.nodes == 1);
	for (int i = 0; i < COUNT(machines); i++) {
		assert_int_equal(schedule_simulate(schedule, &machines[i], &simulation), 0);
		if (formula_time(c->formula, p, &binding, &machines[i], &closed))
			continue; /* these start-ups are too long */
		times_compared++;
		if (fabs(closed.seconds - simulation.asynchronous) > 1e-12 * closed.seconds)
			fail_msg(
				"%s %s on %s, %zu bytes, packets of %zu, beta %g, tau %g: %.10g by "
				"the formula %s, %.10g by the simulator",
				collective_name(p->collective), p->algorithm, p->net.name, bytes,
				packet, machines[i].beta, machines[i].tau, closed.seconds,
				c->formula->text, simulation.asynchronous);
	}
}

static void assert_equal_figures(const struct comparison *c, size_t bytes, size_t packet)
{
	const struct problem *p = c->problem;
	struct binding binding = {
		.bytes = bytes, .element = 1, .packet = packet, .root = p->root
	};
	size_t cuts = (size_t)formula_cuts(c->formula, p);
	struct closed closed;
	struct figures f;
	bool equal;

	if (c->plan->asynchronous) {
		assert_equal_times(c, bytes, packet);
		return;
	}
	if (formula_apply(c->formula, p, &binding, &closed)) {
		assert_true((packet && c->formula->how & WHOLE) ||
			    ((!packet || packet > bytes) && c->formula->how & SMALL) ||
			    (c->formula->how & IN_TWOS &&
				    (packet == 1 || packet / 2 * (cuts - 1) >= bytes)));
		return;
	}
	figures_of(c, bytes, packet, &f);
	equal = closed.steps == (double)f.steps &&
		fabs(closed.volume - (double)f.volume) <= 1e-9 * closed.volume;
	if (closed.at_most ? closed.steps < (double)f.steps || closed.volume < (double)f.volume
			   : !equal)
		fail_msg("%s %s %s on %s, ports %s, %zu bytes, packets of %zu: %s%.10g beta + "
			 "%.10g tau by the formula %s, %.10g beta + %.10g tau by the simulator",
			collective_name(p->collective), p->algorithm, p->order, p->net.name,
			ports_name(p->ports), bytes, packet, closed.at_most ? "at most " : "",
			closed.steps, closed.volume, c->formula->text, (double)f.steps,
			(double)f.volume);
}

enum {
	MOST_PACKETS = 16
};

static int add_packet(size_t packet[MOST_PACKETS], int count, size_t added)
{
	for (int i = 0; i < count; i++)
		if (packet[i] == added)
			return count;
	packet[count] = added;
	return count + 1;
}

/* Packets of a few bytes where that is not too many, and of fractions of the block and more. */
static void assert_packets(const struct comparison *c, size_t bytes)
{
	static const size_t small[] = { 1, 2, 3, 7 };
	size_t packet[MOST_PACKETS] = { 0 };
	int count = 1;

	for (int i = 0; i < COUNT(small) && bytes * (size_t)c->problem->net.nodes < 1000; i++)
		count = add_packet(packet, count, small[i]);
	for (size_t k = 1; k <= 7; k++)
		count = add_packet(packet, count, (bytes + k - 1) / k);
	count = add_packet(packet, count, bytes + 1);
	count = add_packet(packet, count, bytes * 3 - 1);
	for (int i = 0; i < count; i++)
		if (is_sampled())
			assert_equal_figures(c, bytes, packet[i]);
}

static void assert_sizes(const struct comparison *c)
{
	static const size_t times[] = { 0, 1, 2, 3, 5, 7, 12, 60 };
	size_t cuts = (size_t)formula_cuts(c->formula, c->problem);
	int step = c->problem->net.nodes > 16 ? 3 : 1; /* enough on large networks: 0, 3, 12 */

	for (int i = 0; i < COUNT(times); i += step)
		assert_packets(c, cuts * times[i]);
}

static void assert_formula(const struct formula *formula, struct problem *problem)
{
	struct comparison c = { formula, problem, NULL };
	AUTO(plan) plan = plan_of(problem);

	c.plan = plan;
	assert_sizes(&c);
}

/* What the line is for on this network; false when it is for others. */
static bool ask_for(struct problem *problem, const struct formula *f, const char *network,
	enum ports ports, enum duplex duplex, bool reverse)
{
	static int permutation[1 << 10];

	*problem = problem_of(network, reverse ? backwards[f->collective] : f->collective);
	strcpy(problem->algorithm, f->algorithm);
	strcpy(problem->order, f->order);
	problem->ports = ports;
	problem->duplex = duplex;
	problem->root = problem->net.nodes / 3;
	problem->destination = problem->net.nodes - 1;
	for (int v = 0; v < problem->net.nodes; v++)
		permutation[v] = (v + 1) % problem->net.nodes;
	problem->permutation = f->collective == PERMUTE ? permutation : NULL;
	if (f->collective == PERMUTE && algorithm_of(problem)->permutation &&
		permutation_named(permutation, &problem->net, algorithm_of(problem)->permutation))
		return false;
	if (f->collective == SEND && algorithm_serves(problem))
		problem->destination =
			network_translate(&problem->net, problem->root, problem->net.nodes - 1);
	return formula_of(problem) == f && !algorithm_serves(problem);
}

/* Whether the family does not apply: those of the cube do not where there is no link. */
static bool algorithm_missing(const struct problem *problem)
{
	char name[ALGORITHM_NAME];

	for (int i = 0; !algorithm_name_at(name, problem->collective, &problem->net, i); i++)
		if (!strcmp(name, problem->algorithm))
			return false;
	return true;
}

/* How many problems a formula was compared for. */
static int compare_formula(const struct formula *f, bool reverse)
{
	struct problem problem;
	int compared = 0;

	for (int i = 0; i < COUNT(networks); i++)
		for (int ports = SINGLE; ports <= ALL; ports++)
			for (int duplex = HALF; duplex <= FULL; duplex++)
				if (ask_for(&problem, f, networks[i], (enum ports)ports,
					    (enum duplex)duplex, reverse) &&
					!algorithm_missing(&problem)) {
					assert_formula(f, &problem);
					compared++;
				}
	return compared;
}

#define FOR_FORMULAS(f)                                                                            \
	for (int t = 0; formula_tables[t]; t++)                                                    \
		for (const struct formula *f = formula_tables[t]; f->text; f++)

TEST("formula: all equal the simulator's start-ups and volume")
{
	FOR_FORMULAS(f)
	if (compare_formula(f, false) < 1)
		fail_msg("%s %s %s: no problem is for it", collective_name(f->collective),
			f->algorithm, f->text);
	print_message("# %d times without steps compared\n", times_compared);
	assert_true(times_compared > (SANITIZED ? 25 : 250));
}

TEST("formula: reverses share them")
{
	FOR_FORMULAS(f)
	if (backwards[f->collective] && !(f->how & ONE_WAY) && compare_formula(f, true) < 1)
		fail_msg("%s %s %s: no reverse is for it", collective_name(f->collective),
			f->algorithm, f->text);
}

/* J&H's nESBT on 8 nodes: 1024 bytes in packets of 128 are 3 rounds, and 3 steps more. */
TEST("formula: the nESBT takes what the paper says")
{
	struct problem problem = problem_by("nesbt", BROADCAST, "cube:3");
	struct binding binding = { .bytes = 1024, .packet = 128 };
	const struct formula *f = formula_of(&problem);
	struct closed closed;

	assert_non_null(f);
	assert_string_equal(f->text, "(ceil(M/(nB))+n) (beta + B tau)");
	assert_int_equal(formula_apply(f, &problem, &binding, &closed), 0);
	assert_true(closed.steps == 6 && closed.volume == 768);
	problem.ports = EXCHANGE;
	f = formula_of(&problem);
	assert_int_equal(formula_apply(f, &problem, &binding, &closed), 0);
	assert_true(closed.steps == 11 && closed.volume == 11 * 128);
}

TEST("formula: what is not known is not said")
{
	struct problem problem = problem_by("sbnt", ALLTOALL, "cube:4");
	struct binding binding = { .bytes = 64, .packet = 65 };
	struct closed closed;

	problem.ports = EXCHANGE;
	assert_non_null(formula_of(&problem));
	problem.duplex = HALF;
	assert_null(formula_of(&problem));
	problem.duplex = FULL;
	strcpy(problem.order, "turn");
	assert_null(formula_of(&problem));
	problem = problem_by("nrsbt", SCATTER, "cube:4");
	strcpy(problem.order, "stream");
	assert_non_null(formula_of(&problem));
	assert_int_equal(formula_apply(formula_of(&problem), &problem, &binding, &closed), -ENOENT);
	problem.ports = EXCHANGE;
	assert_null(formula_of(&problem));
}
