/* A machine has the start-up and transfer times that simulations and predictions assume. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_MACHINE_H
#define PLAN_COSTS_MACHINE_H

#include "plan/costs/hierarchy.h"

/* The rate of memcpy in bytes a second, by a core and by two cores at once; 0: not known. */
struct copy_limits {
	double cached[2], memory[2];
};

struct measured_costs;

/* A cost of 0 does not exist on the machine. The papers' machine has beta and tau only. */
struct machine {
	const char *name, *text, *citation;
	double beta;	 /* seconds for each packet */
	double tau;	 /* seconds for each byte */
	size_t internal; /* bytes: the machine's own system cuts larger packets; 0: no cuts */
	double again;	 /* seconds for each further packet that the system makes */
	/* where a node may use all ports: the share of a packet's time for which the other ports
	 * wait; 0: the ports overlap, 1: the ports take turns */
	double serial;
	/* of machines with levels: seconds for which a packet keeps a core at each end busy,
	 * besides the way (the o of LogP) */
	double packet;
	double fold;  /* calibrated: more seconds for a packet to combine */
	double piece; /* calibrated: seconds for each piece of a packet */
	struct copy_limits copy;	       /* calibrated */
	const struct measured_costs *measured; /* calibrated: copy_costs.h; else NULL */
	struct link_class class[PAIR_CLASSES]; /* of machines with levels or a calibration */
	struct hierarchy hierarchy; /* no levels: all links cost beta and tau */
	const int *core_of;	    /* of each node; NULL: as hierarchy_core says */
};

/* Return the i-th machine or NULL after the last, and the machine of that name or NULL. */
const struct machine *machine_at(int i);
const struct machine *machine_named(const char *name);

/* Returns the seconds for a packet. */
double machine_time(const struct machine *machine, size_t bytes);

/* Returns the core of node v of `nodes` on a machine with levels. */
int machine_core(const struct machine *machine, int nodes, int v);

/* Returns the cost of the link between two of `nodes` nodes on a machine with levels. */
const struct link_class *machine_link(const struct machine *machine, int nodes, int from, int to);

#endif
