/* Counts the packets of a pipelined plan as its rounds go by. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/why.h"
#include "plan/figures.h"
#include "plan/turns.h"

/* Hops are sorted by (slot, from, port): what one link carries in one slot of a turn stands together.
 * In turn k a hop of stage s does its part of round k - s; all parts of those rounds are measured
 * once a turn. */
struct count {
	const struct plan *plan;
	const struct machine *machine;
	struct cutting cutting;
	struct counting counting;
	uint64_t turn, stages;
	size_t *part;	/* [stages * parts] bytes, in this turn; 0: not there */
	double seconds; /* of all steps before */
	size_t largest; /* packet of this step */
};

bool plan_countable(const struct plan *plan)
{
	return plan->pipelined && !plan->symmetric && !plan->stream && !plan->alternating &&
	       plan->problem.collective != BARRIER;
}

static void measure_parts(struct count *count)
{
	size_t parts = (size_t)count->plan->parts;

	for (uint64_t stage = 0; stage < count->stages; stage++)
		for (size_t p = 0; p < parts; p++) {
			size_t begin = 0, end = 0;

			if (stage <= count->turn && count->turn - stage < count->cutting.rounds)
				cutting_part(&count->cutting, count->plan, count->turn - stage,
					(uint32_t)p, &begin, &end);
			count->part[stage * parts + p] = end - begin;
		}
}

static size_t bytes_of(const struct count *count, const struct hop *h)
{
	const struct plan *plan = count->plan;
	uint64_t stage = plan->interval == 1 ? (uint64_t)h->time
					     : (uint64_t)(h->time / plan->interval);

	if (h->absent && stage <= count->turn &&
		h->absent & round_kind(count->turn - stage, count->cutting.rounds))
		return 0;
	return count->part[stage * (uint64_t)plan->parts + h->part];
}

static bool same_link(const struct hop *a, const struct hop *b)
{
	return a->from == b->from && a->port == b->port;
}

/* Chunk number `chunk` of every packet of a slot: hops first ... end - 1. Whether more follow. */
static bool count_chunks(struct count *count, size_t first, size_t end, int32_t step, size_t chunk)
{
	const struct hop *hop = count->plan->hop;
	size_t limit = count->cutting.limit;
	bool more = false;

	for (size_t i = first, next; i < end; i = next) {
		struct packet packet = { .step = step, .from = hop[i].from, .port = hop[i].port };
		size_t bytes = 0;

		for (next = i; next < end && same_link(&hop[next], &hop[i]); next++)
			bytes += bytes_of(count, &hop[next]);
		if (!bytes || (chunk && bytes / limit + !!(bytes % limit) <= chunk))
			continue;
		bytes -= chunk * (chunk ? limit : 0);
		more |= bytes > limit;
		packet.bytes = bytes < limit ? bytes : limit;
		packet.to = hop_to(count->plan, &hop[i]);
		if (packet.bytes > count->largest)
			count->largest = packet.bytes;
		counting_add(&count->counting, &packet);
	}
	return more;
}

static void count_slot(struct count *count, size_t first, size_t end, int32_t *step)
{
	bool more = true;

	for (size_t chunk = 0; more; chunk++) {
		count->largest = 0;
		more = count_chunks(count, first, end, *step, chunk);
		if (!count->largest)
			continue;
		count->seconds += machine_time(count->machine, count->largest);
		++*step;
	}
}

static void count_turns(struct count *count)
{
	const struct plan *plan = count->plan;
	uint64_t turns = count->cutting.rounds + count->stages - 1;
	int32_t step = 0;

	for (count->turn = 0; count->turn < turns; count->turn++) {
		measure_parts(count);
		for (size_t i = 0, end; i < plan->hops; i = end) {
			int32_t slot = hop_slot(plan, &plan->hop[i]);

			for (end = i; end < plan->hops && hop_slot(plan, &plan->hop[end]) == slot;)
				end++;
			count_slot(count, i, end, &step);
		}
	}
}

int plan_count(struct figures *figures, double *synchronous, const struct plan *plan,
	const struct binding *binding, const struct machine *machine)
{
	struct count count = { .plan = plan, .machine = machine };
	int error = binding_apply(&count.cutting, plan, binding);

	if (error)
		return error;
	count.stages = (uint64_t)(plan->times / plan->interval) + 1;
	count.part = calloc((size_t)count.stages * (size_t)plan->parts, sizeof *count.part);
	if (!count.part)
		return why(ENOMEM, "no memory to count a plan on %s", plan->problem.net.name);
	error = counting_open(&count.counting, &plan->problem, false, false, figures);
	if (!error) {
		count_turns(&count);
		counting_close(&count.counting);
		*synchronous = count.seconds;
	}
	free(count.part);
	return error;
}
