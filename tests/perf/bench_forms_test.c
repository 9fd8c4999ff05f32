/* Rows with sizes, of messages, and of bodies that call verbs: right data and right times. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/monotonic.h"
#include "perf/bench_engine.h"
#include "tests/test.h"
#include "grove_measure.h"
#include "plan/semantics.h"

ENDS(bench, bench_close(*ended))

/* The linker calls these instead of the real ones (--wrap). */
static struct {
	_Atomic int executions[16]; /* of each node */
	int slow;		    /* a node that takes SLOW seconds longer; -1: none */
	bool damage;		    /* an exchange breaks a byte that node 1 gets */
} act;

static const double SLOW = 2e-3;

int __real_grove_execute(struct grove_node *me, const struct grove_plan *plan, const void *in,
	void *out, size_t bytes);
int __wrap_grove_execute(struct grove_node *me, const struct grove_plan *plan, const void *in,
	void *out, size_t bytes);
int __real_grove_exchange(
	struct grove_node *me, const struct grove_neighbour *neighbours, int count);
int __wrap_grove_exchange(
	struct grove_node *me, const struct grove_neighbour *neighbours, int count);

int __wrap_grove_execute(struct grove_node *me, const struct grove_plan *plan, const void *in,
	void *out, size_t bytes)
{
	double end = monotonic_seconds() + SLOW;
	int v = grove_node_number(me);

	act.executions[v % 16]++;
	while (v == act.slow && monotonic_seconds() < end)
		;
	return __real_grove_execute(me, plan, in, out, bytes);
}

int __wrap_grove_exchange(
	struct grove_node *me, const struct grove_neighbour *neighbours, int count)
{
	int error = __real_grove_exchange(me, neighbours, count);

	if (!error && act.damage && grove_node_number(me) == 1)
		((unsigned char *)neighbours[0].in)[neighbours[0].in_bytes - 1] ^= 1;
	return error;
}

BEFORE_EACH_TEST
{
	memset(&act, 0, sizeof act);
	act.slow = -1;
}

/* ---- Rows ---- */

static struct bench *open_bench(int threads)
{
	struct bench_options options = bench_defaults();
	struct bench *bench;

	options.run.threads = threads;
	options.run.wait = WAIT_YIELD; /* another program may have the core */
	options.iterations = 2;
	options.warmup = 1;
	options.limits = false;
	MUST(bench_open(&bench, &options));
	return bench;
}

static struct bench_case case_of(
	enum collective collective, const char *network, size_t bytes, struct verb_form form)
{
	struct bench_case what = { .bytes = bytes, .type = GROVE_I16, .form = form };

	MUST(network_open(&what.problem.net, network));
	what.problem.collective = collective;
	what.problem.ports = ALL;
	what.problem.duplex = FULL;
	what.problem.destination = what.problem.net.nodes - 1;
	strcpy(what.problem.algorithm, "auto");
	return what;
}

static struct bench_result row_of(struct bench *bench, const struct bench_case *what)
{
	char rule[SIZE_RULE_TEXT];
	struct bench_result result;

	if (bench_row(bench, what, &result) || result.run.check != CHECK_PASS)
		fail_msg("%s %s %s %s %zu: %s",
			verb_form_name(&what->form, what->problem.collective),
			size_rule_text(rule, what->form.sizes), style_name(what->form.style),
			what->problem.net.name, what->bytes, result.text);
	assert_int_equal(result.time.samples, 2);
	assert_true(result.time.median > 0);
	return result;
}

/* ---- Sizes ---- */

static const enum collective sized[] = { SCATTER, GATHER, ALLGATHER, REDUCESCATTER, ALLTOALL };
static const struct size_rule rules[] = { { SIZES_EVEN, 0 }, { SIZES_LINEAR, 0 },
	{ SIZES_RANDOM, 5 }, { SIZES_ONE, 0 } };

static void try_sizes(struct bench *bench, const char *network, enum style style)
{
	for (size_t i = 0; i < COUNT(sized); i++)
		for (size_t k = 0; k < COUNT(rules); k++)
			for (size_t bytes = 0; bytes <= 186; bytes += 186) {
				struct bench_case what = case_of(sized[i], network, bytes,
					(struct verb_form){ style, MESSAGES_NONE, rules[k] });
				struct bench_result result;

				what.problem.root = what.problem.net.nodes / 2;
				result = row_of(bench, &what);
				assert_true(isnan(result.run.predicted_s));
				assert_true(isnan(result.run.bound_s));
				assert_true(isnan(result.run.link_Bps));
				assert_int_equal(result.run.figures.busiest_link, 0);
			}
}

TEST("all sizes pass in both styles")
{
	static const char *const networks[] = { "gh:5", "cube:3", "mesh:2x3", "gh:1" };
	struct bench *bench = open_bench(1);

	for (size_t n = 0; n < COUNT(networks); n++) {
		try_sizes(bench, networks[n], STYLE_PHASED);
		try_sizes(bench, networks[n], STYLE_SPMD);
	}
	bench_close(bench);
	bench = open_bench(2);
	try_sizes(bench, "gh:2", STYLE_SPMD);
	bench_close(bench);
}

TEST("sizes pass by reference")
{
	struct bench_options options = bench_defaults();
	AUTO(bench) bench = NULL;

	options.iterations = 2;
	options.warmup = 1;
	options.forward = FORWARD_REFERENCE;
	assert_int_equal(bench_open(&bench, &options), 0);
	for (enum style style = STYLE_PHASED; style <= STYLE_SPMD; style++) {
		struct bench_case what = case_of(ALLTOALL, "cube:3", 600,
			(struct verb_form){ style, MESSAGES_NONE, rules[2] });

		assert_int_equal(row_of(bench, &what).run.forward, FORWARD_REFERENCE);
	}
}

TEST("rules keep the mean")
{
	const struct bench_case what = case_of(SCATTER, "gh:7", 0, (struct verb_form){ 0 });
	static const size_t first[] = { 400, 0, 0, 0 }, last[] = { 400, 800, 800, 2800 };

	for (size_t k = 0; k < COUNT(rules); k++) {
		size_t sum = 0;

		for (int to = 0; to < 7; to++) {
			size_t bytes = size_by_rule(&what.problem, rules[k], 400, 4, 0, to);

			assert_int_equal(bytes % 4, 0);
			sum += bytes;
			if (rules[k].kind == SIZES_RANDOM)
				assert_true(bytes <= 800);
			else if (to == 0 || to == 6)
				assert_int_equal(bytes, to ? last[k] : first[k]);
		}
		if (rules[k].kind == SIZES_RANDOM)
			assert_true(sum > 700 && sum < 4900);
		else
			assert_true(sum <= 2800 && sum >= 2800 - 7 * 4);
	}
}

TEST("random sizes differ by seed and pair")
{
	const struct bench_case what = case_of(ALLTOALL, "gh:9", 0, (struct verb_form){ 0 });
	double sum = 0;
	int same = 0;

	for (int from = 0; from < 9; from++)
		for (int to = 0; to < 9; to++) {
			size_t one = size_by_rule(&what.problem, rules[2], 1000, 1, from, to);

			sum += (double)one;
			same += one == size_by_rule(&what.problem, rules[2], 1000, 1, to, from);
			same += one == size_by_rule(&what.problem,
					       (struct size_rule){ SIZES_RANDOM, 6 }, 1000, 1, from,
					       to);
		}
	assert_true(sum / 81 > 800 && sum / 81 < 1200);
	assert_true(same < 9 + 5);
}

TEST("delivered bytes are those of the sizes")
{
	AUTO(bench) bench = open_bench(0);
	struct bench_case what = case_of(
		GATHER, "gh:4", 1000, (struct verb_form){ STYLE_SPMD, MESSAGES_NONE, rules[1] });
	struct bench_result result;

	what.problem.root = 3; /* with 2000 of 3999 bytes */
	result = row_of(bench, &what);
	assert_true(fabs(result.run.delivered_Bps * result.time.median - 1999) < 0.5);
}

/* ---- Messages ---- */

TEST("messages of every network are right in all styles")
{
	static const char *const networks[] = { "gh:2", "mesh:3x3", "ring:5" };
	AUTO(bench) bench = open_bench(0);

	for (size_t n = 0; n < COUNT(networks); n++)
		for (enum messages kind = MESSAGES_PINGPONG; kind <= MESSAGES_EXCHANGE; kind++)
			for (size_t bytes = 0; bytes <= 40000; bytes = bytes * 200 + 9) {
				struct bench_case what = case_of(
					kind == MESSAGES_EXCHANGE ? ALLTOALL : SEND, networks[n],
					bytes,
					(struct verb_form){ STYLE_SPMD, kind, { SIZES_NONE, 0 } });
				struct bench_result result;

				what.problem.root = 1;
				what.problem.destination = 0;
				result = row_of(bench, &what);
				assert_string_equal(result.what.problem.algorithm, "");
				assert_int_equal(result.run.figures.links, 0);
			}
}

TEST("a wrong byte of a message fails the row")
{
	AUTO(bench) bench = open_bench(0);
	struct bench_case what = case_of(ALLTOALL, "cube:3", 100,
		(struct verb_form){ STYLE_SPMD, MESSAGES_EXCHANGE, { SIZES_NONE, 0 } });
	struct bench_result result;

	act.damage = true;
	assert_int_equal(bench_row(bench, &what, &result), 0);
	assert_int_equal(result.run.check, CHECK_FAIL);
	assert_int_equal(result.run.wrong.node, 1);
	assert_non_null(strstr(result.text, "node 1, byte 99 of its output"));
}

/* ---- Styles ---- */

TEST("spmd calls verbs on every node and phased on none")
{
	AUTO(bench) bench = open_bench(2);
	struct bench_case what =
		case_of(ALLREDUCE, "cube:3", 64, (struct verb_form){ .style = STYLE_SPMD });
	int least;

	row_of(bench, &what);
	least = act.executions[0];
	assert_true(least >= 2 + 1 + 2); /* timed, warm-up, checked */
	for (int v = 1; v < 8; v++)
		assert_int_equal(act.executions[v], least);
	what.form.style = STYLE_PHASED;
	row_of(bench, &what);
	assert_int_equal(act.executions[0], least);
}

TEST("every collective passes as spmd")
{
	int permutation[8] = { 7, 6, 5, 4, 3, 2, 1, 0 };
	AUTO(bench) bench = open_bench(2);

	for (int i = 0; i < COLLECTIVES; i++) {
		struct bench_case what = case_of((enum collective)i, "cube:3", 4096,
			(struct verb_form){ .style = STYLE_SPMD });

		what.problem.permutation = i == PERMUTE ? permutation : NULL;
		row_of(bench, &what);
	}
}

TEST("the time is that of the slowest node")
{
	AUTO(bench) bench = open_bench(2);
	struct bench_case what =
		case_of(BARRIER, "cube:3", 0, (struct verb_form){ .style = STYLE_SPMD });
	double least = SLOW;

	for (act.slow = 0; act.slow < 8; act.slow += 3)
		assert_true(row_of(bench, &what).time.min >= SLOW);
	act.slow = -1;
	/* On a busy machine each of the few times of a row may be long. */
	for (int tries = 0; tries < 100 && least >= SLOW; tries++)
		least = row_of(bench, &what).time.min;
	assert_true(least < SLOW);
}

TEST("bodies keep the pace of links")
{
	const struct grove_pace pace = { 1e-3, 0 };
	struct bench_options options = bench_defaults();
	AUTO(bench) bench = NULL;
	struct bench_case what =
		case_of(BROADCAST, "cube:2", 64, (struct verb_form){ .style = STYLE_SPMD });
	struct bench_result result;

	options.run.pace = &pace;
	options.iterations = 2;
	assert_int_equal(bench_open(&bench, &options), 0);
	result = row_of(bench, &what);
	assert_true(result.time.min >= 1.9e-3); /* two packets, one after the other */
	what.form.sizes = rules[1];
	what.problem.collective = GATHER;
	row_of(bench, &what);
	what.form.style = STYLE_PHASED;
	row_of(bench, &what);
	what = case_of(SEND, "cube:2", 64,
		(struct verb_form){ STYLE_SPMD, MESSAGES_PINGPONG, { SIZES_NONE, 0 } });
	assert_int_equal(bench_row(bench, &what, &result), -EINVAL);
	assert_non_null(strstr(result.text, "pace"));
}
