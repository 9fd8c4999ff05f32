/* Reads an algorithm of MSCCL as a plan, which a program in Python makes of the XML. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/error.h"
#include "plan/format/plan_input.h"
#include "tool/arguments/msccl_reader.h"
#include "tool/output/data_file.h"

/* The exit statuses of the program. All but the first come with a line on standard output. */
enum {
	READ = 0,
	REFUSED = 1,
	EXHAUSTED = 2,
	NO_PYTHON = 127 /* none of the program's, and without a line */
};

/* Writes the text into a file that a program can read from its beginning. */
static FILE *file_with(const char *text, size_t length)
{
	FILE *file = tmpfile();

	if (!file)
		return NULL;
	if (fwrite(text, 1, length, file) == length && !fflush(file) && !fseek(file, 0, SEEK_SET))
		return file;
	fclose(file);
	return NULL;
}

/* Runs the program from file to file. Returns its exit status; -1: it has none. */
static int run(const char *program, FILE *in, FILE *out)
{
	pid_t child = fork();
	int status;

	if (!child) {
		dup2(fileno(in), STDIN_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		execlp("python3", "python3", "-B", program, NULL);
		_exit(NO_PYTHON);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

/* Makes a plan of what the program wrote, or an error. */
static int take_answer(struct schedule **schedule, int status, FILE *file)
{
	char *text;
	size_t length;
	int error;

	if (status == NO_PYTHON)
		return why(EINVAL, "python3, which reads algorithms of MSCCL, cannot be run");
	if (status < READ || status > EXHAUSTED)
		return why(EINVAL, "the program that reads algorithms of MSCCL failed");
	rewind(file);
	error = plan_input_stream(&text, &length, file, "the plan");
	if (!error && status == READ)
		error = plan_input_read(schedule, text, length);
	else if (!error)
		error = why(status == REFUSED ? EINVAL : ENOMEM, "%.*s", (int)length, text);
	free(text);
	return error;
}

int schedule_read_msccl(struct schedule **schedule, const char *text, size_t length)
{
	char program[DATA_PATH];
	int error = data_file_find(program, "msccl/read_msccl.py",
		"the program that reads algorithms of MSCCL");
	FILE *in, *out;

	if (error)
		return error;
	in = file_with(text, length);
	out = tmpfile();
	if (in && out)
		error = take_answer(schedule, run(program, in, out), out);
	else
		error = why(EINVAL, "no temporary file can be written for an algorithm of MSCCL");
	if (in)
		fclose(in);
	if (out)
		fclose(out);
	return error;
}
