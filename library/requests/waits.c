/* Tests the requests of grove.h, and waits for one, any or all of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/requests/requests.h"

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
