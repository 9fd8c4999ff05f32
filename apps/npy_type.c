/* Reads the type of a .npy file's elements, of which a transposition needs the size alone.
 *
 *	type	= string | '[' field, ... ']'
 *	field	= '(' name ',' type ')' | '(' name ',' type ',' shape ')'
 *	name	= string | '(' string ',' string ')'		with a title
 *	shape	= number | '(' number, ... ')'
 *
 * Source: numpy.lib.format, dtype_to_descr and descr_to_dtype. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include "apps/npy_type.h"

enum {
	DEPTH_MAX = 32
}; /* files are hostile: structures in structures */

#define BIT(n) ((uint64_t)1 << (n))

static const struct {
	char kind;
	size_t unit;	/* bytes for each counted thing */
	uint64_t sizes; /* bit n: n is a possible count; 0: any is */
} kinds[] = {
	{ 'b', 1, BIT(1) },
	{ 'i', 1, BIT(1) | BIT(2) | BIT(4) | BIT(8) },
	{ 'u', 1, BIT(1) | BIT(2) | BIT(4) | BIT(8) },
	{ 'f', 1, BIT(2) | BIT(4) | BIT(8) | BIT(12) | BIT(16) },
	{ 'c', 1, BIT(8) | BIT(16) | BIT(24) | BIT(32) },
	{ 'm', 1, BIT(8) },
	{ 'M', 1, BIT(8) },
	{ 'S', 1, 0 },
	{ 'a', 1, 0 },
	{ 'U', 4, 0 },
	{ 'V', 1, 0 },
};

static const char *const unknown = "has elements of a type that is not known here";
static const char *const too_large = "has elements larger than this machine can count";
static const char *const malformed = "has a malformed type in its header";

static bool possible(uint64_t sizes, size_t count)
{
	return !sizes || (count < 64 && sizes & BIT(count));
}

static const char *simple(const struct cursor *cursor, struct span span, struct descr *descr)
{
	struct cursor inner = { cursor->text, span.begin, span.end };
	struct span where;
	size_t count;
	bool little = literal_take(&inner, '<') || literal_take(&inner, '|');

	descr->big = !little &&
		     (literal_take(&inner, '>') || (!literal_take(&inner, '=') &&
							   __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__));
	if (inner.at == inner.end)
		return malformed;
	descr->kind = inner.text[inner.at++];
	if (descr->kind == 'O')
		return "has Python objects in it, not data";
	if (!literal_number(&inner, &count, &where))
		return unknown;
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (kinds[i].kind == descr->kind && possible(kinds[i].sizes, count))
			return __builtin_mul_overflow(count, kinds[i].unit, &descr->item)
				       ? too_large
				       : NULL;
	return unknown;
}

/* How many of them a field of that shape holds. */
static const char *shape(struct cursor *cursor, size_t *count)
{
	struct span where;
	size_t number;

	if (literal_number(cursor, count, &where))
		return NULL;
	if (!literal_take(cursor, '('))
		return malformed;
	*count = 1;
	while (!literal_take(cursor, ')')) {
		if (!literal_number(cursor, &number, &where))
			return malformed;
		if (__builtin_mul_overflow(*count, number, count))
			return too_large;
		if (!literal_take(cursor, ',') && !literal_next(cursor, ')'))
			return malformed;
	}
	return NULL;
}

static bool name(struct cursor *cursor)
{
	struct span span;

	if (!literal_take(cursor, '('))
		return literal_string(cursor, &span);
	return literal_string(cursor, &span) && literal_take(cursor, ',') &&
	       literal_string(cursor, &span) && literal_take(cursor, ')');
}

static const char *type(struct cursor *cursor, struct descr *descr, int depth);

static const char *field(struct cursor *cursor, size_t *bytes, int depth)
{
	struct descr inner;
	size_t count = 1;
	const char *wrong = malformed;

	if (!literal_take(cursor, '(') || !name(cursor) || !literal_take(cursor, ','))
		return wrong;
	wrong = type(cursor, &inner, depth + 1);
	if (!wrong && literal_take(cursor, ',') && !literal_next(cursor, ')'))
		wrong = shape(cursor, &count);
	if (wrong)
		return wrong;
	if (__builtin_mul_overflow(inner.item, count, bytes))
		return too_large;
	return literal_take(cursor, ')') ? NULL : malformed;
}

static const char *structure(struct cursor *cursor, struct descr *descr, int depth)
{
	size_t bytes;
	const char *wrong;

	*descr = (struct descr){ .kind = ' ' };
	while (!literal_take(cursor, ']')) {
		wrong = field(cursor, &bytes, depth);
		if (wrong)
			return wrong;
		if (__builtin_add_overflow(descr->item, bytes, &descr->item))
			return too_large;
		if (!literal_take(cursor, ',') && !literal_next(cursor, ']'))
			return malformed;
	}
	return NULL;
}

static const char *type(struct cursor *cursor, struct descr *descr, int depth)
{
	struct span span;

	if (depth > DEPTH_MAX)
		return "has structures in structures, deeper than 32";
	if (literal_take(cursor, '['))
		return structure(cursor, descr, depth);
	return literal_string(cursor, &span) ? simple(cursor, span, descr) : malformed;
}

const char *descr_read(struct cursor *cursor, struct descr *descr)
{
	return type(cursor, descr, 0);
}
