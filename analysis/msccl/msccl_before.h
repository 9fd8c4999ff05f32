/* Tells whether a step of an algorithm is always over before another step begins. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_BEFORE_H
#define ANALYSIS_MSCCL_MSCCL_BEFORE_H

#include "analysis/msccl/msccl_messages.h"

struct msccl_before {
	const struct msccl_file *file;
	const struct msccl_messages *messages;
	uint32_t *seen; /* [steps] the last question that reached the step */
	uint32_t *next; /* [steps] a stack */
	uint32_t question;
	uint64_t visits;
};

/* Returns 0 or -ENOMEM with why. msccl_before_close accepts all zeros. */
int msccl_before_open(struct msccl_before *before, const struct msccl_file *file,
	const struct msccl_messages *messages);
void msccl_before_close(struct msccl_before *before);

/* Returns true if dependences, messages and the order of thread blocks put step `early` in front of
 * step `late`, or if both are the same. */
bool msccl_before(struct msccl_before *before, uint32_t early, uint32_t late);

#endif
