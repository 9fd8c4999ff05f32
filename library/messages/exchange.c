/* Implements exchanges of messages with all neighbours of a list at the same time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/messages/messages.h"
#include "library/plan_cache.h"
#include "runtime/node/team_state.h"

static const char name[] = "grove_exchange";

/* The messages of a list, the sends first: two for each neighbour. */
struct exchange {
	struct message_request *request;
	struct strided *rows; /* of subarrays */
	int count;	      /* messages */
};

static int add(struct exchange *e, const struct message_request *message,
	const struct grove_subarray *subarray)
{
	struct message_request *r = &e->request[e->count];
	struct strided *rows = &e->rows[e->count++];

	*r = *message;
	if (r->peer < 0)
		return why(EINVAL, "%s: there is no node %d", name, r->peer);
	if (!subarray)
		return 0;
	if (r->size)
		return why(EINVAL,
			"%s: a subarray says its bytes, so the bytes beside it are 0, got %zu",
			name, r->size);
	r->size = subarray_bytes(subarray);
	return message_subarray(r, rows, subarray, name);
}

static int list_messages(struct exchange *e, const struct grove_neighbour *neighbours, int count)
{
	int error = 0;

	for (int i = 0; i < 2 * count && !error; i++) {
		const struct grove_neighbour *n = &neighbours[i % count];
		bool sends = i < count;
		struct message_request message = { sends ? SEND_MESSAGE : RECEIVE_MESSAGE, n->node,
			0, sends ? (void *)(uintptr_t)n->out : n->in,
			sends ? n->out_bytes : n->in_bytes, !sends };

		if (n->node != GROVE_NOBODY)
			error = add(e, &message, sends ? n->out_subarray : n->in_subarray);
	}
	return error;
}

/* Takes memory of the node for a list. */
static int open(struct exchange *e, struct node *me, int neighbours)
{
	struct cached_node *kept = me->kept;
	size_t most = 2 * (size_t)neighbours;

	e->count = 0;
	e->request =
		memory_grow(&kept->memory.lists, most * (sizeof *e->request + sizeof *e->rows) + 1);
	e->rows = (struct strided *)(e->request + most);
	return e->request ? 0 : why(ENOMEM, "%s: no memory for %d neighbours", name, neighbours);
}

int grove_exchange(struct grove_node *me, const struct grove_neighbour *neighbours, int count)
{
	struct exchange e;
	int error;

	if (!me || (!neighbours && count) || count < 0)
		return why(EINVAL, "%s: the node or the list is NULL, or its length is negative",
			name);
	/* A call that is refused leaves the lists of the call that it came into. */
	error = node_may_talk(node_inside(me), name);
	if (!error)
		error = open(&e, node_inside(me), count);
	if (!error)
		error = list_messages(&e, neighbours, count);
	if (!error)
		error = messages_call(node_inside(me), e.request, e.count, name);
	return why_answer(error);
}
