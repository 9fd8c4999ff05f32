/* Finds the rounds of a turn, and cuts the blocks of rounds into parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/turns.h"

int turns_open(struct turns *turns, const struct plan *plan, const struct cutting *cutting)
{
	size_t stages, parts = (size_t)plan_pieces(plan);

	*turns = (struct turns){ .plan = plan, .cutting = cutting, .parts = parts };
	turns->interval = plan->pipelined ? plan->interval : plan->times;
	turns->stages = plan->times ? (plan->times - 1) / turns->interval + 1 : 1;
	turns->count = plan->times ? cutting->rounds + (uint64_t)turns->stages - 1 : 0;
	turns->news = !collective_has_bytes(plan->problem.collective);
	stages = (size_t)turns->stages;
	turns->stage = array_zeros(stages, sizeof *turns->stage);
	turns->row = array_new(stages * parts, sizeof *turns->row);
	turns->held = array_zeros(stages, sizeof *turns->held);
	if (!turns->stage || !turns->row || !turns->held) {
		turns_free(turns);
		return why(
			ENOMEM, "no memory for the rounds of a plan on %s", plan->problem.net.name);
	}
	return 0;
}

void turns_free(struct turns *turns)
{
	free(turns->stage);
	free(turns->row);
	free(turns->held);
	*turns = (struct turns){ 0 };
}

void turns_take_row(struct turns *turns, struct range *row)
{
	free(turns->row);
	turns->row = row;
	turns->held[0] = 1;
	turns->stages = 1;
	turns->count = 1;
}

/* Returns the parts of round q. Rounds that are in progress at the same time have different
 * rows. */
static const struct range *row_of(struct turns *turns, uint64_t q)
{
	size_t i = (size_t)(q % (uint64_t)turns->stages);
	struct range *row = turns->row + i * turns->parts;

	for (size_t p = 0; p < turns->parts && turns->held[i] != q + 1; p++)
		cutting_part(
			turns->cutting, turns->plan, q, (uint32_t)p, &row[p].begin, &row[p].end);
	turns->held[i] = q + 1;
	return row;
}

void turns_enter(struct turns *turns, size_t stage)
{
	struct turn_stage *s = &turns->stage[stage];
	uint64_t q = turns->now - stage, rounds = turns->cutting->rounds;

	*s = (struct turn_stage){ .visit = turns->visit };
	if (stage <= turns->now && q < rounds) {
		s->row = row_of(turns, q);
		s->kind = round_kind(q, rounds);
	}
}

void turns_sized_bytes(const struct turns *turns, const struct hop *hop, struct range *range)
{
	uint64_t round = turns->now - (uint64_t)hop_stage(turns->plan, hop);
	struct cutting own = *turns->cutting;

	own.elements = own.sizes[range->block] / own.element;
	cutting_part(&own, turns->plan, round, hop->part, &range->begin, &range->end);
}
