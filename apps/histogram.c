/* Counts the bytes of a file, and measures the links: a model on grove.h alone.
 *
 *	histogram IN [NETWORK]
 *
 * Every node counts its slice of the file. A reduce-scatter adds the counts of all nodes, and each
 * node gets the sums of its share of the bins; then node 0 gathers the sums (Stout & Wagar 1990,
 * section 8). `grove histogram` counts other numbers in other bins, and measures more. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove_measure.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BINS = 256,
	TURNS = 20
};

struct work {
	unsigned char *bytes;
	size_t size;
	int nodes;
	size_t share;		      /* bins of a node; the last node may have some beyond BINS */
	struct grove_buffers *counts; /* in: all bins of a node; out: the sums of a share */
	struct grove_buffers *sums;   /* in: that share; out: node 0: all sums */
	uint64_t *memory;	      /* of both */
};

static void fail(const char *why)
{
	fprintf(stderr, "histogram: %s\n", why);
	exit(2);
}

static void need(int error)
{
	if (error)
		fail(grove_why());
}

static void file_read(const char *path, struct work *w)
{
	FILE *file = fopen(path, "rb");
	unsigned char *bytes;
	long size = 0;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 1)
		fail("IN cannot be read, or is empty");
	rewind(file);
	bytes = malloc((size_t)size);
	if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
		fail("IN cannot be read");
	fclose(file);
	w->bytes = bytes;
	w->size = (size_t)size;
}

static int count(struct grove_node *me, void *argument)
{
	const struct work *w = argument;
	size_t v = (size_t)grove_node_number(me), n = (size_t)w->nodes;
	uint64_t *row = (uint64_t *)w->counts[v].in;
	size_t each = w->size / n, rest = w->size % n;
	size_t begin = v * each + (v < rest ? v : rest), end = begin + each + (v < rest);

	memset(row, 0, n * w->share * sizeof *row);
	for (size_t i = begin; i < end; i++)
		row[w->bytes[i]]++;
	return 0;
}

static void work_open(struct work *w, int nodes)
{
	size_t n = (size_t)nodes;

	w->nodes = nodes;
	w->share = (BINS + n - 1) / n;
	w->memory = calloc((2 * n + 1) * n * w->share, sizeof *w->memory);
	w->counts = calloc(n, sizeof *w->counts);
	w->sums = calloc(n, sizeof *w->sums);
	if (!w->memory || !w->counts || !w->sums)
		fail("there is not enough memory");
	for (size_t v = 0; v < n; v++) {
		uint64_t *row = w->memory + v * (2 * n + 1) * w->share, *sums = row + n * w->share;

		w->counts[v] = (struct grove_buffers){ row, sums };
		w->sums[v] = (struct grove_buffers){ sums, sums + w->share };
	}
}

/* Makes a plan, and adds its bytes over the busiest link to *busiest. */
static struct grove_plan *plan_for(
	const char *network, struct grove_problem problem, size_t *busiest)
{
	struct grove_plan *plan;
	struct grove_figures figures;

	need(grove_plan_make(&plan, network, &problem));
	need(grove_plan_figures(plan, problem.bytes, &figures));
	*busiest += figures.busiest_link;
	return plan;
}

int main(int argc, char **argv)
{
	struct work w;
	struct grove_team *team;
	struct grove_plan *add, *gather;
	const char *network = argc > 2 ? argv[2] : "cube:3";
	const uint64_t *sums;
	size_t busiest = 0, bytes;
	double best = 1e9, first, second;

	if (argc < 2)
		fail("usage: histogram IN [NETWORK]");
	file_read(argv[1], &w);
	need(grove_team_open(&team, &(struct grove_team_options){ .network = network }));
	work_open(&w, grove_team_nodes(team));
	bytes = w.share * sizeof(uint64_t);
	add = plan_for(network,
		(struct grove_problem){ .collective = "reducescatter",
			.bytes = bytes,
			.type = GROVE_U64,
			.fold = GROVE_SUM,
			.forward = "copy" },
		&busiest);
	gather = plan_for(network,
		(struct grove_problem){ .collective = "gather", .bytes = bytes, .forward = "copy" },
		&busiest);
	for (int turn = 0; turn < TURNS; turn++) {
		need(grove_team_phase(team, count, &w));
		need(grove_team_time(team, add, w.counts, bytes, &first));
		need(grove_team_time(team, gather, w.sums, bytes, &second));
		best = first + second < best ? first + second : best;
	}
	sums = w.sums[0].out;
	for (int i = 0; i < BINS; i++)
		printf("%d %" PRIu64 "\n", i, sums[i]);
	printf("histogram: %zu bytes by %s and %s on %s: %.1f us; %.1f MB/s over the busiest "
	       "link\n",
		w.size, grove_plan_heading(add)->algorithm, grove_plan_heading(gather)->algorithm,
		network, best * 1e6, (double)busiest / best / 1e6);
	grove_plan_free(add);
	grove_plan_free(gather);
	free(w.bytes), free(w.memory), free(w.counts), free(w.sums);
	return grove_team_free(team) ? 1 : 0;
}
