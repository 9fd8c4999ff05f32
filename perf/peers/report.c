/* Turns the launches of `ninja compare` into one table: as text, as JSON, and as pictures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/peers/merge.h"
#include "perf/peers/plot.h"
#include "perf/peers/readme.h"
#include "perf/peers/targets.h"
#include "perf/stats.h"
#include "tool/output/json_out.h"
#include "tool/output/compare_rows.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

/*	report [--targets] [--readme SOURCE] FOLDER FILE...
 *
 * Writes into the folder grove.json and peers.json, which `grove compare` reads, table.json, a
 * picture N-nodes.svg for each number of nodes; and the table on standard output. With --readme also
 * the marked part of SOURCE/README.md, and SOURCE/docs/compare.svg. Exit status 0; with --targets 1 when
 * one is missed, or none was measured; 2 for wrong usage or files. */

static int fail(const char *text)
{
	fprintf(stderr, "report: %s\n", text);
	return 2;
}

static int open_output(const char *folder, const char *name)
{
	char path[4096];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	fflush(stdout);
	return freopen(path, "w", stdout) ? 0 : -errno;
}

/* ---- One side as a benchmark ---- */

static void write_side(const struct bench_file *file, bool grove)
{
	json_open(NULL, '{');
	json_text("schema", "grove-bench");
	json_whole("schema_version", 1);
	json_open("results", '[');
	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *row = &file->row[i];

		if (merge_is_grove(row) != grove)
			continue;
		json_line();
		json_open(NULL, '{');
		json_text("collective", row->collective);
		json_text("algorithm", row->algorithm);
		json_text("network", row->network);
		json_whole("root", row->root);
		json_whole("nodes", row->nodes);
		json_size("bytes", row->bytes);
		json_text("clock", row->clock);
		json_open("time_s", '{');
		json_real("median", row->median);
		json_real("ci_low", row->low);
		json_real("ci_high", row->high);
		json_close('}');
		json_close('}');
	}
	json_close(']');
	json_close('}');
	putchar('\n');
}

/* ---- The table ---- */

/* Is it the row that stands for its operation: grove's fastest, with a peer beside it? */
static const struct bench_row *peer_of(const struct bench_file *file, const struct bench_row *row)
{
	if (!merge_is_grove(row) || merge_best(file, row, GROVE) != row)
		return NULL;
	return merge_best(file, row, PEERS);
}

static void write_targets(const struct bench_file *file)
{
	char worst[TARGET_TEXT];

	json_open("targets", '[');
	for (int i = 0; target_at(i); i++) {
		const struct target *target = target_at(i);
		struct target_outcome outcome = target_judge(target, file);

		json_line();
		json_open(NULL, '{');
		json_text("what", target->text);
		json_real("at_least", target->each);
		json_real("mean_at_least", target->mean > 0 ? target->mean : NAN);
		json_size("points", outcome.points);
		json_real("least", outcome.points ? outcome.least : NAN);
		json_text("least_at", target_worst(worst, &outcome));
		json_real("mean", outcome.mean);
		json_text("verdict", target_verdict(&outcome));
		json_close('}');
	}
	json_close(']');
}

static void write_table(const struct bench_file *file)
{
	json_open(NULL, '{');
	json_text("schema", "grove-compare");
	json_whole("schema_version", 1);
	json_text("a", "grove");
	json_text("b", "the fastest peer");
	json_open("results", '[');
	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *a = &file->row[i], *b = peer_of(file, a);

		struct bench_pair pair;

		if (!b)
			continue;
		pair = bench_pair_of(a, b);
		json_line();
		json_open(NULL, '{');
		compare_rows_write(&pair);
		json_real("limit_s", merge_limit(file, a));
		json_real("a_backtoback_s", merge_backtoback(file, a, GROVE));
		json_real("b_backtoback_s", merge_backtoback(file, a, PEERS));
		json_close('}');
	}
	json_close(']');
	write_targets(file);
	json_close('}');
	putchar('\n');
}

static void add_line(struct table *table, const struct bench_file *file, const struct bench_row *a,
	const struct bench_row *b)
{
	char nodes[24], bytes[UNITS_TEXT], mine[UNITS_TEXT], theirs[UNITS_TEXT], ratio[24];
	char interval[48], share[UNITS_TEXT], following[24] = "";
	double in_a_row = merge_backtoback(file, a, PEERS) / merge_backtoback(file, a, GROVE);

	snprintf(nodes, sizeof nodes, "%lld", a->nodes);
	snprintf(ratio, sizeof ratio, "%.2f", b->median / a->median);
	snprintf(interval, sizeof interval, "%.2f .. %.2f", b->low / a->high, b->high / a->low);
	if (isfinite(in_a_row))
		snprintf(following, sizeof following, "%.2f", in_a_row);
	table_row(table,
		(const char *const[]){ a->collective, nodes,
			a->bytes ? size_text(bytes, a->bytes) : "-", time_text(mine, a->median),
			time_text(theirs, b->median), b->algorithm, ratio, interval,
			share_text(share, merge_limit(file, a), a->median), following });
}

static void print_targets(const struct bench_file *file)
{
	static const char *const headings[] = { "<target: what, beside whom", "at least", "least",
		"mean", "points", "<", "<least at", NULL };
	struct table table;

	table_open(&table, headings);
	for (int i = 0; target_at(i); i++) {
		struct target_outcome o = target_judge(target_at(i), file);
		char asks[TARGET_TEXT], worst[TARGET_TEXT], least[24] = "", mean[24] = "";
		char points[24];

		snprintf(points, sizeof points, "%zu", o.points);
		if (o.points) {
			snprintf(least, sizeof least, "%.2f", o.least);
			snprintf(mean, sizeof mean, "%.2f", o.mean);
		}
		table_row(&table,
			(const char *const[]){ target_at(i)->text, target_asks(asks, target_at(i)),
				least, mean, points, target_verdict(&o), target_worst(worst, &o) });
	}
	table_close(&table);
	putchar('\n');
}

/* What others say that copying can reach. */
static void print_copies(const struct bench_file *file)
{
	char bytes[UNITS_TEXT], rate[UNITS_TEXT];

	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *row = &file->row[i];

		if (!strcmp(row->collective, "likwid-copy") && row->median > 0)
			printf("%s of %s by both cores, each from its own part: %s\n",
				row->algorithm, size_text(bytes, row->bytes),
				rate_text(rate, (double)row->bytes / row->median));
	}
}

static void print_table(const struct bench_file *file)
{
	static const char *const headings[] = { "<collective", "nodes", "bytes", "grove", "peer",
		"<the fastest", "ratio", "interval", "limit", "following", NULL };
	struct table table;

	table_open(&table, headings);
	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *a = &file->row[i], *b = peer_of(file, a);

		if (b)
			add_line(&table, file, a, b);
	}
	table_close(&table);
	puts("\nratio: the fastest peer's time into grove's, over 1 where grove is faster; "
	     "interval: of\nthe ratio, when both medians are in theirs. limit: what is of grove's "
	     "time that in which\nplain memcpy, by one core or both, copies once all that is "
	     "written, "
	     "and a cache line goes\none way; over 100 % where grove's copies are better than "
	     "plain "
	     "ones. following: the ratio\nof averages of operations that follow one another.\n");
	print_targets(file);
	print_copies(file);
}

/* ---- All of it ---- */

static int write_pictures(const struct bench_file *file, const char *folder)
{
	int error = 0;

	for (size_t i = 0; i < file->rows && !error; i++) {
		char path[4096];
		bool seen = file->row[i].nodes < 2;

		for (size_t k = 0; k < i; k++)
			seen |= file->row[k].nodes == file->row[i].nodes;
		snprintf(path, sizeof path, "%s/%lld-nodes.svg", folder, file->row[i].nodes);
		if (!seen)
			error = plot_write(path, file, file->row[i].nodes);
	}
	return error;
}

static int write_readme(const struct bench_file *file, const char *source)
{
	char path[4096];
	int error;

	snprintf(path, sizeof path, "%s/docs/compare.svg", source);
	error = plot_write(path, file, 2);
	snprintf(path, sizeof path, "%s/README.md", source);
	return error ? error : readme_write(path, file);
}

static int write_files(const struct bench_file *file, const char *folder)
{
	if (write_pictures(file, folder))
		return fail(why_text());
	if (open_output(folder, "grove.json"))
		goto failed;
	write_side(file, true);
	if (open_output(folder, "peers.json"))
		goto failed;
	write_side(file, false);
	if (open_output(folder, "table.json"))
		goto failed;
	write_table(file);
	if (!fflush(stdout))
		return 0;
failed:
	fprintf(stderr, "report: cannot write in %s\n", folder);
	return 2;
}

int main(int argc, char **argv)
{
	struct bench_file file = { 0 };
	const char *source = NULL;
	bool targets = false;
	int status;

	for (; argc > 1 && !strncmp(argv[1], "--", 2); argc--, argv++) {
		if (!strcmp(argv[1], "--targets")) {
			targets = true;
		} else if (!strcmp(argv[1], "--readme") && argc > 2) {
			source = argv[2];
			argc--;
			argv++;
		} else {
			break;
		}
	}
	if (argc < 3 || !strncmp(argv[1], "--", 2))
		return fail("usage: report [--targets] [--readme SOURCE] FOLDER FILE...");
	if (merge_launches(&file, (const char *const *)argv + 2, argc - 2))
		return fail(why_text());
	if (!file.rows)
		return fail("there are no rows");
	print_table(&file);
	status = write_files(&file, argv[1]);
	if (!status && source && write_readme(&file, source))
		status = fail(why_text());
	if (!status && targets && !targets_met(&file))
		status = 1;
	bench_file_free(&file);
	return status;
}
