/* Measures the collective of the processes' own library beside a row, in turns with the row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_RIVAL_ROW_H
#define PERF_RIVAL_ROW_H

#include "perf/bench_engine.h"

struct rival_row {
	double *sample; /* [room] */
	size_t done;
	bool runs; /* the library has such a collective, and the data are right so far */
	struct bench_result result;
};

/* Finds the collective, checks its data, and warms it up. Does nothing for processes that asked for
 * no rival. A row that the library cannot do becomes a row with an error. Returns 0 or -errno. */
int rival_begin(struct bench *bench, struct session *session);

/* Takes as many samples as the row just took. Returns 0 or -errno. */
int rival_turn(struct bench *bench, struct session *session, size_t count);

/* Checks the data again, and makes the rival's row from that of the collective. */
int rival_end(struct bench *bench, struct session *session);
void rival_describe(struct bench *bench, struct bench_result *result);

#endif
