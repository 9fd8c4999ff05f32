/* Folds that do not commute, in the order of the nodes: reduce, allreduce, reducescatter. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "grove.h"
#include "tests/affine_help.h"
#include "tests/collective_help.h"
#include "tests/teams.h"

enum {
	MAPS = 611, /* no multiple of a packet or of slices */
	TEAM_NODES = 24,
	TYPE = 8
};

static const char *const networks[] = { "cube:0", "cube:1", "cube:3", "gh:5", "gh:2x3", "gh:3x2x2",
	"star:3", "star:4", "ccc:3", "ring:5", "torus:3x4", "mesh:3x3", "cube:3~0-1" };

static struct map map_of(int v, size_t i)
{
	return (struct map){ (uint32_t)(2 * v + 3) * 2654435761u + 2 * (uint32_t)i,
		(uint32_t)(v * 7919 + 1) ^ (uint32_t)i };
}

static struct map total(int nodes, size_t i)
{
	struct map sum = map_of(0, i);

	for (int v = 1; v < nodes; v++)
		sum = after(sum, map_of(v, i));
	return sum;
}

static struct map in[TEAM_NODES][TEAM_NODES * MAPS + 1], out[TEAM_NODES][TEAM_NODES * MAPS + 1];

/* A run of a collective. */
struct trial {
	const char *network, *collective, *algorithm;
	int nodes, root;
	size_t count;
	bool in_place;
};

static bool scatters(const struct trial *t)
{
	return strstr(t->collective, "scatter") != NULL;
}

static void fill(const struct trial *t)
{
	size_t maps = scatters(t) ? (size_t)t->nodes * t->count : t->count;

	for (int v = 0; v < t->nodes; v++)
		for (size_t i = 0; i <= maps; i++) {
			in[v][i] = map_of(v, i);
			out[v][i] = t->in_place && i < maps ? in[v][i] : (struct map){ 1, 2 };
		}
}

static void check(const struct trial *t)
{
	for (int v = 0; v < t->nodes; v++) {
		bool gets = strcmp(t->collective, "reduce") != 0 || v == t->root;

		for (size_t i = 0; i <= t->count && !t->in_place; i++) {
			size_t at = scatters(t) ? (size_t)v * t->count + i : i;
			struct map want = total(t->nodes, at);

			if (!gets || i == t->count)
				want = (struct map){ 1, 2 };
			if (out[v][i].a != want.a || out[v][i].b != want.b)
				fail_msg("%s %s on %s, root %d: node %d, map %zu of %zu",
					t->collective, t->algorithm, t->network, t->root, v, i,
					t->count);
		}
		for (size_t i = 0; i < t->count && t->in_place && gets; i++) {
			struct map want =
				total(t->nodes, scatters(t) ? (size_t)v * t->count + i : i);

			if (out[v][i].a != want.a || out[v][i].b != want.b)
				fail_msg("%s %s on %s, root %d, in place: node %d, map %zu of %zu",
					t->collective, t->algorithm, t->network, t->root, v, i,
					t->count);
		}
	}
}

/* ---- Plans, on a thread for all nodes ---- */

static void run(struct grove_team *team, const struct grove_plan *plan, struct trial *t)
{
	struct grove_buffers buffers[TEAM_NODES];

	t->nodes = grove_team_nodes(team);
	t->algorithm = grove_plan_heading(plan)->algorithm;
	for (t->in_place = false;; t->in_place = true) {
		fill(t);
		for (int v = 0; v < t->nodes; v++) {
			bool here = t->in_place &&
				    (strcmp(t->collective, "reduce") != 0 || v == t->root);

			buffers[v] =
				(struct grove_buffers){ here ? GROVE_IN_PLACE : in[v], out[v] };
		}
		if (grove_team_execute(team, plan, buffers, t->count * sizeof(struct map)))
			fail_msg("%s %s on %s: %s", t->collective, t->algorithm, t->network,
				grove_why());
		check(t);
		if (t->in_place)
			return;
	}
}

static void run_problem(struct grove_team *team, struct trial *t, struct grove_problem problem,
	const char *algorithm)
{
	static const size_t counts[] = { 0, 1, MAPS };
	static const char *const ports[] = { "all", "single" };

	for (int p = 0; p < 2; p++)
		for (int k = 0; k < 2; k++) {
			struct grove_plan *plan;

			problem.algorithm = algorithm;
			problem.ports = ports[p];
			problem.packet = k ? 1000 : 0;
			if (grove_plan_make(&plan, t->network, &problem))
				fail_msg("%s %s on %s: %s", t->collective, algorithm, t->network,
					grove_why());
			for (int c = k ? 2 : 0; c < COUNT(counts); c++) {
				t->count = counts[c];
				run(team, plan, t);
			}
			grove_plan_free(plan);
		}
}

static void run_algorithms(struct grove_team *team, struct trial *t, struct grove_problem problem,
	enum collective carrier)
{
	char name[ALGORITHM_NAME];
	struct network net;

	assert_int_equal(network_open(&net, t->network), 0);
	run_problem(team, t, problem, NULL);
	if (carrier == ALLTOALL)
		return;
	for (int k = 0; !algorithm_name_at(name, carrier, &net, k); k++)
		run_problem(team, t, problem, name);
}

TEST("plans fold in order")
{
	struct grove_fold ordered = grove_fold_ordered(&composition);

	for (int i = 0; i < COUNT(networks); i++) {
		struct trial t = { .network = networks[i] };
		struct grove_problem problem = { .type = GROVE_ELEMENT(TYPE), .fold = &ordered };
		struct grove_team *team;

		MUST(grove_team_open(&team,
			&(struct grove_team_options){ .network = networks[i], .threads = 1 }));
		t.collective = problem.collective = "allreduce";
		run_algorithms(team, &t, problem, ORDERED_ALLREDUCE);
		t.collective = problem.collective = "reducescatter";
		run_algorithms(team, &t, problem, ALLTOALL);
		t.collective = problem.collective = "reduce";
		for (t.root = 0; t.root < grove_team_nodes(team); t.root += t.root ? 3 : 1) {
			problem.root = t.root;
			run_algorithms(team, &t, problem, ORDERED_REDUCE);
		}
		grove_team_free(team);
	}
}

/* ---- Verbs ---- */

#define EXPECT(condition) ((condition) ? (void)0 : fail_at(__LINE__, v))

static _Atomic int failed_line;

static void fail_at(int line, int v)
{
	failed_line = line;
}

static bool same(const struct map *got, int nodes, size_t first, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct map want = total(nodes, first + i);

		if (got[i].a != want.a || got[i].b != want.b)
			return false;
	}
	return true;
}

/* Sizes of blocks: zero for every third node. */
static size_t sized(int v)
{
	return v % 3 ? (size_t)(v * 5 + 1) : 0;
}

static int call_sized(struct grove_node *me, const struct grove_fold *fold, int type)
{
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me)), error;
	size_t bytes[TEAM_NODES], first = 0;

	for (int u = 0; u < nodes; u++)
		bytes[u] = sized(u) * sizeof **in;
	for (int u = 0; u < v; u++)
		first += sized(u);
	error = grove_reducescatterv(me, in[v], out[v], bytes, type, fold);
	EXPECT(error || same(out[v], nodes, first, sized(v)));
	return error;
}

static int call_request(struct grove_node *me, const struct grove_fold *fold, int type)
{
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me)), error;
	struct grove_request *request;

	error = grove_start(me,
		&(struct grove_operation){ .verb = "allreduce",
			.in = in[v],
			.out = out[v],
			.count = 300,
			.type = type,
			.fold = fold },
		&request);
	if (!error)
		error = grove_wait(&request);
	EXPECT(error || same(out[v], nodes, 0, 300));
	return error;
}

static int call_verbs(struct grove_node *me, void *argument)
{
	struct grove_fold ordered = grove_fold_ordered(&composition);
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me)), error = 0;
	int type = GROVE_ELEMENT(TYPE);

	for (size_t count = 1; count <= 300 && !error; count += 299) {
		error = grove_allreduce(me, in[v], out[v], count, type, &ordered);
		EXPECT(error || same(out[v], nodes, 0, count));
		if (!error)
			error = grove_reducescatter(me, in[v], out[v], count, type, &ordered);
		EXPECT(error || same(out[v], nodes, (size_t)v * count, count));
		for (int root = 0; root < nodes && !error; root++) {
			error = grove_reduce(me, in[v], out[v], count, type, &ordered, root);
			EXPECT(error || v != root || same(out[v], nodes, 0, count));
		}
		if (!error)
			error = grove_scan(me, in[v], out[v], count, type, &ordered);
		EXPECT(error || same(out[v], v + 1, 0, count));
	}
	if (!error)
		error = call_request(me, &ordered, type);
	return error ? error : call_sized(me, &ordered, type);
}

TEST("verbs fold in order")
{
	for (int i = 0; i < COUNT(networks); i++)
		for (int threads = 0; threads < 2; threads++) {
			struct trial t = { .network = networks[i],
				.collective = "allreduce",
				.nodes = TEAM_NODES,
				.count = MAPS * TEAM_NODES };
			struct grove_team *team;

			fill(&t);
			MUST(grove_team_open(
				&team, &(struct grove_team_options){ .network = networks[i],
					       .threads = threads ? 0 : 1 }));
			if (grove_team_run(team, call_verbs, NULL) || failed_line)
				fail_msg("%s, line %d: %s", networks[i], failed_line, grove_why());
			assert_int_equal(grove_team_free(team), 0);
		}
}

/* ---- Texts of plans ---- */

static void read_back(
	const struct grove_plan *plan, const struct grove_fold *fold, struct grove_plan **again)
{
	struct grove_plan_options options = { .type = GROVE_ELEMENT(TYPE), .fold = fold };
	size_t length;
	char *text;

	assert_int_equal(grove_plan_write(plan, 7 * TYPE, NULL, &text, &length), 0);
	assert_memory_equal(text, "ordered-reduce", strlen("ordered-reduce") - 6);
	if (grove_plan_read(again, text, length, &options))
		fail_msg("%s: %s", text, grove_why());
	free(text);
}

TEST("a plan read back from its text keeps the order of its folds")
{
	static const char *const names[] = { "reduce", "allreduce", "reducescatter" };
	struct grove_fold ordered = grove_fold_ordered(&composition);

	for (int i = 0; i < COUNT(names); i++)
		for (int k = 0; k < 2; k++) { /* the name says the order, too */
			const struct grove_fold *fold = k ? &composition : &ordered;
			struct trial t = { .network = "gh:2x3",
				.collective = names[i],
				.root = i ? 0 : 4,
				.count = 7 };
			struct grove_problem problem = { .collective = names[i],
				.root = t.root,
				.type = GROVE_ELEMENT(TYPE),
				.fold = &ordered };
			struct grove_plan *plan, *again;
			struct grove_team *team;

			assert_int_equal(grove_plan_make(&plan, t.network, &problem), 0);
			read_back(plan, fold, &again);
			team = OPEN_TEAM(.network = t.network, .threads = 1);
			run(team, again, &t);
			grove_plan_free(plan);
			grove_plan_free(again);
			grove_team_free(team);
		}
}

TEST("other plans are refused")
{
	static const char text[] = "reduce mine cube:1 bytes=8\nstep 0\n  1 -> 0 fold 0[0:8]\n";
	struct grove_fold ordered = grove_fold_ordered(&composition), none;
	struct grove_plan_options options = { .type = GROVE_ELEMENT(TYPE), .fold = &ordered };
	struct grove_problem problem = { .collective = "reduce",
		.algorithm = "nesbt",
		.type = GROVE_ELEMENT(TYPE),
		.fold = &ordered };
	struct grove_plan *plan;

	assert_int_equal(grove_plan_read(&plan, text, sizeof text - 1, &options), -EINVAL);
	assert_non_null(strstr(grove_why(), "a plan of ordered-reduce does"));
	assert_int_equal(grove_plan_make(&plan, "cube:3", &problem), -EINVAL);
	assert_non_null(strstr(grove_why(), "ordered-reduce has no algorithm 'nesbt'"));
	none = grove_fold_ordered(NULL);
	assert_null(none.function);
	assert_non_null(strstr(grove_why(), "NULL"));
	none = grove_fold_ordered(&ordered); /* the same once more */
	options.fold = &none;
	assert_int_equal(grove_plan_read(&plan, text, sizeof text - 1, &options), -EINVAL);
}

/* The verifier follows the order: a run that another node's contribution interrupts is refused. */
TEST("runs out of order are refused")
{
	static const char text[] = "ordered-reduce mine gh:3 root=0 bytes=8\n"
				   "step 0\n  1 -> 0  4[0:8]\n  0 -> 2  0[0:8]\n"
				   "step 1\n  2 -> 0  2[0:8]\n";
	struct grove_refusal refusal[2];
	size_t count = 2;

	assert_int_equal(grove_plan_refusals(text, sizeof text - 1, refusal, &count), 0);
	assert_true(count > 0);
	assert_non_null(strstr(refusal[0].text, "can not make"));
}
