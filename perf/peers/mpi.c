/* Times the collectives of an MPI, as perf/session.c times grove's. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "perf/clock.h"
#include "perf/peers/peer.h"
#include "perf/start.h"

/* Compiled by each MPI's own wrapper and run by its own launcher. All ranks' entries and exits are
 * readings of one clock, since all run on one machine. Words of the command line are collectives;
 * without one, all are timed. */

static int rank, ranks;
static double *in, *out;
static int count; /* doubles of a block */

/* A double that says who sent it, in which block, and where in it: exact in sums. */
static double value(int from, int block, int k)
{
	return (from * 64 + block) * 1024.0 + k % 1021;
}

static double sum(int block, int k)
{
	double all = 0;

	for (int r = 0; r < ranks; r++)
		all += value(r, block, k);
	return all;
}

static void broadcast(void)
{
	MPI_Bcast(rank ? out : in, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void reduce(void)
{
	MPI_Reduce(in, out, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void scatter(void)
{
	MPI_Scatter(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void gather(void)
{
	MPI_Gather(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void allgather(void)
{
	MPI_Allgather(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void reducescatter(void)
{
	MPI_Reduce_scatter_block(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void allreduce(void)
{
	MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void alltoall(void)
{
	MPI_Alltoall(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* From the first rank to the last. */
static void send(void)
{
	if (rank == 0)
		MPI_Send(in, count, MPI_DOUBLE, ranks - 1, 0, MPI_COMM_WORLD);
	else if (rank == ranks - 1)
		MPI_Recv(out, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* The inversion: rank v's block goes to rank N - 1 - v. */
static void permute(void)
{
	int other = ranks - 1 - rank;

	MPI_Sendrecv(in, count, MPI_DOUBLE, other, 0, out, count, MPI_DOUBLE, other, 0,
		MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void barrier(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
}

/* What element k of block b of this rank's output must be. */
static double of_root(int b, int k)
{
	return value(0, b, k);
}

static double of_root_mine(int b, int k)
{
	(void)b;
	return value(0, rank, k);
}

static double of_opposite(int b, int k)
{
	(void)b;
	return value(ranks - 1 - rank, 0, k);
}

static double of_all(int b, int k)
{
	return value(b, 0, k);
}

static double of_all_mine(int b, int k)
{
	return value(b, rank, k);
}

static double sum_mine(int b, int k)
{
	(void)b;
	return sum(rank, k);
}

/* Blocks of the input and of the output: 1, or MANY: one for each rank. And who has an output. */
enum {
	MANY = -1
};
enum holders {
	ALL,
	ROOT,
	LAST,
	BUT_ROOT
};
static const struct collective {
	const char *name;
	void (*call)(void);
	int inputs, outputs;
	enum holders holders;
	double (*expected)(int b, int k);
} collectives[] = {
	{ "broadcast", broadcast, 1, 1, BUT_ROOT, of_root },
	{ "reduce", reduce, 1, 1, ROOT, sum },
	{ "scatter", scatter, MANY, 1, ALL, of_root_mine },
	{ "gather", gather, 1, MANY, ROOT, of_all },
	{ "allgather", allgather, 1, MANY, ALL, of_all },
	{ "reducescatter", reducescatter, MANY, 1, ALL, sum_mine },
	{ "allreduce", allreduce, 1, 1, ALL, sum },
	{ "alltoall", alltoall, MANY, MANY, ALL, of_all_mine },
	{ "send", send, 1, 1, LAST, of_root },
	{ "permute", permute, 1, 1, ALL, of_opposite },
	{ "barrier", barrier, 0, 0, ALL, NULL },
};

enum {
	COUNT = sizeof collectives / sizeof collectives[0]
};

static int blocks(int many)
{
	return many == MANY ? ranks : many;
}

static void fill(const struct collective *c)
{
	for (int b = 0; b < blocks(c->inputs); b++)
		for (int k = 0; k < count; k++)
			in[(size_t)b * (size_t)count + (size_t)k] = value(rank, b, k);
	memset(out, 0xff, (size_t)blocks(c->outputs) * (size_t)count * sizeof *out);
}

static bool holds(const struct collective *c)
{
	switch (c->holders) {
	case ROOT:
		return rank == 0;
	case LAST:
		return rank == ranks - 1;
	case BUT_ROOT:
		return rank > 0;
	case ALL:
		break;
	}
	return true;
}

static void check(const struct collective *c)
{
	int wrong = 0, any;

	for (int b = 0; holds(c) && b < blocks(c->outputs); b++)
		for (int k = 0; k < count; k++)
			wrong |= out[(size_t)b * (size_t)count + (size_t)k] != c->expected(b, k);
	MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
	if (any) {
		if (rank == 0)
			fprintf(stderr, "mpi: %s of %zu bytes: a byte is wrong\n", c->name,
				(size_t)count * sizeof *in);
		MPI_Abort(MPI_COMM_WORLD, 1);
	}
}

/* What two ranks share in their own memory; NULL: ranks that share cores. */
static struct start *start;
static MPI_Win window = MPI_WIN_NULL;

static void agree(void)
{
	MPI_Aint bytes = rank == 0 ? 2 * sizeof *start : 0;
	char *memory;
	int unit;

	if (ranks != 2)
		return;
	MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
	MPI_Win_shared_query(window, 0, &bytes, &unit, &memory);
	start = (struct start *)(((uintptr_t)memory + 127) / 128 * 128);
	if (rank == 0)
		memset(start, 0, sizeof *start);
	MPI_Barrier(MPI_COMM_WORLD);
	start_check(start, rank, ranks);
	MPI_Barrier(MPI_COMM_WORLD);
}

/* Ranks leave a barrier at different times: two where they cannot agree on an instant. */
static void run_batch(const struct collective *c, struct stamp *stamp, size_t batch)
{
	const struct clock *clock = clock_get();
	struct starter starter = starter_open(start, rank);

	for (size_t k = 0; k < batch; k++) {
		MPI_Barrier(MPI_COMM_WORLD);
		if (!starter_agrees(&starter))
			MPI_Barrier(MPI_COMM_WORLD);
		stamp[k].enter = starter_enter(&starter);
		c->call();
		stamp[k].leave = clock_ticks(clock);
	}
}

/* Operations that follow one another: on rank 0 the average of one. */
static double run_on(const struct collective *c, double once)
{
	const struct clock *clock = clock_get();
	unsigned long many = peer_run_length(once);
	double average[PEER_RUNS];
	struct stamp own, all[2];

	MPI_Bcast(&many, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
	for (int run = 0; run < PEER_RUNS; run++) {
		MPI_Barrier(MPI_COMM_WORLD);
		own.enter = clock_ticks(clock);
		for (unsigned long k = 0; k < many; k++)
			c->call();
		own.leave = clock_ticks(clock);
		MPI_Gather(&own, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, 0, MPI_COMM_WORLD);
		average[run] = rank ? 0 : stamp_seconds(all, 2, 1) / (double)many;
	}
	return stats_median(average, PEER_RUNS);
}

static struct stats measure(const struct collective *c, struct stamp *own, struct stamp *all)
{
	struct peer_samples samples = { 0 };
	double seconds[PEER_BATCH];

	if (rank == 0)
		peer_samples_open(&samples);
	for (;;) {
		unsigned long batch = rank == 0 ? peer_samples_next(&samples) : 0;
		int words;

		MPI_Bcast(&batch, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
		if (!batch)
			break;
		run_batch(c, own, batch);
		words = 2 * (int)batch;
		MPI_Gather(own, words, MPI_UINT64_T, all, words, MPI_UINT64_T, 0, MPI_COMM_WORLD);
		for (size_t k = 0; rank == 0 && k < batch; k++)
			seconds[k] = stamp_seconds(all + k, ranks, batch);
		if (rank == 0)
			peer_samples_add(&samples, seconds, batch);
	}
	return rank == 0 ? peer_samples_close(&samples) : (struct stats){ 0 };
}

/* "Open MPI 4.1.4", "MPICH 4.0.2", and how it was set. */
static void library_name(char name[64])
{
	char text[MPI_MAX_LIBRARY_VERSION_STRING], *at;
	const char *variant = peer_settings()->variant;
	int length;

	MPI_Get_library_version(text, &length);
	if ((at = strstr(text, "MPICH Version:")) != NULL)
		snprintf(name, 64, "MPICH %.*s",
			(int)strcspn(at + 14 + strspn(at + 14, " \t"), " \n"),
			at + 14 + strspn(at + 14, " \t"));
	else if ((at = strstr(text, "Open MPI v")) != NULL)
		snprintf(name, 64, "Open MPI %.*s", (int)strcspn(at + 10, ", \n"), at + 10);
	else
		snprintf(name, 64, "%.*s", (int)strcspn(text, ",\"\\\n"), text);
	if (*variant)
		snprintf(name + strlen(name), 64 - strlen(name), ", %s", variant);
}

static void one_row(const struct collective *c, size_t bytes, const char *name)
{
	struct stamp *own = peer_memory(PEER_BATCH * sizeof *own);
	struct stamp *all = peer_memory((size_t)ranks * PEER_BATCH * sizeof *all);
	struct starter starter = starter_open(start, rank);
	struct peer_row row = { .collective = c->name,
		.algorithm = name,
		.network = "MPI",
		.nodes = ranks,
		.bytes = bytes,
		.start = starter_agrees(&starter) ? "agreed" : "meeting" };

	count = (int)(bytes / sizeof *in);
	in = peer_memory((size_t)blocks(c->inputs) * bytes);
	out = peer_memory((size_t)blocks(c->outputs) * bytes);
	fill(c);
	c->call();
	check(c);
	row.time = measure(c, own, all);
	if (ranks == 2 && bytes <= PEER_SMALL)
		row.backtoback = run_on(c, row.time.median);
	check(c);
	if (rank == 0)
		peer_write(&row);
	free(in);
	free(out);
	free(own);
	free(all);
}

static bool asked_for(const char *name, char **word)
{
	bool any = !*word;

	for (; *word; word++)
		any |= !strcmp(*word, name);
	return any;
}

int main(int argc, char **argv)
{
	const struct peer_settings *s = peer_settings();
	char name[64];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (ranks == 2)
		peer_pin(
			s->cpu[rank]); /* the launcher has bound it; now it is the same core as others' */
	agree();
	library_name(name);
	if (rank == 0)
		peer_begin();
	for (int i = 0; i < COUNT; i++) {
		const struct collective *c = &collectives[(i + s->first) % COUNT];

		if (!asked_for(c->name, argv + 1))
			continue;
		for (size_t bytes = s->min; bytes && c->inputs; bytes = peer_next(bytes))
			one_row(c, bytes, name);
		if (!c->inputs)
			one_row(c, 0, name);
	}
	if (rank == 0)
		peer_end();
	if (window != MPI_WIN_NULL)
		MPI_Win_free(&window);
	MPI_Finalize();
	return 0;
}
