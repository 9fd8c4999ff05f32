/* Estimates give the time of a plan for a size from the plan's figures, without a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ESTIMATE_H
#define PLAN_MODEL_ESTIMATE_H

#include "plan/binding.h"
#include "plan/forward.h"
#include "plan/costs/machine.h"
#include "plan/costs/data_state.h"

struct cost_memo;

/* The costs of links, each with beta for a packet and tau for a byte, which are served by a number
 * of threads that run at once. The threads move all bytes themselves, and each piece costs a thread
 * something more. */
struct rates {
	double beta, tau;
	int threads;
	double piece;
	double packet; /* the time of a thread for a packet, without waiting; 0: beta */
	/* a machine with levels, instead of all other costs; or NULL */
	const struct machine *levels;
	/* The measured costs of this machine's threads; NULL: another machine. thread_time.h
	 * replays plans with these costs, for data in this state that are forwarded in this way,
	 * and measurements of the threads count more than the figures. */
	const struct machine *here;
	size_t cache; /* bytes of the last-level cache; 0: not known */
	enum data_state data;
	enum forward forward;
	const char *source;	/* of the costs, for people; NULL: `here`, or none */
	struct cost_memo *memo; /* of `here`, for many estimates in a row; or NULL */
};

/* The limit of hops for simulations on machines with levels. Larger plans get INFINITY. */
enum {
	ESTIMATED_HOPS = 1 << 22
};

/* Estimates the seconds of a plan: the time of thread_time on this machine's threads, and the
 * simulated time on a machine with levels. In other cases the estimate is the larger of two times:
 * the time of the steps one after another, as on a machine of links, and the time of all packets
 * divided among the threads. Where parts have few elements and differ in size, steps are counted
 * with their true sizes; in large plans the largest part is a bound. INFINITY means that the plan
 * can not be bound, or is too large to be simulated. Returns 0, or -ENOMEM with why. */
int plan_estimate(double *seconds, const struct plan *plan, const struct binding *binding,
	const struct rates *rates);

/* The time of a plan with a packet size; 0: blocks are left whole. */
struct estimate {
	double seconds;
	size_t packet;
};

/* Chooses the packet size with the smaller estimate: the size of binding_best_packet, which is
 * right for machines with links that all work at once, or 0. Returns 0, or -ENOMEM with why. */
int plan_best_estimate(struct estimate *best, const struct plan *plan, const struct binding *whole,
	const struct rates *rates);

/* Finds that packet size. */
int plan_best_packet(size_t *packet, const struct plan *plan, size_t bytes, size_t element,
	const struct rates *rates);

#endif
