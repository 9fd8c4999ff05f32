/* Runs `grove link`, which measures a link between two cores as teams use the link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/calibration/link_probe.h"
#include "tool/output/json_out.h"
#include "tool/arguments/options.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

enum {
	CANNOT_RUN = 77
};

static void write_result(const struct link_result *result)
{
	json_row();
	json_open("cpus", '[');
	json_whole(NULL, result->pair.cpus[0]);
	json_whole(NULL, result->pair.cpus[1]);
	json_close(']');
	json_text("shared", result->pair.shared);
	json_real("items_per_s", result->items.median);
	json_real("round_trip_s", result->round_trip.median);
	json_real("bandwidth_Bps", result->bandwidth.median);
	json_real("ping_pong_s", result->ping_pong.median);
	json_bool("pinned", result->pinned == 2);
	json_close('}');
}

static void write_csv(const struct link_result *result)
{
	printf("%d,%d,%s,%.9g,%.9g,%.9g,%.9g\n", result->pair.cpus[0], result->pair.cpus[1],
		result->pair.shared, result->items.median, result->round_trip.median,
		result->bandwidth.median, result->ping_pong.median);
}

static void add_row(struct table *table, const struct link_result *result)
{
	table_row(table,
		(const char *const[]){
			short_text("%d, %d", result->pair.cpus[0], result->pair.cpus[1]),
			result->pair.shared, count_text(result->items.median),
			time_text(result->round_trip.median), time_text(result->ping_pong.median),
			rate_text(result->bandwidth.median),
			result->pinned == 2 ? "" : "not pinned" });
}

static void begin(enum form form, struct table *table)
{
	static const char *const headings[] = { "cpus", "<share", "items", "round trip",
		"bare line", "bandwidth", "<", NULL };

	if (form == FORM_JSON) {
		json_open(NULL, '{');
		json_open("results", '[');
	} else if (form == FORM_CSV) {
		puts("cpu_a,cpu_b,shared,items_per_s,round_trip_s,bandwidth_Bps,ping_pong_s");
	} else {
		puts("One link, a ring between two threads pinned to two cores:\n");
		table_open(table, headings);
	}
}

static void end(enum form form, struct table *table)
{
	if (form == FORM_JSON) {
		json_close(']');
		json_close('}');
	} else if (form == FORM_TEXT) {
		table_close(table);
		puts("\n"
		     "items: packets of 8 bytes, one way      round trip: one there and one back\n"
		     "bandwidth: large packets, copied once   bare line: a round trip of a cache "
		     "line\n"
		     "                                        without a ring");
	}
}

static int measure_pairs(const struct options *options, const struct link_pair *pair, int pairs)
{
	struct table table;
	struct link_result result;
	int error = 0;

	begin(options->form, &table);
	for (int i = 0; i < pairs && !error; i++) {
		progress(
			"%d of %d: cpus %d and %d", i + 1, pairs, pair[i].cpus[0], pair[i].cpus[1]);
		error = link_measure(&result, &pair[i], 0);
		progress_end();
		if (error)
			break;
		if (options->form == FORM_JSON)
			write_result(&result);
		else if (options->form == FORM_CSV)
			write_csv(&result);
		else
			add_row(&table, &result);
	}
	end(options->form, &table);
	return error ? say_why(error) : STATUS_DONE;
}

int command_link(const struct options *options)
{
	struct link_pair *pair = NULL;
	int status, pairs = link_pairs(&pair, options->pin);

	if (pairs == -ENODEV)
		return say(CANNOT_RUN, "%s", why_text());
	if (pairs < 0)
		return say_why(pairs);
	status = measure_pairs(options, pair, pairs);
	free(pair);
	return status;
}
