/* Merges several launches of the same programs, and sets each operation beside its limit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_MERGE_H
#define PERF_PEERS_MERGE_H

#include <stdbool.h>
#include "perf/row_comparison.h"

/* Rows of all launches of one program, network, operation and size become one: the median of the
 * medians. With STATS_FEWEST launches and more, the interval is that of stats.h over their medians;
 * with fewer it reaches from the least low to the greatest high end of the launches' own. Rows come
 * by nodes, collective and bytes. Sets *into, for bench_file_free. 0, -ENOMEM, or -EINVAL with why
 * for a file that is no benchmark. */
int merge_launches(struct bench_file *into, const char *const *names, int count);

/* Is it a row of grove's own? Else of a peer. */
bool merge_is_grove(const struct bench_row *row);

/* Those whose fastest row is looked for. Every node of an MPI, as of grove, has buffers of its own; the
 * loops of OpenMP programs touch those of all threads. */
enum side {
	GROVE,
	PEERS,
	MPI_PEERS
};

/* Is it one that an MPI has: what is sent from node to node, not an application or a ring? */
bool merge_is_collective(const char *name);

/* The fastest row of that side, of the operation of that row; NULL: there is none. */
const struct bench_row *merge_best(
	const struct bench_file *file, const struct bench_row *like, enum side side);

/* The least seconds of grove's operations that follow one another, and of the peers'; NAN. */
double merge_backtoback(
	const struct bench_file *file, const struct bench_row *like, enum side side);

/* Seconds in which plain memcpy, by one core or by both, copies every byte once that the collective
 * writes in a node's output: from the "copy" rows, on a straight line in logarithms between sizes; and
 * then a cache line goes one way between the cores, half of the row "ping-pong", without which nobody
 * knows of anything. Copies are timed as the collectives are, with buffers that are left alone, so
 * both find in their caches what fits there. For a ring's round trip it is that of the bare line, for
 * a transposition the copy alone. NAN for what writes nothing, or where the file has no such rows that
 * reach as far. */
double merge_limit(const struct bench_file *file, const struct bench_row *row);

#endif
