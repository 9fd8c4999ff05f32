/* Comparing benchmarks: which rows are paired, what their ratio is, and what no benchmark is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/error.h"
#include "perf/row_comparison.h"
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

static void the_same_way_is_compared_with_itself(void **state)
{
	struct bench_file a, b;
	struct bench_pair *pair;

	(void)state;
	assert_int_equal(read_text(&a, FILE_OF(ROW("sbt", 8, 2) "," ROW("bfs", 8, 1))), 0);
	assert_int_equal(read_text(&b, FILE_OF(ROW("sbt", 8, 6) "," ROW("mpi", 8, 3))), 0);
	assert_int_equal(bench_pairs(&pair, &a, &b), 1);
	assert_string_equal(pair[0].a->algorithm, "sbt");
	assert_string_equal(pair[0].b->algorithm, "sbt");
	assert_true(pair[0].ratio == 3);
	assert_true(pair[0].low > 0.029 && pair[0].low < 0.031);
	assert_true(pair[0].high > 299 && pair[0].high < 301);
	free(pair);
	bench_file_free(&a);
	bench_file_free(&b);
}

static void else_the_fastest_of_each_are_compared(void **state)
{
	struct bench_file a, b;
	struct bench_pair *pair;

	(void)state;
	assert_int_equal(
		read_text(&a, FILE_OF(ROW("sbt", 8, 2) "," ROW("bfs", 8, 1) "," ROW("sbt", 64, 5))),
		0);
	assert_int_equal(read_text(&b, FILE_OF(ROW("x", 8, 6) "," ROW("y", 8, 4))), 0);
	assert_int_equal(bench_pairs(&pair, &a, &b), 1);
	assert_string_equal(pair[0].a->algorithm, "bfs");
	assert_string_equal(pair[0].b->algorithm, "y");
	assert_true(pair[0].ratio == 4);
	free(pair);
	bench_file_free(&a);
	bench_file_free(&b);
}

static void assert_refused(const char *text, const char *words)
{
	struct bench_file file;

	assert_int_equal(read_text(&file, text), -EINVAL);
	if (!strstr(why_text(), words))
		fail_msg("'%s' is not in: %s", words, why_text());
	assert_null(file.row);
}

static void what_is_no_benchmark_is_refused(void **state)
{
	struct bench_file file;

	(void)state;
	assert_refused("", "no JSON");
	assert_refused("[1]", "no benchmark");
	assert_refused("{\"schema\":\"other\",\"results\":[]}", "no benchmark");
	assert_refused("{\"schema\":7,\"results\":[]}", "no benchmark");
	assert_refused(FILE_OF("7"), "result 0: bytes");
	assert_refused(FILE_OF(ROW("sbt", 8, 2) ",{\"bytes\":8}"), "result 1: collective");
	assert_refused(FILE_OF("{\"bytes\":8,\"collective\":\"x\"}"), "time_s.median");
	assert_refused(FILE_OF("{\"bytes\":-8,\"collective\":\"x\"}"), "bytes");
	assert_int_equal(bench_file_read(&file, "/nowhere/at/all"), -EINVAL);
	assert_non_null(strstr(why_text(), "cannot be read"));
}

static void rows_that_failed_are_passed_over(void **state)
{
	struct bench_file file;

	(void)state;
	assert_int_equal(
		read_text(&file, FILE_OF("{\"error\":\"no memory\"}," ROW("sbt", 8, 2))), 0);
	assert_int_equal(file.rows, 1);
	bench_file_free(&file);
}

#define STATE_ROW(field)                                                                           \
	"{\"collective\":\"broadcast\",\"nodes\":2,\"bytes\":8," field                             \
	"\"time_s\":{\"median\":1,\"ci_low\":1,\"ci_high\":1}}"

/* A row without a state was measured on resident data; paced rows have none. */
static void rows_on_data_in_other_states_are_not_compared(void **state)
{
	static const char *const text[] = { FILE_OF(STATE_ROW("\"data\":\"fresh\",")),
		FILE_OF(STATE_ROW("\"data\":\"resident\",")), FILE_OF(STATE_ROW("")),
		FILE_OF(STATE_ROW("\"data\":null,")) };
	static const char *const means[] = { "fresh", "resident", "resident", "" };
	struct bench_file a, b;
	struct bench_pair *pair;

	(void)state;
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 4; k++) {
			bool same = !strcmp(means[i], means[k]);

			assert_int_equal(read_text(&a, text[i]), 0);
			assert_int_equal(read_text(&b, text[k]), 0);
			assert_string_equal(a.row[0].data, means[i]);
			assert_int_equal(bench_pairs(&pair, &a, &b), same);
			assert_true(bench_states_differ(&a, &b) == !same);
			free(pair);
			bench_file_free(&a);
			bench_file_free(&b);
		}
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		cmocka_unit_test(the_same_way_is_compared_with_itself),
		cmocka_unit_test(else_the_fastest_of_each_are_compared),
		cmocka_unit_test(rows_on_data_in_other_states_are_not_compared),
		cmocka_unit_test(what_is_no_benchmark_is_refused),
		cmocka_unit_test(rows_that_failed_are_passed_over),
	};

	return cmocka_run_group_tests_name("compare", checks, NULL, NULL);
}
