/* Finds how many units a node can send to the other nodes in a number of steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FLOW_TIME_EXPANDED_FLOW_H
#define COLLECTIVES_FLOW_TIME_EXPANDED_FLOW_H

#include <stdbool.h>
#include <stdint.h>
#include "topology/network.h"

enum {
	EXPANSION_STEPS = 64
};

/* State (v, t) is node v after t steps. A link v -> w in step t is an arc from (v, t) to (w, t + 1)
 * for at most length[t] units, if open[t] allows the link (NULL: every link). To keep units is an
 * arc from (v, t) to (v, t + 1) for at most keep[t][v] units (NULL: all). The arcs of the last row
 * lead out: keep[steps][v] is the number of units that node v must receive.
 *
 * Units come from (0, 0). Any unit on a path that ends at v may be called a unit of v's block, so a
 * scatter need not tell units apart on the way. So this is a flow of one commodity (Ford &
 * Fulkerson 1962, chapter III.9, flows over time), and a flow that brings every node all its units
 * is a schedule. */
struct expanded_flow {
	struct network net;
	int steps;
	int64_t length[EXPANSION_STEPS];
	const bool *open[EXPANSION_STEPS];	  /* [nodes * ports], borrowed */
	const int64_t *keep[EXPANSION_STEPS + 1]; /* [nodes], borrowed; the last is not NULL */
	int *next, *back;    /* [nodes * ports] the neighbours; [ports] the reverse ports */
	int64_t *link;	     /* [steps][nodes][ports] units that cross */
	int64_t *kept;	     /* [steps + 1][nodes] units that stay */
	int *level, *cursor; /* [states], of the search */
};

/* Makes an expansion without flow and without lengths. Returns 0, or -ENOMEM with why.
 * expanded_flow_free takes NULL, too. */
int expanded_flow_new(struct expanded_flow **expansion, const struct network *net, int steps);
void expanded_flow_free(struct expanded_flow *expansion);

/* Takes all flow out. */
void expanded_flow_drain(struct expanded_flow *e);

/* Adds as much flow as possible. Returns the flow added. */
int64_t expanded_flow_fill(struct expanded_flow *e);

/* Finds a least cut after expanded_flow_fill, as an inequality that all lengths must obey for a
 * scatter to every node: sum of crossing[t] * length[t] >= the value returned. The cut is the least
 * cut next to the source, or (far) the least cut next to the sinks. */
int64_t expanded_flow_cut(struct expanded_flow *e, bool far, int64_t crossing[EXPANSION_STEPS]);

/* Lets units stay that would cross a link in both directions in the same step, because all units
 * are alike. So half duplex costs a scatter nothing. */
void expanded_flow_cancel(struct expanded_flow *e);

#endif
