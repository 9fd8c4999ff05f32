/* Reads blocks directly from the memory of the nodes where they originate, at any distance. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernels/copy.h"
#include "runtime/kernels/transpose_kernel.h"
#include "runtime/node/abort.h"
#include "runtime/node/call_record.h"
#include "runtime/node/direct_read.h"
#include "runtime/ring/packet.h"
#include "runtime/ring/read_guard.h"

enum {
	READING_TURN = 4 /* the part of the core's own cache that a node reads in a turn */
};

/* writers
 *	reading		the node's own thread (read_guard.h)
 */

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

enum outcome read_bytes(struct node *me, const struct instruction *i)
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

enum outcome match_sizes(struct node *me, const struct instruction *match)
{
	for (const struct instruction *i = match + 1; i != me->end && i->action == READ_BLOCK; i++)
		if (block_sent(me, i)->bytes != block_got(me, i)->bytes) {
			node_sizes_differ(me, call_record_name(me, me->calls.operation),
				(int)i->peer, block_sent(me, i)->bytes, block_got(me, i)->bytes);
			return BROKEN;
		}
	return MOVED;
}

enum outcome read_sized(struct node *me, const struct instruction *i)
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
