/* A replay follows the steps of all nodes on the clocks of the threads that serve the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_REPLAY_H
#define PLAN_MODEL_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "plan/costs/operation_costs.h"

/* A packet between two nodes. */
struct load {
	int64_t time; /* packets of a time are sent before any is received */
	int32_t from, to;
	uint32_t pieces;
	double bytes;
	uint64_t key; /* the first block */
	bool fold;    /* the receiver combines */
	bool late;    /* the receiver combines after its own bytes have come back */
	bool halves;  /* between threads each end combines a half for both ends */
	/* Set by the replay. */
	bool sent, helps; /* helps: the sender has nothing else to do */
	double ready;	  /* the receiver can take the packet */
};

enum step_kind {
	STEP_SEND,    /* the packet of this number */
	STEP_RECEIVE, /* the packet of this number */
	STEP_COPY,    /* the node's own block */
	STEP_READ     /* the block of the node of this number, by reference */
};

struct step {
	enum step_kind kind;
	uint32_t of;
};

/* The steps of all nodes: of node v from first[v] to first[v + 1] - 1. */
struct replay {
	int nodes, threads;
	size_t loads, steps;
	struct load *load;
	struct step *step;
	size_t *first;
	double block;			 /* bytes that STEP_COPY and STEP_READ move */
	bool distinct;			 /* a node never sends the same bytes twice */
	bool *past;			 /* by node: the node's copies go past the caches */
	struct operation_costs costs[2]; /* [1]: for nodes with copies past the caches */
	double half; /* set by the replay: the seconds until half of the packets had landed */
};

/* Returns the seconds from the first step to the last return of a packet. Returns a negative number
 * if the steps wait for each other in a circle, and NAN if memory is short. */
double replay_run(struct replay *replay);

#endif
