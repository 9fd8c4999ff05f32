/* Times the collectives of an MPI, as perf/timing/session_timing.c times the collectives of
 * grove. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "mpi/mpi_native.h"
#include "perf/data/test_pattern.h"
#include "perf/peers/peer.h"
#include "perf/timing/clock.h"
#include "perf/timing/synchronised_start.h"

/* Compiled by the MPI's wrapper and run by the MPI's launcher. The ranks run on a single machine,
 * so all entries and exits are readings of the same clock. The words of the command line are
 * collectives; without words all collectives are timed. */

static int rank, ranks;
static struct network net; /* of the ranks, for the semantics of the collectives */

enum {
	TIMED = BARRIER + 1 /* collectives: the first ones */
};

/* A collective of the MPI on buffers of doubles. */
struct mpi_case {
	struct pattern pattern;
	struct pattern_buffers at;
	struct peer_buffers buffers; /* the same, but a root may begin in its output */
	struct native_call call;
};

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

/* ---- The collectives ---- */

static const struct native_elements doubles = { MPI_DOUBLE, MPI_SUM };

static bool has_bytes(const struct mpi_case *c)
{
	return collective_has_bytes(c->call.collective);
}

/* Sends from the first rank to the last rank. */
static void send(const struct native_call *c)
{
	int count = (int)c->count;

	if (rank == 0)
		MPI_Send(c->in, count, MPI_DOUBLE, ranks - 1, 0, MPI_COMM_WORLD);
	else if (rank == ranks - 1)
		MPI_Recv(c->out, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Does the inversion: the block of rank v goes to rank N - 1 - v. */
static void permute(const struct native_call *c)
{
	int other = ranks - 1 - rank, count = (int)c->count;

	MPI_Sendrecv(c->in, count, MPI_DOUBLE, other, 0, c->out, count, MPI_DOUBLE, other, 0,
		MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void perform(const struct mpi_case *c)
{
	if (c->call.collective == SEND)
		send(&c->call);
	else if (c->call.collective == PERMUTE)
		permute(&c->call);
	else
		native_call_with(&c->call, &doubles, MPI_COMM_WORLD);
}

/* A wrong byte ends the program. All ranks must call this. */
static void check(const struct mpi_case *c)
{
	struct wrong wrong;
	int any, found = !pattern_check(&c->pattern, rank, 1, &c->at, &wrong);
	char text[160];

	MPI_Allreduce(&found, &any, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
	if (found) {
		wrong_text(&wrong, text, sizeof text);
		fprintf(stderr, "mpi: %s of %zu bytes: %s\n", collective_name(c->call.collective),
			c->pattern.bytes, text);
	}
	if (any)
		MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Allocates buffers with blocks of that many bytes, and fills them. */
static void case_open(struct mpi_case *c, enum collective collective, size_t bytes)
{
	size_t in, out;

	*c = (struct mpi_case){ .pattern = { .type = GROVE_F64, .bytes = bytes, .seed = 7 },
		.call = { collective, .count = bytes / sizeof(double) } };
	c->pattern.problem =
		(struct problem){ .collective = collective, .net = net, .destination = ranks - 1 };
	if (collective_folds(collective))
		c->pattern.fold = GROVE_SUM;
	if (collective_permutes(collective)) {
		c->pattern.problem.permutation = peer_memory((size_t)ranks * sizeof(int));
		for (int v = 0; v < ranks; v++)
			c->pattern.problem.permutation[v] = ranks - 1 - v;
	}
	in = pattern_input_bytes(&c->pattern, rank);
	out = pattern_output_bytes(&c->pattern, rank);
	c->at.in = peer_memory(in + PATTERN_GUARD);
	c->at.out = peer_memory(out + PATTERN_GUARD);
	c->buffers = (struct peer_buffers){ c->at.in, c->at.out, in, out };
	if (rank == 0 && collective_in_output(collective))
		c->buffers = (struct peer_buffers){ c->at.out, NULL, out, 0 };
	pattern_fill(&c->pattern, rank, 1, &c->at);
	c->call.in = c->buffers.in;
	c->call.out = c->at.out;
}

static void case_close(struct mpi_case *c)
{
	free(c->at.in);
	free(c->at.out);
	free(c->pattern.problem.permutation);
}

/* ---- Timing ---- */

/* Touches the data, while no rank is inside an operation. */
static void make_fresh(const struct mpi_case *c)
{
	if (!peer_settings()->fresh || !has_bytes(c))
		return;
	MPI_Barrier(MPI_COMM_WORLD);
	peer_touch(&c->buffers);
}

/* Times a batch. Ranks leave a barrier at different times, so there are two barriers if the ranks
 * cannot agree on an instant. */
static void run_batch(const struct mpi_case *c, struct stamp *stamp, size_t batch)
{
	const struct clock *clock = clock_get();
	struct starter starter = starter_open(start, rank);

	for (size_t k = 0; k < batch; k++) {
		make_fresh(c);
		MPI_Barrier(MPI_COMM_WORLD);
		if (!starter_agrees(&starter))
			MPI_Barrier(MPI_COMM_WORLD);
		stamp[k].enter = starter_enter(&starter);
		perform(c);
		stamp[k].leave = clock_ticks(clock);
	}
}

/* Times operations without a barrier in between. Returns the average time on rank 0. */
static double run_on(const struct mpi_case *c, double once)
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
			perform(c);
		own.leave = clock_ticks(clock);
		MPI_Gather(&own, 2, MPI_UINT64_T, all, 2, MPI_UINT64_T, 0, MPI_COMM_WORLD);
		average[run] = rank ? 0 : stamp_seconds(all, 2, 1) / (double)many;
	}
	return stats_median(average, PEER_RUNS);
}

static struct stats measure(const struct mpi_case *c, struct stamp *own, struct stamp *all)
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

static void one_row(enum collective collective, size_t bytes, const char *name)
{
	struct stamp *own = peer_memory(PEER_BATCH * sizeof *own);
	struct stamp *all = peer_memory((size_t)ranks * PEER_BATCH * sizeof *all);
	struct starter starter = starter_open(start, rank);
	struct peer_row row = { .collective = collective_name(collective),
		.algorithm = name,
		.network = "MPI",
		.nodes = ranks,
		.bytes = bytes,
		.data = bytes ? peer_settings()->data : NULL,
		.start = starter_agrees(&starter) ? "agreed" : "meeting" };
	struct mpi_case c;

	case_open(&c, collective, bytes);
	perform(&c);
	check(&c);
	row.time = measure(&c, own, all);
	if (ranks == 2 && bytes <= PEER_SMALL && !(peer_settings()->fresh && bytes))
		row.backtoback = run_on(&c, row.time.median);
	check(&c);
	if (rank == 0)
		peer_write(&row);
	case_close(&c);
	free(own);
	free(all);
}

int main(int argc, char **argv)
{
	const struct peer_settings *s = peer_settings();
	char name[64], network[32];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	/* The launcher has bound the rank to a core, but all programs must use the same cores. */
	if (ranks == 2)
		peer_pin(s->cpu[rank]);
	agree();
	snprintf(network, sizeof network, "gh:%d", ranks);
	if (network_open(&net, network))
		peer_fail(why_text());
	library_name(name);
	if (rank == 0)
		peer_begin();
	for (int i = 0; i < TIMED; i++) {
		enum collective collective = (enum collective)((i + s->first) % TIMED);

		if (!peer_asked_for(collective_name(collective), argv + 1))
			continue;
		if (!collective_has_bytes(collective))
			one_row(collective, 0, name);
		for (size_t bytes = s->min; bytes && collective_has_bytes(collective);
			bytes = peer_next(bytes))
			one_row(collective, bytes, name);
	}
	if (rank == 0)
		peer_end();
	if (window != MPI_WIN_NULL)
		MPI_Win_free(&window);
	MPI_Finalize();
	return 0;
}
