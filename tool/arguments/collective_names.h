/* Finds collectives and applications by their names in grove, MPI, OSU, IMB and NCCL. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_COLLECTIVE_NAMES_H
#define TOOL_ARGUMENTS_COLLECTIVE_NAMES_H

#include "plan/collective.h"

/* A name of the command line, with other names for the same. */
struct collective_line {
	const char *name, *aliases; /* aliases: with blanks between; "" for none */
	enum collective collective; /* the collective; of an application its usual collective */
	bool application;
	const char *text;
};

/* Returns the i-th line, collectives before applications; NULL after the last. */
const struct collective_line *collective_line(int i);

/* Finds a line by name or alias. Upper case, '-' and '_' do not matter, nor does a prefix or suffix
 * of another program, as in MPI_Allreduce, osu_allreduce or all_reduce_perf. Returns NULL if there
 * is no such line. */
const struct collective_line *collective_line_named(const char *name);

/* Returns true if a name means this name or one of these aliases, by the rules above. */
bool collective_named_as(const char *name, const char *own, const char *aliases);

/* Returns what serves instead of a benchmark of other programs that is not a collective, such as
 * "latency"; NULL if nothing does. */
const char *collective_substitute(const char *name);

#endif
