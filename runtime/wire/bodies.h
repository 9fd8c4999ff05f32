/* A body is bytes of a large packet, under way between the memory of two nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_BODIES_H
#define RUNTIME_WIRE_BODIES_H

#include "runtime/ring/packet.h"
#include "runtime/wire/carrier.h"

enum {
	KEPT_BODIES = 32 /* of a direction of a wire; a power of two */
};

/* The bodies of an operation take turns in a table. A plan that runs again with the same buffers
 * has the same body in the same place again. From the second time on the carrier keeps the request
 * that was prepared for the body. */
struct body {
	struct carriage carriage; /* first: the address is also the address of the body */
	struct piece *piece;
	size_t pieces, room;
	bool same;	  /* so far all pieces are the same as the last time */
	bool came;	  /* of a reception */
	bool leaves;	  /* of a sending, and not ended */
	uint32_t sending; /* the number of the sending */
};

/* The bytes of a packet that no body has yet: the packet's bodies take them in order. `memory`: the
 * packet's address, if the packet is not a list of extents. */
struct body_source {
	struct walk walk;
	size_t left, body; /* body: bytes of each body but the last */
	struct extent whole;
	unsigned char *memory;
};

static inline size_t body_source_next(const struct body_source *source)
{
	return source->left < source->body ? source->left : source->body;
}

/* Begins with a packet; a body of 0 bytes stands for the whole packet. */
void body_source_list(struct body_source *source, const struct extent *list,
	unsigned char *const *spaces, size_t bytes, size_t body);
void body_source_memory(
	struct body_source *source, const unsigned char *memory, size_t bytes, size_t body);

/* The table starts as zeros. Two functions begin a body, in this order: body_fill, which takes the
 * next bytes of a packet, and body_start with a carriage without pieces. body_fill takes nothing
 * and returns false if memory is short. */
bool body_fill(struct body *body, struct body_source *source);

/* Returns 0, or -errno with a line in the carrier's `why`. */
int body_start(struct body *body, struct carrier *carrier, const struct carriage *carriage);

/* Ends all bodies of a table. */
void bodies_stop(struct body *table, struct carrier *carrier);
void bodies_free(struct body *table);

#endif
