/* Each verb by its name, with the reference's inputs, which are compared with what it leaves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_VERBS_H
#define TESTS_VERBS_H

#include "tests/reference.h"
#include "tests/teams.h"

static const char *const verb_names[] = { "broadcast", "reduce", "scatter", "gather", "allgather",
	"reducescatter", "allreduce", "alltoall", "permute", "barrier", "scan", "exscan" };

/* Calls the function of that name. */
static inline int call_verb(struct grove_node *me, const struct grove_operation *o)
{
	size_t n = o->count;

	if (!strcmp(o->verb, "broadcast"))
		return grove_broadcast(me, o->out, n, o->root);
	if (!strcmp(o->verb, "reduce"))
		return grove_reduce(me, o->in, o->out, n, o->type, o->fold, o->root);
	if (!strcmp(o->verb, "scatter"))
		return grove_scatter(me, o->in, o->out, n, o->root);
	if (!strcmp(o->verb, "gather"))
		return grove_gather(me, o->in, o->out, n, o->root);
	if (!strcmp(o->verb, "allgather"))
		return grove_allgather(me, o->in, o->out, n);
	if (!strcmp(o->verb, "reducescatter"))
		return grove_reducescatter(me, o->in, o->out, n, o->type, o->fold);
	if (!strcmp(o->verb, "allreduce"))
		return grove_allreduce(me, o->in, o->out, n, o->type, o->fold);
	if (!strcmp(o->verb, "scan"))
		return grove_scan(me, o->in, o->out, n, o->type, o->fold);
	if (!strcmp(o->verb, "exscan"))
		return grove_exscan(me, o->in, o->out, n, o->type, o->fold);
	if (!strcmp(o->verb, "alltoall"))
		return grove_alltoall(me, o->in, o->out, n);
	if (!strcmp(o->verb, "permute"))
		return grove_permute(me, o->in, o->out, n, o->permutation);
	return grove_barrier(me);
}

static inline int try_verb(struct grove_node *me, const struct case_of *c)
{
	size_t room = (size_t)c->nodes * c->bytes + 1;
	FREED unsigned char *in = malloc(room), *out = calloc(room, 1);
	int v = grove_node_number(me), error;

	for (size_t i = 0; i < room; i++)
		in[i] = given(v, i);
	if (is(c, "broadcast") && v == c->root)
		memcpy(out, in, room);
	error = call_verb(me, &(struct grove_operation){ .verb = c->collective,
				      .in = in,
				      .out = out,
				      .count = c->bytes,
				      .type = GROVE_U8,
				      .fold = GROVE_SUM,
				      .root = c->root,
				      .permutation = c->permutation });
	for (size_t i = 0; !error && i < output_blocks(c, v) * c->bytes; i++)
		error = out[i] == expected(c, v, i) ? 0 : -EBADMSG;
	if (error)
		fprintf(stderr, "# %s of %zu bytes, node %d of %d: %s\n", c->collective, c->bytes,
			v, c->nodes, grove_why());
	return error;
}

#endif
