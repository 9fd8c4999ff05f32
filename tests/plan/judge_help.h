/* The independent verifier as a process that judges one plan after the other. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_JUDGE_HELP_H
#define TESTS_JUDGE_HELP_H

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/plan_help.h"

static inline const char *verifier(void)
{
	static char path[512];
	const char *build = getenv("GROVE_BUILD");

	snprintf(path, sizeof path, "%s/tests/plan/independent_verifier", build ? build : "build");
	return path;
}

/* A verifier is one process with a pipe to it and one from it. */
struct verifier {
	FILE *asked, *answered;
	char *open; /* the plan that it has not answered yet, which should be right */
};

static inline int start(struct verifier *judge)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
		return -1;
	switch (fork()) {
	case -1:
		return -1;
	case 0:
		dup2(to[0], STDIN_FILENO);
		dup2(from[1], STDOUT_FILENO);
		execl(verifier(), verifier(), "--each", (char *)NULL);
		_exit(127);
	default:
		close(to[0]);
		close(from[1]);
		judge->asked = fdopen(to[1], "w");
		judge->answered = fdopen(from[0], "r");
		return judge->asked && judge->answered ? 0 : -1;
	}
}

static inline void send_plan(const struct verifier *judge, const char *json)
{
	assert_true(fputs(json, judge->asked) >= 0 && fputc(0, judge->asked) == 0 &&
		    !fflush(judge->asked));
}

/* Its exit status; the first line that it prints without its end. */
static inline int answer_of(const struct verifier *judge, char line[256])
{
	char status[256];

	assert_non_null(fgets(line, 256, judge->answered));
	assert_non_null(fgets(status, sizeof status, judge->answered));
	line[strcspn(line, "\n")] = 0;
	return atoi(status);
}

#endif
