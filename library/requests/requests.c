/* Implements the requests of grove.h: operations that are started now and waited for later. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/requests/operation.h"
#include "library/sized_struct.h"
#include "runtime/team/abort.h"

/* ---- The life of a request ---- */

/* A persistent request is only prepared here, and started by grove_start. */
static int request_make(struct grove_request **request, struct node *me,
	const struct grove_operation *operation, bool persistent)
{
	struct grove_operation own;
	struct grove_request *new;
	int error = node_may_block(me);

	if (!error)
		error = sized_operation(&own, operation);
	if (error)
		return error;
	new = calloc(1, sizeof *new);
	if (!new)
		return why(ENOMEM, "no memory for a request");
	new->node = me;
	new->persistent = persistent;
	error = operation_prepare(new, &own);
	if (error) {
		packed_memory_free(&new->kept.packed);
		free(new);
		return error;
	}
	kept_request_add(*node_kept(me), &new->kept);
	*request = new;
	return 0;
}

/* After an abort other nodes may still look at the list of blocks, so the request stays until the
 * team is closed. */
static void request_end(struct grove_request *request)
{
	if (team_sound(request->node->team))
		kept_request_free(*node_kept(request->node), &request->kept);
}

static int request_begin(struct grove_request *r)
{
	int error = 0;

	if (r->told)
		*r->told = (struct grove_message){ GROVE_NOBODY, GROVE_ANY, 0 };
	if (r->talks && !r->empty) {
		const struct cached_team *kept = team_kept(node_team(r->node));

		r->run.message.message = r->message;
		error = pending_message_start(&r->run.message, r->node, kept->channels);
	} else if (!r->talks) {
		packed_read(&r->packed);
		sent_blocks_copy(&r->sent);
		pending_call_start(&r->run.call, r->node, &r->call);
	}
	r->active = !error;
	r->kept.past = false;
	if (!error)
		pending_count(r->node, 1);
	return error;
}

static struct pending *pending_of(struct grove_request *r)
{
	return r->talks ? &r->run.message.base : &r->run.call.base;
}

/* A call that returns an error of the team ends all requests of the team. */
static int node_broken(struct node *me)
{
	pending_break(me);
	return team_refuse(node_team(me));
}

/* Tells the body of the end of the request, which is started no more. A request that is not
 * persistent ends. */
static int request_settle(struct grove_request **request)
{
	struct grove_request *r = *request;
	int error = 0;

	r->active = false;
	if (!r->kept.past)
		pending_count(r->node, -1);
	if (!r->empty && pending_of(r)->state == PENDING_FAILED)
		error = node_broken(r->node);
	else if (!r->talks)
		packed_write(&r->packed);
	else if (r->told && !r->empty)
		*r->told = (struct grove_message){ r->run.message.message.peer,
			r->run.message.message.tag, r->run.message.message.size };
	if (r->persistent)
		return error;
	request_end(r);
	*request = NULL;
	return error;
}

static bool is_active(struct grove_request *const *request)
{
	return *request && (*request)->active;
}

/* What a team began before it healed has ended, also if the body was never told. */
static bool is_started(const struct grove_request *request)
{
	return request->active && !request->kept.past;
}

/* Returns 0 if this thread may wait for the request now. A request that has failed with its team can
 * still be waited for. */
static int request_may(struct grove_request *r)
{
	int error = node_may_block(r->node);

	if (!error || team_sound(r->node->team))
		return error;
	return !r->active || r->empty || pending_of(r)->state == PENDING_FAILED ? 0 : error;
}

/* ---- Begin, prepare, start, free ---- */

int grove_begin(struct grove_node *me, const struct grove_operation *operation,
	struct grove_request **request)
{
	struct grove_request *made = NULL;
	int error;

	if (request)
		*request = NULL;
	if (!me || !operation || !request)
		return why(EINVAL, "grove_begin: the node, the operation or the request is NULL");
	error = request_make(&made, node_inside(me), operation, false);
	if (error)
		return why_answer(error);
	error = request_begin(made);
	if (error)
		request_end(made);
	else
		*request = made;
	return why_answer(error);
}

int grove_prepare(struct grove_node *me, const struct grove_operation *operation,
	struct grove_request **request)
{
	if (request)
		*request = NULL;
	if (!me || !operation || !request)
		return why(EINVAL, "grove_prepare: the node, the operation or the request is NULL");
	return why_answer(request_make(request, node_inside(me), operation, true));
}

int grove_start(struct grove_request *request)
{
	int error;

	if (!request)
		return why(EINVAL, "grove_start: the request is NULL");
	error = node_may_block(request->node);
	if (!error && is_started(request))
		error = why(EBUSY, "grove_start: the request is started already");
	return why_answer(error ? error : request_begin(request));
}

int grove_request_free(struct grove_request *request)
{
	int error;

	if (!request)
		return why_answer(0);
	error = request_may(request);
	if (!error && is_started(request))
		error = why(EBUSY, "grove_request_free: the request was not waited for");
	if (!error)
		request_end(request);
	return why_answer(error);
}

/* ---- Test and wait ---- */

int grove_test(struct grove_request **request, int *done)
{
	int error;

	if (done)
		*done = 0;
	if (!request || !done)
		return why(EINVAL, "grove_test: the request or `done` is NULL");
	error = *request ? request_may(*request) : 0;
	if (error)
		return error;
	if (is_active(request)) {
		if (!(*request)->empty && !pending_test(pending_of(*request)))
			return why_answer(0);
		error = request_settle(request);
	}
	*done = !error;
	return why_answer(error);
}

enum {
	FEW = 32 /* requests for which the stack has room */
};

/* The calls and messages of a list of requests; NULL where there is nothing to wait for. */
struct waiting_list {
	struct grove_request **request;
	int count;
	struct pending *few[FEW], **pending;
};

static int list_open(struct waiting_list *list, const char *name)
{
	int error = list->count < 0 || (list->count && !list->request)
			    ? why(EINVAL, "%s: the list is NULL, or its length is negative", name)
			    : 0;

	for (int i = 0; i < list->count && !error; i++)
		if (list->request[i])
			error = request_may(list->request[i]);
	if (error)
		return error;
	list->pending = list->few;
	if (list->count > FEW)
		list->pending = calloc((size_t)list->count, sizeof(struct pending *));
	if (!list->pending)
		return why(ENOMEM, "%s: no memory for %d requests", name, list->count);
	for (int i = 0; i < list->count; i++) {
		struct grove_request **r = &list->request[i];

		list->pending[i] = is_active(r) && !(*r)->empty ? pending_of(*r) : NULL;
	}
	return 0;
}

static void list_close(struct waiting_list *list)
{
	if (list->pending != list->few)
		free(list->pending);
}

/* The first error counts, with its line. */
static int settle_all(struct waiting_list *list)
{
	char line[WHY_BYTES] = "";
	int first = 0;

	for (int i = 0; i < list->count; i++) {
		int error = is_active(&list->request[i]) ? request_settle(&list->request[i]) : 0;

		if (!error || first)
			continue;
		first = error;
		snprintf(line, sizeof line, "%s", why_text());
	}
	return first ? why(-first, "%s", line) : 0;
}

static int wait_all(struct grove_request **requests, int count, const char *name)
{
	struct waiting_list list = { .request = requests, .count = count };
	int error = list_open(&list, name);

	if (error)
		return error;
	pending_wait_all(list.pending, count);
	error = settle_all(&list);
	list_close(&list);
	return error;
}

int grove_wait_all(struct grove_request **requests, int count)
{
	return why_answer(wait_all(requests, count, "grove_wait_all"));
}

int grove_wait(struct grove_request **request)
{
	if (!request)
		return why(EINVAL, "grove_wait: the request is NULL");
	return why_answer(wait_all(request, 1, "grove_wait"));
}

/* Returns the first active request of which there is nothing to wait for, or -1. */
static int first_empty(const struct waiting_list *list)
{
	for (int i = 0; i < list->count; i++)
		if (is_active(&list->request[i]) && !list->pending[i])
			return i;
	return -1;
}

static int wait_any(struct grove_request **requests, int count, int *index)
{
	struct waiting_list list = { .request = requests, .count = count };
	int error = list_open(&list, "grove_wait_any");

	if (error)
		return error;
	*index = first_empty(&list);
	if (*index < 0)
		*index = pending_wait_any(list.pending, count);
	if (*index >= 0)
		error = request_settle(&requests[*index]);
	list_close(&list);
	return error;
}

int grove_wait_any(struct grove_request **requests, int count, int *index)
{
	if (!index)
		return why(EINVAL, "grove_wait_any: the place for the index is NULL");
	*index = -1;
	return why_answer(wait_any(requests, count, index));
}
