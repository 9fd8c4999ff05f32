/* grove demo: a tour of what grove does, on this machine, in a minute. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tool/commands/demo.h"
#include "tool/arguments/options.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"

static const struct chapter {
	const char *title;
	int (*show)(void);
} chapters[] = {
	{ "This machine", demo_machine },
	{ "A schedule, step by step", demo_schedule },
	{ "Collectives, measured", demo_measure },
	{ "The same schedules where every link is a wire of its own", demo_simulate },
	{ "The same again, in real time", demo_paced },
	{ "Three programs on real files", demo_applications },
};

enum {
	CHAPTERS = sizeof chapters / sizeof chapters[0]
};

static bool has_colours(void)
{
	const char *terminal = getenv("TERM");

	return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") && !getenv("NO_COLOR");
}

void demo_title(const char *title)
{
	progress_end();
	if (has_colours())
		printf("\n\033[1m%s\033[0m\n\n", title);
	else
		printf("\n== %s ==\n\n", title);
	fflush(stdout);
}

int command_demo(const struct options *options)
{
	int failed = 0;

	(void)options;
	puts("grove lets the cores of this machine act as the nodes of an interconnection\n"
	     "network. They send buffers to one another over links, and do so by schedules\n"
	     "that use many spanning trees of the network at the same time.");
	for (int i = 0; i < CHAPTERS && !ferror(stdout); i++) {
		char title[96];

		snprintf(title, sizeof title, "%d. %s", i + 1, chapters[i].title);
		demo_title(title);
		failed += chapters[i].show();
	}
	demo_title("What to try next");
	puts("  grove trees cube:3 nesbt                        the three trees of chapter 2\n"
	     "  grove plan broadcast nesbt cube:3 --bytes 1K --packet 256\n"
	     "  grove simulate alltoall sbt cube:10             a thousand nodes, in a moment\n"
	     "  grove bench all auto cube:3 --bytes 64K         every collective, measured\n"
	     "  grove reproduce                                 the papers' claims, measured\n"
	     "  grove run allreduce auto gh:2x3 --type f64 --explain\n"
	     "  grove list                                      all there is, with its sources\n"
	     "  grove --help");
	return failed ? say(STATUS_FAILED, "%d check%s failed; see above", failed,
				failed == 1 ? "" : "s")
		      : STATUS_DONE;
}
