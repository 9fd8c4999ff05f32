/* Bulk: how many packets and pieces a bound plan has, and the memory that they take, known before any is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include "base/memory_budget.h"
#include "base/error.h"
#include "plan/expanded_size.h"
#include "plan/semantics.h"
#include "plan/program/program.h"
#include "topology/largest_network.h"

enum {
	LINE = 64 /* scratch of a piece begins on a line of its own */
};

/* Packets and ranges have numbers of 32 bits. */
static const double MOST = (double)(1u << 31);

/* The slices of a block: an all-reduce that all nodes do alike has one for each. */
static double slices_of(const struct plan *plan)
{
	return plan->symmetric && collective_kind(plan->problem.collective)->sliced
		       ? plan->problem.net.nodes
		       : 1;
}

/* The round that was verified has its figures in units, and of a symmetric plan they are the whole
 * machine's. Of few elements some parts are empty; parts of a block that lie side by side in a packet
 * are one piece. */
int expanded_size_of(struct expanded_size *bulk, const struct plan *plan, const struct binding *binding)
{
	const struct figures *round = &plan->round;
	double slices = slices_of(plan), present, rounds;
	struct cutting cutting;
	int error = binding_apply(&cutting, plan, binding);

	*bulk = (struct expanded_size){ 0 };
	if (!error && !collective_has_bytes(plan->problem.collective))
		bulk->packets = (double)round->packets;
	if (error || !collective_has_bytes(plan->problem.collective) || !cutting.elements)
		return error;
	present = fmin((double)cutting.elements, (double)cutting.packets);
	rounds = present / (plan->parts * slices);
	bulk->bytes =
		(double)round->transmissions * (double)binding->bytes / (plan_units(plan) * slices);
	bulk->packets =
		fmax((double)round->packets * rounds, floor(bulk->bytes / (double)cutting.limit));
	bulk->pieces =
		fmax(bulk->packets, (double)round->transmissions * rounds / plan_units(plan));
	return 0;
}

struct expanded_size expanded_size_of_schedule(const struct schedule *schedule)
{
	struct expanded_size bulk = { (double)schedule->packets, (double)schedule->ranges, 0 };

	for (size_t k = 0; k < schedule->packets; k++)
		bulk.bytes += (double)schedule->packet[k].bytes;
	return bulk;
}

/* ---- What fits ---- */

static double listed_bytes(const struct expanded_size *bulk)
{
	return bulk->packets * sizeof(struct packet) + bulk->pieces * sizeof(struct range);
}

/* Bytes that come to their goal, of those that cross links; of the others nodes keep what they pass on. */
static double delivered_bytes(const struct problem *problem, double bytes)
{
	const struct collective_kind *kind = collective_kind(problem->collective);
	double blocks = (double)semantics_blocks(problem);

	if (kind->blocks == BLOCK_FOR_RUN)
		return 0; /* runs stay apart until they are joined */
	if (!kind->personalized || kind->blocks == ONE_BLOCK)
		return INFINITY; /* a block that all get, or one that is combined in one place */
	return (kind->aim ? blocks : blocks - blocks / problem->net.nodes) * bytes;
}

/* An instruction for each end of a packet, an extent for each end of a piece, and the scratch. */
static double program_bytes(
	const struct expanded_size *bulk, const struct problem *problem, double bytes, bool by_reference)
{
	double made = 2 * bulk->packets * sizeof(struct instruction);
	double passed = bulk->bytes - delivered_bytes(problem, bytes);

	if (by_reference)
		return made;
	made += 2 * bulk->pieces * sizeof(struct extent);
	if (passed > 0)
		made += fmax(passed, bulk->pieces * passed / bulk->bytes * LINE);
	return made;
}

/* What is to be done with a plan, and how much of it: whether it fits is asked of other packets, too. */
struct use {
	const struct plan *plan;
	struct binding binding;
	int nodes;	   /* that are listed; 0: it runs */
	bool by_reference; /* where it runs */
	double more;
};

static double use_bytes(const struct use *use, struct expanded_size *bulk)
{
	const struct problem *problem = &use->plan->problem;
	double share = use->nodes ? (double)use->nodes / problem->net.nodes : 1;

	if (expanded_size_of(bulk, use->plan, &use->binding))
		return INFINITY;
	if (use->nodes)
		return share * listed_bytes(bulk);
	return use->more +
	       program_bytes(bulk, problem, (double)use->binding.bytes, use->by_reference);
}

static bool use_fits(const struct use *use)
{
	struct expanded_size bulk;
	double bytes = use_bytes(use, &bulk);
	double share = use->nodes ? (double)use->nodes / use->plan->problem.net.nodes : 1;

	return memory_budget_has(bytes) && share * bulk.pieces < MOST;
}

/* A number of elements that are put into the use: of a packet, or of a block and its buffers. */
typedef void setting(struct use *use, size_t elements);

static size_t element_of(const struct use *use)
{
	return use->binding.element ? use->binding.element : 1;
}

static void set_packet(struct use *use, size_t elements)
{
	use->binding.packet = elements * element_of(use);
}

static void set_block(struct use *use, size_t elements)
{
	size_t bytes = elements * element_of(use);

	use->more *= (double)bytes / (double)use->binding.bytes;
	use->binding.bytes = bytes;
}

/* Of numbers from `bad`, which does not fit, to `good`, which may: the last on the way down to `bad` that fits; or
 * `bad`, where `good` does not fit. */
static size_t nearest_fitting(const struct use *use, setting *set, size_t bad, size_t good)
{
	struct use own = *use;

	set(&own, good);
	if (!use_fits(&own))
		return bad;
	while (bad + 1 < good || good + 1 < bad) {
		size_t middle = bad < good ? bad + (good - bad) / 2 : good + (bad - good) / 2;

		own = *use;
		set(&own, middle);
		if (use_fits(&own))
			good = middle;
		else
			bad = middle;
	}
	return good;
}

/* On smaller networks of the kind nodes send less, and to fewer others where each sends to all. */
static bool smaller_fits(const struct network *net, const void *context)
{
	const struct use *use = context;
	struct expanded_size bulk;
	double share = (double)net->nodes / use->plan->problem.net.nodes;

	return memory_budget_has(use_bytes(use, &bulk) * share * (use->plan->symmetric ? share : 1));
}

/* The least packet that fits, or the largest block, or else a network. */
static const char *advise(char advice[NETWORK_ADVICE], const struct use *use)
{
	size_t elements = use->binding.bytes / element_of(use), packet, block;
	size_t bad = use->binding.packet / element_of(use);

	packet = bad && bad < elements ? nearest_fitting(use, set_packet, bad, elements) : bad;
	if (packet != bad) {
		snprintf(advice, NETWORK_ADVICE, "the least packet that fits is %zu",
			packet * element_of(use));
		return advice;
	}
	block = use->nodes ? elements : nearest_fitting(use, set_block, elements, 1);
	if (block == elements)
		return network_advice(advice, &use->plan->problem.net, smaller_fits, use);
	snprintf(advice, NETWORK_ADVICE, "the largest block that fits has %zu bytes",
		block * element_of(use));
	return advice;
}

static int refuse(const struct use *use)
{
	const struct problem *problem = &use->plan->problem;
	char what[ALGORITHM_NAME + NETWORK_NAME + 128], advice[NETWORK_ADVICE];
	struct expanded_size bulk;
	double bytes = use_bytes(use, &bulk);

	snprintf(what, sizeof what, "%s %s on %s: to %s %.3g packets of %.3g pieces",
		collective_name(problem->collective), problem->algorithm, problem->net.name,
		use->nodes ? "list" : "run", bulk.packets, bulk.pieces);
	return memory_budget_refuse(bytes, what, advise(advice, use));
}

int expanded_size_lists(const struct plan *plan, const struct binding *binding, int nodes)
{
	struct use use = { .plan = plan, .binding = *binding, .nodes = nodes };
	struct cutting cutting;
	int error = binding_apply(&cutting, plan, binding);

	if (error || use_fits(&use))
		return error;
	return refuse(&use);
}

int expanded_size_runs(
	const struct plan *plan, const struct binding *binding, bool by_reference, double more)
{
	struct use use = { plan, *binding, 0, by_reference, more };
	struct cutting cutting;
	int error = binding_apply(&cutting, plan, binding);

	if (error || use_fits(&use))
		return error;
	return refuse(&use);
}

/* The largest block, of no more bytes than this one, with which `fixed` bytes and its share of `rest` fit. */
static size_t largest_block(double fixed, double rest, size_t bytes)
{
	size_t low = 0, high = bytes;

	while (low + 1 < high) {
		size_t middle = low + (high - low) / 2;

		if (memory_budget_has(fixed + rest * ((double)middle / (double)bytes)))
			low = middle;
		else
			high = middle;
	}
	return low;
}

int expanded_size_runs_schedule(const struct schedule *schedule, double more)
{
	const struct problem *problem = &schedule->problem;
	struct expanded_size bulk = expanded_size_of_schedule(schedule), empty = { bulk.packets, bulk.pieces, 0 };
	double bytes = more + program_bytes(&bulk, problem, (double)schedule->bytes, false);
	double fixed = program_bytes(&empty, problem, 0, false);
	char what[NETWORK_NAME + 128], advice[64];

	if (memory_budget_has(bytes))
		return 0;
	snprintf(what, sizeof what, "%s on %s, blocks of %zu bytes: to run %zu packets",
		collective_name(problem->collective), problem->net.name, schedule->bytes,
		schedule->packets);
	snprintf(advice, sizeof advice, "the largest block that fits has %zu bytes",
		largest_block(fixed, bytes - fixed, schedule->bytes));
	return memory_budget_refuse(bytes, what, advice);
}
