/* Copies bytes between memories that are described as rows and planes of rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/arith.h"
#include "runtime/kernels/strided_copy.h"

/* The next byte on one side. */
struct row_cursor {
	const struct strided *of;
	unsigned char *plane, *at;
	size_t left; /* bytes of the row from `at` on */
	size_t rows; /* of the plane, from this row on */
};

static struct row_cursor cursor_at_first(const struct strided *of)
{
	return (struct row_cursor){ of, of->first, of->first, of->row, of->rows };
}

/* A run is pieces of equal size that lie equal steps apart: rows, or parts of a row. */
struct row_run {
	size_t pieces, step;
};

static struct row_run run_of(const struct row_cursor *c, size_t piece)
{
	if (piece == c->of->row && c->left == piece)
		return (struct row_run){ c->rows, c->of->step };
	return (struct row_run){ c->left / piece, piece };
}

/* A single row needs no step. */
static void end_rows(struct row_cursor *c, size_t rows)
{
	c->left = c->of->row;
	c->rows -= rows;
	if (c->rows)
		return;
	c->rows = c->of->rows;
	c->plane += c->of->plane;
	c->at = c->plane;
}

static void cursor_advance(
	struct row_cursor *c, const struct row_run *run, size_t piece, size_t pieces)
{
	c->at += pieces * run->step;
	if (piece == c->of->row && c->left == piece) {
		end_rows(c, pieces);
		return;
	}
	c->left -= pieces * piece;
	if (c->left)
		return;
	if (c->rows > 1)
		c->at += c->of->step - c->of->row;
	end_rows(c, 1);
}

/* With a constant number of bytes the copy of a piece is a move of registers. */
static inline __attribute__((always_inline)) void pieces_copy(unsigned char *to, size_t to_step,
	const unsigned char *from, size_t from_step, size_t bytes, size_t pieces)
{
	for (size_t i = 0; i < pieces; i++)
		memcpy(to + i * to_step, from + i * from_step, bytes);
}

/* Items of usual sizes have loops of their own: a call of memcpy takes longer than such a move. */
static void run_copy(unsigned char *to, size_t to_step, const unsigned char *from, size_t from_step,
	size_t bytes, size_t pieces)
{
	if (to_step == bytes && from_step == bytes) {
		memcpy(to, from, bytes * pieces);
		return;
	}
	switch (bytes) {
#define CASE(size)                                                                                 \
	case size:                                                                                 \
		pieces_copy(to, to_step, from, from_step, size, pieces);                           \
		break
		CASE(1);
		CASE(2);
		CASE(4);
		CASE(8);
		CASE(16);
		CASE(24);
		CASE(32);
		CASE(64);
#undef CASE
	default:
		pieces_copy(to, to_step, from, from_step, bytes, pieces);
	}
}

void copy_strided(const struct strided *to, const struct strided *from, size_t bytes)
{
	struct row_cursor t = cursor_at_first(to), f = cursor_at_first(from);

	while (bytes) {
		size_t piece = size_least(size_least(t.left, f.left), bytes);
		struct row_run write = run_of(&t, piece), read = run_of(&f, piece);
		size_t pieces = size_least(size_least(write.pieces, read.pieces), bytes / piece);

		run_copy(t.at, write.step, f.at, read.step, piece, pieces);
		cursor_advance(&t, &write, piece, pieces);
		cursor_advance(&f, &read, piece, pieces);
		bytes -= pieces * piece;
	}
}
