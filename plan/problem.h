/* A problem names a collective, an algorithm, a network, and the rules for ports and links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROBLEM_H
#define PLAN_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "plan/collective.h"
#include "topology/network.h"

/* The port models, from the strictest on. A schedule that obeys a model obeys all later models. In
 * a step a node may
 *	SINGLE		send a packet or receive a packet
 *	EXCHANGE	use a single link, in both directions
 *	SENDRECV	send a packet and receive a packet, through any two ports
 *	ALL		use every link in both directions
 */
enum ports {
	SINGLE,
	EXCHANGE,
	SENDRECV,
	ALL
};

/* HALF: a link carries packets in only one direction in a step. */
enum duplex {
	HALF,
	FULL
};

enum {
	ALGORITHM_NAME = 32
};

/* The problem that a plan solves. A problem has no size: bytes and packets are bound later
 * (binding.h). */
struct problem {
	enum collective collective;
	char algorithm[ALGORITHM_NAME]; /* "nesbt" */
	char order[ALGORITHM_NAME];	/* the variant of a schedule; "": the usual variant */
	struct network net;
	int root, destination; /* destination: of send */
	enum ports ports;
	enum duplex duplex;
	int *permutation; /* of permute: slice v goes to permutation[v]; borrowed, else NULL */
};

const char *ports_name(enum ports ports);
int ports_named(enum ports *ports, const char *name);
const char *duplex_name(enum duplex duplex);
int duplex_named(enum duplex *duplex, const char *name);

/* Returns the blank that follows a plan's name; "" for a plan without a name. */
static inline const char *name_gap(const struct problem *problem)
{
	return problem->algorithm[0] ? " " : "";
}

/* Copies a problem, with a permutation of its own, which whoever has the copy frees. Returns 0, or
 * -ENOMEM with a copy that has no permutation. */
int problem_copy(struct problem *copy, const struct problem *problem);

/* Checks that root, destination and permutation name nodes of the network. Returns 0, or -EINVAL
 * with why. */
int problem_check(const struct problem *problem);

/* Returns 0 for a permutation, or -EINVAL with why. */
int permutation_check(const int *permutation, int nodes);

#endif
