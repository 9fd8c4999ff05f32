/* Lists a bound plan as a schedule, with all packets at numbered steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/size.h"
#include "base/error.h"
#include "plan/lists/expanded_size.h"
#include "plan/packets.h"
#include "plan/schedule.h"
#include "plan/stream.h"
#include "plan/lists/expand_rounds.h"

/* The time of a packet, before times are numbered as steps. */
struct moment {
	int64_t time;
	int32_t chunk;
	uint32_t packet;
};

static int compare_moments(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->chunk > y->chunk) - (x->chunk < y->chunk);
}

struct collection {
	struct schedule *schedule;
	struct moment *moment;
	size_t room;
};

/* Adds a packet that node v sends. */
static int collect(struct collection *all, const struct packets *packets, int v)
{
	struct schedule *s = all->schedule;
	struct packet packet = { .from = v,
		.to = network_neighbour(&s->problem.net, v, packets->hop->port),
		.port = packets->hop->port,
		.fold = packets->hop->fold,
		.count = packets->count };
	int error = array_reserve(&all->moment, &all->room, s->packets + 1, sizeof *all->moment);

	if (error)
		return error;
	all->moment[s->packets] =
		(struct moment){ packets->time, packets->chunk, (uint32_t)s->packets };
	return schedule_add(s, packet, packets->range);
}

/* Numbers the steps. A moment at which nothing crosses any link is not a step. */
static int number_steps(struct schedule *s, const struct moment *moment)
{
	struct moment *sorted = malloc((s->packets + 1) * sizeof *sorted);
	int step = -1;

	if (!sorted)
		return why(ENOMEM, "no memory to sort %zu packets", s->packets);
	memcpy(sorted, moment, s->packets * sizeof *sorted);
	qsort(sorted, s->packets, sizeof *sorted, compare_moments);
	for (size_t i = 0; i < s->packets; i++) {
		if (!i || compare_moments(&sorted[i - 1], &sorted[i]))
			step++;
		s->packet[sorted[i].packet].step = step;
	}
	free(sorted);
	return 0;
}

static int32_t *numbers(size_t count)
{
	int32_t *number = calloc(count + 1, sizeof *number);

	if (!number)
		why(ENOMEM, "no memory to number the steps of a schedule");
	return number;
}

/* Numbers the steps in linear time, if the times are hardly more than the packets. Each chunk of
 * each time gets a place, and then the places with packets are counted. */
static int number_dense_steps(struct schedule *s, const struct moment *moment, size_t times)
{
	int32_t *place = numbers(times), *step = NULL, before = 0;
	size_t places = 0;

	for (size_t i = 0; i < s->packets && place; i++)
		if (moment[i].chunk >= place[moment[i].time])
			place[moment[i].time] = moment[i].chunk + 1;
	for (size_t t = 0; t < times && place; t++) {
		int32_t chunks = place[t];

		place[t] = (int32_t)places;
		places += (size_t)chunks;
	}
	if (place)
		step = numbers(places);
	for (size_t i = 0; i < s->packets && step; i++)
		step[place[moment[i].time] + moment[i].chunk] = 1;
	for (size_t k = 0; k < places && step; k++) {
		before += step[k];
		step[k] = before - 1;
	}
	for (size_t i = 0; i < s->packets && step; i++)
		s->packet[i].step = step[place[moment[i].time] + moment[i].chunk];
	free(place);
	free(step);
	return place && step ? 0 : -ENOMEM;
}

static int number_all_steps(struct schedule *s, const struct moment *moment)
{
	int64_t last = 0;

	if (!s->packets)
		return 0;
	for (size_t i = 0; i < s->packets; i++)
		last = moment[i].time > last ? moment[i].time : last;
	return (uint64_t)last < s->packets * 2 ? number_dense_steps(s, moment, (size_t)last + 1)
					       : number_steps(s, moment);
}

/* Returns the units of a block in an all-reduce, over the slices of all nodes. */
static size_t slices_of(const struct plan *plan)
{
	return (size_t)plan->problem.net.nodes * plan_units(plan);
}

/* Checks the memory for a schedule. A symmetric plan is small, but its schedule for all nodes may
 * be large. The message therefore names the multiple of elements that makes all slices equal, so
 * that the packets of a single node are enough. */
static int check_room(const struct plan *plan, const struct binding *binding, int nodes)
{
	const struct problem *p = &plan->problem;
	int error = expanded_size_lists(plan, binding, nodes);

	if (error != -ENOMEM || !plan->symmetric || !collective_kind(p->collective)->sliced)
		return error;
	return why(ENOMEM, "%s, or a number of elements that %zu divides", why_text(),
		slices_of(plan));
}

enum {
	RESERVED = 1 << 26
};

/* Reserves a packet for each piece, which is the usual case in plans that are written out for all
 * nodes. Memory that is not used is never touched. */
static int reserve(struct schedule *s, const struct plan *plan, const struct cutting *cutting)
{
	size_t pieces;
	int error;

	if (!size_multiply(&pieces, plan->hops, (size_t)cutting->rounds) || pieces > RESERVED)
		return 0;
	error = array_reserve(&s->packet, &s->packets_room, pieces, sizeof *s->packet);
	return error ? error : array_reserve(&s->range, &s->ranges_room, pieces, sizeof *s->range);
}

/* Lists the packets that node v sends, out of all packets that node v sends or receives. */
static int list_node(struct collection *all, const struct plan *plan, const struct cutting *cutting,
	const struct stream_table *table, int v)
{
	int root = collective_rooted(plan->problem.collective) ? all->schedule->problem.root : 0;
	int c = network_untranslate(&plan->problem.net, root, v), got = 0;
	struct packets packets;
	int error = packets_of_node(&packets, plan, cutting, root, v, table, false);

	while (!error && (got = packets_next(&packets)) > 0)
		if (packets.hop->from == c)
			error = collect(all, &packets, v);
	packets_close(&packets);
	return error ? error : got;
}

/* Lists the packets of that many nodes. */
static int list_nodes(
	struct schedule *s, const struct plan *plan, const struct cutting *cutting, int nodes)
{
	struct collection all = { .schedule = s };
	struct stream_table table = { 0 };
	bool streams = plan_streams(plan, cutting);
	int error = streams ? stream_table_open(&table, plan, cutting) : 0;

	for (int v = 0; v < nodes && !error; v++)
		error = list_node(&all, plan, cutting, streams ? &table : NULL, v);
	if (!error)
		error = number_all_steps(s, all.moment);
	free(all.moment);
	stream_table_free(&table);
	return error;
}

static int list_packets(
	struct schedule *s, const struct plan *plan, const struct binding *binding, int nodes)
{
	struct cutting cutting;
	int error = binding_apply(&cutting, plan, binding);

	if (!error)
		error = binding_check_root(plan, binding->root);
	if (error)
		return error;
	if (!plan->finalized)
		return why(EINVAL, "a plan that was not verified is not listed");
	if (!plan_expands_rounds(plan, &cutting))
		return list_nodes(s, plan, &cutting, nodes);
	error = reserve(s, plan, &cutting);
	return error ? error : plan_expand_rounds(s, plan, &cutting);
}

static int list_for_nodes(struct schedule **schedule, const struct plan *plan,
	const struct binding *binding, int nodes)
{
	struct schedule *s = NULL;
	int error = check_room(plan, binding, nodes);

	if (!error)
		error = schedule_new(&s, &plan->problem);
	if (error)
		return error;
	s->problem.root = collective_keeps_root(plan->problem.collective) ? plan->problem.root
									  : binding->root;
	s->problem.net.centre = 0;
	s->problem.destination =
		network_translate(&plan->problem.net, binding->root, plan->problem.destination);
	s->bytes = binding->bytes;
	s->packet_bytes = binding->packet;
	s->element = binding->element ? binding->element : 1;
	s->asynchronous = plan->asynchronous;
	s->view = nodes < plan->problem.net.nodes;
	s->alternating = s->view && plan->alternating;
	error = list_packets(s, plan, binding, nodes);
	if (!error)
		error = schedule_sort(s);
	s->steps *= 1 + s->alternating;
	if (error)
		schedule_free(s);
	else
		*schedule = s;
	return error;
}

int plan_schedule(
	struct schedule **schedule, const struct plan *plan, const struct binding *binding)
{
	return list_for_nodes(schedule, plan, binding, plan->problem.net.nodes);
}

/* Returns true if the packets of all nodes have the same sizes as node 0's packets. The slices of
 * an all-reduce may differ by an element. */
static bool nodes_are_alike(const struct plan *plan, const struct binding *binding)
{
	size_t element = binding->element ? binding->element : 1;

	if (!plan->symmetric)
		return false;
	return !collective_kind(plan->problem.collective)->sliced ||
	       binding->bytes / element % slices_of(plan) == 0;
}

int plan_view(struct schedule **schedule, const struct plan *plan, const struct binding *binding)
{
	int nodes = nodes_are_alike(plan, binding) ? 1 : plan->problem.net.nodes;

	return list_for_nodes(schedule, plan, binding, nodes);
}
