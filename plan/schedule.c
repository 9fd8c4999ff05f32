/* Schedules: all packets of a bound plan at their steps, and what they amount to. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/schedule.h"
#include "plan/tape.h"

int schedule_new(struct schedule **schedule, const struct problem *problem)
{
	struct schedule *s = calloc(1, sizeof *s);
	size_t bytes = sizeof(int) * (size_t)problem->net.nodes;

	if (!s)
		goto fail;
	s->problem = *problem;
	s->element = 1;
	if (problem->permutation) {
		s->problem.permutation = malloc(bytes);
		if (!s->problem.permutation)
			goto fail;
		memcpy(s->problem.permutation, problem->permutation, bytes);
	}
	/* Never NULL: an empty run of packets or ranges has a place, too. */
	if (array_reserve(&s->packet, &s->packets_room, 1, sizeof *s->packet) ||
		array_reserve(&s->range, &s->ranges_room, 1, sizeof *s->range))
		goto fail;
	*schedule = s;
	return 0;
fail:
	schedule_free(s);
	return why(ENOMEM, "no memory for a schedule");
}

void schedule_free(struct schedule *schedule)
{
	if (!schedule)
		return;
	free(schedule->problem.permutation);
	free(schedule->packet);
	free(schedule->range);
	free(schedule->first_of);
	free(schedule->index_of);
	free(schedule);
}

int schedule_add(struct schedule *s, struct packet packet, const struct range *range)
{
	int error = array_reserve(&s->packet, &s->packets_room, s->packets + 1, sizeof packet);

	if (!error)
		error = array_reserve(
			&s->range, &s->ranges_room, s->ranges + packet.count, sizeof *range);
	if (error)
		return error;
	packet.first = (uint32_t)s->ranges;
	packet.bytes = 0;
	for (uint32_t i = 0; i < packet.count; i++) {
		packet.bytes += range[i].end - range[i].begin;
		s->range[s->ranges++] = range[i];
	}
	s->packet[s->packets++] = packet;
	return 0;
}

int schedule_index(struct schedule *s)
{
	size_t nodes = (size_t)s->problem.net.nodes, *next = calloc(nodes + 2, sizeof *next);

	s->index_of = malloc((s->packets * 2 + 1) * sizeof *s->index_of);
	if (!next || !s->index_of) {
		free(next);
		return why(ENOMEM, "no memory for the index of a schedule");
	}
	for (size_t i = 0; i < s->packets; i++) {
		next[s->packet[i].from + 2]++;
		next[s->packet[i].to + 2]++;
	}
	for (size_t v = 2; v < nodes + 2; v++)
		next[v] += next[v - 1];
	for (size_t i = 0; i < s->packets; i++) {
		s->index_of[next[s->packet[i].from + 1]++] = (uint32_t)i;
		s->index_of[next[s->packet[i].to + 1]++] = (uint32_t)i;
	}
	s->first_of = next;
	return 0;
}

/* By (step, from, port), then as they were added: a file's two packets on one link stay two. */
static int compare_packets(const void *a, const void *b)
{
	const struct packet *x = a, *y = b;

	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->port != y->port)
		return x->port < y->port ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

static bool is_sorted(const struct schedule *s)
{
	for (size_t i = 1; i < s->packets; i++)
		if (compare_packets(&s->packet[i - 1], &s->packet[i]) > 0)
			return false;
	return true;
}

int schedule_sort(struct schedule *s)
{
	if (!is_sorted(s))
		qsort(s->packet, s->packets, sizeof *s->packet, compare_packets);
	s->steps = s->packets ? s->packet[s->packets - 1].step + 1 : 0;
	return 0;
}

static bool same_link(const struct packet *a, const struct packet *b)
{
	return a->step == b->step && a->from == b->from && a->port == b->port && a->fold == b->fold;
}

int schedule_batch(struct schedule *s)
{
	struct range *range = malloc((s->ranges + 1) * sizeof *range);
	size_t packets = 0, ranges = 0;

	if (!range)
		return why(ENOMEM, "no memory for a schedule of %zu packets", s->packets);
	schedule_sort(s);
	for (size_t i = 0; i < s->packets; i++) {
		struct packet p = s->packet[i];

		memcpy(range + ranges, s->range + p.first, p.count * sizeof *range);
		p.first = (uint32_t)ranges;
		ranges += p.count;
		if (packets && same_link(&s->packet[packets - 1], &p)) {
			s->packet[packets - 1].count += p.count;
			s->packet[packets - 1].bytes += p.bytes;
		} else {
			s->packet[packets++] = p;
		}
	}
	free(s->range);
	s->range = range;
	s->packets = packets;
	s->ranges = s->ranges_room = ranges;
	return 0;
}

/* ---- From a plan ---- */

/* When a packet goes, before times are numbered as steps. */
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
	struct tape tape;
	struct moment *moment;
	size_t room;
};

static int collect(
	struct collection *all, const struct plan *plan, const struct binding *binding, int v)
{
	struct schedule *s = all->schedule;
	int error = plan_tape(&all->tape, plan, binding, v);

	for (size_t i = 0; i < all->tape.deeds && !error; i++) {
		const struct tape_deed *deed = &all->tape.deed[i];
		struct packet packet = {
			.from = v, .port = deed->port, .fold = deed->fold, .count = deed->count
		};

		if (deed->deed != DEED_SEND)
			continue;
		packet.to = network_neighbour(&s->problem.net, v, deed->port);
		error = array_reserve(
			&all->moment, &all->room, s->packets + 1, sizeof *all->moment);
		if (error)
			break;
		all->moment[s->packets] =
			(struct moment){ deed->time, deed->chunk, (uint32_t)s->packets };
		error = schedule_add(s, packet, all->tape.range + deed->first);
	}
	return error;
}

/* A moment at which nothing crosses any link is no step. */
static void number_steps(struct schedule *s, struct moment *moment)
{
	int step = -1;

	if (s->packets)
		qsort(moment, s->packets, sizeof *moment, compare_moments);
	for (size_t i = 0; i < s->packets; i++) {
		if (!i || compare_moments(&moment[i - 1], &moment[i]))
			step++;
		s->packet[moment[i].packet].step = step;
	}
}

static int gather(struct schedule **schedule, const struct plan *plan,
	const struct binding *binding, int nodes)
{
	struct collection all = { 0 };
	int error = schedule_new(&all.schedule, &plan->problem);

	if (error)
		return error;
	all.schedule->problem.root = binding->root;
	all.schedule->problem.destination =
		network_translate(&plan->problem.net, binding->root, plan->problem.destination);
	all.schedule->bytes = binding->bytes;
	all.schedule->packet_bytes = binding->packet;
	all.schedule->element = binding->element ? binding->element : 1;
	all.schedule->view = nodes < plan->problem.net.nodes;
	for (int v = 0; v < nodes && !error; v++)
		error = collect(&all, plan, binding, v);
	if (!error) {
		number_steps(all.schedule, all.moment);
		error = schedule_sort(all.schedule);
	}
	free(all.moment);
	tape_free(&all.tape);
	if (error)
		schedule_free(all.schedule);
	else
		*schedule = all.schedule;
	return error;
}

int plan_schedule(
	struct schedule **schedule, const struct plan *plan, const struct binding *binding)
{
	return gather(schedule, plan, binding, plan->problem.net.nodes);
}

/* Whether all nodes' packets have the sizes of node 0's: the slices of an all-reduce may differ by an
 * element. */
static bool nodes_are_alike(const struct plan *plan, const struct binding *binding)
{
	size_t element = binding->element ? binding->element : 1;
	size_t slices = (size_t)plan->problem.net.nodes * (size_t)plan->parts;

	if (!plan->symmetric)
		return false;
	return plan->problem.collective != ALLREDUCE || binding->bytes / element % slices == 0;
}

int plan_view(struct schedule **schedule, const struct plan *plan, const struct binding *binding)
{
	int nodes = nodes_are_alike(plan, binding) ? 1 : plan->problem.net.nodes;

	return gather(schedule, plan, binding, nodes);
}
