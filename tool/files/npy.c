/* Reads the header of a .npy file in the one form that NumPy writes.
 *
 *	\x93NUMPY  major minor  length (2 bytes, 4 from version 2.0 on, little endian)  header
 *	header	= {'descr': TYPE, 'fortran_order': False, 'shape': (3, 4), } spaces newline
 *	TYPE	= '<f4' | [FIELD, ...]
 *	FIELD	= (NAME, TYPE) | (NAME, TYPE, (3, 4))
 *	NAME	= 'x' | ('title', 'x')
 *
 * A transposition needs the size of an element, so that structures are measured, too.
 *
 * Source: numpy.lib.format, NumPy Enhancement Proposal 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "tool/files/npy.h"

enum {
	DEPTH_MAX = 32
}; /* files are hostile: structures in structures */

static const char fixed_types[] =
	" b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 f12 f16 c8 c16 c24 c32 m8 M8 ";
static const char *const malformed =
	"has no header as NumPy writes one: {'descr': '<f4', 'fortran_order': False, 'shape': (3, "
	"4), }";
static const char *const unknown = "has elements of a type that is not known here";
static const char *const too_large = "has more elements than this machine can count";

bool npy_is(const unsigned char *bytes, size_t size)
{
	return size >= 6 && !memcmp(bytes, "\x93NUMPY", 6);
}

/* Sets where the dictionary is. */
static const char *find_header(struct cursor *cursor, const unsigned char *bytes, size_t size)
{
	size_t width, length = 0;

	if (!npy_is(bytes, size))
		return "is no .npy file";
	if (size < 8)
		return "is truncated in its header";
	if (bytes[6] < 1 || bytes[6] > 3 || bytes[7])
		return "is a .npy file of an unknown version; known are 1.0, 2.0 and 3.0";
	width = bytes[6] == 1 ? 2 : 4;
	if (size < 8 + width)
		return "is truncated in its header";
	for (size_t i = 0; i < width; i++)
		length |= (size_t)bytes[8 + i] << (8 * i);
	if (size - 8 - width < length)
		return "is truncated in its header";
	*cursor = (struct cursor){ (const char *)bytes, 8 + width, 8 + width + length };
	return NULL;
}

/* (), (3,), (3, 4): sets dimensions, shape, number and count. An array with a 0 in its shape is
 * empty, whatever the other numbers are. */
static const char *read_shape(struct cursor *cursor, struct npy *npy)
{
	bool empty = false, countable = true;
	int d = 0;

	npy->count = 1;
	if (!header_take(cursor, "("))
		return malformed;
	for (; !header_take(cursor, ")"); d++) {
		if (d == NPY_DIMENSIONS)
			return "has more than 64 dimensions";
		if ((d && !header_take(cursor, d == 1 ? " " : ", ")) ||
			!header_number(cursor, &npy->shape[d], &npy->number[d]) ||
			(!d && !header_take(cursor, ",")))
			return malformed;
		empty |= !npy->shape[d];
		countable &= !__builtin_mul_overflow(npy->count, npy->shape[d], &npy->count);
	}
	npy->dimensions = d;
	npy->count = empty ? 0 : npy->count;
	return empty || countable ? NULL : too_large;
}

/* '<f4', '|S7', '>M8[ns]': the order of the bytes, the kind, the size. */
static const char *read_simple(struct cursor *cursor, struct npy *npy)
{
	struct span type, number;
	struct cursor size;
	char word[32];

	if (!header_string(cursor, &type) || type.end - type.begin < 2 ||
		!memchr("<>|", cursor->text[type.begin], 3))
		return malformed;
	npy->big = cursor->text[type.begin] == '>';
	npy->kind = cursor->text[type.begin + 1];
	size = (struct cursor){ cursor->text, type.begin + 2, type.end };
	if (npy->kind == 'O')
		return "has Python objects in it, not data";
	if (!isalpha((unsigned char)npy->kind) || !header_number(&size, &npy->item, &number) ||
		(size.at < size.end && !header_take(&size, "[")))
		return unknown;
	snprintf(word, sizeof word, " %c%zu ", npy->kind, npy->item);
	if (npy->kind == 'U' && __builtin_mul_overflow(npy->item, 4, &npy->item))
		return too_large;
	return strchr("SUV", npy->kind) || strstr(fixed_types, word) ? NULL : unknown;
}

static bool skip_name(struct cursor *cursor)
{
	struct span span;

	if (!header_take(cursor, "("))
		return header_string(cursor, &span);
	return header_string(cursor, &span) && header_take(cursor, ", ") &&
	       header_string(cursor, &span) && header_take(cursor, ")");
}

static const char *read_type(struct cursor *cursor, struct npy *npy, int depth);

/* The bytes of one field, which may be an array in the structure. */
static const char *read_field(struct cursor *cursor, size_t *bytes, int depth)
{
	struct npy field = { .count = 1 };
	const char *wrong = malformed;

	if (!header_take(cursor, "(") || !skip_name(cursor) || !header_take(cursor, ", "))
		return wrong;
	wrong = read_type(cursor, &field, depth + 1);
	if (!wrong && header_take(cursor, ", "))
		wrong = read_shape(cursor, &field);
	if (wrong)
		return wrong;
	if (__builtin_mul_overflow(field.item, field.count, bytes))
		return too_large;
	return header_take(cursor, ")") ? NULL : malformed;
}

static const char *read_type(struct cursor *cursor, struct npy *npy, int depth)
{
	size_t bytes;
	const char *wrong;

	if (depth > DEPTH_MAX)
		return "has structures in structures, deeper than 32";
	if (!header_take(cursor, "["))
		return read_simple(cursor, npy);
	npy->kind = ' ';
	npy->item = 0;
	npy->big = false;
	if (header_take(cursor, "]"))
		return NULL;
	do {
		wrong = read_field(cursor, &bytes, depth);
		if (wrong)
			return wrong;
		if (__builtin_add_overflow(npy->item, bytes, &npy->item))
			return too_large;
	} while (header_take(cursor, ", "));
	return header_take(cursor, "]") ? NULL : malformed;
}

static bool skip_end(struct cursor *cursor)
{
	if (!header_take(cursor, ", }"))
		return false;
	while (header_take(cursor, " "))
		;
	return header_take(cursor, "\n") && cursor->at == cursor->end;
}

const char *npy_read(struct npy *npy, const unsigned char *bytes, size_t size)
{
	struct cursor cursor;
	size_t all;
	const char *wrong = find_header(&cursor, bytes, size);

	if (wrong)
		return wrong;
	npy->begin = cursor.end;
	wrong = header_take(&cursor, "{'descr': ") ? read_type(&cursor, npy, 0) : malformed;
	if (wrong)
		return wrong;
	npy->fortran = header_take(&cursor, ", 'fortran_order': True, 'shape': ");
	if (!npy->fortran && !header_take(&cursor, ", 'fortran_order': False, 'shape': "))
		return malformed;
	wrong = read_shape(&cursor, npy);
	if (wrong)
		return wrong;
	if (!skip_end(&cursor))
		return malformed;
	return __builtin_mul_overflow(npy->count, npy->item, &all) ? too_large : NULL;
}
