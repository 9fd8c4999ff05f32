/* Plots of sweeps: series, axes, and what is drawn where. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "analysis/draw/log_axis.h"
#include "analysis/draw/sweep_plot.h"

static struct sweep_row row_of(const char *algorithm, double bytes, double time)
{
	return (struct sweep_row){ .run = "",
		.collective = "broadcast",
		.algorithm = algorithm,
		.network = "cube:2",
		.data = "fresh",
		.point = { bytes, time, 0.9 * time, 1.1 * time, 2 * time, bytes / time, 1e10 } };
}

static void add(struct sweep_plot *plot, const char *algorithm, double bytes, double time)
{
	struct sweep_row row = row_of(algorithm, bytes, time);

	assert_int_equal(sweep_plot_add(plot, &row), 0);
}

static size_t count_of(const char *text, const char *what)
{
	size_t count = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		count++;
	return count;
}

/* Returns the picture, which the caller frees; NULL if nothing can be drawn. */
static char *drawn(const struct sweep_plot *plot)
{
	char *text = NULL;
	size_t length;
	FILE *file = open_memstream(&text, &length);
	int error = sweep_plot_draw(plot, file);

	fclose(file);
	if (!error)
		return text;
	free(text);
	return NULL;
}

static void rows_of_growing_sizes_are_a_series(void **state)
{
	struct sweep_plot plot = { .count = 0 };
	struct sweep_row cold = row_of("nesbt", 128, 1e-6);

	(void)state;
	add(&plot, "sbt", 0, 1e-6);
	assert_int_equal(plot.count, 0);
	add(&plot, "sbt", 8, 1e-6);
	add(&plot, "sbt", 64, 2e-6);
	add(&plot, "nesbt", 64, 1e-6);
	add(&plot, "sbt", 100, 1e-6);
	cold.data = "cold";
	assert_int_equal(sweep_plot_add(&plot, &cold), 0);
	assert_int_equal(plot.count, 3);
	assert_int_equal(plot.series[0].points, 2);
	assert_string_equal(plot.series[0].algorithm, "sbt");
	assert_string_equal(plot.series[1].algorithm, "auto");
	assert_string_equal(plot.series[2].data, "cold");
	sweep_plot_free(&plot);
}

static void every_row_is_drawn_in_both_panels(void **state)
{
	struct sweep_plot plot = { .subtitle = "a <machine> & more" };
	char *text;

	(void)state;
	for (int i = 0; i < 5; i++)
		add(&plot, "sbt", exp2(3 + i), 1e-6 * exp2(i));
	text = drawn(&plot);
	assert_non_null(text);
	/* A mark for each point in each panel, and in the legend. */
	assert_int_equal(count_of(text, "<path "), 5 + 5 + 1);
	/* Measured and expected in each panel. */
	assert_int_equal(count_of(text, "<polyline "), 4);
	assert_non_null(strstr(text, ">broadcast sbt cube:2, fresh<"));
	assert_non_null(strstr(text, "a &lt;machine&gt; &amp; more"));
	assert_non_null(strstr(text, ">128 B<"));
	assert_non_null(strstr(text, ">10 us<"));
	assert_non_null(strstr(text, ">10 GB/s<"));
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
	free(text);
	sweep_plot_free(&plot);
}

static void unknown_figures_are_left_out(void **state)
{
	struct sweep_plot plot = { .count = 0 };
	struct sweep_row row = row_of("sbt", 8, 1e-6);
	char *text;

	(void)state;
	assert_null(drawn(&plot));
	row.point.time = row.point.rate = NAN;
	assert_int_equal(sweep_plot_add(&plot, &row), 0);
	assert_null(drawn(&plot));
	row.point = (struct sweep_point){ 16, 1e-6, NAN, NAN, NAN, NAN, NAN };
	assert_int_equal(sweep_plot_add(&plot, &row), 0);
	text = drawn(&plot);
	assert_non_null(text);
	assert_int_equal(count_of(text, "<path "), 1 + 1);
	assert_non_null(strstr(text, "No bytes were measured over a link."));
	assert_null(strstr(text, "nan"));
	free(text);
	sweep_plot_free(&plot);
}

/* Ticks lie on the axis, grow, are few, and have round labels; values keep their order. */
static void ticks_are_round(void **state)
{
	enum {
		VALUES = 6
	};
	static const double values[VALUES] = { 1, 8, 100, 1e3, 4e6, 3e9 };

	(void)state;
	for (int a = 0; a < VALUES; a++)
		for (int b = a; b < VALUES; b++) {
			struct log_axis axis = { .quantity = BYTES, .from = 0, .to = 100 };
			char text[TICK_TEXT];
			double tick, before = 0;
			int i;

			log_axis_include(&axis, values[a]);
			log_axis_include(&axis, values[b]);
			log_axis_include(&axis, -1);
			log_axis_include(&axis, INFINITY);
			assert_true(log_axis_round(&axis));
			for (i = 0; (tick = log_axis_tick(&axis, i, text)) > 0; i++) {
				assert_true(tick > before && log_axis_at(&axis, tick) >= -1e-9 &&
					    log_axis_at(&axis, tick) <= 100 + 1e-9);
				assert_true(floor(log2(tick)) == log2(tick));
				before = tick;
			}
			assert_true(i >= 2 && i <= TICKS + 1);
			assert_true(log_axis_at(&axis, values[a]) >= 0);
			if (a == b && values[a] == 8)
				assert_true(fabs(log_axis_at(&axis, 8) - 50) < 1e-9);
			assert_true(log_axis_at(&axis, values[b]) <= 100);
		}
}

static void labels_have_units(void **state)
{
	struct log_axis axis = { .quantity = SECONDS, .from = 0, .to = 1 };
	char text[TICK_TEXT];

	(void)state;
	assert_false(log_axis_round(&axis));
	log_axis_include(&axis, 150e-9);
	log_axis_include(&axis, 1.5e-6);
	assert_true(log_axis_round(&axis));
	assert_true(fabs(log_axis_tick(&axis, 0, text) - 100e-9) < 1e-15);
	assert_string_equal(text, "100 ns");
	assert_true(fabs(log_axis_tick(&axis, 2, text) - 500e-9) < 1e-15);
	assert_true(fabs(log_axis_tick(&axis, 3, text) - 1e-6) < 1e-15);
	assert_string_equal(text, "1 us");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_of_growing_sizes_are_a_series),
		cmocka_unit_test(every_row_is_drawn_in_both_panels),
		cmocka_unit_test(unknown_figures_are_left_out),
		cmocka_unit_test(ticks_are_round),
		cmocka_unit_test(labels_have_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
