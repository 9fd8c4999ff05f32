/* Allocates the memory of a team: nodes, workers, and the rings of all links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "base/array.h"
#include "base/error.h"
#include "runtime/team/team_memory.h"
#include "runtime/node/scratch.h"
#include "runtime/drive/standstill.h"
#include "runtime/node/transport.h"

/* Words that a thread writes in every operation share no cache line with words of other threads.
 * Each node's ports begin on lines of their own (8-byte broadcast between two far cores: 715 ns
 * where neighbours shared a line of both, 340 ns apart).
 *
 * A node's ports are neighbours in memory, and so are a node's outgoing rings. A ring is a header,
 * followed by the slots, an odd number of 128-byte lines in all, so that the slots in use of many
 * rings do not fall on the same sets of a cache. The buffers of all slots follow the last ring in
 * the same way.
 *
 * A page that is read before it is written is at first the system's page of zeros, and writing to
 * it later interrupts all cores of the process. Receivers look at slots that no sender has written
 * yet, so the pages of slots are made at once. Buffers have no pages until used. */

/* A port that a node lacks has a ring from the node to itself, which stays empty. */
static void ring_open(struct team *team, const struct demand *demand, int v, int port)
{
	int next = network_neighbour(&team->net, v, port), u = next < 0 ? v : next;
	size_t link = (size_t)v * (size_t)team->net.ports + (size_t)port;
	unsigned char *memory = team->links.rings + link * team->links.ring_stride;
	struct ring *ring = (struct ring *)memory;
	int back = next < 0 ? port : network_reverse_port(&team->net, port);
	struct node *sender = &team->node[v], *receiver = &team->node[u];

	if (!node_is_here(sender) && !node_is_here(receiver))
		return;
	ring->slots = (struct slot *)(memory + sizeof *ring);
	ring->capacity = team->links.capacity;
	ring->eager = team->links.rings + demand->links * demand->ring_stride +
		      link * demand->eager_stride;
	ring->eager_bytes = team->links.eager_bytes;
	/* A ring to another process has its own node at both ends: nobody else can help to copy. */
	ring->sender = (node_is_here(sender) ? sender : receiver)->worker->parker;
	ring->receiver = (node_is_here(receiver) ? receiver : sender)->worker->parker;
	sender->links.port[port].out = ring;
	receiver->links.port[back].in = ring;
}

static bool is_here(const struct team *team, int v)
{
	return !team->spread.process_of || team->spread.process_of[v] == team->spread.process_here;
}

/* Returns the first node of this process that is not before v. */
static int next_here(const struct team *team, int v)
{
	while (v < team->net.nodes && !is_here(team, v))
		v++;
	return v;
}

/* Nodes of a worker are neighbours by number (wires.h: several nodes of a worker have numbers in a
 * row). */
static void workers_open(struct team *team)
{
	int v = next_here(team, 0);

	team->spread.elsewhere =
		(struct worker){ .team = team, .number = -1, .nodes = 1, .cpu = -1 };
	team->spread.elsewhere.parker = &team->spread.elsewhere.own_parker;
	for (int u = 0; u < team->net.nodes; u++)
		team->node[u].worker = &team->spread.elsewhere;
	for (int w = 0; w < team->workers; w++) {
		struct worker *worker = &team->worker[w];

		worker->team = team;
		worker->number = w;
		worker->first = v;
		worker->nodes = (int)((int64_t)team->here * (w + 1) / team->workers) -
				(int)((int64_t)team->here * w / team->workers);
		worker->cpu = -1;
		worker_stands(worker, ABSENT);
		worker->parker = &worker->own_parker;
		worker->drive = &worker->own_drive;
		worker->own_drive.worker = worker;
		for (int n = 0; n < worker->nodes; n++, v = next_here(team, v + 1)) {
			team->node[v].worker = worker;
			team->node[v].drive = worker->drive;
		}
	}
}

static void nodes_open(struct team *team, const struct demand *demand)
{
	size_t ports = run_apart((size_t)team->net.ports, sizeof *team->links.port);

	for (int v = 0; v < team->net.nodes; v++) {
		team->node[v].team = team;
		team->node[v].number = v;
		team->node[v].links.port = team->links.port + (size_t)v * ports;
	}
	workers_open(team);
	for (int v = 0; v < team->net.nodes; v++)
		for (int p = 0; p < team->net.ports; p++)
			ring_open(team, demand, v, p);
}

/* Returns false if memory is short. A network without links needs no memory for rings. */
static bool rings_open(struct team *team, const struct demand *demand)
{
	void *rings;

	team->links.rings_bytes = demand->rings_bytes;
	team->links.ring_stride = demand->ring_stride;
	team->links.capacity = demand->capacity;
	team->links.eager_bytes = demand->eager_bytes;
	if (!demand->links)
		return true;
	rings = mmap(NULL, team->links.rings_bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	team->links.rings = rings == MAP_FAILED ? NULL : rings;
#ifdef MADV_POPULATE_WRITE /* from Linux 5.14 on; else writes make the pages */
	if (team->links.rings && !team->spread.process_of)
		madvise(rings, demand->links * demand->ring_stride, MADV_POPULATE_WRITE);
#endif
	return team->links.rings;
}

int team_memory_open(struct team *team, const struct demand *demand)
{
	size_t nodes = (size_t)team->net.nodes;
	size_t ports = nodes * run_apart((size_t)team->net.ports, sizeof *team->links.port);

	team->node = array_zeros_aligned(nodes, sizeof *team->node);
	team->worker = array_zeros_aligned((size_t)team->workers, sizeof *team->worker);
	team->links.port = array_zeros_aligned(ports ? ports : 1, sizeof *team->links.port);
	if (!rings_open(team, demand) || !team->node || !team->worker || !team->links.port)
		return why(ENOMEM, "%s: no memory for %zu rings of %u slots", team->net.name,
			demand->links, team->links.capacity);
	nodes_open(team, demand);
	return 0;
}

void team_memory_free(struct team *team)
{
	for (int v = 0; team->node && v < team->net.nodes; v++)
		scratch_free(&team->node[v]);
	if (team->links.rings)
		munmap(team->links.rings, team->links.rings_bytes);
	free(team->links.uses);
	free(team->links.port);
	free(team->worker);
	free(team->node);
}
