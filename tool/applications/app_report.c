/* Prints the results of an application as a table and a line.
 *
 * A link's bandwidth is the bytes over the busiest link, divided by the time. For several
 * collectives in sequence, bytes and times are added. By reference no bytes cross a link. What is
 * not known is a dash. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "perf/timing/run_result.h"
#include "tool/applications/app_figures.h"
#include "tool/applications/link_picture.h"
#include "tool/output/units.h"
#include "tool/reports/bench_table.h"

enum {
	CELL = 29 /* a time with its interval and its share, and the space to the next way */
};

struct app_results results_for(const struct app_session *session, const struct options *options)
{
	static const char *const name[] = { "copy", "reference" };
	bool both = options->ways == WAYS_BOTH;
	struct app_results results = { .session = session, .ways = both ? 2 : 1 };

	for (int w = 0; w < results.ways; w++)
		results.series[w].forward = name[both ? w : options->ways == WAYS_REFERENCE];
	return results;
}

void results_close(struct app_results *results)
{
	for (int w = 0; w < results->ways; w++)
		series_close(&results->series[w]);
}

static const char *figure_text(enum figure_kind kind, double value)
{
	return kind == FIGURE_RATE	? rate_text(value)
	       : kind == FIGURE_PERCENT ? share_text(value, 100)
	       : kind == FIGURE_TIME	? time_text(value)
					: short_text("%.0f", value);
}

/* ---- The table ---- */

/* Writes a share with a digit after the point where it is small. */
static const char *percent_text(const char *sign, double share)
{
	return short_text("%s%.*f %%", sign, share < 0.0995, 100 * share);
}

static void print_time(const struct step_time *row, double whole)
{
	double width = row->time.samples < STATS_FEWEST ? NAN : stats_spread(&row->time);

	printf("%9s %8s %6s", time_text(row->time.median),
		isnan(width)	? ""
		: width > 0.995 ? ">99 %"
				: percent_text("+-", width),
		percent_text("", row->time.median / whole));
}

/* Prints a line for each step of the first way; another way may have fewer steps. */
static void print_steps(const struct app_results *r)
{
	struct step_time row[2][ROWS_MAX];
	double whole[2];
	int rows[2] = { 0 };

	for (int w = 0; w < r->ways; w++)
		rows[w] = steps_list(row[w], &whole[w], r, w);
	for (int i = 0; i < rows[0]; i++) {
		printf("  %-14s", row[0][i].name);
		print_time(&row[0][i], whole[0]);
		for (int k = 0; k < rows[1]; k++)
			if (!strcmp(row[0][i].name, row[1][k].name)) {
				fputs("    ", stdout);
				print_time(&row[1][k], whole[1]);
			}
		putchar('\n');
	}
	putchar('\n');
}

static void print_figures(const struct app_results *r)
{
	double figure[2][FIGURES];

	for (int w = 0; w < r->ways; w++)
		figures_find(figure[w], &r->series[w]);
	for (int i = 0; i < FIGURES; i++) {
		if (!app_figures[i].heading || (i == LAUNCHES && !r->series[0].launches))
			continue;
		printf("  %-14s", app_figures[i].heading);
		for (int w = 0; w < r->ways; w++)
			printf("%*s", w ? CELL : 9, figure_text(app_figures[i].kind, figure[w][i]));
		putchar('\n');
	}
}

/* Prints the conditions of each way that has any. */
static void print_flags(const struct app_results *r)
{
	char text[FLAG_NAMES];

	for (int w = 0; w < r->ways; w++) {
		if (!r->series[w].flags)
			continue;
		printf("  %-14s by %s: %s\n", w && r->series[0].flags ? "" : "flags",
			r->series[w].forward, flags_text(text, r->series[w].flags, " "));
	}
}

void report_table(const struct app_results *r)
{
	printf("\n  step         ");
	for (int w = 0; w < r->ways; w++)
		printf("%s   by %-10s 95 %%  share", w ? " " : "", r->series[w].forward);
	putchar('\n');
	print_steps(r);
	print_figures(r);
	print_flags(r);
	for (int w = 0; w < r->ways; w++)
		if (r->session->lists && r->series[w].links.count)
			link_table_print(&r->series[w].links);
	printf("\nEach repetition has fresh input. The result equals that of a plain loop.\n");
}

/* ---- The line ---- */

static void print_collectives(const struct app_series *series)
{
	const char *between = "";

	for (int k = 0; k < series->steps; k++) {
		const struct app_run *run = &series->step[k].run;

		if (series->step[k].body)
			continue;
		printf("%s%s by %s", between, run->collective, run->algorithm);
		between = ", ";
	}
}

static void print_link(const double figure[FIGURES])
{
	if (!(figure[DELIVERED_RATE] > 0))
		printf("nothing crossed a link");
	else if (isfinite(figure[BUSIEST]))
		printf("%s over the busiest link", rate_text(figure[BUSIEST_RATE]));
	else
		printf("%s delivered, nothing of it over links", rate_text(figure[DELIVERED_RATE]));
}

void report_line(const struct app_results *r, int way)
{
	const struct app_session *s = r->session;
	const struct app_series *series = &r->series[way];
	double figure[FIGURES];

	figures_find(figure, series);
	print_collectives(series);
	printf(" on %s, %d node%s on %d thread%s: ", s->net.name, s->nodes,
		s->nodes == 1 ? "" : "s", s->threads, s->threads == 1 ? "" : "s");
	printf("%s by %s; ", time_text(series->time.median), series->forward);
	print_link(figure);
	if (isfinite(figure[PREDICTED]))
		printf("; the model predicted %s\n", time_text(figure[PREDICTED]));
	else
		puts("; no prediction is known");
}

void report_picture(const struct app_results *r, const char *path, const char *application)
{
	char heading[NETWORK_NAME + 80];
	double figure[FIGURES];

	figures_find(figure, &r->series[0]);
	snprintf(heading, sizeof heading, "%s on %s: %s over the busiest link", application,
		r->session->net.name, rate_text(figure[BUSIEST_RATE]));
	if (path)
		link_picture_write(path, heading, &r->series[0].links, &r->session->net);
}
