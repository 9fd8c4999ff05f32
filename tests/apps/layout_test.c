/* Storage of matrices: every block has one node, and Gray codes put neighbours on neighbours. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/applications/matrix_layout.h"
#include "tests/topology_help.h"

/* The node that stores M(x, y) by submatrices; by rows the one that stores row x. */
static int node_of(const struct matrix_layout *l, size_t x, size_t y)
{
	for (int v = 0; v < l->nodes; v++)
		for (int k = 0; k < l->each; k++) {
			size_t row, column;

			layout_block(l, v, k, &row, &column);
			if (row == x && column == y)
				return v;
		}
	fail_msg("no node stores M(%zu, %zu)", x, y);
	return -1;
}

static bool one_bit(int v)
{
	return v && !(v & (v - 1));
}

TEST("layout: Gray codes put neighbours on neighbours")
{
	for (int c = 1; c <= 3; c++) {
		struct matrix_layout l;

		layout_make(&l, 1 << 2 * c, true, true);
		for (size_t x = 0; x < (size_t)l.grid; x++)
			for (size_t y = 0; y + 1 < (size_t)l.grid; y++) {
				assert_true(one_bit(node_of(&l, x, y) ^ node_of(&l, x, y + 1)));
				assert_true(one_bit(node_of(&l, y, x) ^ node_of(&l, y + 1, x)));
			}
		layout_make(&l, 1 << c, false, true);
		for (size_t x = 0; x + 1 < (size_t)l.grid; x++)
			assert_true(one_bit(node_of(&l, x, 0) ^ node_of(&l, x + 1, 0)));
	}
}

/* In row-major order and in Gray code M(x, y) on node a 2^c + b means M(y, x) on node b 2^c + a. */
TEST("layout: transposing is the same permutation in both orders")
{
	for (int gray = 0; gray <= 1; gray++)
		for (int c = 1; c <= 3; c++) {
			struct matrix_layout l;
			int side = 1 << c;

			layout_make(&l, side * side, true, gray);
			for (size_t x = 0; x < (size_t)side; x++)
				for (size_t y = 0; y < (size_t)side; y++) {
					int v = node_of(&l, x, y);

					assert_int_equal(
						node_of(&l, y, x), v % side * side + v / side);
					if (!gray)
						assert_int_equal(v, x * (size_t)side + y);
				}
		}
}
