/* Tests of the benchmark engine: every row is right, and what it measures is what it says. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <time.h>
#include "tests/teams.h"
#include "perf/bench_engine.h"
#include "analysis/named_permutations.h"
#include "collectives/registry.h"
#include "library/quick_costs.h"
#include "perf/timing/clock.h"
#include "perf/disturbance.h"
#include "perf/environment.h"
#include "tests/sanitized.h"
#include "runtime/node/team_state.h"

ENDS(bench, bench_close(*ended))

/* The linker calls these instead of the real ones (--wrap). */
static struct {
	double late[2];		/* seconds that each thread begins late, after they have met */
	double slow[2];		/* seconds that each thread spends inside the operation */
	unsigned char *damage;	/* a byte that changes in operation number `when` */
	int when, fail;		/* fail: -errno of that operation */
	_Atomic int operations; /* of thread 0 */
	uint64_t sum;		/* of the first bytes of the input of the last operation */
	int changes;		/* of that sum */
	int disturbed;		/* that many rows are; -1: all rows */
	int looks;		/* at disturbances so far */
	bool measuring;		/* costs of links, which are no operations of a row */
} act;

int __real_worker_call(struct worker *me, const struct call *calls);
int __wrap_worker_call(struct worker *me, const struct call *calls);
int __real_worker_meet(struct worker *me);
int __wrap_worker_meet(struct worker *me);

int __real_watch_flags(const struct watch *watch);
int __wrap_watch_flags(const struct watch *watch);

int __wrap_watch_flags(const struct watch *watch)
{
	(void)__real_watch_flags(watch);
	return act.looks++ < act.disturbed || act.disturbed < 0 ? FLAG_MOVED : 0;
}

int __real_quick_costs(struct measured_costs *costs, const int *cpus);
int __wrap_quick_costs(struct measured_costs *costs, const int *cpus);

int __wrap_quick_costs(struct measured_costs *costs, const int *cpus)
{
	int error;

	act.measuring = true;
	error = __real_quick_costs(costs, cpus);
	act.measuring = false;
	return error;
}

static void pass(double seconds)
{
	double end = monotonic_seconds() + seconds;

	while (seconds > 0 && monotonic_seconds() < end)
		;
}

int __wrap_worker_meet(struct worker *me)
{
	int error = __real_worker_meet(me);

	pass(act.late[me->number & 1]);
	return error;
}

static void note_input(const struct call *call)
{
	uint64_t sum = 0;

	for (size_t k = 0; call->input && k < call->bytes; k++)
		sum = sum * 31 + ((const unsigned char *)call->input)[k];
	act.changes += sum != act.sum;
	act.sum = sum;
}

int __wrap_worker_call(struct worker *me, const struct call *calls)
{
	int number = me->number, error = __real_worker_call(me, calls);

	if (act.measuring)
		return error;
	pass(act.slow[number & 1]);
	if (number || error)
		return error;
	note_input(calls);
	if (++act.operations != act.when)
		return 0;
	if (act.damage)
		*(unsigned char *)calls[0].output ^= 1;
	return act.fail ? why(-act.fail, "operation %d failed as asked", act.when) : 0;
}

BEFORE_EACH_TEST
{
	memset(&act, 0, sizeof act);
}

static struct bench_case case_of(
	enum collective collective, const char *algorithm, const char *network, size_t bytes)
{
	struct bench_case what = { .bytes = bytes };

	MUST(network_open(&what.problem.net, network));
	what.problem.collective = collective;
	what.problem.ports = ALL;
	what.problem.duplex = FULL;
	what.problem.destination = what.problem.net.nodes - 1;
	snprintf(what.problem.algorithm, ALGORITHM_NAME, "%s", algorithm);
	return what;
}

/* Options that are the usual ones but for those that are set: OPEN_BENCH(o.iterations = 5). */
#define OPEN_BENCH(...)                                                                            \
	({                                                                                         \
		struct bench_options o = bench_defaults();                                         \
		(void)(__VA_ARGS__);                                                               \
		bench_of(&o);                                                                      \
	})

static struct bench *bench_of(const struct bench_options *options)
{
	struct bench *bench;

	MUST(bench_open(&bench, options));
	return bench;
}

/* Operations that are counted: a row that beats its limits would be timed again. */
static struct bench *open_bench(int threads, size_t iterations)
{
	return OPEN_BENCH(o.run.threads = threads, o.iterations = iterations, o.warmup = 1,
		o.limits = false);
}

static struct bench_result row_of(struct bench *bench, const struct bench_case *what)
{
	struct bench_result result;

	if (bench_row(bench, what, &result))
		fail_msg("%s %s %s %zu: %s", collective_name(what->problem.collective),
			what->problem.algorithm, what->problem.net.name, what->bytes, result.text);
	return result;
}

static struct bench_result one_row(int threads, size_t iterations, const struct bench_case *what)
{
	AUTO(bench) bench = open_bench(threads, iterations);

	return row_of(bench, what);
}

static void expect_pass(struct bench *bench, const struct bench_case *what)
{
	struct bench_result result = row_of(bench, what);

	if (result.run.check != CHECK_PASS)
		fail_msg("%s %s %s root %d %zu: %s", collective_name(what->problem.collective),
			what->problem.algorithm, what->problem.net.name, what->problem.root,
			what->bytes, result.text);
	assert_true(result.time.samples == 2 && result.time.median > 0);
}

/* Every algorithm that there is for it. */
static void try_collective(struct bench *bench, enum collective collective, const char *network)
{
	struct bench_case what = case_of(collective, "", network, 0);
	int permutation[64], nodes = what.problem.net.nodes;
	char name[ALGORITHM_NAME];

	MUST(permutation_named(permutation, &what.problem.net, "random:3"));
	what.type = GROVE_I16;
	what.problem.permutation = collective == PERMUTE ? permutation : NULL;
	what.problem.root = nodes / 2;
	for (int i = 0; !algorithm_name_at(name, collective, &what.problem.net, i); i++) {
		memcpy(what.problem.algorithm, name, sizeof name);
		if (algorithm_serves(&what.problem))
			continue; /* not this destination, or not this permutation */
		for (what.bytes = 0; what.bytes <= 5000; what.bytes = what.bytes * 71 + 2)
			if (is_sampled())
				expect_pass(bench, &what);
	}
}

TEST("every collective and algorithm passes")
{
	static const char *const networks[] = { "gh:2", "cube:3", "gh:2x3" };

	for (int threads = 1; threads <= 2; threads++) {
		AUTO(bench) bench = open_bench(threads, 2);

		for (size_t n = 0; n < sizeof networks / sizeof networks[0]; n++)
			for (enum collective c = 0; c < COLLECTIVES; c++)
				try_collective(bench, c, networks[n]);
	}
}

TEST("every root passes and auto is named")
{
	AUTO(bench) bench = open_bench(0, 2);
	struct bench_case what = case_of(BROADCAST, "auto", "cube:2", 100);

	for (what.problem.root = 0; what.problem.root < 4; what.problem.root++) {
		struct bench_result result = row_of(bench, &what);

		assert_int_equal(result.run.check, CHECK_PASS);
		assert_string_not_equal(result.what.problem.algorithm, "auto");
		assert_true(strlen(result.what.problem.algorithm) > 0);
		assert_int_equal(result.what.problem.root, what.problem.root);
	}
}

/* Such packets come in parts, and of several extents each, which do not end where a part ends. */
TEST("large packets of several pieces pass")
{
	static const enum collective all[] = { ALLGATHER, REDUCESCATTER, ALLTOALL };
	AUTO(bench) bench = open_bench(2, 2);

	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
		struct bench_case what = case_of(all[i], "sbt", "cube:3", 40000);

		expect_pass(bench, &what);
	}
}

/* Operation 1 is the first run, 2 the check before, then warm-up and samples, the last the check
 * after. */
static void expect_caught(int when)
{
	struct bench_case what = case_of(ALLGATHER, "auto", "gh:2", 100);
	struct bench_result result;

	act.operations = 0;
	act.damage = (unsigned char *)&act;
	act.when = when;
	result = one_row(2, 6, &what);
	assert_int_equal(result.run.check, CHECK_FAIL);
	assert_true(result.run.wrong.found);
	assert_int_equal(result.run.wrong.node, 0);
	assert_int_equal(result.run.wrong.offset, 0);
	assert_non_null(strstr(result.text, "node 0, byte 0"));
}

TEST("a wrong byte fails the row before and after")
{
	expect_caught(2);
	assert_int_equal(act.operations, 2); /* nothing was timed */
	expect_caught(1 + 1 + 1 + 6 + 1);
}

TEST("without the check nothing is checked")
{
	struct bench_case what = case_of(ALLGATHER, "auto", "gh:2", 100);
	struct bench_result result;
	AUTO(bench) bench = OPEN_BENCH(
		o.run.check = false, o.iterations = 6, o.warmup = 0, o.limits = false);

	result = row_of(bench, &what);
	assert_int_equal(result.run.check, CHECK_OFF);
	assert_int_equal(act.operations, 1 + 6);
}

/* One of the threads needs 0.3 ms more: the operation takes 0.3 ms. Or a thread begins 30 ms late,
 * after the other thread has set the instant. The lead of the instant grows when a thread was late,
 * but to a millisecond, or a few where the cores are far from each other: the rest of the delay
 * counts. */
TEST("time is the last exit less the first entry")
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);

	for (int i = 0; i < 3; i++) {
		struct bench_result result;

		before_each_test();
		*(i < 2 ? &act.slow[i] : &act.late[1]) = i < 2 ? 3e-4 : 3e-2;
		result = one_row(2, 20, &what);
		if (result.time.median < (i < 2 ? 2.97e-4 : 1e-2))
			fail_msg("delay %d: %g s", i, result.time.median);
		assert_true(result.time.min < 3e-1);
		assert_true(result.time.ci_low <= result.time.median);
		assert_true(result.time.median <= result.time.ci_high);
		assert_true(result.time.min <= result.time.median);
		assert_true(result.time.median <= result.time.p99);
	}
}

/* A measurement's own logic takes seconds, and has one thread. */
static void skip_where_sanitized(void)
{
	if (SANITIZED)
		skip();
}

TEST("the budget decides how often")
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);
	struct bench_result result;
	double begin;
	AUTO(bench) bench = NULL;

	skip_where_sanitized();
	bench = OPEN_BENCH(o.budget = 0.1, o.precision = 0);
	act.slow[0] = 1e-3;
	result = row_of(bench, &what); /* opens the team, and measures its links */
	begin = monotonic_seconds();
	result = row_of(bench, &what);
	assert_in_range(result.time.samples, STATS_FEWEST, 100);
	assert_true(monotonic_seconds() - begin > 0.1);
	act.slow[0] = 5e-2;
	result = row_of(bench, &what);
	assert_int_equal(result.time.samples, STATS_FEWEST);
}

/* Returns the seconds of a row's samples of 1 ms, and sets *seconds to those of the whole row. */
static double time_sampled(double budget, double precision, double *seconds)
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);
	struct bench_result result;
	double begin = monotonic_seconds();
	/* turns with limits take some looks */
	struct bench *bench = OPEN_BENCH(
		o.budget = budget, o.precision = precision, o.warmup = 1, o.limits = false);

	act.slow[0] = 1e-3;
	result = row_of(bench, &what);
	bench_close(bench);
	*seconds = monotonic_seconds() - begin;
	return 1e-3 * (double)result.time.samples;
}

/* An operation of 1 ms is known to 80 % long before half a second is over, and never without any
 * doubt. Other work may widen an interval, but hardly five in a row. */
TEST("a row ends when its interval is narrow")
{
	double budget = 0.5, seconds;
	bool early = false;

	skip_where_sanitized();
	for (int tries = 0; tries < 5 && !early; tries++)
		early = time_sampled(budget, 0.8, &seconds) < 0.3 * budget;
	assert_true(early);
	time_sampled(budget, 1e-12, &seconds);
	assert_true(seconds > budget);
}

/* Measures a row with disturbances that are as asked. */
static struct bench_result disturbed_row(int disturbed, size_t iterations, double budget)
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);
	struct bench_result result;
	/* limits that are beaten take more looks */
	AUTO(bench) bench = OPEN_BENCH(o.watch = true, o.limits = false, o.budget = budget,
		o.precision = 10, o.warmup = 1, o.iterations = iterations);

	before_each_test();
	act.disturbed = disturbed;
	result = row_of(bench, &what);
	return result;
}

/* The first two looks see a disturbance, or all. A number of iterations is a wish to be obeyed. On
 * a busy machine few looks fit into a second, and more into the next budgets. */
TEST("a disturbed row is measured again")
{
	static const struct {
		int disturbed, least, most; /* looks */
		size_t iterations;
		bool flagged;
	} tries[] = { { 0, 1, 1, 0, false }, { 2, 3, 3, 0, false }, { -1, 2, 20, 0, true },
		{ -1, 1, 1, 6, true } };

	skip_where_sanitized();
	for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
		struct bench_result result;
		double budget = 1;

		do
			result = disturbed_row(tries[i].disturbed, tries[i].iterations, budget);
		while (act.looks < tries[i].least && (budget *= 2) <= 16);
		assert_in_range(act.looks, tries[i].least, tries[i].most);
		assert_int_equal(!!(result.run.flags & FLAG_MOVED), tries[i].flagged);
		if (tries[i].flagged)
			assert_true(isnan(result.run.predicted_s));
		assert_true(!result.trip.samples || result.trip.median > 1e-9);
	}
}

TEST("iterations and warm up are obeyed")
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);
	struct bench_result result;
	AUTO(bench) bench = OPEN_BENCH(o.iterations = 1500, o.warmup = 13, o.limits = false);

	result = row_of(bench, &what);
	assert_int_equal(result.time.samples, 1500);
	assert_int_equal(act.operations, 1 + 1 + 13 + 1500 + 1);
	assert_true(isnan(result.backtoback_s));
}

/* The first run has inputs of its own, then come the check and all that is timed, and at the end
 * the other check. */
TEST("timed operations leave the buffers alone")
{
	struct bench_case what = case_of(ALLTOALL, "auto", "gh:2", 64);

	one_row(2, 6, &what);
	assert_int_equal(act.operations, 1 + 1 + 1 + 6 + 1);
	assert_int_equal(act.changes, 3);
}

/* A node copies its block, which the model of links does not know. */
TEST("no bytes over links give no prediction")
{
	struct bench_case what = case_of(BROADCAST, "sbt", "gh:1", 4096);
	AUTO(bench) bench = OPEN_BENCH(o.run.threads = 1, o.iterations = 6, o.warmup = 1);

	assert_true(isnan(row_of(bench, &what).run.predicted_s));
}

/* Limits that another load made too low are beaten, and are not told. */
TEST("figures and rates belong together")
{
	struct bench_case what = case_of(ALLGATHER, "bfs", "gh:4", 4096);
	AUTO(bench) bench = OPEN_BENCH(o.run.threads = 2, o.iterations = 6, o.warmup = 1);
	struct bench_result r;

	for (int tries = 0; tries < 5; tries++) {
		r = row_of(bench, &what);
		if (r.run.bound_s > 0 && r.run.peak_Bps > 0)
			break;
	}
	assert_int_equal(r.run.figures.busiest_link, 4096);
	assert_int_equal(r.run.figures.links, 12);
	assert_true(fabs(r.run.link_Bps * r.time.median - 4096) < 1);
	assert_true(r.run.bound_s > 0 && r.run.predicted_s > 0 && r.run.peak_Bps > 0);
	assert_int_equal(r.run.threads, 2);
	assert_string_equal(r.clock, "native");
	assert_string_equal(r.run.data, "fresh");
	assert_true(r.run.flags & FLAG_FOLDED);
}

TEST("two threads on one cpu are flagged")
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);
	AUTO(bench) shared = OPEN_BENCH(o.iterations = 5, o.run.pin = "0,0");
	AUTO(bench) one = OPEN_BENCH(o.iterations = 5, o.run.threads = 1);

	assert_true(row_of(shared, &what).run.flags & FLAG_SHARED);
	assert_string_equal(flag_name(6), "shared");
	assert_false(row_of(one, &what).run.flags & FLAG_SHARED);
}

TEST("conditions are flagged")
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:64", 0);
	struct bench_result result = one_row(1, 5, &what);
	struct bench *bench =
		OPEN_BENCH(o.run.pin = "none", o.run.threads = 64, o.iterations = STATS_FEWEST);

	assert_true(result.run.flags & FLAG_FEW_SAMPLES);
	assert_true(result.run.flags & FLAG_FOLDED);
	assert_false(result.run.flags & FLAG_OVERSUBSCRIBED);
	result = row_of(bench, &what);
	bench_close(bench);
	assert_true(result.run.flags & FLAG_UNPINNED);
	assert_false(result.run.flags & FLAG_SHARED);
	assert_true(result.run.flags & FLAG_OVERSUBSCRIBED);
	assert_false(result.run.flags & (FLAG_FOLDED | FLAG_FEW_SAMPLES));
	assert_non_null(strstr(result.run.cpus, "-,-"));
	assert_non_null(strstr(result.run.cpus, "..."));
	assert_string_equal(flag_name(0), "folded");
	assert_string_equal(flag_name(4), "noisy");
	assert_string_equal(flag_name(5), "late");
	assert_string_equal(flag_name(7), "loaded");
	assert_string_equal(flag_name(8), "moved");
	assert_string_equal(flag_name(9), "throttled");
	assert_string_equal(flag_name(10), "hidden");
	assert_null(flag_name(11));
}

TEST("a row that fails says why and the next one runs")
{
	AUTO(bench) bench = open_bench(2, 6);
	struct bench_case what = case_of(BROADCAST, "nonsense", "gh:2", 8);
	struct bench_result result;

	assert_int_equal(bench_row(bench, &what, &result), -EINVAL);
	assert_int_equal(result.error, -EINVAL);
	assert_non_null(strstr(result.text, "nonsense"));
	what = case_of(ALLREDUCE, "auto", "gh:2", 9);
	what.type = GROVE_F64;
	assert_int_equal(bench_row(bench, &what, &result), -EINVAL);
	what.bytes = 8;
	act.when = 5;
	act.fail = -ETIMEDOUT;
	act.operations = 0;
	assert_int_equal(bench_row(bench, &what, &result), -ETIMEDOUT);
	assert_non_null(strstr(result.text, "failed as asked"));
	result = row_of(bench, &what);
	assert_int_equal(result.run.check, CHECK_PASS);
}

TEST("back to back is an average")
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);
	struct bench_result result;
	AUTO(bench) bench = OPEN_BENCH(o.backtoback = 8, o.iterations = 6);

	act.slow[0] = 2e-4;
	result = row_of(bench, &what);
	assert_true(result.backtoback_s >= 2e-4 && result.backtoback_s < 2e-2);
}

/* ---- Sweeps ---- */

struct seen {
	int before, after, rows, stop_at;
	size_t bytes[32];
};

static int watch(void *context, int row, int rows, const struct bench_result *result)
{
	struct seen *seen = context;

	assert_true(row < rows && row < 32);
	seen->rows = rows;
	if (!result) {
		assert_int_equal(row, seen->before++);
		return 0;
	}
	assert_int_equal(row, seen->after);
	seen->bytes[seen->after++] = result->what.bytes;
	return seen->after == seen->stop_at ? 42 : 0;
}

TEST("sweeps go through all sizes")
{
	static const size_t bytes[] = { 0, 8, 24, 72, 96, 0, 0, 1, 3, 9, 27, 81, 100 };
	struct bench_case cases[] = { case_of(ALLREDUCE, "auto", "gh:2", 5),
		case_of(BARRIER, "auto", "gh:2", 5), case_of(BROADCAST, "auto", "gh:3", 5) };
	struct sweep sweep = { 0, 100, 3 };
	struct seen seen = { 0 };
	AUTO(bench) bench = NULL;

	skip_where_sanitized();
	bench = open_bench(0, 1);
	cases[0].type = GROVE_F64;
	assert_int_equal(bench_sweep(bench, cases, 3, &sweep, watch, &seen), 0);
	assert_int_equal(seen.rows, 13);
	assert_int_equal(seen.after, 13);
	assert_int_equal(seen.before, 13);
	assert_memory_equal(seen.bytes, bytes, sizeof bytes);
	seen = (struct seen){ .stop_at = 2 };
	assert_int_equal(bench_sweep(bench, cases, 3, &sweep, watch, &seen), 42);
	assert_int_equal(seen.after, 2);
}

/* Rows whose first operations have used up the patience have no warm-up and no limits, and three
 * samples. */
TEST("a sweep of slow rows takes few samples")
{
	enum {
		SIZES = 3,
		OPERATIONS = 1 + 1 + 3 + 1
	};
	struct bench_case what = case_of(BROADCAST, "auto", "gh:2", 8);
	struct sweep sweep = { 8, 512, 8 };
	struct seen seen = { 0 };
	double begin, seconds;
	AUTO(bench) bench = NULL;

	skip_where_sanitized();
	bench = OPEN_BENCH(o.patience = 0.1);
	act.slow[0] = 0.06;
	begin = monotonic_seconds();
	assert_int_equal(bench_sweep(bench, &what, 1, &sweep, watch, &seen), 0);
	seconds = monotonic_seconds() - begin;
	assert_int_equal(seen.rows, SIZES);
	assert_int_equal(act.operations, SIZES * OPERATIONS);
	assert_true(seconds > SIZES * OPERATIONS * act.slow[0]);
}

/* A forecast counts the rows, and knows that large blocks and folds take longer. */
TEST("a sweep has a forecast")
{
	struct bench_case what = case_of(ALLGATHER, "auto", "gh:8", 8);
	struct sweep small = { 8, 512, 8 }, large = { 8, 4 << 20, 8 };
	const struct bench_options options = bench_defaults();
	double brief, all;

	assert_int_equal(bench_forecast(&brief, &options, &what, 1, &small), 3);
	assert_int_equal(bench_forecast(&all, &options, &what, 1, &large), 8);
	assert_true(brief >= 3 * options.budget && brief < 3 * 4 * options.budget);
	assert_true(all > 2 * brief && all < 8 * options.patience);
	assert_int_equal(bench_forecast(&all, &options, &what, 1, &(struct sweep){ 0, 0, 1 }), 1);
	assert_true(all < brief);
}

/* The size at which a sweep begins, and the sizes after it, end with the largest. */
TEST("the largest size is the last")
{
	struct sweep sweep = { 8, 4 << 20, 8 };
	size_t bytes = sweep.min, rows = 1;

	while (sweep_next(&sweep, 8, &bytes))
		rows++;
	assert_int_equal(bytes, 4 << 20);
	assert_int_equal(rows, 8);
	sweep.max = 4096;
	for (bytes = 8, rows = 1; sweep_next(&sweep, 8, &bytes); rows++)
		;
	assert_int_equal(bytes, 4096);
	assert_int_equal(rows, 4);
	sweep = (struct sweep){ SIZE_MAX / 4, SIZE_MAX, 8 };
	bytes = sweep.min;
	assert_true(sweep_next(&sweep, 1, &bytes));
	assert_int_equal(bytes, SIZE_MAX);
	assert_false(sweep_next(&sweep, 1, &bytes));
	sweep = (struct sweep){ 0, 7, 8 };
	bytes = 0;
	assert_false(sweep_next(&sweep, 8, &bytes));
}

TEST("sweeps that are none are refused")
{
	struct bench_case what = case_of(BARRIER, "auto", "gh:2", 0);
	struct bench *bench = open_bench(0, 1);
	struct seen seen = { 0 };

	assert_int_equal(
		bench_sweep(bench, &what, 1, &(struct sweep){ 9, 8, 2 }, watch, &seen), -EINVAL);
	assert_int_equal(
		bench_sweep(bench, &what, 1, &(struct sweep){ 1, 8, 0 }, watch, &seen), -EINVAL);
	assert_int_equal(seen.before, 0);
	bench_close(bench);
	assert_int_equal(bench_open(&bench, &(struct bench_options){ .budget = 0 }), -EINVAL);
	assert_int_equal(bench_open(&bench, &(struct bench_options){ .budget = NAN }), -EINVAL);
}

/* ---- Running once ---- */

static struct grove_plan *plan_of(const char *network, const char *collective, size_t bytes)
{
	return PLAN_OF(network, .collective = collective, .bytes = bytes, .forward = "copy");
}

TEST("a plan runs once and is checked")
{
	struct run_options options = { .check = true };
	AUTO(grove_plan) plan = plan_of("cube:3", "alltoall", 100);
	struct run_result result;

	MUST(run_plan(&result, &options, plan, 100));
	assert_int_equal(result.check, CHECK_PASS);
	assert_int_equal(act.operations, 1);
	assert_true(result.seconds > 0 && result.link_Bps > 0);
	assert_true(result.forward == FORWARD_COPY);
	assert_true(result.figures.transmissions == 8 * 100 * 12);
	plan->forward = FORWARD_REFERENCE; /* then nothing crosses links */
	assert_int_equal(run_plan(&result, &options, plan, 100), 0);
	assert_int_equal(result.check, CHECK_PASS);
	assert_true(result.forward == FORWARD_REFERENCE && isnan(result.link_Bps));
	act.operations = 0;
	act.damage = (unsigned char *)&act;
	act.when = 1;
	assert_int_equal(run_plan(&result, &options, plan, 100), 0);
	assert_int_equal(result.check, CHECK_FAIL);
	assert_int_equal(result.wrong.node, 0);
	assert_string_equal(check_name(result.check), "fail");
}

TEST("what cannot run is refused")
{
	struct run_options options = { .threads = 9 };
	AUTO(grove_plan) plan = plan_of("cube:3", "alltoall", 100);
	struct run_result result;

	assert_int_equal(run_plan(&result, &options, plan, 100), -EINVAL);
	options.threads = 2;
	options.pin = "0,88888";
	assert_int_equal(run_plan(&result, &options, plan, 100), -EINVAL);
	options.pin = NULL;
	assert_int_equal(run_plan(&result, &options, plan, (size_t)1 << 50), -ENOMEM);
}

/* ---- The machine ---- */

TEST("the environment is recorded")
{
	struct environment e;
	struct tm date = { 0 };

	environment_read(&e);
	assert_non_null(strptime(e.date, "%Y-%m-%dT%H:%M:%SZ", &date));
	assert_true(fabs(difftime(timegm(&date), time(NULL))) < 60);
	assert_true(e.cores >= 1 && e.cpus >= e.cores && e.usable_cpus >= 1);
	assert_true(e.usable_cpus <= e.cpus);
	assert_true(strlen(e.compiler) && strlen(e.kernel) && strlen(e.version));
	assert_non_null(strstr(e.kernel, "Linux"));
	assert_true(e.clock_cost_s > 0 && e.clock_cost_s < 1e-5);
	assert_true(e.load_average[0] >= 0);
}

/* The best of a few tries: on a busy machine there may be a pause between the two readings. */
TEST("the clock agrees with the system")
{
	const struct clock *clock = clock_get();
	double least = 1;

	for (int i = 0; i < 10; i++) {
		double begin = monotonic_seconds(), system, counted;
		uint64_t from = clock_ticks(clock);

		pass(0.01);
		counted = (double)(clock_ticks(clock) - from) * clock->tick;
		system = monotonic_seconds() - begin;
		assert_true(counted > 0.0099);
		least = fmin(least, fabs(counted - system) / system);
	}
	assert_true(least < 1e-3);
}

/* Differences of readings of 72 to 98 ticks by a counter in steps of 24 or 25; of a counter without
 * steps; and of a clock whose step is longer than a reading. */
TEST("the step of a clock is found")
{
	double steps[] = { 73, 74, 49, 73, 98, 74, 73, 49, 74, 73, 74, 900, 73, 74, 73, 49, 73, 74,
		98, 73 };
	double fine[] = { 30, 32, 31, 33, 30, 34, 35, 31, 32, 500 };
	double coarse[] = { 0, 0, 1000, 0, 0, 0, 2000, 0, 0, 0 };
	double same[] = { 40, 40, 40, 40 };

	assert_true(clock_step(steps, 20) == 24);
	assert_true(clock_step(fine, 10) == 1);
	assert_true(clock_step(coarse, 10) == 1000);
	assert_true(clock_step(same, 4) == 1);
	assert_true(clock_get()->step > 0 && clock_get()->step < 1e-5);
}
