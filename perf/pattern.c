/* Fills buffers so that every byte tells who sent it, and checks where the bytes have gone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "perf/value.h"
#include "plan/promise.h"

enum {
	GUARD_BYTE = 0x5c,
	CHUNK = 4096
};

/* Where a block of an output comes from: that block of node `from`'s input; -1: of all inputs. */
struct source {
	int from, block;
};

/* The reference: what each collective promises, from the words of grove.h alone. */
static struct source source_of(const struct problem *problem, int v, int i)
{
	int u = 0;

	switch (problem->collective) {
	case SCATTER:
		return (struct source){ problem->root, v };
	case GATHER:
	case ALLGATHER:
		return (struct source){ i, 0 };
	case ALLTOALL:
		return (struct source){ i, v };
	case PERMUTE:
		while (problem->permutation[u] != v)
			u++;
		return (struct source){ u, 0 };
	case REDUCESCATTER:
		return (struct source){ -1, v };
	case REDUCE:
	case ALLREDUCE:
		return (struct source){ -1, 0 };
	default:
		return (struct source){ problem->root, 0 };
	}
}

static void source_read(const struct pattern *pattern, struct source source, size_t begin,
	size_t end, unsigned char *to)
{
	unsigned char more[VALUE_CHUNK];

	value_fill(pattern, source.from < 0 ? 0 : source.from, source.block, begin, end, to);
	for (int u = 1; source.from < 0 && u < pattern->problem.net.nodes; u++) {
		value_fill(pattern, u, source.block, begin, end, more);
		value_combine(pattern, to, more, end - begin);
	}
}

int pattern_expect(const struct pattern *pattern, int v, int i, size_t begin, size_t end,
	unsigned char *expected)
{
	struct source source = source_of(&pattern->problem, v, i);
	size_t piece;

	for (; begin < end; begin += piece, expected += piece) {
		piece = VALUE_CHUNK / value_element(pattern) * value_element(pattern);
		piece = end - begin < piece ? end - begin : piece;
		source_read(pattern, source, begin, begin + piece, expected);
	}
	return source.from;
}

size_t pattern_input_bytes(const struct pattern *pattern, int v)
{
	return (size_t)promise_input_blocks(&pattern->problem, v) * pattern->bytes;
}

size_t pattern_output_bytes(const struct pattern *pattern, int v)
{
	return (size_t)promise_output_blocks(&pattern->problem, v) * pattern->bytes;
}

/* A collective that begins in its output begins at its root. */
static bool begins_there(const struct problem *problem, int v)
{
	return v == problem->root &&
	       (problem->collective == BROADCAST || problem->collective == SEND);
}

/* Bytes of one buffer, and what must be there. Kept while the next one must hold the same, as all
 * outputs of an all-reduce do. */
struct chunk {
	struct source source;
	size_t begin, end;
	unsigned char expected[VALUE_CHUNK];
};

static void chunk_read(const struct pattern *pattern, struct chunk *chunk, struct source source)
{
	if (source.from == chunk->source.from && source.block == chunk->source.block)
		return;
	chunk->source = source;
	source_read(pattern, source, chunk->begin, chunk->end, chunk->expected);
}

/* What is done with a chunk of node v's buffer, which stands at `offset` in it. */
typedef void deed(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context);

/* Does it to all chunks of block i of the inputs or outputs of a run of nodes. */
struct round {
	const struct pattern *pattern;
	int first, count;
	const struct pattern_buffers *buffers;
	bool input;
	deed *deed;
	void *context;
};

static void round_chunk(const struct round *round, struct chunk *chunk, int i)
{
	const struct pattern *pattern = round->pattern;
	size_t offset = (size_t)i * pattern->bytes + chunk->begin;

	chunk->source = (struct source){ -2, 0 };
	for (int n = 0; n < round->count; n++) {
		int v = round->first + n;
		int blocks = round->input ? promise_input_blocks(&pattern->problem, v)
					  : promise_output_blocks(&pattern->problem, v);

		if (i >= blocks)
			continue;
		chunk_read(pattern, chunk,
			round->input ? (struct source){ v, i }
				     : source_of(&pattern->problem, v, i));
		round->deed(chunk, v,
			(round->input ? round->buffers[n].in : round->buffers[n].out) + offset,
			offset, round->context);
	}
}

static int round_blocks(const struct round *round)
{
	const struct problem *problem = &round->pattern->problem;
	int most = 0;

	for (int v = round->first; v < round->first + round->count; v++) {
		int blocks = round->input ? promise_input_blocks(problem, v)
					  : promise_output_blocks(problem, v);

		most = blocks > most ? blocks : most;
	}
	return most;
}

static void round_go(const struct round *round)
{
	int blocks = round_blocks(round);
	const struct pattern *pattern = round->pattern;
	size_t element = value_element(pattern);
	size_t piece = (element > CHUNK ? VALUE_CHUNK : CHUNK) / element * element;
	struct chunk chunk;

	for (int i = 0; i < blocks; i++)
		for (size_t begin = 0; begin < pattern->bytes; begin += piece) {
			chunk.begin = begin;
			chunk.end = pattern->bytes - begin < piece ? pattern->bytes : begin + piece;
			round_chunk(round, &chunk, i);
		}
}

static void fill_input(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context)
{
	(void)v;
	(void)offset;
	(void)context;
	memcpy(at, chunk->expected, chunk->end - chunk->begin);
}

static void fill_output(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context)
{
	const struct pattern *pattern = context;
	unsigned char flip = begins_there(&pattern->problem, v) ? 0 : 0xff;

	(void)offset;
	for (size_t k = 0; k < chunk->end - chunk->begin; k++)
		at[k] = chunk->expected[k] ^ flip;
}

void pattern_fill(
	const struct pattern *pattern, int first, int count, const struct pattern_buffers *buffers)
{
	struct round round = { pattern, first, count, buffers, true, fill_input, NULL };

	round_go(&round);
	round.input = false;
	round.deed = fill_output;
	round.context = (void *)(uintptr_t)pattern;
	round_go(&round);
	for (int n = 0; n < count; n++) {
		if (buffers[n].in)
			memset(buffers[n].in + pattern_input_bytes(pattern, first + n), GUARD_BYTE,
				PATTERN_GUARD);
		if (buffers[n].out)
			memset(buffers[n].out + pattern_output_bytes(pattern, first + n),
				GUARD_BYTE, PATTERN_GUARD);
	}
}

struct finding {
	bool input;
	struct wrong *wrong;
};

/* Of all wrong bytes the first: by node, outputs before inputs, by offset. */
static void wrong_note(struct wrong *wrong, struct wrong new)
{
	if (!wrong->found || new.node < wrong->node ||
		(new.node == wrong->node &&
			(new.input < wrong->input ||
				(new.input == wrong->input &&new.offset < wrong->offset))))
		*wrong = new;
}

static void compare(struct chunk *chunk, int v, unsigned char *at, size_t offset, void *context)
{
	const struct finding *finding = context;
	size_t bytes = chunk->end - chunk->begin, k = 0;

	if (!memcmp(at, chunk->expected, bytes))
		return;
	while (at[k] == chunk->expected[k])
		k++;
	wrong_note(finding->wrong, (struct wrong){ true, finding->input, false, v, offset + k,
					   at[k], chunk->expected[k], chunk->source.from });
}

static void guard_check(
	const unsigned char *buffer, size_t bytes, struct wrong where, struct wrong *wrong)
{
	for (size_t k = 0; buffer && k < PATTERN_GUARD; k++)
		if (buffer[bytes + k] != GUARD_BYTE) {
			where.offset = bytes + k;
			where.got = buffer[bytes + k];
			wrong_note(wrong, where);
			return;
		}
}

bool pattern_check(const struct pattern *pattern, int first, int count,
	const struct pattern_buffers *buffers, struct wrong *wrong)
{
	struct finding finding = { false, wrong };
	struct round round = { pattern, first, count, buffers, false, compare, &finding };

	*wrong = (struct wrong){ 0 };
	round_go(&round);
	round.input = finding.input = true;
	round_go(&round);
	for (int n = 0; n < count; n++) {
		int v = first + n;
		struct wrong where = { true, true, true, v, 0, 0, GUARD_BYTE, -1 };

		guard_check(buffers[n].in, pattern_input_bytes(pattern, v), where, wrong);
		where.input = false;
		guard_check(buffers[n].out, pattern_output_bytes(pattern, v), where, wrong);
	}
	return !wrong->found;
}

void wrong_text(const struct wrong *wrong, char *text, size_t size)
{
	char whose[64];

	snprintf(whose, sizeof whose, wrong->from < 0 ? ", combined from all" : ", from node %d",
		wrong->from);
	snprintf(text, size, "node %d, byte %zu of its %s%s: 0x%02x where 0x%02x belongs%s",
		wrong->node, wrong->offset, wrong->input ? "input" : "output",
		wrong->guard ? " (behind its end)" : "", wrong->got, wrong->expected,
		wrong->guard ? "" : whose);
}
