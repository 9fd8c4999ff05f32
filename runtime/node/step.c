/* Runs a node's instructions until an instruction would block. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernels/copy.h"
#include "runtime/node/abort.h"
#include "runtime/node/link_watch.h"
#include "runtime/node/split_copy.h"
#include "runtime/node/call_record.h"
#include "runtime/node/port.h"
#include "runtime/node/transport.h"
#include "runtime/ring/read_guard.h"
#include "runtime/kernels/transpose_kernel.h"

enum {
	READING_TURN = 4 /* the part of the core's own cache that a node reads in a turn */
};

/* writers
 *	node		its own thread; other threads read only `news` (wait_report.h)
 *	reading		its own thread (read_guard.h)
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

/* Reads a block and transposes it. The usual way is to write along the rows of the result while the
 * data fits in the core's own cache, since a processor fetches in advance the lines that would be
 * written next, and the rows of the result are this node's alone. Beyond, rows at a distance of a
 * power of two push each other out of some processors' caches, and the usual way is across the
 * rows. A trial also runs the opposite way, and the stores past the caches, which are in order
 * along the rows (copy_trial.h). */
static void read_block(const struct node *me, const struct instruction *i, unsigned char *to,
	const unsigned char *from)
{
	const struct turning *t = &me->program->turning;
	size_t bytes = me->program->input + me->program->output;
	bool small = bytes <= me->team->links.own_cache;

	transpose_block((struct rows){ to, t->out_stride },
		(struct rows){ (unsigned char *)(uintptr_t)from, t->in_stride },
		&(struct block){ .rows = me->extent[i->extents].bytes / t->item,
			.columns = me->extent[i->left].bytes / t->item,
			.item = t->item,
			.past = me->copying.past,
			.along = me->copying.past || small != me->copying.alone });
}

/* Reads on where the last turn ended. Returns BLOCKED at the end of a turn, where the next node of
 * the thread goes on: all nodes of the thread then read the same part of a block while the core's
 * own cache holds that part. */
static enum outcome read_turn(
	struct node *me, unsigned char *to, const unsigned char *from, size_t bytes)
{
	bool in_turns = me->program->in_turns && me->worker->nodes > 1;
	size_t turn = in_turns ? me->team->links.own_cache / READING_TURN : SIZE_MAX;
	size_t left = bytes - me->read, part = left < turn ? left : turn;

	copy_bytes(to + me->read, from + me->read, part, me->copying.past);
	me->read += part;
	if (part == turn) {
		store_own(&me->news.moves, ++me->moves);
		return BLOCKED;
	}
	me->read = 0;
	return MOVED;
}

/* Reads directly from the memory of the nodes where the bytes originate, at any distance. */
static inline enum outcome read_bytes(struct node *me, const struct instruction *i)
{
	const struct node *peer = &me->team->node[i->peer], *last = peer + i->right;
	unsigned char *to = extent_address(&me->extent[i->extents], me->space);
	bool may = read_guard_begin(&me->lent.reading, &me->team->fault.failing);
	enum outcome outcome = may ? MOVED : BROKEN;

	for (; may && peer <= last; peer++, to += i->bytes) {
		const unsigned char *from = peer->lent.address + me->extent[i->left].offset;

		if (me->program->turning.item)
			read_block(me, i, to, from);
		else
			outcome = read_turn(me, to, from, i->bytes);
	}
	read_guard_end(&me->lent.reading);
	return outcome;
}

/* The two ends of a read of a sized block. The origin has published its blocks before its first
 * packet, and the team keeps the list until the team is closed. */
static inline const struct sized_block *block_sent(
	const struct node *me, const struct instruction *i)
{
	return &me->team->node[i->peer].lent.blocks[me->extent[i->left].offset];
}

static inline const struct sized_block *block_got(
	const struct node *me, const struct instruction *i)
{
	return &me->outputs[me->extent[i->extents].offset];
}

/* Compares the sizes of all blocks that the node is about to read. */
static enum outcome match_sizes(struct node *me, const struct instruction *match)
{
	for (const struct instruction *i = match + 1; i != me->end && i->action == READ_BLOCK; i++)
		if (block_sent(me, i)->bytes != block_got(me, i)->bytes) {
			node_sizes_differ(me, call_record_name(me, me->calls.operation),
				(int)i->peer, block_sent(me, i)->bytes, block_got(me, i)->bytes);
			return BROKEN;
		}
	return MOVED;
}

static enum outcome read_sized(struct node *me, const struct instruction *i)
{
	const struct sized_block *from = block_sent(me, i), *to = block_got(me, i);
	enum outcome outcome = MOVED;

	if (!to->bytes)
		return MOVED;
	if (read_guard_begin(&me->lent.reading, &me->team->fault.failing))
		outcome = read_turn(me, to->address, from->address, to->bytes);
	else
		outcome = BROKEN;
	read_guard_end(&me->lent.reading);
	return outcome;
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
