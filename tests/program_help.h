/* Programs by hand, for the tests of the runtime: broadcast and all-reduce on a cube. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_PROGRAM_HELP_H
#define TESTS_PROGRAM_HELP_H

#include <stdlib.h>
#include "plan/program/program.h"
#include "runtime/ring/ring.h"

/* One instruction more, with one extent in each run; bytes = 0: with none. */
static inline struct instruction *program_add(
	struct program *program, enum action action, int port, uint32_t peer)
{
	program->instruction = realloc(
		program->instruction, (program->instructions + 1) * sizeof *program->instruction);
	program->instruction[program->instructions] = (struct instruction){
		.action = (uint8_t)action, .port = (uint16_t)port, .peer = peer
	};
	return &program->instruction[program->instructions++];
}

static inline uint32_t program_extent(
	struct program *program, enum space space, size_t offset, size_t bytes)
{
	program->extent =
		realloc(program->extent, (program->extents + 1) * sizeof *program->extent);
	program->extent[program->extents] = (struct extent){ offset, bytes, space };
	return (uint32_t)program->extents++;
}

static inline void program_clear(struct program *program)
{
	free(program->instruction);
	free(program->extent);
}

/* Sends, takes or folds the whole buffer. */
static inline void program_whole(struct program *program, enum action action, int port, int peer,
	enum space space, size_t bytes)
{
	uint32_t e = bytes ? program_extent(program, space, 0, bytes) : 0;
	struct instruction *i = program_add(program, action, port, (uint32_t)peer);

	i->bytes = bytes;
	i->count = bytes ? 1 : 0;
	i->extents = i->left = e;
}

static inline void program_await(struct program *program, int port, int peer, uint32_t count)
{
	program_add(program, AWAIT_RETURN, port, (uint32_t)peer)->count = count;
}

/* OUTPUT[bytes] of the root to all, along the spanning binomial tree: with c = v xor root, the
 * parent is behind the lowest bit of c, the children are behind the ones below it. */
static inline void program_broadcast(
	struct program *program, int dimensions, int v, int root, size_t bytes)
{
	int c = v ^ root, low = c ? __builtin_ctz((unsigned)c) : dimensions;

	*program = (struct program){ .output = bytes };
	if (c)
		program_whole(program, TAKE_PACKET, low, v ^ 1 << low, OUTPUT, bytes);
	for (int d = low - 1; d >= 0; d--)
		program_whole(program, SEND_PACKET, d, v ^ 1 << d, OUTPUT, bytes);
	for (int d = low - 1; d >= 0 && bytes > SLOT_INLINE; d--)
		program_await(program, d, v ^ 1 << d, 1);
}

/* OUTPUT = INPUT, then exchange and fold across each dimension. Large packets are lent, so what
 * comes goes to SCRATCH until one's own have returned. */
static inline void program_allreduce(struct program *program, int dimensions, int v, size_t bytes)
{
	bool lent = bytes > SLOT_INLINE;

	*program = (struct program){ .input = bytes, .output = bytes, .scratch = lent ? bytes : 0 };
	program_whole(program, COPY_BYTES, 0, v, OUTPUT, bytes);
	program->instruction->left = program_extent(program, INPUT, 0, bytes);
	for (int d = 0; d < dimensions; d++) {
		program_whole(program, SEND_PACKET, d, v ^ 1 << d, OUTPUT, bytes);
		program_whole(program, lent ? TAKE_PACKET : FOLD_PACKET, d, v ^ 1 << d,
			lent ? SCRATCH : OUTPUT, bytes);
		if (!lent)
			continue;
		program_await(program, d, v ^ 1 << d, 1);
		program_whole(program, FOLD_BYTES, d, v, OUTPUT, bytes);
		program->instruction[program->instructions - 1].right =
			program_extent(program, SCRATCH, 0, bytes);
	}
}

#endif
