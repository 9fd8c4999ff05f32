/* Sends, distribution and inversion on cubes: steps, sizes and exact times are those of the paper.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/named_permutations.h"
#include "collectives/cube/corner_split.h"
#include "analysis/formulas/formula.h"
#include "collectives/discipline.h"
#include "plan/model/estimate.h"
#include "plan/model/simulator.h"
#include "plan/verify/verify_schedule.h"
#include "tests/collective_help.h"

/* Stout & Wagar 1990, sections 3 to 6. All sizes here are whole numbers, so times are exact. */

static const struct machine machines[] = { { .beta = 1, .tau = 0 }, { .beta = 0, .tau = 1 },
	{ .beta = 1, .tau = 1 }, { .beta = 9, .tau = 2 }, { .beta = 1, .tau = 11 },
	{ .beta = 500, .tau = 1 } };

static size_t common_multiple(int n)
{
	size_t all = 1;

	for (size_t k = 2, next; k <= (size_t)n; k++) {
		for (next = all; next % k; next += all)
			;
		all = next;
	}
	return all;
}

static struct schedule *bind(const struct problem *problem, size_t bytes, size_t packet)
{
	struct schedule *schedule = schedule_made(problem, bytes, packet);
	struct verdict verdict;

	MUST(schedule_verify(schedule, &verdict));
	if (!verdict.ok)
		fail_msg("%s %s on %s: %s", collective_name(problem->collective),
			problem->algorithm, problem->net.name, verdict.text);
	return schedule;
}

static struct simulation time_of(const struct schedule *schedule, const struct machine *machine)
{
	struct simulation simulation;

	MUST(schedule_simulate(schedule, machine, &simulation));
	return simulation;
}

static void assert_time(const struct schedule *s, const struct machine *machine, double expected)
{
	double time = time_of(s, machine).asynchronous;

	if (fabs(time - expected) > 1e-9 * expected)
		fail_msg("%s %s on %s, root %d, destination %d, %zu bytes, beta %g, tau %g: %.12g "
			 "instead of %.12g",
			collective_name(s->problem.collective), s->problem.algorithm,
			s->problem.net.name, s->problem.root, s->problem.destination, s->bytes,
			machine->beta, machine->tau, time, expected);
}

/* ---- The even split ---- */

static void assert_even(int n)
{
	size_t nodes = (size_t)1 << n;
	FREED uint32_t *load = calloc(nodes * (size_t)n, sizeof *load);
	ENDED(corner_free) struct corner corner;

	assert_int_equal(corner_open(&corner, CORNER_EVEN, n), 0);
	assert_int_equal(corner.units, common_multiple(n));
	for (int p = 0; p < corner.parts; p++) {
		size_t v = 0;

		assert_true(corner.cut[p] < corner.cut[p + 1]);
		for (int i = 0; i < n; i++) {
			int dimension = corner.way[p * n + i];

			load[v * (size_t)n + (size_t)dimension] +=
				corner.cut[p + 1] - corner.cut[p];
			assert_false(v >> dimension & 1);
			v |= (size_t)1 << dimension;
		}
	}
	for (size_t v = 0; v < nodes; v++)
		for (int i = 0; i < n; i++)
			if (!(v >> i & 1))
				assert_int_equal(
					load[v * (size_t)n + (size_t)i] *
						(uint32_t)(n * (int)binomial(n - 1,
								       __builtin_popcountl(v))),
					corner.units);
}

TEST("sends: links at one distance from a corner carry alike")
{
	for (int n = 1; n <= 10; n++)
		assert_even(n);
}

/* ---- To one node ---- */

/* Stages across n dimensions, each as long as a packet takes: C(n-1,k) links of each node share. */
static double stages(int n, double bytes, const struct machine *machine)
{
	double time = 0;

	for (int k = 0; k < n; k++)
		time += machine->beta + machine->tau * bytes / (n * (int)binomial(n - 1, k));
	return time;
}

/* g groups of m bytes together: the first packets set the pace, then the last group goes alone. */
static double across(int n, double m, int g, const struct machine *machine)
{
	return (g - 1) * (machine->beta + machine->tau * m / (n * g)) + stages(n, m / g, machine);
}

static double around(int n, double m, int g, const struct machine *machine)
{
	double step = machine->beta + machine->tau * m / g;

	return (g + 1) * step + stages(n, m / g, machine);
}

static double expected_time(
	const char *algorithm, int d, int n, double m, int g, const struct machine *machine)
{
	double step = machine->beta + machine->tau * m / (d * g);

	if (!strcmp(algorithm, "ocsend1"))
		return d * (machine->beta + machine->tau * m);
	if (!strcmp(algorithm, "ocsend2"))
		return d * (machine->beta + machine->tau * m / d);
	if (!strcmp(algorithm, "arbitrary2"))
		return ((n <= d - 2 ? n + 2 : d) + g - 1) * step;
	if (!strcmp(algorithm, "arbitrary3") && n < d)
		return fmax(across(n, m * n / d, g, machine), around(n, m / d, g, machine));
	return algorithm[0] == 'x' ? around(n, m, g, machine) : across(n, m, g, machine);
}

/* The largest packet of m bytes in g groups. */
static size_t packet_of(const char *algorithm, int d, int n, size_t m, int g)
{
	size_t most = m / (size_t)g;

	if (algorithm[0] == 'x' || !strcmp(algorithm, "ocsend1"))
		return most;
	return most / (size_t)(!strcmp(algorithm, "arbitrary1") ? n : d);
}

static void assert_send(struct problem *problem, int n, int g)
{
	int d = problem->net.digits;
	size_t bytes = 2 * (size_t)(d * g) * common_multiple(n);
	size_t packet = packet_of(problem->algorithm, d, n, bytes, g);
	AUTO(schedule) s = bind(problem, bytes, packet);

	for (int i = 0; i < COUNT(machines); i++)
		assert_time(s, &machines[i],
			expected_time(problem->algorithm, d, n, (double)bytes, g, &machines[i]));
	for (size_t k = 0; k < s->packets; k++)
		assert_true(s->packet[k].bytes <= packet);
}

/* To the lowest node at that distance and to a mixed one, from two roots. */
static void for_distances(const char *algorithm, int d, int least, int most, int groups)
{
	struct problem problem = cube_problem(algorithm, SEND, d);

	for (int n = least; n <= most; n++)
		for (int way = 0; way < 2; way++)
			for (int g = 1; g <= groups; g++) {
				int bits = (1 << n) - 1, all = problem.net.nodes - 1;

				if (way)
					bits = ((bits << (d / 2)) | (bits << (d / 2)) >> d) & all;
				problem.root = way ? all / 3 : 0;
				problem.destination = problem.root ^ bits;
				assert_send(&problem, n, g);
			}
}

TEST("sends: times are those of the paper, for every distance")
{
	for (int d = 1; d <= 6; d++) {
		int groups = d < 6 ? 4 : 2;

		for_distances("ocsend1", d, d, d, 1);
		for_distances("ocsend2", d, d, d, 1);
		for_distances("ocsend3", d, d, d, 1);
		for_distances("ocsend4", d, d, d, groups);
		for_distances("xocsend1", d, 1, d - 1, 1);
		for_distances("xocsend2", d, 1, d - 1, groups);
		for_distances("arbitrary1", d, 1, d, groups);
		for_distances("arbitrary2", d, 1, d, groups);
		for_distances("arbitrary3", d, 1, d, groups);
	}
}

/* In step a send in groups takes a step for each group and each further stage. */
TEST("sends: with a common step it takes longer")
{
	struct problem problem = cube_problem("ocsend4", SEND, 4);
	const struct machine machine = { .beta = 1, .tau = 1 };
	AUTO(schedule) s = NULL;
	struct simulation time;

	problem.destination = 15;
	s = bind(&problem, 4 * 12 * 5, 12);
	time = time_of(s, &machine);
	assert_true(s->asynchronous);
	assert_int_equal(s->steps, 4 + 5 - 1);
	assert_true(time.synchronous == 8 * 13); /* in each step some link carries 12 */
	assert_true(time.asynchronous == 4 * 13 + 13 + 5 + 5 + 13);
}

TEST("sends: nobody sends to itself")
{
	static const char *const names[] = { "xocsend1", "xocsend2", "arbitrary1", "arbitrary2",
		"arbitrary3" };

	for (int i = 0; i < COUNT(names); i++) {
		struct problem problem = cube_problem(names[i], SEND, 3);
		AUTO(schedule) s = NULL;

		problem.root = problem.destination = 5;
		s = bind(&problem, 100, 7);
		assert_int_equal(s->packets, 0);
	}
}

/* Nodes send to one another at once: each direction has links of its own. */
TEST("sends: both directions share no link")
{
	static const char *const names[] = { "arbitrary1", "arbitrary3" };

	for (int i = 0; i < COUNT(names) * 5; i++) {
		struct problem there = cube_problem(names[i / 5], SEND, 5), back = there;
		AUTO(schedule) a = NULL, *b = NULL;

		there.destination = back.root = (1 << (i % 5 + 1)) - 1;
		a = bind(&there, 1000, 0);
		b = bind(&back, 1000, 0);
		for (size_t k = 0; k < a->packets; k++)
			for (size_t j = 0; j < b->packets; j++)
				assert_false(a->packet[k].from == b->packet[j].from &&
					     a->packet[k].port == b->packet[j].port);
	}
}

#define REFUSES_PLAN(problem, text)                                                                \
	REFUSES(collective_plan(&(struct plan *){ NULL }, problem), EINVAL, text)

TEST("sends: what is for other nodes is refused")
{
	struct problem problem = cube_problem("ocsend3", SEND, 3);
	int permutation[8] = { 7, 6, 5, 4, 3, 2, 0, 1 };

	problem.root = 1;
	problem.destination = 7;
	REFUSES_PLAN(&problem, "node 7 is not the corner opposite to node 1, which is 6; "
			       "arbitrary1, arbitrary2 and arbitrary3 send to any node");
	problem.destination = 8;
	REFUSES_PLAN(&problem, "destination 8: cube:3 has nodes 0 to 7");
	problem = cube_problem("xocsend2", SEND, 3);
	problem.destination = 7;
	REFUSES_PLAN(&problem, "nodes 0 and 7 differ in all; ocsend4 and arbitrary3 send there");
	problem = cube_problem("inversion", PERMUTE, 3);
	problem.permutation = permutation;
	REFUSES_PLAN(&problem, "node 6 is to send to node 0: permuted-send serves all");
	problem = problem_by("distribute1", SCATTER, "gh:3x3");
	REFUSES_PLAN(&problem, "scatter distribute1: needs cube:n, n >= 1, got gh:3x3; there: ");
	problem = cube_problem("distribute2", SCATTER, 3);
	strcpy(problem.order, "level");
	REFUSES_PLAN(&problem, "has no order 'level'; it has only one");
	assert_int_equal(discipline_check(&problem), -EINVAL);
	problem = cube_problem("ocsend3", SEND, 17);
	problem.destination = problem.net.nodes - 1;
	REFUSES(collective_plan(&(struct plan *){ NULL }, &problem), ENOMEM,
		"across 17 dimensions take more parts");
}

/* ---- All port models, at sizes that do not divide ---- */

static void assert_right_at_odd_sizes(const struct problem *problem)
{
	static const size_t sizes[][2] = { { 0, 0 }, { 1, 1 }, { 7, 2 }, { 37, 5 }, { 1009, 101 } };

	for (int i = 0; i < COUNT(sizes); i++) {
		AUTO(schedule) s = bind(problem, sizes[i][0], sizes[i][1]);
		struct figures figures;

		assert_int_equal(schedule_figures(s, &figures), 0);
		assert_true(figures.ports <= problem->ports && figures.duplex <= problem->duplex);
		assert_true(s->asynchronous <= (problem->ports == ALL));
	}
}

TEST("sends: all port models are served")
{
	static const char *const names[] = { "ocsend1", "ocsend2", "ocsend3", "ocsend4" };
	int permutation[32];

	for (int d = 1; d <= 5; d++) {
		struct problem problem;

		for (int i = 0; i < COUNT(names); i++) {
			problem = cube_problem(names[i], SEND, d);
			problem.root = problem.net.nodes / 3;
			problem.destination = problem.net.nodes - 1 - problem.root;
			for_models(&problem, assert_right_at_odd_sizes);
		}
		problem = cube_problem("inversion", PERMUTE, d);
		for (int v = 0; v < problem.net.nodes; v++)
			permutation[v] = problem.net.nodes - 1 - v;
		problem.permutation = permutation;
		for_models(&problem, assert_right_at_odd_sizes);
	}
}

/* ---- To each node ---- */

/* When the last message for a node at that distance has come. */
static double last_at(const struct schedule *s, const struct machine *machine, int distance)
{
	FREED double *start = calloc(s->packets + 1, sizeof *start);
	double last = 0;
	FREED double *end = calloc(s->packets + 1, sizeof *end);

	assert_int_equal(schedule_clock(s, machine, start, end), 0);
	for (size_t k = 0; k < s->packets; k++)
		for (uint32_t i = 0; i < s->packet[k].count; i++)
			if (s->range[s->packet[k].first + i].block == (uint64_t)s->packet[k].to &&
				network_distance(&s->problem.net, s->problem.root,
					s->packet[k].to) == distance)
				last = fmax(last, end[k]);
	return last;
}

/* The example of section 5 for three dimensions: m = 6, tau = 1. */
TEST("sends: three dimensions are distributed as printed")
{
	struct problem problem = cube_problem("distribute2", SCATTER, 3);
	AUTO(schedule) s = NULL;

	problem.root = 5;
	s = bind(&problem, 6, 0);
	for (int beta = 0; beta < 4; beta++) {
		struct machine machine = { .beta = beta, .tau = 1 };

		assert_true(last_at(s, &machine, 1) == 14 + 2 * beta);
		assert_true(last_at(s, &machine, 2) == 12 + 3 * beta);
		assert_true(last_at(s, &machine, 3) == 11 + 3 * beta);
		assert_true(
			time_of(s, &machine).asynchronous == fmax(14 + 2 * beta, 12 + 3 * beta));
	}
}

/* In k waves where start-ups are short enough, and not where they are a little longer. From seven
 * dimensions on portions of messages go with different waves. */
TEST("sends: waves take their start-ups alone")
{
	static const struct {
		int waves;
		double longest; /* start-up, in units of tau m; 0: any */
	} table[] = { { 1, 0 }, { 2, 0 }, { 2, 1.0 / 3 }, { 2, 1.0 / 24 }, { 3, 0.85 },
		{ 3, 8.0 / 15 }, { 3, 5.0 / 14 } };

	for (int d = 1; d <= COUNT(table); d++)
		for (int way = 0; way < 2; way++) {
			struct problem problem =
				cube_problem("distribute2", way ? GATHER : SCATTER, d);
			double m = 2 * (double)common_multiple(d), longest = table[d - 1].longest;
			double volume = m * ((1 << d) - 1) / d, k = table[d - 1].waves;
			struct machine machine = { .beta = m * (longest > 0 ? longest : 3),
				.tau = 1 };
			AUTO(schedule) s = NULL;

			problem.root = way ? problem.net.nodes / 3 : 0;
			s = bind(&problem, (size_t)m, 0);
			assert_true(s->asynchronous);
			assert_time(s, &machine, volume + k * machine.beta);
			assert_time(s, &(struct machine){ .tau = 1 }, volume);
			machine.beta *= 1.01;
			if (longest > 0)
				assert_true(time_of(s, &machine).asynchronous >
					    volume + k * machine.beta * (1 + 1e-9));
		}
}

/* A node does things in the order of their steps, in each step first what it sends. So no packet
 * that leaves before another has come may stand behind it. */
static void assert_nobody_waits(const struct schedule *s, const struct machine *machine)
{
	FREED double *start = calloc(s->packets + 1, sizeof *start);
	FREED double *end = calloc(s->packets + 1, sizeof *end);

	assert_int_equal(schedule_clock(s, machine, start, end), 0);
	for (size_t k = 0; k < s->packets; k++)
		for (size_t r = 0; r < s->packets; r++)
			if (s->packet[k].from == s->packet[r].to && start[k] < end[r] - 1e-9 &&
				s->packet[k].step > s->packet[r].step)
				fail_msg("%s on %s: node %d sends in step %d what it could send "
					 "before that of step %d comes",
					s->problem.algorithm, s->problem.net.name,
					s->packet[k].from, s->packet[k].step, s->packet[r].step);
}

TEST("sends: nobody waits with something to send")
{
	for (int d = 1; d <= 6; d++)
		for (int way = 0; way < 2; way++) {
			struct problem problem =
				cube_problem("distribute2", way ? GATHER : SCATTER, d);
			double m = (double)common_multiple(d);
			struct machine machine = { .beta = m / 50, .tau = 1 };
			AUTO(schedule) s = bind(&problem, (size_t)m, 0);

			assert_nobody_waits(s, &machine);
		}
}

/* DISTRIBUTE 1, d stages: in stage k the links of the root carry C(d,k)/d messages. */
TEST("sends: distribution by stages keeps the root busy")
{
	for (int d = 1; d <= 6; d++) {
		struct problem problem = cube_problem("distribute1", SCATTER, d);
		size_t m = common_multiple(d);
		AUTO(schedule) s = bind(&problem, m, 0);

		assert_int_equal(s->steps, d);
		assert_false(s->asynchronous);
		for (size_t i = 0; i < s->packets; i++) {
			const struct packet *p = &s->packet[i];
			size_t most = (size_t)(int)binomial(d, p->step) * m / (size_t)d;

			assert_true(p->from ? p->bytes <= most : p->bytes == most);
		}
		for (int i = 0; i < COUNT(machines); i++)
			assert_true(time_of(s, &machines[i]).synchronous ==
				    time_of(s, &machines[i]).asynchronous);
	}
}

/* Adds the packets of a scatter, whose blocks get the numbers of an alltoall. */
static void add_scatter(struct schedule *joined, const struct schedule *s)
{
	uint64_t nodes = (uint64_t)s->problem.net.nodes;

	for (size_t i = 0; i < s->packets; i++) {
		struct range *range = s->range + s->packet[i].first;

		for (uint32_t k = 0; k < s->packet[i].count; k++)
			range[k].block += (uint64_t)s->problem.root * nodes;
		assert_int_equal(schedule_add(joined, s->packet[i], range), 0);
	}
}

/* Returns the schedule of two distributions at once, from node 0 and from the opposite corner. */
static struct schedule *join_scatters(const struct schedule *first, const struct schedule *second)
{
	struct problem all = cube_problem("", ALLTOALL, first->problem.net.digits);
	struct schedule *joined;

	assert_int_equal(schedule_new(&joined, &all), 0);
	add_scatter(joined, first);
	add_scatter(joined, second);
	assert_int_equal(schedule_sort(joined), 0);
	return joined;
}

/* Stout & Wagar 1990, section 5: all packets of a DISTRIBUTE lead away from the root. So a second
 * one from the opposite corner uses the other direction of the links, and takes no time. */
TEST("sends: two distributions from opposite corners take the time of one")
{
	for (int k = 0; k < 12; k++) {
		struct problem problem =
			cube_problem(k % 2 ? "distribute1" : "distribute2", SCATTER, k / 2 + 1);
		size_t m = common_multiple(problem.net.digits);
		AUTO(schedule) first = bind(&problem, m, 0), *second = NULL, *joined = NULL;

		problem.root = problem.net.nodes - 1;
		second = bind(&problem, m, 0);
		joined = join_scatters(first, second);
		for (size_t i = 0; i < first->packets; i++) {
			assert_true(first->packet[i].from < first->packet[i].to);
			assert_true(second->packet[i].from > second->packet[i].to);
		}
		assert_int_equal(joined->packets, 2 * first->packets);
		for (int i = 0; i < COUNT(machines); i++) {
			struct simulation one = time_of(first, &machines[i]);
			struct simulation both = time_of(joined, &machines[i]);

			assert_true(both.synchronous == one.synchronous);
			assert_true(both.asynchronous == one.asynchronous);
		}
	}
}

/* ---- Completed ---- */

/* All packets of each step have one size, and every link has one: size(d, step) * m / d. */
static void assert_all_links_alike(
	const struct problem *problem, size_t m, int (*size)(int d, int step))
{
	AUTO(schedule) s = bind(problem, m, 0);
	int d = problem->net.digits;

	assert_int_equal(s->steps, d);
	assert_int_equal(s->packets, (size_t)problem->net.nodes * (size_t)(d * d));
	for (size_t i = 0; i < s->packets; i++)
		assert_int_equal(
			s->packet[i].bytes, (size_t)size(d, s->packet[i].step) * m / (size_t)d);
}

static int one_part(int d, int step)
{
	return 1;
}

static int doubled(int d, int step)
{
	return 1 << step;
}

static int all_so_far(int d, int step)
{
	return step < 0 ? 0 : (int)binomial(d, step) + all_so_far(d, step - 1);
}

TEST("sends: completed operations load all links alike")
{
	int permutation[32];

	for (int d = 1; d <= 5; d++) {
		struct problem problem = cube_problem("inversion", PERMUTE, d);

		for (int v = 0; v < problem.net.nodes; v++)
			permutation[v] = problem.net.nodes - 1 - v;
		problem.permutation = permutation;
		assert_all_links_alike(&problem, (size_t)d * 3, one_part);
		problem = cube_problem("complete-broadcast", ALLGATHER, d);
		assert_all_links_alike(&problem, (size_t)d * 3, doubled);
		problem = cube_problem("complete-exchange", ALLTOALL, d);
		assert_all_links_alike(&problem, common_multiple(d), all_so_far);
	}
}

/* PERMUTED SEND: 2d steps and m bytes for any permutation; and right on every network. */
TEST("sends: any permutation takes two exchanges")
{
	static const char *const permutations[] = { "inversion", "rotate:1", "bit-reversal",
		"random:1", "random:2" };
	int permutation[32];

	for (int d = 1; d <= 5; d++)
		for (int i = 0; i < COUNT(permutations); i++) {
			struct problem problem = cube_problem("permuted-send", PERMUTE, d);
			size_t m = (size_t)(d << d);
			AUTO(schedule) s = NULL;
			struct figures f;

			MUST(permutation_named(permutation, &problem.net, permutations[i]));
			problem.permutation = permutation;
			s = bind(&problem, m, 0);
			assert_int_equal(schedule_figures(s, &f), 0);
			assert_int_equal(f.steps, 2 * d);
			assert_int_equal(f.volume, m);
		}
}

TEST("sends: permuted sends are right on every network")
{
	static const char *const networks[] = { "gh:5", "gh:2x3", "gh:3x3", "star:3", "star:4",
		"ccc:3", "butterfly:3" };
	int permutation[64];

	for (int i = 0; i < COUNT(networks); i++) {
		struct problem problem = problem_by("permuted-send", PERMUTE, networks[i]);

		assert_int_equal(permutation_named(permutation, &problem.net, "random:7"), 0);
		problem.permutation = permutation;
		schedule_free(bind(&problem, 101, 0));
	}
}

/* ---- The number of groups ---- */

/* What is chosen takes at most a little longer than the best of all numbers of groups. */
TEST("sends: groups are chosen well")
{
	static const char *const names[] = { "ocsend4", "arbitrary1", "arbitrary2", "arbitrary3",
		"xocsend2" };
	const struct machine machine = { .beta = 20, .tau = 0.05 };

	for (int i = 0; i < COUNT(names) * 3; i++) {
		struct problem problem = cube_problem(names[i / 3], SEND, i % 3 + 3);
		size_t bytes = 60 << 10;
		int all = problem.net.nodes - 1;
		struct schedule *s;
		struct plan *plan;
		size_t packet;
		struct binding whole = { .bytes = bytes, .element = 1 };
		double best = INFINITY, chosen;
		struct best least;

		problem.destination = problem.algorithm[0] == 'o' ? all : all / 2;
		MUST(collective_plan(&plan, &problem));
		packet = binding_best_packet(plan, bytes, 1, machine.beta, machine.tau);
		assert_true(packet > 0 && packet < bytes);
		plan_free(plan);
		s = bind(&problem, bytes, packet);
		chosen = time_of(s, &machine).asynchronous;
		schedule_free(s);
		for (int g = 1; g <= 40; g++) {
			s = bind(&problem, bytes, bytes / (size_t)g / (size_t)problem.net.digits);
			best = fmin(best, time_of(s, &machine).asynchronous);
			schedule_free(s);
		}
		/* Packets of the paper's B_opt, and its T_min, in which groups need not be whole.
		 */
		MUST(formula_best(formula_of(&problem), &problem, &whole, &machine, &least));
		assert_true(least.seconds < best * (1 + 1e-9) && chosen < 1.04 * least.seconds);
		assert_true((double)packet > 0.8 * least.packet &&
			    (double)packet < 1.25 * least.packet);
		if (chosen > 1.02 * best)
			fail_msg("%s on %s: %g with packets of %zu, %g at best", problem.algorithm,
				problem.net.name, chosen, packet, best);
	}
}

/* Where bytes cost much, and where start-ups do, estimates are the simulator's times. */
TEST("sends: estimates are the simulated times")
{
	static const struct {
		const char *name;
		enum collective collective;
		int groups;
	} table[] = { { "ocsend4", SEND, 3 }, { "ocsend3", SEND, 1 }, { "xocsend2", SEND, 2 },
		{ "arbitrary3", SEND, 2 }, { "distribute1", SCATTER, 1 },
		{ "distribute2", SCATTER, 1 }, { "distribute2", GATHER, 1 },
		{ "complete-exchange", ALLTOALL, 1 } };
	static const struct machine extremes[] = { { .beta = 1, .tau = 1000 },
		{ .beta = 1000000, .tau = 1 } };

	for (int i = 0; i < COUNT(table) * COUNT(extremes); i++) {
		const struct machine *machine = &extremes[i % COUNT(extremes)];
		int row = i / COUNT(extremes), d = 4, n = table[row].name[1] == 'c' ? d : 3;
		struct rates rates = {
			.beta = machine->beta, .tau = machine->tau, .threads = 1000
		};
		struct problem problem = cube_problem(table[row].name, table[row].collective, d);
		size_t bytes = 12 * 4 * (size_t)table[row].groups;
		struct binding binding = { .bytes = bytes, .element = 1 };
		AUTO(schedule) s = NULL;
		AUTO(plan) plan = NULL;
		double time, estimate;

		problem.destination = (1 << n) - 1;
		if (table[row].groups > 1)
			binding.packet =
				packet_of(problem.algorithm, d, n, bytes, table[row].groups);
		s = bind(&problem, bytes, binding.packet);
		time = s->asynchronous ? time_of(s, machine).asynchronous
				       : time_of(s, machine).synchronous;
		assert_int_equal(collective_plan(&plan, &problem), 0);
		assert_int_equal(plan_estimate(&estimate, plan, &binding, &rates), 0);
		if (fabs(estimate - time) > 1e-9 * time)
			fail_msg("%s, beta %g, tau %g: estimated %.12g, simulated %.12g",
				problem.algorithm, machine->beta, machine->tau, estimate, time);
	}
}
