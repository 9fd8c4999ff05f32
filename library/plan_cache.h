/* Declares the caches of a team and its nodes: plans that the verbs chose, programs, calls, and
 * link costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_PLAN_CACHE_H
#define LIBRARY_PLAN_CACHE_H

#include <pthread.h>
#include "grove_measure.h"
#include "library/library_internal.h"
#include "library/block_memory.h"

enum {
	PREPARED = 64 /* operations of a thread's nodes */
};

/* What a verb asks of a plan. */
struct plan_key {
	enum collective collective;
	size_t bytes;
	int type;
	struct grove_fold fold;
	int root;   /* where a plan is for a single root (network_symmetric); else 0 */
	bool sized; /* by reference, and each block has a size of its own; bytes is 1 */
	/* Chosen when the nodes have exchanged sizes, in another order on each node: bytes is the
	 * least of its class. */
	bool late;
};

/* The call for which the blocks of a node were placed. */
struct placed_call {
	const struct program *program; /* NULL: no call */
	size_t class;		       /* sized_calls.c */
	const void *input, *output;
	bool in_packed, out_packed; /* the blocks lie one after another */
};

/* The memory of a request of the application (library/requests). A request begins with this. */
struct kept_request {
	struct kept_request *next, *before;
	struct program *first;	 /* of the exchange of sizes; NULL: none */
	struct program *program; /* that the request runs; NULL: none */
	void *exchange;		 /* of sizes; NULL: none */
	struct block_memory memory;
	bool past; /* the team has healed since the last start, so that start does not count */
};

struct cached_node {
	struct program *dropped;    /* by the table, in a call: freed when it has ended */
	struct block_memory memory; /* of calls with sizes, with subarrays, or in place */
	struct placed_call placed;  /* of memory.placed */
	struct kept_request *requests;
	struct native_choice *native; /* native_choice.h */
	struct problem problem; /* what semantics need of the present call with sizes */
};

/* A plan that the verbs chose, for blocks of [2^(class - 1), 2^class) bytes. */
struct cached_plan {
	struct cached_plan *next;
	int class;
	bool sized, late;
	int users; /* prepared operations, and nodes that prepare one */
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
	struct quick_machine *quick;	 /* without a calibration; NULL: not measured yet */
	struct cached_node *node;	 /* [nodes] */
	struct call *call;		 /* [nodes], for grove_team_execute */
	struct prepared_table *prepared; /* [tables]: prepared.h */
	struct program **programs;	 /* of these tables */
	int tables;
	uint64_t fits_number; /* the last plan and block size whose programs fit memory */
	size_t fits_bytes;
	/* of the links, for choices; finding them reads files of the system */
	struct rates rates;
	bool rated;
	int *places;		 /* the processes of nodes; NULL: all nodes are in this process */
	struct grove_pace costs; /* of links between processes; tau 0: no such links */
	struct native_group *native; /* native_choice.h; NULL: none yet */
	bool leveled;		      /* links have several costs: */
	struct machine levels;	      /* rank_levels.h */
	int *cores;		      /* of these levels, of each node; or NULL */
};

/* The requests of a node are in a list, as their memory ends with the team at the latest. */
void kept_request_add(struct cached_node *kept, struct kept_request *request);
void kept_request_free(struct cached_node *kept, struct kept_request *request);

/* Finds the plan that a verb runs, and counts a user of the plan; all nodes of a team get the same
 * plan. Every permutation has a plan of its own, which goes with its last user. */
int plans_find(struct team *team, const struct plan_key *key, const int *permutation,
	struct grove_plan **plan);
void plans_release(struct team *team, const struct grove_plan *plan);

#endif
