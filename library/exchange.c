/* Implements exchanges of messages with all neighbours of a list at the same time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/messages.h"

enum {
	FEW = 16 /* neighbours for whose messages the stack has room */
};

/* The messages of a list, the sends first: two for each neighbour. */
struct exchange {
	const char *name;
	struct message_request few[2 * FEW], *request;
	struct strided few_rows[2 * FEW], *rows; /* of subarrays */
	int count;				 /* messages */
};

/* ---- Neighbours with buffers in one piece ---- */

static void list_messages(struct exchange *e, const struct grove_neighbour *n, int count)
{
	for (int i = 0; i < count; i++)
		if (n[i].node != GROVE_NOBODY)
			e->request[e->count++] = (struct message_request){ SEND_MESSAGE, n[i].node,
				0, (void *)(uintptr_t)n[i].out, n[i].out_bytes };
	for (int i = 0; i < count; i++)
		if (n[i].node != GROVE_NOBODY)
			e->request[e->count++] = (struct message_request){ RECEIVE_MESSAGE,
				n[i].node, 0, n[i].in, n[i].in_bytes, true };
}

/* ---- Neighbours with subarrays ---- */

static int add_subarray(struct exchange *e, const struct message_request *message,
	const struct grove_subarray *subarray)
{
	struct message_request *r = &e->request[e->count];

	*r = *message;
	r->size = subarray_bytes(subarray);
	return message_subarray(r, &e->rows[e->count++], subarray, e->name);
}

static int list_subarrays(struct exchange *e, const struct grove_neighbour_subarray *n, int count)
{
	int error = 0;

	for (int i = 0; i < count && !error; i++)
		if (n[i].node != GROVE_NOBODY)
			error = add_subarray(e,
				&(struct message_request){
					SEND_MESSAGE, n[i].node, 0, (void *)(uintptr_t)n[i].out },
				&n[i].out_subarray);
	for (int i = 0; i < count && !error; i++)
		if (n[i].node != GROVE_NOBODY)
			error = add_subarray(e,
				&(struct message_request){
					RECEIVE_MESSAGE, n[i].node, 0, n[i].in, 0, true },
				&n[i].in_subarray);
	return error;
}

/* ---- Both ---- */

static int check(const struct exchange *e, const void *me, const void *list, int count)
{
	return me && (list || !count) && count >= 0
		       ? 0
		       : why(EINVAL, "%s: the node or the list is NULL, or its length is negative",
				 e->name);
}

/* Takes memory for a long list. */
static int open(struct exchange *e, int count, bool rows)
{
	bool many = count > FEW;

	e->count = 0;
	e->request = many ? calloc((size_t)count, 2 * sizeof *e->request) : e->few;
	e->rows = many && rows ? calloc((size_t)count, 2 * sizeof *e->rows) : e->few_rows;
	return e->request && e->rows
		       ? 0
		       : why(ENOMEM, "%s: no memory for %d neighbours", e->name, count);
}

static void close(struct exchange *e)
{
	if (e->request != e->few)
		free(e->request);
	if (e->rows != e->few_rows)
		free(e->rows);
}

static int run(struct exchange *e, struct grove_node *me)
{
	int error = 0;

	for (int i = 0; i < e->count && !error; i++)
		if (e->request[i].peer < 0)
			error = why(EINVAL, "%s: there is no node %d", e->name, e->request[i].peer);
	return error ? error : messages_call(node_inside(me), e->request, e->count, e->name);
}

int grove_exchange(struct grove_node *me, const struct grove_neighbour *neighbours, int count)
{
	struct exchange e;
	int error;

	e.name = "grove_exchange";
	error = check(&e, me, neighbours, count);
	if (error)
		return error;
	error = open(&e, count, false);
	if (!error) {
		list_messages(&e, neighbours, count);
		error = run(&e, me);
	}
	close(&e);
	return why_answer(error);
}

int grove_exchange_subarrays(
	struct grove_node *me, const struct grove_neighbour_subarray *neighbours, int count)
{
	struct exchange e;
	int error;

	e.name = "grove_exchange_subarrays";
	error = check(&e, me, neighbours, count);
	if (error)
		return error;
	error = open(&e, count, true);
	if (!error)
		error = list_subarrays(&e, neighbours, count);
	if (!error)
		error = run(&e, me);
	close(&e);
	return why_answer(error);
}
