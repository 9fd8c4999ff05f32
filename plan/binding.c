/* Binds a plan to a message: computes the number of packets and the bytes of each part. */
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

/* Returns the number of equal groups of a block, each cut by the table of cuts. The largest packet
 * of a turn then has at most `most` elements if everything divides evenly. Otherwise the packet may
 * be a little larger, and is cut in chunks. */
static uint64_t groups(const struct plan *plan, uint64_t elements, uint64_t most)
{
	double groups = ceil(
		(double)elements * plan->rate.widest / ((double)plan_units(plan) * (double)most));

	return groups > 1 ? (uint64_t)groups : 1;
}

/* Returns the number of parts that share a packet of a pipelined plan. */
static int batch_of(const struct plan *plan)
{
	return plan->batch > 1 ? plan->batch : 1;
}

/* Returns the elements of the block, but at least as many as leave no part empty. */
static uint64_t fullest(const struct cutting *cutting, const struct plan *plan)
{
	uint64_t least = plan->cut ? cutting->packets / (uint64_t)plan->parts * plan_units(plan)
				   : cutting->packets;

	return cutting->elements < least ? least : cutting->elements;
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

		each += !each; /* at least an element; larger packets are cut in chunks */
		cutting->packets =
			plan->cut ? groups(plan, cutting->elements, most) * (uint64_t)plan->parts
				  : cutting->elements / each + !!(cutting->elements % each);
	}
	cutting->rounds = (cutting->packets + plan_pieces(plan) - 1) / plan_pieces(plan);
	if (plan->even)
		cutting->packets = cutting->rounds * plan_pieces(plan);
	cutting->sizes = binding->sizes;
	/* No part may be empty, since a part of a smaller block may have bytes. */
	if (binding->sizes)
		cutting->elements = fullest(cutting, plan);
	if (cutting->packets >= (uint64_t)1 << 31)
		return why(EINVAL, "%zu bytes in packets of %zu are more than 2^31 packets",
			binding->bytes, packet);
	return 0;
}

int binding_check_root(const struct plan *plan, int root)
{
	const struct network *net = &plan->problem.net;

	if (network_symmetric(net) || !collective_rooted(plan->problem.collective) ||
		root == net->centre)
		return 0;
	return why(EINVAL,
		"root %d: this plan is for root %d; nodes of %s see different networks, so each "
		"root needs a plan",
		root, net->centre, net->name);
}

/* Returns the element at which part p of all parts begins. A table of cuts is repeated in each
 * slice. */
static uint64_t begin_of(const struct cutting *cutting, const struct plan *plan, uint64_t p)
{
	uint64_t parts = (uint64_t)plan->parts, units;

	if (!plan->cut)
		return cut(cutting->elements, p, cutting->packets);
	units = plan->cut[parts];
	return cut(cutting->elements, p / parts * units + plan->cut[p % parts],
		cutting->packets / parts * units);
}

void cutting_first(struct cutting *cutting, uint64_t rounds)
{
	if (rounds >= cutting->rounds)
		return;
	cutting->elements = cutting->elements * rounds / cutting->rounds;
	cutting->packets = cutting->packets / cutting->rounds * rounds;
	cutting->rounds = rounds;
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

/* Returns the number of pieces from p on with as many elements as p. With E elements in P pieces
 * and r = E mod P, piece i has an element more than E / P where i r mod P + r >= P. The remainder i
 * r mod P grows by r from a smaller piece to the next piece, and falls by P - r after a larger
 * piece. */
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

/* Returns the packet limit for that many groups. The limit is a little larger than the largest
 * packet, so that uneven parts fit as well, unless the groups would then be fewer. */
static size_t packet_of_groups(const struct plan *plan, uint64_t elements, double rounds)
{
	double widest = (double)elements * plan->rate.widest / ((double)plan_units(plan) * rounds);
	uint64_t packet = (uint64_t)ceil(widest), more = (uint64_t)plan->parts;

	while (more && (double)groups(plan, elements, packet + more) < rounds)
		more /= 2;
	return packet + more;
}

static size_t best_group_packet(
	const struct plan *plan, size_t bytes, size_t element, double beta, double tau)
{
	double rounds = pipeline_time_best_rounds(plan, (double)bytes, beta, tau);
	double most = (double)(bytes / element) * plan->rate.widest / plan_units(plan);

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
		return 0; /* a single step, or none: smaller packets only add start-ups */
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
