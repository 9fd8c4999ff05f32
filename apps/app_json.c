/* Prints the results of an application as JSON.
 *
 * The members of the first way of forwarding stand in the object itself, and those of every way in
 * the list "ways". What is not known is null: JSON has no infinite numbers and no NaN. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "apps/app_flags.h"
#include "apps/app_json.h"

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

static void json_number(const char *name, double value)
{
	if (isfinite(value))
		printf("\"%s\": %.9g", name, value);
	else
		printf("\"%s\": null", name);
}

static void json_member(const char *name, double value)
{
	json_number(name, value);
	printf(", ");
}

static void json_time(const struct interval *time)
{
	json_member("time_s", time->median);
	json_member("ci_low_s", time->low);
	json_member("ci_high_s", time->high);
	printf("\"repetitions\": %zu, ", time->count);
}

/* ---- Steps ---- */

static void json_step(const struct app_results *r, int way, const char *name,
	const struct interval *time)
{
	printf("{ ");
	json_text("name", name);
	json_time(time);
	json_number("share", report_share(r, way, time->median));
	printf(" }");
}

static void json_step_once(const struct app_results *r, int way, const char *name, double seconds)
{
	const struct interval time = interval_once(seconds);

	json_step(r, way, name, &time);
}

static void json_steps(const struct app_results *r, int way)
{
	const struct app_series *series = &r->series[way];

	printf("\"steps\": [ ");
	json_step_once(r, way, "read", r->session->read);
	for (int k = 0; k < series->steps; k++) {
		if (!series->step[k].name)
			continue;
		printf(", ");
		json_step(r, way, series->step[k].name, &series->step[k].time);
	}
	if (isfinite(r->session->write)) {
		printf(", ");
		json_step_once(r, way, "write", r->session->write);
	}
	printf(" ], ");
}

/* ---- Collectives ---- */

static void json_run(const struct app_run *run)
{
	double busiest = run_by_copy(run) ? (double)run->figures.busiest_link : NAN;

	printf("{ ");
	json_text("collective", run->collective);
	json_text("algorithm", run->algorithm);
	json_text("forward", run->forward);
	printf("\"bytes\": %zu, ", run->bytes);
	json_time(&run->time);
	json_member("busiest_link_bytes", busiest);
	json_member("link_Bps", busiest > 0 ? busiest / run->time.median : NAN);
	json_member("delivered_bytes", run->delivered);
	json_number("predicted_s", run->predicted);
	printf(" }");
}

static void json_runs(const struct app_series *series)
{
	const char *between = "";

	printf("\"collectives\": [ ");
	for (int k = 0; k < series->steps; k++) {
		if (series->step[k].body)
			continue;
		printf("%s", between);
		json_run(&series->step[k].run);
		between = ", ";
	}
	printf(" ]");
}

static void json_link(const struct app_link *link)
{
	printf("{ \"from\": %d, \"to\": %d, \"bytes\": %zu, \"packets\": %zu, ", link->from,
		link->to, link->bytes, link->packets);
	json_member("busy_s", link->busy);
	json_member("link_Bps", link_rate(link));
	json_member("peak_Bps", link_rate(link) / link_share(link));
	json_number("peak_percent", 100 * link_share(link));
	printf(" }");
}

static void json_links(const struct link_table *table)
{
	printf("\"links\": [ ");
	for (size_t i = 0; i < table->count; i++) {
		printf("%s", i ? ", " : "");
		json_link(&table->link[i]);
	}
	printf(" ], ");
}

static void json_flags(int flags)
{
	const char *between = "";

	printf("\"flags\": [");
	for (int bit = 0; app_flag_name(bit); bit++) {
		if (!(flags >> bit & 1))
			continue;
		printf("%s\"%s\"", between, app_flag_name(bit));
		between = ", ";
	}
	printf("], ");
}

/* Prints the median of each launch. */
static void json_launches(const struct app_series *series)
{
	if (!series->launches)
		return;
	printf("\"runs\": [ ");
	for (int i = 0; i < series->launches; i++)
		printf("%s{ \"time_s\": %.9g, \"repetitions\": %zu }", i ? ", " : "",
			series->launch[i].median, series->launch[i].count);
	printf(" ], ");
}

static void json_way(const struct app_results *r, int way)
{
	const struct app_series *series = &r->series[way];

	json_text("forward", series->forward);
	json_time(&series->time);
	json_member("busiest_link_bytes", series_busiest(series));
	json_member("link_Bps", series_rate(series, series_busiest(series)));
	json_member("mean_link_Bps", series_rate(series, series_mean(series)));
	json_member("peak_Bps", series_peak(series));
	json_member("peak_percent", 100 * series->bare);
	json_member("delivered_Bps", series_rate(series, series_delivered(series)));
	json_member("predicted_s", series_predicted(series));
	json_flags(series->flags);
	json_launches(series);
	json_links(&series->links);
	json_steps(r, way);
	json_runs(series);
}

void json_results(const struct app_results *r)
{
	const struct app_session *s = r->session;

	json_text("network", s->network);
	printf("\"nodes\": %d, \"threads\": %d, \"data\": \"fresh\", \"check\": \"pass\", ",
		s->nodes, s->threads);
	printf("\"launches\": %d, ", s->runs);
	json_way(r, 0);
	printf(", \"ways\": [ ");
	for (int w = 0; w < r->ways; w++) {
		printf("%s{ ", w ? ", " : "");
		json_way(r, w);
		printf(" }");
	}
	printf(" ] }\n");
}
