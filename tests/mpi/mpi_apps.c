/* Counts the bytes of a file, or transposes a picture, on a team over MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <grove_mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tests/ends.h"

/*	mpi_apps NETWORK THREADS histogram IN
 *	mpi_apps NETWORK THREADS transpose IN OUT	pictures in PGM, of one byte for a pixel
 *
 * Does what the applications of these names do, by verbs: each node reads the node's own part. The
 * output is compared with the output of the applications on threads. */

enum {
	BINS = 256,
	HEADER = 64
};

struct work {
	int in, out;
	size_t bytes; /* of the file */
	size_t wide, high, header;
	uint64_t counts[BINS];
};

/* A part of `all` for node v of n. */
struct part {
	size_t first, count;
};

static struct part part_of(size_t all, int v, int n)
{
	size_t first = all * (size_t)v / (size_t)n, end = all * ((size_t)v + 1) / (size_t)n;

	return (struct part){ first, end - first };
}

static int stop(const char *why)
{
	fprintf(stderr, "mpi_apps: %s\n", why);
	MPI_Abort(MPI_COMM_WORLD, 1);
	return 1;
}

static unsigned char *read_part(const struct work *work, size_t at, size_t bytes)
{
	unsigned char *part = malloc(bytes + 1);

	if (!part || pread(work->in, part, bytes, (off_t)at) != (ssize_t)bytes)
		stop("reading");
	return part;
}

/* ---- Histogram ---- */

static int count(struct grove_node *me, void *argument)
{
	struct work *work = argument;
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me));
	struct part mine = part_of(work->bytes, v, nodes);
	FREED unsigned char *bytes = read_part(work, mine.first, mine.count);
	uint64_t counts[BINS] = { 0 }, sums[BINS];

	for (size_t i = 0; i < mine.count; i++)
		counts[bytes[i]]++;
	TRY(grove_reduce(me, counts, sums, BINS, GROVE_U64, GROVE_SUM, 0));
	if (v == 0)
		memcpy(work->counts, sums, sizeof sums);
	return 0;
}

/* ---- Transposition ---- */

/* Writes the columns `wide` of the node's rows as rows. */
static void turn(
	unsigned char *to, const unsigned char *rows, size_t high, size_t row, struct part wide)
{
	for (size_t c = 0; c < wide.count; c++)
		for (size_t r = 0; r < high; r++)
			to[c * high + r] = rows[r * row + wide.first + c];
}

/* Puts the blocks of all nodes side by side. */
static void join(unsigned char *to, const unsigned char *blocks, const struct work *work,
	size_t wide, int nodes)
{
	for (int u = 0; u < nodes; u++) {
		struct part rows = part_of(work->high, u, nodes);

		for (size_t c = 0; c < wide; c++, blocks += rows.count)
			memcpy(to + c * work->high + rows.first, blocks, rows.count);
	}
}

static int transpose(struct grove_node *me, void *argument)
{
	const struct work *work = argument;
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me));
	struct part rows = part_of(work->high, v, nodes), columns = part_of(work->wide, v, nodes);
	size_t own = rows.count * work->wide, result = columns.count * work->high;
	FREED unsigned char *in = read_part(work, work->header + rows.first * work->wide, own);
	FREED unsigned char *blocks = malloc(own + 1), *got = malloc(result + 1);
	FREED unsigned char *out = malloc(result + 1);
	unsigned char *to = blocks;
	FREED size_t *give = calloc((size_t)nodes, sizeof *give),
		     *take = calloc((size_t)nodes, sizeof *take);

	for (int u = 0; u < nodes; u++, to += give[u - 1]) {
		struct part theirs = part_of(work->wide, u, nodes);

		turn(to, in, rows.count, work->wide, theirs);
		give[u] = theirs.count * rows.count;
		take[u] = columns.count * part_of(work->high, u, nodes).count;
	}
	TRY(grove_alltoallv(me, blocks, give, NULL, got, take, NULL));
	join(out, got, work, columns.count, nodes);
	if (pwrite(work->out, out, result, (off_t)(work->header + columns.first * work->high)) !=
		(ssize_t)result)
		stop("writing");
	return 0;
}

/* ---- Files ---- */

/* The header of the transpose has as many bytes, in another order. */
static void open_pictures(struct work *work, const char *out)
{
	char header[HEADER + 1] = "";
	int length = 0;

	if (pread(work->in, header, HEADER, 0) < 0 ||
		sscanf(header, "P5 %zu %zu 255%n", &work->wide, &work->high, &length) != 2 ||
		!length)
		stop("not such a picture");
	work->header = (size_t)length + 1;
	work->out = open(out, O_RDWR | O_CREAT, 0666);
	snprintf(header, sizeof header, "P5\n%zu %zu\n255\n", work->high, work->wide);
	if (work->out < 0 || strlen(header) != work->header ||
		pwrite(work->out, header, work->header, 0) != (ssize_t)work->header)
		stop("the other file");
}

int main(int argc, char **argv)
{
	struct grove_mpi_options options = { .team = { .timeout = 60, .pin = "none" } };
	struct work work = { .in = -1 };
	struct grove_team *team;
	int level, rank;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (argc < 5 || (work.in = open(argv[4], O_RDONLY)) < 0)
		return stop("usage: mpi_apps NETWORK THREADS histogram|transpose IN [OUT]");
	work.bytes = (size_t)lseek(work.in, 0, SEEK_END);
	if (argc > 5)
		open_pictures(&work, argv[5]);
	options.team.network = argv[1];
	options.team.threads = atoi(argv[2]);
	if (grove_mpi_open(&team, MPI_COMM_WORLD, &options) ||
		grove_team_run(team, argc > 5 ? transpose : count, &work) || grove_team_free(team))
		return stop(grove_why());
	for (int b = 0; argc == 5 && rank == 0 && b < BINS; b++)
		printf("%d %llu\n", b, (unsigned long long)work.counts[b]);
	MPI_Finalize();
	return 0;
}
