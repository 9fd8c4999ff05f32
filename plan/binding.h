/* A binding gives a plan a size: bytes of a block, bytes of an element, packet limit and root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_BINDING_H
#define PLAN_BINDING_H

#include "plan/plan.h"

struct binding {
	size_t bytes;	/* of a block, a multiple of element */
	size_t element; /* bytes that are never cut: 1, or the size of the elements of a fold */
	/* the largest number of bytes in a packet; 0: no limit. Parts of a pipelined plan that meet
	 * in a packet share the limit */
	size_t packet;
	int root;
	/* the bytes of each block by its number, multiples of element, of which `bytes` is the
	 * largest; NULL: all blocks have `bytes` bytes */
	const size_t *sizes;
};

/* A binding applied to a plan. */
struct cutting {
	uint64_t elements; /* of a block */
	uint64_t packets;  /* the pieces of a block, over all rounds */
	uint64_t rounds;
	size_t limit; /* of a packet in bytes, a multiple of element; SIZE_MAX: no limit */
	size_t element;
	const size_t *sizes; /* of the binding */
};

/* Returns the number of pieces that a round cuts a block in. In a symmetric all-reduce each node
 * has a slice of the only block, and each slice is cut in `parts` parts. */
uint64_t plan_pieces(const struct plan *plan);

/* Applies a binding. Returns 0, or -EINVAL with why: the bytes are not a multiple of the element, a
 * packet is smaller than an element, the root does not exist, or the packets are more than 2^31. */
int binding_apply(struct cutting *cutting, const struct plan *plan, const struct binding *binding);

/* Checks that the plan is for this root, because a plan for a network that is no Cayley graph is
 * for a single root. Returns 0, or -EINVAL with why. */
int binding_check_root(const struct plan *plan, int root);

/* Leaves out the rounds after the first `rounds`, with their share of the elements. */
void cutting_first(struct cutting *cutting, uint64_t rounds);

/* Computes the bytes [*begin, *end) of the block that round q carries as this part. A part that the
 * round does not have is empty. */
void cutting_part(const struct cutting *cutting, const struct plan *plan, uint64_t q, uint32_t part,
	size_t *begin, size_t *end);

/* Returns the number of rounds from q on, at least 1, with parts of the same sizes as round q.
 * Parts differ by an element at most. If the packet limit sets the number of parts, fewer than
 * sqrt(elements) parts are smaller than the other parts. */
uint64_t cutting_alike(const struct cutting *cutting, const struct plan *plan, uint64_t q);

/* Returns the packet size that makes a pipelined plan fastest for start-up beta (seconds) and
 * transfer time tau (seconds a byte), in multiples of the element. If b of the k parts meet in a
 * packet, R rounds take (R + stages) (beta + tau b M / (k R)), which is least at R = sqrt(stages
 * tau b M / (k beta)). Returns 0 (no limit) for other plans. */
size_t binding_best_packet(
	const struct plan *plan, size_t bytes, size_t element, double beta, double tau);

#endif
