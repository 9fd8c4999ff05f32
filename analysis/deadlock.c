/* Runs programs on rings that only count packets, to find deadlocks and leftovers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "analysis/deadlock.h"
#include "analysis/knowledge.h"
#include "plan/schedule.h"

/* A single run decides for all orders of execution. No instruction waits for more than one ring, so
 * the choice of the node that moves first does not change what can move. The same holds for the
 * knowledge that packets carry, because each program fixes the packets that the node receives
 * before each send. So a node that reads from another node's memory, or ends after others have read
 * from its own memory, has the needed knowledge in every run or in none. */

struct machine_state {
	struct program *const *program;
	const struct network *net;
	int capacity;
	size_t *next;		   /* [nodes] */
	uint64_t *pushed, *popped; /* [nodes * ports], for the ring that leaves the node there */
	bool by_reference;
	struct knowledge known; /* in zero-copy programs */
	size_t *reads;		/* [nodes] reads still to do */
	int reader, origin;	/* the first read without knowledge that the origin has begun; -1:
			     * none */
};

static size_t ring_out(const struct machine_state *m, int v, int port)
{
	return (size_t)v * (size_t)m->net->ports + (size_t)port;
}

/* The ring that comes in at a port leaves the neighbour at its reverse port. */
static size_t ring_in(const struct machine_state *m, int v, int port)
{
	return ring_out(m, network_neighbour(m->net, v, port), network_reverse_port(m->net, port));
}

static size_t slot_of(const struct machine_state *m, size_t ring, uint64_t packet)
{
	return ring * (size_t)m->capacity + (size_t)(packet % (uint64_t)m->capacity);
}

static void push(struct machine_state *m, int v, size_t ring)
{
	if (m->by_reference)
		knowledge_send(&m->known, (size_t)v, slot_of(m, ring, m->pushed[ring]));
	m->pushed[ring]++;
}

static void pop(struct machine_state *m, int v, size_t ring)
{
	if (m->by_reference)
		knowledge_receive(&m->known, (size_t)v, slot_of(m, ring, m->popped[ring]));
	m->popped[ring]++;
}

/* Returns the last node from which the instruction reads. */
static uint32_t read_last(const struct instruction *i)
{
	return i->peer + i->right;
}

static void read_bytes(struct machine_state *m, int v, const struct instruction *i)
{
	for (uint32_t u = i->peer; u <= read_last(i); u++)
		if (m->reader < 0 && !knowledge_of_beginning(&m->known, (size_t)v, u)) {
			m->reader = v;
			m->origin = (int)u;
		}
	if (!--m->reads[v])
		knowledge_tell(&m->known, (size_t)v);
}

static bool move(struct machine_state *m, int v)
{
	const struct instruction *i = &m->program[v]->instruction[m->next[v]];
	size_t ring;

	switch (i->action) {
	case SEND_PACKET:
		ring = ring_out(m, v, i->port);
		if (m->pushed[ring] - m->popped[ring] >= (uint64_t)m->capacity)
			return false;
		push(m, v, ring);
		return true;
	case AWAIT_RETURN:
		return m->popped[ring_out(m, v, i->port)] >= i->count;
	case COPY_BYTES:
	case FOLD_BYTES:
	case MATCH_SIZES:
		return true;
	case READ_BYTES:
	case READ_BLOCK:
		read_bytes(m, v, i);
		return true;
	default:
		ring = ring_in(m, v, i->port);
		if (m->pushed[ring] == m->popped[ring])
			return false;
		pop(m, v, ring);
		return true;
	}
}

static bool run_all(struct machine_state *m)
{
	bool moved = false;

	for (int v = 0; v < m->net->nodes; v++)
		while (m->next[v] < m->program[v]->instructions && move(m, v)) {
			m->next[v]++;
			moved = true;
		}
	return moved;
}

static void condemn(struct verdict *verdict, int reader, int origin, const char *format)
{
	*verdict =
		(struct verdict){ .rule = RULE_HAZARD, .step = -1, .from = origin, .to = reader };
	snprintf(verdict->text, sizeof verdict->text, format, reader, origin);
}

static void judge_read(
	const struct machine_state *m, int v, const struct instruction *i, struct verdict *verdict)
{
	for (uint32_t u = i->peer; u <= read_last(i) && verdict->ok; u++)
		if (!knowledge_of_reading(&m->known, u, (size_t)v))
			condemn(verdict, v, (int)u,
				"what node %d reads, node %d may have taken back");
}

/* Checks the knowledge at the end of all programs: each node must know that all its readers have
 * read. */
static void judge_reads(const struct machine_state *m, struct verdict *verdict)
{
	if (m->reader >= 0)
		condemn(verdict, m->reader, m->origin,
			"node %d reads from node %d without word that it has begun");
	for (int v = 0; v < m->net->nodes && verdict->ok; v++) {
		const struct program *p = m->program[v];

		for (size_t k = 0; k < p->instructions && verdict->ok; k++)
			if (instruction_reads(&p->instruction[k]))
				judge_read(m, v, &p->instruction[k], verdict);
	}
}

static void judge(const struct machine_state *m, struct verdict *verdict)
{
	*verdict = (struct verdict){ .ok = true, .step = -1, .from = -1, .to = -1 };
	for (int v = 0; v < m->net->nodes; v++) {
		const struct program *p = m->program[v];

		if (m->next[v] < p->instructions) {
			verdict->ok = false;
			verdict->rule = RULE_DEADLOCK;
			verdict->from = (int)p->instruction[m->next[v]].peer;
			verdict->to = v;
			snprintf(verdict->text, sizeof verdict->text,
				"node %d waits for node %d at its instruction %zu", v,
				verdict->from, m->next[v]);
			return;
		}
		for (int port = 0; port < m->net->ports; port++) {
			size_t ring = ring_out(m, v, port);

			if (m->pushed[ring] == m->popped[ring])
				continue;
			verdict->ok = false;
			verdict->rule = RULE_LEFTOVER;
			verdict->from = v;
			verdict->to = network_neighbour(m->net, v, port);
			snprintf(verdict->text, sizeof verdict->text,
				"%d packets from node %d to node %d are never taken",
				(int)(m->pushed[ring] - m->popped[ring]), v, verdict->to);
			return;
		}
	}
	if (m->by_reference)
		judge_reads(m, verdict);
}

static int count_reads(struct machine_state *m, size_t links)
{
	size_t nodes = (size_t)m->net->nodes;
	int error;

	m->reader = -1;
	for (size_t v = 0; v < nodes; v++)
		m->by_reference |= m->program[v]->by_reference;
	if (!m->by_reference)
		return 0;
	error = knowledge_open(&m->known, nodes, links * (size_t)m->capacity);
	m->reads = calloc(nodes, sizeof *m->reads);
	for (size_t v = 0; v < nodes && m->reads; v++)
		for (size_t k = 0; k < m->program[v]->instructions; k++)
			m->reads[v] += instruction_reads(&m->program[v]->instruction[k]);
	return error || m->reads ? error : why(ENOMEM, "no memory to count reads");
}

int deadlock_check(struct program *const *programs, const struct network *net, int capacity,
	struct verdict *verdict)
{
	size_t links = (size_t)net->nodes * (size_t)net->ports + 1;
	struct machine_state m = { programs, net, capacity,
		calloc((size_t)net->nodes, sizeof(size_t)), calloc(links, sizeof(uint64_t)),
		calloc(links, sizeof(uint64_t)) };
	int error = count_reads(&m, links);

	if (!error && !(m.next && m.pushed && m.popped))
		error = why(ENOMEM, "no memory to run programs on %s", net->name);
	if (!error) {
		while (run_all(&m))
			;
		judge(&m, verdict);
	}
	if (m.by_reference)
		knowledge_close(&m.known);
	free(m.reads);
	free(m.next);
	free(m.pushed);
	free(m.popped);
	return error;
}

/* A ring has at least a slot. A program that ends with a slot for each link
 * ends with more slots, too. */
enum {
	CAPACITY = 1,
	INLINE_BYTES = 40
};

static int lower(struct program **program, const struct schedule *s, int v)
{
	struct binding binding = { s->bytes, s->element, s->packet_bytes, s->problem.root };
	struct lowering lowering = { .inline_bytes = INLINE_BYTES };
	struct tape tape = { 0 };
	int error = schedule_tape(&tape, s, v);

	if (!error)
		error = program_lower(program, &s->problem, &tape, &binding, &lowering, v);
	tape_free(&tape);
	return error;
}

int schedule_run_lowered(struct schedule *schedule, struct verdict *verdict)
{
	int nodes = schedule->problem.net.nodes, error = 0;
	struct program **programs = calloc((size_t)nodes, sizeof(struct program *));

	if (!programs)
		return why(ENOMEM, "no memory for the programs of %d nodes", nodes);
	if (!schedule->first_of)
		error = schedule_index(schedule);
	for (int v = 0; v < nodes && !error; v++)
		error = lower(&programs[v], schedule, v);
	if (error == -EINVAL) {
		*verdict =
			(struct verdict){ .rule = RULE_HAZARD, .step = -1, .from = -1, .to = -1 };
		snprintf(verdict->text, sizeof verdict->text, "%s", why_text());
		error = 0;
	} else if (!error) {
		error = deadlock_check(programs, &schedule->problem.net, CAPACITY, verdict);
	}
	for (int v = 0; v < nodes; v++)
		program_free(programs[v]);
	free(programs);
	return error;
}
