/* Measures the links of a platform of SimGrid: start-up, bandwidth, and whether links are apart. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/*	simulated_links FILE     FILE has a line of neighbours for each node
 *
 * Prints for messages of 1 byte and of 1 MB: the time from node 0 to the first neighbour, from all
 * nodes to all neighbours at the same time, from node 0 to all neighbours, and from node 0 to the
 * last node. Also the time of both directions of one link. */

enum {
	MOST_PORTS = 256,
	LARGE = 1000000
};

struct node {
	int rank, nodes, ports;
	int neighbour[MOST_PORTS];
	char *out, *in;
};

static int read_neighbours(struct node *me, const char *name)
{
	FILE *file = fopen(name, "r");
	int v = 0, number, c = 0;

	if (!file)
		return 1;
	while (v < me->rank && (c = getc(file)) != EOF)
		v += c == '\n';
	do {
		if (fscanf(file, "%d", &number) != 1)
			break;
		me->neighbour[me->ports++] = number;
		c = getc(file);
	} while (c == ' ' && me->ports < MOST_PORTS);
	fclose(file);
	return !me->ports;
}

/* Waits until all ranks begin at the same simulated time, which a barrier alone does not bring. */
static void begin_together(void)
{
	double now = MPI_Wtime(), last;
	struct timespec rest = { 0 };

	MPI_Allreduce(&now, &last, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	rest.tv_nsec = (long)((last + 1e-3 - MPI_Wtime()) * 1e9);
	nanosleep(&rest, NULL);
}

/* Sends to all of `to`, receives from all of `from`, and returns the time of the slowest rank. */
static double exchange(
	const struct node *me, int bytes, int sends, const int *to, int receives, const int *from)
{
	MPI_Request request[2 * MOST_PORTS];
	double begin, took, slowest;
	int count = 0;

	begin_together();
	begin = MPI_Wtime();
	for (int i = 0; i < receives; i++)
		MPI_Irecv(me->in, bytes, MPI_BYTE, from[i], 0, MPI_COMM_WORLD, &request[count++]);
	for (int i = 0; i < sends; i++)
		MPI_Isend(me->out, bytes, MPI_BYTE, to[i], 0, MPI_COMM_WORLD, &request[count++]);
	MPI_Waitall(count, request, MPI_STATUSES_IGNORE);
	took = MPI_Wtime() - begin;
	MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
	return slowest;
}

static int is_neighbour_of_0(const struct node *me)
{
	for (int i = 0; i < me->ports; i++)
		if (me->neighbour[i] == 0)
			return 1;
	return 0;
}

static void measure(const struct node *me, int first, int bytes)
{
	int root = 0, last = me->nodes - 1, is_root = me->rank == 0, is_first = me->rank == first;
	int peer = is_root ? first : root;
	double one = exchange(me, bytes, is_root, &first, is_first, &root);
	double all = exchange(me, bytes, me->ports, me->neighbour, me->ports, me->neighbour);
	double fan = exchange(
		me, bytes, is_root ? me->ports : 0, me->neighbour, is_neighbour_of_0(me), &root);
	double far = exchange(me, bytes, is_root, &last, me->rank == last, &root);
	double both = exchange(me, bytes, is_root || is_first, &peer, is_root || is_first, &peer);

	if (is_root)
		printf("%d %.9g %.9g %.9g %.9g %.9g\n", bytes, one, all, fan, far, both);
}

int main(int count, char **arguments)
{
	struct node me = { 0 };
	int first = 0;

	MPI_Init(&count, &arguments);
	MPI_Comm_rank(MPI_COMM_WORLD, &me.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &me.nodes);
	me.in = malloc(LARGE);
	me.out = calloc(LARGE, 1);
	if (count != 2 || !me.in || !me.out || read_neighbours(&me, arguments[1]))
		MPI_Abort(MPI_COMM_WORLD, 2);
	first = me.neighbour[0];
	MPI_Bcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD);
	measure(&me, first, 1);
	measure(&me, first, LARGE);
	free(me.in);
	free(me.out);
	MPI_Finalize();
	return 0;
}
