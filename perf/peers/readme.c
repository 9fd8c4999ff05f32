/* Writes the README's part about measurements: what was measured where, beside whom, and the targets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/environment.h"
#include "perf/peers/merge.h"
#include "perf/peers/readme.h"
#include "perf/peers/targets.h"
#include "tool/output/units.h"

enum {
	COLUMNS = 7 /* sizes of a table at most */
};

/* ---- Where, and beside whom ---- */

/* Names of peers without how they were set: "Open MPI 4.1.4" of "Open MPI 4.1.4, basic". */
static void write_peers(FILE *out, const struct bench_file *file)
{
	const char *seen[32];
	size_t count = 0;

	for (size_t i = 0; i < file->rows; i++) {
		const char *name = file->row[i].algorithm;
		bool known = merge_is_grove(&file->row[i]) || strchr(name, ',') ||
			     !strncmp(name, "bare ", 5) || !strncmp(name, "memcpy ", 7) ||
			     !strncmp(name, "likwid", 6);

		for (size_t k = 0; k < count; k++)
			known |= !strcmp(seen[k], name);
		if (known || count == sizeof seen / sizeof seen[0])
			continue;
		fprintf(out, "%s%s", count ? ", " : "", name);
		seen[count++] = name;
	}
}

static double line_time(const struct bench_file *file)
{
	for (size_t i = 0; i < file->rows; i++)
		if (!strcmp(file->row[i].collective, "ping-pong"))
			return file->row[i].median;
	return NAN;
}

/* The most and the fewest launches of one row. */
static void write_launches(FILE *out, const struct bench_file *file)
{
	size_t least = SIZE_MAX, most = 0;

	for (size_t i = 0; i < file->rows; i++) {
		size_t launches = file->row[i].launches;

		least = launches < least ? launches : least;
		most = launches > most ? launches : most;
	}
	if (least < most)
		fprintf(out, "medians of %zu to %zu launches", least, most);
	else
		fprintf(out, most == 1 ? "one launch" : "medians of %zu launches", most);
}

static void write_where(FILE *out, const struct bench_file *file)
{
	struct environment e;
	char cache[3][UNITS_TEXT], line[UNITS_TEXT];

	environment_read(&e);
	for (int i = 0; i < 3; i++)
		size_text(cache[i], (size_t)e.cache_bytes[i]);
	fprintf(out, "On two cores of %d, %s (%s; caches of %s, %s, %s), %s, %s, %.10s: ", e.cpus,
		e.cpu_model, strcmp(e.hypervisor, "none") ? "a virtual machine" : "bare metal",
		cache[0], cache[1], cache[2], e.kernel, e.compiler, e.date);
	write_launches(out, file);
	fprintf(out,
		" in random order,\nevery program by the same clock from the first entry to the "
		"last "
		"exit. A bare cache line goes there\nand back in %s, which is the scale of all "
		"small "
		"messages. Beside grove ran:\n",
		time_text(line, line_time(file)));
	write_peers(out, file);
	fputs(".\n", out);
}

/* ---- Times and ratios ---- */

/* Sizes of the collectives of that many nodes: some of them, when there are too many. */
static int choose_sizes(const struct bench_file *file, long long nodes, size_t size[COLUMNS])
{
	size_t all[64];
	int count = 0, taken = 0;

	for (size_t i = 0; i < file->rows && count < 64; i++) {
		const struct bench_row *row = &file->row[i];
		int k = count;

		if (row->nodes != nodes || !row->bytes || !merge_is_grove(row) ||
			!merge_is_collective(row->collective))
			continue;
		while (k > 0 && all[k - 1] > row->bytes)
			k--;
		if (k > 0 && all[k - 1] == row->bytes)
			continue;
		memmove(all + k + 1, all + k, (size_t)(count - k) * sizeof *all);
		all[k] = row->bytes;
		count++;
	}
	for (int k = 0; k < COLUMNS && count > COLUMNS; k++)
		size[taken++] = all[k * (count - 1) / (COLUMNS - 1)];
	for (int k = 0; k < count && count <= COLUMNS; k++)
		size[taken++] = all[k];
	return taken;
}

/* "290 ns, **2.1**": grove's time, and the fastest MPI's into it. */
static void write_cell(FILE *out, const struct bench_file *file, const struct bench_row *like)
{
	const struct bench_row *a = merge_best(file, like, GROVE);
	const struct bench_row *b = merge_best(file, like, MPI_PEERS);
	char time[UNITS_TEXT];

	if (!a)
		fputs(" |", out);
	else if (!b)
		fprintf(out, " %s |", time_text(time, a->median));
	else
		fprintf(out, " %s, **%.*f** |", time_text(time, a->median),
			b->median < 10 * a->median ? 1 : 0, b->median / a->median);
}

static void write_line(FILE *out, const struct bench_file *file, const struct bench_row *first,
	const size_t *size, int sizes)
{
	struct bench_row like = *first;

	fprintf(out, "| %s |", first->collective);
	for (int k = 0; k < sizes; k++) {
		like.bytes = first->bytes ? size[k] : 0;
		if (first->bytes || k == 0)
			write_cell(out, file, &like);
		else
			fputs(" |", out);
	}
	fputc('\n', out);
}

static void write_table(FILE *out, const struct bench_file *file, long long nodes)
{
	const char *last = "";
	size_t size[COLUMNS];
	char text[UNITS_TEXT];
	int sizes = choose_sizes(file, nodes, size);

	if (!sizes)
		return;
	fprintf(out, "\n| %lld nodes |", nodes);
	for (int k = 0; k < sizes; k++)
		fprintf(out, " %s |", size_text(text, size[k]));
	fputs("\n|---|", out);
	for (int k = 0; k < sizes; k++)
		fputs("---|", out);
	fputc('\n', out);
	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *row = &file->row[i];

		if (row->nodes != nodes || !merge_is_grove(row) ||
			!merge_is_collective(row->collective) || !strcmp(row->collective, last))
			continue;
		last = row->collective;
		write_line(out, file, row, size, sizes);
	}
}

static void write_targets(FILE *out, const struct bench_file *file)
{
	char asks[TARGET_TEXT], worst[TARGET_TEXT];

	fputs("\nThe targets, as ratios of the peer's time, or the limit, to grove's:\n\n"
	      "| what, beside whom | at least | least | mean | points | "
	      "|\n|---|---|---|---|---|---|\n",
		out);
	for (int i = 0; target_at(i); i++) {
		struct target_outcome o = target_judge(target_at(i), file);

		if (!o.points)
			continue;
		fprintf(out, "| %s | %s | %.2f (%s) | %.2f | %zu | %s |\n", target_at(i)->text,
			target_asks(asks, target_at(i)), o.least, target_worst(worst, &o), o.mean,
			o.points, target_verdict(&o));
	}
}

void readme_text(FILE *out, const struct bench_file *file)
{
	write_where(out, file);
	fputs("\nTime of one operation by the schedule that `auto` chooses, and in bold the time "
	      "of "
	      "the fastest MPI into it (several settings of each). More nodes than cores: grove "
	      "folds them on two threads, MPI has as many ranks.\n",
		out);
	write_table(out, file, 2);
	write_table(out, file, 16);
	fputs("\n![bandwidth and ratio over size](docs/compare.svg)\n", out);
	write_targets(out, file);
}

/* ---- Into the file ---- */

static char *read_all(const char *path)
{
	FILE *file = fopen(path, "r");
	long size = -1;
	char *text = NULL;

	if (file && !fseek(file, 0, SEEK_END) && (size = ftell(file)) >= 0 &&
		(text = malloc((size_t)size + 1)) != NULL) {
		rewind(file);
		text[fread(text, 1, (size_t)size, file)] = 0;
	}
	if (file)
		fclose(file);
	return text;
}

static int replace(const char *path, const char *text, const struct bench_file *file)
{
	const char *begin = strstr(text, README_BEGIN "\n"), *end = strstr(text, README_END "\n");
	char name[4096];
	FILE *out;
	bool bad;

	if (!begin || !end || end < begin)
		return why(
			EINVAL, "%s: has no lines '%s' and '%s'", path, README_BEGIN, README_END);
	begin += strlen(README_BEGIN "\n");
	snprintf(name, sizeof name, "%s.new", path);
	out = fopen(name, "w");
	if (!out)
		return why(EIO, "%s cannot be written", name);
	fwrite(text, 1, (size_t)(begin - text), out);
	readme_text(out, file);
	fputs(end, out);
	bad = ferror(out) != 0;
	if (fclose(out) || bad || rename(name, path)) {
		remove(name);
		return why(EIO, "%s cannot be written", path);
	}
	return 0;
}

int readme_write(const char *path, const struct bench_file *file)
{
	char *text = read_all(path);
	int error = text ? replace(path, text, file) : why(EIO, "%s cannot be read", path);

	free(text);
	return error;
}
