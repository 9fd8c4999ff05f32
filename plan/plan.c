/* Collects the hops of a plan, and computes the hash of a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/plan.h"
#include "plan/stream.h"

int plan_new(struct plan **plan, const struct problem *problem, int parts)
{
	struct plan *p = calloc(1, sizeof *p);

	if (!p || problem_copy(&p->problem, problem)) {
		free(p);
		return why(ENOMEM, "no memory for a plan");
	}
	p->problem.destination =
		network_untranslate(&problem->net, problem->root, problem->destination);
	if (!collective_keeps_root(problem->collective))
		p->problem.root = 0;
	p->parts = parts;
	*plan = p;
	return 0;
}

int plan_cut(struct plan *plan, const uint32_t *cut)
{
	size_t bytes = ((size_t)plan->parts + 1) * sizeof *cut;

	free(plan->cut);
	plan->cut = malloc(bytes);
	if (!plan->cut)
		return why(ENOMEM, "no memory for the cuts of a plan");
	memcpy(plan->cut, cut, bytes);
	return 0;
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	free(plan->cut);
	stream_free(plan->stream);
	free(plan->problem.permutation);
	free(plan->hop);
	free(plan->entry_of);
	free(plan->entry);
	free(plan->origin);
	free(plan->destination);
	free(plan);
}

int plan_kept(struct plan **plan, int error)
{
	if (!error)
		return 0;
	plan_free(*plan);
	*plan = NULL;
	return error;
}

int plan_add(struct plan *plan, struct hop hop)
{
	int error = array_reserve(&plan->hop, &plan->room, plan->hops + 1, sizeof hop);

	if (!error)
		plan->hop[plan->hops++] = hop;
	return error;
}

static uint64_t pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

static uint64_t hash_stream(uint64_t hash, const struct stream *stream)
{
	hash = hash_word(hash, (uint64_t)stream->interval);
	for (size_t i = 0; i < stream->pieces; i++) {
		const struct stream_piece *piece = &stream->piece[i];

		hash = hash_word(hash, pair(piece->block, piece->part));
		hash = hash_word(hash, pair(piece->port, piece->further));
	}
	return hash;
}

uint64_t plan_hash(const struct plan *plan)
{
	unsigned flags = (unsigned)plan->pipelined | (unsigned)plan->symmetric << 1 |
			 (unsigned)plan->even << 2 | (unsigned)plan->alternating << 3 |
			 (unsigned)plan->short_first << 4 | (unsigned)(plan->stream != NULL) << 5 |
			 (unsigned)(plan->cut != NULL) << 6;
	uint64_t hash = hash_word(pair((uint32_t)plan->parts, (uint32_t)plan->interval), flags);

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];

		hash = hash_word(hash, pair((uint32_t)h->time, (uint32_t)h->from));
		hash = hash_word(hash, pair(h->block, h->part));
		hash = hash_word(hash, pair(h->port, (uint32_t)h->fold << 8 | h->absent));
	}
	for (int i = 0; plan->cut && i <= plan->parts; i++)
		hash = hash_word(hash, plan->cut[i]);
	return plan->stream ? hash_stream(hash, plan->stream) : hash;
}
