/* Keeps the memory of a node's requests. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "library/node_program.h"
#include "library/plan_cache.h"

void kept_request_add(struct cached_node *kept, struct kept_request *request)
{
	request->next = kept->requests;
	if (request->next)
		request->next->before = request;
	kept->requests = request;
}

void kept_requests_pass(struct cached_node *kept)
{
	for (struct kept_request *r = kept->requests; r; r = r->next)
		r->past = true;
}

void kept_request_free(struct cached_node *kept, struct kept_request *request)
{
	if (request->before)
		request->before->next = request->next;
	else
		kept->requests = request->next;
	if (request->next)
		request->next->before = request->before;
	program_let_go(request->first);
	program_let_go(request->program);
	free(request->exchange);
	free(request->blocks);
	packed_memory_free(&request->packed);
	free(request);
}
