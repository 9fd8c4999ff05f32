/* Finds the tree that carries a range of bytes, by the port at the bytes' first or last node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "analysis/draw/origins.h"
#include "plan/semantics.h"

/* Copied bytes leave their first node once: the first packet from that node with a byte decides.
 * Folded bytes come together at a node: the last packet to that node with a byte decides, and the
 * port is the receiver's. Both are kept as arrivals, at "times" that name step and port:
 *
 *	time = step * (ports + 1) + port + 1,   the first or the last of which counts. */

bool origins_known(const struct problem *problem)
{
	return collective_has_bytes(problem->collective) &&
	       !collective_joins(problem->collective) &&
	       !collective_kind(problem->collective)->sliced;
}

/* Returns true if the packet leaves the block's first node, or reaches the block's last node. */
static bool tells(const struct problem *problem, const struct packet *packet, uint64_t block)
{
	bool folds = collective_folds(problem->collective);
	struct nodes nodes =
		folds ? semantics_after(problem, block) : semantics_before(problem, block);

	return nodes_have(nodes, folds ? packet->to : packet->from);
}

/* Returns the block's name as seen by node 0. In a view all nodes do the same as node 0. */
static uint64_t name_of(const struct schedule *schedule, uint64_t block)
{
	const struct network *net = &schedule->problem.net;
	uint64_t nodes = (uint64_t)net->nodes;

	if (!schedule->view)
		return block;
	if (collective_kind(schedule->problem.collective)->blocks != BLOCK_FOR_PAIR)
		return 0;
	return (uint64_t)network_untranslate(net, (int)(block / nodes), (int)(block % nodes));
}

static int add(struct origins *origins, const struct packet *packet)
{
	const struct schedule *schedule = origins->schedule;
	const struct network *net = &schedule->problem.net;
	int port = packet->port, error = 0;

	if (port >= net->ports)
		return 0;
	if (collective_folds(schedule->problem.collective))
		port = network_reverse_port(net, port);
	for (uint32_t i = 0; i < packet->count && !error; i++) {
		struct range range = schedule->range[packet->first + i];

		if (!tells(&schedule->problem, packet, range.block))
			continue;
		range.block = name_of(schedule, range.block);
		error = arrivals_add(&origins->ports, 0, &range,
			(double)packet->step * (net->ports + 1) + port + 1);
	}
	return error;
}

int origins_open(struct origins *origins, const struct schedule *schedule)
{
	int error;

	*origins = (struct origins){ .schedule = schedule };
	error = arrivals_open(&origins->ports, 1, collective_folds(schedule->problem.collective));
	if (!origins_known(&schedule->problem))
		return error;
	for (size_t k = 0; k < schedule->packets && !error; k++)
		error = add(origins, &schedule->packet[k]);
	if (error)
		origins_free(origins);
	return error;
}

void origins_free(struct origins *origins)
{
	arrivals_free(&origins->ports);
}

int origins_port(const struct origins *origins, const struct range *range)
{
	struct range first = { name_of(origins->schedule, range->block), range->begin,
		range->begin + 1 };
	double time = arrivals_when(&origins->ports, 0, &first);
	int ports = origins->schedule->problem.net.ports;

	return time < 1 ? 0 : (int)((int64_t)time % (ports + 1)) - 1;
}
