/* grove tune --consistency: whether a collective is slower than others that do its work. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "analysis/formulas/guidelines.h"
#include "perf/clock.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/table.h"
#include "tool/commands/tune.h"
#include "tool/output/units.h"

enum {
	ROUNDS = 3,
	MEMBERS = 3 /* the whole, and its parts */
};
static const double MARGIN = 1.25;

struct consistency {
	struct tuning *tuning;
	struct table table;
	int checked, broken;
	double worst;
};

static struct bench_case case_of(
	const struct bench_case *like, const struct guided *guided, size_t bytes)
{
	struct bench_case what = *like;

	what.problem.collective = guided->collective;
	strcpy(what.problem.algorithm, "auto");
	what.bytes = guided->all ? bytes * (size_t)like->problem.net.nodes : bytes;
	return what;
}

/* In turn, so that a noisy moment hits all alike; the medians of the rounds. */
static int measure(struct bench *bench, const struct bench_case *what, int count, double *seconds)
{
	double sample[MEMBERS][ROUNDS];
	struct bench_result result;
	int error = 0;

	for (int round = 0; round < ROUNDS && !error; round++)
		for (int i = 0; i < count && !error; i++) {
			error = bench_row(bench, &what[i], &result);
			sample[i][round] = result.time.median;
		}
	for (int i = 0; i < count && !error; i++)
		seconds[i] = stats_median(sample[i], ROUNDS);
	return error;
}

static void note(struct consistency *c, const struct guideline *g, const struct bench_case *like,
	size_t bytes, const double *seconds)
{
	double parts = seconds[1] + (g->parts > 1 ? seconds[2] : 0), ratio = seconds[0] / parts;
	char size[UNITS_TEXT], time[2][UNITS_TEXT], text[UNITS_TEXT];

	c->checked++;
	c->broken += ratio > MARGIN;
	c->worst = fmax(c->worst, ratio);
	if (!(ratio > 1))
		return;
	snprintf(text, sizeof text, "%.2f", ratio);
	table_row(&c->table,
		(const char *const[]){ g->text, like->problem.net.name, size_text(size, bytes),
			time_text(time[0], seconds[0]), time_text(time[1], parts), text });
}

static int check(struct consistency *c, const struct guideline *g, const struct bench_case *like,
	size_t bytes)
{
	struct bench_case what[MEMBERS] = { case_of(like, &g->whole, bytes) };
	double seconds[MEMBERS];
	int error;

	for (int i = 0; i < g->parts; i++)
		what[1 + i] = case_of(like, &g->part[i], bytes);
	for (int i = 0; i <= g->parts; i++)
		if (tune_buffers(&what[i]) > MOST_BUFFERS)
			return 0;
	error = measure(c->tuning->bench, what, 1 + g->parts, seconds);
	if (!error)
		note(c, g, like, bytes, seconds);
	return error;
}

/* The points are those of one collective; each stands for its network and size. */
static int check_point(struct tuning *tuning, const struct bench_case *what)
{
	struct consistency *c = tuning->context;
	const struct guideline *g;
	char size[UNITS_TEXT];
	int error = 0;

	if (clock_seconds() > tuning->deadline) {
		tuning->left++;
		return 0;
	}
	progress("%s, %s", what->problem.net.name, size_text(size, what->bytes));
	for (int i = 0; (g = guideline_at(i)) && !error; i++)
		error = check(c, g, what, what->bytes);
	return error;
}

int tune_consistency(struct tuning *tuning)
{
	static const char *const headings[] = { "<guideline", "<network", "bytes", "whole", "parts",
		"ratio", NULL };
	struct consistency c = { .tuning = tuning };
	int error;

	tuning->context = &c;
	tuning->deadline = clock_seconds() + tuning->options->limit;
	table_open(&c.table, headings);
	error = tune_each(tuning, check_point);
	progress_end();
	table_close(&c.table);
	if (error)
		return say_why(error);
	printf("\n%d comparisons, %d with a ratio above %.2f; the worst is %.2f\n"
	       "Parts are measured apart, each with its own buffers in the caches: one after the "
	       "other they take longer\n",
		c.checked, c.broken, MARGIN, c.worst);
	if (tuning->left)
		printf("%d points are left: the time was up\n", tuning->left);
	return c.broken ? STATUS_FAILED : STATUS_DONE;
}
