/* Prints the results of an application.
 *
 * A link's bandwidth is the bytes over the busiest link, divided by the time. For several
 * collectives in sequence, bytes and times are added. Zero-copy collectives move no bytes over
 * links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "apps/app_report.h"

/* Adds up the runs. `forward` is set when a run was zero-copy (by reference). */
static struct app_run sum(const struct app_run *runs, int count)
{
	struct app_run all = { 0 };

	for (int i = 0; i < count; i++) {
		all.busiest_link += runs[i].busiest_link;
		if (!strcmp(runs[i].forward, "reference"))
			all.forward = runs[i].forward;
		all.seconds += runs[i].seconds;
		all.predicted += runs[i].predicted;
	}
	return all;
}

static double bandwidth(const struct app_run *run)
{
	return run->seconds > 0 ? (double)run->busiest_link / run->seconds : NAN;
}

static void print_seconds(double seconds)
{
	if (seconds < 1e-3)
		printf("%.3g us", seconds * 1e6);
	else if (seconds < 1)
		printf("%.3g ms", seconds * 1e3);
	else
		printf("%.3g s", seconds);
}

static void print_rate(double rate)
{
	if (rate < 1e6)
		printf("%.3g kB/s", rate / 1e3);
	else if (rate < 1e9)
		printf("%.3g MB/s", rate / 1e6);
	else
		printf("%.3g GB/s", rate / 1e9);
}

static void print_link(const struct app_session *s, const struct app_run *all)
{
	if (!all->busiest_link && !all->forward) {
		printf("nothing crossed a link");
		return;
	}
	print_rate(bandwidth(all));
	printf(" over the busiest link");
	if (isnan(s->peak))
		return;
	printf(", %.2g%% of the link's peak of ", 100 * bandwidth(all) / s->peak);
	print_rate(s->peak);
	if (all->forward)
		printf(" (by reference: blocks are copied once, and cross no link)");
}

void report_line(const struct app_session *s, const struct app_run *runs, int count)
{
	struct app_run all = sum(runs, count);

	for (int i = 0; i < count; i++)
		printf("%s%s by %s", i ? ", " : "", runs[i].collective, runs[i].algorithm);
	printf(" on %s, %d node%s on %d thread%s: ", s->network, s->nodes, s->nodes == 1 ? "" : "s",
		s->threads, s->threads == 1 ? "" : "s");
	print_seconds(all.seconds);
	printf("; ");
	print_link(s, &all);
	printf("; the model predicted ");
	if (isnan(all.predicted))
		printf("nothing");
	else
		print_seconds(all.predicted);
	putchar('\n');
}

void json_text(const char *name, const char *text)
{
	printf("\"%s\": \"", name);
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			printf("\\%c", *text);
		else if ((unsigned char)*text < ' ')
			printf("\\u%04x", (unsigned)*text);
		else
			putchar(*text);
	printf("\", ");
}

/* Prints a number. JSON has no infinite numbers and no NaN; these become null. */
static void json_number(const char *name, double value, const char *behind)
{
	if (isfinite(value))
		printf("\"%s\": %.9g%s", name, value, behind);
	else
		printf("\"%s\": null%s", name, behind);
}

static void json_run(const struct app_run *run)
{
	printf("{ ");
	json_text("collective", run->collective);
	json_text("algorithm", run->algorithm);
	json_text("forward", run->forward);
	printf("\"bytes\": %zu, ", run->bytes);
	json_number("time_s", run->seconds, ", ");
	printf("\"busiest_link_bytes\": %zu, ", run->busiest_link);
	json_number("link_Bps", bandwidth(run), ", ");
	json_number("predicted_s", run->predicted, " }");
}

void report_json(const struct app_session *s, const struct app_run *runs, int count)
{
	struct app_run all = sum(runs, count);

	json_text("network", s->network);
	printf("\"nodes\": %d, \"threads\": %d, ", s->nodes, s->threads);
	json_number("time_s", all.seconds, ", ");
	printf("\"busiest_link_bytes\": %zu, ", all.busiest_link);
	json_number("link_Bps", bandwidth(&all), ", ");
	json_number("peak_Bps", s->peak, ", ");
	json_number("peak_percent", 100 * bandwidth(&all) / s->peak, ", ");
	json_number("predicted_s", all.predicted, ", ");
	printf("\"collectives\": [ ");
	for (int i = 0; i < count; i++) {
		json_run(&runs[i]);
		printf(i + 1 < count ? ", " : " ] }\n");
	}
}
