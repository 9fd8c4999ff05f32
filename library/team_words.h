/* Reads the options of a team as applications write them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_TEAM_WORDS_H
#define LIBRARY_TEAM_WORDS_H

#include "grove.h"
#include "runtime/team/team.h"

/* Finds the number of threads for that many nodes. Returns 0, or -EINVAL with why. */
int read_team_threads(int *threads, int asked, int nodes);

/* Checks that a team may have a helper. Returns 0, or -EINVAL with why. */
int check_helper(const struct grove_team_options *options, int threads, int nodes);

/* Fills in all options but threads, pace and wiring. Returns 0, -EINVAL or -ENOMEM with why. */
int read_options(struct team_options *own, const struct grove_team_options *options);

#endif
