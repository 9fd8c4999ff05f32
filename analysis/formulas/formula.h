/* Declares formulas: closed forms for the time of a schedule, from the papers or our own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_H
#define ANALYSIS_FORMULAS_FORMULA_H

#include "plan/binding.h"
#include "plan/costs/machine.h"

/* T = S beta + V tau, with S start-ups and V the sum over steps of the largest packet in bytes. In
 * the texts n is the number of digits (dimensions on a cube), N the nodes, M the bytes of a block,
 * B the bytes of a packet (without a limit: M/n or M for pipelined plans, and else the whole
 * batch), k_i the radices (k where all are equal), p_i the rounds in which k_i nodes meet in pairs
 * (k - 1, or k for odd k), p the ports of a node, D the diameter, d the dimension of ccc and
 * butterfly, h the links to the destination, N_d the nodes at distance d on a star graph, q the
 * parts of a block, and K_j the sum over k = 0 ... j of 1/C(j,k). g is defined by the text: the
 * groups in which all parts of a block are cut. formula_text.h has the rest of the language: the
 * text itself is evaluated. Schedules for which the papers only have sums over the links of trees
 * have no formula here.
 *
 * S and V equal the simulator's S and V to the byte, if the divisions in the text leave no rest: if
 * formula_cuts divides M, and, for pipelined plans, ceil(M/B) divides M, all in elements. Otherwise
 * the parts of a block differ by an element, and no part is larger than in the next longer message
 * that leaves no rest. So the figures of that message are an upper bound. */

/* Returns the number of parts of a block, where the flags do not give the number. */
typedef int formula_parts(const struct problem *problem);

/* Returns true if the formula is for this problem, where the columns of the table do not decide. */
typedef bool formula_holds(const struct problem *problem);

/* Returns true if the formula holds for blocks of that many bytes on that machine. */
typedef bool formula_while(
	const struct problem *problem, double bytes, const struct machine *machine);

enum {
	PER_DIMENSION = 1, /* cuts: M is cut in n parts, a part for each rotated tree */
	PER_NODE = 2,	   /* M is cut in N slices, a slice for each node */
	WHOLE = 32,	   /* known only where packets are not limited */
	SMALL = 4,	   /* known only for packets that are limited to a block or less */
	HALF_TOO = 8,	   /* holds with duplex half as well, without being SINGLE */
	AT_MOST = 16,	   /* a bound for all messages */
	IN_TWOS = 256, /* packets hold two parts; known if a limit leaves a part for each tree */
	SHORTER = 64,  /* a bound where the last round is not full */
	ONE_WAY = 128  /* the reverse takes some steps more when n does not divide ceil(M/B), or has
		       * another name */
};

struct formula {
	enum collective collective;
	const char *algorithm, *order, *kind; /* kind of network: "cube"; NULL: any with digits. No
					       * algorithm: any, on any network, in any order */
	unsigned ports;			      /* bit p: holds under port model p */
	unsigned how;			      /* the flags above */
	const char *text, *citation;
	formula_parts *parts;	    /* instead of the flags */
	formula_holds *holds;	    /* NULL: always */
	formula_while *while_short; /* NULL: on every machine */
};

/* Returns the formula of a problem; NULL where no formula is known. Reverses share formulas:
 * reduce, gather and reduce-scatter have the formulas of broadcast, scatter and allgather. With
 * duplex half there is a formula only under SINGLE, where the duplex makes no difference, and where
 * the formula says so. */
const struct formula *formula_of(const struct problem *problem);

/* Returns the number of parts in which the formula cuts a block: 1, n, N or n N. */
int formula_cuts(const struct formula *formula, const struct problem *problem);

/* Returns true if packets follow one another: the text has "B tau". */
bool formula_pipelined(const struct formula *formula);

/* Returns the steps of a pipelined plan for that many packets. */
double formula_count_steps(
	const struct formula *formula, const struct problem *problem, double packets);

/* The values of a formula for a message. */
struct closed {
	double steps, volume; /* S; V in bytes */
	double seconds;	      /* on a machine; 0 by formula_apply */
	bool at_most;	      /* an upper bound, not the schedule's exact time */
};

/* Computes S and V of a problem that the formula is for; the root is ignored. Returns 0; -ENOENT
 * when the formula is unknown for such messages, or for packets of that limit. */
int formula_apply(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, struct closed *closed);

/* Computes the time on a machine, too. Returns -ENOENT also when the formula does not hold on this
 * machine. */
int formula_time(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct closed *closed);

/* The packet size in bytes with the least time, as a real number, and that time: the tables' B_opt
 * and T_min. For batched plans, the size is the largest batch. */
struct best {
	double packet, seconds;
};

/* Finds the best packet; the binding's packet is ignored. Returns 0, or -ENOENT where the best
 * packet is unknown, as for blocks with less than an element for each part. */
int formula_best(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best);

#endif
