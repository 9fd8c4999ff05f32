/* A body is the bytes of a large packet, under way between the memory of two nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_BODIES_H
#define RUNTIME_WIRE_BODIES_H

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
	bool same; /* so far all pieces are the same as the last time */
	bool came; /* of a reception */
};

/* The table starts as zeros. Three functions begin a body, in this order: body_open with the number
 * of pieces, body_piece for each piece, and body_start with a carriage without pieces. body_open
 * returns false if memory is short. */
bool body_open(struct body *body, size_t pieces);

static inline void body_piece(struct body *body, size_t k, const void *address, size_t bytes)
{
	struct piece *piece = &body->piece[k];

	body->same &= piece->address == address && piece->bytes == bytes;
	*piece = (struct piece){ (unsigned char *)(uintptr_t)address, bytes };
}

/* Returns 0, or -errno with a line in the carrier's `why`. */
int body_start(struct body *body, struct carrier *carrier, const struct carriage *carriage);

/* Ends all bodies of a table. */
void bodies_stop(struct body *table, struct carrier *carrier);
void bodies_free(struct body *table);

#endif
