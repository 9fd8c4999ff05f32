/* Runs the programs of all nodes on rings that hold nothing but counts: deadlock, leftover. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/why.h"
#include "plan/program.h"

/* No instruction waits for more than one ring, so what can move does not depend on who is moved
 * first: one run decides for all of them. */

struct machine_state {
	struct program *const *program;
	const struct network *net;
	int capacity;
	size_t *next;		   /* [nodes] */
	uint64_t *pushed, *popped; /* [nodes * ports], of the ring that leaves the node there */
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

static bool move(struct machine_state *m, int v)
{
	const struct instruction *i = &m->program[v]->instruction[m->next[v]];
	size_t ring;

	switch (i->action) {
	case SEND_PACKET:
		ring = ring_out(m, v, i->port);
		if (m->pushed[ring] - m->popped[ring] >= (uint64_t)m->capacity)
			return false;
		m->pushed[ring]++;
		return true;
	case AWAIT_RETURN:
		return m->popped[ring_out(m, v, i->port)] >= i->count;
	case COPY_BYTES:
	case FOLD_BYTES:
	case READ_BYTES:
		return true;
	default:
		ring = ring_in(m, v, i->port);
		if (m->pushed[ring] == m->popped[ring])
			return false;
		m->popped[ring]++;
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
}

int programs_run(struct program *const *programs, const struct network *net, int capacity,
	struct verdict *verdict)
{
	size_t links = (size_t)net->nodes * (size_t)net->ports + 1;
	struct machine_state m = { programs, net, capacity,
		calloc((size_t)net->nodes, sizeof(size_t)), calloc(links, sizeof(uint64_t)),
		calloc(links, sizeof(uint64_t)) };
	int error = 0;

	if (m.next && m.pushed && m.popped) {
		while (run_all(&m))
			;
		judge(&m, verdict);
	} else {
		error = why(ENOMEM, "no memory to run programs on %s", net->name);
	}
	free(m.next);
	free(m.pushed);
	free(m.popped);
	return error;
}
