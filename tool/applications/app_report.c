/* Prints the results of an application as a table and a line, or as JSON.
 *
 * A link's bandwidth is the bytes over the busiest link, divided by the time. For several
 * collectives in sequence, bytes and times are added. By reference no bytes cross a link. What is
 * not known is a dash, in JSON null. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "perf/timing/run_result.h"
#include "tool/applications/app_report.h"
#include "tool/applications/link_picture.h"
#include "tool/output/json_out.h"
#include "tool/output/units.h"

enum {
	CELL = 29, /* a time with its interval and its share, and the space to the next way */
	ROWS = STEPS_MAX + 2
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

/* ---- Figures of a way ---- */

static double repetitions(const struct app_series *series)
{
	return (double)series->time.samples;
}

static double launches(const struct app_series *series)
{
	return series->launches ? series->launches : NAN;
}

static double busiest_rate(const struct app_series *series)
{
	return series_rate(series, series_busiest(series));
}

static double peak_percent(const struct app_series *series)
{
	return 100 * series->bare;
}

static double mean_rate(const struct app_series *series)
{
	return series_rate(series, series_mean(series));
}

static double delivered_rate(const struct app_series *series)
{
	return series_rate(series, series_delivered(series));
}

enum kind {
	COUNT,
	RATE,
	PERCENT,
	TIME
};

/* NULL as heading or name: not in the table, or not in JSON. */
static const struct figure {
	const char *heading, *name;
	enum kind kind;
	double (*of)(const struct app_series *series);
} figures[] = {
	{ "launches", NULL, COUNT, launches },
	{ "repetitions", NULL, COUNT, repetitions },
	{ NULL, "busiest_link_bytes", COUNT, series_busiest },
	{ "busiest link", "link_Bps", RATE, busiest_rate },
	{ "bare copies", "peak_Bps", RATE, series_peak },
	{ "share of these", "peak_percent", PERCENT, peak_percent },
	{ "mean link", "mean_link_Bps", RATE, mean_rate },
	{ "delivered", "delivered_Bps", RATE, delivered_rate },
	{ "predicted", "predicted_s", TIME, series_predicted },
};

enum {
	FIGURES = sizeof figures / sizeof figures[0]
};

static const char *figure_text(char text[UNITS_TEXT], enum kind kind, double value)
{
	if (kind == COUNT)
		snprintf(text, UNITS_TEXT, "%.0f", value);
	return kind == RATE	 ? rate_text(text, value)
	       : kind == PERCENT ? share_text(text, value, 100)
	       : kind == TIME	 ? time_text(text, value)
				 : text;
}

/* ---- Steps of a way ---- */

struct row {
	const char *name;
	struct stats time;
};

static struct stats once(double seconds)
{
	return stats_of(&seconds, 1);
}

/* Lists the steps that have a name, from reading to writing files. Returns their number, and in
 * *whole the time of all. */
static int list_steps(const struct app_results *r, int way, struct row *row, double *whole)
{
	const struct app_series *series = &r->series[way];
	int rows = 0;

	row[rows++] = (struct row){ "read", once(r->session->read) };
	for (int k = 0; k < series->steps; k++)
		if (series->step[k].name)
			row[rows++] = (struct row){ series->step[k].name, series->step[k].time };
	if (isfinite(r->session->write))
		row[rows++] = (struct row){ "write", once(r->session->write) };
	*whole = 0;
	for (int i = 0; i < rows; i++)
		*whole += row[i].time.median;
	return rows;
}

/* ---- The table ---- */

/* Writes a share with a digit after the point where it is small. */
static const char *percent_text(char text[UNITS_TEXT], const char *sign, double share)
{
	snprintf(text, UNITS_TEXT, "%s%.*f %%", sign, share < 0.0995, 100 * share);
	return text;
}

static void print_time(const struct row *row, double whole)
{
	char time[UNITS_TEXT], share[UNITS_TEXT], spread[UNITS_TEXT];
	double width = row->time.samples < STATS_FEWEST ? NAN : stats_spread(&row->time);

	percent_text(spread, "+-", width);
	printf("%9s %8s %6s", time_text(time, row->time.median),
		isnan(width)	? ""
		: width > 0.995 ? ">99 %"
				: spread,
		percent_text(share, "", row->time.median / whole));
}

/* Prints a line for each step of the first way; another way may have fewer steps. */
static void print_steps(const struct app_results *r)
{
	struct row row[2][ROWS];
	double whole[2];
	int rows[2] = { 0 };

	for (int w = 0; w < r->ways; w++)
		rows[w] = list_steps(r, w, row[w], &whole[w]);
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
	char text[UNITS_TEXT];

	for (int i = 0; i < FIGURES; i++) {
		if (!figures[i].heading || (i == 0 && !r->series[0].launches))
			continue;
		printf("  %-14s", figures[i].heading);
		for (int w = 0; w < r->ways; w++)
			printf("%*s", w ? CELL : 9,
				figure_text(text, figures[i].kind, figures[i].of(&r->series[w])));
		putchar('\n');
	}
}

/* Prints the conditions of each way that has any. */
static void print_flags(const struct app_results *r)
{
	for (int w = 0; w < r->ways; w++) {
		if (!r->series[w].flags)
			continue;
		printf("  %-14s by %s:", w && r->series[0].flags ? "" : "flags",
			r->series[w].forward);
		for (int bit = 0; flag_name(bit); bit++)
			if (r->series[w].flags >> bit & 1)
				printf(" %s", flag_name(bit));
		putchar('\n');
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

static void print_link(const struct app_series *series)
{
	char text[UNITS_TEXT];

	if (!(series_delivered(series) > 0))
		printf("nothing crossed a link");
	else if (isfinite(series_busiest(series)))
		printf("%s over the busiest link", rate_text(text, busiest_rate(series)));
	else
		printf("%s delivered, nothing of it over links",
			rate_text(text, delivered_rate(series)));
}

void report_line(const struct app_results *r, int way)
{
	const struct app_session *s = r->session;
	const struct app_series *series = &r->series[way];
	char text[UNITS_TEXT];

	print_collectives(series);
	printf(" on %s, %d node%s on %d thread%s: ", s->net.name, s->nodes,
		s->nodes == 1 ? "" : "s", s->threads, s->threads == 1 ? "" : "s");
	printf("%s by %s; ", time_text(text, series->time.median), series->forward);
	print_link(series);
	if (isfinite(series_predicted(series)))
		printf("; the model predicted %s\n", time_text(text, series_predicted(series)));
	else
		puts("; no prediction is known");
}

void report_picture(const struct app_results *r, const char *path, const char *application)
{
	char heading[NETWORK_NAME + 80], rate[UNITS_TEXT];

	snprintf(heading, sizeof heading, "%s on %s: %s over the busiest link", application,
		r->session->net.name, rate_text(rate, busiest_rate(&r->series[0])));
	if (path)
		link_picture_write(path, heading, &r->series[0].links, &r->session->net);
}

/* ---- JSON ---- */

static void write_time(const struct stats *time)
{
	bool known = time->samples >= STATS_FEWEST;

	json_real("time_s", time->median);
	json_real("ci_low_s", known ? time->ci_low : NAN);
	json_real("ci_high_s", known ? time->ci_high : NAN);
	json_size("repetitions", time->samples);
}

static void write_steps(const struct app_results *r, int way)
{
	struct row row[ROWS];
	double whole;
	int rows = list_steps(r, way, row, &whole);

	json_open("steps", '[');
	for (int i = 0; i < rows; i++) {
		json_open(NULL, '{');
		json_text("name", row[i].name);
		write_time(&row[i].time);
		json_real("share", row[i].time.median / whole);
		json_close('}');
	}
	json_close(']');
}

static void write_run(const struct app_run *run)
{
	double busiest = run_by_copy(run) ? (double)run->figures.busiest_link : NAN;

	json_open(NULL, '{');
	json_text("collective", run->collective);
	json_text("algorithm", run->algorithm);
	json_text("forward", run->forward);
	json_size("bytes", run->bytes);
	write_time(&run->time);
	json_real("busiest_link_bytes", busiest);
	json_real("link_Bps", busiest > 0 ? busiest / run->time.median : NAN);
	json_real("delivered_bytes", run->delivered);
	json_real("predicted_s", run->predicted);
	json_close('}');
}

static void write_flags(int flags)
{
	json_open("flags", '[');
	for (int bit = 0; flag_name(bit); bit++)
		if (flags >> bit & 1)
			json_text(NULL, flag_name(bit));
	json_close(']');
}

/* Writes the median of each launch. */
static void write_launches(const struct app_series *series)
{
	if (!series->launches)
		return;
	json_open("runs", '[');
	for (int i = 0; i < series->launches; i++) {
		json_open(NULL, '{');
		json_real("time_s", series->launch[i].median);
		json_size("repetitions", series->launch[i].samples);
		json_close('}');
	}
	json_close(']');
}

static void write_way(const struct app_results *r, int way)
{
	const struct app_series *series = &r->series[way];

	json_text("forward", series->forward);
	write_time(&series->time);
	for (int i = 0; i < FIGURES; i++)
		if (figures[i].name)
			json_real(figures[i].name, figures[i].of(series));
	write_flags(series->flags);
	write_launches(series);
	link_table_write(&series->links);
	write_steps(r, way);
	json_open("collectives", '[');
	for (int k = 0; k < series->steps; k++)
		if (!series->step[k].body)
			write_run(&series->step[k].run);
	json_close(']');
}

void report_json_begin(const char *application, const char *input, const char *output)
{
	json_open(NULL, '{');
	json_text("application", application);
	json_text("input", input);
	if (output)
		json_text("output", output);
}

void report_json_end(const struct app_results *r)
{
	const struct app_session *s = r->session;

	json_text("network", s->net.name);
	json_whole("nodes", s->nodes);
	json_whole("threads", s->threads);
	json_text("data", "fresh");
	json_text("check", "pass");
	json_whole("launches", s->runs);
	write_way(r, 0);
	json_open("ways", '[');
	for (int w = 0; w < r->ways; w++) {
		json_open(NULL, '{');
		write_way(r, w);
		json_close('}');
	}
	json_close(']');
	json_close('}');
	putchar('\n');
}
