/* Turns: which rounds are under way, and which bytes their parts are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_TURNS_H
#define PLAN_TURNS_H

#include "plan/packet_walk.h"
#include "plan/schedule.h"

/* A turn takes an interval. In turn k a hop of stage s does its part of round k - s, if there
 * is such a round and the hop is done in rounds of its kind. A plan that is not pipelined is
 * one turn of one round. */
struct turn_stage {
	uint64_t visit;		 /* when the rest was found out; an earlier one: it is stale */
	const struct range *row; /* the parts of the round that is in this stage */
	unsigned kind;		 /* of that round; 0: there is none */
};

struct turns {
	const struct plan *plan;
	const struct cutting *cutting;
	uint64_t count;	     /* of turns */
	uint64_t now, visit; /* this turn; how many turns were gone to */
	int32_t interval, stages;
	bool news;		  /* parts have no bytes, and go all the same */
	size_t parts;		  /* of a round, over all slices */
	struct turn_stage *stage; /* [stages] */
	struct range *row;	  /* [stages * parts] round q in row q mod stages */
	uint64_t *held;		  /* [stages] 1 + the round in each row; 0: none */
};

/* 0 or -ENOMEM with why. turns_free takes turns that are all zeros. */
int turns_open(struct turns *turns, const struct plan *plan, const struct cutting *cutting);
void turns_free(struct turns *turns);

/* Makes one turn of one round that has these parts, which turns_free frees. */
void turns_take_row(struct turns *turns, struct range *row);

/* Goes to a turn: mostly the next one, but it may be any. */
static inline void turns_go(struct turns *turns, uint64_t turn)
{
	turns->now = turn;
	turns->visit++;
}

/* Finds out about a stage in this turn. */
void turns_enter(struct turns *turns, size_t stage);

/* The bytes that this part of the round in that stage has in this turn; NULL: none, or not for
 * hops that are absent in such rounds. */
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

/* The bytes that a hop carries in this turn; NULL: it is not done. */
static inline const struct range *turns_bytes(struct turns *turns, const struct hop *hop)
{
	return turns_part(turns, (size_t)hop_stage(turns->plan, hop), hop->part, hop->absent);
}

#endif
