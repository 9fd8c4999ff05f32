/* Runs all collectives on a team over MPI, and compares with a team of threads, bit for bit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/mpi/mpi_help.h"

static int compared;
static struct grove_team *mpi, *threads;

/* ---- Plans ---- */

struct memory {
	unsigned char *in, *out;
};

/* Floats with a sum that depends on the order. */
static void fill_floats(unsigned char *bytes, size_t count, int v, unsigned salt)
{
	float *f = (float *)bytes;

	for (size_t i = 0; i < count / sizeof *f; i++)
		f[i] = (float)((i * 2654435761u + (unsigned)v * 40503u + salt) % 100003) / 7.0f;
}

static struct grove_buffers *buffers_new(size_t bytes, unsigned salt)
{
	struct grove_buffers *b = calloc((size_t)nodes, sizeof *b);
	size_t most = bytes * (size_t)nodes + 64;

	for (int v = 0; v < nodes; v++) {
		unsigned char *in = calloc(1, most), *out = calloc(1, most);

		fill_floats(in, most, v, salt);
		fill_floats(out, most, v, salt + 1);
		b[v] = (struct grove_buffers){ in, out };
	}
	return b;
}

static void buffers_free(struct grove_buffers *b)
{
	for (int v = 0; v < nodes; v++) {
		free((void *)(uintptr_t)b[v].in);
		free(b[v].out);
	}
	free(b);
}

static void same(const char *what, const struct grove_buffers *a, const struct grove_buffers *b,
	size_t bytes)
{
	char line[200];

	for (int v = 0; v < nodes; v++) {
		const unsigned char *x = a[v].out, *y = b[v].out;

		if (!here(v) || !memcmp(x, y, bytes))
			continue;
		for (size_t i = 0; i < bytes; i++)
			if (x[i] != y[i]) {
				snprintf(line, sizeof line, "node %d, byte %zu of %zu differs", v,
					i, bytes);
				fail(what, line);
				break;
			}
	}
	compared++;
}

static void run_plan(const struct grove_problem *problem, const char *network, size_t bytes)
{
	AUTO(grove_plan) plan = NULL;
	struct grove_buffers *a, *b;
	char what[200];

	if (grove_plan_make(&plan, network, problem))
		return; /* no such algorithm for this collective and network */
	snprintf(what, sizeof what, "%s %s %s root %d %zu bytes", problem->collective,
		grove_plan_heading(plan)->algorithm, network, problem->root, bytes);
	a = buffers_new(bytes, 3);
	b = buffers_new(bytes, 3);
	if (grove_team_execute(mpi, plan, a, bytes) || grove_team_execute(threads, plan, b, bytes))
		fail(what, grove_why());
	else
		same(what, a, b, bytes * (size_t)nodes + 64);
	buffers_free(a);
	buffers_free(b);
}

static void run_plans(const char *network)
{
	static const char *const collectives[] = { "broadcast", "reduce", "scatter", "gather",
		"allgather", "reducescatter", "allreduce", "scan", "exscan", "alltoall", "send",
		"barrier", "permute" };
	static const char *const algorithms[] = { "sbt", "nesbt", "msbt", "bfs", "rings",
		"updown" };
	static const size_t sizes[] = { 44, 1028, 70004 };
	FREED int *permutation = calloc((size_t)nodes, sizeof *permutation);

	for (int v = 0; v < nodes; v++)
		permutation[v] = (v + 3) % nodes;
	for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++)
		for (size_t g = 0; g < sizeof algorithms / sizeof *algorithms; g++)
			for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
				struct grove_problem problem = { .collective = collectives[c],
					.algorithm = algorithms[g],
					.root = s % 2 ? nodes - 1 : 0,
					.destination = nodes / 2,
					.forward =
						strcmp(collectives[c], "barrier") ? "copy" : NULL,
					.permutation = permutation,
					.type = GROVE_F32,
					.packet = s == 1 ? 400 : 0 };

				run_plan(&problem, network, sizes[s]);
			}
}

/* ---- Verbs in bodies ---- */

struct asked {
	struct grove_buffers *buffers;
	size_t count; /* of int32_t */
};

static int take_first(struct grove_node *me, int32_t *in, int32_t *out, size_t n)
{
	int root = nodes - 1;
	size_t bytes = n * sizeof *in;

	TRY(grove_broadcast(me, out, bytes, root));
	TRY(grove_reduce(me, in, out + n, n, GROVE_I32, GROVE_SUM, root));
	TRY(grove_scatter(me, in, out + 2 * n, bytes, 1));
	TRY(grove_gather(me, in, out + 3 * n, bytes, 0));
	out += (3 + (size_t)nodes) * n;
	TRY(grove_allgather(me, in, out, bytes));
	out += (size_t)nodes * n;
	TRY(grove_reducescatter(me, in, out, n, GROVE_I32, GROVE_MAX));
	TRY(grove_allreduce(me, in, out + n, n, GROVE_I32, GROVE_SUM));
	TRY(grove_allreduce(me, GROVE_IN_PLACE, out + n, n, GROVE_I32, GROVE_SUM));
	TRY(grove_scan(me, in, out + 2 * n, n, GROVE_I32, GROVE_SUM));
	TRY(grove_exscan(me, in, out + 3 * n, n, GROVE_I32, GROVE_SUM));
	TRY(grove_alltoall(me, in, out + 4 * n, bytes));
	return grove_barrier(me);
}

/* Blocks of odd sizes. Some blocks are empty. */
static int take_sized(struct grove_node *me, int32_t *in, unsigned char *out, size_t n)
{
	FREED size_t *to = calloc((size_t)nodes, sizeof *to),
		     *from = calloc((size_t)nodes, sizeof *from);
	FREED size_t *all = calloc((size_t)nodes, sizeof *all);
	int v = grove_node_number(me);

	for (int u = 0; u < nodes; u++) {
		to[u] = (size_t)((v * 3 + u) % 4) * n;
		from[u] = (size_t)((u * 3 + v) % 4) * n;
		all[u] = (size_t)(u % 3) * n + 1;
	}
	TRY(grove_alltoallv(me, in, to, NULL, out, from, NULL));
	out += 4 * n * (size_t)nodes;
	TRY(grove_allgatherv(me, in, all[v], out, all, NULL));
	out += 4 * n * (size_t)nodes;
	TRY(grove_gatherv(me, in, all[v], out, all, NULL, 1));
	out += 4 * n * (size_t)nodes;
	return grove_scatterv(me, in, all, NULL, out, all[v], 0);
}

static int body(struct grove_node *me, void *argument)
{
	const struct asked *asked = argument;
	int v = grove_node_number(me);
	int32_t *in = (int32_t *)(uintptr_t)asked->buffers[v].in;
	int32_t *out = asked->buffers[v].out;
	size_t n = asked->count;

	for (int k = 0; k < 3; k++)
		TRY(take_first(me, in, out, n));
	return take_sized(me, in, (unsigned char *)(out + (8 + 3 * (size_t)nodes) * n), n);
}

static void run_verbs(size_t count)
{
	size_t bytes = (48 + 6 * (size_t)nodes) * count * sizeof(int32_t);
	struct asked a = { buffers_new(bytes / (size_t)nodes + 64, 9), count };
	struct asked b = { buffers_new(bytes / (size_t)nodes + 64, 9), count };
	char what[80];

	snprintf(what, sizeof what, "verbs of %zu elements", count);
	for (int k = 0; k < 2; k++)
		if (grove_team_run(mpi, body, &a) || grove_team_run(threads, body, &b))
			fail(what, grove_why());
	same(what, a.buffers, b.buffers, bytes);
	buffers_free(a.buffers);
	buffers_free(b.buffers);
}

int main(int argc, char **argv)
{
	open_both(&threads, &mpi, argc, argv);
	run_plans(argv[1]);
	for (size_t n = 1; n < 2000; n = 40 * n + 7)
		run_verbs(n);
	if (compared < 20)
		fail("plans and verbs", "fewer than 20 were compared");
	return close_both(threads, mpi);
}
