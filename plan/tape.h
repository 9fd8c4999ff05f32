/* The tape: what one node does, in its order, with the bytes bound. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_TAPE_H
#define PLAN_TAPE_H

#include "plan/binding.h"
#include "plan/schedule.h"

enum op {
	DEED_SEND,
	DEED_RECEIVE
};

/* One packet. Deeds are sorted by (time, chunk, sends before receives, port): all that crosses a
 * link at one time beyond the packet limit follows in further chunks. */
struct tape_op {
	int64_t time;
	int32_t chunk;
	uint16_t port;
	uint8_t op, fold;    /* fold: the receiver combines */
	uint32_t first, count; /* its run of ranges; a barrier's packets have none */
	size_t bytes;
};

struct tape {
	size_t ops, tape_ops_room, ranges, ranges_room;
	struct tape_op *op;
	struct range *range;
};

/* Node v's tape. 0, -EINVAL or -ENOMEM with why. The plan must be finalized, and have its index. */
int plan_tape(struct tape *tape, const struct plan *plan, const struct binding *binding, int v);

/* The same from a schedule (of a file). Packets are taken as they are. With an index (schedule_index)
 * it looks at the node's own packets alone. */
int schedule_tape(struct tape *tape, const struct schedule *schedule, int v);

void tape_free(struct tape *tape);

#endif
