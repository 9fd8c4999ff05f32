/* Starts bodies, and keeps the bodies that come again. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "runtime/wire/bodies.h"

void body_source_list(struct body_source *source, const struct extent *list,
	unsigned char *const *spaces, size_t bytes, size_t body)
{
	source->walk = (struct walk){ list, spaces, 0 };
	source->left = bytes;
	source->body = body ? body : bytes;
}

void body_source_memory(
	struct body_source *source, const unsigned char *memory, size_t bytes, size_t body)
{
	source->memory = (unsigned char *)(uintptr_t)memory;
	source->whole = (struct extent){ .bytes = bytes };
	body_source_list(source, &source->whole, &source->memory, bytes, body);
}

/* Moves on by a piece of at most `bytes`, and returns the bytes of the piece. */
static size_t walk_piece(struct walk *walk, size_t bytes, unsigned char **address)
{
	size_t left = walk_left(walk), piece = left < bytes ? left : bytes;

	*address = walk_on(walk, piece);
	return piece;
}

static size_t count_pieces(struct walk walk, size_t bytes)
{
	unsigned char *address;
	size_t count = 0;

	for (; bytes; count++)
		bytes -= walk_piece(&walk, bytes, &address);
	return count;
}

static bool body_open(struct body *body, size_t pieces)
{
	struct piece *larger;

	if (pieces > body->room) {
		larger = realloc(body->piece, pieces * sizeof *larger);
		if (!larger)
			return false;
		body->piece = larger;
		body->room = pieces;
	}
	body->same = pieces == body->pieces;
	body->pieces = pieces;
	return true;
}

bool body_fill(struct body *body, struct body_source *source)
{
	size_t bytes = body_source_next(source);

	if (!body_open(body, count_pieces(source->walk, bytes)))
		return false;
	source->left -= bytes;
	for (struct piece *piece = body->piece; bytes; piece++) {
		struct piece next;

		next.bytes = walk_piece(&source->walk, bytes, &next.address);
		body->same &= piece->address == next.address && piece->bytes == next.bytes;
		*piece = next;
		bytes -= next.bytes;
	}
	return true;
}

int body_start(struct body *body, struct carrier *carrier, const struct carriage *carriage)
{
	if (body->same) {
		body->carriage.kept = true;
	} else {
		if (body->carriage.kept)
			carrier->stop(carrier, &body->carriage);
		body->carriage = *carriage;
		body->carriage.place = -1;
	}
	body->carriage.piece = body->piece;
	body->carriage.pieces = body->pieces;
	body->came = false;
	return carrier->start(carrier, &body->carriage);
}

void bodies_stop(struct body *table, struct carrier *carrier)
{
	for (int k = 0; k < KEPT_BODIES; k++)
		if (table[k].carriage.kept)
			carrier->stop(carrier, &table[k].carriage);
}

void bodies_free(struct body *table)
{
	for (int k = 0; k < KEPT_BODIES; k++)
		free(table[k].piece);
}
