/* Follows the partial sums of an algorithm: a plan has one sum of each chunk on each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_SUMS_H
#define ANALYSIS_MSCCL_MSCCL_SUMS_H

#include "analysis/msccl/msccl_times.h"

/* A gpu of MSCCL may keep several sums of a chunk apart. A node of a plan has one: it begins as the
 * node's own contribution, a packet that folds adds to it, and a packet that copies replaces it. So
 * what came is either added to the sum that a node has, or takes the place of that sum, and what
 * leaves is the sum of one time. Which of both, and the times, are found here.
 *
 * A version is the sum of a node from one arrival to the next. What came is loose until a step adds
 * it to a version, or uses it alone. */
enum msccl_sum_state {
	SUM_LOOSE,  /* came, and is not used so far */
	SUM_PART,   /* came, and is a part of a bunch */
	SUM_BUNCH,  /* a list of parts, added to one another */
	SUM_FOLDED, /* came, and has been added to a version */
	SUM_VERSION
};

struct msccl_sum {
	enum msccl_sum_state state;
	bool copied;		 /* a version that is what came */
	uint32_t chunk, message; /* chunk: of which gpu, too: gpu * chunks + chunk */
	uint32_t first, last;	 /* of a bunch: parts; of what came: itself */
	uint32_t next;		 /* of a part; NO_SUM: the last */
	/* Of a version: the moments when all that left with the version is through, and all that
	 * came for the version is there; 0: none so far. */
	uint32_t left_in, came_in;
};

struct msccl_sums {
	uint32_t chunks;
	struct msccl_sum *sum;
	size_t count, room;
	uint32_t *latest; /* [gpus * chunks] the last version */
	struct msccl_times *times;
};

#define NO_SUM UINT32_MAX

/* What a step does wrong, or NULL. */
typedef const char *sum_fault;

/* Begins with each gpu's own contribution: sum gpu * chunks + chunk. Returns 0 or -ENOMEM with why.
 * msccl_sums_close accepts all zeros. */
int msccl_sums_open(struct msccl_sums *sums, int gpus, uint32_t chunks, struct msccl_times *times);
void msccl_sums_close(struct msccl_sums *sums);

/* Each returns 0, -ENOMEM with why, or -EINVAL with *fault. A chunk comes; two sums are added; a
 * sum leaves with a message; a sum is what a gpu ends with. */
int msccl_sum_comes(
	struct msccl_sums *sums, int gpu, uint32_t chunk, uint32_t message, uint32_t *sum);
int msccl_sum_add(
	struct msccl_sums *sums, uint32_t one, uint32_t other, uint32_t *sum, sum_fault *fault);
int msccl_sum_leaves(struct msccl_sums *sums, uint32_t sum, uint32_t message, sum_fault *fault);
int msccl_sum_ends(struct msccl_sums *sums, uint32_t sum, sum_fault *fault);

#endif
