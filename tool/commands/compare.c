/* Runs `grove compare`, which prints two benchmarks side by side, with ratios and intervals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "perf/row_comparison.h"
#include "perf/timing/stats.h"
#include "tool/output/json_memory.h"
#include "tool/reports/bench_plot.h"
#include "tool/output/json_out.h"
#include "tool/arguments/options.h"
#include "tool/output/diagnostics.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

struct comparison {
	const char *name[2];
	struct bench_file file[2];
	struct bench_pair *pair;
	long pairs;
	double mean, least; /* of the ratios */
};

static int summarize(struct comparison *c)
{
	double *ratio = malloc(((size_t)c->pairs + 1) * sizeof *ratio);

	if (!ratio)
		return why(ENOMEM, "no memory for %ld ratios", c->pairs);
	c->least = NAN;
	for (long i = 0; i < c->pairs; i++) {
		ratio[i] = c->pair[i].ratio;
		c->least = fmin(c->least, ratio[i]);
	}
	c->mean = stats_geometric_mean(ratio, (size_t)c->pairs);
	free(ratio);
	return 0;
}

/* ---- JSON ---- */

static void write_side(const char *name, const struct bench_row *row)
{
	json_open(name, '{');
	json_text("algorithm", row->algorithm);
	json_text("network", row->network);
	json_real("median_s", row->median);
	json_real("ci_low_s", row->low);
	json_real("ci_high_s", row->high);
	json_size("runs", row->launches);
	json_close('}');
}

static void write_pair(const struct bench_pair *pair)
{
	json_text("collective", pair->a->collective);
	json_whole("nodes", pair->a->nodes);
	json_size("bytes", pair->a->bytes);
	json_text("clock", pair->a->clock);
	json_text("data", pair->a->data[0] ? pair->a->data : NULL);
	write_side("a", pair->a);
	write_side("b", pair->b);
	json_real("ratio", pair->ratio);
	json_real("ratio_low", pair->low);
	json_real("ratio_high", pair->high);
	json_bool("cores_moved", pair->moved);
	json_text("verdict", bench_verdict(pair));
}

static void write_comparison(const struct comparison *c)
{
	json_open(NULL, '{');
	json_text("schema", "grove-compare");
	json_whole("schema_version", 1);
	json_text("a", c->name[0]);
	json_text("b", c->name[1]);
	json_real("geometric_mean", c->mean);
	json_real("least", c->least);
	json_line();
	json_open("results", '[');
	for (long i = 0; i < c->pairs; i++) {
		json_row();
		write_pair(&c->pair[i]);
		json_close('}');
	}
	json_close(']');
	json_close('}');
}

/* ---- Text ---- */

static void add_row(struct table *table, const struct bench_pair *p)
{
	table_row(table, (const char *const[]){ p->a->collective, p->a->algorithm, p->b->algorithm,
				 short_text("%lld", p->a->nodes), size_text(p->a->bytes),
				 name_or_dash(p->a->data), time_text(p->a->median),
				 time_text(p->b->median), short_text("%.2f", p->ratio),
				 short_text("%.2f .. %.2f", p->low, p->high), bench_verdict(p) });
}

/* Says why intervals are wider than those of the rows. */
static void print_conditions(const struct comparison *c)
{
	long single = 0, moved = 0;

	for (long i = 0; i < c->pairs; i++) {
		single += c->pair[i].a->launches < 2 || c->pair[i].b->launches < 2;
		moved += c->pair[i].moved;
	}
	if (single)
		printf("\n%ld rows are of a single launch: their times are taken as known to a "
		       "fifth. "
		       "`grove bench --runs 5` knows more.\n",
			single);
	if (moved)
		printf("\n%ld rows were measured with the cores at another distance: the intervals "
		       "have "
		       "what a bare line differs.\n",
			moved);
}

static void print_human(const struct comparison *c)
{
	static const char *const headings[] = { "<collective", "<A", "<B", "nodes", "bytes",
		"<data", "time A", "time B", "B / A", "interval", "<verdict", NULL };
	struct table table;

	printf("A: %s\nB: %s\n\n", c->name[0], c->name[1]);
	table_open(&table, headings);
	for (long i = 0; i < c->pairs; i++)
		add_row(&table, &c->pair[i]);
	table_close(&table);
	print_conditions(c);
	printf("\n%ld rows in both. B takes %.2f times as long as A in the geometric mean, "
	       "at least %.2f times.\n",
		c->pairs, c->mean, c->least);
}

/* Prints the plain table: bytes and microseconds, and the same words in each row. */
static void print_plain(const struct comparison *c)
{
	printf("#%11s %-13s %-14s %-14s %5s %-8s %13s %13s %8s %8s %8s %s\n", "bytes", "collective",
		"algorithm_A", "algorithm_B", "nodes", "data", "time_A_us", "time_B_us", "B_per_A",
		"low", "high", "faster");
	for (long i = 0; i < c->pairs; i++) {
		const struct bench_pair *p = &c->pair[i];

		printf("%12zu %-13s %-14s %-14s %5lld %-8s %13.3f %13.3f %8.4f %8.4f %8.4f %s\n",
			p->a->bytes, p->a->collective, name_or_dash(p->a->algorithm),
			name_or_dash(p->b->algorithm), p->a->nodes, name_or_dash(p->a->data),
			1e6 * p->a->median, 1e6 * p->b->median, p->ratio, p->low, p->high,
			bench_faster(p));
	}
}

static void write_form(const struct comparison *c, const struct options *options)
{
	if (options->form == FORM_JSON)
		write_comparison(c);
	else if (options->plain)
		print_plain(c);
	else
		print_human(c);
}

int command_compare(const struct options *options)
{
	struct comparison c = { .name = { options->word[0], options->word[1] } };
	int error, status = bench_plot_check(options->plot);

	if (status != STATUS_DONE)
		return status;
	json_memory_guard();
	error = bench_file_read(&c.file[0], c.name[0]);
	if (!error)
		error = bench_file_read(&c.file[1], c.name[1]);
	if (!error) {
		c.pairs = bench_pairs(&c.pair, &c.file[0], &c.file[1]);
		error = c.pairs < 0 ? (int)c.pairs : summarize(&c);
	}
	if (error) {
		status = say_why(error);
	} else if (!c.pairs && bench_states_differ(&c.file[0], &c.file[1])) {
		status = refuse("%s and %s have no operation of the same nodes and bytes on data "
				"in the same state; `grove bench --data` chooses the state",
			c.name[0], c.name[1]);
	} else if (!c.pairs) {
		status = refuse("%s and %s have no operation of the same nodes and bytes in both",
			c.name[0], c.name[1]);
	} else {
		write_form(&c, options);
		if (options->plot)
			status = bench_plot_files(c.file, c.name, options->plot);
	}
	free(c.pair);
	bench_file_free(&c.file[0]);
	bench_file_free(&c.file[1]);
	return status;
}
