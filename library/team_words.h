/* Reads the options of a team as applications write them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_TEAM_WORDS_H
#define LIBRARY_TEAM_WORDS_H

#include "grove.h"
#include "runtime/team/team.h"

/* Finds the number of threads for that many nodes. Returns 0, or -EINVAL with why. */
int read_team_threads(int *threads, int asked, int nodes);

/* Fills in all options but threads, pace and wiring. Returns 0, -EINVAL or -ENOMEM with why. */
int read_options(struct team_options *own, const struct grove_team_options *options);

/* Opens a team of which that many nodes are in this process, with all that the library keeps.
 * Returns what team_open returns, or -EINVAL with why: the team may have no helper. */
int options_open(struct team **team, struct team_options *own,
	const struct grove_team_options *options, int nodes);

#endif
