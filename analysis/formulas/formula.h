/* Formulas: the closed forms of the papers, and ours, for what a plan's schedule takes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMULAS_FORMULA_H
#define ANALYSIS_FORMULAS_FORMULA_H

#include "plan/binding.h"
#include "plan/model/machine.h"

/* T = S beta + V tau: S start-ups, V the sum over steps of the largest transfer in bytes. In the
 * texts n is the number of digits (dimensions on a cube), N the nodes, M the bytes of a block, B
 * those of a packet (without a limit: M/n or M of what is pipelined, and else the whole batch),
 * k_i the radices (k where they are one), p_i the rounds in which k_i nodes meet in pairs (k - 1, or k of
 * odd k), p the ports of a node, D the diameter, d the dimension of ccc and butterfly, h the links to the
 * destination, N_d the nodes at distance d on a star graph, q the parts that a block is cut in, and K_j the
 * sum over k = 0 ... j of 1/C(j,k). formula_text.h has the rest of their language: the text itself is
 * evaluated, but for the formulas with `figures` or `steps`, whose texts name what is counted.
 *
 * S and V are those of the simulator, to the byte, where the divisions in the text leave no rest: where
 * formula_cuts divides M, and, for what is pipelined, ceil(M/B) divides M, all in elements. Otherwise
 * the parts of a block differ by an element, and no part is larger than in the next longer message
 * that leaves no rest. So the figures of that message are a bound: at most so much. */

/* The steps that so many packets take; NAN where there is no memory to count them. */
typedef double formula_steps(const struct problem *problem, double packets);

/* S and V where no text says them: sums over the links of trees, and packets in groups. For blocks of so many
 * elements that leave no rest; packet 0: no limit. 0, or -ENOENT with why where it is not known. */
typedef int formula_figures(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume);

/* In how many parts a block is cut, where the flags do not say it. */
typedef int formula_parts(const struct problem *problem);

/* Whether it is for this problem, where the columns of the table do not say it. */
typedef bool formula_holds(const struct problem *problem);

/* Whether it holds for blocks of that many bytes on that machine. */
typedef bool formula_while(
	const struct problem *problem, double bytes, const struct machine *machine);

enum {
	PER_DIMENSION = 1, /* cuts: M is cut in n parts, one for each rotated tree */
	PER_NODE = 2,	   /* M is cut in N slices, one for each node */
	WHOLE = 32,	   /* known only where packets are not limited */
	SMALL = 2048,	   /* known only where packets are no larger than a block, or not limited */
	A_SQUARE = 4096,   /* n = 2 */
	NOT_A_SQUARE = 64, /* n > 2: on a square the trees share no link, and are pipelined */
	HALF_TOO = 256,	   /* holds with duplex half as well, without being SINGLE */
	ASYNCHRONOUS = 512, /* S and V are of the time in which packets leave as soon as they can */
	AT_MOST = 32768,    /* a bound for all messages */
	IN_TWOS = 8192,	    /* packets hold two parts, on trees of congestion two */
	SHORTER = 16384,    /* a bound where the last round is not full */
	EVEN = 1024,	    /* what is pipelined has as many packets in every round */
	ONE_WAY = 128 /* the reverse takes some steps more when n does not divide ceil(M/B), or
			     * has another name */
};

struct formula {
	enum collective collective;
	const char *algorithm, *order, *kind; /* kind of network: "cube"; NULL: any with digits. No
						 algorithm: any, on any network, in any order */
	unsigned ports;			      /* bit p: holds under port model p */
	unsigned how;			      /* the flags above */
	const char *text, *citation;
	formula_figures *figures;   /* in place of the text, where no text says it */
	formula_parts *parts;	    /* in place of the flags */
	formula_holds *holds;	    /* NULL: always */
	formula_figures *other;	    /* the time is the larger of two; NULL: there is one */
	formula_while *while_short; /* NULL: on every machine */
	formula_steps
		*steps; /* in place of the text's S, where the steps are counted; V = S M / P */
	formula_parts
		*lanes; /* of what goes in groups: the largest packet of a group is one such part */
};

/* The i-th formula, NULL behind the last. */
const struct formula *formula_at(int i);

/* The formula of a problem; NULL where none is known. Reverses share them: reduce, gather and
 * reduce-scatter have those of broadcast, scatter and allgather. With duplex half there is none,
 * but under SINGLE, where it makes no difference, and where the formula says so. */
const struct formula *formula_of(const struct problem *problem);

/* In how many parts the formula cuts a block: 1, n, N or n N. */
int formula_cuts(const struct formula *formula, const struct problem *problem);

/* Whether packets follow one another: its time has "B tau". */
bool formula_pipelined(const struct formula *formula);

/* The packets in which the formula cuts what is pipelined, for a block of so many elements. */
double formula_packets(const struct formula *formula, const struct problem *problem,
	double elements, double packet);

/* The steps of what is pipelined, for so many packets; NAN where there is no memory to count. */
double formula_count_steps(
	const struct formula *formula, const struct problem *problem, double packets);

/* What a formula says of a message. */
struct closed {
	double steps, volume; /* S; V in bytes */
	double seconds;	      /* on a machine */
	bool at_most;	      /* a bound, and not what the schedule takes */
};

/* S and V of a problem that the formula is for. The root is not looked at. 0; -ENOENT when it is not
 * known for such messages, or for limited packets; -ENOMEM. */
int formula_apply(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, struct closed *closed);

/* The same on a machine. -ENOENT also when the formula does not hold on this one. */
int formula_time(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct closed *closed);

/* The size of packets in bytes at which the formula is least, as a real number, and that time: the
 * tables' B_opt and T_min. For what is batched, its largest batch. */
struct best {
	double packet, seconds;
};

/* The binding's packet is not looked at. 0, or -ENOENT where it is not known: also of blocks with less
 * than an element for each part. */
int formula_best(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best);

#endif
