/* Keeps the memory of a node's requests, and the programs that requests run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
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

static void program_let_go(struct program *program)
{
	if (program && !--program->users && program->dropped)
		program_free(program);
}

void program_keep(struct program **kept, const struct call *call)
{
	struct program *program = (struct program *)(uintptr_t)call->program;

	program->users++;
	program_let_go(*kept);
	*kept = program;
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
