/* Comparing benchmarks: which rows are paired, what their ratio is, and what no benchmark is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <unistd.h>
#include "tests/test.h"
#include "perf/row_comparison.h"
#include "perf/timing/stats.h"
#include "tests/temporary.h"

#define ROW(algorithm, bytes, median)                                                              \
	"{\"collective\":\"broadcast\",\"algorithm\":\"" algorithm                                 \
	"\",\"network\":\"gh:2\",\"root\":0,\"nodes\":2,\"bytes\":" #bytes                         \
	",\"time_s\":{\"median\":" #median ",\"ci_low\":" #median "e-1,\"ci_high\":" #median       \
	"e1}}"
#define FILE_OF(rows) "{\"schema\":\"grove-bench\",\"results\":[" rows "]}"

/* Reads text as a file. */
static int read_text(struct bench_file *file, const char *text)
{
	char name[TEMPORARY_NAME];
	int descriptor = mkstemp(temporary_name(name)), error;

	assert_true(descriptor >= 0);
	assert_int_equal(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
	close(descriptor);
	error = bench_file_read(file, name);
	unlink(name);
	return error;
}

TEST("the same way is compared with itself")
{
	ENDED(bench_file_free) struct bench_file a, b;
	FREED struct bench_pair *pair = NULL;

	assert_int_equal(read_text(&a, FILE_OF(ROW("sbt", 8, 2) "," ROW("bfs", 8, 1))), 0);
	assert_int_equal(read_text(&b, FILE_OF(ROW("sbt", 8, 6) "," ROW("mpi", 8, 3))), 0);
	assert_int_equal(bench_pairs(&pair, &a, &b), 1);
	assert_string_equal(pair[0].a->algorithm, "sbt");
	assert_string_equal(pair[0].b->algorithm, "sbt");
	assert_true(pair[0].ratio == 3);
	assert_true(pair[0].low > 0.029 && pair[0].low < 0.031);
	assert_true(pair[0].high > 299 && pair[0].high < 301);
}

TEST("else the fastest of each are compared")
{
	ENDED(bench_file_free) struct bench_file a, b;
	FREED struct bench_pair *pair = NULL;

	assert_int_equal(
		read_text(&a, FILE_OF(ROW("sbt", 8, 2) "," ROW("bfs", 8, 1) "," ROW("sbt", 64, 5))),
		0);
	assert_int_equal(read_text(&b, FILE_OF(ROW("x", 8, 6) "," ROW("y", 8, 4))), 0);
	assert_int_equal(bench_pairs(&pair, &a, &b), 1);
	assert_string_equal(pair[0].a->algorithm, "bfs");
	assert_string_equal(pair[0].b->algorithm, "y");
	assert_true(pair[0].ratio == 4);
}

/* ---- Intervals ---- */

#define LAUNCHED(median, low, high, more)                                                          \
	"{\"collective\":\"send\",\"nodes\":2,\"bytes\":8,\"time_s\":{\"median\":" #median         \
	",\"ci_low\":" #low ",\"ci_high\":" #high "}" more "}"
#define TWO_LAUNCHES ",\"launches\":2"
#define TWO_RUNS ",\"runs\":[{\"median\":1},{\"median\":1}]"
#define LINE(median, low, high)                                                                    \
	",\"line_s\":{\"median\":" #median ",\"ci_low\":" #low ",\"ci_high\":" #high "}"

static struct bench_pair pair_of(const char *one, const char *other, const char *verdict)
{
	ENDED(bench_file_free) struct bench_file a, b;
	FREED struct bench_pair *pairs = NULL;
	struct bench_pair pair;

	assert_int_equal(read_text(&a, one), 0);
	assert_int_equal(read_text(&b, other), 0);
	assert_int_equal(bench_pairs(&pairs, &a, &b), 1);
	pair = pairs[0];
	assert_string_equal(bench_verdict(&pair), verdict);
	return pair;
}

static bool is_near(double value, double expected)
{
	return value > 0.999 * expected && value < 1.001 * expected;
}

TEST("launches decide how narrow an interval may be")
{
	struct bench_pair pair;

	pair = pair_of(FILE_OF(LAUNCHED(1, 0.99, 1.01, TWO_RUNS)),
		FILE_OF(LAUNCHED(1.1, 1.09, 1.11, TWO_LAUNCHES)), "A faster");
	assert_true(is_near(pair.low, 1.09 / 1.01) && is_near(pair.high, 1.11 / 0.99));
	pair = pair_of(FILE_OF(LAUNCHED(1, 0.99, 1.01, "")), FILE_OF(LAUNCHED(1.1, 1.09, 1.11, "")),
		"no difference shown");
	assert_true(is_near(pair.low, 1.1 / 1.44) && is_near(pair.high, 1.1 * 1.44));
	pair_of(FILE_OF(LAUNCHED(2, 1.99, 2.01, "")), FILE_OF(LAUNCHED(1, 0.99, 1.01, "")),
		"B faster");
}

TEST("the distance of cores is no difference")
{
	struct bench_pair pair;

	pair = pair_of(FILE_OF(LAUNCHED(1, 0.99, 1.01, TWO_RUNS LINE(1, 0.9, 1.1))),
		FILE_OF(LAUNCHED(3, 2.9, 3.1, TWO_RUNS LINE(4, 3.9, 4.5))), "no difference shown");
	assert_true(pair.moved && is_near(pair.low, 2.9 / 1.01 / 5));
	assert_true(is_near(pair.high, 3.1 / 0.99 * 5));
	pair = pair_of(FILE_OF(LAUNCHED(1, 0.99, 1.01, TWO_RUNS LINE(1, 0.9, 1.1))),
		FILE_OF(LAUNCHED(3, 2.9, 3.1, TWO_RUNS LINE(1, 0.9, 1.1))), "A faster");
	assert_false(pair.moved);
	pair = pair_of(FILE_OF(LAUNCHED(1, 0.99, 1.01, TWO_RUNS LINE(1, 0.99, 1.01))),
		FILE_OF(LAUNCHED(1, 0.99, 1.01, TWO_RUNS LINE(1.1, 1.09, 1.11))),
		"no difference shown");
	assert_true(!pair.moved && pair.high > 1.1); /* a little of noise */
	pair = pair_of(
		FILE_OF(LAUNCHED(1, 0.99, 1.01, TWO_RUNS LINE(2, 1, 4) ",\"flags\":[\"moved\"]")),
		FILE_OF(LAUNCHED(3, 2.9, 3.1, TWO_RUNS LINE(2, 1, 4))), "no difference shown");
	assert_true(pair.moved);
}

/* ---- Coverage: a row against a repetition of itself ---- */

static uint64_t seed = 5;

static double normal(void)
{
	double sum = -6;

	for (int i = 0; i < 12; i++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		sum += (double)(seed >> 11) * 0x1p-53;
	}
	return sum;
}

/* A launch of 300 operations that are alike over a twentieth of the launch. The launch itself
 * differs from other launches. */
static struct stats launch(double spread)
{
	double sample[300], x = normal(), own = spread * normal();

	for (int i = 0; i < 300; i++) {
		x = 0.93 * x + 0.37 * normal();
		sample[i] = 1e-6 * exp(own + 0.1 * x);
	}
	return stats_of_series(sample, 300, 0);
}

static struct bench_row row_of(int launches, double spread)
{
	struct stats each[8], all;

	for (int i = 0; i < launches; i++)
		each[i] = launch(spread);
	all = launches > 1 ? stats_of_launches(each, (size_t)launches, 0) : each[0];
	return (struct bench_row){ .collective = "send",
		.median = all.median,
		.low = all.ci_low,
		.high = all.ci_high,
		.launches = (size_t)launches };
}

/* 990 in 1000 are promised, and three standard deviations of such a count are 10. */
TEST("a row is as fast as its repetition")
{
	static const struct {
		int launches;
		double spread;
	} trials[] = { { 1, 0 }, { 1, 0.07 }, { 2, 0.1 }, { 5, 0 }, { 5, 0.3 }, { 8, 0.3 } };

	for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++) {
		int shown = 0;

		for (int k = 0; k < 1000; k++) {
			struct bench_row row[2] = { row_of(trials[i].launches, trials[i].spread),
				row_of(trials[i].launches, trials[i].spread) };
			struct bench_file a = { 1, &row[0] }, b = { 1, &row[1] };
			FREED struct bench_pair *pair = NULL;

			assert_int_equal(bench_pairs(&pair, &a, &b), 1);
			shown += pair->low > 1 || pair->high < 1;
		}
		if (shown > 20)
			fail_msg("%d launches, spread %g: %d of 1000 differ", trials[i].launches,
				trials[i].spread, shown);
	}
}

TEST("a difference is shown")
{
	struct bench_row row[2] = { row_of(8, 0.02), row_of(8, 0.02) };
	struct bench_file a = { 1, &row[0] }, b = { 1, &row[1] };
	FREED struct bench_pair *pair = NULL;

	row[1].median *= 1.2;
	row[1].low *= 1.2;
	row[1].high *= 1.2;
	assert_int_equal(bench_pairs(&pair, &a, &b), 1);
	assert_string_equal(bench_verdict(pair), "A faster");
}

static void assert_refused(const char *text, const char *words)
{
	struct bench_file file;

	REFUSES(read_text(&file, text), EINVAL, words);
	assert_null(file.row);
}

TEST("what is not a benchmark is refused")
{
	struct bench_file file;

	assert_refused("", "no JSON");
	assert_refused("[1]", "not a benchmark");
	assert_refused("{\"schema\":\"other\",\"results\":[]}", "not a benchmark");
	assert_refused("{\"schema\":7,\"results\":[]}", "not a benchmark");
	assert_refused(FILE_OF("7"), "result 0: bytes");
	assert_refused(FILE_OF(ROW("sbt", 8, 2) ",{\"bytes\":8}"), "result 1: collective");
	assert_refused(FILE_OF("{\"bytes\":8,\"collective\":\"x\"}"), "time_s.median");
	assert_refused(FILE_OF("{\"bytes\":-8,\"collective\":\"x\"}"), "bytes");
	REFUSES(bench_file_read(&file, "/nowhere/at/all"), EINVAL, "cannot be read");
	REFUSES(bench_file_read(&file, "/"), EINVAL, "/: cannot be read: Is a directory");
}

TEST("rows that failed are passed over")
{
	ENDED(bench_file_free) struct bench_file file;

	assert_int_equal(
		read_text(&file, FILE_OF("{\"error\":\"no memory\"}," ROW("sbt", 8, 2))), 0);
	assert_int_equal(file.rows, 1);
}

#define STATE_ROW(field)                                                                           \
	"{\"collective\":\"broadcast\",\"nodes\":2,\"bytes\":8," field                             \
	"\"time_s\":{\"median\":1,\"ci_low\":1,\"ci_high\":1}}"

/* A row without a state was measured on resident data; paced rows have none. */
TEST("rows on data in other states are not compared")
{
	static const char *const text[] = { FILE_OF(STATE_ROW("\"data\":\"fresh\",")),
		FILE_OF(STATE_ROW("\"data\":\"resident\",")), FILE_OF(STATE_ROW("")),
		FILE_OF(STATE_ROW("\"data\":null,")) };
	static const char *const means[] = { "fresh", "resident", "resident", "" };
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 4; k++) {
			ENDED(bench_file_free) struct bench_file a, b;
			FREED struct bench_pair *pair = NULL;
			bool same = !strcmp(means[i], means[k]);

			assert_int_equal(read_text(&a, text[i]), 0);
			assert_int_equal(read_text(&b, text[k]), 0);
			assert_string_equal(a.row[0].data, means[i]);
			assert_int_equal(bench_pairs(&pair, &a, &b), same);
			assert_true(bench_states_differ(&a, &b) == !same);
		}
}
