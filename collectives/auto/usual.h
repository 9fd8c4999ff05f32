/* Lists the algorithms that usually are the fastest on a kind of network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_AUTO_USUAL_H
#define COLLECTIVES_AUTO_USUAL_H

#include "plan/problem.h"

/* Returns the names of algorithms of which one hardly ever takes more than 1.1 times as long as the
 * fastest of all on this machine's threads, for blocks of that many bytes. Some may not serve the
 * problem. Returns NULL for a problem without such a list, as on two nodes, where few algorithms
 * differ. */
const char *usual_names(const struct problem *problem, size_t bytes);

/* Takes the next name off the list. Returns false after the last. */
bool usual_next(const char **names, char algorithm[ALGORITHM_NAME], char order[ALGORITHM_NAME]);

#endif
