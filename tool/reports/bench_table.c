/* Prints the rows of a benchmark as a table, for people or for programs such as awk. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tool/reports/bench_table.h"
#include "tool/output/units.h"

enum {
	FLAGS = 32, /* at most */
	NAMES = 9   /* width of most names */
};

/* ---- The table for people: each figure with a suitable unit, in 80 columns ---- */

static int names_width(const struct bench_table *table)
{
	return table->names > NAMES ? table->names : NAMES;
}

static void print_group(struct bench_table *table, const struct bench_result *result)
{
	const struct problem *problem = &result->what.problem;
	char group[sizeof table->group], sizes[SIZE_RULE_TEXT];

	size_rule_text(sizes, result->what.form.sizes);
	snprintf(group, sizeof group, "%s%s%s on %s",
		verb_form_name(&result->what.form, problem->collective), *sizes ? ", sizes " : "",
		sizes, problem->net.name);
	if (!strcmp(group, table->group))
		return;
	strcpy(table->group, group);
	printf("%s%s", table->printed ? "\n" : "", group);
	if (!result->error)
		printf(": %d node%s on %d thread%s%s, %s%s%s%s", problem->net.nodes,
			problem->net.nodes == 1 ? "" : "s", result->run.threads,
			result->run.threads == 1 ? "" : "s", ranks_text(result->run.processes),
			cpus_text(result->run.cpus),
			result->what.form.style == STYLE_SPMD ? "; spmd" : "",
			result->run.data ? "; data " : "",
			result->run.data ? result->run.data : "");
	if (bench_is_paced(result))
		printf("\n  paced: %s for each packet, links of %s; predicted by the simulator",
			time_text(result->pace.beta), rate_text(result->run.peak_Bps));
	printf("\n%7s %-*s %7s %4s %4s %9s %4s %7s %7s %5s %s\n", "bytes", names_width(table),
		"algorithm", "time", "95 %", "reps", "link", "peak", "predict", "bound", "check",
		"flags");
}

/* Writes half of the interval's width as a percentage of the median. */
static const char *spread_text(const struct stats *time)
{
	double percent = 50 * (time->ci_high - time->ci_low) / time->median;

	if (time->median <= 0)
		return "-";
	return percent < 99.5 ? short_text("%.0f%%", percent) : ">99%";
}

static const char *repetitions_text(size_t count)
{
	return count < 10000 ? short_text("%zu", count) : short_text("%zuk", count / 1000);
}

/* Writes the rate of the busiest link. There is no such rate by reference. */
static const char *link_text(const struct run_result *run)
{
	return run->forward == FORWARD_REFERENCE ? "reference" : rate_text(run->link_Bps);
}

/* Writes the share of a link's peak: "97%", or a dash where nothing moves over links. */
static const char *peak_text(const struct run_result *run)
{
	double percent = 100 * run->link_Bps / run->peak_Bps;

	return isfinite(percent) ? short_text("%.0f%%", percent) : "-";
}

/* Returns a letter for a flag: the first letter of the name that no flag before has taken. */
static char flag_letter(int bit)
{
	char taken[FLAGS + 1] = "";

	for (int i = 0; i <= bit && i < FLAGS; i++) {
		const char *name = flag_name(i);

		while (name[1] && strchr(taken, *name))
			name++;
		taken[i] = *name;
	}
	return taken[bit];
}

static const char *letters_text(char text[FLAGS + 1], int flags)
{
	int used = 0;

	for (int bit = 0; flag_name(bit) && bit < FLAGS; bit++)
		if (flags >> bit & 1)
			text[used++] = flag_letter(bit);
	text[used] = 0;
	return used ? text : "-";
}

/* Prints a cell to the right of a blank. *late is by how much the cells so far are too wide; the
 * next cells get fewer blanks to make up for that. */
static void print_cell(int *late, int width, const char *text)
{
	int room = width > *late ? width - *late : 0;

	*late += printf(" %*s", room, text) - 1 - width;
}

static void print_row(const struct bench_table *table, const struct bench_result *result)
{
	char flags[FLAGS + 1];
	const struct problem *problem = &result->what.problem;
	const struct run_result *run = &result->run;
	const char *name = short_text(
		"%s%s%s", problem->algorithm, problem->order[0] ? " " : "", problem->order);
	int late;

	late = printf("%7s %-*s", size_text(result->what.bytes), names_width(table),
		       name_or_dash(name)) -
	       (8 + names_width(table));
	if (!bench_is_timed(result)) {
		printf(" %s: %s\n", result->error ? "-" : "check fail", result->text);
		return;
	}
	print_cell(&late, 7, time_text(bench_figure(result, result->time.median)));
	print_cell(&late, 4, spread_text(&result->time));
	print_cell(&late, 4, repetitions_text(result->time.samples));
	print_cell(&late, 9, link_text(run));
	print_cell(&late, 4, peak_text(run));
	print_cell(&late, 7, time_text(run->predicted_s));
	print_cell(&late, 7, time_text(bench_figure(result, run->bound_s)));
	print_cell(&late, 5, check_name(run->check));
	printf(" %s\n", letters_text(flags, run->flags));
}

/* ---- The plain table: the same words in each row, bytes, us and GB/s ---- */

static void print_plain_heading(void)
{
	printf("#%11s %-13s %-14s %-10s %-12s %5s %7s %-8s %13s %13s %13s %7s %10s %10s %13s %13s "
	       "%-5s "
	       "%-9s %-6s %s\n",
		"bytes", "collective", "algorithm", "order", "network", "nodes", "threads", "data",
		"time_us", "low_us", "high_us", "samples", "link_GBps", "peak_GBps", "predicted_us",
		"bound_us", "check", "flags", "style", "sizes");
}

/* Prints microseconds, or a dash for a time that is not known. */
static void print_time(double seconds)
{
	if (isfinite(seconds))
		printf(" %13.3f", 1e6 * seconds);
	else
		printf(" %13s", "-");
}

/* Prints GB/s, or a dash for a rate that is not known. */
static void print_rate(double rate)
{
	if (isfinite(rate) && rate > 0)
		printf(" %10.5g", 1e-9 * rate);
	else
		printf(" %10s", "-");
}

const char *flags_text(char text[FLAG_NAMES], int flags, const char *between)
{
	size_t used = 0;

	text[0] = 0;
	for (int bit = 0; flag_name(bit) && used < FLAG_NAMES; bit++)
		if (flags >> bit & 1)
			used += (size_t)snprintf(text + used, FLAG_NAMES - used, "%s%s",
				used ? between : "", flag_name(bit));
	return text;
}

static void print_plain(const struct bench_result *result)
{
	const struct problem *problem = &result->what.problem;
	const struct run_result *run = &result->run;
	char flags[FLAG_NAMES], sizes[SIZE_RULE_TEXT];

	printf("%12zu %-13s %-14s %-10s %-12s %5d %7d %-8s", result->what.bytes,
		verb_form_name(&result->what.form, problem->collective),
		name_or_dash(problem->algorithm), name_or_dash(problem->order), problem->net.name,
		problem->net.nodes, run->threads, name_or_dash(run->data));
	print_time(bench_figure(result, result->time.median));
	print_time(bench_figure(result, result->time.ci_low));
	print_time(bench_figure(result, result->time.ci_high));
	printf(" %7zu", result->time.samples);
	print_rate(bench_figure(result, run->link_Bps));
	print_rate(bench_is_timed(result) ? run->peak_Bps : NAN);
	print_time(bench_is_timed(result) ? run->predicted_s : NAN);
	print_time(bench_figure(result, run->bound_s));
	printf(" %-5s %-9s %-6s %s\n", result->error ? "error" : check_name(run->check),
		name_or_dash(flags_text(flags, run->flags, ",")),
		style_name(result->what.form.style),
		name_or_dash(size_rule_text(sizes, result->what.form.sizes)));
	if (!bench_is_timed(result))
		printf("# %s\n", result->text);
}

/* ---- Both tables ---- */

bool bench_is_timed(const struct bench_result *result)
{
	return !result->error && result->run.check != CHECK_FAIL;
}

double bench_figure(const struct bench_result *result, double number)
{
	return bench_is_timed(result) && result->time.median > 0 ? number : NAN;
}

bool bench_is_paced(const struct bench_result *result)
{
	return result->clock && !strcmp(result->clock, "paced");
}

void bench_table_row(struct bench_table *table, const struct bench_result *result)
{
	if (table->plain) {
		if (!table->printed)
			print_plain_heading();
		print_plain(result);
	} else {
		print_group(table, result);
		print_row(table, result);
	}
	table->printed++;
	table->references += !result->error && result->run.forward == FORWARD_REFERENCE;
	table->paced |= bench_is_paced(result);
	table->simulated |= result->clock && !strcmp(result->clock, "simulated");
	table->foreign |= result->foreign;
	table->flags |= result->run.flags;
	if (result->launches)
		table->launches = result->launches;
}

static void print_limits(const struct bench_table *table)
{
	static const char paced[] =
		"in that time; peak: its share of the rate of the links. predict: by the\n"
		"simulator; bound: no schedule is faster on such links.";
	static const char unlimited[] =
		"in that time. peak, bound: not measured (--no-limits). predict: by the model, or\n"
		"- where the model does not know, or where the cores have moved since `grove\n"
		"calibrate`.";
	static const char bare[] =
		"in that time; peak: its share of what bare copies of these bytes reach.\n"
		"predict: by the model, or - where the model does not know, or where the\n"
		"cores have moved since `grove calibrate`. bound: bare copies of all bytes\n"
		"that must reach other nodes, of data in the same state.";

	static const char together[] =
		"in that time. peak, bound: not known between ranks. predict: by the simulator,\n"
		"from messages between two ranks, or - where ranks share cores, and for ways that\n"
		"follow no plan: native, shared, MPI_...";

	static const char simulated[] =
		"in that time. peak, bound, predict: not known in simulated time.";

	puts(table->simulated	   ? simulated
		: table->together  ? together
		: table->paced	   ? paced
		: table->unlimited ? unlimited
				   : bare);
}

void bench_table_legend(const struct bench_table *table)
{
	if (table->plain)
		return;
	printf("\ntime: median of one operation, %s; 95 %%: half the\n",
		table->simulated  ? "in simulated time"
		: table->together ? "of the slowest rank"
				  : "last exit minus first entry");
	puts("width of its interval; reps: timed operations. link: bytes over the busiest link");
	print_limits(table);
	puts("check: all bytes were compared, before and after.");
	if (table->foreign)
		puts("MPI_...: the MPI's own call, in turns with the row above, on the same data.\n"
		     "native, shared: the first calls found the MPI's own, or memory that all\n"
		     "ranks share, faster than the plan.");
	if (table->launches)
		printf("Times are medians over %d launches, a process each, and the intervals "
		       "too.\n",
			table->launches);
	if (table->references)
		puts("reference: blocks were copied once, from the first node; no bytes crossed "
		     "the\nlinks.");
	if (!table->flags)
		return;
	printf("flags:");
	for (int bit = 0, shown = 0; flag_name(bit); bit++)
		if (table->flags >> bit & 1)
			printf("%s %c %s", shown++ ? "," : "", flag_letter(bit), flag_name(bit));
	putchar('\n');
}
