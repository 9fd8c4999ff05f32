/* The problem: which collective, by which algorithm, on which network, under which rules. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_PROBLEM_H
#define PLAN_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "plan/collective.h"
#include "topology/network.h"

/* Port models nest: whatever obeys one obeys all behind it. In one step a node may
 *	SINGLE		send one packet or receive one
 *	EXCHANGE	use one link, in both directions
 *	SENDRECV	send one packet and receive one, ports may differ
 *	ALL		use every link in both directions                                      */
enum ports {
	SINGLE,
	EXCHANGE,
	SENDRECV,
	ALL
};

/* HALF: a link carries one direction in a step. */
enum duplex {
	HALF,
	FULL
};

enum {
	ALGORITHM_NAME = 32
};

/* What a plan is made for. It has no size: bytes and packets are bound later (binding.h). */
struct problem {
	enum collective collective;
	char algorithm[ALGORITHM_NAME]; /* "nesbt" */
	char order[ALGORITHM_NAME];	/* a schedule's variant; "" the usual one */
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


/* Whether root, destination and permutation are of the network's nodes. 0, or -EINVAL with why. */
int problem_check(const struct problem *problem);

/* 0, or -EINVAL with why it is not one. */
int permutation_check(const int *permutation, int nodes);

#endif
