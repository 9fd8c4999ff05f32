/* Judges the targets by the rows of merged launches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "perf/peers/targets.h"
#include "perf/stats.h"
#include "tool/output/units.h"

enum {
	SHORT = 2048, /* bytes: up to here the way of a line is most of the time */
	FEW = 4096,
	LARGE = 1 << 20
};

/* OpenMP's loops touch the memory of all threads, so they are no peers of collectives; of barriers, of
 * reductions of an array and of transposes in one memory they are. */
static const struct target targets[] = {
	{ "ring, 8-byte items: Boost, Concurrency Kit", "ring-item", 2, 2, 8, 8, PEERS, false, 1,
		0 },
	{ "ring, round trip: Boost, Concurrency Kit", "ring-round-trip", 2, 2, 8, 8, PEERS, false,
		1, 0 },
	{ "ring, round trip: a bare cache line's", "ring-round-trip", 2, 2, 8, 8, PEERS, true,
		1 / 1.1, 0 },
	{ "2 nodes, to 2 KiB: the faster MPI", NULL, 2, 2, 1, SHORT, MPI_PEERS, false, 1, 1.5 },
	{ "2 nodes, from 4 KiB: the faster MPI", NULL, 2, 2, SHORT + 1, SIZE_MAX, MPI_PEERS, false,
		1.2, 2.5 },
	{ "2 nodes, barrier: MPIs, OpenMPs, pthread_barrier", "barrier", 2, 2, 0, 0, PEERS, false,
		1, 0 },
	{ "2 nodes, from 1 MiB: memcpy of what is written", NULL, 2, 2, LARGE, SIZE_MAX, PEERS,
		true, 0.85, 0 },
	{ "8 to 64 nodes on 2 cores, to 4 KiB: the faster MPI", NULL, 8, 64, 1, FEW, MPI_PEERS,
		false, 10, 0 },
	{ "8 to 64 nodes on 2 cores, above: the faster MPI", NULL, 8, 64, FEW + 1, SIZE_MAX,
		MPI_PEERS, false, 2, 0 },
	{ "8 to 64 nodes on 2 cores, barrier: the faster MPI", "barrier", 8, 64, 0, 0, MPI_PEERS,
		false, 10, 0 },
	{ "transpose in one memory: OpenBLAS, OpenMP loop", "local-transpose", 2, 2, 1, SIZE_MAX,
		PEERS, false, 1, 0 },
	{ "transpose, rows on their nodes: the same", "transpose", 2, 2, 1, SIZE_MAX, PEERS, false,
		1, 0 },
	{ "histogram: OpenMP reduction of an array", "histogram", 2, 2, 1, SIZE_MAX, PEERS, false,
		1, 0 },
};

const struct target *target_at(int i)
{
	return (size_t)i < sizeof targets / sizeof targets[0] ? &targets[i] : NULL;
}

static bool concerns(const struct target *t, const struct bench_row *row)
{
	if (row->nodes < t->nodes_least || row->nodes > t->nodes_most || row->bytes < t->least ||
		row->bytes > t->most)
		return false;
	return t->collective ? !strcmp(row->collective, t->collective)
			     : merge_is_collective(row->collective) && row->bytes;
}

static double ratio(
	const struct target *t, const struct bench_file *file, const struct bench_row *row)
{
	const struct bench_row *peer;

	if (t->limit)
		return merge_limit(file, row) / row->median;
	peer = merge_best(file, row, t->side);
	return peer ? peer->median / row->median : NAN;
}

struct target_outcome target_judge(const struct target *t, const struct bench_file *file)
{
	double *all = calloc(file->rows + 1, sizeof *all);
	struct target_outcome o = { .least = INFINITY, .mean = NAN };

	for (size_t i = 0; i < file->rows && all; i++) {
		const struct bench_row *row = &file->row[i];
		double value;

		if (!concerns(t, row) || merge_best(file, row, GROVE) != row)
			continue;
		value = ratio(t, file, row);
		if (!isfinite(value))
			continue;
		all[o.points++] = value;
		if (value < o.least) {
			o.least = value;
			o.worst = row;
		}
	}
	if (o.points)
		o.mean = stats_geometric_mean(all, o.points);
	o.met = o.points && o.least >= t->each && (t->mean <= 0 || o.mean >= t->mean);
	free(all);
	return o;
}

bool targets_met(const struct bench_file *file)
{
	bool any = false;

	for (int i = 0; target_at(i); i++) {
		struct target_outcome o = target_judge(target_at(i), file);

		if (o.points && !o.met)
			return false;
		any |= o.points > 0;
	}
	return any;
}

const char *target_asks(char text[TARGET_TEXT], const struct target *t)
{
	int length = snprintf(text, TARGET_TEXT, "%.3g", t->each);

	if (t->mean > 0)
		snprintf(text + length, TARGET_TEXT - (size_t)length, ", mean %.3g", t->mean);
	return text;
}

const char *target_worst(char text[TARGET_TEXT], const struct target_outcome *o)
{
	char bytes[UNITS_TEXT];

	text[0] = 0;
	if (o->worst && o->worst->bytes)
		snprintf(text, TARGET_TEXT, "%s of %s, %lld nodes", o->worst->collective,
			size_text(bytes, o->worst->bytes), o->worst->nodes);
	else if (o->worst)
		snprintf(
			text, TARGET_TEXT, "%s, %lld nodes", o->worst->collective, o->worst->nodes);
	return text;
}

const char *target_verdict(const struct target_outcome *o)
{
	return !o->points ? "not measured" : o->met ? "met" : "missed";
}
