/* Describes the sub-commands of grove: a row of a table and a file for each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_COMMAND_H
#define TOOL_ARGUMENTS_COMMAND_H

struct options;

/* The bit of each sub-command. The table of options tells with these bits which
 * sub-commands take an option. */
enum {
	FOR_DEMO = 1 << 0,
	FOR_LIST = 1 << 1,
	FOR_NETWORK = 1 << 2,
	FOR_TREES = 1 << 3,
	FOR_PLAN = 1 << 4,
	FOR_VERIFY = 1 << 5,
	FOR_SIMULATE = 1 << 6,
	FOR_RUN = 1 << 7,
	FOR_BENCH = 1 << 8,
	FOR_LINK = 1 << 9,
	FOR_REPRODUCE = 1 << 10,
	FOR_COMPARE = 1 << 11,
	FOR_CALIBRATE = 1 << 12,
	FOR_TUNE = 1 << 13,
	FOR_GRADE = 1 << 14,
	FOR_EXPLORE = 1 << 15,
	FOR_PLATFORM = 1 << 16,
	FOR_TRANSPOSE = 1 << 17,
	FOR_HISTOGRAM = 1 << 18,
	FOR_PERMUTE = 1 << 19,
	FOR_APPLICATIONS = FOR_TRANSPOSE | FOR_HISTOGRAM | FOR_PERMUTE,
	FOR_PROBLEMS = FOR_PLAN | FOR_VERIFY | FOR_SIMULATE | FOR_RUN | FOR_BENCH | FOR_EXPLORE,
	FOR_ALL = (1 << 20) - 1
};

struct command {
	const char *name;
	unsigned bit;
	int least, most;			   /* number of words after the name */
	const char *form;			   /* the words, for people */
	const char *text;			   /* a line */
	const char *more;			   /* further text of --help, or "" */
	int (*run)(const struct options *options); /* returns the exit status */
};

/* Return the i-th sub-command, NULL after the last; and the sub-command of that name, or NULL. */
const struct command *command_at(int i);
const struct command *command_named(const char *name);

/* Returns the i-th sub-command that needs a machine, NULL after the last. The command in a page has
 * none. */
const struct command *machine_command_at(int i);

int command_demo(const struct options *options);
int command_list(const struct options *options);
int command_network(const struct options *options);
int command_trees(const struct options *options);
int command_plan(const struct options *options);
int command_verify(const struct options *options);
int command_simulate(const struct options *options);
int command_explore(const struct options *options);
int command_run(const struct options *options);
int command_bench(const struct options *options);
int command_reproduce(const struct options *options);
int command_compare(const struct options *options);
int command_calibrate(const struct options *options);
int command_tune(const struct options *options);
int command_grade(const struct options *options);
int command_platform(const struct options *options);
int command_link(const struct options *options);
int command_transpose(const struct options *options);
int command_histogram(const struct options *options);
int command_permute(const struct options *options);

#endif
