/* Transposes a grey picture (PGM), and measures the links: a model on grove.h alone.
 *
 *	transpose IN OUT [NETWORK]
 *
 * Node v holds the v-th part of the rows. The node cuts these rows in a block for each node, the
 * blocks cross the links by an all-to-all exchange, and each node transposes the blocks that came.
 * `grove transpose` reads matrices of NumPy's and other pictures as well, and measures more. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove_measure.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int turns = 20;

struct work {
	size_t rows, columns;
	size_t height, width, bytes; /* of a block; N x N blocks cover the picture */
	int nodes;
	unsigned char *from, *to;
	unsigned char *blocks; /* of all nodes: first what they send, then what they get */
	struct grove_buffers *buffers;
};

static void fail(const char *why)
{
	fprintf(stderr, "transpose: %s\n", why);
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
	size_t pixels;

	if (!file || fscanf(file, "P5 %9zu %9zu 255", &w->columns, &w->rows) != 2)
		fail("IN is not a PGM picture of 8 bits without comments");
	fgetc(file);
	pixels = w->rows * w->columns;
	w->from = malloc(pixels + 1);
	w->to = malloc(pixels + 1);
	if (!w->from || !w->to || fread(w->from, 1, pixels + 1, file) != pixels || fclose(file))
		fail("IN has too few pixels, or too many");
}

static void file_write(const char *path, const struct work *w)
{
	FILE *file = fopen(path, "wb");

	if (!file || fprintf(file, "P5\n%zu %zu\n255\n", w->rows, w->columns) < 0 ||
		fwrite(w->to, w->rows, w->columns, file) != w->columns || fclose(file))
		fail("OUT cannot be written");
}

/* Returns how many of `each` things from `begin` on are among `total` things. */
static size_t inside(size_t each, size_t total, size_t begin)
{
	return begin >= total ? 0 : total - begin < each ? total - begin : each;
}

/* Cuts a node's rows in blocks. What a block has outside the picture stays 0. */
static int cut(struct grove_node *me, void *argument)
{
	const struct work *w = argument;
	size_t v = (size_t)grove_node_number(me);
	unsigned char *to = (unsigned char *)w->buffers[v].in;

	for (size_t k = 0; k < (size_t)w->nodes; k++)
		for (size_t i = v * w->height; i < (v + 1) * w->height; i++, to += w->width)
			if (i < w->rows && k * w->width < w->columns)
				memcpy(to, w->from + i * w->columns + k * w->width,
					inside(w->width, w->columns, k * w->width));
	return 0;
}

/* Transposes the blocks that came. Block k has the columns of this node, in the rows of node k. */
static int join(struct grove_node *me, void *argument)
{
	const struct work *w = argument;
	size_t v = (size_t)grove_node_number(me);
	const unsigned char *from = w->buffers[v].out;
	struct grove_matrix block = { .columns = inside(w->width, w->columns, v * w->width),
		.item = 1,
		.in_stride = w->width,
		.out_stride = w->rows };
	int error = 0;

	for (size_t k = 0; k < (size_t)w->nodes && !error; k++, from += w->bytes) {
		block.rows = inside(w->height, w->rows, k * w->height);
		if (block.rows && block.columns)
			error = grove_transpose(
				&block, from, w->to + v * w->width * w->rows + k * w->height);
	}
	return error;
}

static void work_open(struct work *w, int nodes)
{
	size_t n = (size_t)nodes;

	w->nodes = nodes;
	w->height = (w->rows + n - 1) / n;
	w->width = (w->columns + n - 1) / n;
	w->bytes = w->height * w->width;
	w->blocks = calloc(2 * n * n, w->bytes);
	w->buffers = calloc(n, sizeof *w->buffers);
	if (!w->blocks || !w->buffers)
		fail("there is not enough memory");
	for (size_t v = 0; v < n; v++)
		w->buffers[v] = (struct grove_buffers){ w->blocks + v * n * w->bytes,
			w->blocks + (n + v) * n * w->bytes };
}

int main(int argc, char **argv)
{
	struct work w;
	struct grove_team *team;
	struct grove_plan *plan;
	struct grove_figures figures;
	const char *network = argc > 3 ? argv[3] : "cube:3";
	double best = 1e9, seconds;

	if (argc < 3)
		fail("usage: transpose IN OUT [NETWORK]");
	file_read(argv[1], &w);
	need(grove_team_open(&team, &(struct grove_team_options){ .network = network }));
	work_open(&w, grove_team_nodes(team));
	need(grove_plan_make(&plan, network,
		&(struct grove_problem){
			.collective = "alltoall", .bytes = w.bytes, .forward = "copy" }));
	need(grove_plan_figures(plan, w.bytes, &figures));
	for (int turn = 0; turn < turns; turn++, best = seconds < best ? seconds : best) {
		need(grove_team_phase(team, cut, &w));
		need(grove_team_time(team, plan, w.buffers, w.bytes, &seconds));
		need(grove_team_phase(team, join, &w));
	}
	file_write(argv[2], &w);
	printf("transpose: %zu x %zu by %s on %s: %.1f us; %.1f MB/s over the busiest link\n",
		w.rows, w.columns, grove_plan_heading(plan)->algorithm, network, best * 1e6,
		(double)figures.busiest_link / best / 1e6);
	grove_plan_free(plan);
	free(w.from), free(w.to), free(w.blocks), free(w.buffers);
	return grove_team_free(team) ? 1 : 0;
}
