/* The demo's first chapter: the cores, the caches, and what one link between two cores carries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "perf/environment.h"
#include "perf/link_probe.h"
#include "tool/commands/demo.h"
#include "tool/output/progress.h"
#include "tool/output/units.h"

enum {
	REPETITIONS = 9
};

static void show_cores(void)
{
	static const char *const names[] = { "L1", "L2", "L3" };
	struct environment e;
	char text[UNITS_TEXT];

	environment_read(&e);
	printf("  processor  %s\n", e.cpu_model[0] ? e.cpu_model : "(the system does not say)");
	printf("  cores      %d, with %d hardware threads; this program may use %d\n", e.cores,
		e.cpus, e.usable_cpus);
	fputs("  caches     ", stdout);
	for (int i = 0, shown = 0; i < 3; i++)
		if (e.cache_bytes[i] > 0)
			printf("%s%s %s", shown++ ? ", " : "", names[i],
				size_text(text, (size_t)e.cache_bytes[i]));
	putchar('\n');
	if (e.load_average[0] > e.usable_cpus)
		printf("  load       %.1f: others are busy here too, which makes all times "
		       "longer\n",
			e.load_average[0]);
	fflush(stdout);
}

static void show_link(const struct link_pair *pair)
{
	struct link_result result;
	char text[UNITS_TEXT];

	progress("measuring a link between cpus %d and %d", pair->cpus[0], pair->cpus[1]);
	if (link_measure(&result, pair, REPETITIONS)) {
		progress_end();
		printf("  a link could not be measured: %s\n", why_text());
		return;
	}
	progress_end();
	printf("\nA link is a ring in memory with one sender and one receiver. Between cpus %d\n"
	       "and %d, which share %s, it carries\n\n",
		pair->cpus[0], pair->cpus[1], pair->shared);
	printf("  %11s of large packets: the receiver copies once, nobody else does\n",
		rate_text(text, result.bandwidth_Bps));
	printf("  %11s packets of 8 bytes\n", count_text(text, result.items_per_s));
	printf("  %11s for a packet there and one back\n", time_text(text, result.round_trip_s));
}

int demo_machine(void)
{
	struct link_pair *pair = NULL;
	int pairs;

	show_cores();
	pairs = link_pairs(&pair, NULL);
	if (pairs > 0)
		show_link(&pair[0]);
	else
		printf("\nNo link to measure: %s. All nodes will share one core.\n",
			pairs < 0 ? why_text() : "there is one core");
	free(pair);
	return 0;
}
