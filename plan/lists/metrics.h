/* Metrics count packets one after another, and make figures without a schedule. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_METRICS_H
#define PLAN_LISTS_METRICS_H

#include "plan/ports.h"
#include "plan/schedule.h"

struct metrics {
	const struct network *net;
	bool view, alternating; /* as in a schedule */
	struct figures *figures;
	int32_t step; /* of the last packet */
	uint64_t largest;
	struct hand *hand; /* [nodes] of the last step */
	uint32_t *until;   /* [nodes * ports] 1 + the last step that used the link */
	uint64_t *bytes;   /* [nodes * ports] carried by the link; NULL: not wanted */
};

/* Opens a count; `busiest` also counts the busiest link. Returns 0 or -ENOMEM. Packets are added in
 * the order of (step, from, port). metrics_close completes the figures and frees the memory. */
int metrics_open(struct metrics *count, const struct network *net, bool view, bool alternating,
	bool busiest, struct figures *figures);
void metrics_add(struct metrics *count, const struct packet *packet);
void metrics_close(struct metrics *count);

#endif
