/* Allocates a node's scratch memory, which grows to the largest program so far and stays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/large_pages.h"
#include "runtime/node/abort.h"
#include "runtime/node/scratch.h"

int scratch_grow(struct node *me, size_t bytes)
{
	scratch_free(me);
	me->space[SCRATCH] = large_pages_new(bytes);
	if (!me->space[SCRATCH]) {
		team_fail(me->team, &(struct abort_state){ ENOMEM, ENOMEM },
			"node %d: no memory for %zu bytes of scratch", me->number, bytes);
		return -ENOMEM;
	}
	me->scratch = bytes;
	return 0;
}

void scratch_free(struct node *me)
{
	free(me->space[SCRATCH]);
	me->space[SCRATCH] = NULL;
	me->scratch = 0;
}
