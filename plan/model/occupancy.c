/* Keeps the times until which links and ports are busy, for each port model and duplex. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/arith.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/model/occupancy.h"
#include "plan/ports.h"

/* Packets come in the order of service, so that each resource keeps only its last packet. Under
 * EXCHANGE a send and a receive of a node may overlap only if the partner is the same. A side of a
 * node therefore also keeps the end of the last packet with a different partner:
 *
 *	receives	|--w--|     |--v--|--v--|           a send to v may start at `others`,
 *			    others            until         a send to another node at `until`.
 *
 * In a view every node does the same as node 0. If two directions exclude each other there, every
 * node spends half of the time on each direction. */

/* The sends or the receives of a node, one after another: the end of the last packet, the last
 * packet's partner, and the end of the last packet with a different partner. */
struct side {
	double until, others;
	int partner;
};

struct link {
	double until;
};

/* Finds the place of a node's port. An additional place at each node is for packets in files that
 * follow no link. */
static struct link *find_link(const struct occupancy *occupancy, int v, int port)
{
	int ports = occupancy->schedule->problem.net.ports;

	return &occupancy->link[(size_t)v * ((size_t)ports + 1) +
				(size_t)(port < ports ? port : ports)];
}

/* Finds the link of a packet. Under half duplex both directions are a single link, which belongs to
 * the lesser node, or to the lesser port. */
static struct link *link_of(const struct occupancy *occupancy, const struct packet *packet, int to)
{
	const struct problem *problem = &occupancy->schedule->problem;
	int from = packet->from, port = packet->port, back;

	if (problem->duplex == FULL || port >= problem->net.ports)
		return find_link(occupancy, from, port);
	back = network_reverse_port(&problem->net, port);
	if (from < to || (from == to && port < back))
		return find_link(occupancy, from, port);
	return find_link(occupancy, to, back);
}

static struct ends view_ends(const struct occupancy *occupancy, const struct packet *packet)
{
	const struct problem *problem = &occupancy->schedule->problem;
	int back = network_reverse_port(&problem->net, packet->port);
	bool mutual = back == packet->port;
	bool alone =
		ports_exclude(problem->ports, false, mutual) || (problem->duplex == HALF && mutual);
	int port = packet->port;

	/* A link has the same place under both of its ports: a packet that node 0 sends through the
	 * first port comes to node 0 through the second port. */
	if (problem->duplex == HALF && back < port)
		port = back;
	return (struct ends){ .to = packet->to,
		.from = network_neighbour(&problem->net, 0, back),
		.link = find_link(occupancy, 0, port),
		.turns = 1 + alone };
}

struct ends occupancy_ends(const struct occupancy *occupancy, const struct packet *packet)
{
	if (occupancy->schedule->view)
		return view_ends(occupancy, packet);
	return (struct ends){ .sender = packet->from,
		.receiver = packet->to,
		.to = packet->to,
		.from = packet->from,
		.link = link_of(occupancy, packet, packet->to),
		.turns = 1 };
}

/* Returns the time at which the side has ended all packets that exclude a packet with this partner
 * in the other direction. */
static double apart(enum ports ports, const struct side *side, int partner)
{
	if (!ports_exclude(ports, false, false))
		return 0;
	return side->partner == partner && !ports_exclude(ports, false, true) ? side->others
									      : side->until;
}

static double ports_free(const struct occupancy *occupancy, const struct ends *ends)
{
	const struct side *send = occupancy->send, *receive = occupancy->receive;
	enum ports ports = occupancy->schedule->problem.ports;
	double free = larger(send[ends->sender].until, receive[ends->receiver].until);

	free = larger(free, apart(ports, &receive[ends->sender], ends->to));
	return larger(free, apart(ports, &send[ends->receiver], ends->from));
}

static void occupy(struct side *side, int partner, double until)
{
	if (side->partner != partner)
		side->others = side->until;
	side->partner = partner;
	side->until = until;
}

int occupancy_open(struct occupancy *occupancy, const struct schedule *schedule)
{
	int nodes = schedule->view ? 1 : schedule->problem.net.nodes;
	bool serial = schedule->problem.ports != ALL;
	size_t links = (size_t)nodes * ((size_t)schedule->problem.net.ports + 1);

	*occupancy = (struct occupancy){ .schedule = schedule };
	occupancy->link = array_zeros(links, sizeof *occupancy->link);
	if (serial) {
		occupancy->send = calloc((size_t)nodes, sizeof *occupancy->send);
		occupancy->receive = calloc((size_t)nodes, sizeof *occupancy->receive);
	}
	if (occupancy->link && (!serial || (occupancy->send && occupancy->receive)))
		return 0;
	occupancy_free(occupancy);
	return why(ENOMEM, "no memory to simulate %zu packets", schedule->packets);
}

void occupancy_free(struct occupancy *occupancy)
{
	free(occupancy->send);
	free(occupancy->receive);
	free(occupancy->link);
	*occupancy = (struct occupancy){ 0 };
}

double occupancy_free_at(const struct occupancy *occupancy, const struct ends *ends)
{
	double until = ends->link->until;

	return occupancy->send ? larger(until, ports_free(occupancy, ends)) : until;
}

void occupancy_take(struct occupancy *occupancy, const struct ends *ends, double until)
{
	ends->link->until = until;
	if (!occupancy->send)
		return;
	occupy(&occupancy->send[ends->sender], ends->to, until);
	occupy(&occupancy->receive[ends->receiver], ends->from, until);
}
