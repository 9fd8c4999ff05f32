/* Transposition: the kernel on all shapes, and plans that transpose what they move. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove_measure.h>
#include "tests/teams.h"
#include "runtime/kernels/transpose_kernel.h"

enum {
	GUARD = 0xa5,
	NODES_MOST = 24
};

static uint64_t random_bits(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

static unsigned char *random_bytes(size_t count)
{
	unsigned char *bytes = malloc(count + 1);

	assert_non_null(bytes);
	for (size_t k = 0; k < count; k++)
		bytes[k] = (unsigned char)random_bits();
	return bytes;
}

/* ---- The kernel ---- */

struct shape {
	size_t rows, columns, item;
	size_t in_gap, out_gap; /* bytes between rows */
	size_t offset;		/* of the output, from a cache line */
	bool past;
	int older; /* cpus */
	bool along;
};

/* What the plainest loop says, and what lies between the rows is left alone. */
static void kernel_is_right(const struct shape *s)
{
	size_t fs = s->columns * s->item + s->in_gap, ts = s->rows * s->item + s->out_gap;
	size_t bytes = s->offset + ts * s->columns + 64;
	FREED unsigned char *from = random_bytes(fs * s->rows), *to = NULL, *want = malloc(bytes);

	assert_int_equal(posix_memalign((void **)&to, 64, bytes), 0);
	assert_non_null(want);
	memset(to, GUARD, bytes);
	memset(want, GUARD, bytes);
	for (size_t i = 0; i < s->rows; i++)
		for (size_t j = 0; j < s->columns; j++)
			memcpy(want + s->offset + j * ts + i * s->item, from + i * fs + j * s->item,
				s->item);
	transpose_block((struct rows){ to + s->offset, ts }, (struct rows){ from, fs },
		&(struct block){ s->rows, s->columns, s->item, s->past, s->older, s->along });
	if (memcmp(to, want, bytes) != 0)
		fail_msg("%zu x %zu items of %zu bytes, %zu and %zu between rows, offset %zu%s",
			s->rows, s->columns, s->item, s->in_gap, s->out_gap, s->offset,
			s->past ? ", past the caches" : "");
}

/* Around all multiples that a kernel has: of lanes, lines and blocks. */
TEST("every shape of every item")
{
	static const size_t sides[] = { 0, 1, 3, 8, 16, 17, 31, 65, 130 };

	for (size_t item = 1; item <= 17; item++)
		for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
			for (size_t j = 0; j < sizeof sides / sizeof *sides; j++)
				kernel_is_right(&(struct shape){ sides[i], sides[j], item,
					random_bits() % 9, random_bits() % 9, random_bits() % 64,
					random_bits() % 2, (int)(random_bits() % 3),
					random_bits() % 2 });
}

/* Whole lines of the output, from any beginning: those that may go past the caches, and those in
 * front. */
TEST("rows that begin at one place of a line are transposed")
{
	for (size_t item = 1; item <= 8; item *= 2)
		for (size_t offset = 0; offset < 64; offset += offset < 9 ? 1 : 5)
			for (int k = 0; k < 6; k++) {
				size_t rows = 3 * 64 / item + 5;

				kernel_is_right(
					&(struct shape){ rows, 37, item, 3, 64 - rows * item % 64,
						offset, k % 2, k / 2, random_bits() % 2 });
			}
}

TEST("a matrix in memory is transposed, and its gaps stay")
{
	struct grove_matrix m = { .rows = 5, .columns = 3, .item = 2, .out_stride = 11 };
	FREED unsigned char *in = random_bytes(30);
	unsigned char out[33];

	assert_int_equal(grove_transpose(&m, in, out), 0);
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 3; j++)
			assert_memory_equal(out + j * 11 + i * 2, in + (i * 3 + j) * 2, 2);
	assert_int_equal(grove_transpose(&m, in, NULL), -EINVAL);
	assert_int_equal(grove_transpose(NULL, in, out), -EINVAL);
	REFUSES(grove_transpose(&m, in, in + 29), EINVAL, "overlap");
	m.out_stride = 9;
	REFUSES(grove_transpose(&m, in, out), EINVAL, "out_stride 9");
	m = (struct grove_matrix){ .rows = 5, .columns = 3 };
	assert_int_equal(grove_transpose(&m, in, out), -EINVAL);
	m = (struct grove_matrix){ .rows = SIZE_MAX / 4, .columns = 9, .item = 1 };
	assert_int_equal(grove_transpose(&m, in, out), -EINVAL);
	m = (struct grove_matrix){ .rows = 0, .columns = 9, .item = 1 };
	assert_int_equal(grove_transpose(&m, NULL, NULL), 0);
}

/* ---- Plans ---- */

struct world {
	struct grove_matrix shape;
	struct grove_problem problem;
	struct grove_team *team;
	int nodes, grid;
	size_t height, width; /* of a block */
	unsigned char *in, *out;
	struct grove_buffers buffers[NODES_MOST];
	int line[NODES_MOST], permutation[NODES_MOST];
};

static size_t part(size_t total, int parts)
{
	return (total + (size_t)parts - 1) / (size_t)parts;
}

/* Where the block of line x and column y begins, in a matrix of that many rows and columns. */
static unsigned char *block_at(unsigned char *items, size_t rows, size_t columns, size_t stride,
	size_t row, size_t column, size_t item)
{
	return row < rows && column < columns ? items + row * stride + column * item : NULL;
}

static void world_place(struct world *w)
{
	const struct grove_matrix *m = &w->shape;
	bool by_rows = w->grid == w->nodes;

	for (int v = 0; v < w->nodes; v++) {
		size_t x = (size_t)w->line[by_rows ? v : v / w->grid];
		size_t y = (size_t)w->line[by_rows ? 0 : v % w->grid];

		if (by_rows)
			y = 0;
		w->buffers[v].in = block_at(w->in, m->rows, m->columns, m->in_stride, x * w->height,
			y * w->width, m->item);
		w->buffers[v].out = block_at(w->out, m->columns, m->rows, m->out_stride,
			x * w->width, y * w->height, m->item);
	}
}

static void world_open(struct world *w, const char *network, int threads, bool by_rows)
{
	struct grove_matrix *m = &w->shape;

	MUST(grove_team_open(
		&w->team, &(struct grove_team_options){ .network = network, .threads = threads }));
	w->nodes = w->grid = grove_team_nodes(w->team);
	while (!by_rows && w->grid * w->grid > w->nodes)
		w->grid--;
	w->height = part(m->rows, w->grid);
	w->width = part(m->columns, w->grid);
	for (int x = 0; x < w->grid; x++)
		w->line[x] = (x * 3 + 1) % w->grid; /* 3 divides no grid that is used here */
	for (int v = 0; v < w->nodes; v++)
		w->permutation[v] = v % w->grid * w->grid + v / w->grid;
	w->in = random_bytes(m->rows * m->in_stride);
	w->out = malloc(m->columns * m->out_stride + 1);
	assert_non_null(w->out);
	memset(w->out, GUARD, m->columns * m->out_stride);
	m->line = w->line;
	world_place(w);
	w->problem = (struct grove_problem){ .collective = by_rows ? "alltoall" : "permute",
		.permutation = by_rows ? NULL : w->permutation,
		.bytes = w->height * w->width * m->item,
		.matrix = m };
}

static void world_close(struct world *w)
{
	grove_team_free(w->team);
	free(w->in);
	free(w->out);
}

static void transposed(const struct world *w)
{
	const struct grove_matrix *m = &w->shape;

	for (size_t j = 0; j < m->columns; j++) {
		const unsigned char *row = w->out + j * m->out_stride;

		for (size_t i = 0; i < m->rows; i++)
			assert_memory_equal(
				row + i * m->item, w->in + i * m->in_stride + j * m->item, m->item);
		for (size_t k = m->rows * m->item; k < m->out_stride; k++)
			assert_int_equal(row[k], GUARD);
	}
}

static void plan_transposes(
	const char *network, bool by_rows, size_t rows, size_t columns, size_t item)
{
	ENDED(world_close)
	struct world w = { .shape = { rows, columns, item, columns * item + 3, rows * item + 5 } };
	AUTO(grove_plan) plan = NULL;

	world_open(&w, network, 0, by_rows);
	if (grove_plan_make(&plan, network, &w.problem))
		fail_msg("%s: %s", network, grove_why());
	assert_string_equal(grove_plan_forward(plan, w.problem.bytes), "reference");
	for (int again = 0; again < 2; again++)
		if (grove_team_execute(w.team, plan, w.buffers, w.problem.bytes))
			fail_msg("%s: %s", network, grove_why());
	transposed(&w);
}

TEST("a matrix cut by rows is transposed on all networks")
{
	static const char *const networks[] = { "cube:0", "cube:1", "gh:2", "gh:5", "cube:3",
		"gh:2x4" };

	for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
		plan_transposes(networks[i], true, 67, 41, 8);
		plan_transposes(networks[i], true, 3, 20, 5);
		plan_transposes(networks[i], true, 1, 1, 16);
		plan_transposes(networks[i], true, 0, 7, 4);
	}
}

TEST("a matrix cut into submatrices is transposed")
{
	static const char *const networks[] = { "cube:2", "gh:16", "cube:4" };

	for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
		plan_transposes(networks[i], false, 67, 41, 4);
		plan_transposes(networks[i], false, 5, 2, 3);
	}
}

/* A node of its own thread each, as verbs are called. */
static int one_node(struct grove_node *me, void *argument)
{
	const struct world *w = argument;
	const struct grove_buffers *b = &w->buffers[grove_node_number(me)];
	struct grove_blocks blocks = { 0 };
	AUTO(grove_plan) plan = NULL;
	int error = grove_plan_make(&plan, "gh:2", &w->problem);
	struct grove_operation sized = {
		.plan = plan, .in = b->in, .out = b->out, .blocks = &blocks
	};

	for (int again = 0; again < 50 && !error; again++)
		error = again % 2 ? grove_call(me, &(struct grove_operation){ .plan = plan,
							   .in = b->in,
							   .out = b->out,
							   .count = w->problem.bytes })
				  : grove_execute(me, plan, b->in, b->out, w->problem.bytes);
	if (!error && grove_execute(me, plan, b->in, b->out, w->problem.bytes + 1) != -EINVAL)
		error = -ERANGE;
	if (!error && grove_call(me, &sized) != -EINVAL)
		error = -ERANGE;
	if (!error && !strstr(grove_why(), "the matrix says the sizes"))
		error = -ERANGE;
	grove_barrier(me);
	return error;
}

TEST("two threads")
{
	ENDED(world_close) struct world w = { .shape = { 130, 77, 8, 77 * 8, 130 * 8 } };

	world_open(&w, "gh:2", 2, true);
	MUST(grove_team_run(w.team, one_node, &w));
	transposed(&w);
}

/* ---- Refusals ---- */

static void refused(const struct grove_problem *problem, const char *network, const char *word)
{
	struct grove_plan *plan;

	REFUSES(grove_plan_make(&plan, network, problem), EINVAL, word);
}

TEST("what cannot be is refused")
{
	int twice[] = { 0, 1, 1, 3 }, turned[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	struct grove_matrix m = { .rows = 8, .columns = 8, .item = 8 };
	struct grove_problem p = { .collective = "allgather", .bytes = 32, .matrix = &m };

	refused(&p, "cube:2", "alltoall and permute");
	p.collective = "alltoall";
	p.forward = "copy";
	refused(&p, "cube:2", "by reference");
	p.forward = NULL;
	m.in_stride = 63;
	refused(&p, "cube:2", "in_stride 63");
	m.in_stride = 0;
	m.line = twice;
	refused(&p, "cube:2", "line[2]");
	m.line = NULL;
	m.item = SIZE_MAX / 16;
	refused(&p, "cube:2", "larger than memory");
	m.item = 0;
	refused(&p, "cube:2", "without bytes");
	m.item = 8;
	p.collective = "permute";
	p.permutation = turned;
	refused(&p, "cube:3", "is a square");
}

/* Each node reads from the other by a matrix of its own: that must not be. */
static int own_matrix(struct grove_node *me, void *argument)
{
	struct grove_matrix m = { .rows = 8, .columns = 8, .item = 1 };
	unsigned char in[128] = { 0 }, out[128];
	AUTO(grove_plan) plan = NULL;

	m.in_stride = grove_node_number(me) ? 8 : 16;
	TRY(grove_plan_make(&plan, "gh:2",
		&(struct grove_problem){ .collective = "alltoall", .bytes = 16, .matrix = &m }));
	return grove_execute(me, plan, in, out, 16);
}

TEST("nodes with different matrices are refused")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:2");

	assert_int_equal(grove_team_run(team, own_matrix, NULL), -EINVAL);
}
