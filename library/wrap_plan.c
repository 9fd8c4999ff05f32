/* Wraps plans for applications: the algorithm by name or by choice, the fold, and the hash. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/process.h"
#include "collectives/auto/choose.h"
#include "collectives/registry.h"
#include "library/paced_plans.h"
#include "plan/lists/expanded_size.h"
#include "plan/model/pipeline_metrics.h"
#include "plan/semantics.h"
#include "runtime/ring/atomics.h"
#include "library/machine/machine_levels.h"
#include "runtime/node/transport.h"

static _Atomic uint64_t plans; /* numbers the plans; orders nothing */

/* Nodes that read the same plan, each for itself, agree. */
static uint64_t hash_schedule(uint64_t hash, const struct schedule *s)
{
	hash = hash_word(hash, s->bytes);
	for (size_t k = 0; k < s->packets; k++) {
		const struct packet *p = &s->packet[k];

		hash = hash_word(hash, (uint64_t)p->step << 32 | (uint32_t)p->from);
		hash = hash_word(hash, (uint64_t)p->port << 32 | p->fold);
		for (uint32_t i = 0; i < p->count; i++) {
			hash = hash_word(hash, s->range[p->first + i].block);
			hash = hash_word(hash, s->range[p->first + i].begin);
			hash = hash_word(hash, s->range[p->first + i].end);
		}
	}
	return hash;
}

uint64_t plan_agreement(const struct grove_plan *plan)
{
	uint64_t hash = hash_word(1, plan->problem.collective);

	if (plan->plan)
		hash = hash_word(hash, plan_hash(plan->plan));
	else
		hash = hash_schedule(hash, plan->schedule);
	if (collective_folds(plan->problem.collective)) {
		hash = hash_word(hash, plan->folding.type);
		hash = hash_word(hash, folding_word(&plan->folding));
	}
	for (int v = 0; plan->problem.permutation && v < plan->problem.net.nodes; v++)
		hash = hash_word(hash, (uint64_t)plan->problem.permutation[v]);
	return hash;
}

/* The addresses of a caller's fold tell folds apart, but not those of other processes. */
uint64_t plan_fingerprint(
	const struct grove_plan *plan, const struct program *program, const struct team *team)
{
	const struct folding *folding = &plan->folding;
	uint64_t hash = plan->hash ^ program->hash;

	if (!folding->element || folding->kernel || team_is_wired(team))
		return hash;
	hash = hash_word(hash, (uint64_t)(uintptr_t)folding->fold.function);
	return hash_word(hash, (uint64_t)(uintptr_t)folding->fold.context);
}

static int resolve(struct grove_plan *plan, int type, const struct grove_fold *fold)
{
	if (!collective_folds(plan->problem.collective))
		return 0;
	return folding_resolve(&plan->folding, type, fold ? fold : GROVE_SUM);
}

/* Checks the packet size against the element size, which both are known before the block size. */
static int check_packet(const struct grove_plan *plan)
{
	if (!plan->packet || plan->packet >= plan->folding.element)
		return 0;
	return why(EINVAL, "packets of %zu bytes do not hold one element of %zu bytes",
		plan->packet, plan->folding.element);
}

/* Returns the problem of the hops, which carry blocks that are folded later. */
static struct problem carried_problem(const struct grove_plan *plan)
{
	struct problem carried = plan->problem;

	carried.collective = collective_carrier(carried.collective);
	return carried;
}

static int make_hops(struct grove_plan *plan)
{
	struct problem carried = carried_problem(plan);
	int error = plan->plan ? 0 : collective_plan(&plan->plan, &carried);

	if (error)
		return error;
	error = plan_index(plan->plan);
	if (error)
		plan_free(plan->plan);
	return error;
}

/* Chooses the algorithm that the problem leaves open, with its plan where the choice has made the
 * plan, and the packet size if the measured choice has a packet size. */
static int choose_algorithm(struct grove_plan *plan, size_t bytes)
{
	struct problem *problem = &plan->problem;
	struct problem carried = carried_problem(plan);
	struct candidate best;
	size_t element = plan->folding.element;
	int error;

	if (problem->algorithm[0] && strcmp(problem->algorithm, "auto"))
		return 0;
	error = auto_fastest(&best, &carried, bytes, element ? element : 1, &plan->rates);
	if (error)
		return error;
	memcpy(problem->algorithm, best.algorithm, ALGORITHM_NAME);
	if (!problem->order[0])
		memcpy(problem->order, best.order, ALGORITHM_NAME);
	if (!strcmp(problem->order, best.order))
		plan->plan = best.plan;
	else
		plan_free(best.plan);
	if (plan->packet == GROVE_PACKET_AUTO && !isnan(best.measured))
		plan->packet = best.packet;
	return 0;
}

int plan_begin(struct grove_plan **plan, const struct problem *problem, int type,
	const struct grove_fold *fold)
{
	struct grove_plan *p = calloc(1, sizeof *p);
	int error;

	if (!p)
		return why(ENOMEM, "no memory for a plan");
	p->problem = *problem;
	if (fold && collective_folds(problem->collective))
		order_find(&p->problem.collective, &fold);
	p->forward = FORWARD_AUTO;
	p->number = add_own(&plans, 1) + 1;
	error = resolve(p, type, fold);
	if (error)
		free(p);
	else
		*plan = p;
	return error;
}

int plan_wrap_for(struct grove_plan **plan, const struct problem *problem, int type,
	const struct grove_fold *fold, size_t packet, size_t bytes, const struct rates *rates)
{
	struct grove_plan *p = NULL;
	int error = plan_begin(&p, problem, type, fold);

	if (error)
		return error;
	p->packet = packet;
	p->rates = *rates;
	if (collective_folds(p->problem.collective))
		p->rates.forward = FORWARD_COPY;
	error = check_packet(p);
	if (!error)
		error = choose_algorithm(p, bytes);
	if (!error)
		error = make_hops(p);
	if (error) {
		free(p);
		return error;
	}
	p->problem.permutation = p->plan->problem.permutation;
	p->hash = plan_agreement(p);
	plan_entitle(p);
	*plan = p;
	return 0;
}

void plan_entitle(struct grove_plan *plan)
{
	const struct problem *problem = &plan->problem;

	plan->heading =
		(struct grove_plan_heading){ .collective = collective_name(problem->collective),
			.algorithm = problem->algorithm,
			.network = problem->net.name,
			.root = problem->root,
			.bytes = plan->schedule ? plan->schedule->bytes : 0 };
}

const struct grove_plan_heading *grove_plan_heading(const struct grove_plan *plan)
{
	if (plan)
		return &plan->heading;
	why(EINVAL, "grove_plan_heading: the plan is NULL");
	return NULL;
}

void grove_plan_free(struct grove_plan *plan)
{
	if (!plan)
		return;
	plan_free(plan->plan);
	schedule_free(plan->schedule);
	free((int *)(uintptr_t)plan->matrix.line);
	free(plan);
}

/* Finds the best packet limit once for a block size, because each node of a team asks. */
static int find_packet(size_t *packet, const struct grove_plan *plan, size_t bytes, size_t element)
{
	struct best_packet *kept = &((struct grove_plan *)(uintptr_t)plan)->best, best;
	int error;

	process_lock(LOCK_PACKETS);
	best = *kept;
	process_unlock(LOCK_PACKETS);
	*packet = best.packet;
	if (best.known && best.bytes == bytes)
		return 0;
	error = plan_best_packet(packet, plan->plan, bytes, element, &plan->rates);
	if (error)
		return error;
	process_lock(LOCK_PACKETS);
	*kept = (struct best_packet){ true, bytes, *packet };
	process_unlock(LOCK_PACKETS);
	return 0;
}

int blocks_check(const struct grove_plan *plan, size_t bytes)
{
	const struct problem *problem = &plan->problem;
	size_t block = plan->matrix.item ? matrix_bytes(&plan->matrix) : bytes;
	size_t blocks = (size_t)semantics_input_blocks(problem, problem->root) +
			(size_t)semantics_output_blocks(problem, problem->root);

	if (blocks && bytes > BUFFER_MOST / blocks)
		return why(EINVAL, "%s of %zu bytes: the buffers are larger than memory",
			collective_name(problem->collective), bytes);
	if (plan->schedule && bytes != plan->schedule->bytes)
		return why(EINVAL, "this plan is for %zu bytes, not for %zu", plan->schedule->bytes,
			bytes);
	if (bytes == block)
		return 0;
	return why(EINVAL, "this plan is for a matrix whose blocks have %zu bytes, not %zu", block,
		bytes);
}

int plan_binding(struct binding *binding, const struct grove_plan *plan, size_t bytes, int root)
{
	size_t element = plan->folding.element ? plan->folding.element : 1;
	bool cut = plan->plan && plan_forward(plan, bytes) != FORWARD_REFERENCE;

	*binding = (struct binding){ bytes, element, plan->packet, root };
	if (plan->packet != GROVE_PACKET_AUTO)
		return 0;
	binding->packet = 0; /* by reference no packet is cut */
	return cut ? find_packet(&binding->packet, plan, bytes, element) : 0;
}

int plan_runs(const struct grove_plan *plan, size_t bytes, double more)
{
	struct binding binding;
	int error;

	if (plan->schedule)
		return expanded_size_runs_schedule(plan->schedule, more);
	error = plan_binding(&binding, plan, bytes, plan->problem.root);
	return error ? error
		     : expanded_size_runs(plan->plan, &binding,
			       plan_forward(plan, bytes) == FORWARD_REFERENCE, more);
}
