/* Starts bodies, and keeps the bodies that come again. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "runtime/wire/bodies.h"

bool body_open(struct body *body, size_t pieces)
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
