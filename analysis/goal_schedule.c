/* Writes a schedule in GOAL: the sends and receives of each rank, and what each send requires. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/goal_schedule.h"
#include "analysis/packet_needs.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/schedule.h"

/*	num_ranks 4
 *	rank 1 {
 *	l1: recv 64b from 0 tag 0 cpu 0 nic 0
 *	l2: send 64b to 3 tag 1 cpu 0 nic 1
 *	l2 requires l1
 *	}
 *
 * Labels are of a rank. The grammar is that of LogGOPSim's txt2bin.re: an operation ends with its
 * line, and `cpu` comes before `nic`. With ports all each port is a nic.
 *
 * LogGOPSim lets an operation begin when its own cpu has ended what came before, and ATLAHS when
 * all that it requires has ended. A receive keeps its cpu for all its bytes. So packets that
 * require one another, a chain, share a cpu, and chains of which none requires the other have cpus
 * of their own. */

enum {
	GOAL_UNITS = 256 /* cpus and nics of a rank: their numbers are bytes */
};

/* A receive has the port by which the receiver reaches the sender. */
static int port_of(const struct schedule *s, const struct packet *packet, int v)
{
	const struct network *net = &s->problem.net;

	return packet->from == v ? packet->port : network_port_to(net, v, packet->from);
}

/* ---- Chains ---- */

/* Each packet names an earlier packet of its chain, and the first packet itself. Returns the first,
 * and shortens the way there. */
static uint32_t first_of(uint32_t *chain, uint32_t k)
{
	while (chain[k] != k)
		k = chain[k] = chain[chain[k]];
	return k;
}

static void join(uint32_t *chain, uint32_t a, uint32_t b)
{
	a = first_of(chain, a);
	b = first_of(chain, b);
	if (a < b)
		chain[b] = a;
	else
		chain[a] = b;
}

static int join_rank(uint32_t *chain, const struct schedule *s, int v)
{
	struct packet_needs needs;
	int error = packet_needs_find(&needs, s, v);

	if (error)
		return error;
	for (uint32_t i = 0; i < needs.count; i++)
		for (uint32_t k = needs.first[i];
			s->packet[needs.packet[i]].from == v && k < needs.first[i + 1]; k++)
			join(chain, needs.packet[needs.need[k]], needs.packet[i]);
	packet_needs_free(&needs);
	return 0;
}

/* Replaces the names by numbers, which are cpus. Where there are more chains than cpus, several
 * chains share one. */
static void number_chains(uint32_t *chain, size_t packets)
{
	uint32_t chains = 0;

	for (uint32_t k = 0; k < packets; k++)
		chain[k] = chain[k] == k ? chains++ % GOAL_UNITS : chain[chain[k]];
}

static int check_ports(const struct schedule *s)
{
	for (size_t k = 0; k < s->packets; k++)
		if (s->packet[k].port >= GOAL_UNITS ||
			port_of(s, &s->packet[k], s->packet[k].to) >= GOAL_UNITS)
			return why(EINVAL,
				"GOAL numbers %d nics of a rank, and %s has %d ports: use --ports "
				"sendrecv, exchange or single, which need one nic",
				GOAL_UNITS, s->problem.net.name, s->problem.net.ports);
	return 0;
}

/* Finds the cpu of each packet: (*cpu)[packets], to be freed by the caller. */
static int find_cpus(uint32_t **cpu, const struct schedule *s)
{
	uint32_t *chain = *cpu = array_new(s->packets, sizeof *chain);
	int error = chain ? check_ports(s) : why(ENOMEM, "no memory for the cpus of a schedule");

	for (uint32_t k = 0; k < s->packets && !error; k++)
		chain[k] = k;
	for (int v = 0; v < s->problem.net.nodes && !error; v++)
		error = join_rank(chain, s, v);
	if (!error)
		number_chains(chain, s->packets);
	return error;
}

/* ---- Ranks ---- */

/* LogGOPSim counts the bytes after the first, so each message has at least one byte. */
static void print_operation(const struct schedule *s, uint32_t k, int v, uint32_t label,
	const uint32_t *cpu, FILE *file)
{
	const struct packet *packet = &s->packet[k];
	bool sent = packet->from == v;

	fprintf(file, "l%u: %s %zub %s %d tag %d", label, sent ? "send" : "recv",
		packet->bytes ? packet->bytes : 1, sent ? "to" : "from",
		sent ? packet->to : packet->from, packet->step);
	if (cpu)
		fprintf(file, " cpu %u nic %d", cpu[k], port_of(s, packet, v));
	putc('\n', file);
}

static int print_rank(const struct schedule *s, int v, const uint32_t *cpu, FILE *file)
{
	struct packet_needs needs;
	int error = packet_needs_find(&needs, s, v);

	if (error)
		return error;
	fprintf(file, "\nrank %d {\n", v);
	for (uint32_t i = 0; i < needs.count; i++) {
		uint32_t number = needs.packet[i];

		print_operation(s, number, v, i + 1, cpu, file);
		for (uint32_t k = needs.first[i];
			s->packet[number].from == v && k < needs.first[i + 1]; k++)
			fprintf(file, "l%u requires l%u\n", i + 1, needs.need[k] + 1);
	}
	fputs("}\n", file);
	packet_needs_free(&needs);
	return 0;
}

int schedule_print_goal(struct schedule *schedule, FILE *file)
{
	uint32_t *cpu = NULL;
	int error = schedule->first_of ? 0 : schedule_index(schedule);

	if (!error && schedule->problem.ports == ALL)
		error = find_cpus(&cpu, schedule);
	if (!error)
		fprintf(file, "num_ranks %d\n", schedule->problem.net.nodes);
	for (int v = 0; v < schedule->problem.net.nodes && !error; v++)
		error = print_rank(schedule, v, cpu, file);
	free(cpu);
	if (error)
		return error;
	return ferror(file) ? why(EIO, "the schedule could not be written") : 0;
}
