/* Compares buffers with the bytes that a collective promises, and finds the first wrong byte. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "perf/data/buffer_walk.h"

struct wrong_bytes {
	bool input;
	struct wrong *wrong;
};

/* Keeps the first wrong byte: by node, then outputs before inputs, then by offset. */
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
	const struct wrong_bytes *finding = context;
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
	struct wrong_bytes finding = { false, wrong };
	struct walk_of walk = { pattern, first, count, buffers, false, compare, &finding };

	*wrong = (struct wrong){ 0 };
	pattern_walk(&walk);
	walk.input = finding.input = true;
	pattern_walk(&walk);
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
		wrong->guard ? " (past its end)" : "", wrong->got, wrong->expected,
		wrong->guard ? "" : whose);
}
