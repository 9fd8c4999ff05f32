/* Times the work of the applications between reading and writing: transposing and counting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove.h>
#include <stdlib.h>
#include <string.h>
#include "perf/peers/peer.h"
#include "perf/peers/work.h"
#include "tool/applications/tally.h"

/* Two threads are the nodes of gh:2 and call verbs, as the threads of an OpenMP program would. */

static struct grove_team *team;

struct pair_side {
	peer_part *part;
	void *context;
	struct peer_row *row;
};

static _Thread_local struct grove_node *node;

static void need(int error)
{
	if (error)
		peer_fail(grove_why());
}

static void side(int me, void *argument)
{
	const struct pair_side *s = argument;

	need(grove_attach(team, me, &node));
	peer_side(me, s->part, s->context, s->row);
	need(grove_detach(node));
}

static void time_row(peer_part *part, void *context, struct peer_row *row)
{
	peer_threads(side, &(struct pair_side){ part, context, row });
}

static struct peer_row row_of(const char *name, size_t bytes)
{
	return (struct peer_row){ .collective = name,
		.algorithm = "grove",
		.network = "gh:2",
		.nodes = 2,
		.bytes = bytes };
}

/* ---- transpose: a node has half of the rows, and gets half of the transpose's rows ---- */

struct transposition {
	struct test_matrix matrix;
	struct grove_plan *plan;
};

static void transpose(int me, void *context)
{
	struct transposition *t = context;
	size_t n = t->matrix.n, h = n / 2, mine = (size_t)me * h * n;

	need(grove_execute(
		node, t->plan, t->matrix.from + mine, t->matrix.to + mine, h * h * sizeof(double)));
}

static void time_transpose(size_t n)
{
	struct peer_row row = row_of("transpose", n * n * sizeof(double));
	struct grove_matrix shape = { .rows = n, .columns = n, .item = sizeof(double) };
	struct transposition t;

	need(grove_plan_make(&t.plan, "gh:2",
		&(struct grove_problem){
			.collective = "alltoall", .bytes = row.bytes / 4, .matrix = &shape }));
	matrix_open(&t.matrix, n);
	matrix_halves(&t.matrix, row.buffers);
	time_row(transpose, &t, &row);
	matrix_close(&t.matrix);
	peer_write(&row);
	grove_plan_free(t.plan);
}

/* ---- histogram: each node counts half of the bytes, then all counts are added ---- */

struct histogram {
	struct tally tally;
	_Alignas(128) uint64_t row[2][WORK_BINS + 16], sums[2][WORK_BINS + 16];
};

static void histogram(int me, void *context)
{
	struct histogram *h = context;
	size_t half = h->tally.numbers.count / 2;

	memset(h->row[me], 0, sizeof h->row[me]);
	tally_count(&h->tally, h->row[me], me ? half : 0, me ? h->tally.numbers.count : half);
	need(grove_allreduce(node, h->row[me], h->sums[me], WORK_BINS + 1, GROVE_U64, GROVE_SUM));
}

static void time_histogram(size_t count)
{
	static struct histogram h;
	struct peer_row row = row_of("histogram", count);
	struct bytes bytes;

	bytes_open(&bytes, count);
	bytes_halves(&bytes, row.buffers);
	for (int me = 0; me < 2; me++) {
		row.buffers[me].out = h.sums[me];
		row.buffers[me].out_bytes = sizeof h.sums[me];
	}
	numbers_of_bytes(&h.tally.numbers, &(struct input){ .bytes = bytes.at, .size = count });
	bins_make(&h.tally.bins, WORK_BINS, 0, WORK_BINS, 8);
	tally_bins(&h.tally);
	time_row(histogram, &h, &row);
	if (memcmp(h.sums[0], h.sums[1], sizeof h.sums[0]) != 0)
		peer_fail("the nodes have different counts");
	bytes_close(&bytes, h.sums[0]);
	peer_write(&row);
	free(h.tally.bins.edges);
}

int main(void)
{
	need(grove_team_open(
		&team, &(struct grove_team_options){ .network = "gh:2", .threads = GROVE_CALLER }));
	peer_begin();
	for (size_t n = WORK_N_LEAST; n <= WORK_N_MOST; n *= 2)
		time_transpose(n);
	for (size_t count = WORK_BYTES_LEAST; count <= WORK_BYTES_MOST; count *= 16)
		time_histogram(count);
	peer_end();
	need(grove_team_free(team));
	return 0;
}
