/* Allocates a node's scratch memory, which grows to the largest program so far and stays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "runtime/node/abort.h"
#include "runtime/node/scratch.h"

enum {
	ALIGNMENT = 128,
	HUGE_PAGE = 2 << 20
};

int scratch_grow(struct node *me, size_t bytes)
{
	bool huge = bytes >= 2 * (size_t)HUGE_PAGE;
	void *memory = NULL;

	scratch_free(me);
	if (posix_memalign(&memory, huge ? HUGE_PAGE : ALIGNMENT, bytes)) {
		team_fail(me->team, &(struct abort_state){ ENOMEM, ENOMEM },
			"node %d: no memory for %zu bytes of scratch", me->number, bytes);
		return -ENOMEM;
	}
	if (huge)
		madvise(memory, bytes, MADV_HUGEPAGE);
	me->space[SCRATCH] = memory;
	me->scratch = bytes;
	return 0;
}

void scratch_free(struct node *me)
{
	free(me->space[SCRATCH]);
	me->space[SCRATCH] = NULL;
	me->scratch = 0;
}
