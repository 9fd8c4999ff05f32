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
 * parts of a block, and K_j the sum over k = 0 ... j of 1/C(j,k). formula_text.h has the rest of
 * the language: the text itself is evaluated, except for formulas with `figures` or `steps`, whose
 * texts name the counted quantities.
 *
 * S and V equal the simulator's S and V to the byte, if the divisions in the text leave no rest: if
 * formula_cuts divides M, and, for pipelined plans, ceil(M/B) divides M, all in elements. Otherwise
 * the parts of a block differ by an element, and no part is larger than in the next longer message
 * that leaves no rest. So the figures of that message are an upper bound. */

/* Counts the steps of so many packets; NAN if there is no memory to count. */
typedef double formula_steps(const struct problem *problem, double packets);

/* Computes S and V for formulas without an evaluable text: sums over the links of trees, and
 * packets in groups. The blocks have so many elements that no rest is left; packet 0: no limit.
 * Returns 0, or -ENOENT with why where S and V are unknown. */
typedef int formula_figures(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume);

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
	SMALL = 2048,	   /* known only where packets are no larger than a block, or not limited */
	A_SQUARE = 4096,   /* n = 2 */
	NOT_A_SQUARE = 64, /* n > 2: on a square the trees share no link, and are pipelined */
	HALF_TOO = 256,	   /* holds with duplex half as well, without being SINGLE */
	ASYNCHRONOUS = 512, /* S and V are for packets that leave as early as possible */
	AT_MOST = 32768,    /* a bound for all messages */
	IN_TWOS = 8192,	    /* packets hold two parts, on trees of congestion two */
	SHORTER = 16384,    /* a bound where the last round is not full */
	EVEN = 1024,	    /* a pipelined plan has as many packets in every round */
	ONE_WAY = 128 /* the reverse takes some steps more when n does not divide ceil(M/B), or has
		       * another name */
};

struct formula {
	enum collective collective;
	const char *algorithm, *order, *kind; /* kind of network: "cube"; NULL: any with digits. No
					       * algorithm: any, on any network, in any order */
	unsigned ports;			      /* bit p: holds under port model p */
	unsigned how;			      /* the flags above */
	const char *text, *citation;
	formula_figures *figures;   /* in place of the text, where the text has no formula */
	formula_parts *parts;	    /* in place of the flags */
	formula_holds *holds;	    /* NULL: always */
	formula_figures *other;	    /* the time is the larger of two; NULL: a single time */
	formula_while *while_short; /* NULL: on every machine */
	formula_steps
		*steps; /* in place of the text's S, where steps are counted; V = S M / P */
	formula_parts
		*lanes; /* for plans in groups: the largest packet of a group is a part of so
			 * many */
};

/* Returns the i-th formula, NULL after the last. */
const struct formula *formula_at(int i);

/* Returns the formula of a problem; NULL where no formula is known. Reverses share formulas:
 * reduce, gather and reduce-scatter have the formulas of broadcast, scatter and allgather. With
 * duplex half there is a formula only under SINGLE, where the duplex makes no difference, and where
 * the formula says so. */
const struct formula *formula_of(const struct problem *problem);

/* Returns the number of parts in which the formula cuts a block: 1, n, N or n N. */
int formula_cuts(const struct formula *formula, const struct problem *problem);

/* Returns true if packets follow one another: the text has "B tau". */
bool formula_pipelined(const struct formula *formula);

/* Returns the number of packets in which the formula cuts a pipelined block of so many elements. */
double formula_packets(const struct formula *formula, const struct problem *problem,
	double elements, double packet);

/* Returns the steps of a pipelined plan for so many packets; NAN if there is no memory to count. */
double formula_count_steps(
	const struct formula *formula, const struct problem *problem, double packets);

/* The values of a formula for a message. */
struct closed {
	double steps, volume; /* S; V in bytes */
	double seconds;	      /* on a machine */
	bool at_most;	      /* an upper bound, not the schedule's exact time */
};

/* Computes S and V of a problem that the formula is for; the root is ignored. Returns 0; -ENOENT
 * when the formula is unknown for such messages, or for limited packets; -ENOMEM. */
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
