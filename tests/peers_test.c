/* Merging launches of comparisons: medians, intervals, the best of each side, limits, pictures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "base/error.h"
#include "perf/peers/vendor.h"
#include "perf/peers/merge.h"
#include "perf/peers/plot.h"
#include "perf/peers/readme.h"
#include "perf/peers/targets.h"
#include "tests/temporary.h"

enum {
	LAUNCHES = 8
};

static char names[LAUNCHES][TEMPORARY_NAME];
static FILE *launch;
static const char *network = "x"; /* of what is no MPI */
static int launches, rows;

static void launch_begin(void)
{
	launch = fdopen(mkstemp(temporary_name(names[launches])), "w");
	assert_non_null(launch);
	launches++;
	rows = 0;
	fputs("{\"schema\":\"grove-bench\",\"results\":[", launch);
}

static void row(const char *collective, const char *algorithm, int nodes, int bytes, double median)
{
	fprintf(launch,
		"%s{\"collective\":\"%s\",\"algorithm\":\"%s\",\"network\":\"%s\",\"nodes\":%d,"
		"\"bytes\":%d,\"time_s\":{\"median\":%g,\"ci_low\":%g,\"ci_high\":%g}}\n",
		rows++ ? "," : "", collective, algorithm,
		strstr(algorithm, "MPI") ? "MPI" : network, nodes, bytes, median, 0.5 * median,
		2 * median);
}

static void launch_end(void)
{
	fputs("]}", launch);
	fclose(launch);
}

static int merge(struct bench_file *file)
{
	const char *list[LAUNCHES];
	int error;

	for (int i = 0; i < launches; i++)
		list[i] = names[i];
	error = merge_launches(file, list, launches);
	for (int i = 0; i < launches; i++)
		unlink(names[i]);
	launches = 0;
	return error;
}

/* One row in so many launches: 1, 2, 3 ... seconds in an order that is not that. */
static struct bench_row one_row(int count)
{
	struct bench_file file;
	struct bench_row one;

	for (int i = 0; i < count; i++) {
		launch_begin();
		row("barrier", "grove", 2, 0, (i + 2) % count + 1);
		launch_end();
	}
	assert_int_equal(merge(&file), 0);
	assert_int_equal(file.rows, 1);
	one = file.row[0];
	bench_file_free(&file);
	return one;
}

static void launches_become_the_median_of_their_medians(void **state)
{
	struct bench_row one = one_row(3);

	(void)state;
	assert_true(one.median == 2);
	assert_true(one.low == 0.5); /* of the fastest launch */
	assert_true(one.high == 6);  /* of the slowest */
	assert_int_equal(one.launches, 3);
}

static void many_launches_have_an_interval_of_their_own(void **state)
{
	struct bench_row one = one_row(6);

	(void)state;
	assert_true(one.median == 3.5);
	assert_true(one.low == 1);
	assert_true(one.high == 6);
}

static void different_rows_stay_apart_and_are_sorted(void **state)
{
	static const char *const order[] = { "broadcast", "broadcast", "broadcast", "alltoall",
		"barrier", "other", "broadcast" };
	struct bench_file file;

	(void)state;
	launch_begin();
	row("broadcast", "grove", 16, 8, 1);
	row("other", "grove", 2, 8, 1);
	row("barrier", "grove", 2, 0, 1);
	row("alltoall", "grove", 2, 8, 1);
	row("broadcast", "grove", 2, 64, 1);
	row("broadcast", "grove", 2, 8, 1);
	row("broadcast", "MPI", 2, 8, 1);
	network = "y";
	row("broadcast", "grove", 16, 8, 1);
	network = "x";
	launch_end();
	assert_int_equal(merge(&file), 0);
	assert_int_equal(file.rows, 8);
	assert_string_equal(file.row[7].network, "y");
	for (size_t i = 0; i < 7; i++)
		assert_string_equal(file.row[i].collective, order[i]);
	assert_string_equal(file.row[0].algorithm, "MPI");
	assert_int_equal(file.row[2].bytes, 64);
	assert_int_equal(file.row[6].nodes, 16);
	bench_file_free(&file);
}

static void the_best_of_each_side_is_found(void **state)
{
	struct bench_file file;
	const struct bench_row *like;

	(void)state;
	launch_begin();
	row("reduce", "grove", 2, 8, 3);
	row("reduce", "Open MPI", 2, 8, 5);
	row("reduce", "Other MPI", 2, 8, 4);
	row("reduce", "loop", 2, 8, 2.5);
	row("reduce", "loop, unrolled", 2, 8, 2);
	row("reduce", "Open MPI", 2, 64, 1);
	launch_end();
	assert_int_equal(merge(&file), 0);
	like = &file.row[0];
	assert_true(merge_best(&file, like, GROVE)->median == 3);
	assert_true(merge_best(&file, like, PEERS)->median == 2);
	assert_true(merge_best(&file, like, MPI_PEERS)->median == 4);
	assert_null(merge_best(&file, &(struct bench_row){ .collective = "gather" }, PEERS));
	assert_true(maker_best(&file, like, "loop")->median == 2);
	assert_null(maker_best(&file, like, "lo"));
	bench_file_free(&file);
}

static double limit(const struct bench_file *file, const char *collective, int nodes, size_t bytes)
{
	struct bench_row like = { .nodes = nodes, .bytes = bytes };

	strcpy(like.collective, collective);
	return merge_limit(file, &like);
}

static void limits_count_what_is_written(void **state)
{
	struct bench_file file;

	(void)state;
	launch_begin();
	row("copy", "one", 2, 100, 9);
	row("copy", "both", 2, 100, 1);
	row("copy", "one", 2, 400, 4);
	row("copy", "one", 2, 1600, 64);
	row("ping-pong", "bare", 2, 8, 7);
	launch_end();
	assert_int_equal(merge(&file), 0);
	/* The other node's block, by both; and a line goes one way. */
	assert_true(limit(&file, "broadcast", 2, 100) == 1 + 3.5);
	assert_true(limit(&file, "broadcast", 5, 100) == 4 + 3.5);
	assert_true(limit(&file, "reduce", 16, 400) == 4 + 3.5);
	assert_true(limit(&file, "send", 16, 400) == 4 + 3.5);
	assert_true(limit(&file, "permute", 4, 100) == 4 + 3.5);
	assert_true(limit(&file, "allreduce", 4, 100) == 4 + 3.5);
	assert_true(limit(&file, "alltoall", 4, 100) == 64 + 3.5);
	assert_true(limit(&file, "transpose", 2, 1600) == 64);
	assert_true(fabs(limit(&file, "scatter", 2, 100) - 5.5) < 1e-12); /* between 100 and 400 */
	assert_true(fabs(limit(&file, "broadcast", 2, 800) - 19.5) < 1e-12);
	assert_true(limit(&file, "ring-round-trip", 2, 8) == 7);
	assert_true(limit(&file, "barrier", 2, 0) == 3.5);
	assert_true(isnan(limit(&file, "histogram", 2, 100)));
	assert_true(isnan(limit(&file, "broadcast", 2, 50)));	/* nobody copied so little */
	assert_true(isnan(limit(&file, "broadcast", 2, 1601))); /* nor so much */
	bench_file_free(&file);
}

static void what_is_no_benchmark_is_refused(void **state)
{
	struct bench_file file;
	const char *absent = "/nowhere/at/all";

	(void)state;
	launch_begin();
	row("reduce", "grove", 2, 8, 3);
	fputs(",7", launch);
	launch_end();
	assert_int_equal(merge(&file), -EINVAL);
	assert_non_null(strstr(why_text(), "result 1"));
	assert_null(file.row);
	assert_int_equal(merge_launches(&file, &absent, 1), -EINVAL);
	assert_non_null(strstr(why_text(), absent));
}

/* How often the file has that. */
static int count_of(const char *path, const char *what)
{
	static char text[1 << 16];
	FILE *file = fopen(path, "r");
	int count = 0;

	assert_non_null(file);
	text[fread(text, 1, sizeof text - 1, file)] = 0;
	fclose(file);
	for (const char *at = text; (at = strstr(at, what)) != NULL; at++)
		count++;
	return count;
}

/* The i-th target whose text begins so. */
static struct target_outcome outcome_of(const struct bench_file *file, const char *text)
{
	for (int i = 0; target_at(i); i++)
		if (!strncmp(target_at(i)->text, text, strlen(text)))
			return target_judge(target_at(i), file);
	fail_msg("there is no target '%s'", text);
	return (struct target_outcome){ 0 };
}

/* Ratios at 8 bytes, at 2 KiB, and at 4 KiB. */
static struct bench_file three_sizes(double first, double second, double third)
{
	struct bench_file file;

	launch_begin();
	row("broadcast", "grove", 2, 8, 1);
	row("broadcast", "Open MPI, basic", 2, 8, first);
	row("broadcast", "Open MPI", 2, 8, first + 1);
	row("broadcast", "OpenMP", 2, 8, first / 10); /* counts in no ratio against MPI */
	row("send", "grove", 2, 2048, 1);
	row("send", "MPICH", 2, 2048, second);
	row("MPICH's own", "grove", 2, 2048, 1);
	row("broadcast", "grove", 2, 4096, 1);
	row("broadcast", "MPICH", 2, 4096, third);
	launch_end();
	assert_int_equal(merge(&file), 0);
	return file;
}

static void targets_ask_for_every_point_and_the_mean(void **state)
{
	struct bench_file file = three_sizes(1, 4, 3);
	struct target_outcome o = outcome_of(&file, "2 nodes, to 2 KiB");
	char text[TARGET_TEXT];

	(void)state;
	assert_int_equal(o.points, 2);
	assert_true(o.met && o.least == 1 && fabs(o.mean - 2) < 1e-12);
	assert_string_equal(target_worst(text, &o), "broadcast of 8 B, 2 nodes");
	o = outcome_of(&file, "2 nodes, from 4 KiB");
	assert_true(o.met && o.points == 1 && o.least == 3);
	assert_string_equal(target_verdict(&o), "met");
	o = outcome_of(&file, "ring, round trip: a bare");
	assert_int_equal(o.points, 0);
	assert_string_equal(target_verdict(&o), "not measured");
	assert_true(targets_met(&file));
	bench_file_free(&file);

	file = three_sizes(0.9, 40, 3); /* one point */
	o = outcome_of(&file, "2 nodes, to 2 KiB");
	assert_string_equal(target_verdict(&o), "missed");
	assert_false(targets_met(&file));
	bench_file_free(&file);

	file = three_sizes(1.1, 1.1, 2.5); /* the mean */
	o = outcome_of(&file, "2 nodes, to 2 KiB");
	assert_true(!o.met && o.least == 1.1);
	bench_file_free(&file);
	assert_false(targets_met(&(struct bench_file){ 0 })); /* nothing was measured */
}

static void large_messages_are_held_against_memcpy(void **state)
{
	struct bench_file file;
	struct target_outcome o;

	(void)state;
	for (int k = 0; k < 2; k++) {
		launch_begin();
		row("broadcast", "grove", 2, 1 << 20, k ? 1.3 : 1.1);
		row("copy", "both", 2, 1 << 20, 1);
		launch_end();
		assert_int_equal(merge(&file), 0);
		o = outcome_of(&file, "2 nodes, from 1 MiB");
		assert_int_equal(o.points, 1);
		assert_true(o.met == !k);
		bench_file_free(&file);
	}
}

static void the_readme_keeps_what_is_not_marked(void **state)
{
	struct bench_file file = three_sizes(1, 4, 3);
	char path[TEMPORARY_NAME];
	FILE *readme;

	(void)state;
	close(mkstemp(temporary_name(path)));
	readme = fopen(path, "w");
	fputs("before\n" README_BEGIN "\nstale\n" README_END "\nbehind\n", readme);
	fclose(readme);
	for (int k = 0; k < 2; k++) { /* what was written can be written again */
		assert_int_equal(readme_write(path, &file), 0);
		assert_int_equal(count_of(path, "before\n" README_BEGIN "\n"), 1);
		assert_int_equal(count_of(path, README_END "\nbehind\n"), 1);
		assert_int_equal(count_of(path, "stale"), 0);
		assert_int_equal(count_of(path, "| broadcast | 1.00 s, **1.0** |"), 1);
		assert_int_equal(count_of(path, "| broadcast of 8 B, 2 nodes"), 0);
		assert_int_equal(count_of(path, "(broadcast of 8 B, 2 nodes)"), 1);
		assert_int_equal(count_of(path, "Open MPI, basic"), 0);
		assert_int_equal(count_of(path, "one launch in random order"), 1);
	}
	readme = fopen(path, "w");
	fputs("nothing is marked\n", readme);
	fclose(readme);
	assert_int_equal(readme_write(path, &file), -EINVAL);
	assert_int_equal(count_of(path, "nothing is marked"), 1);
	assert_int_equal(readme_write("/nowhere/at/all", &file), -EIO);
	unlink(path);
	bench_file_free(&file);
}

static void pictures_have_a_mark_for_each_point(void **state)
{
	char path[TEMPORARY_NAME];
	struct bench_file file;

	(void)state;
	close(mkstemp(temporary_name(path)));
	launch_begin();
	for (int bytes = 8; bytes <= 512; bytes *= 8) {
		row("gather", "A & B, set otherwise", 2, bytes, 3e-6); /* slower: not drawn */
		row("gather", "grove", 2, bytes, 1e-6);
		row("gather", "A & B", 2, bytes, 2e-6);
		row("copy", "one", 2, 2 * bytes, 1e-7);
	}
	row("barrier", "grove", 2, 0, 1e-6);
	launch_end();
	assert_int_equal(merge(&file), 0);
	assert_int_equal(plot_write(path, &file, 2), 0);
	/* Three sizes: two contenders above, the ratio below; and two marks in the legend. */
	assert_int_equal(count_of(path, "<path transform"), 3 * 3 + 2);
	assert_int_equal(count_of(path, "A &amp; B"), 1);
	assert_int_equal(count_of(path, ">gather<"), 1);
	assert_int_equal(count_of(path, ">barrier<"), 0);
	assert_int_equal(
		count_of(path, "stroke-dasharray=\"1 3\""), 3); /* legend, two of the limit */
	assert_int_equal(count_of(path, "nan"), 0);
	assert_int_equal(plot_write("/nowhere/at/all", &file, 2), -EIO);
	assert_int_equal(plot_write("/nowhere/at/all", &file, 16), 0); /* nothing to draw */
	unlink(path);
	bench_file_free(&file);
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		cmocka_unit_test(launches_become_the_median_of_their_medians),
		cmocka_unit_test(many_launches_have_an_interval_of_their_own),
		cmocka_unit_test(different_rows_stay_apart_and_are_sorted),
		cmocka_unit_test(the_best_of_each_side_is_found),
		cmocka_unit_test(limits_count_what_is_written),
		cmocka_unit_test(targets_ask_for_every_point_and_the_mean),
		cmocka_unit_test(large_messages_are_held_against_memcpy),
		cmocka_unit_test(the_readme_keeps_what_is_not_marked),
		cmocka_unit_test(what_is_no_benchmark_is_refused),
		cmocka_unit_test(pictures_have_a_mark_for_each_point),
	};

	return cmocka_run_group_tests_name("peers", checks, NULL, NULL);
}
