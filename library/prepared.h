/* Prepared operations: what a node's call needs besides its buffers, found by the arguments. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_PREPARED_H
#define LIBRARY_PREPARED_H

#include "library/plan_cache.h"

/* What a node asks of a collective, by a verb, by name, by a plan, or by a request. Every verb
 * fills one in, so it has no gaps. */
struct collective_request {
	enum collective collective;
	int type; /* of a collective that folds, without a plan */
	int root;
	/* Of `blocks`: the own block lies in both buffers; of a fold: all blocks (in_place.c). */
	bool in_place;
	const struct grove_plan *plan; /* the caller's; NULL: chosen */
	const void *in;
	void *out;
	size_t count; /* of a collective that folds, without a plan: elements; else bytes */
	const struct grove_fold *fold;
	const int *permutation;
	bool begins; /* the operation begins with this call: the array is that of all nodes */
	/* Each block has a size of its own (library/sized); NULL: all blocks are equal. */
	const struct grove_blocks *blocks;
	uint64_t sizes;	 /* 0: equal blocks; SIZED_BY_CALL; or a hash of all sizes */
	uint64_t places; /* of a hash of all sizes: a hash of the places of the node's blocks */
};

enum {
	SIZED_BY_CALL = 1 /* the nodes say the sizes with each call, and `count` is not used */
};

/* The arguments of an operation but its buffers: equal words, equal operations. */
enum {
	KEY_WORDS = 7
};

struct operation_key {
	uint64_t word[KEY_WORDS];
};

/* An operation with the arguments of an earlier one finds its call prepared. The buffers may
 * differ; only the buffers are checked again. A permutation is compared by its numbers, as the
 * caller may have changed the array; once in an operation that begins where nodes of a thread share
 * an array, as all nodes of an operation have the same permutation.
 *
 * The nodes of a thread share a table: their calls differ only in programs and buffers. A call of
 * one node after another then touches a single entry and neighbouring words, where a table for each
 * node would lie on other pages for each node. */
struct prepared {
	struct operation_key key;
	struct prepared *next; /* of the same chain */
	int *permutation;      /* a copy, or NULL */
	uint64_t used;		  /* when the thread last searched for the entry; 0: it is empty */
	struct grove_plan *plan;  /* chosen, and counted by this entry; NULL: the caller's */
	struct program **program; /* [nodes of the thread]; NULL: the node is not prepared */
	int latest;		  /* the node of the thread that was prepared last */
	struct call call;	      /* program and buffers: of the last caller */
};

struct prepared_table {
	struct team *team;
	int first, nodes; /* the nodes of the thread */
	uint64_t searches;
	struct prepared *last;				   /* that was found last, or NULL */
	/* The caller's array that a node of the thread compared in that operation, with the
	 * permutation of that entry; NULL: none. */
	const int *compared;
	const struct prepared *equal;
	uint64_t operation;
	struct prepared *chain[PREPARED], entry[PREPARED]; /* 64 chains: six bits */
};

/* Makes a table for each thread of the team: `kept` of its worker. Returns 0 or -ENOMEM. */
int prepared_open(struct cached_team *kept);
void prepared_free(struct cached_team *kept);

/* The numbers of operations begin again. */
void prepared_renew(struct cached_team *kept);

/* Returns the prepared call of that node for such a request, or NULL. The call holds until another
 * node of the thread asks; its buffers are the last caller's. The program holds until the thread
 * has prepared PREPARED other operations. */
struct call *prepared_find(struct node *me, const struct collective_request *r);

/* What is made for a call. */
struct made_call {
	const struct grove_plan *plan;
	/* the same, with a count; NULL: the plan is the request's, or another node of the thread
	 * counts */
	struct grove_plan *chosen;
	struct program *program;
	struct native_choice *native; /* or NULL */
	size_t bytes;		      /* for messages */
	/* of another node of the thread, for the same request; NULL: none */
	const struct program *beside;
	int beside_node;
};

/* Finds what the thread has prepared for such a request of another node: a chosen plan, and a
 * program, which was checked against the memory. */
void prepared_beside(
	struct made_call *made, const struct node *me, const struct collective_request *r);

/* Keeps a call of that node for the request. The table then owns the program, and counts as a user
 * of the chosen plan. With an error nothing is kept, and only the count goes. Returns the error, 0,
 * or -ENOMEM with why. */
int prepared_add(struct call **call, struct node *me, const struct collective_request *r,
	const struct made_call *made, int error);

/* Fills in a call, which is the table's, as that of prepared_find. Returns 0, -EINVAL or -ENOMEM
 * with why. */
int call_prepare(struct node *me, const struct collective_request *r, struct call **call);

/* Carries out a request of a node, which may be NULL, as a verb. Returns 0, or -errno with
 * why. */
int call_run(struct node *me, const struct collective_request *r);

/* ---- What is prepared for the first time (prepare_call.c) ---- */

/* Returns the name of the verb, "alltoallv" if each block has a size of its own. */
const char *call_name(const struct collective_request *r);

/* Returns that name of a collective with sizes, or NULL if there is none. */
const char *sized_name(enum collective collective);

/* Checks the root, the fold and the permutation of a verb. Returns 0, or -EINVAL with why. */
int call_check(const struct node *me, const struct collective_request *r);

/* Takes the plan of the request, or chooses a plan for blocks of that many bytes, or for `sized` or
 * `late` ones (struct plan_key). Returns 0 or -errno with why. */
int call_plan(struct made_call *made, const struct node *me, const struct collective_request *r,
	const struct plan_key *size);

/* Prepares the call of a request without `blocks`, but for its buffers. */
int call_prepare_new(struct node *me, const struct collective_request *r, struct call **call);

/* Returns the request to run a plan. */
static inline struct collective_request plan_request(
	const struct grove_plan *plan, const void *in, void *out, size_t bytes)
{
	return (struct collective_request){ .collective = plan->problem.collective,
		.type = 0,
		.root = plan->problem.root,
		.in_place = false,
		.plan = plan,
		.in = in,
		.out = out,
		.count = bytes,
		.fold = NULL,
		.permutation = NULL,
		.blocks = NULL,
		.sizes = 0,
		.places = 0 };
}

#endif
