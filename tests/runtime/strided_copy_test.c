/* Copies between rows and planes: every byte comes to its place, and no other byte changes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "runtime/kernels/strided_copy.h"

enum {
	MEMORY = 1 << 16,
	TRIALS = 20000
};

static unsigned char from[MEMORY], to[MEMORY], right[MEMORY];

static uint32_t seed = 1;

static size_t random_below(size_t n)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % n;
}

static size_t place_of(const struct strided *s, size_t i)
{
	size_t row = i / s->row;

	return row / s->rows * s->plane + row % s->rows * s->step + i % s->row;
}

/* Rows of any size, and of the sizes that have loops of their own. */
static struct strided random_rows(unsigned char *memory, size_t most)
{
	static const size_t usual[] = { 1, 2, 4, 8, 16, 24, 32, 64 };
	struct strided s = { .first = memory + random_below(17) };

	s.row = random_below(3) ? usual[random_below(8)] : 1 + random_below(100);
	if (random_below(4) == 0)
		s.row = most;
	s.rows = 1 + random_below(12);
	s.step = s.row + (random_below(3) ? random_below(30) : 0);
	s.plane = s.rows * s.step + random_below(40);
	return s;
}

TEST("bytes come to their places")
{
	for (size_t i = 0; i < MEMORY; i++)
		from[i] = (unsigned char)(i * 37 + i / 256);
	for (int n = 0; n < TRIALS; n++) {
		size_t bytes = random_below(600);
		struct strided a = random_rows(from, bytes + 1), b = random_rows(to, bytes + 1);
		size_t first = (size_t)(b.first - to);

		memset(to, 0, sizeof to / 4);
		memset(right, 0, sizeof right / 4);
		for (size_t i = 0; i < bytes; i++)
			right[first + place_of(&b, i)] = a.first[place_of(&a, i)];
		copy_strided(&b, &a, bytes);
		if (memcmp(to, right, sizeof to / 4))
			fail_msg("trial %d: %zu bytes from rows of %zu x %zu to rows of %zu x %zu",
				n, bytes, a.rows, a.row, b.rows, b.row);
	}
}

TEST("a piece is a single row")
{
	struct strided a = strided_piece(from, 1000), b = strided_piece(to, 1000);

	memset(to, 0, sizeof to);
	copy_strided(&b, &a, 1000);
	assert_memory_equal(to, from, 1000);
	assert_int_equal(to[1000], 0);
	b = strided_piece(NULL, 0);
	copy_strided(&b, &b, 0);
}
