/* Prints the results of an application as a table and a line.
 *
 * A link's bandwidth is the bytes over the busiest link, divided by the time. For several
 * collectives in sequence, bytes and times are added. By reference no bytes cross a link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "apps/app_flags.h"
#include "apps/app_report.h"
#include "apps/figure_text.h"
#include "apps/link_picture.h"

enum {
	FIGURE = 9, /* the width of a time or a rate */
	CELL = 25   /* of a time with its interval and its share */
};

/* ---- The table ---- */

double report_share(const struct app_results *results, int way, double seconds)
{
	const struct app_session *s = results->session;
	const struct app_series *series = &results->series[way];
	double all = fmax(0, s->read) + fmax(0, s->write);

	for (int k = 0; k < series->steps; k++)
		if (series->step[k].name)
			all += series->step[k].time.median;
	return seconds / all;
}

static void print_step(const struct app_results *r, const char *name, const struct interval *time)
{
	char a[FIGURE_TEXT], b[FIGURE_TEXT], c[FIGURE_TEXT];

	printf("  %-14s", name);
	for (int w = 0; w < r->ways; w++)
		printf("%s%9s %8s %6s", w ? "    " : "", figure_seconds(a, time[w].median),
			figure_spread(b, interval_share(&time[w])),
			figure_part(c, report_share(r, w, time[w].median)));
	putchar('\n');
}

/* Prints a step that is not repeated, such as reading the file. */
static void print_step_once(const struct app_results *r, const char *name, double seconds)
{
	const struct interval time[2] = { interval_once(seconds), interval_once(seconds) };

	if (isfinite(seconds))
		print_step(r, name, time);
}

/* Finds the time of a step of that name. */
static struct interval time_of(const struct app_series *series, const char *name)
{
	for (int k = 0; k < series->steps; k++)
		if (series->step[k].name && !strcmp(series->step[k].name, name))
			return series->step[k].time;
	return interval_once(NAN);
}

static void print_steps(const struct app_results *r)
{
	const struct app_series *most = &r->series[0];

	print_step_once(r, "read", r->session->read);
	for (int k = 0; k < most->steps; k++) {
		const char *name = most->step[k].name;
		struct interval time[2];

		for (int w = 0; w < r->ways && name; w++)
			time[w] = time_of(&r->series[w], name);
		if (name)
			print_step(r, name, time);
	}
	print_step_once(r, "write", r->session->write);
}

/* Prints a figure of each way. */
static void print_figure(const struct app_results *r, const char *name,
	const char *(*text)(char to[FIGURE_TEXT], double value),
	double (*figure)(const struct app_series *series))
{
	char cell[FIGURE_TEXT];

	printf("  %-14s", name);
	for (int w = 0; w < r->ways; w++)
		printf("%*s", w ? CELL + 4 : FIGURE, text(cell, figure(&r->series[w])));
	putchar('\n');
}

static double busiest_rate(const struct app_series *series)
{
	return series_rate(series, series_busiest(series));
}

static double peak_share(const struct app_series *series)
{
	return series->bare;
}

static double mean_rate(const struct app_series *series)
{
	return series_rate(series, series_mean(series));
}

static double delivered_rate(const struct app_series *series)
{
	return series_rate(series, series_delivered(series));
}

static double repetitions(const struct app_series *series)
{
	return (double)series->time.count;
}

static double launches(const struct app_series *series)
{
	return series->launches;
}

/* Prints the conditions of each way that has any. */
static void print_flags(const struct app_results *r)
{
	for (int w = 0; w < r->ways; w++) {
		if (!r->series[w].flags)
			continue;
		printf("  %-14s by %s:", w && r->series[0].flags ? "" : "flags",
			r->series[w].forward);
		for (int bit = 0; app_flag_name(bit); bit++)
			if (r->series[w].flags >> bit & 1)
				printf(" %s", app_flag_name(bit));
		putchar('\n');
	}
}

static const char *text_of_count(char text[FIGURE_TEXT], double count)
{
	snprintf(text, FIGURE_TEXT, "%.0f", count);
	return text;
}

void report_table(const struct app_results *r)
{
	printf("\n  step         ");
	for (int w = 0; w < r->ways; w++)
		printf("%s   by %-10s 95 %%  share", w ? " " : "", r->series[w].forward);
	putchar('\n');
	print_steps(r);
	putchar('\n');
	if (r->series[0].launches)
		print_figure(r, "launches", text_of_count, launches);
	print_figure(r, "repetitions", text_of_count, repetitions);
	print_figure(r, "busiest link", figure_rate, busiest_rate);
	print_figure(r, "bare copies", figure_rate, series_peak);
	print_figure(r, "share of these", figure_percent, peak_share);
	print_figure(r, "mean link", figure_rate, mean_rate);
	print_figure(r, "delivered", figure_rate, delivered_rate);
	print_figure(r, "predicted", figure_seconds, series_predicted);
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

static void print_link(const struct app_series *series)
{
	char text[FIGURE_TEXT];

	if (!(series_delivered(series) > 0))
		printf("nothing crossed a link");
	else if (isfinite(series_busiest(series)))
		printf("%s over the busiest link", figure_rate(text, busiest_rate(series)));
	else
		printf("%s delivered, nothing of it over links",
			figure_rate(text, delivered_rate(series)));
}

void report_line(const struct app_results *r, int way)
{
	const struct app_session *s = r->session;
	const struct app_series *series = &r->series[way];
	char text[FIGURE_TEXT];

	print_collectives(series);
	printf(" on %s, %d node%s on %d thread%s: ", s->network, s->nodes, s->nodes == 1 ? "" : "s",
		s->threads, s->threads == 1 ? "" : "s");
	printf("%s by %s; ", figure_seconds(text, series->time.median), series->forward);
	print_link(series);
	figure_seconds(text, series_predicted(series));
	if (text[0] == '-')
		puts("; no prediction is known");
	else
		printf("; the model predicted %s\n", text);
}

void report_picture(const struct app_results *r, const char *path, const char *application)
{
	const struct app_session *s = r->session;
	const struct app_series *series = &r->series[0];
	char heading[160], rate[FIGURE_TEXT];

	snprintf(heading, sizeof heading, "%s on %.40s: %s over the busiest link", application,
		s->network, figure_rate(rate, busiest_rate(series)));
	if (path)
		link_picture_write(path, heading, &series->links, s);
}

void results_close(struct app_results *results)
{
	for (int w = 0; w < results->ways; w++)
		series_close(&results->series[w]);
}
