/* Every algorithm on every network under every port model: it finalizes, and its schedules verify.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/discipline_texts.h"
#include "collectives/discipline.h"
#include "plan/tape.h"
#include "plan/verify/verify_schedule.h"
#include "tests/collective_help.h"
#include "tests/sanitized.h"

static const char *const networks[] = { "cube:0", "cube:1", "cube:2", "cube:3", "cube:4", "cube:5",
	"gh:1", "gh:2", "gh:5", "gh:7", "gh:2x3", "gh:3x3", "gh:2x3x4", "gh:4x4", "star:1",
	"star:2", "star:3", "star:4", "ccc:3", "butterfly:3", "ring:2", "ring:3", "ring:6",
	"ring:9", "torus:3x4", "torus:2x2x3" };

static void explain(const struct problem *p, const struct binding *b, const char *text)
{
	fail_msg("%s %s on %s, ports %s, duplex %s, root %d, %zu bytes of %zu in packets of %zu: "
		 "%s",
		collective_name(p->collective), p->algorithm, p->net.name, ports_name(p->ports),
		duplex_name(p->duplex), b ? b->root : 0, b ? b->bytes : 0, b ? b->element : 0,
		b ? b->packet : 0, text);
}

TEST_EACH("collectives: every algorithm seals under every port model",
	for_problems(networks, COUNT(networks), each), const struct problem *problem)
{
	AUTO(plan) plan = plan_of(problem);
	struct figures turn;

	assert_true(plan->finalized);
	assert_int_equal(plan_turn(plan, &turn), 0);
	assert_true(turn.ports <= problem->ports && turn.duplex <= problem->duplex);
}

/* ---- Bound to bytes ---- */

static void assert_right(const struct plan *plan, const struct binding *binding)
{
	AUTO(schedule) schedule = NULL;
	struct verdict verdict;
	struct figures f;

	if (plan_schedule(&schedule, plan, binding) || schedule_verify(schedule, &verdict))
		explain(&plan->problem, binding, why_text());
	if (!verdict.ok)
		explain(&plan->problem, binding, verdict.text);
	assert_int_equal(schedule_figures(schedule, &f), 0);
	if (f.ports > plan->problem.ports || f.duplex > plan->problem.duplex)
		explain(&plan->problem, binding, "it breaks its port model");
	for (size_t i = 0; i < schedule->packets; i++)
		if (binding->packet && schedule->packet[i].bytes > binding->packet)
			explain(&plan->problem, binding, "a packet is too large");
	for (size_t i = 0; i < schedule->ranges; i++)
		if (schedule->range[i].begin % binding->element ||
			schedule->range[i].end % binding->element)
			explain(&plan->problem, binding, "an element is cut");
}

/* Sizes and packets in elements; large blocks only in few packets. */
static const struct {
	size_t bytes, packet;
} sizes[] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 7, 0 }, { 7, 1 }, { 7, 3 }, { 31, 1 },
	{ 31, 5 }, { 60, 7 }, { 64, 13 }, { 1009, 101 }, { 1009, 2000 }, { 1 << 20, 0 },
	{ (1 << 20) + 7, 65537 } };

static void bind_at(const struct plan *plan, int root, int i)
{
	static const size_t elements[] = { 1, 2, 4, 8 };
	size_t element = elements[(i + root) % COUNT(elements)];
	struct binding binding = { .bytes = sizes[i].bytes * element,
		.element = element,
		.packet = sizes[i].packet * element,
		.root = root };

	if (is_sampled())
		assert_right(plan, &binding);
}

static void bind_all(const struct problem *problem)
{
	static int turn;
	AUTO(plan) plan = plan_of(problem);
	int nodes = problem->net.nodes, roots = collective_rooted(problem->collective) ? nodes : 1;

	for (int i = 0; i < COUNT(sizes);
		i++) /* each size at some root, each root with some size */
		bind_at(plan, (i + turn) % roots, i);
	for (int root = 0; root < roots; root++)
		bind_at(plan, root, (root + turn) % COUNT(sizes));
	turn++;
}

TEST("collectives: every schedule is right, for every size and root")
{
	static const char *const small[] = { "cube:0", "cube:1", "cube:2", "cube:3", "gh:1", "gh:2",
		"gh:5", "gh:2x3", "gh:3x3", "gh:2x3x2" };

	for_problems(small, COUNT(small), bind_all);
}

/* ---- What is refused ---- */

TEST("collectives: what is not there is refused")
{
	struct problem problem = problem_by("nesbt", BROADCAST, "gh:5");
	struct plan *plan = NULL;

	REFUSES(collective_plan(&plan, &problem), EINVAL, "nesbt");
	strcpy(problem.algorithm, "magic");
	REFUSES(collective_plan(&plan, &problem), EINVAL, "sbt, bst, bsg, hp2, hpmid, bfs");
	strcpy(problem.algorithm, "sbt");
	strcpy(problem.order, "sideways");
	REFUSES(collective_plan(&plan, &problem), EINVAL, "sideways");
	problem.order[0] = 0;
	problem.root = 5;
	assert_int_equal(collective_plan(&plan, &problem), -EINVAL);
	assert_string_equal(why_text(), "root 5: gh:5 has nodes 0 to 4");
	assert_null(plan);
}

static int orders_refused, orders_sealed;

static void orders_seal(const struct problem *problem)
{
	const char *order;
	struct problem own = *problem;

	if (algorithm_of(problem)->name)
		return; /* not of families: these orders are not theirs */
	for (int i = 0; (order = discipline_names[i]); i++) {
		struct binding binding = { .bytes = 37, .element = 1, .packet = 5 };
		AUTO(plan) plan = NULL;

		strcpy(own.order, order);
		if (discipline_check(&own)) {
			REFUSES(collective_plan(&plan, &own), EINVAL, "it has level, ");
			orders_refused++;
			continue;
		}
		orders_sealed++;
		if (!is_sampled())
			continue;
		plan = plan_of(&own);
		assert_right(plan, &binding);
	}
}

TEST("collectives: every order of every algorithm is right")
{
	static const char *const few[] = { "cube:0", "cube:3", "gh:5", "gh:2x3", "star:3", "star:4",
		"ccc:3", "butterfly:3" };

	for_problems(few, COUNT(few), orders_seal);
	assert_true(orders_refused > 1000 && orders_sealed > 1000);
}

/* ---- Barriers ---- */

static int steps_of(const struct problem *problem)
{
	struct binding binding = { .element = 1 };
	AUTO(plan) plan = plan_of(problem);
	AUTO(schedule) schedule = NULL;
	int steps;

	MUST(plan_schedule(&schedule, plan, &binding));
	steps = schedule->steps;
	return steps;
}

/* With all ports and full duplex, a barrier's usual order is one of the fewest steps. */
TEST_EACH("collectives: barriers take their fewest steps",
	for_problems(networks, COUNT(networks), each), const struct problem *problem)
{
	const char *order;
	struct problem own = *problem;
	int usual;

	if (problem->collective != BARRIER || problem->ports != ALL || problem->duplex != FULL)
		return;
	usual = steps_of(problem);
	for (int i = 0; (order = discipline_names[i]); i++) {
		strcpy(own.order, order);
		if (!discipline_check(&own) && steps_of(&own) < usual)
			fail_msg("barrier %s on %s takes %d steps, and %d in the order %s",
				problem->algorithm, problem->net.name, usual, steps_of(&own),
				order);
	}
}

/* ---- Both ends of a packet ---- */

static bool sends_at(const struct tape *tape, const struct tape_op *received, int port)
{
	for (size_t i = 0; i < tape->ops; i++) {
		const struct tape_op *d = &tape->op[i];

		if (d->op == OP_SEND && d->port == port && d->time == received->time &&
			d->chunk == received->chunk && d->bytes == received->bytes)
			return true;
	}
	return false;
}

/* Plans written out for all nodes are listed without tapes: each node's packets, in order, are
 * those that its tape sends. */
static void assert_listed_alike(
	const struct plan *plan, const struct binding *binding, const struct tape *tape)
{
	AUTO(schedule) s = NULL;
	size_t next[HELP_NODES] = { 0 };

	assert_int_equal(plan_schedule(&s, plan, binding), 0);
	for (size_t k = 0; k < s->packets; k++) {
		const struct packet *p = &s->packet[k];
		const struct tape *own = &tape[p->from];
		const struct tape_op *op;

		while (next[p->from] < own->ops && own->op[next[p->from]].op != OP_SEND)
			next[p->from]++;
		assert_true(next[p->from] < own->ops);
		op = &own->op[next[p->from]++];
		assert_int_equal(op->port, p->port);
		assert_int_equal(op->fold, p->fold);
		assert_int_equal(op->bytes, p->bytes);
		assert_int_equal(op->count, p->count);
		for (uint32_t i = 0; i < p->count; i++) {
			const struct range *a = &own->range[op->first + i];
			const struct range *b = &s->range[p->first + i];

			assert_true(
				a->block == b->block && a->begin == b->begin && a->end == b->end);
		}
	}
	for (int v = 0; v < plan->problem.net.nodes; v++)
		for (; next[v] < tape[v].ops; next[v]++)
			assert_int_not_equal(tape[v].op[next[v]].op, OP_SEND);
}

/* What a node receives, its neighbour sends at the same time. */
static void assert_ends_agree(const struct problem *problem, size_t packet)
{
	const struct network *net = &problem->net;
	struct binding binding = { .bytes = 36,
		.element = 1,
		.packet = packet,
		.root = collective_rooted(problem->collective) ? 5 : 0 };
	AUTO(plan) plan = plan_of(problem);
	struct tape tape[HELP_NODES] = { { 0 } };

	assert_int_equal(plan_index(plan), 0);
	for (int v = 0; v < net->nodes; v++)
		assert_int_equal(plan_tape(&tape[v], plan, &binding, v, false), 0);
	for (int v = 0; v < net->nodes; v++)
		for (size_t i = 0; i < tape[v].ops; i++) {
			const struct tape_op *d = &tape[v].op[i];

			if (d->op != OP_SEND)
				assert_true(sends_at(&tape[network_neighbour(net, v, d->port)], d,
					network_reverse_port(net, d->port)));
		}
	assert_listed_alike(plan, &binding, tape);
	for (int v = 0; v < net->nodes; v++)
		tape_free(&tape[v]);
}

TEST("collectives: both ends of a packet agree about its time")
{
	static const enum collective collectives[] = { ALLTOALL, ALLGATHER, ALLREDUCE, GATHER,
		BROADCAST };

	for (int i = 0; i < COUNT(collectives); i++)
		for (int model = 0; model < 8; model++) {
			struct problem problem = problem_by("nrsbt", collectives[i], "cube:3");

			problem.ports = (enum ports)(model / 2);
			problem.duplex = (enum duplex)(model % 2);
			assert_ends_agree(&problem, 0);
			assert_ends_agree(&problem, 5);
		}
}

TEST("collectives: every order has a text")
{
	int i;

	for (i = 0; discipline_names[i]; i++)
		assert_string_equal(discipline_at(i)->name, discipline_names[i]);
	assert_true(i > 0);
	assert_null(discipline_at(i));
}
