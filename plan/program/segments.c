/* Cuts a program's memory wherever an extent of the program begins or ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/program/segments.h"

static int compare_spots(const void *a, const void *b)
{
	const struct spot *x = a, *y = b;

	if (x->space != y->space)
		return x->space < y->space ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static uint32_t space_of(const struct segments *pieces, const struct extent *extent)
{
	return pieces->in_place && extent->space == INPUT ? OUTPUT : extent->space;
}

int segments_make(struct segments *pieces, const struct program *program, bool in_place)
{
	size_t n = 0;

	*pieces = (struct segments){ .in_place = in_place };
	pieces->spot = malloc((program->extents * 2 + 1) * sizeof *pieces->spot);
	if (!pieces->spot)
		return why(
			ENOMEM, "no memory to look at a program of %zu extents", program->extents);
	for (size_t i = 0; i < program->extents; i++) {
		const struct extent *e = &program->extent[i];

		pieces->spot[n++] = (struct spot){ space_of(pieces, e), e->offset };
		pieces->spot[n++] = (struct spot){ space_of(pieces, e), e->offset + e->bytes };
	}
	qsort(pieces->spot, n, sizeof *pieces->spot, compare_spots);
	for (size_t i = 0; i < n; i++)
		if (!pieces->spots ||
			compare_spots(&pieces->spot[pieces->spots - 1], &pieces->spot[i]))
			pieces->spot[pieces->spots++] = pieces->spot[i];
	return 0;
}

void segments_free(struct segments *pieces)
{
	free(pieces->spot);
	*pieces = (struct segments){ 0 };
}

static size_t spot_at(const struct segments *pieces, uint32_t space, size_t offset)
{
	struct spot key = { space, offset };
	const struct spot *found =
		bsearch(&key, pieces->spot, pieces->spots, sizeof key, compare_spots);

	return (size_t)(found - pieces->spot);
}

void segments_of(
	const struct segments *pieces, const struct extent *extent, size_t *first, size_t *last)
{
	uint32_t space = space_of(pieces, extent);

	*first = spot_at(pieces, space, extent->offset);
	*last = spot_at(pieces, space, extent->offset + extent->bytes);
}
