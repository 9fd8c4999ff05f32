/* The demo's third chapter: collectives by several families of trees, timed on threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "perf/bench_engine.h"
#include "tool/commands/demo.h"
#include "tool/output/progress.h"
#include "tool/output/units.h"

enum {
	BYTES = 256 << 10
};

static const struct row {
	enum collective collective;
	const char *algorithm, *network;
} rows[] = {
	{ BROADCAST, "sbt", "cube:3" },
	{ BROADCAST, "nesbt", "cube:3" },
	{ SCATTER, "sbt", "cube:3" },
	{ SCATTER, "sbnt", "cube:3" },
	{ ALLGATHER, "sbt", "cube:3" },
	{ ALLGATHER, "nrsbt", "cube:3" },
	{ ALLREDUCE, "sbt", "cube:3" },
	{ ALLTOALL, "sbnt", "cube:3" },
	{ BROADCAST, "nesbt", "cube:4" },
	{ ALLREDUCE, "sbt", "cube:4" },
	{ ALLTOALL, "sbt", "gh:4x4" },
	{ BARRIER, "sbt", "cube:4" },
};

enum {
	ROWS = sizeof rows / sizeof rows[0]
};

static int measure(struct bench *bench, const struct row *row, struct bench_result *result)
{
	struct bench_case what = {
		.problem = { .collective = row->collective, .ports = ALL, .duplex = FULL },
		.bytes = row->collective == BARRIER ? 0 : BYTES,
		.packet = GROVE_PACKET_AUTO,
		.type = GROVE_F64
	};
	int error = network_open(&what.problem.net, row->network);

	strcpy(what.problem.algorithm, row->algorithm);
	return error ? error : bench_row(bench, &what, result);
}

static int show(const struct row *row, const struct bench_result *result)
{
	const struct run_result *run = &result->run;
	char time[UNITS_TEXT], rate[UNITS_TEXT], share[UNITS_TEXT];
	char predicted[UNITS_TEXT], bound[UNITS_TEXT];
	bool moves = run->figures.busiest_link > 0;

	printf("  %-10s %-6s %-7s", collective_name(row->collective), row->algorithm, row->network);
	if (result->error) {
		printf(" %s\n", result->text);
		return 1;
	}
	printf(" %8s %10s %5s %9s %8s  %s\n", time_text(time, result->time.median),
		moves ? rate_text(rate, run->link_Bps) : "-",
		moves ? share_text(share, run->link_Bps, run->peak_Bps) : "-",
		time_text(predicted, run->predicted_s), time_text(bound, run->bound_s),
		run->check == CHECK_PASS ? "right" : "WRONG");
	if (run->check != CHECK_PASS)
		printf("    %s\n", result->text);
	fflush(stdout);
	return run->check != CHECK_PASS;
}

static void explain(double peak)
{
	char rate[UNITS_TEXT];

	printf("\nA link's peak is %s here. \"right\": every byte of every node was compared.\n"
	       "time: median of many; link: bytes over the busiest link in that time; peak: what\n"
	       "that is of a link's peak; predicted: by the model, for as many cores as there\n"
	       "are; bound: no schedule is faster, however many cores.\n",
		rate_text(rate, peak));
	puts("Where nodes outnumber cores, each core serves several nodes in turn, so the\n"
	     "links share the cores and none of them can reach its peak.");
}

int demo_measure(void)
{
	struct bench_options options = bench_defaults();
	struct bench_result result;
	struct bench *bench;
	double peak = NAN;
	int failed = 0;

	options.budget = 0.1;
	if (bench_open(&bench, &options)) {
		printf("  %s\n", why_text());
		return 1;
	}
	puts("Blocks of 256 KiB; sums of doubles where something is combined.\n");
	printf("  %-10s %-6s %-7s %8s %10s %5s %9s %8s  %s\n", "collective", "trees", "network",
		"time", "link", "peak", "predicted", "bound", "data");
	for (int i = 0; i < ROWS && !ferror(stdout); i++) {
		progress("%d of %d: %s %s %s", i + 1, ROWS, collective_name(rows[i].collective),
			rows[i].algorithm, rows[i].network);
		measure(bench, &rows[i], &result);
		progress_end();
		failed += show(&rows[i], &result);
		if (!result.error && result.run.peak_Bps > 0)
			peak = result.run.peak_Bps;
	}
	bench_close(bench);
	explain(peak);
	return failed;
}
