/* Counting packets one after another: what figures are made of, without a schedule to hold them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_METRICS_H
#define PLAN_METRICS_H

#include "plan/ports.h"
#include "plan/schedule.h"

struct metrics {
	const struct problem *problem; /* its port models say what is too much */
	bool view, alternating;	       /* as in a schedule */
	struct figures *figures;
	int32_t step; /* of the last packet */
	uint64_t largest;
	struct hand *hand; /* [nodes] of the last step */
	uint32_t *until;   /* [nodes * ports] 1 + the last step in which the link was used */
	uint64_t *bytes;   /* [nodes * ports] that it carries; NULL: not asked for */
};

/* busiest: the busiest link is asked for as well. 0 or -ENOMEM. Packets are added in the order of (step, from, port); closing completes the figures
 * and frees the rest. */
int metrics_open(struct metrics *count, const struct problem *problem, bool view,
	bool alternating, bool busiest, struct figures *figures);
void metrics_add(struct metrics *count, const struct packet *packet);
void metrics_close(struct metrics *count);

#endif
