/* Reads a command line: words, and the options that all sub-commands share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_OPTIONS_H
#define TOOL_ARGUMENTS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grove.h"
#include "analysis/draw/schedule_drawing.h"
#include "plan/costs/data_state.h"
#include "plan/costs/machine.h"
#include "plan/problem.h"
#include "perf/timing/verb_form.h"
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
	OPTION_BROKEN,
	OPTION_PERMUTATION,
	OPTION_TYPE,
	OPTION_FOLD,
	OPTION_MACHINE,
	OPTION_BETA,
	OPTION_TAU,
	OPTION_PLAN,
	OPTION_LESSON,
	OPTION_OUTPUT,
	OPTION_HOSTFILE,
	OPTION_THREADS,
	OPTION_PIN,
	OPTION_WAIT,
	OPTION_TIMEOUT,
	OPTION_CLOCK,
	OPTION_FORWARD,
	OPTION_DATA,
	OPTION_STYLE,
	OPTION_SIZES,
	OPTION_EXPLAIN,
	OPTION_MESSAGE_SIZE,
	OPTION_MIN_BYTES,
	OPTION_MAX_BYTES,
	OPTION_FACTOR,
	OPTION_RUNS,
	OPTION_ITERATIONS,
	OPTION_WARMUP,
	OPTION_CHECK,
	OPTION_NO_LIMITS,
	OPTION_UNITS,
	OPTION_PLOT,
	OPTION_LIMIT,
	OPTION_TASK,
	OPTION_COURSE,
	OPTION_COLUMNS,
	OPTION_MARKS,
	OPTION_FEEDBACK,
	OPTION_JOBS,
	OPTION_FIGURES,
	OPTION_TREE,
	OPTION_TEXT,
	OPTION_JSON,
	OPTION_CSV,
	OPTION_DOT,
	OPTION_SVG,
	OPTION_MOVING,
	OPTION_HOLDS,
	OPTION_TRACE,
	OPTION_GOAL,
	OPTION_MSCCL,
	OPTION_COLOUR,
	OPTION_ROWS,
	OPTION_STEP,
	OPTION_LAYOUT,
	OPTION_STRIPED,
	OPTION_TURN,
	OPTION_GRAY,
	OPTION_BINS,
	OPTION_RANGE,
	OPTION_EVERYWHERE,
	OPTION_WAYS,
	OPTION_NETWORK,
	OPTION_SECONDS,
	OPTION_LINKS,
	OPTION_PICTURE,
	OPTION_HELP,
	OPTIONS
};

/* The ways of forwarding that an application measures. */
enum ways {
	WAYS_COPY,
	WAYS_REFERENCE,
	WAYS_BOTH
};

struct options {
	const struct command *command;
	int arguments; /* after the name of the sub-command */
	char *const *argument;
	bool given[OPTIONS];
	int words;
	const char *word[MOST_WORDS];
	enum form form;
	struct chart_look look; /* of a drawn schedule */

	int root, destination; /* destination: -1 if not given */
	int tree;	       /* -1 if not given */
	size_t bytes, packet;  /* packet: GROVE_PACKET_AUTO, or 0 for no limit */
	enum ports ports;
	enum duplex duplex;
	const char *order, *permutation; /* "" and NULL if not given */
	const char *broken;		 /* links; NULL if not given */
	int type;
	const struct grove_fold *fold; /* NULL if not given */
	struct machine machine;

	const char *plan;     /* a file */
	const char *lesson;   /* a name or a number; NULL if not given */
	const char *output;   /* a file; NULL if not given */
	const char *plot;     /* a file; NULL if not given */
	const char *hostfile; /* a file; NULL if not given */
	int threads;	      /* 0: the smaller of nodes and usable cores */
	const char *pin;      /* NULL: auto */
	enum waiting wait;
	double timeout;
	enum forward forward;
	enum data_state data;
	enum style style;
	struct size_rule sizes;
	bool paced; /* links have the times of `machine` */

	size_t min_bytes, max_bytes;
	size_t factor;
	bool plain;		/* tables for programs: one unit in each column */
	int runs;		/* launches */
	int iterations, warmup; /* 0 and -1: as many as needed */
	bool check;
	double limit; /* seconds */

	/* of grade: files, names of columns and a folder; NULL if not given */
	const char *task, *course, *marks, *columns, *feedback;
	int jobs; /* 0: one for each usable core */

	/* of the applications */
	const char *network, *layout, *picture; /* NULL if not given */
	enum ways ways;
	int turn;	  /* degrees; 0 if not given */
	size_t bins;	  /* 0 if not given */
	double low, high; /* of --range */
	double seconds;	  /* to measure a series of steps */
};

/* How the value of an option is read. Values are at least `least`, and at most `most` if that is
 * not 0; of a text these are bytes. `words`: the value is one of these, between ", ". */
struct option_value {
	enum {
		VALUE_READ,   /* by the function, or not at all */
		VALUE_NUMBER, /* int */
		VALUE_SIZE,   /* size_t, also with K, M .. */
		VALUE_REAL,   /* double */
		VALUE_TEXT,   /* const char * */
		VALUE_WORD,   /* an enumeration: which of the words */
		VALUE_EITHER  /* bool: every second word is true */
	} kind;
	size_t offset; /* in struct options */
	double least, most;
	const char *words;
	int (*read)(struct options *options, const char *text); /* returns 0, or -EINVAL with why */
};

/* A row of the table of options. */
struct option_line {
	const char *name, *argument; /* argument: for people; NULL for an option without a value */
	unsigned takes;		     /* bits of the sub-commands that take the option */
	struct option_value value;
	const char *text;
	const char *letters; /* of short options: "in" for -i and -n; NULL: none */
	enum form form;	     /* for options that choose the form of the output */
};

const struct option_line *option_at(int i);

static inline bool option_given(const struct options *options, enum option option)
{
	return options->given[option];
}

/* Reads the arguments after the name of the sub-command. Prints any refusal. Returns an exit
 * status. */
int options_read(
	struct options *options, const struct command *command, int count, char *const *arguments);

/* Refuses any given option from `first` to `last`, with a reason, as in "--root: a plan from a file
 * has its own". Returns an exit status. */
int options_refuse(
	const struct options *options, enum option first, enum option last, const char *reason);

#endif
