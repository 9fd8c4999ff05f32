/* Tells whether a step of an algorithm is always over before another step begins. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/msccl/msccl_before.h"
#include "base/array.h"
#include "base/error.h"

int msccl_before_open(struct msccl_before *before, const struct msccl_file *file,
	const struct msccl_messages *messages)
{
	*before = (struct msccl_before){ .file = file,
		.messages = messages,
		.seen = array_zeros(file->steps, sizeof *before->seen),
		.next = array_new(file->steps, sizeof *before->next) };
	if (before->seen && before->next)
		return 0;
	msccl_before_close(before);
	return why(ENOMEM, "no memory for the order of %zu steps", file->steps);
}

void msccl_before_close(struct msccl_before *before)
{
	free(before->seen);
	free(before->next);
	*before = (struct msccl_before){ 0 };
}

/* Goes from the later step back over what it waits for. Only steps between both in the order can
 * lead to the earlier step. A step of the earlier step's thread block ends the search at once. */
bool msccl_before(struct msccl_before *b, uint32_t early, uint32_t late)
{
	const struct msccl_step *step = b->file->step;
	const uint32_t *rank = b->messages->rank;
	uint32_t waits[MSCCL_WAITS];
	size_t depth = 0;

	b->question++;
	b->next[depth++] = late;
	while (depth) {
		uint32_t at = b->next[--depth];

		if (step[at].block == step[early].block && at >= early)
			return true;
		b->visits++;
		/* The message comes first, so it is looked at last: most ways stay on a gpu. */
		for (int k = msccl_waits(b->messages, b->file, at, false, waits) - 1; k >= 0; k--) {
			if (rank[waits[k]] < rank[early] || b->seen[waits[k]] == b->question)
				continue;
			b->seen[waits[k]] = b->question;
			b->next[depth++] = waits[k];
		}
	}
	return false;
}
