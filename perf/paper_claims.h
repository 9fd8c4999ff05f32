/* Describes the papers' claims: how much faster a schedule is than another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PAPER_CLAIMS_H
#define PERF_PAPER_CLAIMS_H

#include "grove.h"
#include "plan/problem.h"

/* A schedule; a send goes to the last node. */
struct contender {
	enum collective collective;
	const char *algorithm;
	enum ports ports;
	const char *permutation; /* of permute; else NULL */
	const char *order;	 /* NULL: the usual order */
};

/* The message and the links of a comparison. */
struct setting {
	double bytes;  /* M, of a block */
	size_t packet; /* B; 0: no limit; GROVE_PACKET_AUTO: the best for the pace */
	double beta, tau;
};

/* A claim: `before` takes that many times as long as `after`. */
struct paper_claim {
	const char *name, *text;
	const char *limit; /* of the ratio */
	const char *citation;
	const char *network; /* with %1$d for n: "cube:%1$d" */
	int from, to, by;    /* n */
	struct contender before, after;
	/* The message: `packets` packets of 1024 bytes in a block; or `bytes` bytes in the blocks
	 * of all nodes together, without a limit of packets; or a block of the bytes that a
	 * formula gives, in the best packets. */
	size_t packets, bytes;
	const char *length, *ratio; /* formulas */
	const char *lengths; /* the messages for which the limit holds; NULL: long messages */
};

/* Return the i-th claim, NULL after the last; and the claim of that name, or NULL. */
const struct paper_claim *paper_claim_at(int i);
const struct paper_claim *paper_claim_named(const char *name);

/* Writes the name of the claim's network for n. */
void paper_claim_network(const struct paper_claim *claim, int n, char name[NETWORK_NAME]);

/* Returns the setting on the network, with links of that pace. */
struct setting paper_claim_setting(const struct paper_claim *claim, const struct network *net,
	const struct grove_pace *pace);

/* Returns the ratio that the paper promises. */
double paper_claim_ratio(const struct paper_claim *claim, const struct network *net,
	const struct setting *setting);

#endif
