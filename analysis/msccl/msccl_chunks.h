/* Finds where the chunks of blocks lie in the buffers of an MSCCL algorithm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_CHUNKS_H
#define ANALYSIS_MSCCL_MSCCL_CHUNKS_H

#include "plan/schedule.h"

/* A place of a chunk: the buffer i (input), o (output) or s (scratch), and the chunk's number
 * there. */
struct msccl_place {
	char buffer;
	size_t chunk;
};

/* A block that a node gets, and its number among those in the node's scratch. */
struct msccl_get {
	int node;
	uint64_t block;
	size_t scratch;
};

/* The chunks of a schedule: equal parts of blocks, the largest of which every range of a packet has
 * a whole number. A node gets bytes in its output if the block ends there, else in scratch. */
struct msccl_chunks {
	const struct schedule *schedule;
	size_t chunk, per_block; /* bytes; chunks of a block */
	struct msccl_get *get;	 /* [gets] rising by node and block */
	size_t gets;
	uint32_t *first; /* [gets * per_block] the first packet that brings the chunk, plus 1 */
	size_t *scratch; /* [nodes] blocks in scratch */
};

/* Returns 0, or -EINVAL or -ENOMEM with why. msccl_chunks_free accepts all zeros. */
int msccl_chunks_find(struct msccl_chunks *chunks, const struct schedule *schedule);
void msccl_chunks_free(struct msccl_chunks *chunks);

/* Return the place of a chunk of a block at node v: before packet k of the schedule, before the
 * packet's step if v sends the packet; and after it. */
struct msccl_place msccl_place_before(const struct msccl_chunks *chunks, int v, uint64_t block,
	size_t chunk, uint32_t k, bool sent);
struct msccl_place msccl_place_after(
	const struct msccl_chunks *chunks, int v, uint64_t block, size_t chunk);

/* Return the chunks of each buffer of node v. */
size_t msccl_input_chunks(const struct msccl_chunks *chunks, int v);
size_t msccl_output_chunks(const struct msccl_chunks *chunks, int v);
size_t msccl_scratch_chunks(const struct msccl_chunks *chunks, int v);

/* Returns true if v ends with a block of its own input that no packet brings, with its number. */
bool msccl_own_block(const struct msccl_chunks *chunks, int v, uint64_t *block);

#endif
