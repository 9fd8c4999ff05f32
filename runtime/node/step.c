/* Runs a node's instructions until an instruction would block. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/node/link_watch.h"
#include "runtime/node/split_copy.h"
#include "runtime/node/port.h"
#include "runtime/node/direct_read.h"
#include "runtime/node/transport.h"

/* writers
 *	node		its own thread; other threads read only `news` (wait_report.h)
 *	packets		ring.h: R1 -> A1 carries payload and lent memory, R2 -> A2 and R3 -> A3
 *			give them back
 *	lent ones	split_claim.h, split_copy.c: a sender helps if it would only wait
 */

/* Prefetches the lines for another packet of the last one's size and port, as soon as the prefetch
 * takes nothing from packets on the way: at once if the next instruction is a send, otherwise
 * after the next send or at the end of the operation (allgather of 256 bytes: always at once 470
 * ns, so 425). */
static inline void node_follow(struct node *me)
{
	if (me->sent)
		packet_follow(me->links.port[me->sent->port].out, me->sent);
	me->sent = NULL;
}

/* The node waits for the other end of the ring. A helper steps other nodes of the same thread at
 * the same time as the thread, so in a team with a helper each round looks at each ring. */
static inline enum outcome await_ring(struct node *me, struct ring *ring)
{
	if (!me->drive->helper)
		ring_stall(ring, &me->started.in_call.stalled);
	return BLOCKED;
}

static inline enum outcome send_packet(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->out;

	if (!packet_reserve(me, i, ring))
		return await_ring(me, ring);
	ring_publish(ring, next_follows(me, i, ring) ? i->bytes : 0);
	if (ring->stalled)
		ring_resume(ring);
	node_follow(me);
	me->sent = i;
	if (i + 1 != me->end && i[1].action == SEND_PACKET)
		node_follow(me);
	return MOVED;
}

static inline enum outcome receive_packet(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->in;
	enum outcome outcome;
	struct slot *slot;

	if (me->half.done)
		return half_await(me, i);
	slot = packet_front(me, i, ring, &outcome);
	if (!slot)
		return outcome == BLOCKED ? await_ring(me, ring) : outcome;
	if (slot->extents) {
		outcome = split_copy_land(me, i, ring);
	} else {
		packet_land(me, i, packet_of(slot, ring->taken_offset));
		ring_pop(ring);
		outcome = MOVED;
	}
	if (ring->stalled)
		ring_resume(ring);
	return outcome;
}

/* Does the same, and counts what the link does meanwhile. */
static __attribute__((noinline, cold)) enum outcome receive_watched(
	struct node *me, const struct instruction *i)
{
	double begun = monotonic_seconds();
	enum outcome outcome = receive_packet(me, i);

	if (outcome == MOVED)
		link_use_end(me, i, begun);
	return outcome;
}

static inline enum outcome await_return(struct node *me, const struct instruction *i)
{
	const struct port *port = port_of(me, i);

	if (!ring_returned(port->out, port->sent + i->count))
		split_copy_help(port->out);
	return ring_returned(port->out, port->sent + i->count) ? MOVED : await_ring(me, port->out);
}

static inline enum outcome perform(struct node *me, const struct instruction *i)
{
	switch (i->action) {
	case SEND_PACKET:
		return send_packet(me, i);
	case AWAIT_RETURN:
		return await_return(me, i);
	case COPY_BYTES:
		copy_own(me, i);
		return MOVED;
	case FOLD_BYTES:
		bytes_fold(i, me->extent, me->space, me->folding);
		return MOVED;
	case READ_BYTES:
		return read_bytes(me, i);
	case MATCH_SIZES:
		return match_sizes(me, i);
	case READ_BLOCK:
		return read_sized(me, i);
	default:
		return me->links.uses ? receive_watched(me, i) : receive_packet(me, i);
	}
}

void node_end(struct node *me)
{
	if (me->copying.trials.now)
		copy_trial_end(&me->copying.trials);
	me->program = NULL;
	if (me->team->spread.transport)
		me->team->spread.transport->flush(me);
	store_own(&me->news.left, me->calls.operation);
}

/* The same operation may go on at once where the node has only given its turn to the next one. A
 * fold that ends the thread, or an error of another node of the thread, ends the programs of all
 * nodes of the thread. */
enum outcome node_step(struct pending *in_call)
{
	struct node *me = in_call->node;
	uint64_t before = me->moves;
	const struct instruction *i;
	enum outcome outcome;

	if (!me->program)
		return BROKEN;
	for (i = me->next; i != me->end; i++) {
		outcome = perform(me, i);
		if (outcome != MOVED) {
			me->next = i;
			if (me->program->expected && outcome == BLOCKED)
				me->team->spread.transport->expect(me);
			return outcome == BLOCKED && me->moves != before ? MOVED : outcome;
		}
		store_own(&me->news.moves, ++me->moves);
	}
	node_follow(me);
	me->next = i;
	node_end(me);
	return ENDED;
}
