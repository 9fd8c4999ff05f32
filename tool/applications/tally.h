/* Counts numbers in bins by the nodes of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_TALLY_H
#define TOOL_APPLICATIONS_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "tool/applications/bins.h"
#include "tool/files/numbers.h"
#include "tool/applications/app_series.h"

/* A row of counters has a counter for each bin, and a counter for numbers outside the bins; padding
 * makes `nodes` equal slices. */
enum {
	BYTES = 256
};

struct tally {
	struct numbers numbers;
	struct bins bins;
	size_t bin[BYTES]; /* of each byte, where numbers are bytes */
	bool everywhere;   /* all nodes get the sums, else only node 0 */
	int nodes;
	size_t slice;	    /* counters */
	struct room counts; /* in: a row for each node; out: a slice of the rows' sum */
	struct room sums;   /* in: that slice; out: a row of sums */
};

/* Finds the bins of all byte values. Needs numbers and bins; comes before tally_count. */
void tally_bins(struct tally *tally);

/* Counts and adds, in two collectives, again and again. Ends the command when a node has other
 * sums than one loop over all numbers. */
void tally_take(struct tally *tally, struct app_session *session, struct app_series *series);

/* Adds the numbers [begin, end) to the counters of a row. */
void tally_count(const struct tally *tally, uint64_t *row, size_t begin, size_t end);

/* Returns the sums: bins.count sums, and the count of the numbers outside. */
const uint64_t *tally_sums(const struct tally *tally);

void tally_free(struct tally *tally);

#endif
