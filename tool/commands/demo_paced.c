/* The demo's fifth chapter: a theorem of 1986 in real time, on threads that keep to links' times. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "base/error.h"
#include "perf/claim_run.h"
#include "tool/commands/demo.h"
#include "tool/output/progress.h"
#include "tool/output/units.h"

enum {
	DIMENSIONS = 4
};

int demo_paced(void)
{
	static const struct grove_pace pace = { 2e-3, 2e-6 };
	const struct paper_claim *headline = paper_claim_named("broadcast");
	const struct run_options how = { .check = true, .pace = &pace };
	char before[UNITS_TEXT], after[UNITS_TEXT], beta[UNITS_TEXT], rate[UNITS_TEXT];
	struct reproduction r;

	progress("two broadcasts on paced links");
	if (reproduce(&r, headline, DIMENSIONS, &how)) {
		progress_end();
		printf("  %s\n", why_text());
		return 1;
	}
	progress_end();
	printf("Measured, on the real clock: the same threads, but every link of %s takes\n"
	       "%s to begin a packet and carries %s. %g packets, n = %d:\n\n",
		r.network, time_text(beta, pace.beta), rate_text(rate, 1 / pace.tau),
		r.setting.bytes / (double)r.setting.packet, DIMENSIONS);
	printf("  one tree (sbt)          %9s\n  n edge-disjoint (nesbt) %9s\n\n",
		time_text(before, r.measured[0]), time_text(after, r.measured[1]));
	printf("Gain: %.2f measured, %.2f by the paper (%s).\n%s"
	       "`grove reproduce` measures every headline of the five papers like this.\n",
		r.threads, r.paper, headline->citation,
		r.late ? "(Other programs kept the threads from being in time.)\n" : "");
	return 0;
}
