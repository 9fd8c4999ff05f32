/* The demo's fourth chapter: what many trees gain on a machine whose links are wires. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "analysis/lower_bound.h"
#include "plan/model/simulator.h"
#include "tool/commands/demo.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

static const struct row {
	enum collective collective;
	const char *algorithm, *network;
} rows[] = {
	{ BROADCAST, "sbt", "cube:6" },
	{ BROADCAST, "nesbt", "cube:6" },
	{ SCATTER, "sbt", "cube:6" },
	{ SCATTER, "sbnt", "cube:6" },
	{ ALLTOALL, "sbt", "cube:10" },
	{ ALLTOALL, "sbnt", "cube:10" },
};

enum {
	ROWS = sizeof rows / sizeof rows[0],
	BYTES = 1 << 20
};

/* What the row takes on the machine, and the bound. */
static int simulate(
	const struct row *row, const struct machine *machine, double *time, double *bound)
{
	struct problem problem = { .collective = row->collective, .ports = ALL, .duplex = FULL };
	struct binding binding = { .bytes = BYTES, .element = 1 };
	struct schedule *schedule;
	struct plan *plan;
	int error = network_open(&problem.net, row->network);

	strcpy(problem.algorithm, row->algorithm);
	if (!error)
		error = collective_plan(&plan, &problem);
	if (error)
		return error;
	binding.packet = binding_best_packet(plan, BYTES, 1, machine->beta, machine->tau);
	error = plan_view(&schedule, plan, &binding);
	if (!error) {
		*time = schedule_synchronous(schedule, machine);
		*bound = problem_bound(&problem, BYTES, machine);
		schedule_free(schedule);
	}
	plan_free(plan);
	return error;
}

int demo_simulate(void)
{
	static const char *const headings[] = { "<collective", "<trees", "<network", "time",
		"bound", "gain", NULL };
	const struct machine *machine = machine_named("threads");
	char rate[UNITS_TEXT], beta[UNITS_TEXT];
	struct table table;
	double before = 0;

	printf("Simulated: every link carries %s, a packet costs %s to begin, and all\n"
	       "links of a node work at once. Blocks of 1 MiB; cube:10 has 1024 nodes.\n\n",
		rate_text(rate, 1 / machine->tau), time_text(beta, machine->beta));
	table_open(&table, headings);
	for (int i = 0; i < ROWS; i++) {
		char time[UNITS_TEXT], least[UNITS_TEXT], gain[UNITS_TEXT] = "";
		double seconds, bound;

		if (simulate(&rows[i], machine, &seconds, &bound)) {
			printf("  %s\n", why_text());
			return 1;
		}
		if (i % 2)
			snprintf(gain, sizeof gain, "%.1f x", before / seconds);
		before = seconds;
		table_row(
			&table, (const char *const[]){ collective_name(rows[i].collective),
					rows[i].algorithm, rows[i].network,
					time_text(time, seconds), time_text(least, bound), gain });
	}
	table_close(&table);
	return 0;
}
