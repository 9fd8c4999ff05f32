/* Computes the packets, pieces and memory of a bound plan before any packet is made. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "base/memory_budget.h"
#include "plan/lists/expanded_size.h"
#include "plan/semantics.h"
#include "plan/program/program.h"
#include "topology/largest_network.h"

enum {
	LINE = 64 /* the scratch of each piece begins at a cache line */
};

/* Packets and ranges have numbers of 32 bits. */
static const double MOST = (double)(1u << 31);

/* Returns the number of slices of a block: a slice for each node in a symmetric all-reduce, else
 * 1. */
static double slices_of(const struct plan *plan)
{
	return plan->symmetric && collective_kind(plan->problem.collective)->sliced
		       ? plan->problem.net.nodes
		       : 1;
}

/* The figures of the verified round are in units, and in a symmetric plan they count the whole
 * machine. With few elements some parts are empty. Parts of a block that are neighbours in a packet
 * are a single piece. */
int expanded_size_of(
	struct expanded_size *bulk, const struct plan *plan, const struct binding *binding)
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

/* Returns the bytes that come to their destination over the last link. All other bytes that cross
 * links stay in the scratch of nodes on the way. */
static double delivered_bytes(const struct problem *problem, double bytes)
{
	const struct collective_kind *kind = collective_kind(problem->collective);
	double blocks = (double)semantics_blocks(problem);

	if (kind->blocks == BLOCK_FOR_RUN)
		return 0; /* runs are kept until the node joins the runs */
	if (!kind->personalized || kind->blocks == ONE_BLOCK)
		return INFINITY; /* a block for all nodes, or a block that is combined in place */
	return (kind->aim ? blocks : blocks - blocks / problem->net.nodes) * bytes;
}

/* Returns the memory of programs: an instruction for each end of a packet, an extent for each end
 * of a piece, and the scratch. */
static double program_bytes(const struct expanded_size *bulk, const struct problem *problem,
	double bytes, bool by_reference)
{
	double made = 2 * bulk->packets * sizeof(struct instruction);
	double passed = bulk->bytes - delivered_bytes(problem, bytes);

	if (by_reference)
		return made;
	if (collective_joins(problem->collective)) {
		/* Runs that are joined take scratch as well, and so do prefixes in place. */
		passed += bulk->bytes + problem->net.nodes * bytes;
		made += bulk->pieces * (sizeof(struct instruction) + 3 * sizeof(struct extent));
	}
	made += 2 * bulk->pieces * sizeof(struct extent);
	if (passed > 0)
		made += fmax(passed, bulk->pieces * passed / bulk->bytes * LINE);
	return made;
}

/* The use of a plan at some size. The search for a size that fits tries other sizes. */
struct use {
	const struct plan *plan;
	struct binding binding;
	int nodes;	   /* the nodes to list; 0: the plan is run */
	bool by_reference; /* if the plan is run */
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

/* Sets a number of elements in the use: the elements of a packet, or of a block and its buffers. */
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

/* Searches between `bad`, which does not fit, and `good`. Returns the number nearest to `bad` that
 * fits, or `bad` if `good` does not fit. */
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

/* Returns true if a smaller network of the same kind fits. On a smaller network nodes send less,
 * and also send to fewer nodes if each node sends to all. */
static bool smaller_fits(const struct network *net, const void *context)
{
	const struct use *use = context;
	struct expanded_size bulk;
	double share = (double)net->nodes / use->plan->problem.net.nodes;

	return memory_budget_has(
		use_bytes(use, &bulk) * share * (use->plan->symmetric ? share : 1));
}

/* Advises the smallest packet that fits, the largest block that fits, or a network that fits. */
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

/* Returns the largest block of at most that many bytes for which `fixed` bytes and the block's
 * share of `rest` fit. */
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
	struct expanded_size bulk = expanded_size_of_schedule(schedule),
			     empty = { bulk.packets, bulk.pieces, 0 };
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
