/* A ring for messages has few buffers at first, and gets more when messages need them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_BUFFER_H
#define RUNTIME_RING_BUFFER_H

#include "runtime/ring/ring.h"

enum {
	FEW_BUFFERS = 4 /* up to these, a new buffer is cheaper than a look at the receiver's line */
};

/* The buffers of a ring are a circle: after the last one used comes the oldest. */
struct ring_buffer {
	struct ring_buffer *next;
	uint32_t end; /* the position from which the receiver no longer needs the bytes */
	_Alignas(LINE) unsigned char bytes[];
};

/* Returns a new buffer, the one to use now, or NULL without memory. */
struct ring_buffer *ring_buffer_add(struct ring *ring);
void ring_buffers_free(struct ring *ring);

/* Called by the sender. Returns a buffer of eager_bytes for the reserved slot, or NULL without
 * memory. */
static inline unsigned char *ring_buffer(struct ring *ring)
{
	struct ring_buffer *buffer = ring->buffer ? ring->buffer->next : NULL;
	bool returned = buffer && (int32_t)(ring->head_seen - buffer->end) >= 0;

	if (!returned && ring->buffers >= FEW_BUFFERS)
		returned = ring_returned(ring, buffer->end);
	if (!returned)
		buffer = ring_buffer_add(ring);
	if (!buffer)
		return NULL;
	buffer->end = ring->tail + 1;
	ring->buffer = buffer;
	return buffer->bytes;
}

#endif
