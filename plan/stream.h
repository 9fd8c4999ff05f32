/* Streams: packets cut from all that goes through a port of the root, whatever nodes it is for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_STREAM_H
#define PLAN_STREAM_H

#include "plan/binding.h"
#include "plan/node_hops.h"

/* A scatter cuts each batch of its own into packets, so that most batches end with a short one. In a
 * stream the batches of a port of the root follow on without a gap: byte x of a port is in packet
 * x / B, leaves in that packet's step, and is sent on in every further step. A gather is the same
 * backwards. How many steps this takes depends on B, so a plan has the order of the pieces alone;
 * packets are cut when a tape is made. Without a limit for packets, batches are sent as they are.
 *
 * Source: Johnsson & Ho 1986, section 5.1.5; along one path, section 5.1.1. */
struct stream {
	int interval; /* of packets: 2 along a path with one port, where a node is always busy, else 1 */
	size_t pieces;
	struct stream_piece *piece; /* by port, then as they follow on */
	int32_t *links;		    /* [hops of the plan] between the root and the hop */
};

struct stream_piece {
	uint32_t block, part;
	uint16_t port; /* of the root */
	bool further;  /* goes beyond the root's neighbour */
};

/* Makes the stream of a scatter, or a gather, whose farthest blocks leave first. Pieces of one batch
 * are ordered alike at all ports, but for a rotation: then rotated trees that share links never put
 * more than a packet on one. 0 or -ENOMEM. */
int plan_stream(struct plan *plan, int interval);
void stream_free(struct stream *stream);

/* Where pieces lie in their streams, for one size of the message. */
struct stream_table {
	uint64_t *begin; /* [nodes * parts] bytes before block * parts + part */
	uint16_t *port;
	uint64_t *mixed; /* [ports] packets with bytes for more than the root's neighbour */
	uint64_t most;	 /* packets of any port */
	size_t limit;	 /* bytes of a packet */
};

/* Whether packets are cut from the stream. */
static inline bool plan_streams(const struct plan *plan, const struct cutting *cutting)
{
	return plan->stream && cutting->limit < SIZE_MAX;
}

int stream_table_open(
	struct stream_table *table, const struct plan *plan, const struct cutting *cutting);
void stream_table_free(struct stream_table *table);

/* What node v does, as hops that carry the bytes of one packet each, in their row. 0, -EINVAL (more than
 * 2^31 steps) or -ENOMEM. */
int stream_hops(struct node_hops *hops, const struct stream_table *table, const struct plan *plan,
	const struct cutting *cutting, int root, int v);

#endif
