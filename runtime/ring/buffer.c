/* Makes the buffers of rings for messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/memory_budget.h"
#include "runtime/ring/buffer.h"

unsigned char *ring_buffer(struct ring *ring)
{
	if (!ring->eager)
		ring->eager = memory_budget_take((size_t)ring->capacity * ring->eager_bytes);
	return ring->eager ? ring_eager(ring) : NULL;
}
