/* What a team and its nodes keep between calls: plans chosen by the verbs, programs, costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_PLAN_CACHE_H
#define LIBRARY_PLAN_CACHE_H

#include <pthread.h>
#include "library/library_internal.h"

enum {
	KEPT_PROGRAMS = 64,
	KEPT_VERBS = 16,
	KEPT_CALLS = 64,
	EVICTED = 16,
	KEPT_PERMUTATIONS = 16
};

/* A program, and what it was lowered for. */
struct cached_program {
	uint64_t number; /* of the plan */
	size_t bytes;
	int root;
	bool in_place;
	struct program *program;
};

/* What a verb was asked for, and the plan that serves it. */
struct cached_verb {
	enum collective collective;
	size_t bytes;
	enum grove_type type;
	struct grove_fold fold;	 /* by value: the caller may reuse its memory */
	struct grove_plan *plan; /* belongs to the team; NULL: nothing is kept here */
};

/* A verb's call as it was prepared: with the same arguments it runs again, on any buffers. */
struct cached_call {
	enum collective collective;
	enum grove_type type;
	size_t count;
	int root;
	bool in_place;
	struct grove_fold fold; /* by value, as above */
	struct call call;	/* program NULL: nothing is kept here */
};

struct cached_node {
	struct cached_program program[KEPT_PROGRAMS];
	struct cached_verb verb[KEPT_VERBS];
	struct cached_call call[KEPT_CALLS];
	/* Programs whose places were taken: calls that are prepared already may still run them. */
	struct program *evicted[EVICTED];
	unsigned evictions;
};

/* A plan that the verbs chose, for blocks of [2^(class - 1), 2^class) bytes. */
struct cached_plan {
	struct cached_plan *next;
	int class;
	int users; /* nodes between plans_find and plans_release */
	struct grove_plan *plan;
};

struct cached_team {
	struct team *team;
	pthread_mutex_t lock; /* of what is below; never held in a collective */
	struct cached_plan *plans;
	struct link_costs costs; /* peak 0: not measured yet */
	struct cached_node *node;	 /* [nodes] */
	struct call *call;	 /* [nodes], of grove_team_execute */
	uint64_t fits_number;	 /* the plan, and bytes of its blocks, whose programs were found to fit */
	size_t fits_bytes;
};

/* The program of a node for a plan, kept or made now. */
int programs_find(struct node *me, const struct grove_plan *plan, size_t bytes, int root,
	bool in_place, const struct program **program);

/* The plan that a verb runs: the same one for all nodes of the team. Every permutation has a plan of
 * its own, and only the last few are kept: theirs must be released once the call is prepared. */
int plans_find(struct team *team, const struct cached_verb *key, const int *permutation,
	struct grove_plan **plan);
void plans_release(struct team *team, const struct grove_plan *plan);

/* Whether two folds are the same to whoever calls them. */
bool folds_equal(const struct grove_fold *a, const struct grove_fold *b);

#endif
