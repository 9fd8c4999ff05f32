/* Declares the caches of a team and its nodes: plans that the verbs chose, programs, calls, and
 * link costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_PLAN_CACHE_H
#define LIBRARY_PLAN_CACHE_H

#include <pthread.h>
#include "grove_measure.h"
#include "library/library_internal.h"
#include "library/packed_memory.h"

enum {
	KEPT_PROGRAMS = 64,
	KEPT_VERBS = 16,
	KEPT_CALLS = 64,
	EVICTED = 16,
	KEPT_PERMUTATIONS = 16,
	KEPT_DIRECT = 64
};

/* A program and the arguments of its lowering. */
struct cached_program {
	uint64_t number; /* the plan's number */
	size_t bytes;
	int root;
	bool in_place;
	uint64_t sizes; /* 0: blocks of equal size; SIZED_BY_CALL; or a hash of all sizes */
	const struct block_sizes *table; /* of the hash; NULL in the cache */
	struct program *program;
};

enum {
	SIZED_BY_CALL = 1 /* by reference: the nodes say the sizes with each call */
};

/* The arguments of a verb, and the plan that serves these arguments. */
struct cached_verb {
	enum collective collective;
	size_t bytes;
	int type;
	struct grove_fold fold; /* by value: the caller may reuse the memory */
	int root;		/* where a plan is for a single root (network_symmetric); else 0 */
	bool sized;		/* by reference, and each block has a size of its own; bytes is 1 */
	/* Chosen when the nodes have exchanged sizes, in another order on each node: bytes is the
	 * least of its class. */
	bool late;
	struct grove_plan *plan; /* the team owns the plan; NULL: an empty entry */
};

/* A program of a node's own, which gets new sizes with each call (sized/direct_calls.c). */
struct direct_program {
	uint64_t number; /* the plan's number; 0: an empty entry */
	int root, class; /* class: of the bytes of both buffers, as trials compare like with like */
	struct program *pattern; /* offsets of extents are the places of blocks in their buffers */
	struct program own;
};

/* The last call in which each block had a size of its own. */
struct cached_sized_call {
	enum collective collective;
	uint64_t number; /* of the caller's plan; 0: a verb */
	int root;
	bool in_place;
	bool in_packed, out_packed; /* the blocks lie one after another */
	struct call call;	    /* program NULL: no call */
};

/* The memory of a request of the application (library/requests). A request begins with this. */
struct kept_request {
	struct kept_request *next, *before;
	struct program *first;	    /* of the exchange of sizes; NULL: none */
	struct program *program;    /* that the request runs; NULL: none */
	void *exchange;		    /* of sizes; NULL: none */
	struct sized_block *blocks; /* NULL: no block has a size of its own */
	struct packed_memory packed;
	bool past; /* the team has healed since the last start, so the node counts this start no more */
};

struct cached_node {
	struct cached_program program[KEPT_PROGRAMS];
	struct cached_verb verb[KEPT_VERBS];
	/* Programs pushed out of the table. Calls prepared earlier may still run these programs. */
	struct program *evicted[EVICTED];
	unsigned evictions;
	struct sized_block *blocks; /* [blocks_room], of a call in which blocks have sizes */
	size_t *sizes;		    /* [sizes_room], of a call by copy */
	size_t blocks_room, sizes_room;
	struct direct_program *direct;	     /* [KEPT_DIRECT], or NULL */
	struct cached_sized_call sized_call; /* of the list `blocks` */
	struct packed_memory packed;	     /* of calls with subarrays, or in place */
	struct kept_request *requests;
	struct problem problem; /* what semantics need of the present call with sizes */
};

/* A plan that the verbs chose, for blocks of [2^(class - 1), 2^class) bytes. */
struct cached_plan {
	struct cached_plan *next;
	int class;
	bool sized, late;
	int users; /* nodes between plans_find and plans_release */
	struct grove_plan *plan;
};

/* A machine of the costs that a team measures where nothing was calibrated. */
struct quick_machine {
	struct measured_costs costs;
	struct machine machine;
};

struct cached_team {
	struct team *team;
	pthread_mutex_t lock; /* guards the members below; never held in a collective */
	struct cached_plan *plans;
	struct quick_machine *quick;	      /* without a calibration; NULL: not measured yet */
	struct channels *channels;	      /* of messages */
	struct cached_node *node;	      /* [nodes] */
	struct call *call;		      /* [nodes], for grove_team_execute */
	struct kept_calls *calls;	      /* [tables]: kept_calls.h */
	const struct program **call_programs; /* of these tables */
	int tables;
	uint64_t fits_number; /* the last plan and block size whose programs fit memory */
	size_t fits_bytes;
	/* of the links, for choices; finding them reads files of the system */
	struct rates rates;
	bool rated;
	int *places;		 /* the processes of nodes; NULL: all nodes are in this process */
	struct grove_pace costs; /* of links between processes; tau 0: no such links */
	bool leveled;		 /* links have several costs: */
	struct machine levels;	 /* rank_levels.h */
	int *cores;		 /* of these levels, of each node; or NULL */
};

/* Finds a node's program for a plan in the cache, or lowers the plan now. The key has all but the
 * plan's number and the program. */
int programs_find(struct node *me, const struct grove_plan *plan, struct cached_program key,
	const struct program **program);

/* Programs that are pushed out of the cache are freed when no request needs them. program_keep
 * replaces the program that a request needs by that of a call. */
void program_keep(struct program **kept, const struct call *call);
void kept_request_add(struct cached_node *kept, struct kept_request *request);
void kept_request_free(struct cached_node *kept, struct kept_request *request);
void kept_requests_pass(struct cached_node *kept); /* the team heals */

/* Finds the plan that a verb runs; all nodes of a team get the same plan. Every permutation has a
 * plan of its own, and only the last few are kept: the caller must release such a plan after
 * preparing the call. */
int plans_find(struct team *team, const struct cached_verb *key, const int *permutation,
	struct grove_plan **plan);
void plans_release(struct team *team, const struct grove_plan *plan);

/* Finds the plan that a verb runs in a small table of the node for recent calls, or by plans_find.
 */
int verb_plan_find(struct node *me, const struct cached_verb *key, const int *permutation,
	struct grove_plan **plan);

/* Returns true if both folds have the same function and context. */
bool folds_equal(const struct grove_fold *a, const struct grove_fold *b);

#endif
