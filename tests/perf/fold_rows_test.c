/* Tests of measured rows that fold: every type with each of its folds, by collectives and
 * networks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf/bench_engine.h"
#include "tests/test.h"
#include "runtime/kernels/fold.h"

ENDS(bench, bench_close(*ended))

static const enum collective folding[] = { REDUCE, ALLREDUCE, REDUCESCATTER, SCAN, EXSCAN };

static struct bench *open_bench(void)
{
	struct bench_options options = bench_defaults();
	struct bench *bench;

	options.iterations = 2;
	options.warmup = 1;
	options.limits = false;
	MUST(bench_open(&bench, &options));
	return bench;
}

static void expect_pass(struct bench *bench, const struct bench_case *what)
{
	struct bench_result result;

	if (bench_row(bench, what, &result) || result.run.check != CHECK_PASS)
		fail_msg("%s of %s, %s on %s, %zu bytes: %s", what->fold->name,
			type_name(what->type), collective_name(what->problem.collective),
			what->problem.net.name, what->bytes, result.text);
	assert_int_equal(result.what.type, what->type);
	assert_ptr_equal(result.what.fold, what->fold);
}

/* Measures the folds that each type has. `elements` is the length of a block. */
static void try_types(struct bench *bench, struct bench_case *what, size_t elements)
{
	struct folding resolved;

	for (int type = 0; type < GROVE_TYPES; type++)
		for (int fold = 0; grove_builtin_fold(fold); fold++) {
			what->type = type;
			what->fold = grove_builtin_fold(fold);
			what->bytes = elements * type_bytes(type);
			if (!folding_resolve(&resolved, type, what->fold))
				expect_pass(bench, what);
		}
}

static void try_network(const char *network, size_t elements, enum style style)
{
	AUTO(bench) bench = open_bench();

	for (size_t c = 0; c < sizeof folding / sizeof folding[0]; c++) {
		struct bench_case what = { .form.style = style };

		MUST(network_open(&what.problem.net, network));
		what.problem.collective = folding[c];
		what.problem.root = what.problem.net.nodes - 1;
		strcpy(what.problem.algorithm, "auto");
		try_types(bench, &what, elements);
	}
}

TEST("every type folds on an odd number of nodes")
{
	try_network("gh:3", 7, STYLE_PHASED);
	try_network("gh:5", 1, STYLE_PHASED);
}

TEST("every type folds on cubes")
{
	try_network("cube:2", 33, STYLE_PHASED);
	try_network("cube:0", 3, STYLE_PHASED);
}

TEST("every type folds in blocks of no bytes")
{
	try_network("gh:3", 0, STYLE_PHASED);
}

TEST("every type folds by verbs")
{
	try_network("gh:2", 9, STYLE_SPMD);
}
