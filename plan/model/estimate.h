/* Estimates: the time of a plan for a size, from what its hops amount to, without binding it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ESTIMATE_H
#define PLAN_MODEL_ESTIMATE_H

#include "plan/binding.h"
#include "plan/model/machine.h"

/* Links that take beta for a packet and tau for a byte, served by so many threads that run at once:
 * on threads it is they who move all the bytes, and each piece costs them something of its own. */
struct rates {
	double beta, tau;
	int threads;
	double piece;
	double packet; /* what a packet costs a thread, waiting aside; 0: beta */
	bool here; /* of this machine's threads: packets are followed over them (threads.h), and what
		      was measured of them counts more. Then beta is the way between two threads
		      alone, and: */
	double stall; /* seconds for which a packet from another thread keeps its receiver's waiting */
	double long_beta, long_stall; /* of a packet whose bytes are not in its flag's line */
	double folded_tau; /* seconds for a byte between nodes of one thread */
	double fold;	   /* seconds more for a packet that is combined with what its receiver has */
	const struct machine *levels; /* a machine of levels, in place of all this; or NULL */
};

/* Plans of more hops than that are not simulated on machines of levels: INFINITY. */
enum {
	ESTIMATED_HOPS = 1 << 22
};

/* On this machine's threads what thread_cost says; on a machine of levels the simulated time. Else the
 * larger of two times: of the steps one after another, as on a machine of links, and of all packets
 * shared by the threads. Where parts are of few elements and differ, steps are counted as they are cut, or in
 * large plans bounded by the largest part. INFINITY: the plan can not be bound, or is too large to be simulated. 0 or
 * -ENOMEM with why. */
int plan_estimate(double *seconds, const struct plan *plan, const struct binding *binding,
	const struct rates *rates);

/* The packet size with the least estimate: that of binding_best_packet, which is right for machines
 * whose links all work at once, or none (0). 0 or -ENOMEM with why. */
int plan_best_packet(size_t *packet, const struct plan *plan, size_t bytes, size_t element,
	const struct rates *rates);

#endif
