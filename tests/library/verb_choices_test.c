/* Kept choices of verbs: written beside the calibration, used by the next process, no error. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "library/plan_cache.h"
#include "runtime/machine/cpus.h"
#include "tests/plan_help.h"
#include "tests/temporary.h"

/* Each question is asked by a process of its own, because a process reads the files once. */

enum {
	TEXT = 4096,
	KEY = 512
};

static char folder[TEMPORARY_NAME], machine[TEMPORARY_NAME + 8], choices[TEMPORARY_NAME + 16];

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static const char *read_text(const char *path)
{
	static char text[TEXT];
	FILE *file = fopen(path, "r");
	size_t length = 0;

	if (file) {
		length = fread(text, 1, sizeof text - 1, file);
		fclose(file);
	}
	text[length] = 0;
	return text;
}

/* Writes a calibration of this machine with invented costs. */
static void calibrate(const char *packet)
{
	char key[KEY], text[TEXT];

	assert_int_equal(cpus_key(key, sizeof key), 0);
	snprintf(text, sizeof text,
		"grove-machine 4\nkey %s\ncost 0 same-thread start packet %s 1e-9 1\n"
		"cost 0 same-thread copy within fresh 1024 1e-7 1e-7 1e-7\n"
		"cost 0 same-thread copy within resident 1024 1e-7 1e-7 1e-7\n"
		"end\n",
		key, packet);
	write_text(machine, text);
}

/* Writes a calibration with a table for each of two trips. */
static void calibrate_distances(const char *near, const char *far)
{
	const char *const trip[] = { near, far };
	char key[KEY], text[TEXT];
	int length;

	assert_int_equal(cpus_key(key, sizeof key), 0);
	length = snprintf(text, sizeof text, "grove-machine 4\nkey %s\n", key);
	for (int i = 0; i < 2; i++)
		length += snprintf(text + length, sizeof text - (size_t)length,
			"cost %d same-thread start packet 1e-7 1e-9 1\n"
			"cost %d same-thread copy within fresh 1024 1e-7 1e-7 1e-7\n"
			"cost %d same-thread copy within resident 1024 1e-7 1e-7 1e-7\n"
			"cost %d same-l3 start inline 1e-7 1e-7 1e-7\n"
			"cost %d same-l3 start line %s %s %s\n"
			"cost %d same-l3 copy one-end fresh 1024 1e-7 1e-7 1e-7\n"
			"cost %d same-l3 copy one-end resident 1024 1e-7 1e-7 1e-7\n",
			i, i, i, i, i, trip[i], trip[i], trip[i], i, i);
	snprintf(text + length, sizeof text - (size_t)length, "end\n");
	write_text(machine, text);
}

/* Prints the algorithm that a verb runs on a new team of a new process. */
static void ask(enum collective collective, size_t bytes, const char *answer)
{
	struct team_options options = { .threads = 2, .pin = "none", .timeout = 10 };
	struct plan_key verb = {
		.collective = collective, .bytes = bytes, .type = GROVE_F64, .fold = *GROVE_SUM
	};
	struct grove_plan *plan;
	struct team *team;
	bool right;

	if (network_open(&options.net, "cube:3") || team_open(&team, &options) ||
		library_attach(team) || plans_find(team, &verb, NULL, &plan)) {
		fprintf(stderr, "%s\n", why_text());
		_exit(2);
	}
	right = !answer || !strcmp(plan->problem.algorithm, answer);
	if (!right)
		fprintf(stderr, "%s, not %s\n", plan->problem.algorithm, answer);
	team_close(team);
	_exit(!right);
}

static void assert_asked(enum collective collective, size_t bytes, const char *answer)
{
	int status;
	pid_t child;

	fflush(NULL);
	child = fork();
	assert_true(child >= 0);
	if (!child)
		ask(collective, bytes, answer);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* Writes choices that the last file's heading introduces. */
static void choose(const char *lines)
{
	char text[TEXT];

	const char *row = strstr(read_text(choices), "\nchoice ");

	assert_non_null(row);
	snprintf(text, sizeof text, "%.*s\n%s", (int)(row - read_text(choices)), read_text(choices),
		lines);
	write_text(choices, text);
}

static void begin(void)
{
	calibrate("1e-7");
	unlink(choices);
	assert_asked(BROADCAST, 4096, NULL);
	assert_non_null(strstr(read_text(choices), "\nchoice broadcast 0 cube:3 2 13 1 0 "));
}

TEST("choices of verbs: each is kept once")
{
	char text[TEXT];

	begin();
	snprintf(text, sizeof text, "%s", read_text(choices));
	assert_asked(BROADCAST, 5000, NULL); /* as many binary digits */
	assert_string_equal(read_text(choices), text);
	assert_asked(BROADCAST, 16384, NULL);
	assert_asked(ALLREDUCE, 4096, NULL);
	assert_true(strlen(read_text(choices)) > strlen(text));
	assert_memory_equal(read_text(choices), text, strlen(text));
	assert_non_null(strstr(read_text(choices), "\nchoice allreduce 0 cube:3 2 13 8 0 "));
}

TEST("choices of verbs: a kept choice decides")
{
	begin();
	choose("choice broadcast 0 cube:3 2 13 1 0 nrbrg -\n");
	assert_asked(BROADCAST, 4096, "nrbrg");
	choose("choice broadcast 0 cube:3 2 13 1 0 hp2 -\n");
	assert_asked(BROADCAST, 8191, "hp2");
}

/* A line never takes as little as 1e-15 s or as much as 1 s, so the nearest table is known. */
TEST("choices of verbs: a kept choice is of one distance")
{
	static const char lines[] = "choice broadcast 0 cube:3 2 13 1 0 nrbrg -\n"
				    "choice broadcast 0 cube:3 2 13 1 1 hp2 -\n";

	if (cores_usable() < 2)
		skip();
	calibrate_distances("1e-8", "1");
	unlink(choices);
	assert_asked(BROADCAST, 4096, NULL);
	assert_non_null(strstr(read_text(choices), "\nchoice broadcast 0 cube:3 2 13 1 0 "));
	choose(lines);
	assert_asked(BROADCAST, 4096, "nrbrg");
	calibrate_distances("1e-15", "1e-6");
	assert_asked(BROADCAST, 4096, NULL);
	assert_non_null(strstr(read_text(choices), "\nchoice broadcast 0 cube:3 2 13 1 1 "));
	choose(lines);
	assert_asked(BROADCAST, 4096, "hp2");
}

TEST("choices of verbs: what does not fit is skipped")
{
	static const char *const lines[] = { "choice broadcast 0 cube:4 2 13 1 0 hp2 -\n",
		"choice broadcast 0 cube:3 1 13 1 0 hp2 -\n",
		"choice broadcast 0 cube:3 2 12 1 0 hp2 -\n",
		"choice broadcast 1 cube:3 2 13 1 0 hp2 -\n",
		"choice reduce 0 cube:3 2 13 1 0 hp2 -\n",
		"choice broadcast 0 cube:3 2 13 1 0 hp2\n", "choice\n", "choices\n", "\n",
		"choice broadcast 0 cube:3 2 13 1 0 nosuch -\n",
		"choice broadcast 0 cube:3 2 13 1 0 hp2 nosuch\n" };
	const char *chosen;
	char usual[ALGORITHM_NAME] = "";

	begin();
	chosen = strstr(read_text(choices), "13 1 0 ");
	assert_int_equal(sscanf(chosen, "13 1 0 %31s", usual), 1);
	for (int i = 0; i < COUNT(lines); i++) {
		choose(lines[i]);
		assert_asked(BROADCAST, 4096, usual);
		assert_non_null(strstr(read_text(choices), usual)); /* for the next process */
	}
}

TEST("choices of verbs: a new calibration begins again")
{
	begin();
	choose("choice broadcast 0 cube:3 2 13 1 0 hp2 -\n");
	calibrate("2e-7");
	assert_asked(BROADCAST, 4096, NULL);
	assert_null(strstr(read_text(choices), "hp2"));
	assert_non_null(strstr(read_text(choices), "\nchoice broadcast 0 cube:3 2 13 1 0 "));
}

TEST("choices of verbs: no file is no error")
{
	calibrate("1e-7");
	unlink(choices);
	assert_int_equal(mkdir(choices, 0700), 0); /* a folder can not be written, even by root */
	assert_asked(BROADCAST, 4096, NULL);
	assert_int_equal(rmdir(choices), 0);
	unlink(machine);
	assert_asked(BROADCAST, 4096, NULL);
	assert_int_not_equal(access(choices, F_OK), 0);
}

BEFORE_TESTS
{
	assert_non_null(mkdtemp(temporary_name(folder)));
	snprintf(machine, sizeof machine, "%s/machine", folder);
	snprintf(choices, sizeof choices, "%s.choices", machine);
	setenv("GROVE_MACHINE", machine, 1);
	setenv("GROVE_TUNE", "", 1);
}

AFTER_TESTS
{
	unlink(machine);
	unlink(choices);
	assert_int_equal(rmdir(folder), 0);
}
