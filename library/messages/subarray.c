/* Reads subarrays: blocks of an application's buffer that do not lie in one piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/messages/messages.h"

static size_t planes_of(const struct grove_subarray *s)
{
	return s->planes ? s->planes : 1;
}

/* Finds the bytes from the first one to the last. Returns false if no memory holds that many. */
static bool span(size_t *bytes, size_t count, size_t stride, size_t last)
{
	return size_multiply(bytes, count - 1, stride) &&
	       !__builtin_add_overflow(*bytes, last, bytes) && *bytes <= BUFFER_MOST;
}

static int check_strides(const struct grove_subarray *s, const struct subarray_place *p)
{
	size_t plane, all, bytes;

	if (s->rows > 1 && s->stride < s->bytes)
		return why(EINVAL,
			"%s: subarray %zu of the %s: rows of %zu bytes overlap at a stride of %zu",
			p->name, p->number, p->what, s->bytes, s->stride);
	if (!span(&plane, s->rows, s->stride, s->bytes) ||
		!span(&all, planes_of(s), s->plane_stride, plane) || s->at > BUFFER_MOST - all ||
		!size_multiply(&bytes, s->bytes * s->rows, planes_of(s)) || bytes > BUFFER_MOST)
		return why(EINVAL, "%s: subarray %zu of the %s is larger than memory", p->name,
			p->number, p->what);
	if (planes_of(s) > 1 && s->plane_stride < plane)
		return why(EINVAL,
			"%s: subarray %zu of the %s: planes of %zu bytes overlap at a plane_stride "
			"of %zu",
			p->name, p->number, p->what, plane, s->plane_stride);
	if (s->bytes % p->element)
		return why(EINVAL,
			"%s: subarray %zu of the %s: a row of %zu bytes cuts an element of %zu",
			p->name, p->number, p->what, s->bytes, p->element);
	if (!p->buffer)
		return why(EINVAL, "%s: the %s is NULL", p->name, p->what);
	return 0;
}

/* Joins rows, and planes, that follow one another without a gap. */
static struct strided rows_of(const struct grove_subarray *s, const void *buffer)
{
	struct strided rows = { (unsigned char *)(uintptr_t)buffer + s->at, s->bytes, s->rows,
		s->stride, s->plane_stride };
	size_t planes = planes_of(s);

	if (rows.rows == 1 || (planes > 1 && rows.plane == rows.rows * rows.step)) {
		rows.step = rows.rows == 1 ? rows.plane : rows.step;
		rows.rows *= planes;
		planes = 1;
	}
	if (rows.step == rows.row || rows.rows * planes == 1) {
		rows.row *= rows.rows;
		rows.rows = planes;
		rows.step = rows.plane;
	}
	return rows;
}

int subarray_read(struct strided *rows, size_t *bytes, const struct grove_subarray *s,
	const struct subarray_place *p)
{
	int error;

	*rows = strided_piece(NULL, 0);
	*bytes = 0;
	if (!s->bytes || !s->rows)
		return 0;
	error = check_strides(s, p);
	if (error)
		return error;
	*rows = rows_of(s, p->buffer);
	*bytes = subarray_bytes(s);
	return 0;
}

int subarray_read_sized(struct strided *rows, size_t bytes, const struct grove_subarray *s,
	const struct subarray_place *p)
{
	size_t own;
	int error = subarray_read(rows, &own, s, p);

	if (error || own == bytes)
		return error;
	return why(EINVAL, "%s: subarray %zu of the %s has %zu bytes, and the block has %zu",
		p->name, p->number, p->what, own, bytes);
}
