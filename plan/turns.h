/* Turns say which rounds are in progress, and which bytes the parts of these rounds are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_TURNS_H
#define PLAN_TURNS_H

#include "plan/packet_walk.h"
#include "plan/schedule.h"

/* A turn is an interval of time. In turn k a hop of stage s does its part of round k - s, if the
 * round exists and the hop is done in rounds of its kind. A plan that is not pipelined is a single
 * turn with a single round. */
struct turn_stage {
	/* the visit for which the stage is valid; an earlier visit: out of date */
	uint64_t visit;
	const struct range *row; /* the parts of the round in this stage */
	unsigned kind;		 /* of the round; 0: no round */
};

struct turns {
	const struct plan *plan;
	const struct cutting *cutting;
	uint64_t count;	     /* of turns */
	uint64_t now, visit; /* this turn; the number of turns visited */
	int32_t interval, stages;
	bool news;		  /* parts have no bytes, and are sent without bytes */
	size_t parts;		  /* of a round, with all slices */
	struct turn_stage *stage; /* [stages] */
	struct range *row;	  /* [stages * parts] round q in row q mod stages */
	uint64_t *held;		  /* [stages] 1 + the round in each row; 0: no round */
};

/* Returns 0, or -ENOMEM with why. turns_free accepts a struct of zeros. */
int turns_open(struct turns *turns, const struct plan *plan, const struct cutting *cutting);
void turns_free(struct turns *turns);

/* Replaces the turns by a single turn with a single round of these parts. turns_free frees the
 * row. */
void turns_take_row(struct turns *turns, struct range *row);

/* Goes to any turn. */
static inline void turns_go(struct turns *turns, uint64_t turn)
{
	turns->now = turn;
	turns->visit++;
}

/* Computes a stage of this turn. */
void turns_enter(struct turns *turns, size_t stage);

/* Returns the bytes of this part of the round in that stage of this turn. Returns NULL if the part
 * has no bytes, or if hops with these absent kinds are not done in the round. */
static inline const struct range *turns_part(
	struct turns *turns, size_t stage, uint32_t part, unsigned absent)
{
	struct turn_stage *s = &turns->stage[stage];
	const struct range *range;

	if (s->visit != turns->visit)
		turns_enter(turns, stage);
	if (!(s->kind & ~absent))
		return NULL;
	range = &s->row[part];
	return range->begin < range->end || turns->news ? range : NULL;
}

/* Returns the bytes that a hop carries in this turn, or NULL if the hop is not done. */
static inline const struct range *turns_bytes(struct turns *turns, const struct hop *hop)
{
	return turns_part(turns, (size_t)hop_stage(turns->plan, hop), hop->part, hop->absent);
}

/* Computes the bytes that a hop carries in this turn where blocks have sizes; range->block is the
 * block. Each block is cut in as many parts. */
void turns_sized_bytes(const struct turns *turns, const struct hop *hop, struct range *range);

#endif
