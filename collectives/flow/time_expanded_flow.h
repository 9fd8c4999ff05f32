/* The time-expanded network: what one node can have brought to the others in so many steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FLOW_TIME_EXPANDED_FLOW_H
#define COLLECTIVES_FLOW_TIME_EXPANDED_FLOW_H

#include <stdbool.h>
#include <stdint.h>
#include "topology/network.h"

enum {
	EXPANSION_STEPS = 64
};

/* State (v, t) is node v after t steps. A link v -> w in step t is an arc from (v, t) to
 * (w, t + 1) for at most length[t] units, where open[t] lets it (NULL: every link). To keep units
 * is an arc from (v, t) to (v, t + 1) for at most keep[t][v] of them (NULL: all); those of the last
 * row lead out: keep[steps][v] is what node v is to receive.
 *
 * Units come from (0, 0). Which of them ends at which node does not matter in a scatter until it
 * is there (any unit on a path that ends at v may be called v's), so this is a flow of one
 * commodity (Ford & Fulkerson 1962, chapter III.9, flows over time), and a flow that brings
 * everybody all of it is a schedule. */
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

/* An expansion without flow and without lengths. 0, or -ENOMEM with why; free takes NULL. */
int expanded_flow_new(struct expanded_flow **expansion, const struct network *net, int steps);
void expanded_flow_free(struct expanded_flow *expansion);

/* Takes all flow out. */
void expanded_flow_drain(struct expanded_flow *e);

/* Adds to the flow until it is as large as it can be; returns by how much it grew. */
int64_t expanded_flow_fill(struct expanded_flow *e);

/* After expanded_flow_fill: the least cut, as an inequality that all lengths must obey so that
 * everybody receives all: sum of crossing[t] * length[t] >= the value returned. Of all least cuts
 * the one next to the source, or (far) the one next to the sinks. */
int64_t expanded_flow_cut(struct expanded_flow *e, bool far, int64_t crossing[EXPANSION_STEPS]);

/* Where units cross a link in both directions in one step, lets them stay: they are alike. So half
 * duplex costs a scatter nothing. */
void expanded_flow_cancel(struct expanded_flow *e);

#endif
