/* Reads the cases of the player as the command reads its words and options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "perf/clusters/player_case.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"

/* SMPI's compiler has another thing called `option`, so this file is compiled without it. */

enum {
	MOST_ARGUMENTS = 32
};

static struct options options; /* a request borrows its words */
static struct request request;

static int index_packets(void)
{
	int error = request.plan ? plan_index(request.plan) : schedule_index(request.schedule);

	return error ? say_why(error) : STATUS_DONE;
}

/* Finds what a command line names. MPI's own function needs a problem, and no plan. */
static int open_request(struct player_case *one, int words, char *const *word)
{
	int status = options_read(&options, command_named("plan"), words, word);
	double pieces;

	if (status != STATUS_DONE)
		return status;
	if (!option_given(&options, OPTION_PACKET))
		options.packet = 0;
	one->own = options.words == 3 && !strcmp(options.word[1], "mpi");
	if (one->own)
		return request_open(&request, &options, options.word[0], "auto", options.word[2]);
	status = request_planned(&request, &pieces, &options);
	return status == STATUS_DONE ? index_packets() : status;
}

const char *player_case_open(struct player_case *one, const char *line)
{
	static char text[512], cut[sizeof text];
	char *word[MOST_ARGUMENTS], *next = cut, *found;
	int words = 0;

	snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
	memcpy(cut, text, sizeof cut);
	*one = (struct player_case){ .words = text };
	say_for("player");
	while (words < MOST_ARGUMENTS && (found = strsep(&next, " ")))
		if (*found)
			word[words++] = found;
	one->timed = words && !strcmp(word[words - 1], "timed");
	request = (struct request){ 0 };
	if (open_request(one, words - one->timed, word) != STATUS_DONE)
		return last_said();
	one->plan = request.plan;
	one->schedule = request.schedule;
	one->problem = request.schedule ? request.schedule->problem : request.problem;
	one->binding = (struct binding){ request.bytes, 1, 0, one->problem.root };
	if (one->plan)
		one->binding = request.binding;
	return NULL;
}

void player_case_close(void)
{
	request_close(&request);
}
