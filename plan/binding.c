/* Binds a plan to a message: how many packets, and which bytes each part is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/size.h"
#include "base/why.h"
#include "plan/binding.h"

/* Pieces that a block is cut in when it is not pipelined. The slices of a symmetric all-reduce
 * belong to the nodes, so its one block is cut in `parts` parts for each. */
static uint64_t pieces(const struct plan *plan)
{
	bool slices = plan->symmetric && plan->problem.collective == ALLREDUCE;

	return (uint64_t)plan->parts * (slices ? (uint64_t)plan->problem.net.nodes : 1);
}

int binding_apply(struct cutting *cutting, const struct plan *plan, const struct binding *binding)
{
	size_t element = binding->element ? binding->element : 1, packet = binding->packet;

	if (binding->bytes % element)
		return why(EINVAL, "%zu bytes are not a whole number of elements of %zu bytes",
			binding->bytes, element);
	if (packet && packet < element)
		return why(EINVAL, "packets of %zu bytes do not hold one element of %zu bytes",
			packet, element);
	if (binding->root < 0 || binding->root >= plan->problem.net.nodes)
		return why(EINVAL, "root %d: %s has nodes 0 to %d", binding->root,
			plan->problem.net.name, plan->problem.net.nodes - 1);
	cutting->element = element;
	cutting->elements = binding->bytes / element;
	cutting->limit = packet ? packet / element * element : SIZE_MAX;
	cutting->packets = pieces(plan);
	if (plan->pipelined && packet) {
		uint64_t each = packet / element;

		cutting->packets = cutting->elements / each + !!(cutting->elements % each);
	}
	cutting->rounds = (cutting->packets + pieces(plan) - 1) / pieces(plan);
	if (cutting->packets >= (uint64_t)1 << 31)
		return why(EINVAL, "%zu bytes in packets of %zu are more than 2^31 packets",
			binding->bytes, packet);
	return 0;
}

void cutting_part(const struct cutting *cutting, const struct plan *plan, uint64_t q, uint32_t part,
	size_t *begin, size_t *end)
{
	uint64_t p = q * pieces(plan) + part;

	*begin = *end = 0;
	if (p >= cutting->packets)
		return;
	*begin = cut(cutting->elements, p, cutting->packets) * cutting->element;
	*end = cut(cutting->elements, p + 1, cutting->packets) * cutting->element;
}

size_t binding_best_packet(
	const struct plan *plan, size_t bytes, size_t element, double beta, double tau)
{
	double stages, rounds, most;
	uint64_t elements, packets;

	if (!plan->pipelined || !bytes || !(beta > 0) || !(tau > 0))
		return 0;
	elements = bytes / element;
	stages = (double)(plan->times - plan->interval) / plan->interval;
	if (!(stages > 0))
		return 0; /* one step, or none: cutting finer only adds start-ups */
	rounds = floor(sqrt(stages * tau * (double)bytes / (plan->parts * beta)) + 0.5);
	most = (double)elements / plan->parts;
	if (rounds > most)
		rounds = floor(most);
	if (rounds <= 1)
		return 0;
	packets = (uint64_t)rounds * (uint64_t)plan->parts;
	return (elements / packets + !!(elements % packets)) * element;
}
