/* The buffers of a ring for messages are made when a message first needs one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_BUFFER_H
#define RUNTIME_RING_BUFFER_H

#include "runtime/ring/ring.h"

/* Called by the sender. Returns the buffer of the reserved slot, or NULL without memory. Pages of
 * buffers that no message has used are not resident. */
unsigned char *ring_buffer(struct ring *ring);

#endif
