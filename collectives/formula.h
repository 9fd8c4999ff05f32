/* Formulas: the closed forms of the papers, and ours, for what a plan's schedule takes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FORMULA_H
#define COLLECTIVES_FORMULA_H

#include "plan/problem.h"

/* T = S beta + V tau: S start-ups, V the sum over steps of the largest transfer in bytes. In the
 * texts n is the number of digits (dimensions on a cube), N the nodes, M the bytes of a block, B
 * those of a packet (without a limit: M/n or M of what is pipelined, and else the whole batch),
 * k_i the radices, h the links to the destination, C(n,l) the binomial coefficient, [l=1] one for
 * l = 1 and else nothing, e_l the ways in which l digits can be other than 0.
 *
 * S and V are those of the simulator, to the byte, when the divisions in the text leave no rest:
 * when formula_cuts divides M, and, for what is pipelined, ceil(M/B) divides M. Otherwise the parts
 * of a block differ by an element: then S holds for what is pipelined as it stands, and V is what
 * unequal parts take on the average, where the simulator counts the largest. At sizes near one
 * element for each part, some of them are empty, and nothing is promised.                       */

/* The size of step i in units of M / cuts; negative behind the last step. */
typedef double formula_size(const struct network *net, int i);

/* The steps that so many packets take. */
typedef double formula_steps(const struct problem *problem, double packets);

enum {
	PER_DIMENSION = 1, /* cuts: M is cut in n parts, one for each rotated tree */
	PER_NODE = 2,	   /* M is cut in N slices, one for each node */
	TWICE = 4,	   /* every step is done twice: by the reverse, or in the other direction */
	AGAIN = 8,	   /* and twice again */
	EACH_PORT = 16,	   /* every step is n steps, one port after another */
	WHOLE = 32,	   /* known only where packets are not limited */
	NOT_A_SQUARE = 64, /* n > 2: on a square the trees share no link, and are pipelined */
	ONE_WAY = 128	   /* the reverse takes some steps more when n does not divide ceil(M/B) */
};

struct formula {
	enum collective collective;
	const char *algorithm, *order, *kind; /* kind of network: "cube"; NULL: any with digits */
	unsigned ports;			      /* bit p: holds under port model p */
	unsigned how;			      /* the flags above */
	formula_size *size;		      /* of what is batched */
	formula_steps *steps;		      /* of what is pipelined: S = steps(P), V = S M / P */
	const char *text, *citation;
};

/* The i-th formula, NULL behind the last. */
const struct formula *formula_at(int i);

/* The formula of a problem; NULL where none is known. Reverses share them: reduce, gather and
 * reduce-scatter have those of broadcast, scatter and allgather. With duplex half there is none,
 * but under SINGLE, where it makes no difference. */
const struct formula *formula_of(const struct problem *problem);

/* In how many parts the formula cuts a block: 1, n, N or n N. */
int formula_cuts(const struct formula *formula, const struct problem *problem);

/* S and V of a problem that the formula is for, for blocks of that many bytes and packets of at
 * most `packet`; 0: no limit. 0, or -ENOENT when it is not known for limited packets. */
int formula_apply(const struct formula *formula, const struct problem *problem, size_t bytes,
	size_t packet, double *steps, double *volume);

#endif
