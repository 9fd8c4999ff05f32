/* Closed forms say what the simulator says, or more where they are bounds, for messages of any
 * size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "analysis/formulas/formula.h"
#include "collectives/discipline.h"
#include "analysis/lower_bound.h"
#include "plan/model/simulator.h"
#include "tests/plan_help.h"
#include "tests/sanitized.h"

/* Each problem that has a closed form is asked about with sizes around the number of parts, with
 * packets and elements of several sizes. With a network's name in CLOSED_ALL all questions on it
 * are asked; else a share of those on all networks. */

static const char *const networks[] = { "cube:0", "cube:1", "cube:2", "cube:3", "cube:4", "cube:5",
	"cube:6", "gh:1", "gh:2", "gh:5", "gh:6", "gh:2x3", "gh:3x3", "gh:4x4", "gh:2x3x4",
	"gh:2x2x2", "gh:2x2x2x2", "gh:2x2x2x2x2x2", "gh:3x3x3", "gh:2x3x2x2x2x2", "star:2",
	"star:3", "star:4", "star:5", "ccc:3", "ccc:4", "ccc:5", "butterfly:3", "butterfly:4",
	"butterfly:5" };

static const struct machine machines[] = { { .name = "start-ups", .beta = 1, .tau = 0 },
	{ .name = "bytes", .beta = 0, .tau = 1 }, { .name = "both", .beta = 7, .tau = 3 },
	{ .name = "long start-ups", .beta = 100, .tau = 1 } };

static long compared, exact, missing;

static bool all_are_asked(void)
{
	return getenv("CLOSED_ALL") != NULL;
}

/* One of so many, at irregular distances. */
static bool is_one_of(uint32_t many)
{
	static uint64_t state = 1986;

	return all_are_asked() || (dice(&state, many) == 0 && is_sampled());
}

struct question {
	struct problem problem;
	const struct formula *formula;
	struct plan *plan;
	struct binding binding;
};

static double simulated(const struct schedule *schedule, const struct machine *machine)
{
	struct simulation simulation;

	if (!schedule->asynchronous)
		return schedule_synchronous(schedule, machine);
	assert_int_equal(schedule_simulate(schedule, machine, &simulation), 0);
	return simulation.asynchronous;
}

static void complain(const struct question *q, const struct machine *machine, const char *what,
	double formula, double other)
{
	const struct problem *p = &q->problem;

	print_error("%s %s %s %s --ports %s --duplex %s %s, root %d to %d, %zu bytes by %zu, "
		    "packets of %zu, %s: %.10g by %s, %s %.10g\n",
		collective_name(p->collective), p->algorithm, p->net.name, p->order,
		ports_name(p->ports), duplex_name(p->duplex), machine->name, p->root,
		p->destination, q->binding.bytes, q->binding.element, q->binding.packet, "formula",
		formula, q->formula->text, what, other);
	if (!all_are_asked())
		fail();
}

static void ask_on(
	const struct question *q, const struct schedule *schedule, const struct machine *machine)
{
	struct closed closed;
	double time, least = 1 - 1e-12;

	if (formula_time(q->formula, &q->problem, &q->binding, machine, &closed))
		return; /* for other machines */
	time = simulated(schedule, machine);
	compared++;
	exact += !closed.at_most;
	if (closed.seconds < time * least || (!closed.at_most && closed.seconds * least > time))
		complain(q, machine, closed.at_most ? "at most; simulated" : "simulated",
			closed.seconds, time);
	else if (closed.seconds < least * problem_bound(&q->problem, q->binding.bytes, machine))
		complain(q, machine, "below the bound", closed.seconds,
			problem_bound(&q->problem, q->binding.bytes, machine));
}

static void ask_about(const struct question *q)
{
	AUTO(schedule) schedule = NULL;
	struct closed closed;

	if (formula_apply(q->formula, &q->problem, &q->binding, &closed)) {
		missing++;
		return;
	}
	MUST(plan_view(&schedule, q->plan, &q->binding));
	for (int k = 0; k < COUNT(machines); k++)
		ask_on(q, schedule, &machines[k]);
}

static void ask_about_packets(struct question *q, size_t elements, size_t element)
{
	size_t nodes = (size_t)q->problem.net.nodes, least = elements * nodes / 4000;
	size_t packets[] = { 0, 1, 2, 3, elements / 7, elements / 2, elements, 2 * elements + 1 };

	q->binding.bytes = elements * element;
	q->binding.element = element;
	for (int i = 0; i < COUNT(packets); i++) {
		q->binding.packet = packets[i] * element + (element - 1) * (packets[i] > 0);
		if (!i || (packets[i] && packets[i] >= least && is_one_of(4)))
			ask_about(q);
	}
}

static void ask_about_sizes(struct question *q)
{
	size_t parts = (size_t)formula_cuts(q->formula, &q->problem);
	size_t sizes[] = { 0, 1, 2, 3, 7, 31, parts - 1, parts, parts + 1, 2 * parts, 3 * parts + 1,
		5 * parts, 6 * parts, 101, 360 };

	for (int i = 0; i < COUNT(sizes); i++) {
		if (is_one_of(3))
			ask_about_packets(q, sizes[i], 1);
		if (is_one_of(12))
			ask_about_packets(q, sizes[i], 8);
	}
}

static void ask(struct question *q)
{
	q->formula = formula_of(&q->problem);
	if (!q->formula || collective_plan(&q->plan, &q->problem))
		return;
	q->binding.root = q->problem.root;
	ask_about_sizes(q);
	plan_free(q->plan);
}

/* An order by each of its names, ports and duplex by all. */
static void ask_about_models(struct question *q)
{
	const char *order;

	for (int ports = SINGLE; ports <= ALL; ports++)
		for (int duplex = HALF; duplex <= FULL; duplex++) {
			q->problem.ports = (enum ports)ports;
			q->problem.duplex = (enum duplex)duplex;
			q->problem.order[0] = 0;
			if (is_one_of(3))
				ask(q);
			for (int i = 0; (order = discipline_names[i]); i++) {
				snprintf(q->problem.order, ALGORITHM_NAME, "%s", order);
				if (!discipline_check(&q->problem) && is_one_of(12))
					ask(q);
			}
		}
}

/* To the opposite corner, to a neighbour, and to a node between. */
static void ask_about_sends(struct question *q)
{
	const struct network *net = &q->problem.net;
	int to[] = { net->nodes - 1, net->nodes > 1 ? network_neighbour(net, 0, 0) : 0,
		net->nodes / 2, 0 };

	for (int i = 0; i < COUNT(to); i++) {
		q->problem.destination = network_translate(net, q->problem.root, to[i]);
		if (!algorithm_serves(&q->problem))
			ask_about_models(q);
	}
}

static void ask_about_permutations(struct question *q)
{
	FREED int *permutation = calloc((size_t)q->problem.net.nodes, sizeof *permutation);
	const struct algorithm *a = algorithm_of(&q->problem);
	const char *name = a->permutation ? a->permutation : "rotate:1";

	q->problem.permutation = permutation;
	if (!permutation_named(permutation, &q->problem.net, name) &&
		!algorithm_serves(&q->problem))
		ask_about_models(q);
	q->problem.permutation = NULL;
}

static void ask_about_network(const char *network, enum collective collective)
{
	struct question q = { .problem = problem_of(network, collective) };
	struct network *net = &q.problem.net;

	q.problem.root = collective_rooted(collective) ? net->nodes / 3 : 0;
	for (int i = 0; !algorithm_name_at(q.problem.algorithm, collective, net, i); i++) {
		if (collective == SEND)
			ask_about_sends(&q);
		else if (collective == PERMUTE)
			ask_about_permutations(&q);
		else
			ask_about_models(&q);
	}
}

TEST("closed forms: exact, or bounds, and never below the lower bound")
{
	for (int i = 0; i < COUNT(networks); i++)
		if (!all_are_asked() || !strcmp(getenv("CLOSED_ALL"), networks[i]))
			for (int c = 0; c < COLLECTIVES; c++)
				ask_about_network(networks[i], (enum collective)c);
	print_message("# %ld times compared, %ld of them equal, %ld not said\n", compared, exact,
		missing);
	assert_true(exact > 1000 && compared > exact);
}

/* ---- What was wrong once ---- */

static const struct asked {
	enum collective collective;
	const char *algorithm, *order, *network;
	enum ports ports;
	struct binding binding;
	double steps, volume;
	bool at_most;
} table[] = {
	{ SCATTER, "bsg", "stream", "gh:2x2x2x2x2x2", ALL, { .bytes = 432, .packet = 432 }, 11,
		4536, false },
	/* Less than a byte for each part. */
	{ SCATTER, "nrsbt", "", "cube:6", ALL, { .bytes = 1 }, 6, 63, true },
	/* Times of a round that are not used. */
	{ BROADCAST, "adst4", "", "butterfly:6", SINGLE, { .bytes = 4, .packet = 1 }, 41, 41,
		false },
	{ BROADCAST, "adst4", "", "butterfly:6", SINGLE, { .bytes = 8, .packet = 1 }, 50, 50,
		false },
	{ BROADCAST, "adst4", "", "butterfly:9", SINGLE, { .bytes = 4, .packet = 1 }, 57, 57,
		false },
};

/* Forms that the papers print. */
static const struct asked printed[] = {
	/* Nickolov 1993: three times theorem 4.1; lemma 3.10, by lemma 1.8 */
	{ SCATTER, "twophase", "", "ccc:4", EXCHANGE, { .bytes = 12 }, 27, 792, false },
	{ SCATTER, "twophase", "", "ccc:4", SINGLE, { .bytes = 12 }, 27, 792, false },
	{ SCATTER, "twophase", "", "ccc:5", SINGLE, { .bytes = 12 }, 36, 1980, true },
	{ BROADCAST, "adst2", "", "ccc:4", SINGLE, { .bytes = 12, .packet = 6 }, 50, 300, true },
	{ BROADCAST, "adst3", "", "ccc:4", SINGLE, { .bytes = 12, .packet = 4 }, 42, 168, true },
	/* and lemma 3.11, where a node sends and receives over two links */
	{ BROADCAST, "edst2", "", "butterfly:3", SENDRECV, { .bytes = 84, .packet = 6 }, 37, 222,
		false },
	{ BROADCAST, "edst2", "", "butterfly:5", SENDRECV, { .bytes = 84, .packet = 6 }, 33, 198,
		false },
	/* Johnsson & Ho 1986, tables 10 and 15: start-ups are the labels of the links. */
	{ ALLGATHER, "sbnt", "", "cube:5", EXCHANGE, { .bytes = 60 }, 8, 1860, false },
	{ ALLTOALL, "sbntc", "", "cube:6", SINGLE, { .bytes = 60 }, 22, 23040, false },
	/* n = 1 */
	{ BROADCAST, "nesbt", "", "cube:1", SINGLE, { .bytes = 60, .packet = 7 }, 9, 63, true },
	{ ALLTOALL, "nesbt", "", "cube:1", SINGLE, { .bytes = 60 }, 2, 120, false },
	{ ALLGATHER, "star", "", "star:2", EXCHANGE, { .bytes = 60 }, 1, 60, false },
};

static void assert_asked(const struct asked *a)
{
	struct question q = { .problem = problem_of(a->network, a->collective),
		.binding = a->binding };
	struct closed closed;

	strcpy(q.problem.algorithm, a->algorithm);
	strcpy(q.problem.order, a->order);
	q.problem.ports = a->ports;
	q.formula = formula_of(&q.problem);
	assert_non_null(q.formula);
	assert_int_equal(formula_apply(q.formula, &q.problem, &q.binding, &closed), 0);
	if (closed.steps != a->steps || closed.volume != a->volume || closed.at_most != a->at_most)
		fail_msg("%s %s on %s: %g start-ups and %g bytes", a->algorithm, a->order,
			a->network, closed.steps, closed.volume);
	assert_int_equal(collective_plan(&q.plan, &q.problem), 0);
	ask_about(&q);
	plan_free(q.plan);
}

TEST("closed forms: one port, half duplex and one link, as the papers print them")
{
	for (int i = 0; i < COUNT(printed); i++)
		assert_asked(&printed[i]);
}

/* Tseng & Sheu 1997, equations 3 and 5: star:5 has trees of height 10 and 4 ports. */
TEST("closed forms: the star graph's best packet")
{
	struct problem problem = problem_by("mst", BROADCAST, "star:5");
	struct binding binding = { .bytes = 720000, .element = 1 };
	struct machine machine = { .name = "test", .beta = 100, .tau = 1 };
	double rounds = sqrt(2 * 9 * 720000.0 / (4 * 100)), packet = 2 * 720000 / (4 * rounds);
	struct best best;

	MUST(formula_best(formula_of(&problem), &problem, &binding, &machine, &best));
	assert_true(fabs(best.packet - packet) < 1e-6 * packet);
	assert_true(fabs(best.seconds - (10 + rounds - 1) * (100 + packet)) < 1e-6 * best.seconds);
}

TEST("closed forms: parts of less than a byte, short rounds, wide necklaces")
{
	for (int i = 0; i < COUNT(table); i++)
		assert_asked(&table[i]);
}

/* Fragopoulou, Akl & Meijer 1994, section 5.4, with more digits than the paper's examples have. */
TEST("closed forms: of scatters on more than four digits")
{
	static const char *const many[] = { "gh:2x2x2x2x2x2", "gh:2x2x2x2x2x2x2",
		"gh:2x2x2x2x2x2x2x2", "gh:3x3x3x3x3x3", "gh:2x3x2x2x3x2", "gh:4x2x2x3x2" };
	static const char *const names[] = { "bsg", "bst" };
	int asked = 0;

	for (int i = 0; i < COUNT(many) * COUNT(names) * 2; i++) {
		enum collective collective = i % 2 ? GATHER : SCATTER;
		struct question q = { .problem = problem_of(many[i / 4], collective) };
		size_t parts;

		strcpy(q.problem.algorithm, names[i / 2 % 2]);
		strcpy(q.problem.order, "stream");
		q.formula = formula_of(&q.problem);
		if (collective_plan(&q.plan, &q.problem)) /* the radices differ */
			continue;
		asked += q.formula != NULL;
		parts = q.formula ? (size_t)formula_cuts(q.formula, &q.problem) : 0;
		q.binding.bytes = 6 * parts;
		q.binding.packet = 4;
		if (q.formula)
			ask_about(&q);
		q.binding.bytes = parts + 1;
		if (q.formula)
			ask_about(&q);
		plan_free(q.plan);
	}
	assert_true(asked >= 8);
}
