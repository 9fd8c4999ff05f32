/* Runs a plan on all nodes of a team, in guarded buffers, and checks them against the reference. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXECUTION_HELP_H
#define TESTS_EXECUTION_HELP_H

#include <stdlib.h>
#include "collectives/registry.h"
#include "grove.h"
#include "tests/reference.h"

enum {
	GUARD = 64,
	GUARD_BYTE = 0xa5,
	MOST_NODES = 64
};

/* One node's buffers, with guards after them. */
struct memory {
	unsigned char *in, *out;
	size_t in_bytes, out_bytes;
};

/* Whether the algorithm is for this destination and permutation. */
static inline bool is_served(const struct network *net, const struct grove_problem *problem)
{
	struct problem own = { .net = *net,
		.root = problem->root,
		.destination = problem->destination,
		.permutation = (int *)(uintptr_t)problem->permutation };

	collective_named(&own.collective, problem->collective);
	snprintf(own.algorithm, sizeof own.algorithm, "%s", problem->algorithm);
	return !algorithm_serves(&own);
}

/* What is served: else opposite corners, or inversion. */
static inline void serve(
	const struct network *net, struct grove_problem *problem, struct case_of *c)
{
	static int reversal[MOST_NODES];

	for (int v = 0; v < net->nodes; v++)
		reversal[v] = net->nodes - 1 - v;
	if (!is_served(net, problem)) {
		problem->destination = net->nodes - 1 - problem->root;
		problem->permutation = c->permutation = c->permutation ? reversal : NULL;
	}
	c->root = problem->root;
	c->destination = problem->destination;
}

static inline unsigned char *guarded(size_t bytes)
{
	unsigned char *p = malloc(bytes + GUARD);

	assert_non_null(p);
	memset(p, GUARD_BYTE, bytes + GUARD);
	return p;
}

static inline void fill(struct memory *m, const struct case_of *c, int v)
{
	bool in_output = is(c, "broadcast") || is(c, "send");

	m->in_bytes = input_blocks(c, v) * c->bytes;
	m->out_bytes = output_blocks(c, v) * c->bytes;
	m->in = guarded(m->in_bytes);
	m->out = guarded(is(c, "exscan") ? c->bytes : m->out_bytes); /* node 0's stays as it was */
	for (size_t i = 0; i < m->in_bytes; i++)
		m->in[i] = given(v, i);
	for (size_t i = 0; in_output && v == c->root && i < m->out_bytes; i++)
		m->out[i] = given(v, i);
}

static inline bool untouched(const unsigned char *guard)
{
	for (int i = 0; i < GUARD; i++)
		if (guard[i] != GUARD_BYTE)
			return false;
	return true;
}

static inline void check(const struct memory *m, const struct case_of *c, int v, const char *what)
{
	enum origin origin = origin_of(c);

	for (size_t i = 0; i < m->out_bytes; i++)
		if (m->out[i] != expected_from(origin, c, v, i))
			fail_msg("%s: node %d, byte %zu of %zu: %d, not %d", what, v, i,
				m->out_bytes, m->out[i], expected(c, v, i));
	for (size_t i = 0; i < m->in_bytes; i++)
		if (m->in[i] != given(v, i))
			fail_msg("%s: node %d: its input was written", what, v);
	if (!untouched(m->in + m->in_bytes) || !untouched(m->out + m->out_bytes))
		fail_msg("%s: node %d: written past a buffer", what, v);
}

static inline void run(struct grove_team *team, const struct grove_plan *plan,
	const struct case_of *c, const char *what)
{
	struct memory memory[MOST_NODES];
	struct grove_buffers buffers[MOST_NODES];

	for (int v = 0; v < c->nodes; v++) {
		fill(&memory[v], c, v);
		buffers[v] = (struct grove_buffers){ memory[v].in, memory[v].out };
	}
	if (grove_team_execute(team, plan, buffers, c->bytes))
		fail_msg("%s: %s", what, grove_why());
	for (int v = 0; v < c->nodes; v++) {
		check(&memory[v], c, v, what);
		free(memory[v].in);
		free(memory[v].out);
	}
}

#endif
