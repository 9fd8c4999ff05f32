/* Sums and products of floats in the bracket of the nodes: the same bits on every network of as
 * many nodes, by each algorithm, verb and size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "grove.h"
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
	"gh:24", "butterfly:3", "gh:2x3x4" };

/* The parts of an element are floats with that many bits of exponent, of which the values of a sum
 * differ by 2^spread, so that most other brackets give other bits. */
static const struct kind {
	int type;
	size_t bytes, part;
	int mantissa, bias, spread;
} kinds[] = { { GROVE_F32, 4, 4, 23, 127, 24 }, { GROVE_F64, 8, 8, 52, 1023, 53 },
	{ GROVE_F16, 2, 2, 10, 15, 8 }, { GROVE_BF16, 2, 2, 7, 127, 8 },
	{ GROVE_C64, 8, 4, 23, 127, 24 }, { GROVE_C128, 16, 8, 52, 1023, 53 } };

static uint64_t mixed(uint64_t x)
{
	x = (x ^ x >> 31) * 0x7fb5d329728ea185u;
	x = (x ^ x >> 27) * 0x81dadef4bc2dd44du;
	return x ^ x >> 33;
}

/* Writes element i of node v: the same in blocks of every size. A product stays near 1. */
static void element_make(const struct kind *k, bool product, int v, size_t i, unsigned char *to)
{
	for (size_t part = 0; part < k->bytes / k->part; part++) {
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
	_Atomic int failed_line;
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

#define EXPECT(condition) ((condition) ? (void)0 : (void)(now.failed_line = __LINE__))

static int call_prefixes(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	int v = grove_node_number(me);
	int error = grove_scan(me, now.in[v], out, count, now.kind->type, fold);

	EXPECT(error || is_right(out, v, 0, count));
	if (!error)
		error = grove_exscan(me, now.in[v], out, count, now.kind->type, fold);
	EXPECT(error || !v || is_right(out, v - 1, 0, count));
	return error;
}

static int call_sized(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	size_t counts[TEAM_NODES], bytes[TEAM_NODES], first = 0;
	int v = grove_node_number(me), error;

	for (int u = 0; u < now.nodes; u++) {
		counts[u] = u % 3 ? count / (size_t)u : 0;
		bytes[u] = counts[u] * now.kind->bytes;
		first += u < v ? counts[u] : 0;
	}
	error = grove_reducescatterv(me, now.in[v], out, bytes, now.kind->type, fold);
	EXPECT(error || is_right(out, now.nodes - 1, first, counts[v]));
	return error;
}

/* A persistent request, started twice; from a column of an array. */
static int call_request(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	int v = grove_node_number(me), error;
	size_t bytes = now.kind->bytes;
	unsigned char *column = malloc(2 * count * bytes);
	struct grove_subarray rows = { .bytes = bytes, .rows = count, .stride = 2 * bytes };
	struct grove_request *request;

	for (size_t i = 0; i < count; i++)
		memcpy(column + 2 * i * bytes, now.in[v] + i * bytes, bytes);
	error = grove_prepare(me,
		&(struct grove_operation){ .size = sizeof(struct grove_operation),
			.verb = "allreduce",
			.in = column,
			.out = out,
			.count = count,
			.type = now.kind->type,
			.fold = fold,
			.in_subarrays = &rows },
		&request);
	for (int time = 0; time < 2 && !error; time++) {
		memset(out, 0xee, count * bytes);
		error = grove_request_start(request);
		if (!error)
			error = grove_wait(&request);
		EXPECT(error || is_right(out, now.nodes - 1, 0, count));
	}
	if (!error)
		error = grove_request_free(request);
	free(column);
	return error;
}

static int call_reductions(
	struct grove_node *me, const struct grove_fold *fold, unsigned char *out, size_t count)
{
	int v = grove_node_number(me), last = now.nodes - 1, error;
	int type = now.kind->type;

	error = grove_allreduce(me, now.in[v], out, count, type, fold);
	EXPECT(error || is_right(out, last, 0, count));
	memcpy(out, now.in[v], count * now.kind->bytes);
	if (!error)
		error = grove_allreduce(me, GROVE_IN_PLACE, out, count, type, fold);
	EXPECT(error || is_right(out, last, 0, count));
	if (!error)
		error = grove_reducescatter(me, now.in[v], out, count, type, fold);
	EXPECT(error || is_right(out, last, (size_t)v * count, count));
	for (int root = 0; root < now.nodes && !error; root += root ? 5 : 1) {
		error = grove_reduce(me, now.in[v], out, count, type, fold, root);
		EXPECT(error || v != root || is_right(out, last, 0, count));
	}
	return error;
}

static int call_verbs(struct grove_node *me, void *argument)
{
	static const size_t counts[] = { 1, 3, COUNT_MOST };
	struct grove_fold ordered = grove_fold_ordered(now.fold);
	unsigned char *out = malloc(COUNT_MOST * ELEMENT);
	int error = 0;

	for (int c = 0; c < COUNT(counts) && !error; c++) {
		error = call_reductions(me, &ordered, out, counts[c]);
		if (!error)
			error = call_prefixes(me, &ordered, out, counts[c]);
		if (!error)
			error = call_sized(me, &ordered, out, counts[c]);
		if (!error)
			error = call_request(me, &ordered, out, counts[c]);
	}
	free(out);
	return error;
}

/* Calls all verbs on a network. Returns 0, or says what went wrong. */
static int try_network(const char *network, int number)
{
	struct grove_team *team;
	int error = grove_team_open(&team,
		&(struct grove_team_options){ .network = network, .threads = number % 3 ? 0 : 1 });

	for (int i = 0; i < 2 * (int)COUNT(kinds) && !error; i++) {
		if (!is_sampled())
			continue;
		prepare(&kinds[i / 2], grove_builtin_fold(i % 2), grove_team_nodes(team));
		error = grove_team_run(team, call_verbs, NULL);
		if (!error && now.failed_line)
			error = now.failed_line;
		if (error)
			print_error("%s, kind %d, fold %d, line %d: %s\n", network, i / 2, i % 2,
				now.failed_line, grove_why());
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

static void run_plan(
	struct grove_team *team, const char *network, const struct grove_problem *problem)
{
	static unsigned char out[TEAM_NODES][COUNT_MOST * ELEMENT];
	bool before = !strcmp(problem->collective, "exscan");
	bool scans = before || !strcmp(problem->collective, "scan");
	struct grove_buffers buffers[TEAM_NODES];
	struct grove_plan *plan;

	MUST(grove_plan_make(&plan, network, problem));
	for (int v = 0; v < now.nodes; v++)
		buffers[v] = (struct grove_buffers){ now.in[v], out[v] };
	MUST(grove_team_execute(team, plan, buffers, COUNT_MOST * now.kind->bytes));
	for (int v = 0; v < now.nodes; v++) {
		int last = !scans ? now.nodes - 1 : v - before;

		if (last >= 0 && (scans || problem->collective[0] == 'a' || v == problem->root) &&
			!is_right(out[v], last, 0, COUNT_MOST))
			fail_msg("%s %s on %s, ports %s, node %d", problem->collective,
				problem->algorithm, network, problem->ports, v);
	}
	grove_plan_free(plan);
}

static void run_algorithms(
	struct grove_team *team, const char *network, const char *collective, enum collective kind)
{
	static const char *const ports[] = { "all", "single", "exchange", "sendrecv" };
	struct grove_fold ordered = grove_fold_ordered(now.fold);
	char name[ALGORITHM_NAME];
	struct network net;

	assert_int_equal(network_open(&net, network), 0);
	for (int a = 0; !algorithm_name_at(name, kind, &net, a); a++)
		for (int p = 0; p < 8; p++)
			run_plan(team, network,
				&(struct grove_problem){ .collective = collective,
					.algorithm = name,
					.ports = ports[p % 4],
					.duplex = p < 4 ? "full" : "half",
					.packet = p % 2 ? 400 : 0,
					.root = kind == ORDERED_REDUCE ? now.nodes - 1 : 0,
					.type = now.kind->type,
					.fold = &ordered });
}

TEST("algorithms fold in the bracket")
{
	for (int i = 0; i < COUNT(networks); i++) {
		struct grove_team *team;

		team = OPEN_TEAM(.network = networks[i], .threads = 1);
		prepare(&kinds[0], GROVE_SUM, grove_team_nodes(team));
		run_algorithms(team, networks[i], "reduce", ORDERED_REDUCE);
		run_algorithms(team, networks[i], "allreduce", ORDERED_ALLREDUCE);
		run_algorithms(team, networks[i], "scan", ORDERED_SCAN);
		run_algorithms(team, networks[i], "exscan", ORDERED_EXSCAN);
		assert_int_equal(grove_team_free(team), 0);
	}
}

/* ---- Large blocks, of which both ends of a link fold parts ---- */

static float large_in[8][LARGE], large_out[8][LARGE], large_want[LARGE];

static int call_large(struct grove_node *me, void *argument)
{
	struct grove_fold ordered = grove_fold_ordered(GROVE_SUM);
	int v = grove_node_number(me), error = 0;

	for (int time = 0; time < 4 && !error; time++) {
		error = grove_allreduce(me, large_in[v], large_out[v], LARGE, GROVE_F32, &ordered);
		EXPECT(error || !memcmp(large_out[v], large_want, sizeof large_want));
		if (!error)
			error = grove_reduce(
				me, large_in[v], large_out[v], LARGE, GROVE_F32, &ordered, 3);
		EXPECT(error || v != 3 || !memcmp(large_out[v], large_want, sizeof large_want));
		if (!error)
			error = grove_scan(
				me, large_in[v], large_out[v], LARGE, GROVE_F32, &ordered);
		EXPECT(error || v != 7 || !memcmp(large_out[v], large_want, sizeof large_want));
	}
	return error;
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
		struct grove_team *team;

		team = OPEN_TEAM(.network = eight[i]);
		if (grove_team_run(team, call_large, NULL) || now.failed_line)
			fail_msg("%s, line %d: %s", eight[i], now.failed_line, grove_why());
		assert_int_equal(grove_team_free(team), 0);
	}
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

TEST("other brackets are refused")
{
	refuse("ordered-reduce mine gh:3 root=0 bytes=8\nstep 0\n  2 -> 1  8[0:8]\n"
	       "step 1\n  1 -> 0  5[0:8]\n",
		"1 sends 0 the fold of nodes 1 to 2");
	refuse("ordered-scan mine gh:4 bytes=8\nstep 0\n  0 -> 1  0[0:8]\nstep 1\n"
	       "  1 -> 2  1[0:8]\nstep 2\n  2 -> 3  2[0:8]\n",
		"node 3 never gets the fold of nodes 0 to 3: the bracket joins nodes 0 to 1 with 2 "
		"to "
		"3");
}
