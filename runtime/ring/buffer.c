/* Makes and frees the buffers of rings for messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "base/memory_budget.h"
#include "runtime/ring/buffer.h"

struct ring_buffer *ring_buffer_add(struct ring *ring)
{
	struct ring_buffer *last = ring->buffer;
	struct ring_buffer *new = memory_budget_take(sizeof *new + ring->eager_bytes);

	if (!new)
		return NULL;
	new->next = last ? last->next : new;
	if (last)
		last->next = new;
	ring->buffers++;
	return new;
}

void ring_buffers_free(struct ring *ring)
{
	struct ring_buffer *buffer = ring->buffer, *next;

	for (; ring->buffers; ring->buffers--, buffer = next) {
		next = buffer->next;
		free(buffer);
	}
	ring->buffer = NULL;
}
