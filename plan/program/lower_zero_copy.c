/* Lowers a tape with zero-copy: empty packets announce blocks, and each block is copied once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "plan/program/lower.h"

/* A zero-copy packet has the same sender, receiver and time as the packet with bytes, but is empty.
 * The packet announces that its blocks may be read from the memory of their origins. No addresses
 * are sent: the semantics of the collective say where a block lies in its origin's buffer, and the
 * origin writes the address of the buffer to its node's state before its first packet leaves.
 *
 *	origin	 o--------- empty packets, hop by hop --------->  destination
 *	 input	[block] ============ one copy ==============> [block]  output
 *	   <------------------ the meeting ------------------
 *
 * A node that has had all its packets knows that all blocks for the node are ready, because the
 * plan delivers these blocks. The node then reads all blocks at once, and begins with the origin
 * after its own number, so that the nodes do not all read from the same origin at the same time. If
 * all nodes read the same blocks, the nodes of a thread begin with the origin after their thread:
 * then they read each part of a block together, and the part comes to the core's cache once. A node
 * sends no packet of the plan after its reads, so reading delays no such packet.
 *
 * An origin may return only after all nodes have read. The program therefore ends with a meeting on
 * a tree of shortest paths. Packets up the tree tell the root that all nodes of a subtree have
 * read, and packets down the tree tell the other origins. To return each packet on its own way
 * would take as many packets as the plan has. The meeting takes N - 1 packets up and N - 1 packets
 * down, and a single direction is enough if the root is the only origin or the only reader. The
 * meeting cannot deadlock: rings are first in, first out, all packets of the plan are ahead of the
 * meeting's packets, and a node takes the packets of the plan without waiting for the meeting.
 *
 * Where each block has a size of its own, the packets and reads are those of blocks of one byte,
 * and an extent names a block by its place in the buffer. The nodes publish the sizes and addresses
 * of their blocks with each call, so one program serves all sizes. Before a node reads, it compares
 * its own sizes with those of all its origins.
 *
 * Nothing is lent to a ring. The other nodes read the input, or the root's buffer where a
 * collective has a single buffer. `lends` of the program names that memory, and no instruction
 * writes to it. */

/* ---- The plan's packets, empty ---- */

static int add_packet(struct lower *l, enum action action, int port)
{
	return lower_add(
		l, (struct instruction){ .action = (uint8_t)action,
			   .port = (uint16_t)port,
			   .peer = (uint32_t)network_neighbour(&l->problem->net, l->v, port) });
}

static int add_own(struct lower *l);

/* Adds the plan's packets. Where a packet is cut in chunks, the first chunk announces the whole
 * packet. The node copies its own block while the first packet is on the way. */
static int add_packets(struct lower *l)
{
	const struct tape *tape = l->tape;
	bool own = false;
	int error = 0;

	for (const struct tape_op *d = tape->op; d < tape->op + tape->ops && !error; d++) {
		if (d->chunk)
			continue;
		if (d->op != OP_SEND && !own) {
			error = add_own(l);
			own = true;
		}
		if (!error)
			error = add_packet(
				l, d->op == OP_SEND ? SEND_PACKET : DROP_PACKET, d->port);
	}
	return error || own ? error : add_own(l);
}

/* ---- Reading ---- */

enum {
	/* bytes that one instruction reads from several nodes; a node that gives up waits for the
	 * instructions of its readers */
	SMALL_BLOCKS = 1 << 16
};

/* Returns the space in which blocks begin: the output for collectives with a single buffer. */
static uint32_t origin_space(const struct lower *l)
{
	return collective_in_output(l->problem->collective) ? OUTPUT : INPUT;
}

/* Returns true if the last instruction reads from the nodes before this one to the bytes before
 * these, and small blocks in all. */
static bool goes_on(const struct program *p, int origin, size_t bytes, size_t to, size_t from)
{
	const struct instruction *i = p->instruction + p->instructions - !!p->instructions;
	const struct extent *e = p->extent;

	return p->instructions && i->action == READ_BYTES && !p->in_turns &&
	       i->peer + i->right + 1 == (uint32_t)origin &&
	       e[i->extents].offset + e[i->extents].bytes == to && e[i->left].offset == from &&
	       e[i->extents].bytes + bytes <= SMALL_BLOCKS;
}

int lower_reads(struct lower *l, int origin, uint32_t count, size_t to, size_t from)
{
	struct program *p = l->program;
	struct instruction i = { .action = l->lowering->sized ? READ_BLOCK : READ_BYTES,
		.peer = (uint32_t)origin,
		.count = 1,
		.bytes = l->bytes,
		.extents = (uint32_t)p->extents,
		.left = (uint32_t)p->extents + 1,
		.right = count - 1 };
	int error;

	if (goes_on(p, origin, count * l->bytes, to, from)) {
		p->instruction[p->instructions - 1].right += count;
		p->extent[p->extents - 2].bytes += count * l->bytes;
		return 0;
	}
	error = lower_extent(l, OUTPUT, to, count * l->bytes);
	if (!error)
		error = lower_extent(l, origin_space(l), from, l->bytes);
	return error ? error : lower_add(l, i);
}

static int add_read(struct lower *l, int origin)
{
	uint64_t block = semantics_block_from(l->problem, origin, l->v);
	int64_t to = semantics_output_index(l->problem, l->v, block), from = 0;

	if (to < 0 || !nodes_have(semantics_before(l->problem, block), origin))
		return 0;
	if (origin_space(l) == INPUT)
		from = semantics_input_index(l->problem, origin, block);
	return lower_reads(l, origin, 1, (size_t)to * l->bytes, (size_t)from * l->bytes);
}

/* Adds the read of a matrix block: the rows of both sides, and the lengths of the rows. */
static int add_turning_read(struct lower *l, int origin)
{
	const struct matrix *m = l->lowering->matrix;
	struct matrix_block block = matrix_block(m, origin, l->v);
	uint64_t number = semantics_block_from(l->problem, origin, l->v);
	struct instruction i = { .action = READ_BYTES,
		.peer = (uint32_t)origin,
		.count = 1,
		.bytes = block.rows * block.columns * m->item,
		.extents = (uint32_t)l->program->extents };
	int error;

	if (!i.bytes || !nodes_have(semantics_after(l->problem, number), l->v))
		return 0;
	i.left = i.extents + 1;
	error = lower_extent(l, OUTPUT, block.to, block.rows * m->item);
	if (!error)
		error = lower_extent(l, INPUT, block.from, block.columns * m->item);
	return error ? error : lower_add(l, i);
}

/* Adds the node's own block: as a copy, or as a read where blocks are transposed or have sizes of
 * their own. */
static int add_own(struct lower *l)
{
	if (!l->bytes || !collective_has_bytes(l->problem->collective))
		return 0;
	if (l->lowering->sized && !l->keeps)
		return add_read(l, l->v);
	return l->lowering->matrix ? add_turning_read(l, l->v) : lower_own(l);
}

/* Returns true if all nodes read the same blocks. */
static bool reads_alike(const struct lower *l)
{
	const struct collective_kind *kind = collective_kind(l->problem->collective);

	return kind->after == AT_ALL && !kind->personalized;
}

static int add_reads(struct lower *l)
{
	int before = l->v + (l->program->in_turns ? l->lowering->beside : 0);
	int nodes = l->problem->net.nodes, error = 0;

	if (l->lowering->sized)
		error = lower_add(l, (struct instruction){ .action = MATCH_SIZES });

	for (int k = 1; k <= nodes && !error; k++) {
		int origin = (before + k) % nodes;

		if (origin == l->v)
			continue;
		error = l->lowering->matrix ? add_turning_read(l, origin) : add_read(l, origin);
	}
	return error;
}

/* ---- The meeting ---- */

/* Returns true if node c takes part in the meeting along the shortest paths to node 0. A
 * translation, which keeps ports, gives the paths to another root. For a message to a single
 * destination only the nodes on the way from there to the root take part. */
static bool on_the_way(const struct lower *l, const struct network *net, int c)
{
	int at;

	if (!collective_sends(l->problem->collective))
		return true;
	at = network_untranslate(net, l->problem->root, l->problem->destination);
	while (at && at != c)
		at = network_neighbour(net, at, network_port_towards(net, at, 0));
	return at == c;
}

static int add_children(struct lower *l, const struct network *net, enum action action, int c)
{
	int error = 0, distance = network_distance(net, 0, c);

	for (int port = 0; port < net->ports && !error; port++) {
		int child = network_neighbour(net, c, port);

		if (child >= 0 && network_distance(net, 0, child) > distance &&
			network_port_towards(net, child, 0) == network_reverse_port(net, port) &&
			on_the_way(l, net, child))
			error = add_packet(l, action, port);
	}
	return error;
}

int lower_meeting(struct lower *l)
{
	enum collective collective = l->problem->collective;
	bool for_root = collective_kind(collective)->after == AT_ROOT;
	int root = collective_rooted(collective) ? l->problem->root : 0;
	struct network net = network_centred(&l->problem->net, root);
	int c = network_untranslate(&net, root, l->v), error = 0, up;
	size_t child = l->program->instructions, children;

	if (!on_the_way(l, &net, c))
		return 0;
	if (net.nodes == 2 && !collective_rooted(collective)) { /* both directions at once */
		error = add_packet(l, SEND_PACKET, 0);
		return error ? error : add_packet(l, DROP_PACKET, 0);
	}
	up = c ? network_port_towards(&net, c, 0) : -1;
	if (for_root) { /* a root that is the only reader needs no packets up */
		error = c ? add_packet(l, DROP_PACKET, up) : 0;
		return error ? error : add_children(l, &net, SEND_PACKET, c);
	}
	error = add_children(l, &net, DROP_PACKET, c);
	children = l->program->instructions;
	if (!error && c)
		error = add_packet(l, SEND_PACKET, up);
	if (collective_rooted(collective))
		return error; /* a root that is the only origin needs no packets down */
	if (!error && c)
		error = add_packet(l, DROP_PACKET, up);
	for (; child < children && !error; child++)
		error = add_packet(l, SEND_PACKET, l->program->instruction[child].port);
	return error;
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
	l->program->in_turns = reads_alike(l);
	error = add_reads(l);
	return error ? error : lower_meeting(l);
}
