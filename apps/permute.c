/* Puts the slices of a file in another order, and measures the links: a model on grove.h alone.
 *
 *	permute IN OUT K [NETWORK]
 *
 * The file is cut in N equal slices, one for each node. Slice v goes to position v + K modulo N
 * through the links. Where N does not divide the length, padding fills the last slices; a byte that
 * comes to a place after the end of OUT is sent on until its place is inside. `grove permute` knows
 * other permutations, and measures more. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove_measure.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	TURNS = 20
};

struct work {
	unsigned char *bytes, *sent, *got; /* of all slices */
	size_t size, slice;
	int nodes;
	int *to; /* the permutation */
	struct grove_buffers *buffers;
};

static void fail(const char *why)
{
	fprintf(stderr, "permute: %s\n", why);
	exit(2);
}

static void need(int error)
{
	if (error)
		fail(grove_why());
}

/* Reads the file, with padding up to N slices. */
static void file_read(const char *path, struct work *w)
{
	FILE *file = fopen(path, "rb");
	long size = 0;

	if (!file || fseek(file, 0, SEEK_END) || (size = ftell(file)) < 1)
		fail("IN cannot be read, or is empty");
	rewind(file);
	w->size = (size_t)size;
	w->slice = (w->size + (size_t)w->nodes - 1) / (size_t)w->nodes;
	w->bytes = calloc((size_t)w->nodes, w->slice);
	if (!w->bytes || fread(w->bytes, 1, w->size, file) != w->size)
		fail("IN cannot be read");
	fclose(file);
}

static void file_write(const char *path, const unsigned char *bytes, size_t size)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
		fail("OUT cannot be written");
}

static void work_open(struct work *w, int k)
{
	w->to = calloc((size_t)w->nodes, sizeof *w->to);
	w->buffers = calloc((size_t)w->nodes, sizeof *w->buffers);
	w->sent = malloc((size_t)w->nodes * w->slice);
	w->got = malloc((size_t)w->nodes * w->slice);
	if (!w->to || !w->buffers || !w->sent || !w->got)
		fail("there is not enough memory");
	for (int v = 0; v < w->nodes; v++) {
		size_t at = (size_t)v * w->slice;

		w->to[v] = ((v + k) % w->nodes + w->nodes) % w->nodes;
		w->buffers[v] = (struct grove_buffers){ w->sent + at, w->got + at };
	}
}

/* Each node writes its slice again before the exchange, as an application would. */
static int load(struct grove_node *me, void *argument)
{
	const struct work *w = argument;
	int v = grove_node_number(me);

	memcpy((void *)w->buffers[v].in, w->bytes + (size_t)v * w->slice, w->slice);
	return 0;
}

/* Joins the slices. A place inside that padding came to gets the byte that came to a place outside,
 * found by going back along the permutation from the padding's origin. */
static unsigned char *join(const struct work *w)
{
	unsigned char *out = malloc((size_t)w->nodes * w->slice);
	int *from = calloc((size_t)w->nodes, sizeof *from);

	if (!out || !from)
		fail("there is not enough memory");
	for (int v = 0; v < w->nodes; v++)
		from[w->to[v]] = v;
	for (size_t at = 0; at < w->size; at++) {
		size_t origin = (size_t)from[at / w->slice] * w->slice + at % w->slice, last = at;

		while (origin >= w->size) {
			last = origin;
			origin = (size_t)from[last / w->slice] * w->slice + last % w->slice;
		}
		out[at] = w->got[last];
	}
	free(from);
	return out;
}

int main(int argc, char **argv)
{
	struct work w;
	struct grove_team *team;
	struct grove_plan *plan;
	struct grove_figures figures;
	unsigned char *out;
	const char *network = argc > 4 ? argv[4] : "cube:3";
	double best = 1e9, seconds;

	if (argc < 4)
		fail("usage: permute IN OUT K [NETWORK]");
	need(grove_team_open(&team, &(struct grove_team_options){ .network = network }));
	w.nodes = grove_team_nodes(team);
	file_read(argv[1], &w);
	work_open(&w, atoi(argv[3]));
	need(grove_plan_make(&plan, network,
		&(struct grove_problem){ .collective = "permute",
			.bytes = w.slice,
			.permutation = w.to,
			.forward = "copy" }));
	need(grove_plan_figures(plan, w.slice, &figures));
	for (int turn = 0; turn < TURNS; turn++) {
		need(grove_team_phase(team, load, &w));
		need(grove_team_time(team, plan, w.buffers, w.slice, &seconds));
		best = seconds < best ? seconds : best;
	}
	out = join(&w);
	file_write(argv[2], out, w.size);
	printf("permute: %zu bytes by %s on %s: %.1f us; %.1f MB/s over the busiest link\n", w.size,
		grove_plan_heading(plan)->algorithm, network, best * 1e6,
		(double)figures.busiest_link / best / 1e6);
	grove_plan_free(plan);
	free(out), free(w.bytes), free(w.to), free(w.sent), free(w.got), free(w.buffers);
	return grove_team_free(team) ? 1 : 0;
}
