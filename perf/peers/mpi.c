/* Times the collectives of an MPI, as perf/timing/session_timing.c times the collectives of
 * grove. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "perf/timing/clock.h"
#include "perf/peers/mpi_calls.h"
#include "perf/peers/peer.h"
#include "perf/timing/synchronised_start.h"

/* Compiled by the MPI's wrapper and run by the MPI's launcher. The ranks run on a single machine,
 * so all entries and exits are readings of the same clock. The words of the command line are
 * collectives; without words all collectives are timed. */

/* The start that two ranks share in the memory of both; NULL for ranks that share cores. */
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

/* Touches the data, while no rank is inside an operation. */
static void make_fresh(const struct mpi_call *c)
{
	struct peer_buffers buffers = mpi_call_buffers(c);

	if (!peer_settings()->fresh || !c->inputs)
		return;
	MPI_Barrier(MPI_COMM_WORLD);
	peer_touch(&buffers);
}

/* Times a batch. Ranks leave a barrier at different times, so there are two barriers if the ranks
 * cannot agree on an instant. */
static void run_batch(const struct mpi_call *c, struct stamp *stamp, size_t batch)
{
	const struct clock *clock = clock_get();
	struct starter starter = starter_open(start, rank);

	for (size_t k = 0; k < batch; k++) {
		make_fresh(c);
		MPI_Barrier(MPI_COMM_WORLD);
		if (!starter_agrees(&starter))
			MPI_Barrier(MPI_COMM_WORLD);
		stamp[k].enter = starter_enter(&starter);
		c->call();
		stamp[k].leave = clock_ticks(clock);
	}
}

/* Times operations without a barrier in between. Returns the average time on rank 0. */
static double run_on(const struct mpi_call *c, double once)
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

static struct stats measure(const struct mpi_call *c, struct stamp *own, struct stamp *all)
{
	struct peer_samples samples = { 0 };
	double seconds[PEER_BATCH];

	if (rank == 0)
		peer_samples_open(&samples, 0);
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

/* Writes a name such as "Open MPI 4.1.4" or "MPICH 4.0.2", and the variant. */
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

static void one_row(const struct mpi_call *c, size_t bytes, const char *name)
{
	struct stamp *own = peer_memory(PEER_BATCH * sizeof *own);
	struct stamp *all = peer_memory((size_t)ranks * PEER_BATCH * sizeof *all);
	struct starter starter = starter_open(start, rank);
	struct peer_row row = { .collective = c->name,
		.algorithm = name,
		.network = "MPI",
		.nodes = ranks,
		.bytes = bytes,
		.data = c->inputs ? peer_settings()->data : NULL,
		.start = starter_agrees(&starter) ? "agreed" : "meeting" };

	mpi_call_open(c, bytes);
	c->call();
	mpi_call_check(c);
	row.time = measure(c, own, all);
	if (ranks == 2 && bytes <= PEER_SMALL && !(peer_settings()->fresh && c->inputs))
		row.backtoback = run_on(c, row.time.median);
	mpi_call_check(c);
	if (rank == 0)
		peer_write(&row);
	mpi_call_close();
	free(own);
	free(all);
}

int main(int argc, char **argv)
{
	const struct peer_settings *s = peer_settings();
	char name[64];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	/* The launcher has bound the rank to a core, but all programs must use the same cores. */
	if (ranks == 2)
		peer_pin(s->cpu[rank]);
	agree();
	library_name(name);
	if (rank == 0)
		peer_begin();
	for (int i = 0; i < MPI_CALLS; i++) {
		const struct mpi_call *c = mpi_call_at((i + s->first) % MPI_CALLS);

		if (!peer_asked_for(c->name, argv + 1))
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
