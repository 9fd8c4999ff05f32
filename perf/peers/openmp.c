/* Times a barrier, copies, reductions, a transpose and a histogram as OpenMP programs do these. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include "perf/peers/peer.h"
#include "perf/peers/work.h"

/* Two threads have buffers of their own, like nodes. A broadcast copies the input of thread 0 to
 * the output of thread 1, a reduction adds both inputs into the output of thread 0, and an
 * all-reduce into both outputs. Both threads share each loop, which ends in OpenMP's barrier. */

#if defined(__clang__)
static const char library[] = "LLVM OpenMP";
#else
static const char library[] = "GNU OpenMP";
#endif

struct openmp_buffers {
	size_t count;
	double *in[2], *out[2];
};

static void barrier(int me, void *context)
{
	(void)me;
	(void)context;
#pragma omp barrier
}

static void broadcast(int me, void *context)
{
	struct openmp_buffers *b = context;

	(void)me;
#pragma omp for schedule(static)
	for (size_t k = 0; k < b->count; k++)
		b->out[1][k] = b->in[0][k];
}

static void reduce(int me, void *context)
{
	struct openmp_buffers *b = context;

	(void)me;
#pragma omp for schedule(static)
	for (size_t k = 0; k < b->count; k++)
		b->out[0][k] = b->in[0][k] + b->in[1][k];
}

static void allreduce(int me, void *context)
{
	struct openmp_buffers *b = context;

	(void)me;
#pragma omp for schedule(static)
	for (size_t k = 0; k < b->count; k++)
		b->out[0][k] = b->out[1][k] = b->in[0][k] + b->in[1][k];
}

static const struct {
	const char *name;
	peer_part *part;
	unsigned inputs, outputs; /* bit t: thread t has an input or output */
	double factor;		  /* output = factor * input of thread 0 */
} loops[] = {
	{ "broadcast", broadcast, 1, 2, 1 },
	{ "reduce", reduce, 3, 1, 3 },
	{ "allreduce", allreduce, 3, 3, 3 },
};

static struct peer_row row_of(const char *name, size_t bytes)
{
	return (struct peer_row){ .collective = name,
		.algorithm = library,
		.network = "threads",
		.nodes = 2,
		.bytes = bytes };
}

static void run(peer_part *part, void *context, struct peer_row *row)
{
#pragma omp parallel num_threads(2)
	{
		int me = omp_get_thread_num();

		peer_pin(peer_settings()->cpu[me]);
		peer_side(me, part, context, row);
	}
	peer_write(row);
}

/* Allocates buffers. Each thread is the first to touch its own buffers. */
static void buffers_open(struct openmp_buffers *b, size_t bytes)
{
	b->count = bytes / sizeof(double);
	for (int t = 0; t < 2; t++) {
		b->in[t] = peer_memory(bytes);
		b->out[t] = peer_memory(bytes);
	}
#pragma omp parallel num_threads(2)
	{
		int t = omp_get_thread_num();

		for (size_t k = 0; k < b->count; k++) {
			b->in[t][k] = (double)(1 + t) * (double)(1 + k % 1021);
			b->out[t][k] = -1;
		}
	}
}

static void check(const struct openmp_buffers *b, size_t loop)
{
	for (unsigned t = 0; t < 2; t++)
		for (size_t k = 0; loops[loop].outputs >> t & 1 && k < b->count; k++)
			if (b->out[t][k] != loops[loop].factor * b->in[0][k])
				peer_fail("an element is wrong");
}

static void one_row(size_t loop, size_t bytes)
{
	struct peer_row row = row_of(loops[loop].name, bytes);
	struct openmp_buffers b;

	buffers_open(&b, bytes);
	for (int t = 0; t < 2; t++)
		row.buffers[t] = (struct peer_buffers){ b.in[t], b.out[t],
			loops[loop].inputs >> t & 1 ? bytes : 0,
			loops[loop].outputs >> t & 1 ? bytes : 0 };
	run(loops[loop].part, &b, &row);
	check(&b, loop);
	for (int t = 0; t < 2; t++) {
		free(b.in[t]);
		free(b.out[t]);
	}
}

/* ---- The applications ---- */

enum {
	SIDE = 32
}; /* of the squares in which a matrix is transposed: both squares stay in the first cache */

static void transpose(int me, void *context)
{
	const struct test_matrix *m = context;
	size_t n = m->n;
	const double *from = m->from;
	double *to = m->to;

	(void)me;
#pragma omp for schedule(static) collapse(2)
	for (size_t i = 0; i < n; i += SIDE)
		for (size_t j = 0; j < n; j += SIDE)
			for (size_t l = j; l < j + SIDE; l++)
				for (size_t k = i; k < i + SIDE; k++)
					to[l * n + k] = from[k * n + l];
}

static uint64_t counts[WORK_BINS];

static void histogram(int me, void *context)
{
	const struct bytes *b = context;
	const unsigned char *at = b->at;
	size_t count = b->count;

	(void)me;
#pragma omp for schedule(static) reduction(+ : counts)
	for (size_t k = 0; k < count; k++)
		counts[at[k]]++;
}

/* Times a transposition. The row is printed twice: beside grove's transposition in memory, and
 * beside grove's application. */
static void time_transpose(size_t n)
{
	struct peer_row row = row_of("transpose", n * n * sizeof(double));
	struct test_matrix matrix;

	matrix_open(&matrix, n);
	matrix_halves(&matrix, row.buffers);
	run(transpose, &matrix, &row);
	matrix_close(&matrix);
	row.collective = "local-transpose";
	peer_write(&row);
}

static void time_histogram(size_t count)
{
	struct peer_row row = row_of("histogram", count);
	struct bytes bytes;

	for (int i = 0; i < WORK_BINS; i++)
		counts[i] = 0;
	bytes_open(&bytes, count);
	bytes_halves(&bytes, row.buffers);
	for (int t = 0; t < 2; t++) {
		row.buffers[t].out = counts;
		row.buffers[t].out_bytes = sizeof counts;
	}
	run(histogram, &bytes, &row);
	bytes_close(&bytes, counts);
}

static void time_loop(size_t loop)
{
	const struct peer_settings *s = peer_settings();

	for (size_t bytes = s->min; bytes; bytes = peer_next(bytes))
		one_row(loop, bytes);
}

/* The words of the command line are operations; without words all are timed. */
int main(int argc, char **argv)
{
	struct peer_row row = row_of("barrier", 0);
	char **words = argv + (argc > 0);
	int threads = 0;

#pragma omp parallel num_threads(2)
#pragma omp single
	threads = omp_get_num_threads();
	if (threads != 2)
		peer_fail("OpenMP gives no two threads");
	peer_begin();
	if (peer_asked_for("barrier", words))
		run(barrier, NULL, &row);
	for (size_t loop = 0; loop < sizeof loops / sizeof loops[0]; loop++)
		if (peer_asked_for(loops[loop].name, words))
			time_loop(loop);
	for (size_t n = WORK_N_LEAST; n <= WORK_N_MOST && peer_asked_for("transpose", words);
		n *= 2)
		time_transpose(n);
	for (size_t count = WORK_BYTES_LEAST;
		count <= WORK_BYTES_MOST && peer_asked_for("histogram", words); count *= 16)
		time_histogram(count);
	peer_end();
	return 0;
}
