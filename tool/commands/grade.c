/* Runs `grove grade`: the programs of grading/, which ask this command about each file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "runtime/machine/cpus.h"
#include "tool/arguments/options.h"
#include "tool/output/data_file.h"
#include "tool/output/diagnostics.h"

static const char *or_none(const char *name)
{
	return name ? name : "";
}

int command_grade(const struct options *options)
{
	char self[DATA_PATH], program[DATA_PATH], jobs[16];
	int error;

	if (!options->task && !options->course)
		return refuse("--task FILE is needed: the problem and the points; or --course");
	if (options->task && options->course)
		return refuse("--task and --course exclude each other");
	error = data_file_find(program, "grading/grade.py", "the program that grades");
	if (!error)
		error = command_path(self);
	if (error)
		return say_why(error);
	snprintf(jobs, sizeof jobs, "%d", options->jobs ? options->jobs : cores_usable());
	execlp("python3", "python3", "-B", program, self, options->word[0],
		or_none(options->task), or_none(options->course), or_none(options->marks),
		or_none(options->columns), or_none(options->feedback), jobs,
		options->form == FORM_JSON ? "json" : "text", NULL);
	return refuse("python3, which grading needs: %s", strerror(errno));
}
