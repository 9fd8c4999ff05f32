/* The binding: what a plan lacks to move bytes - the message's size, packet, element and root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_BINDING_H
#define PLAN_BINDING_H

#include "plan/plan.h"

struct binding {
	size_t bytes;	/* of one block, a multiple of element */
	size_t element; /* bytes that are never cut: 1, or the size of what is folded */
	size_t packet;	/* no packet carries more bytes than this; 0: no limit. Where parts of a
			 * pipelined plan meet in a packet, it is shared among them */
	int root;
};

/* The binding applied to one plan. */
struct cutting {
	uint64_t elements; /* of one block */
	uint64_t packets;  /* pieces that a block is cut in, over all rounds */
	uint64_t rounds;
	size_t limit; /* bytes of one packet, a multiple of element; SIZE_MAX: none */
	size_t element;
};

/* Pieces that a round cuts a block in. The slices of a symmetric all-reduce belong to the nodes, so its one
 * block is cut in `parts` parts for each. */
uint64_t plan_pieces(const struct plan *plan);

/* 0, or -EINVAL with why: bytes no multiple of the element, packet below one element, root out of
 * range, more than 2^31 packets. */
int binding_apply(struct cutting *cutting, const struct plan *plan, const struct binding *binding);

/* Bytes [*begin, *end) of the block that round q carries as this part; empty when it is not there. */
void cutting_part(const struct cutting *cutting, const struct plan *plan, uint64_t q, uint32_t part,
	size_t *begin, size_t *end);

/* How many rounds from q on carry parts of the same sizes, as round q does; at least 1. Between equal parts there
 * is one that is an element larger or smaller every so often: fewer than sqrt(elements) in all. */
uint64_t cutting_alike(const struct cutting *cutting, const struct plan *plan, uint64_t q);

/* The packet size that makes a pipelined plan fastest for start-up beta (seconds) and transfer
 * time tau (seconds a byte): R rounds take (R + stages) (beta + tau b M / (k R)) when b of the k
 * parts meet in a packet, least at R = sqrt(stages tau b M / (k beta)); in multiples of the element.
 * 0 (no limit) for other plans. */
size_t binding_best_packet(
	const struct plan *plan, size_t bytes, size_t element, double beta, double tau);

#endif
