/* Tables of measured choices: which algorithm was the fastest on this machine's threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_AUTO_TUNED_TABLE_H
#define COLLECTIVES_AUTO_TUNED_TABLE_H

#include <stdio.h>
#include "collectives/auto/choose.h"

enum {
	TUNED_VERSION = 1,
	TUNED_NETWORK = 128
};

/* One measurement: this collective, for blocks of that many bytes, by that algorithm. */
struct tuned_row {
	enum collective collective;
	uint32_t aim; /* tuned_aim of the problem */
	char network[TUNED_NETWORK];
	enum ports ports;
	enum duplex duplex;
	int threads;
	size_t bytes;
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
	size_t packet; /* 0: no limit */
	double seconds, predicted;
};

/* All zeros is an empty one. */
struct tuned {
	struct tuned_row *row;
	size_t rows, room;
};

/* Reads a table; `name` is that of the file, `key` that of the machine and `version` that of the grove
 * which it must be of. 0, -ENOMEM, or -EINVAL with why, the file's name and the line. */
int tuned_read(
	struct tuned *tuned, FILE *file, const char *name, const char *key, const char *version);
void tuned_free(struct tuned *tuned);

/* What a problem aims at, beside its collective and its size: of a send the destination, relative to the
 * root; of a permutation a number made of it; 0 of all others. */
uint32_t tuned_aim(const struct problem *problem);

/* Whether the row was measured for this problem on so many threads. */
bool tuned_row_is_of(const struct tuned_row *row, const struct problem *problem, int threads);

/* Puts what was measured in front of what the model says. Between two sizes that were measured, times
 * are interpolated; outside of them the nearest size counts, up to a factor of 8. The list of choose is
 * sorted anew: measured candidates first, by their times. Whether anything was measured. */
bool tuned_apply(const struct tuned *tuned, struct candidate *list, int count,
	const struct problem *problem, int threads, size_t bytes);

#endif
