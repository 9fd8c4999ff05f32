/* Lowers a tape by reference: packets carry word of blocks, and each block is copied once, at its end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "plan/program/lower.h"

/* A packet by reference has the sender, the receiver and the time of the one that carries bytes, but
 * it is empty. It says that the blocks which cross there may be read where they begin. Their addresses
 * need not be sent: where a block lies in its origin's buffer follows from the promise, and where that
 * buffer is stands in the origin's node, written before the first packet left.
 *
 *	origin	 o--------- empty packets, hop by hop --------->  destination
 *	 input	[block] ============ one copy ==============> [block]  output
 *	   <------------------ the meeting ------------------
 *
 * When a node has had all its packets it has had word of all blocks that end there, because the plan
 * delivers them, so it reads them all at once: first those of the nodes behind its own number, so that
 * not all read from one node at the same time. No node receives behind its reads what another needs
 * to send, so reading holds up no packet.
 *
 * An origin may return when all have read. So the program ends with a meeting on a tree of shortest
 * paths: word that the nodes of a subtree have read goes up to the root, where that is of interest
 * to those below it comes down again. Returns along each packet's own way would be as many packets
 * as the plan has; the meeting is N - 1 up, N - 1 down, and one of them is enough where the root is
 * the only origin, or the only reader. It cannot block: a ring is first in, first out, all packets
 * of the plan are ahead of the meeting's, and they are taken without any of the meeting's.
 *
 * Nothing is lent to a ring. What others read is the input (where a collective has one buffer, the
 * root's): `lends` of the program, which nobody writes.                                          */

/* ---- The plan's packets, empty ---- */

static int add_packet(struct lower *l, enum action action, int port)
{
	return lower_add(
		l, (struct instruction){ .action = (uint16_t)action,
			   .port = (uint16_t)port,
			   .peer = (uint32_t)network_neighbour(&l->problem->net, l->v, port) });
}

static int add_own(struct lower *l);

/* Of a packet that is cut the first chunk says it all. The own block takes the time in which the first
 * packet comes. */
static int add_packets(struct lower *l)
{
	const struct tape *tape = l->tape;
	bool own = false;
	int error = 0;

	for (const struct tape_op *d = tape->op; d < tape->op + tape->ops && !error; d++) {
		if (d->chunk)
			continue;
		if (d->op != DEED_SEND && !own) {
			error = add_own(l);
			own = true;
		}
		if (!error)
			error = add_packet(
				l, d->op == DEED_SEND ? SEND_PACKET : DROP_PACKET, d->port);
	}
	return error || own ? error : add_own(l);
}

/* ---- Reading ---- */

/* The block that v may want from that origin. */
static uint64_t block_from(const struct lower *l, int origin)
{
	const struct collective_kind *kind = collective_kind(l->problem->collective);

	if (kind->blocks == ONE_BLOCK)
		return 0;
	if (kind->blocks == BLOCK_FOR_PAIR)
		return (uint64_t)origin * (uint64_t)l->problem->net.nodes + (uint64_t)l->v;
	return (uint64_t)(kind->before == AT_ROOT ? l->v : origin);
}

/* Where a collective has one buffer, blocks begin in it. */
static uint32_t origin_space(const struct lower *l)
{
	return collective_in_output(l->problem->collective) ? OUTPUT : INPUT;
}

static int add_read(struct lower *l, int origin)
{
	uint64_t block = block_from(l, origin);
	int64_t to = semantics_output_index(l->problem, l->v, block), from = 0;
	struct instruction i = { .action = READ_BYTES,
		.peer = (uint32_t)origin,
		.count = 1,
		.bytes = l->bytes,
		.extents = (uint32_t)l->program->extents };
	int error;

	if (to < 0 || !nodes_have(semantics_before(l->problem, block), origin))
		return 0;
	if (origin_space(l) == INPUT)
		from = semantics_input_index(l->problem, origin, block);
	i.left = i.extents + 1;
	error = lower_extent(l, OUTPUT, (size_t)to * l->bytes, l->bytes);
	if (!error)
		error = lower_extent(l, origin_space(l), (size_t)from * l->bytes, l->bytes);
	return error ? error : lower_add(l, i);
}

/* The same of a matrix: rows of both sides, and how long they are. */
static int add_turning_read(struct lower *l, int origin)
{
	const struct matrix *m = l->lowering->matrix;
	struct matrix_block block = matrix_block(m, origin, l->v);
	struct instruction i = { .action = READ_BYTES,
		.peer = (uint32_t)origin,
		.count = 1,
		.bytes = block.rows * block.columns * m->item,
		.extents = (uint32_t)l->program->extents };
	int error;

	if (!i.bytes || !nodes_have(semantics_after(l->problem, block_from(l, origin)), l->v))
		return 0;
	i.left = i.extents + 1;
	error = lower_extent(l, OUTPUT, block.to, block.rows * m->item);
	if (!error)
		error = lower_extent(l, INPUT, block.from, block.columns * m->item);
	return error ? error : lower_add(l, i);
}

/* The own block is copied, or read like all others. */
static int add_own(struct lower *l)
{
	if (!l->bytes || !collective_has_bytes(l->problem->collective))
		return 0;
	return l->lowering->matrix ? add_turning_read(l, l->v) : lower_own(l);
}

static int add_reads(struct lower *l)
{
	int nodes = l->problem->net.nodes, error = 0;

	for (int k = 1; k < nodes && !error; k++) {
		int origin = (l->v + k) % nodes;

		error = l->lowering->matrix ? add_turning_read(l, origin) : add_read(l, origin);
	}
	return error;
}

/* ---- The meeting ---- */

/* c's port to its parent in the tree of node 0: the first on a shortest path. The tree of another root
 * is its translation, which keeps ports. */
static int port_up(const struct network *net, int c)
{
	int distance = network_distance(net, 0, c), port = 0;

	while (network_distance(net, 0, network_neighbour(net, c, port)) >= distance)
		port++;
	return port;
}

/* A message to one node is waited for along the way from there alone. */
static bool on_the_way(const struct lower *l, int c)
{
	const struct network *net = &l->problem->net;
	int at = network_untranslate(net, l->problem->root, l->problem->destination);

	if (!collective_sends(l->problem->collective))
		return true;
	while (at && at != c)
		at = network_neighbour(net, at, port_up(net, at));
	return at == c;
}

static int add_children(struct lower *l, enum action action, int c)
{
	const struct network *net = &l->problem->net;
	int error = 0;

	for (int port = 0; port < net->ports && !error; port++) {
		int child = network_neighbour(net, c, port);

		if (child && port_up(net, child) == network_reverse_port(net, port) &&
			on_the_way(l, child))
			error = add_packet(l, action, port);
	}
	return error;
}

static int add_meeting(struct lower *l)
{
	const struct network *net = &l->problem->net;
	enum collective collective = l->problem->collective;
	bool for_root = collective_kind(collective)->after == AT_ROOT;
	int root = collective_rooted(collective) ? l->problem->root : 0;
	int c = network_untranslate(net, root, l->v), error = 0;

	if (!on_the_way(l, c))
		return 0;
	if (net->nodes == 2 && !collective_rooted(collective)) { /* both ways at once */
		error = add_packet(l, SEND_PACKET, 0);
		return error ? error : add_packet(l, DROP_PACKET, 0);
	}
	if (!for_root) { /* where the root alone reads, it knows */
		error = add_children(l, DROP_PACKET, c);
		if (!error && c)
			error = add_packet(l, SEND_PACKET, port_up(net, c));
	}
	if (collective_rooted(collective) && !for_root)
		return error; /* the root alone is read from */
	if (!error && c)
		error = add_packet(l, DROP_PACKET, port_up(net, c));
	return error ? error : add_children(l, SEND_PACKET, c);
}

int lower_zero_copy(struct lower *l)
{
	int error;

	if (collective_folds(l->problem->collective))
		return why(EINVAL, "%s combines bytes at every hop: it is forwarded by copy",
			collective_name(l->problem->collective));
	error = add_packets(l);
	if (error || !l->bytes || !collective_has_bytes(l->problem->collective))
		return error;
	l->program->lends = origin_space(l);
	if (l->program->lends == OUTPUT && l->v != l->problem->root)
		l->program->lends = SPACES;
	error = add_reads(l);
	return error ? error : add_meeting(l);
}
