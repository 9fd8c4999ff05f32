/* Knows until when links and ports are busy, under each port model and both kinds of links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/model/occupancy.h"

/* Packets are served in the order in which they are asked about, so each resource needs to know
 * its last packet only. Under EXCHANGE a send and a receive of one node may overlap only with the
 * same partner; so a side also keeps when its last packet with any other partner ended:
 *
 *	receives	|--w--|     |--v--|--v--|           a send to v may start at `others`,
 *			    others            until         one to anybody else at `until`.
 *
 * In a view every node does what node 0 does. Two directions that exclude each other then go one
 * after the other, at every node half of the time. */

/* A node's sends, or its receives, which are serial: until when the last one takes, and the last
 * one with another partner than that. */
struct side {
	double until, others;
	int partner;
};

struct link {
	double until;
};

static double later(double a, double b)
{
	return a > b ? a : b;
}

/* A node has a place for each port, and one for what files send where no link is. */
static struct link *find_link(const struct occupancy *occupancy, int v, int port)
{
	int ports = occupancy->schedule->problem.net.ports;

	return &occupancy->link[(size_t)v * ((size_t)ports + 1) +
				(size_t)(port < ports ? port : ports)];
}

/* Under half duplex both directions are one link, that of the lesser node or port. */
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
	bool alone = problem->ports == SINGLE || (problem->ports == EXCHANGE && !mutual) ||
		     (problem->duplex == HALF && mutual);
	int port = packet->port;

	/* A link is the same under both of its ports: what node 0 sends through one of them, it
	 * receives through the other. */
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

/* When the side has ended all packets that exclude one with this partner in the other direction. */
static double apart(const struct side *side, int partner)
{
	return side->partner == partner ? side->others : side->until;
}

static double ports_free(const struct occupancy *occupancy, const struct ends *ends)
{
	const struct side *send = occupancy->send, *receive = occupancy->receive;
	double free = later(send[ends->sender].until, receive[ends->receiver].until);

	switch (occupancy->schedule->problem.ports) {
	case EXCHANGE:
		free = later(free, apart(&receive[ends->sender], ends->to));
		return later(free, apart(&send[ends->receiver], ends->from));
	case SINGLE:
		free = later(free, receive[ends->sender].until);
		return later(free, send[ends->receiver].until);
	default:
		return free;
	}
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

	return occupancy->send ? later(until, ports_free(occupancy, ends)) : until;
}

void occupancy_take(struct occupancy *occupancy, const struct ends *ends, double until)
{
	ends->link->until = until;
	if (!occupancy->send)
		return;
	occupy(&occupancy->send[ends->sender], ends->to, until);
	occupy(&occupancy->receive[ends->receiver], ends->from, until);
}
