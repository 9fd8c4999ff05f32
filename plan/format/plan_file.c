/* Checks and adds the packets of plan files, and compares the packets with the file's header. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/format/plan_file.h"
#include "plan/semantics.h"

int plan_file_step(int64_t step)
{
	if (step < 0 || step >= FILE_STEP)
		return why(EINVAL, "a step is a number from 0 to %d", FILE_STEP - 1);
	return 0;
}

int plan_file_node(const struct network *net, int64_t v)
{
	if (v < 0 || v >= net->nodes)
		return why(EINVAL, "%lld is not a node of %s", (long long)v, net->name);
	return 0;
}

/* Says how many blocks the collective has, and the numbers of the blocks. */
static int no_block(const struct problem *problem, int64_t block)
{
	const char *name = collective_name(problem->collective);
	unsigned long long blocks = semantics_blocks(problem);

	if (blocks > 1)
		return why(EINVAL, "block %lld: %s on %s has %llu blocks, numbered 0 to %llu",
			(long long)block, name, problem->net.name, blocks, blocks - 1);
	return why(EINVAL, "block %lld: %s has %s", (long long)block, name,
		blocks ? "one block, which is block 0" : "no blocks: its packets carry no bytes");
}

int plan_file_range(struct range *range, const struct schedule *schedule, const int64_t piece[3])
{
	if (piece[0] < 0 || (uint64_t)piece[0] >= semantics_blocks(&schedule->problem))
		return no_block(&schedule->problem, piece[0]);
	if (piece[1] < 0 || piece[1] > piece[2])
		return why(EINVAL, "bytes %lld to %lld are not a range", (long long)piece[1],
			(long long)piece[2]);
	if ((uint64_t)piece[2] > schedule->bytes)
		return why(
			EINVAL, "byte %lld: a block has %zu", (long long)piece[2], schedule->bytes);
	*range = (struct range){ (uint64_t)piece[0], (size_t)piece[1], (size_t)piece[2] };
	return 0;
}

int plan_file_add(
	struct schedule *schedule, struct packet packet, const struct range *range, int line)
{
	int port = network_port_to(&schedule->problem.net, packet.from, packet.to);
	int error;

	if (schedule->packets >= FILE_PACKETS || schedule->ranges + packet.count > FILE_RANGES)
		return why(EINVAL, "more than %d packets or %d pieces", FILE_PACKETS, FILE_RANGES);
	packet.port = port < 0 ? UINT16_MAX : (uint16_t)port; /* the verifier will refuse the
							       * packet */
	error = array_reserve(&schedule->line_of, &schedule->lines_room, schedule->packets + 1,
		sizeof *schedule->line_of);
	if (error)
		return error;
	schedule->line_of[schedule->packets] = (uint32_t)line;
	return schedule_add(schedule, packet, range);
}

/* ---- The lines of sorted packets ---- */

struct packet_line {
	struct packet packet;
	uint32_t line;
	size_t number; /* of the packet in the file */
};

static int compare_lines(const void *a, const void *b)
{
	const struct packet_line *x = a, *y = b;
	int order = packet_compare(&x->packet, &y->packet);

	return order ? order : (x->number > y->number) - (x->number < y->number);
}

/* Sorts the lines of packets that will be sorted. */
static int sort_lines(struct schedule *s)
{
	struct packet_line *place = array_new(s->packets, sizeof *place);

	if (!place)
		return why(ENOMEM, "no memory for the lines of %zu packets", s->packets);
	for (size_t i = 0; i < s->packets; i++)
		place[i] = (struct packet_line){ s->packet[i], s->line_of[i], i };
	qsort(place, s->packets, sizeof *place, compare_lines);
	for (size_t i = 0; i < s->packets; i++)
		s->line_of[i] = place[i].line;
	free(place);
	return 0;
}

int plan_file_close(struct schedule *schedule, struct plan_header *heading)
{
	int error = sort_lines(schedule);

	if (!error)
		error = schedule_sort(schedule);
	heading->wrong = FIELD_STEPS;
	if (!error && heading->given[FIELD_STEPS] &&
		heading->number[FIELD_STEPS] != schedule->steps)
		return why(EINVAL, "steps: %lld, but its packets take %d",
			(long long)heading->number[FIELD_STEPS], schedule->steps);
	return error;
}

static enum ports ports_of(const struct schedule *schedule, int *error)
{
	struct figures figures;

	/* Only packets that cross a link obey a port model. */
	for (size_t k = 0; k < schedule->packets; k++)
		if (schedule->packet[k].port >= schedule->problem.net.ports)
			return schedule->problem.ports;
	*error = schedule_figures(schedule, &figures);
	return *error ? ALL : figures.ports;
}

static void say_word(struct plan_header *heading, enum field field, const char *word)
{
	snprintf(heading->word[field], FILE_WORD, "%s", word);
	heading->given[field] = true;
}

static void say_number(struct plan_header *heading, enum field field, size_t number)
{
	heading->number[field] = (int64_t)number;
	heading->given[field] = true;
}

/* Lists the links port by port, from which the network gets the same ports again. */
static int say_links(struct plan_header *heading, const struct network *net)
{
	int error = 0;

	heading->given[FIELD_LINKS] = true;
	for (int p = 0; p < net->ports; p++)
		for (int v = 0; v < net->nodes && !error; v++)
			if (network_neighbour(net, v, p) > v)
				error = plan_header_link(heading, v, network_neighbour(net, v, p));
	return error;
}

int plan_header_of(struct plan_header *heading, const struct schedule *schedule)
{
	const struct problem *problem = &schedule->problem;
	size_t packet = schedule->packet_bytes;
	int error = 0;

	*heading = (struct plan_header){ 0 };
	if (schedule->view)
		return why(EINVAL, "a view of one node is not a plan: all packets are needed");
	say_word(heading, FIELD_COLLECTIVE, collective_name(problem->collective));
	say_word(heading, FIELD_ALGORITHM, problem->algorithm);
	say_word(heading, FIELD_NETWORK, problem->net.name);
	if (problem->order[0])
		say_word(heading, FIELD_ORDER, problem->order);
	say_number(heading, FIELD_ROOT, (size_t)problem->root);
	if (collective_sends(problem->collective))
		say_number(heading, FIELD_DESTINATION, (size_t)problem->destination);
	say_number(heading, FIELD_NODES, (size_t)problem->net.nodes);
	say_number(heading, FIELD_BYTES, schedule->bytes);
	say_number(heading, FIELD_PACKET, packet ? packet : schedule_largest_packet(schedule));
	say_word(heading, FIELD_PORTS, ports_name(ports_of(schedule, &error)));
	say_word(heading, FIELD_DUPLEX, duplex_name(problem->duplex));
	say_number(heading, FIELD_STEPS, (size_t)schedule->steps);
	heading->given[FIELD_PERMUTATION] = collective_permutes(problem->collective);
	if (!error && network_from_file(&problem->net))
		error = say_links(heading, &problem->net);
	return error;
}
