/* The command line: words, and options that all sub-commands share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_OPTIONS_H
#define TOOL_ARGUMENTS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grove.h"
#include "plan/model/machine.h"
#include "plan/problem.h"
#include "plan/program/program.h"
#include "runtime/team/team.h"
#include "tool/arguments/command.h"
#include "tool/output/output_form.h"

enum {
	MOST_WORDS = 3
};

/* In the order of the table of options. */
enum option {
	OPTION_ROOT,
	OPTION_DESTINATION,
	OPTION_BYTES,
	OPTION_PACKET,
	OPTION_PORTS,
	OPTION_DUPLEX,
	OPTION_ORDER,
	OPTION_PERMUTATION,
	OPTION_TYPE,
	OPTION_FOLD,
	OPTION_MACHINE,
	OPTION_BETA,
	OPTION_TAU,
	OPTION_PLAN,
	OPTION_OUTPUT,
	OPTION_THREADS,
	OPTION_PIN,
	OPTION_WAIT,
	OPTION_TIMEOUT,
	OPTION_CLOCK,
	OPTION_FORWARD,
	OPTION_EXPLAIN,
	OPTION_MIN_BYTES,
	OPTION_MAX_BYTES,
	OPTION_FACTOR,
	OPTION_ITERATIONS,
	OPTION_WARMUP,
	OPTION_CHECK,
	OPTION_LIMIT,
	OPTION_FIGURES,
	OPTION_TEXT,
	OPTION_JSON,
	OPTION_CSV,
	OPTION_DOT,
	OPTION_SVG,
	OPTION_TRACE,
	OPTION_HELP,
	OPTIONS
};

struct options {
	const struct command *command;
	uint64_t given; /* a bit for each option */
	int words;
	const char *word[MOST_WORDS];
	enum form form;

	int root, destination; /* destination: -1 when it was not given */
	size_t bytes, packet;  /* packet: GROVE_PACKET_AUTO, or 0 for no limit */
	enum ports ports;
	enum duplex duplex;
	const char *order, *permutation; /* "" and NULL when not given */
	enum grove_type type;
	const struct grove_fold *fold; /* NULL when not given */
	struct machine machine;

	const char *plan; /* a file */
	const char *output; /* the same; NULL when not given */
	int threads;	  /* 0: the smaller of nodes and usable cores */
	const char *pin;  /* NULL: auto */
	enum waiting wait;
	double timeout;
	enum forward forward;
	bool paced; /* links take the times of `machine` */

	size_t min_bytes, max_bytes;
	size_t factor;
	int iterations, warmup; /* 0 and -1: as many as are needed */
	bool check;
	double limit; /* seconds */
};

/* One line of the table of options. */
struct option_line {
	const char *name, *argument; /* argument: for humans; NULL: it has none */
	unsigned takes;		     /* the sub-commands that take it */
	int (*read)(struct options *options, const char *text); /* 0 or -EINVAL with why */
	const char *text;
	enum form form; /* for options that choose the form of the output */
};

const struct option_line *option_at(int i);

static inline bool option_given(const struct options *options, enum option option)
{
	return options->given >> option & 1;
}

/* Reads what stands behind the name of the sub-command. An exit status; a refusal has been said. */
int options_read(
	struct options *options, const struct command *command, int count, char *const *arguments);

/* Refuses any of the options in `those` (bits) that was given: "--root: a plan from a file has its
 * own". An exit status. */
int options_refuse(const struct options *options, uint64_t those, const char *reason);

#endif
