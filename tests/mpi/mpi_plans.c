/* Runs plans of all algorithms over MPI, compared with the serial reference and with threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "library/wired.h"
#include "perf/data/test_pattern.h"
#include "tests/mpi/mpi_help.h"

/*	mpi_plans NETWORK BYTES,BYTES... ROOT,ROOT... [COLLECTIVE[:ALGORITHM]]...
 *
 * A rank for each node. Without collectives in the arguments, all collectives run, with all
 * algorithms. Blocks of bytes are compared with the serial reference. Where blocks are combined, a
 * second run folds floats with sums that depend on the order: rank 0 does the same on a team of
 * threads, and no bit may differ. Large packets that are folded cross in several messages. */

enum {
	BODY = 1234 /* bytes of a message, at most */
};

static int compared;
static struct grove_team *mpi, *threads; /* threads: of rank 0 */
static struct network net;
static const char *network;

static void *memory_of(size_t bytes)
{
	void *memory = calloc(1, bytes + PATTERN_GUARD);

	if (!memory)
		MPI_Abort(MPI_COMM_WORLD, 1);
	return memory;
}

/* ---- Beside the serial reference ---- */

static struct grove_buffers *entries(void)
{
	return memory_of((size_t)net.nodes * sizeof(struct grove_buffers));
}

static void beside_reference(
	const struct grove_plan *plan, const struct pattern *pattern, const char *what)
{
	FREED unsigned char *in = memory_of(pattern_input_bytes(pattern, rank));
	FREED unsigned char *out = memory_of(pattern_output_bytes(pattern, rank));
	struct pattern_buffers mine = { in, out };
	FREED struct grove_buffers *buffers = entries();
	struct wrong wrong = { 0 };
	char text[160];

	buffers[rank] = (struct grove_buffers){ mine.in, mine.out };
	pattern_fill(pattern, rank, 1, &mine);
	if (grove_team_execute(mpi, plan, buffers, pattern->bytes)) {
		fail(what, grove_why());
	} else if (!pattern_check(pattern, rank, 1, &mine, &wrong)) {
		wrong_text(&wrong, text, sizeof text);
		fail(what, text);
	}
	compared++;
}

/* ---- Beside threads ---- */

static void fill_floats(float *values, size_t count, int v)
{
	for (size_t i = 0; i < count; i++)
		values[i] = (float)((i * 2654435761u + (unsigned)v * 40503u) % 100003) / 7.0f;
}

/* The buffers of nodes first .. first + count - 1. */
static unsigned char *buffers_fill(
	struct grove_buffers *buffers, const struct pattern *pattern, int first, int count)
{
	size_t in = pattern_input_bytes(pattern, 0), room = in + pattern->bytes * (size_t)net.nodes;
	unsigned char *memory = memory_of((size_t)count * room);

	for (int k = 0; k < count; k++) {
		unsigned char *own = memory + (size_t)k * room;

		fill_floats((float *)own, in / sizeof(float), first + k);
		buffers[first + k] = (struct grove_buffers){ own, own + in };
	}
	return memory;
}

static void beside_threads(
	const struct grove_plan *plan, const struct pattern *pattern, const char *what)
{
	size_t bytes = pattern_output_bytes(pattern, pattern->problem.root);
	size_t own = pattern_output_bytes(pattern, rank);
	FREED unsigned char *expected = memory_of(bytes), *all = NULL;
	FREED struct grove_buffers *mine = entries(), *their = entries();
	FREED unsigned char *memory = buffers_fill(mine, pattern, rank, 1), *others = NULL;

	if (grove_team_execute(mpi, plan, mine, pattern->bytes))
		fail(what, grove_why());
	if (rank == 0) {
		others = buffers_fill(their, pattern, 0, net.nodes);
		all = memory_of(bytes * (size_t)net.nodes);
		if (grove_team_execute(threads, plan, their, pattern->bytes))
			fail(what, grove_why());
		for (int v = 0; v < net.nodes; v++)
			memcpy(all + (size_t)v * bytes, their[v].out, bytes);
	}
	MPI_Scatter(all, (int)bytes, MPI_BYTE, expected, (int)bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
	if (memcmp(expected, mine[rank].out, own))
		fail(what, "not what threads make of the same floats");
	compared++;
}

/* ---- Problems ---- */

struct asked {
	const char *collective, *algorithm;
	const int *permutation;
	const char *sizes, *roots;
};

static struct grove_plan *plan_of(const struct asked *asked, int root, size_t packet, int type)
{
	const struct grove_problem problem = { .collective = asked->collective,
		.algorithm = asked->algorithm,
		.root = root,
		.destination = (root + 1) % net.nodes,
		.permutation = asked->permutation,
		.forward = strcmp(asked->collective, "barrier") ? "copy" : NULL,
		.packet = packet,
		.type = type };
	struct grove_plan *plan = NULL;

	return grove_plan_make(&plan, network, &problem) ? NULL : plan;
}

static void run_size(const struct asked *asked, enum collective collective, int root, size_t bytes)
{
	enum {
		PACKET = 700
	};
	bool folds = collective_folds(collective);
	struct pattern pattern = { .problem = { .net = net,
					   .collective = collective,
					   .root = root,
					   .destination = (root + 1) % net.nodes,
					   .permutation = (int *)(uintptr_t)asked->permutation },
		.type = GROVE_U8,
		.fold = folds ? GROVE_SUM : NULL,
		.bytes = collective == BARRIER ? 0 : bytes,
		.seed = 7 };
	size_t packet = bytes % 3 ? 0 : PACKET;
	AUTO(grove_plan) plan = plan_of(asked, root, packet, GROVE_U8), *floats = NULL;
	char what[160];

	if (!plan)
		return; /* not for this root or destination */
	snprintf(what, sizeof what, "%s %s %s root %d %zu bytes", asked->collective,
		asked->algorithm, network, root, pattern.bytes);
	beside_reference(plan, &pattern, what);
	if (!folds)
		return;
	pattern.type = GROVE_F32;
	pattern.bytes = (bytes + 3) / 4 * 4;
	floats = plan_of(asked, root, packet, GROVE_F32);
	if (floats)
		beside_threads(floats, &pattern, what);
	else
		fail(what, grove_why());
}

static void run_algorithm(const struct asked *asked, enum collective collective)
{
	char *end;

	for (const char *root = asked->roots; *root; root = *end ? end + 1 : end) {
		int r = (int)strtol(root, &end, 10);
		char *rest;

		for (const char *size = asked->sizes; *size; size = *rest ? rest + 1 : rest)
			run_size(asked, collective, r, strtoul(size, &rest, 10));
		if (!collective_rooted(collective) && collective != SEND)
			break;
	}
}

/* `word` is COLLECTIVE or COLLECTIVE:ALGORITHM. */
static void run_word(const struct asked *asked, const char *word)
{
	char name[64], algorithm[ALGORITHM_NAME];
	struct asked own = *asked;
	enum collective collective;
	const char *colon = strchr(word, ':');

	snprintf(name, sizeof name, "%.*s", (int)strcspn(word, ":"), word);
	if (collective_named(&collective, name)) {
		fail(word, "there is no such collective");
		return;
	}
	own.collective = name;
	own.algorithm = colon ? colon + 1 : algorithm;
	if (colon)
		run_algorithm(&own, collective);
	for (int i = 0; !colon && !algorithm_name_at(algorithm, collective, &net, i); i++)
		run_algorithm(&own, collective);
}

static void open_teams(void)
{
	const struct grove_mpi_options options = {
		.team = { .network = network, .threads = 1, .timeout = 60, .pin = "none" }
	};

	mpi = team_over_mpi(&options);
	if (rank == 0 && grove_team_open(&threads, &options.team))
		stop();
	grove_wired_bodies(mpi, BODY);
}

int main(int argc, char **argv)
{
	struct asked asked = { 0 };
	FREED int *permutation = NULL;

	start_mpi(&argc, &argv, MPI_THREAD_FUNNELED);
	network = argv[1];
	if (argc < 4 || network_open(&net, network))
		stop();
	open_teams();
	asked.sizes = argv[2];
	asked.roots = argv[3];
	permutation = memory_of((size_t)net.nodes * sizeof *permutation);
	for (int v = 0; v < net.nodes; v++)
		permutation[v] = (v + 3) % net.nodes;
	asked.permutation = permutation;
	for (int k = 4; k < argc; k++)
		run_word(&asked, argv[k]);
	for (int c = 0; argc == 4 && c < COLLECTIVES; c++)
		run_word(&asked, collective_name(c));
	if (!compared)
		fail("plans", "none is compared");
	return close_both(threads, mpi);
}
