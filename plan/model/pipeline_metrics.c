/* Counts the packets of a pipelined plan, turn by turn. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/model/link_groups.h"
#include "plan/lists/metrics.h"
#include "plan/turns.h"
#include "plan/model/pipeline_metrics.h"

/* In turn k a hop of stage s does its part of round k - s. Two counts make the figures:
 *
 *	The first count goes turn by turn, and takes all links that carry the same parts as a
 *	group (link_groups.h): steps, packets, volume and time. The largest packet of a slot
 *	is cut in the largest number of chunks, which are the steps of the slot.
 *	The second count puts all bytes of the plan into a single turn, which gives the bytes
 *	of each link. Packets that meet in some turn meet there as well, so the model of that
 *	turn is the loosest model that any turn may need. A search goes through the turns,
 *	the fullest first, until a turn does need that model; mostly the first does.
 */
struct count {
	const struct plan *plan;
	const struct machine *machine;
	struct cutting cutting;
	struct link_groups links;
	struct turns turns;
	uint64_t *total; /* [kinds * parts] bytes of each part in all rounds of a kind */
	struct figures *figures;
	double seconds; /* of all steps so far */
};

bool plan_countable(const struct plan *plan)
{
	return !plan->symmetric && !plan->stream && !plan->alternating &&
	       collective_has_bytes(plan->problem.collective);
}

/* Returns the place of a kind of rounds in the totals. The kinds are powers of two. */
static size_t place_of(unsigned kind)
{
	return (size_t)__builtin_ctz(kind);
}

static size_t size_of(const struct range *bytes)
{
	return bytes ? bytes->end - bytes->begin : 0;
}

/* Adds the round that starts with this turn, `times` times. */
static void add_round(struct count *count, uint64_t times)
{
	size_t parts = (size_t)count->plan->parts;
	unsigned kind = round_kind(count->turns.now, count->cutting.rounds);
	uint64_t *total = count->total + place_of(kind) * parts;

	for (size_t p = 0; p < parts; p++)
		total[p] += size_of(turns_part(&count->turns, 0, (uint32_t)p, 0)) * times;
}

/* ---- Steps, packets, volume, time ---- */

/* Counts the steps of a slot. A packet beyond the limit is cut in chunks, and the other packets of
 * the slot take the same steps. */
static void count_steps(struct count *count, size_t largest)
{
	size_t limit = count->cutting.limit, whole = largest / limit, rest = largest % limit;

	count->figures->steps += (int64_t)(whole + !!rest);
	count->figures->volume += largest;
	count->seconds += (double)whole * machine_time(count->machine, limit);
	if (rest)
		count->seconds += machine_time(count->machine, rest);
}

static size_t count_group(struct count *count, const struct link_group *group)
{
	size_t limit = count->cutting.limit, bytes = 0;

	for (uint32_t i = 0; i < group->count; i++) {
		const struct term *t = &count->links.term[group->first + i];

		bytes += size_of(turns_part(&count->turns, t->stage, t->part, t->absent));
	}
	count->figures->packets += group->links * (bytes / limit + !!(bytes % limit));
	count->figures->transmissions += group->links * bytes;
	return bytes;
}

static void count_turn(struct count *count)
{
	const struct link_group *group = count->links.group, *end = group;

	if (count->links.groups) /* without groups the array is missing */
		end += count->links.groups;
	while (group < end) {
		int32_t slot = group->slot;
		size_t largest = 0;

		for (; group < end && group->slot == slot; group++) {
			size_t bytes = count_group(count, group);

			largest = bytes > largest ? bytes : largest;
		}
		count_steps(count, largest);
	}
}

/* Returns the number of turns after this turn that are like this turn: every stage has a round
 * between the first and the last, and the rounds have equal parts. */
static uint64_t turns_alike(const struct count *count, uint64_t turn)
{
	uint64_t stages = (uint64_t)count->turns.stages, last = count->cutting.rounds - 1, alike;

	if (turn < stages || turn + 1 >= last)
		return 0;
	alike = cutting_alike(&count->cutting, count->plan, turn - stages + 1);
	if (alike <= stages)
		return 0;
	return alike - stages < last - 1 - turn ? alike - stages : last - 1 - turn;
}

/* Adds `times` times what was counted since the figures and seconds had these values. */
static void count_again(
	struct count *count, const struct figures *were, double seconds, uint64_t times)
{
	struct figures *now = count->figures;

	now->steps += (now->steps - were->steps) * (int64_t)times;
	now->volume += (now->volume - were->volume) * times;
	now->packets += (now->packets - were->packets) * times;
	now->transmissions += (now->transmissions - were->transmissions) * times;
	count->seconds += (count->seconds - seconds) * (double)times;
}

static void count_turns(struct count *count)
{
	uint64_t alike;

	for (uint64_t turn = 0; turn < count->turns.count; turn += 1 + alike) {
		struct figures were = *count->figures;
		double seconds = count->seconds;

		turns_go(&count->turns, turn);
		count_turn(count);
		alike = turns_alike(count, turn);
		if (alike)
			count_again(count, &were, seconds, alike);
		if (turn < count->cutting.rounds)
			add_round(count, 1 + alike);
	}
}

/* ---- Links, models ---- */

/* Returns the bytes of a hop in all rounds. */
static uint64_t total_of(const struct count *count, const struct hop *h)
{
	uint64_t bytes = 0;

	for (unsigned kind = 1; kind < 1u << ROUND_KINDS; kind *= 2)
		if (!(h->absent & kind))
			bytes +=
				count->total[place_of(kind) * (size_t)count->plan->parts + h->part];
	return bytes;
}

static bool reached(const struct figures *figures, const struct figures *loosest)
{
	return figures->ports == loosest->ports && figures->duplex == loosest->duplex;
}

/* Makes the packet of this turn, or with `all` a packet with the bytes of all turns. */
static struct packet packet_of(struct count *count, const struct packet_walk *walk, bool all)
{
	const struct hop *first = walk->first;
	struct packet packet = {
		.step = hop_slot(count->plan, first), .from = first->from, .port = first->port
	};

	for (const struct hop *h = first; h < walk->end; h++)
		packet.bytes += all ? total_of(count, h) : size_of(turns_bytes(&count->turns, h));
	return packet;
}

/* Counts the packets of this turn until the models are as loose as possible. Without `loosest`
 * counts those of all turns as one turn, and the bytes of links. */
static int count_models(struct count *count, const struct figures *loosest, struct figures *figures)
{
	const struct plan *plan = count->plan;
	struct packet_walk walk = walk_turn(plan);
	struct metrics counting;
	bool all = !loosest;
	int error = metrics_open(&counting, &plan->problem.net, false, false, all, figures);

	if (error)
		return error;
	while ((all || !reached(figures, loosest)) && walk_next(&walk)) {
		struct packet packet = packet_of(count, &walk, all);

		if (!packet.bytes)
			continue;
		packet.to = network_neighbour(&plan->problem.net, packet.from, packet.port);
		metrics_add(&counting, &packet);
	}
	metrics_close(&counting);
	return 0;
}

/* Returns the turn at place i of an order that has the fullest turn first. */
static uint64_t turn_at(const struct count *count, uint64_t i)
{
	uint64_t rounds = count->cutting.rounds, stages = (uint64_t)count->turns.stages;
	uint64_t fullest = (rounds < stages ? rounds : stages) - 1;

	return i == 0 ? fullest : i <= fullest ? i - 1 : i;
}

static int look_at_turn(struct count *count, const struct figures *loosest, uint64_t turn)
{
	struct figures figures;
	int error;

	turns_go(&count->turns, turn);
	error = count_models(count, loosest, &figures);
	if (figures.ports > count->figures->ports)
		count->figures->ports = figures.ports;
	if (figures.duplex > count->figures->duplex)
		count->figures->duplex = figures.duplex;
	return error;
}

static int find_models(struct count *count, const struct figures *loosest)
{
	struct figures *f = count->figures;
	int error = 0;

	for (uint64_t i = 0; i < count->turns.count && !reached(f, loosest) && !error; i++) {
		uint64_t turn = turn_at(count, i);

		error = look_at_turn(count, loosest, turn);
		i += turn == i ? turns_alike(count, turn) : 0;
	}
	return error;
}

static int count_all(struct count *count)
{
	struct figures loosest;
	int error = link_groups_find(&count->links, count->plan);

	if (error)
		return error;
	count_turns(count);
	error = count_models(count, NULL, &loosest);
	if (error)
		return error;
	count->figures->links_used = loosest.links_used;
	count->figures->busiest_link = loosest.busiest_link;
	return find_models(count, &loosest);
}

int plan_count(struct figures *figures, double *synchronous, const struct plan *plan,
	const struct binding *binding, const struct machine *machine)
{
	struct count count = { .plan = plan, .machine = machine, .figures = figures };
	int error = binding_apply(&count.cutting, plan, binding);

	if (!error)
		error = turns_open(&count.turns, plan, &count.cutting);
	if (error)
		return error;
	*figures = (struct figures){ 0 }; /* a finalized plan has no conflicts */
	count.total = array_zeros(ROUND_KINDS * (size_t)plan->parts, sizeof *count.total);
	error = count.total
			? count_all(&count)
			: why(ENOMEM, "no memory to count a plan on %s", plan->problem.net.name);
	*synchronous = count.seconds;
	link_groups_free(&count.links);
	turns_free(&count.turns);
	free(count.total);
	return error;
}
