/* Transposes a block of items: the rows of the block become its columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include <string.h>
#include "base/arith.h"
#include "runtime/kernels/copy.h"
#include "runtime/kernels/transpose_kernel.h"

/* Rows are read and columns are written, so either the reads or the writes touch a new cache line
 * for each item. A **stripe** is as many rows as a line holds items, and a vector of each row. A
 * stripe writes whole lines, one for each item of the vector. No line is therefore written in
 * parts, which the cache might evict in between, and no line waits for another. Rows whose distance
 * is a power of two, which all fall on the same few sets of a cache, do no harm.
 *
 *	from	 ____ vector		    to	  line
 *	row 0	|0123|			    0	 |0.......|
 *	row 1	|0123|		  ->	    1	 |1.......|
 *	 ...				    2	 |2.......|
 *	row 7	|0123|			    3	 |3.......|
 *
 * Vectors are mostly shorter than lines, so stripes lie in blocks: both sides of a block stay in
 * the first-level cache, and the pages of both sides in the translation table. Within the registers
 * lanes x lanes items are transposed in log2 lanes rounds. A round interleaves each row of the
 * first half with a row of the second half (a perfect shuffle of rows and columns: Stone 1971,
 * "Parallel processing with the perfect shuffle"). The vectors are those of the cpu at run time.
 * Two cores, doubles, us by vectors of 16, 32 and 64 bytes: 64 x 64 1.1, 0.8, 0.6; 256 x 256 26,
 * 17, 14. */

enum {
	LINE = 64,
	LANES_MOST = 16,
	BLOCK = 4,     /* lines on each side of a block */
	BLOCK_PAST = 2 /* the same past the caches: two lines side by side are enough */
};

/* Moves items singly: items of other sizes, and the items that are left at the edges. */
static inline __attribute__((always_inline)) void move_items(
	struct rows to, struct rows from, size_t rows, size_t columns, size_t item)
{
	for (size_t j = 0; j < columns; j++)
		for (size_t i = 0; i < rows; i++)
			memcpy(to.at + j * to.stride + i * item,
				from.at + i * from.stride + j * item, item);
}

/* With a constant size, memcpy is a move, or two moves. */
static void move_block(struct rows to, struct rows from, size_t rows, size_t columns, size_t item)
{
#define CASE(size)                                                                                 \
	case size:                                                                                 \
		move_items(to, from, rows, columns, size);                                         \
		break
	switch (item) {
		CASE(1);
		CASE(2);
		CASE(3);
		CASE(4);
		CASE(5);
		CASE(6);
		CASE(7);
		CASE(8);
		CASE(10);
		CASE(12);
		CASE(16);
	default:
		move_items(to, from, rows, columns, item);
	}
#undef CASE
}

/* Stripes that are done one after the other, with the bytes from a stripe to the next. */
struct stripe_run {
	size_t count, to, from;
	size_t unfetched; /* so many stripes at the end do not fetch the lines that follow */
};

typedef void run_function(struct rows to, struct rows from, const struct stripe_run *run);

struct kernel {
	run_function *run;
	size_t lanes;
};

#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE __builtin_shufflevector

#define LOW_2 0, 2
#define HIGH_2 1, 3
#define LOW_4 0, 4, 1, 5
#define HIGH_4 2, 6, 3, 7
#define LOW_8 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_8 4, 12, 5, 13, 6, 14, 7, 15
#define LOW_16 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_16 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31

#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

/* Items of 16 bytes are shuffled as two words each; one to a vector needs no shuffle. */
#define LOW_1 0, 1
#define HIGH_1 2, 3
#define LOW_2_PAIRS 0, 1, 4, 5
#define HIGH_2_PAIRS 2, 3, 6, 7
#define LOW_4_PAIRS 0, 1, 8, 9, 2, 3, 10, 11
#define HIGH_4_PAIRS 4, 5, 12, 13, 6, 7, 14, 15

/* Defines the function `name`, which runs stripes of items of that many words of that many bits,
 * with that many lanes in a vector, on cpus with `target`. */
/* clang-format off */
#define KERNEL(name, bits, lanes, target)                                                          \
	ITEM_KERNEL(name, bits, 1, lanes, lanes, target)
#define ITEM_KERNEL(name, bits, words, lanes, order, target)                                       \
	typedef uint##bits##_t name##_vector                                                       \
		__attribute__((vector_size(bits / 8 * words * lanes), aligned(1), may_alias));     \
	target static inline void name##_rounds(name##_vector r[lanes])                            \
	{                                                                                          \
		name##_vector s[lanes];                                                            \
		UNROLL for (int k = 1; k < lanes; k *= 2) {                                        \
			UNROLL for (int i = 0; i < lanes / 2; i++) {                               \
				s[2 * i] = SHUFFLE(r[i], r[i + lanes / 2], LOW_##order);           \
				s[2 * i + 1] = SHUFFLE(r[i], r[i + lanes / 2], HIGH_##order);      \
			}                                                                          \
			UNROLL for (int i = 0; i < lanes; i++)                                     \
				r[i] = s[i];                                                       \
		}                                                                                  \
	}                                                                                          \
	target static void name(struct rows to, struct rows from, const struct stripe_run *run)    \
	{                                                                                          \
		enum { SIZE = bits / 8 * words * lanes, PANELS = LINE / SIZE };                    \
		name##_vector r[PANELS][lanes];                                                    \
                                                                                                   \
		for (size_t k = run->count; k; k--, from.at += run->from, to.at += run->to) {      \
			UNROLL for (int p = 0; p < PANELS; p++) {                                  \
				UNROLL for (int i = 0; i < lanes; i++)                             \
					r[p][i] = *(const name##_vector *)(const void *)(from.at + \
						(size_t)(p * lanes + i) * from.stride);            \
				name##_rounds(r[p]);                                               \
			}                                                                          \
			if (k > run->unfetched)                                                    \
				UNROLL for (int j = 0; j < lanes; j++)                             \
					__builtin_prefetch(                                        \
						to.at + run->to + (size_t)j * to.stride, 1);       \
			UNROLL for (int j = 0; j < lanes; j++)                                     \
				UNROLL for (int p = 0; p < PANELS; p++)                            \
					*(name##_vector *)(void *)(to.at +                         \
						(size_t)j * to.stride + p * SIZE) = r[p][j];       \
		}                                                                                  \
	}
/* clang-format on */

KERNEL(run_8, 8, 16, )
KERNEL(run_16, 16, 8, )
KERNEL(run_32, 32, 4, )
KERNEL(run_64, 64, 2, )
ITEM_KERNEL(run_128, 64, 2, 1, 1, )

#define KERNELS 5 /* for items of 1, 2, 4, 8, 16 bytes */
static const struct kernel usual[KERNELS] = { { run_8, 16 }, { run_16, 8 }, { run_32, 4 },
	{ run_64, 2 }, { run_128, 1 } };

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2")))
#define AVX512 __attribute__((target("avx512vl,avx512bw")))
KERNEL(run_32_avx2, 32, 8, AVX2)
KERNEL(run_64_avx2, 64, 4, AVX2)
ITEM_KERNEL(run_128_avx2, 64, 2, 2, 2_PAIRS, AVX2)
KERNEL(run_16_avx512, 16, 16, AVX512)
KERNEL(run_32_avx512, 32, 16, AVX512)
KERNEL(run_64_avx512, 64, 8, AVX512)
ITEM_KERNEL(run_128_avx512, 64, 2, 4, 4_PAIRS, AVX512)

static const struct kernel avx2[KERNELS] = { { run_8, 16 }, { run_16, 8 }, { run_32_avx2, 8 },
	{ run_64_avx2, 4 }, { run_128_avx2, 2 } };
static const struct kernel avx512[KERNELS] = { { run_8, 16 }, { run_16_avx512, 16 },
	{ run_32_avx512, 16 }, { run_64_avx512, 8 }, { run_128_avx512, 4 } };

static const struct kernel *kernels_here(int older)
{
	static const struct kernel *const generation[] = { usual, avx2, avx512 };
	bool newest = __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
	int here = newest ? 2 : __builtin_cpu_supports("avx2") ? 1 : 0;

	return generation[older < here ? here - older : 0];
}
#else
static const struct kernel *kernels_here(int older)
{
	(void)older;
	return usual;
}
#endif

static const struct kernel *kernel_of(size_t item, int older)
{
	bool power = item && item <= 16 && !(item & (item - 1));

	return power ? &kernels_here(older)[__builtin_ctzl(item)] : NULL;
}
#else
static const struct kernel *kernel_of(size_t item, int older)
{
	(void)item;
	(void)older;
	return NULL;
}
#endif

static inline struct rows rows_at(struct rows r, size_t row, size_t bytes)
{
	return (struct rows){ r.at + row * r.stride + bytes, r.stride };
}

/* The way in which the blocks of a transposition are done. */
struct way {
	const struct kernel *kernel;
	size_t item, high; /* bytes; items of a line */
	bool past, along;
};

/* A run past the caches: a stripe is put together in a buffer, and leaves as whole lines. */
static void run_past(
	const struct way *way, struct rows to, struct rows from, const struct stripe_run *run)
{
	static const struct stripe_run one = { .count = 1, .unfetched = 1 };
	_Alignas(LINE) unsigned char aside[LANES_MOST * LINE];

	for (size_t k = run->count; k; k--, from.at += run->from, to.at += run->to) {
		way->kernel->run((struct rows){ aside, LINE }, from, &one);
		for (size_t j = 0; j < way->kernel->lanes; j++)
			copy_line(to.at + j * to.stride, aside + j * LINE);
	}
}

/* Transposes a block of whole stripes, along the rows of `to` or across the rows. Along a row the
 * processor fetches in advance by itself. Across the rows a stripe fetches the lines that the next
 * stripe writes, also in the next block; but not past the last row, since these lines may be
 * another core's. */
static void stripes(const struct way *way, struct rows to, struct rows from, size_t rows,
	size_t columns, bool last)
{
	size_t lanes = way->kernel->lanes;
	struct stripe_run along = { rows / way->high, LINE, way->high * from.stride, SIZE_MAX };
	struct stripe_run across = { columns / lanes, lanes * to.stride, lanes * way->item, last };
	struct stripe_run inner = way->along ? along : across, outer = way->along ? across : along;

	for (; outer.count--; to.at += outer.to, from.at += outer.from)
		if (way->past)
			run_past(way, to, from, &inner);
		else
			way->kernel->run(to, from, &inner);
}

/* Transposes all whole stripes, block by block; then the edges. */
static void striped(
	const struct way *way, struct rows to, struct rows from, size_t rows, size_t columns)
{
	size_t whole = rows - rows % way->high, wide = columns - columns % way->kernel->lanes;
	size_t side = (way->past ? BLOCK_PAST : BLOCK) * way->high, item = way->item;

	for (size_t i = 0; i < whole; i += side)
		for (size_t j = 0; j < wide; j += side)
			stripes(way, rows_at(to, j, i * item), rows_at(from, i, j * item),
				size_least(side, whole - i), size_least(side, wide - j),
				wide - j <= side);
	move_block(
		rows_at(to, wide, 0), rows_at(from, 0, wide * item), whole, columns - wide, item);
	move_block(
		rows_at(to, 0, whole * item), rows_at(from, whole, 0), rows - whole, columns, item);
}

/* Returns the number of rows of `from` before the first whole line of `to`, or 0 if the rows of
 * `to` begin at different places of a line. */
static size_t front_of(struct rows to, size_t rows, size_t item)
{
	size_t front = -(uintptr_t)to.at % LINE;

	return to.stride % LINE || front % item ? 0 : size_least(front / item, rows);
}

static void unstriped(struct rows to, struct rows from, size_t rows, size_t columns, size_t item)
{
	size_t side = item * 8 < LINE ? LINE / item : 8;

	for (size_t i = 0; i < rows; i += side)
		for (size_t j = 0; j < columns; j += side)
			move_block(rows_at(to, j, i * item), rows_at(from, i, j * item),
				size_least(side, rows - i), size_least(side, columns - j), item);
}

void transpose_block(struct rows to, struct rows from, const struct block *b)
{
	struct way way = {
		.kernel = kernel_of(b->item, b->older), .item = b->item, .along = b->along
	};
	size_t front;

	if (!way.kernel) {
		unstriped(to, from, b->rows, b->columns, b->item);
		return;
	}
	front = front_of(to, b->rows, b->item);
	way.high = LINE / b->item;
	way.past = b->past && !(to.stride % LINE || (uintptr_t)(to.at + front * b->item) % LINE);
	move_block(to, from, front, b->columns, b->item);
	striped(&way, rows_at(to, 0, front * b->item), rows_at(from, front, 0), b->rows - front,
		b->columns);
	if (way.past)
		copy_done();
}
