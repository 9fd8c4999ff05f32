/* Lower bounds: values known from the papers, the best of all schedules, and all of ours. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "analysis/lower_bound.h"
#include "plan/model/simulator.h"
#include "tests/plan_help.h"

static const struct machine bytes_only = { "bytes", "", "", 0, 1 };
static const struct machine starts_only = { "starts", "", "", 1, 0 };
static const struct machine both = { "both", "", "", 8, 1 };
static const struct machine *const machines[] = { &bytes_only, &starts_only, &both };

/* ---- Known values ---- */

static const struct known {
	const char *network;
	enum collective collective;
	enum ports ports;
	enum duplex duplex;
	size_t bytes;
	const struct machine *machine;
	double bound;
} knowns[] = {
	/* Johnsson & Ho 1986: the start-ups of one-port and n-port algorithms on the cube. */
	{ "cube:3", BROADCAST, ALL, FULL, 1, &starts_only, 3 },
	{ "cube:5", BROADCAST, EXCHANGE, FULL, 1, &starts_only, 5 },
	{ "gh:9", BROADCAST, ALL, FULL, 1, &starts_only, 1 },
	{ "gh:9", BROADCAST, SENDRECV, FULL, 1, &starts_only, 4 },
	{ "gh:9", REDUCE, SINGLE, FULL, 1, &starts_only, 4 },
	{ "gh:8", ALLTOALL, SENDRECV, FULL, 1, &starts_only, 3 },
	{ "cube:4", SEND, ALL, FULL, 1, &starts_only, 4 },
	/* A root with p ways out; then the bytes that go farthest. */
	{ "cube:4", BROADCAST, ALL, FULL, 400, &bytes_only, 100 + 3 },
	{ "cube:4", BROADCAST, EXCHANGE, FULL, 400, &bytes_only, 400 + 3 },
	{ "cube:4", REDUCE, ALL, FULL, 401, &both, 4 * 8 + 101 + 3 },
	{ "cube:4", SEND, SENDRECV, FULL, 400, &bytes_only, 400 + 3 },
	/* Tables 7 and 12; Stout & Wagar 1990, section 9: (N-1) M / n and N M / 2. */
	{ "cube:4", SCATTER, ALL, FULL, 400, &bytes_only, 1500 },
	{ "cube:4", GATHER, ALL, FULL, 400, &bytes_only, 1500 },
	{ "cube:4", SCATTER, SINGLE, FULL, 400, &bytes_only, 6000 },
	{ "cube:4", ALLGATHER, ALL, FULL, 400, &bytes_only, 1500 },
	{ "cube:4", REDUCESCATTER, ALL, FULL, 400, &bytes_only, 1500 },
	{ "cube:4", ALLTOALL, ALL, FULL, 400, &bytes_only, 3200 },
	{ "cube:4", ALLTOALL, EXCHANGE, FULL, 400, &bytes_only, 16 * 400 * 2 },
	{ "gh:3x3", ALLTOALL, ALL, FULL, 4, &bytes_only, 12 },
	{ "cube:4", PERMUTE, ALL, FULL, 400, &bytes_only, 400 },
	/* Both directions of a link, or sending and receiving, exclude each other. */
	{ "cube:4", ALLTOALL, ALL, HALF, 400, &bytes_only, 6400 },
	{ "cube:4", ALLGATHER, ALL, HALF, 400, &bytes_only, 3000 },
	{ "cube:4", ALLGATHER, SINGLE, FULL, 400, &bytes_only, 12000 },
	/* All-reduce moves each byte 2 (N - 1) times. */
	{ "cube:4", ALLREDUCE, ALL, FULL, 6400, &bytes_only, 3000 },
	{ "gh:5", ALLREDUCE, SENDRECV, FULL, 5000, &bytes_only, 8000 },
	{ "gh:5", ALLREDUCE, SINGLE, FULL, 5000, &bytes_only, 16000 },
	{ "cube:3", BARRIER, ALL, FULL, 0, &both, 24 },
	{ "gh:9", BARRIER, SINGLE, FULL, 0, &starts_only, 4 },
	{ "cube:1", BARRIER, SINGLE, FULL, 0, &starts_only, 2 },
	{ "cube:1", BARRIER, ALL, HALF, 0, &starts_only, 2 },
	/* Nothing to do. */
	{ "cube:0", BROADCAST, ALL, FULL, 8, &both, 0 },
	{ "cube:4", ALLTOALL, ALL, FULL, 0, &both, 0 },
};

TEST("bound: values known from the papers")
{
	for (int i = 0; i < COUNT(knowns); i++) {
		const struct known *known = &knowns[i];
		struct problem problem = problem_of(known->network, known->collective);
		int inversion[64];
		double bound;

		for (int v = 0; v < problem.net.nodes; v++)
			inversion[v] = problem.net.nodes - 1 - v;
		problem.destination = problem.net.nodes - 1;
		problem.permutation = inversion;
		problem.ports = known->ports;
		problem.duplex = known->duplex;
		bound = problem_bound(&problem, known->bytes, known->machine);
		if (bound != known->bound)
			fail_msg("%s on %s, line %d: %g instead of %g",
				collective_name(known->collective), known->network, i, bound,
				known->bound);
	}
}

/* Every node sends to a neighbour, so that links are not loaded much; but all must cross one digit.
 * Stout & Wagar 1990, section 9: the reflection takes as long as the inversion. */
TEST("bound: a cut bounds permutations")
{
	static const struct {
		const char *network;
		int shift; /* added to each node, modulo the nodes */
		enum ports ports;
		enum duplex duplex;
		double bound; /* of 12 bytes, start-ups of 8 */
	} table[] = {
		{ "cube:3", 4, ALL, FULL, 8 + 12 },
		{ "cube:3", 4, ALL, HALF, 8 + 24 },
		{ "cube:3", 4, SENDRECV, FULL, 8 + 12 },
		{ "cube:3", 4, EXCHANGE, FULL, 8 + 12 },
		{ "cube:3", 4, SINGLE, FULL, 8 + 24 },
		{ "gh:3x3", 3, ALL, FULL, 8 + 6 },
		{ "gh:3x3", 3, ALL, HALF, 8 + 12 },
		{ "gh:3x3", 3, SINGLE, FULL, 8 + 24 },
		{ "gh:5", 1, ALL, FULL, 8 + 12 / 4 },
		{ "gh:2x5", 5, ALL, FULL, 8 + 12 },
		{ "star:3", 3, ALL, FULL, 0 },
	};
	int permutation[16];

	for (int i = 0; i < COUNT(table); i++) {
		struct problem problem = problem_of(table[i].network, PERMUTE);

		for (int v = 0; v < problem.net.nodes; v++)
			permutation[v] = (v + table[i].shift) % problem.net.nodes;
		problem.permutation = permutation;
		problem.ports = table[i].ports;
		problem.duplex = table[i].duplex;
		if (table[i].bound > 0 && problem_bound(&problem, 12, &both) != table[i].bound)
			fail_msg("%s, line %d: %g instead of %g", table[i].network, i,
				problem_bound(&problem, 12, &both), table[i].bound);
		assert_true(problem_bound(&problem, 12, &both) > 0);
	}
}

/* Each node of one half has a block for each of the other, and five links lead there. */
TEST("bound: a cut bounds what all send to all")
{
	struct problem problem = problem_of("gh:2x5", ALLTOALL);

	assert_true(problem_bound(&problem, 12, &both) == 8 + 5 * 12);
	problem.duplex = HALF;
	assert_true(problem_bound(&problem, 12, &both) == 8 + 10 * 12);
	problem = problem_of("cube:4", ALLTOALL);
	assert_true(problem_bound(&problem, 12, &both) == 8 + 8 * 12);
}

TEST("bound: standing still takes no time")
{
	struct problem problem = problem_of("cube:2", PERMUTE);
	int identity[4] = { 0, 1, 2, 3 };

	problem.permutation = identity;
	assert_true(problem_bound(&problem, 8, &both) == 0);
	problem.collective = SEND;
	problem.root = problem.destination = 2;
	assert_true(problem_bound(&problem, 8, &both) == 0);
}

/* ---- The fewest start-ups, by trying all: who has heard of whom after each step ---- */

struct search {
	struct problem problem;
	int link[8][2], links;
	unsigned choice[1 << 12]; /* what may be done in one step, all that is possible */
	int choices;
	unsigned char steps[1 << 16]; /* of each state; 0: not reached */
};

/* Bits 4 v ... 4 v + 3: the nodes that v has heard of. */
static unsigned heard(unsigned state, int v)
{
	return state >> (4 * v) & 15;
}

/* Digit k of the choice in base 4: which directions of link k are used. */
static bool allowed(const struct search *s, unsigned choice)
{
	int sends[4] = { 0 }, receives[4] = { 0 }, links[4] = { 0 };

	for (int k = 0; k < s->links; k++)
		for (int way = 0; way < 2; way++) {
			unsigned used = choice >> (2 * k) & 3;

			if (used == 3 && s->problem.duplex == HALF)
				return false;
			sends[s->link[k][way]] += used >> way & 1;
			receives[s->link[k][1 - way]] += used >> way & 1;
			links[s->link[k][way]] += used != 0;
		}
	for (int v = 0; v < s->problem.net.nodes && s->problem.ports != ALL; v++) {
		bool serial = sends[v] <= 1 && receives[v] <= 1;

		if (s->problem.ports == SINGLE && sends[v] + receives[v] > 1)
			return false;
		if (!serial || (s->problem.ports == EXCHANGE && links[v] > 1))
			return false;
	}
	return true;
}

/* More in a step does no harm: who sends what is known loses nothing. So of the allowed choices
 * those are enough to which no further direction can be added. */
static bool can_grow(const struct search *s, unsigned choice)
{
	for (int bit = 0; bit < 2 * s->links; bit++)
		if (!(choice >> bit & 1) && allowed(s, choice | 1u << bit))
			return true;
	return false;
}

static void find_choices(struct search *s)
{
	s->choices = 0;
	for (unsigned choice = 1; choice < 1u << (2 * s->links); choice++)
		if (allowed(s, choice) && !can_grow(s, choice))
			s->choice[s->choices++] = choice;
}

static unsigned after(const struct search *s, unsigned state, unsigned choice)
{
	unsigned next = state;

	for (int k = 0; k < s->links; k++)
		for (int way = 0; way < 2; way++)
			if (choice >> (2 * k) >> way & 1)
				next |= heard(state, s->link[k][way]) << (4 * s->link[k][1 - way]);
	return next;
}

static bool done(const struct search *s, unsigned state)
{
	for (int v = 0; v < s->problem.net.nodes; v++)
		switch (s->problem.collective) {
		case BROADCAST:
			if (!(heard(state, v) & 1))
				return false;
			break;
		case GATHER:
			if (!(heard(state, 0) >> v & 1))
				return false;
			break;
		default:
			if (heard(state, v) != (1u << s->problem.net.nodes) - 1)
				return false;
		}
	return true;
}

static int fewest_steps(struct search *s)
{
	static unsigned queue[1 << 16];
	unsigned start = 0;
	size_t first = 0, last = 0;

	memset(s->steps, 0, sizeof s->steps);
	for (int v = 0; v < s->problem.net.nodes; v++)
		start |= 1u << (5 * v);
	s->steps[start] = 1;
	for (queue[last++] = start; first < last; first++) {
		if (done(s, queue[first]))
			return s->steps[queue[first]] - 1;
		for (int i = 0; i < s->choices; i++) {
			unsigned next = after(s, queue[first], s->choice[i]);

			if (s->steps[next])
				continue;
			s->steps[next] = s->steps[queue[first]] + 1;
			queue[last++] = next;
		}
	}
	fail_msg("the search ended");
	return 0;
}

static void find_links(struct search *s)
{
	const struct network *net = &s->problem.net;

	s->links = 0;
	for (int u = 0; u < net->nodes; u++)
		for (int p = 0; p < net->ports; p++) {
			int v = network_neighbour(net, u, p);

			if (u < v) {
				s->link[s->links][0] = u;
				s->link[s->links++][1] = v;
			}
		}
}

TEST("bound: no search finds fewer start-ups")
{
	static const char *const networks[] = { "cube:1", "gh:3", "cube:2", "gh:4" };
	static const enum collective wanted[] = { BROADCAST, GATHER, BARRIER };
	static struct search s;
	int reached = 0, tried = 0;

	for (int i = 0; i < COUNT(networks) * COUNT(wanted) * 8; i++) {
		enum collective collective = wanted[i / 8 % COUNT(wanted)];
		double bound;
		int steps;

		s.problem = problem_of(networks[i / 8 / COUNT(wanted)], collective);
		s.problem.ports = (enum ports)(i % 4);
		s.problem.duplex = (enum duplex)(i / 4 % 2);
		find_links(&s);
		find_choices(&s);
		steps = fewest_steps(&s);
		bound = problem_bound(&s.problem, collective == BARRIER ? 0 : 1, &starts_only);
		if (bound > steps)
			fail_msg("%s on %s, ports %d: %g is more than %d",
				collective_name(collective), s.problem.net.name, i % 4, bound,
				steps);
		reached += bound == steps;
		tried++;
	}
	/* A bound of nothing would never be wrong: most of these are reached. */
	assert_in_range(reached, tried * 8 / 10, tried);
}

/* ---- All of our plans ---- */

static int checked;

static void assert_not_below(const struct plan *plan, const struct binding *binding)
{
	AUTO(schedule) schedule = NULL;
	struct figures figures;

	MUST(plan_schedule(&schedule, plan, binding));
	assert_int_equal(schedule_figures(schedule, &figures), 0);
	schedule->problem.ports = figures.ports;
	schedule->problem.duplex = figures.duplex;
	for (int i = 0; i < COUNT(machines); i++) {
		double bound = problem_bound(&schedule->problem, binding->bytes, machines[i]);
		struct simulation time;

		assert_int_equal(schedule_simulate(schedule, machines[i], &time), 0);
		if (time.synchronous < bound * (1 - 1e-12) ||
			time.asynchronous < bound * (1 - 1e-12))
			fail_msg("%s %s %s, %zu bytes: %g and %g are below %g",
				collective_name(plan->problem.collective), plan->problem.algorithm,
				plan->problem.net.name, binding->bytes, time.synchronous,
				time.asynchronous, bound);
		checked++;
	}
}

static void assert_algorithm(const struct problem *problem)
{
	static const size_t sizes[][2] = { { 1, 0 }, { 37, 5 }, { 240, 0 }, { 240, 20 } };
	AUTO(plan) plan = NULL;

	if (collective_plan(&plan, problem))
		return; /* not under these ports: the builders' tests say which */
	for (int i = 0; i < COUNT(sizes); i++) {
		struct binding binding = { .bytes = sizes[i][0],
			.element = 1,
			.packet = sizes[i][1],
			.root = problem->root };

		assert_not_below(plan, &binding);
	}
}

TEST("bound: no simulated plan is below it")
{
	static const char *const networks[] = { "cube:1", "cube:2", "cube:3", "cube:4", "gh:3",
		"gh:5", "gh:3x3", "gh:2x3", "gh:4x4" };
	int permutation[16];

	for (int i = 0; i < COUNT(networks) * COLLECTIVES * 4; i++) {
		struct problem problem = problem_of(
			networks[i / 4 / COLLECTIVES], (enum collective)(i / 4 % COLLECTIVES));

		problem.ports = (enum ports)(i % 4);
		problem.destination = problem.net.nodes - 1;
		problem.root = problem.collective == SEND ? 0 : problem.net.nodes / 2;
		for (int v = 0; v < problem.net.nodes; v++)
			permutation[v] = (v + 1) % problem.net.nodes;
		problem.permutation = problem.collective == PERMUTE ? permutation : NULL;
		for (int a = 0;
			!algorithm_name_at(problem.algorithm, problem.collective, &problem.net, a);
			a++)
			if (!algorithm_serves(&problem))
				assert_algorithm(&problem);
	}
	assert_true(checked > 1000);
}
