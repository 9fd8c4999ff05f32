/* Folds in the order and the bracket of the nodes: sums and products of floats are the same bits on
 * every network of as many nodes, by each algorithm, verb and size, and maps, which do not commute,
 * are composed in order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/wait.h>
#include <unistd.h>
#include "collectives/registry.h"
#include "tests/affine_help.h"
#include "runtime/machine/cpus.h"
#include "tests/collective_help.h"
#include "tests/sanitized.h"
#include "tests/temporary.h"
#include "tests/teams.h"

enum {
	TEAM_NODES = 24,
	ELEMENT = 16, /* bytes at most */
	COUNT_MOST = 700,
	LARGE = 1 << 20
};

static const char *const networks[] = { "cube:0", "cube:1", "gh:3", "gh:5", "ring:7", "cube:3",
	"gh:8", "gh:2x4", "gh:4x2", "ring:8", "torus:2x4", "mesh:2x4", "cube:3~0-1", "star:3",
	"gh:6", "gh:2x3", "gh:3x2", "ring:6", "gh:3x3", "gh:4x3", "gh:4x4", "star:4", "ccc:3",
	"gh:24", "butterfly:3", "gh:2x3x4", "gh:3x2x2", "torus:3x4", "mesh:3x3" };

/* The parts of an element are floats with that many bits of exponent, of which the values of a sum
 * differ by 2^spread, so that most other brackets give other bits. */
static const struct kind {
	int type;
	size_t bytes, part;
	int mantissa, bias, spread;
} kinds[] = { { GROVE_F32, 4, 4, 23, 127, 24 }, { GROVE_F64, 8, 8, 52, 1023, 53 },
	{ GROVE_F16, 2, 2, 10, 15, 8 }, { GROVE_BF16, 2, 2, 7, 127, 8 },
	{ GROVE_C64, 8, 4, 23, 127, 24 }, { GROVE_C128, 16, 8, 52, 1023, 53 } };

static const struct kind maps = { GROVE_ELEMENT(sizeof(struct map)), sizeof(struct map), 8, 0, 0,
	0 };

static uint64_t mixed(uint64_t x)
{
	x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
	x = (x ^ x >> 27) * 0x81dadef4bc2dd44du;
	return x ^ x >> 33;
}

/* Writes element i of node v: the same in blocks of every size. A product stays near 1. */
static void element_make(const struct kind *k, bool product, int v, size_t i, unsigned char *to)
{
	if (k == &maps)
		*(struct map *)to =
			(struct map){ (uint32_t)(2 * v + 3) * 2654435761u + 2 * (uint32_t)i,
				(uint32_t)(v * 7919 + 1) ^ (uint32_t)i };
	for (size_t part = 0; k != &maps && part < k->bytes / k->part; part++) {
		uint64_t random = mixed((uint64_t)v << 40 ^ i << 2 ^ part ^ 77);
		uint64_t sign = random & 1, digits = random >> 12 & ((1ull << k->mantissa) - 1);
		uint64_t power = (uint64_t)k->bias;

		if (!product)
			power += mixed(random) % (uint64_t)k->spread;
		digits |= power << k->mantissa | sign << (8 * k->part - 1);
		memcpy(to + part * k->part, &digits, k->part);
	}
}

static void combine(const struct kind *k, const struct grove_fold *fold, unsigned char *left,
	const unsigned char *right)
{
	float x, y;

	if (k->type != GROVE_F32) {
		fold->function(left, left, right, 1, k->type, NULL);
		return;
	}
	memcpy(&x, left, sizeof x);
	memcpy(&y, right, sizeof y);
	x = fold == GROVE_SUM ? x + y : x * y;
	memcpy(left, &x, sizeof x);
}

/* Writes the fold of element i of nodes `from` to `to` - 1: of the largest power of two of nodes
 * that leaves a node, and of the others. */
static void reference(const struct kind *k, const struct grove_fold *fold, int from, int to,
	size_t i, unsigned char *result)
{
	unsigned char right[ELEMENT];
	int half = 1;

	if (to - from == 1) {
		element_make(k, fold == GROVE_PROD, from, i, result);
		return;
	}
	while (2 * half < to - from)
		half *= 2;
	reference(k, fold, from, from + half, i, result);
	reference(k, fold, from + half, to, i, right);
	combine(k, fold, result, right);
}

/* ---- The folds of all prefixes, and the inputs ---- */

static struct {
	const struct kind *kind;
	const struct grove_fold *fold; /* unordered */
	int nodes;
	unsigned char want[TEAM_NODES][TEAM_NODES * COUNT_MOST * ELEMENT]; /* by last node */
	unsigned char in[TEAM_NODES][TEAM_NODES * COUNT_MOST * ELEMENT];
} now;

static void prepare(const struct kind *kind, const struct grove_fold *fold, int nodes)
{
	now.kind = kind;
	now.fold = fold;
	now.nodes = nodes;
	for (int v = 0; v < nodes; v++)
		for (size_t i = 0; i < (size_t)nodes * COUNT_MOST; i++) {
			element_make(kind, fold == GROVE_PROD, v, i, now.in[v] + i * kind->bytes);
			if (v == nodes - 1 || i < COUNT_MOST)
				reference(kind, fold, 0, v + 1, i, now.want[v] + i * kind->bytes);
		}
}

static bool is_right(const void *got, int last, size_t first, size_t count)
{
	size_t bytes = now.kind->bytes;

	return !memcmp(got, now.want[last] + first * bytes, count * bytes);
}

/* ---- Verbs ---- */

static int call_prefixes(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	int v = grove_node_number(me);

	TRY(grove_scan(me, now.in[v], out, count, now.kind->type, fold));
	HOLDS(is_right(out, v, 0, count));
	TRY(grove_exscan(me, now.in[v], out, count, now.kind->type, fold));
	HOLDS(!v || is_right(out, v - 1, 0, count));
	return 0;
}

static int call_sized(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	size_t counts[TEAM_NODES], bytes[TEAM_NODES], first = 0;
	int v = grove_node_number(me);

	for (int u = 0; u < now.nodes; u++) {
		counts[u] = u % 3 ? count / (size_t)u : 0;
		bytes[u] = counts[u] * now.kind->bytes;
		first += u < v ? counts[u] : 0;
	}
	TRY(grove_reducescatterv(me, now.in[v], out, bytes, now.kind->type, fold));
	HOLDS(is_right(out, now.nodes - 1, first, counts[v]));
	return 0;
}

/* A persistent request, started twice; from a column of an array. */
static int call_request(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	int v = grove_node_number(me);
	size_t bytes = now.kind->bytes;
	FREED unsigned char *column = malloc(2 * count * bytes);
	struct grove_subarray rows = { .bytes = bytes, .rows = count, .stride = 2 * bytes };
	struct grove_request *request;

	for (size_t i = 0; i < count; i++)
		memcpy(column + 2 * i * bytes, now.in[v] + i * bytes, bytes);
	TRY(grove_prepare(me,
		&(struct grove_operation){ .size = sizeof(struct grove_operation),
			.verb = "allreduce",
			.in = column,
			.out = out,
			.count = count,
			.type = now.kind->type,
			.fold = fold,
			.in_subarrays = &rows },
		&request));
	for (int time = 0; time < 2; time++) {
		memset(out, 0xee, count * bytes);
		TRY(grove_request_start(request));
		TRY(grove_wait(&request));
		HOLDS(is_right(out, now.nodes - 1, 0, count));
	}
	return grove_request_free(request);
}

static int call_reductions(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	int v = grove_node_number(me), last = now.nodes - 1, type = now.kind->type;

	TRY(grove_allreduce(me, now.in[v], out, count, type, fold));
	HOLDS(is_right(out, last, 0, count));
	memcpy(out, now.in[v], count * now.kind->bytes);
	TRY(grove_allreduce(me, GROVE_IN_PLACE, out, count, type, fold));
	HOLDS(is_right(out, last, 0, count));
	TRY(grove_reducescatter(me, now.in[v], out, count, type, fold));
	HOLDS(is_right(out, last, (size_t)v * count, count));
	for (int root = 0; root < now.nodes; root += root ? 5 : 1) {
		TRY(grove_reduce(me, now.in[v], out, count, type, fold, root));
		HOLDS(v != root || is_right(out, last, 0, count));
	}
	return 0;
}

static int call_verbs(struct grove_node *me, void *argument)
{
	static const size_t counts[] = { 1, 3, COUNT_MOST };
	struct grove_fold ordered = grove_fold_ordered(now.fold);
	FREED unsigned char *out = malloc(COUNT_MOST * ELEMENT);

	for (int c = 0; c < COUNT(counts); c++) {
		TRY(call_reductions(me, &ordered, out, counts[c]));
		TRY(call_prefixes(me, &ordered, out, counts[c]));
		TRY(call_sized(me, &ordered, out, counts[c]));
		TRY(call_request(me, &ordered, out, counts[c]));
	}
	return 0;
}

/* Calls all verbs on a network. Returns 0, or says what went wrong. */
static int try_network(const char *network, int number)
{
	struct grove_team *team;
	int error = grove_team_open(&team,
		&(struct grove_team_options){ .network = network, .threads = number % 3 ? 0 : 1 });

	for (int i = 0; i <= 2 * COUNT(kinds) && !error; i++) {
		if (!is_sampled())
			continue;
		if (i == 2 * COUNT(kinds))
			prepare(&maps, &composition, grove_team_nodes(team));
		else
			prepare(&kinds[i / 2], grove_builtin_fold(i % 2), grove_team_nodes(team));
		error = grove_team_run(team, call_verbs, NULL);
		if (error)
			print_error(
				"%s, kind %d, fold %d: %s\n", network, i / 2, i % 2, grove_why());
	}
	return error ? error : grove_team_free(team);
}

/* The first test, before this process has threads: a process reads the calibration once, so each
 * calibration has a process of its own. The costs make `auto` choose few packets, or few bytes. */
TEST("calibrations change no bits")
{
	static const char *const packet[] = { "1e-9", "1e-3" };
	static const char *const some[] = { "cube:3", "gh:2x3", "gh:8", "ring:7" };
	char folder[TEMPORARY_NAME], machine[TEMPORARY_NAME + 8], key[512];

	assert_non_null(mkdtemp(temporary_name(folder)));
	snprintf(machine, sizeof machine, "%s/machine", folder);
	assert_int_equal(cpus_key(key, sizeof key), 0);
	for (int i = 0; i < 2; i++) {
		FILE *file = fopen(machine, "w");
		int status, error = 0;
		pid_t child;

		fprintf(file,
			"grove-machine 4\nkey %s\ncost 0 same-thread start packet %s 1e-9 1\n"
			"cost 0 same-thread copy within fresh 1024 1e-7 1e-7 1e-7\n"
			"cost 0 same-thread copy within resident 1024 1e-7 1e-7 1e-7\nend\n",
			key, packet[i]);
		fclose(file);
		child = fork();
		if (!child) {
			setenv("GROVE_MACHINE", machine, 1);
			for (int k = 0; k < COUNT(some) && !error; k++)
				error = try_network(some[k], 0);
			_exit(error != 0);
		}
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_int_equal(status, 0);
	}
	if (snprintf(key, sizeof key, "rm -r '%s'", folder) > 0)
		assert_int_equal(system(key), 0);
}

TEST("verbs fold in the bracket")
{
	for (int i = 0; i < COUNT(networks); i++)
		assert_int_equal(try_network(networks[i], i), 0);
}

/* ---- All algorithms ---- */

/* Executes a plan, and checks what each node gets and the byte after it. */
static void execute(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_problem *problem, size_t count, bool in_place)
{
	static unsigned char out[TEAM_NODES][TEAM_NODES * COUNT_MOST * ELEMENT + 1];
	bool before = !strcmp(problem->collective, "exscan"),
	     reduces = problem->collective[2] == 'd';
	bool scans = before || !strcmp(problem->collective, "scan");
	bool scatters = strstr(problem->collective, "scatter");
	size_t bytes = count * now.kind->bytes, room = scatters ? (size_t)now.nodes * bytes : bytes;
	struct grove_buffers buffers[TEAM_NODES];

	for (int v = 0; v < now.nodes; v++) {
		bool here = in_place && !scans && (!reduces || scatters || v == problem->root);

		memset(out[v], 0xee, room + 1);
		if (here)
			memcpy(out[v], now.in[v], room);
		buffers[v] = (struct grove_buffers){ here ? GROVE_IN_PLACE : now.in[v], out[v] };
	}
	MUST(grove_team_execute(team, plan, buffers, bytes));
	for (int v = 0; v < now.nodes; v++) {
		int last = !scans ? now.nodes - 1 : v - before;
		bool gets = last >= 0 && (!reduces || scatters || v == problem->root);
		size_t end = in_place && !scans ? room : gets ? bytes : 0;

		if ((gets && !is_right(out[v], last, scatters ? (size_t)v * count : 0, count)) ||
			out[v][end] != 0xee)
			fail_msg("%s %s on %s, ports %s, root %d, in place %d: node %d of %zu "
				 "elements",
				problem->collective, grove_plan_heading(plan)->algorithm,
				grove_plan_heading(plan)->network, problem->ports, problem->root,
				in_place, v, count);
	}
}

/* Each algorithm under each port model, with small and large packets, in place and not. */
static void run_algorithms(struct grove_team *team, const char *network, const char *collective,
	enum collective carrier)
{
	static const char *const ports[] = { "all", "single", "exchange", "sendrecv" };
	struct grove_fold ordered = grove_fold_ordered(now.fold);
	char name[ALGORITHM_NAME];
	struct network net;

	assert_int_equal(network_open(&net, network), 0);
	for (int a = -1;
		a < 0 || (carrier != ALLTOALL && !algorithm_name_at(name, carrier, &net, a)); a++)
		for (int p = 0; p < 8; p++)
			for (int root = 0; root < (carrier == ORDERED_REDUCE ? now.nodes : 1);
				root += root ? 3 : 1) {
				struct grove_problem problem = { .collective = collective,
					.algorithm = a < 0 ? NULL : name,
					.ports = ports[p % 4],
					.duplex = p < 4 ? "full" : "half",
					.packet = p % 2 ? 400 : 0,
					.root = root,
					.type = now.kind->type,
					.fold = &ordered };
				AUTO(grove_plan) plan = NULL;

				MUST(grove_plan_make(&plan, network, &problem));
				execute(team, plan, &problem, COUNT_MOST, p % 2);
				execute(team, plan, &problem, p % 2, p < 4);
			}
}

static void run_collectives(struct grove_team *opened, const char *network)
{
	AUTO(grove_team) team = opened;

	for (int k = 0; k < 2; k++) {
		prepare(k ? &maps : &kinds[0], k ? &composition : GROVE_SUM,
			grove_team_nodes(team));
		run_algorithms(team, network, "reduce", ORDERED_REDUCE);
		run_algorithms(team, network, "allreduce", ORDERED_ALLREDUCE);
		run_algorithms(team, network, "scan", ORDERED_SCAN);
		run_algorithms(team, network, "exscan", ORDERED_EXSCAN);
		run_algorithms(team, network, "reducescatter", ALLTOALL);
	}
}

TEST("algorithms fold in the order and the bracket")
{
	for (int i = 0; i < COUNT(networks); i++)
		run_collectives(OPEN_TEAM(.network = networks[i], .threads = 1), networks[i]);
}

/* ---- Large blocks, of which both ends of a link fold parts ---- */

static float large_in[8][LARGE], large_out[8][LARGE], large_want[LARGE];

static int call_large(struct grove_node *me, void *argument)
{
	struct grove_fold ordered = grove_fold_ordered(GROVE_SUM);
	int v = grove_node_number(me);
	float *in = large_in[v], *out = large_out[v];

	for (int time = 0; time < 4; time++) {
		TRY(grove_allreduce(me, in, out, LARGE, GROVE_F32, &ordered));
		HOLDS(!memcmp(out, large_want, sizeof large_want));
		TRY(grove_reduce(me, in, out, LARGE, GROVE_F32, &ordered, 3));
		HOLDS(v != 3 || !memcmp(out, large_want, sizeof large_want));
		TRY(grove_scan(me, in, out, LARGE, GROVE_F32, &ordered));
		HOLDS(v != 7 || !memcmp(out, large_want, sizeof large_want));
	}
	return 0;
}

TEST("large blocks fold in the bracket")
{
	static const char *const eight[] = { "cube:3", "gh:8", "gh:2x4", "ring:8" };

	for (size_t i = 0; i < LARGE; i++) {
		for (int v = 0; v < 8; v++)
			element_make(&kinds[0], false, v, i, (unsigned char *)&large_in[v][i]);
		reference(&kinds[0], GROVE_SUM, 0, 8, i, (unsigned char *)&large_want[i]);
	}
	for (int i = 0; i < COUNT(eight) && (i < 2 || is_sampled()); i++) {
		AUTO(grove_team) team = OPEN_TEAM(.network = eight[i]);

		if (grove_team_run(team, call_large, NULL))
			fail_msg("%s: %s", eight[i], grove_why());
	}
}

/* ---- Texts of plans ---- */

static void read_back(
	const struct grove_plan *plan, const struct grove_fold *fold, struct grove_plan **again)
{
	struct grove_plan_options options = { .type = maps.type, .fold = fold };
	size_t length;
	FREED char *text = NULL;

	assert_int_equal(grove_plan_write(plan, 7 * maps.bytes, NULL, &text, &length), 0);
	assert_memory_equal(text, "ordered-reduce", strlen("ordered-reduce") - 6);
	if (grove_plan_read(again, text, length, &options))
		fail_msg("%s: %s", text, grove_why());
}

TEST("a plan read back from its text keeps the order of its folds")
{
	static const char *const names[] = { "reduce", "allreduce", "reducescatter" };
	struct grove_fold ordered = grove_fold_ordered(&composition);

	for (int i = 0; i < COUNT(names); i++)
		for (int k = 0; k < 2; k++) { /* the name says the order, too */
			const struct grove_fold *fold = k ? &composition : &ordered;
			struct grove_problem problem = { .collective = names[i],
				.root = i ? 0 : 4,
				.type = maps.type,
				.fold = &ordered };
			AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2x3", .threads = 1);
			AUTO(grove_plan) plan = NULL;
			AUTO(grove_plan) again = NULL;

			prepare(&maps, &composition, 6);
			MUST(grove_plan_make(&plan, "gh:2x3", &problem));
			read_back(plan, fold, &again);
			execute(team, again, &problem, 7, false);
			execute(team, again, &problem, 7, true);
		}
}

TEST("other plans are refused")
{
	static const char text[] = "reduce mine cube:1 bytes=8\nstep 0\n  1 -> 0 fold 0[0:8]\n";
	struct grove_fold ordered = grove_fold_ordered(&composition), none;
	struct grove_plan_options options = { .type = maps.type, .fold = &ordered };
	struct grove_problem problem = {
		.collective = "reduce", .algorithm = "nesbt", .type = maps.type, .fold = &ordered
	};
	struct grove_plan *plan;

	REFUSES(grove_plan_read(&plan, text, sizeof text - 1, &options), EINVAL,
		"a plan of ordered-reduce does");
	REFUSES(grove_plan_make(&plan, "cube:3", &problem), EINVAL,
		"ordered-reduce has no algorithm 'nesbt'");
	none = grove_fold_ordered(NULL);
	assert_null(none.function);
	assert_non_null(strstr(grove_why(), "NULL"));
	none = grove_fold_ordered(&ordered); /* the same once more */
	options.fold = &none;
	assert_int_equal(grove_plan_read(&plan, text, sizeof text - 1, &options), -EINVAL);
}

/* ---- The judge ---- */

static void refuse(const char *text, const char *because)
{
	struct grove_refusal refusal[2];
	size_t count = 2;

	assert_int_equal(grove_plan_refusals(text, strlen(text), refusal, &count), 0);
	assert_true(count > 0);
	if (!strstr(refusal[0].text, because))
		fail_msg("%s", refusal[0].text);
}

/* The verifier follows the order: a run that another node's contribution interrupts is refused. */
TEST("runs out of order and other brackets are refused")
{
	refuse("ordered-reduce mine gh:3 root=0 bytes=8\nstep 0\n  1 -> 0  4[0:8]\n  0 -> 2  "
	       "0[0:8]\n"
	       "step 1\n  2 -> 0  2[0:8]\n",
		"can not make");
	refuse("ordered-reduce mine gh:3 root=0 bytes=8\nstep 0\n  2 -> 1  8[0:8]\n"
	       "step 1\n  1 -> 0  5[0:8]\n",
		"1 sends 0 the fold of nodes 1 to 2");
	refuse("ordered-scan mine gh:4 bytes=8\nstep 0\n  0 -> 1  0[0:8]\nstep 1\n"
	       "  1 -> 2  1[0:8]\nstep 2\n  2 -> 3  2[0:8]\n",
		"node 3 never gets the fold of nodes 0 to 3: the bracket joins nodes 0 to 1 with 2 "
		"to "
		"3");
}
