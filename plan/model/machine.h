/* Machines: the start-up and transfer times that simulations and predictions assume. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_MACHINE_H
#define PLAN_MODEL_MACHINE_H

#include "plan/model/hierarchy.h"

/* memcpy in bytes a second, by one core and by two at once; 0: not known. */
struct copy_limits {
	double cached[2], memory[2];
};

/* What is 0 is not there: beta and tau alone are the papers' machine. */
struct machine {
	const char *name, *text, *citation;
	double beta;	 /* seconds for each packet */
	double tau;	 /* seconds for each byte */
	size_t internal; /* bytes: the machine's own system cuts what is larger; 0: nothing */
	double again;	 /* seconds for each further packet that it makes */
	double serial; /* where a node may use all ports: the share of a packet's time for which its
			    other ports wait; 0: they overlap, 1: they do not */
	double packet; /* of machines with levels: seconds for which a packet keeps a core at each
			    end busy, whatever else is on its way (the o of LogP) */
	double fold;		 /* calibrated: seconds more for a packet that its receiver combines */
	double piece;		 /* calibrated: seconds for each piece of a packet, beside its bytes */
	/* calibrated: of a packet between threads, for one whose bytes lie in the line of its flag, and for
	 * longer ones: seconds on its way, and for which its receiver's core waits for its lines whenever
	 * it came */
	struct link_loop_cost {
		double way, stall;
	} crossing[2];
	struct copy_limits copy; /* calibrated */
	struct link_class class[PAIR_CLASSES]; /* of machines with levels, and of calibrated ones */
	size_t cache; /* bytes of one last-level cache; 0: not known, all is held by caches */
	struct hierarchy hierarchy; /* none: all links cost beta and tau */
};

/* The i-th machine, NULL behind the last; the one of that name, or NULL. */
const struct machine *machine_at(int i);
const struct machine *machine_named(const char *name);

/* Seconds for one packet. */
double machine_time(const struct machine *machine, size_t bytes);

/* What the link between two of `nodes` nodes costs, as they lie on the levels of a machine with
 * levels. */
const struct link_class *machine_link(const struct machine *machine, int nodes, int from, int to);

#endif
