/* The costs of an operation: packets, and a byte of each kind of move, in the operation's state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_OPERATION_COSTS_H
#define PLAN_COSTS_OPERATION_COSTS_H

#include "plan/costs/copy_costs.h"

/* The bytes of a move have these places before the move. */
enum bytes_from {
	BYTES_OWN,    /* the sender's input, as the state of the data says */
	BYTES_PASSED, /* written in this operation by the sender's core */
	BYTES_SEEN,   /* read in this operation by the receiver's core */
	BYTES_FROM
};

/* The costs of a packet. The sender and the receiver work for `packet` each, besides the pieces.
 * The packet is on the way for `way`, and the receiver waits for its lines for `stall`, however
 * early it came. */
struct form_costs {
	double way, stall;
};

/* Splits the seconds of an exchange of one packet, and of four packets at once. `packet` is the
 * work for a packet at both ends, with its piece and its call. No cost is below 0, whatever was
 * measured. */
struct form_costs form_split(double one, double four, double packet);

struct operation_costs {
	double call; /* of the operation, for each node */
	double packet, piece, fold;
	double miss; /* to find a line that no cache holds; 0 if caches hold the data */
	struct form_costs inlined, eager, lent;
	double eager_byte; /* from the ring's memory */
	/* seconds for a byte, between nodes of a thread and between threads; while the other
	 * threads rest, and while all threads move bytes */
	double within[BYTES_FROM][2], between[BYTES_FROM][2];
	double both[BYTES_FROM]; /* between threads, by both ends */
	/* seconds until the first line of a piece comes, besides the time of its bytes; 0: the
	 * receiver's core has the bytes */
	double first_line[BYTES_FROM];
	double fold_within[BYTES_FROM][2], fold_between[BYTES_FROM][2], fold_both[BYTES_FROM];
};

/* An operation, as far as its costs depend on it. */
struct operation {
	enum data_state state;
	double touched; /* bytes of the buffers of a core's nodes */
	int threads;
	bool past; /* copies go past the caches */
};

/* Fills in the costs from the tables of a calibrated machine. A machine with a single core has no
 * costs between threads. Returns false if a quantity was not measured. */
bool operation_costs(struct operation_costs *costs, const struct machine *machine,
	const struct operation *operation);

#endif
