/* Turns the launches of `ninja compare` into one table: as text, as JSON, and as pictures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "perf/peers/merge.h"
#include "perf/peers/plot.h"
#include "perf/stats.h"
#include "tool/json_out.h"
#include "tool/pair.h"
#include "tool/table.h"
#include "tool/units.h"

/*	report FOLDER FILE...
 *
 * Writes into the folder grove.json and peers.json, which `grove compare` reads, table.json, a
 * picture N-nodes.svg for each number of nodes; and the table on standard output. */

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
		pair_write(&pair);
		json_real("limit_s", merge_limit(file, a));
		json_close('}');
	}
	json_close(']');
	json_close('}');
	putchar('\n');
}

static void add_line(struct table *table, const struct bench_file *file, const struct bench_row *a,
	const struct bench_row *b)
{
	char nodes[24], bytes[UNITS_TEXT], mine[UNITS_TEXT], theirs[UNITS_TEXT], ratio[24];
	char interval[48], share[UNITS_TEXT];

	snprintf(nodes, sizeof nodes, "%lld", a->nodes);
	snprintf(ratio, sizeof ratio, "%.2f", b->median / a->median);
	snprintf(interval, sizeof interval, "%.2f .. %.2f", b->low / a->high, b->high / a->low);
	table_row(table,
		(const char *const[]){ a->collective, nodes,
			a->bytes ? size_text(bytes, a->bytes) : "-", time_text(mine, a->median),
			time_text(theirs, b->median), b->algorithm, ratio, interval,
			share_text(share, merge_limit(file, a), a->median) });
}

struct part {
	long long nodes;
	size_t least, most; /* bytes; 0: barriers */
	enum side side;
	const char *text;
};

/* Ratios of one part of the table in one line; nothing without rows. */
static void print_summary(const struct bench_file *file, const struct part *part)
{
	double *ratio = calloc(file->rows + 1, sizeof *ratio), worst = INFINITY;
	size_t count = 0;

	for (size_t i = 0; i < file->rows && ratio; i++) {
		const struct bench_row *a = &file->row[i], *b;

		if (a->nodes != part->nodes || a->bytes < part->least || a->bytes > part->most ||
			merge_best(file, a, GROVE) != a)
			continue;
		b = merge_best(file, a, part->side);
		if (!b)
			continue;
		ratio[count] = b->median / a->median;
		worst = fmin(worst, ratio[count++]);
	}
	if (count)
		printf("%-48s geometric mean %7.2f, least %6.2f, %zu points\n", part->text,
			stats_geometric_mean(ratio, count), worst, count);
	free(ratio);
}

static void print_summaries(const struct bench_file *file)
{
	static const size_t short_ones = 2048, all = SIZE_MAX;
	const struct part parts[] = {
		{ 2, 8, short_ones, MPI_PEERS, "2 nodes, 8 B to 2 KiB, the faster MPI" },
		{ 2, short_ones + 1, all, MPI_PEERS, "2 nodes, more than 2 KiB, the faster MPI" },
		{ 2, 0, 0, PEERS, "2 nodes, barrier, the fastest of all" },
		{ 16, 8, short_ones, MPI_PEERS, "16 nodes, 8 B to 2 KiB, the faster MPI" },
		{ 16, short_ones + 1, all, MPI_PEERS, "16 nodes, more than 2 KiB, the faster MPI" },
		{ 16, 0, 0, MPI_PEERS, "16 nodes, barrier, the faster MPI" },
	};

	puts("Ratios:");
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		print_summary(file, &parts[i]);
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
		"<the fastest", "ratio", "interval", "limit", NULL };
	struct table table;

	table_open(&table, headings);
	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *a = &file->row[i], *b = peer_of(file, a);

		if (b)
			add_line(&table, file, a, b);
	}
	table_close(&table);
	puts("\nratio: the fastest peer's time into grove's, over 1 where grove is faster; "
	     "interval: "
	     "of\nthe ratio, when both medians are in theirs. limit: what the time in which plain "
	     "memcpy,\nby one core or both, copies once all that is written, is of grove's; of a "
	     "round trip,\nthat of a bare cache line.\n");
	print_summaries(file);
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

int main(int argc, char **argv)
{
	struct bench_file file = { 0 };
	char text[512];

	if (argc < 3)
		return fail("usage: report FOLDER FILE...");
	if (merge_launches(&file, (const char *const *)argv + 2, argc - 2))
		return fail(why_text());
	if (!file.rows)
		return fail("there are no rows");
	print_table(&file);
	if (write_pictures(&file, argv[1]) || open_output(argv[1], "grove.json"))
		goto failed;
	write_side(&file, true);
	if (open_output(argv[1], "peers.json"))
		goto failed;
	write_side(&file, false);
	if (open_output(argv[1], "table.json"))
		goto failed;
	write_table(&file);
	bench_file_free(&file);
	return fflush(stdout) ? fail("cannot write") : 0;
failed:
	snprintf(text, sizeof text, "cannot write in %s", argv[1]);
	bench_file_free(&file);
	return fail(text);
}
