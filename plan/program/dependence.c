/* Finds the instructions for which each instruction of a program must wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/ports.h"
#include "plan/program/dependence.h"
#include "plan/program/loans.h"
#include "plan/program/segments.h"

/* Memory is cut in segments (segments.h). Each segment keeps the instruction that wrote the segment
 * last, and all instructions that have read the segment since. A reader depends on the last writer,
 * and a writer depends on the last writer and on all readers since. Lent bytes are read until their
 * return is awaited.
 *
 * Links and ports serve packets in the node's order. A packet depends on the last earlier packet of
 * each kind that excludes the packet:
 *	always		the last packet over the same link in the same direction
 *	duplex half	and the last packet over the same link in the other direction
 *	sendrecv	the last packet in the same direction
 *	exchange	and the last packet in the other direction with a different partner
 *	single		the last packet in each direction
 * Packets of the same direction are then serial, so that the last packet stands for all earlier
 * packets. */

enum {
	NOBODY = UINT32_MAX
};

struct reader {
	uint32_t instruction;
	uint32_t next; /* of the same segment */
};

struct edge {
	uint32_t from, to, why;
};

/* The last packets of a direction: of all ports, and of each port. */
struct direction {
	uint32_t last, *of_port;
	uint32_t partner, other; /* of the last packet; the last packet with a different partner */
};

struct maker {
	const struct program *program;
	const struct problem *problem;
	struct segments pieces;
	/* [segments] the last writer, and the first entry in the list of readers */
	uint32_t *writer, *reading;
	struct reader *reader;
	size_t readers, readers_room;
	struct edge *edge;
	size_t edges, edges_room;
	struct loans loans;
	struct direction direction[2];
	uint32_t *received; /* a barrier's packets received so far */
	size_t news;
};

static int add_edge(struct maker *m, uint32_t from, size_t to, enum dependence reason)
{
	struct edge edge = { from, (uint32_t)to, reason };
	struct edge *last = m->edges ? &m->edge[m->edges - 1] : NULL;
	int error;

	if (from == NOBODY || (last && last->from == from && last->to == to && last->why == reason))
		return 0;
	error = array_reserve(&m->edge, &m->edges_room, m->edges + 1, sizeof edge);
	if (!error)
		m->edge[m->edges++] = edge;
	return error;
}

/* ---- Memory ---- */

static int read_piece(struct maker *m, size_t i, size_t piece)
{
	int error = add_edge(m, m->writer[piece], i, BYTES);

	if (!error)
		error = array_reserve(
			&m->reader, &m->readers_room, m->readers + 1, sizeof *m->reader);
	if (!error) {
		m->reader[m->readers] = (struct reader){ (uint32_t)i, m->reading[piece] };
		m->reading[piece] = (uint32_t)m->readers++;
	}
	return error;
}

static int write_piece(struct maker *m, size_t i, size_t piece)
{
	int error = m->writer[piece] == i ? 0 : add_edge(m, m->writer[piece], i, MEMORY);

	for (uint32_t r = m->reading[piece]; r != NOBODY && !error; r = m->reader[r].next)
		if (m->reader[r].instruction != i)
			error = add_edge(m, m->reader[r].instruction, i, MEMORY);
	m->reading[piece] = NOBODY;
	m->writer[piece] = (uint32_t)i;
	return error;
}

static int touch(struct maker *m, size_t i, uint32_t extents, uint32_t count,
	int (*one)(struct maker *m, size_t i, size_t piece))
{
	int error = 0;

	for (uint32_t k = 0; k < count && !error; k++) {
		size_t piece, last;

		segments_of(&m->pieces, &m->program->extent[extents + k], &piece, &last);
		for (; piece < last && !error; piece++)
			error = one(m, i, piece);
	}
	return error;
}

/* ---- Packets ---- */

static bool sends(const struct instruction *i)
{
	return i->action == SEND_PACKET;
}

/* Adds the last packets that exclude this packet, by the problem's ports and duplex. */
static int follow_ports(struct maker *m, size_t i)
{
	const struct instruction *packet = &m->program->instruction[i];
	const struct direction *same = &m->direction[sends(packet)];
	const struct direction *opposite = &m->direction[!sends(packet)];
	enum ports ports = m->problem->ports;
	bool shares = opposite->partner == packet->peer && !ports_exclude(ports, false, true);
	int error = add_edge(
		m, same->of_port[packet->port], i, sends(packet) || ports != ALL ? PORTS : MEMORY);

	if (!error && m->problem->duplex == HALF)
		error = add_edge(m, opposite->of_port[packet->port], i, PORTS);
	if (!error && ports_exclude(ports, true, false))
		error = add_edge(m, same->last, i, PORTS);
	if (!error && ports_exclude(ports, false, false))
		error = add_edge(m, shares ? opposite->other : opposite->last, i, PORTS);
	return error;
}

static void note_packet(struct maker *m, size_t i)
{
	const struct instruction *packet = &m->program->instruction[i];
	struct direction *d = &m->direction[sends(packet)];

	if (d->partner != packet->peer)
		d->other = d->last;
	d->partner = packet->peer;
	d->last = d->of_port[packet->port] = (uint32_t)i;
}

/* Handles the packets of a barrier, which have no bytes. A send depends on all packets received
 * before. */
static int follow_news(struct maker *m, size_t i)
{
	int error = 0;

	if (collective_has_bytes(m->problem->collective))
		return 0;
	if (!sends(&m->program->instruction[i]))
		m->received[m->news++] = (uint32_t)i;
	else
		for (size_t k = 0; k < m->news && !error; k++)
			error = add_edge(m, m->received[k], i, BYTES);
	return error;
}

static int packet(struct maker *m, size_t i)
{
	const struct instruction *p = &m->program->instruction[i];
	int error = follow_ports(m, i);

	if (!error)
		error = follow_news(m, i);
	if (!error && sends(p)) {
		loans_send(&m->loans, i, true);
		error = touch(m, i, p->extents, p->count, read_piece);
	}
	if (!error && instruction_folds(p))
		error = touch(m, i, instruction_operand(p), p->count, read_piece);
	if (!error && !sends(p) && p->action != DROP_PACKET)
		error = touch(m, i, p->extents, p->count, write_piece);
	note_packet(m, i);
	return error;
}

/* The loan of a packet ends. An instruction that writes to the lent bytes later depends on this
 * wait. */
static int loan_back(void *owner, size_t await, uint32_t instruction)
{
	struct maker *m = owner;
	const struct instruction *p = &m->program->instruction[instruction];
	int error = add_edge(m, instruction, await, MEMORY);

	return error ? error : touch(m, await, p->extents, p->count, read_piece);
}

static int local(struct maker *m, size_t i)
{
	const struct instruction *l = &m->program->instruction[i];
	int error = touch(m, i, l->left, l->count, read_piece);

	if (!error && l->action == FOLD_BYTES)
		error = touch(m, i, l->right, l->count, read_piece);
	return error ? error : touch(m, i, l->extents, l->count, write_piece);
}

static int find_edges(struct maker *m)
{
	int error = 0;

	for (size_t i = 0; i < m->program->instructions && !error; i++)
		switch (m->program->instruction[i].action) {
		case AWAIT_RETURN:
			error = loans_end(&m->loans, i, loan_back, m);
			break;
		case COPY_BYTES:
		case FOLD_BYTES:
			error = local(m, i);
			break;
		default:
			error = packet(m, i);
		}
	return error;
}

/* ---- The graph ---- */

static uint32_t *nobodies(size_t count)
{
	uint32_t *list = malloc((count + 1) * sizeof *list);

	for (size_t k = 0; list && k <= count; k++)
		list[k] = NOBODY;
	return list;
}

static int maker_open(struct maker *m, bool in_place)
{
	size_t ports = (size_t)m->problem->net.ports, n = m->program->instructions;
	int error = segments_make(&m->pieces, m->program, in_place);

	m->writer = nobodies(m->pieces.spots);
	m->reading = nobodies(m->pieces.spots);
	m->received = malloc((n + 1) * sizeof *m->received);
	for (int d = 0; d < 2; d++)
		m->direction[d] = (struct direction){ NOBODY, nobodies(ports), NOBODY, NOBODY };
	if (!error && (!m->writer || !m->reading || !m->received || !m->direction[0].of_port ||
			      !m->direction[1].of_port))
		error = why(ENOMEM, "no memory to look at a program of %zu instructions", n);
	return error ? error : loans_open(&m->loans, m->program);
}

static void maker_close(struct maker *m)
{
	segments_free(&m->pieces);
	free(m->writer);
	free(m->reading);
	free(m->reader);
	free(m->edge);
	loans_close(&m->loans);
	free(m->received);
	free(m->direction[0].of_port);
	free(m->direction[1].of_port);
}

/* Turns the edges into lists of successors. */
static int make_graph(struct dependences *d, const struct maker *m)
{
	size_t n = m->program->instructions;

	d->coupled = m->problem->ports != ALL;
	d->first = calloc(n + 2, sizeof *d->first);
	d->predecessors = calloc(n + 1, sizeof *d->predecessors);
	d->successor = calloc(m->edges + 1, sizeof *d->successor);
	if (!d->first || !d->predecessors || !d->successor)
		return why(ENOMEM, "no memory for %zu dependences", m->edges);
	for (size_t k = 0; k < m->edges; k++) {
		d->first[m->edge[k].from + 2]++;
		d->predecessors[m->edge[k].to]++;
	}
	for (size_t i = 2; i < n + 2; i++)
		d->first[i] += d->first[i - 1];
	for (size_t k = 0; k < m->edges; k++)
		d->successor[d->first[m->edge[k].from + 1]++] =
			(struct successor){ m->edge[k].to, m->edge[k].why };
	return 0;
}

int dependences_make(struct dependences **dependences, const struct program *program,
	const struct problem *problem, bool in_place)
{
	struct maker maker = { .program = program, .problem = problem };
	struct dependences *new = calloc(1, sizeof *new);
	int error = maker_open(&maker, in_place);

	if (!error && !new)
		error = why(ENOMEM, "no memory for a program's dependences");
	if (!error)
		error = find_edges(&maker);
	if (!error)
		error = make_graph(new, &maker);
	maker_close(&maker);
	if (error)
		dependences_free(new);
	else
		*dependences = new;
	return error;
}

void dependences_free(struct dependences *dependences)
{
	if (!dependences)
		return;
	free(dependences->first);
	free(dependences->predecessors);
	free(dependences->successor);
	free(dependences);
}
