/* Writes a schedule in GOAL: the sends and receives of each rank, and what each send requires. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "analysis/goal_schedule.h"
#include "analysis/packet_needs.h"
#include "base/error.h"
#include "plan/lists/schedule_index.h"

/*	num_ranks 4
 *	rank 1 {
 *	l1: recv 64b from 0 tag 0 cpu 0 nic 0
 *	l2: send 64b to 3 tag 1 cpu 1 nic 1
 *	l2 requires l1
 *	}
 *
 * Labels are of a rank. The grammar is that of LogGOPSim's txt2bin.re: an operation ends with its
 * line, and `cpu` comes in front of `nic`. */

/* A receive has the port by which the receiver reaches the sender. */
static int port_of(const struct schedule *s, const struct packet *packet, int v)
{
	const struct network *net = &s->problem.net;

	return packet->from == v ? packet->port : network_port_to(net, v, packet->from);
}

static void print_operation(
	const struct schedule *s, const struct packet *packet, int v, uint32_t label, FILE *file)
{
	bool sent = packet->from == v;
	int port = port_of(s, packet, v);

	fprintf(file, "l%u: %s %zub %s %d tag %d", label, sent ? "send" : "recv", packet->bytes,
		sent ? "to" : "from", sent ? packet->to : packet->from, packet->step);
	if (s->problem.ports == ALL)
		fprintf(file, " cpu %d nic %d", port, port);
	putc('\n', file);
}

static int print_rank(const struct schedule *s, int v, FILE *file)
{
	struct packet_needs needs;
	int error = packet_needs_find(&needs, s, v);

	if (error)
		return error;
	fprintf(file, "\nrank %d {\n", v);
	for (uint32_t i = 0; i < needs.count; i++) {
		const struct packet *packet = &s->packet[needs.packet[i]];

		print_operation(s, packet, v, i + 1, file);
		for (uint32_t k = needs.first[i]; packet->from == v && k < needs.first[i + 1]; k++)
			fprintf(file, "l%u requires l%u\n", i + 1, needs.need[k] + 1);
	}
	fputs("}\n", file);
	packet_needs_free(&needs);
	return 0;
}

int schedule_print_goal(struct schedule *schedule, FILE *file)
{
	int error = schedule->first_of ? 0 : schedule_index(schedule);

	fprintf(file, "num_ranks %d\n", schedule->problem.net.nodes);
	for (int v = 0; v < schedule->problem.net.nodes && !error; v++)
		error = print_rank(schedule, v, file);
	if (error)
		return error;
	return ferror(file) ? why(EIO, "the schedule could not be written") : 0;
}
