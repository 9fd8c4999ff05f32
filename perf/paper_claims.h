/* Headlines: what the papers promise of one schedule against another, as a table. */
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
	const char *order;	 /* NULL: the usual one */
};

/* Where the two are compared. */
struct setting {
	int n;	       /* of the network: "cube:n" */
	double nodes;  /* N */
	double bytes;  /* M, of one block */
	size_t packet; /* B; 0: no limit; GROVE_PACKET_AUTO: the best for the pace */
	double beta, tau;
};

/* `before` takes ratio(setting) times as long as `after`. */
struct paper_claim {
	const char *name, *text;
	const char *limit; /* of the ratio, for long messages */
	const char *citation;
	const char *network; /* with %1$d for n: "cube:%1$d" */
	int from, to, by;    /* n */
	struct contender before, after;
	/* A block is so many packets of 1024 bytes; or is so many bytes in the blocks of all nodes
	 * together, in packets without a limit; or takes so many start-ups' time, in the best packets. */
	size_t packets, bytes;
	double (*length)(int n);
	double (*ratio)(const struct setting *setting);
};

/* The i-th headline, NULL behind the last; the one of that name, or NULL. */
const struct paper_claim *paper_claim_at(int i);
const struct paper_claim *paper_claim_named(const char *name);

/* The name of its network for that n. */
void paper_claim_network(const struct paper_claim *headline, int n, char name[NETWORK_NAME]);

/* The setting for one n, with links of that pace. */
struct setting paper_claim_setting(
	const struct paper_claim *headline, int n, int nodes, const struct grove_pace *pace);

#endif
