/* Binds a plan to a message: how many packets, and which bytes each part is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/size.h"
#include "base/error.h"
#include "plan/binding.h"
#include "plan/pipeline_time.h"

uint64_t plan_pieces(const struct plan *plan)
{
	bool slices = plan->symmetric && collective_kind(plan->problem.collective)->sliced;

	return (uint64_t)plan->parts * (slices ? (uint64_t)plan->problem.net.nodes : 1);
}

/* In how many equal groups a block is cut, each of them by the table of cuts, so that the largest
 * packet of a turn has no more than so many elements when all divides; otherwise it may be a little
 * more, and is chopped. */
static uint64_t groups(const struct plan *plan, uint64_t elements, uint64_t most)
{
	double groups = ceil((double)elements * plan->cadence.widest /
			     ((double)plan_units(plan) * (double)most));

	return groups > 1 ? (uint64_t)groups : 1;
}

/* The parts that share a packet of a pipelined plan. */
static int batch_of(const struct plan *plan)
{
	return plan->batch > 1 ? plan->batch : 1;
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
	cutting->packets = plan_pieces(plan);
	if (plan->pipelined && packet) {
		uint64_t most = packet / element, each = most / (uint64_t)batch_of(plan);

		each += !each; /* at least one element; larger packets are then chopped */
		cutting->packets =
			plan->cut ? groups(plan, cutting->elements, most) * (uint64_t)plan->parts
				  : cutting->elements / each + !!(cutting->elements % each);
	}
	cutting->rounds = (cutting->packets + plan_pieces(plan) - 1) / plan_pieces(plan);
	if (plan->even)
		cutting->packets = cutting->rounds * plan_pieces(plan);
	if (cutting->packets >= (uint64_t)1 << 31)
		return why(EINVAL, "%zu bytes in packets of %zu are more than 2^31 packets",
			binding->bytes, packet);
	return 0;
}

/* Where part p of all begins, in elements. A table of cuts is repeated in each slice. */
static uint64_t begin_of(const struct cutting *cutting, const struct plan *plan, uint64_t p)
{
	uint64_t parts = (uint64_t)plan->parts, units;

	if (!plan->cut)
		return cut(cutting->elements, p, cutting->packets);
	units = plan->cut[parts];
	return cut(cutting->elements, p / parts * units + plan->cut[p % parts],
		cutting->packets / parts * units);
}

void cutting_part(const struct cutting *cutting, const struct plan *plan, uint64_t q, uint32_t part,
	size_t *begin, size_t *end)
{
	uint64_t p = q * plan_pieces(plan) + part, missing = 0;

	*begin = *end = 0;
	if (plan->short_first)
		missing = cutting->rounds * plan_pieces(plan) - cutting->packets;
	if (p < missing || p - missing >= cutting->packets)
		return;
	p -= missing;
	*begin = begin_of(cutting, plan, p) * cutting->element;
	*end = begin_of(cutting, plan, p + 1) * cutting->element;
}

/* Pieces from p on that have as many elements as p. Of E elements in P pieces, piece i has one more than E / P where
 * i r mod P + r >= P, r = E mod P: that remainder grows by r from a smaller piece to the next one, and falls by
 * P - r from a larger one. */
static uint64_t pieces_alike(const struct cutting *cutting, uint64_t p)
{
	uint64_t all = cutting->packets, more = cutting->elements % all, at, alike;

	if (!more)
		return all - p;
	at = p * more % all;
	alike = at + more >= all ? at / (all - more) : (all - at + more - 1) / more - 1;
	return alike < all - p ? alike : all - p;
}

uint64_t cutting_alike(const struct cutting *cutting, const struct plan *plan, uint64_t q)
{
	uint64_t each = plan_pieces(plan), p = q * each, missing = 0, alike;

	if (plan->short_first)
		missing = cutting->rounds * each - cutting->packets;
	if (plan->cut || p < missing || p - missing >= cutting->packets)
		return 1;
	alike = pieces_alike(cutting, p - missing) / each;
	return alike ? alike : 1;
}

/* The largest packet of so many groups; somewhat more, so that parts that do not divide fit as well,
 * if there are no fewer groups then. */
static size_t packet_of_groups(const struct plan *plan, uint64_t elements, double rounds)
{
	double widest =
		(double)elements * plan->cadence.widest / ((double)plan_units(plan) * rounds);
	uint64_t packet = (uint64_t)ceil(widest), more = (uint64_t)plan->parts;

	while (more && (double)groups(plan, elements, packet + more) < rounds)
		more /= 2;
	return packet + more;
}

static size_t best_group_packet(
	const struct plan *plan, size_t bytes, size_t element, double beta, double tau)
{
	double rounds = pipeline_time_best_rounds(plan, (double)bytes, beta, tau);
	double most = (double)(bytes / element) * plan->cadence.widest / plan_units(plan);

	if (rounds > most)
		rounds = floor(most);
	return rounds > 1 ? packet_of_groups(plan, bytes / element, rounds) * element : 0;
}

size_t binding_best_packet(
	const struct plan *plan, size_t bytes, size_t element, double beta, double tau)
{
	double stages, rounds, most;
	uint64_t elements, packets;

	if (!plan->pipelined || !bytes || !(beta > 0) || !(tau > 0))
		return 0;
	if (plan->cut)
		return best_group_packet(plan, bytes, element, beta, tau);
	elements = bytes / element;
	stages = (double)(plan->round.steps - plan->interval) / plan->interval;
	if (!(stages > 0))
		return 0; /* one step, or none: cutting finer only adds start-ups */
	rounds = floor(
		sqrt(stages * batch_of(plan) * tau * (double)bytes / (plan->parts * beta)) + 0.5);
	most = (double)elements / plan->parts;
	if (rounds > most)
		rounds = floor(most);
	if (rounds <= 1)
		return 0;
	packets = (uint64_t)rounds * (uint64_t)plan->parts;
	return (elements / packets + !!(elements % packets)) * element * (size_t)batch_of(plan);
}
