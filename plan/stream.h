/* A stream cuts packets from all bytes that go through a port of the root, for any nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_STREAM_H
#define PLAN_STREAM_H

#include "plan/binding.h"
#include "plan/node_hops.h"

/* A scatter without a stream cuts each batch into packets separately, so that most batches end with
 * a short packet. In a stream the batches of a port of the root follow each other without a gap:
 * byte x of a port is in packet x / B, leaves in that packet's step, and is sent on in every
 * further step. A gather is the reverse. The number of steps depends on B. A plan therefore has
 * only the order of the pieces, and packets are cut when a tape is made. Without a packet limit,
 * batches are sent whole.
 *
 * Source: Johnsson & Ho 1986, section 5.1.5; for a path, section 5.1.1. */
struct stream {
	/* between packets: 2 for a path with a single port, where a node is always busy, else 1 */
	int interval;
	size_t pieces;
	struct stream_piece *piece; /* by port, then in the order of the stream */
	int32_t *links;		    /* [hops of the plan] between the root and the hop */
};

struct stream_piece {
	uint32_t block, part;
	uint16_t port; /* of the root */
	bool further;  /* goes farther than the root's neighbour */
};

/* Makes the stream of a scatter or gather in which the farthest blocks leave first. Pieces of a
 * batch have the same order at all ports, except for a rotation. Rotated trees that share links
 * then never put more than a packet on a link. Returns 0 or -ENOMEM. */
int plan_stream(struct plan *plan, int interval);
void stream_free(struct stream *stream);

/* The places of pieces in their streams, for a size of the message. */
struct stream_table {
	uint64_t *begin; /* [nodes * parts] bytes before block * parts + part */
	uint16_t *port;
	uint64_t *mixed; /* [ports] packets with bytes for nodes beyond the root's neighbour */
	uint64_t most;	 /* the largest number of packets of a port */
	size_t limit;	 /* bytes of a packet */
};

/* Returns true if packets are cut from the stream. */
static inline bool plan_streams(const struct plan *plan, const struct cutting *cutting)
{
	return plan->stream && cutting->limit < SIZE_MAX;
}

int stream_table_open(
	struct stream_table *table, const struct plan *plan, const struct cutting *cutting);
void stream_table_free(struct stream_table *table);

/* Finds the hops of node v, each with the bytes of a single packet in a row. Returns 0, -EINVAL
 * (more than 2^31 steps) or -ENOMEM. */
int stream_hops(struct node_hops *hops, const struct stream_table *table, const struct plan *plan,
	const struct cutting *cutting, int root, int v);

#endif
