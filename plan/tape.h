/* A tape is the list of a node's sends and receives, in order and with the bytes bound. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_TAPE_H
#define PLAN_TAPE_H

#include "plan/binding.h"
#include "plan/schedule.h"

enum op {
	OP_SEND,
	OP_RECEIVE
};

/* A packet. The operations are sorted by (time, chunk, sends before receives, port). A packet
 * beyond the packet limit follows in further chunks of the same time. */
struct tape_op {
	int64_t time;
	int32_t chunk;
	uint16_t port;
	uint8_t op, fold;      /* fold: the receiver combines */
	uint32_t first, count; /* the packet's ranges; packets of a barrier have no ranges */
	size_t bytes;
};

struct tape {
	size_t ops, tape_ops_room, ranges, ranges_room;
	struct tape_op *op;
	struct range *range;
};

/* Makes node v's tape. The plan must be finalized, and have an index. A bare tape has no ranges of
 * packets and no further chunks, for programs by reference, whose packets are empty. Returns 0,
 * -EINVAL or -ENOMEM with why. */
int plan_tape(struct tape *tape, const struct plan *plan, const struct binding *binding, int v,
	bool bare);

/* Makes node v's tape from a schedule (of a file), with unchanged packets. With an index
 * (schedule_index) only the node's own packets are visited. */
int schedule_tape(struct tape *tape, const struct schedule *schedule, int v);

void tape_free(struct tape *tape);

#endif
