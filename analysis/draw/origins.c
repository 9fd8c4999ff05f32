/* Finds the tree that carries a range of bytes, by the port at the bytes' first or last node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "analysis/draw/origins.h"
#include "base/error.h"
#include "plan/semantics.h"

/* Copied bytes leave their first node once: the first packet from that node with a byte decides.
 * Folded bytes come together at a node: the last packet to that node with a byte decides, and the
 * port is the receiver's. A cell has a number that names step and port:
 *
 *	number = step * (ports + 1) + port + 1,   the least or the largest of which counts. */

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
	bool folds = collective_folds(schedule->problem.collective);
	int port = folds ? network_reverse_port(net, packet->port) : packet->port;
	uint64_t number = (uint64_t)packet->step * (uint64_t)(net->ports + 1) + (uint64_t)port + 1;

	for (uint32_t i = 0; i < packet->count; i++) {
		const struct range *range = &schedule->range[packet->first + i];
		struct cell_run of = cells_of(&origins->ports, range);

		if (!tells(&schedule->problem, packet, range->block))
			continue;
		for (size_t c = of.first; c < of.end; c++) {
			uint64_t *known =
				cells_place(&origins->ports, 0, name_of(schedule, range->block), c);

			if (!known)
				return why(ENOMEM, "no memory for the ports of %s", net->name);
			if (!*known || (folds ? number > *known : number < *known))
				*known = number;
		}
	}
	return 0;
}

int origins_open(struct origins *origins, const struct schedule *schedule)
{
	const struct problem *problem = &schedule->problem;
	int error;

	*origins = (struct origins){ .schedule = schedule };
	error = cells_open(&origins->ports, schedule, UINT64_MAX);
	for (size_t k = 0; k < schedule->packets && origins_known(problem) && !error; k++)
		if (schedule->packet[k].port < problem->net.ports)
			error = add(origins, &schedule->packet[k]);
	if (error)
		origins_free(origins);
	return error;
}

void origins_free(struct origins *origins)
{
	cells_close(&origins->ports);
}

int origins_port(const struct origins *origins, const struct range *range)
{
	size_t first = cells_of(&origins->ports, range).first;
	uint64_t number =
		cells_get(&origins->ports, 0, name_of(origins->schedule, range->block), first);
	uint64_t ports = (uint64_t)origins->schedule->problem.net.ports;

	return number ? (int)(number % (ports + 1)) - 1 : 0;
}
