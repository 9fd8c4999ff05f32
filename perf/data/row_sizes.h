/* Blocks with sizes of their own: the rules by which a benchmark chooses sizes, and their
 * tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_ROW_SIZES_H
#define PERF_DATA_ROW_SIZES_H

#include <stddef.h>
#include <stdint.h>
#include "plan/problem.h"

/* The number of a block is its node: the origin in a gather and an allgather, otherwise the
 * destination. The mean of the sizes is the size of the row, to the next whole element. */
enum size_rule_kind {
	SIZES_NONE,   /* no rule: a collective whose blocks have one size */
	SIZES_EVEN,   /* all blocks have the mean size */
	SIZES_LINEAR, /* from 0 for node 0 to twice the mean for the last node */
	SIZES_RANDOM, /* from 0 to twice the mean, another size for each block */
	SIZES_ONE     /* the last node has all bytes */
};

struct size_rule {
	enum size_rule_kind kind;
	uint32_t seed; /* of SIZES_RANDOM */
};

enum {
	SIZE_RULE_TEXT = 24
};

/* Returns the first word of a rule: "even", "linear", "random", "one". */
static inline const char *size_rule_name(enum size_rule_kind kind)
{
	static const char *const names[] = { "", "even", "linear", "random", "one" };

	return names[kind];
}

/* Writes a rule as the option --sizes takes the rule: "random:7". */
const char *size_rule_text(char text[SIZE_RULE_TEXT], struct size_rule rule);

/* Returns the size of the block from a node to a node. Every size is a multiple of the element, as
 * is `bytes`, the mean. */
size_t size_by_rule(const struct problem *problem, struct size_rule rule, size_t bytes,
	size_t element, int from, int to);

/* The blocks of a node's buffers, one after another, as grove.h's sized verbs take them: an entry
 * for each block. */
struct sized_buffers {
	size_t *in_bytes, *in_at, *out_bytes, *out_at;
	size_t input, output; /* bytes of the whole buffers */
};

struct row_sizes {
	struct sized_buffers *node;
	size_t *memory;
};

typedef size_t size_function(const void *context, int from, int to);

/* Makes the tables of all nodes from the size of each pair of nodes. A folded block comes from node
 * 0 for this purpose. Returns 0, or -ENOMEM with why. */
int row_sizes_open(struct row_sizes **sizes, const struct problem *problem, size_function *size,
	const void *context);
void row_sizes_close(struct row_sizes *sizes); /* NULL is fine */

#endif
