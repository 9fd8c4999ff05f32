/* Reads the header of a .npy file.
 *
 *	\x93NUMPY  major minor  length (2 bytes, 4 from version 2.0 on, little endian)  header
 *
 * The header is a Python dictionary with three keys:
 *
 *	{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
 *
 * Source: numpy.lib.format, NumPy Enhancement Proposal 1. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "apps/npy.h"

static const char *const malformed = "has a malformed .npy header";

bool npy_is(const unsigned char *bytes, size_t size)
{
	return size >= 6 && !memcmp(bytes, "\x93NUMPY", 6);
}

/* Sets where the dictionary is. */
static const char *frame(struct cursor *cursor, const unsigned char *bytes, size_t size)
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

static const char *order(struct npy *npy, struct cursor *cursor)
{
	npy->fortran = literal_word(cursor, "True");
	return npy->fortran || literal_word(cursor, "False") ? NULL : malformed;
}

static const char *shape(struct npy *npy, struct cursor *cursor)
{
	int d = 0;

	if (!literal_take(cursor, '('))
		return malformed;
	for (; !literal_take(cursor, ')'); d++) {
		if (d == NPY_DIMENSIONS)
			return "has more than 64 dimensions";
		if (!literal_number(cursor, &npy->shape[d], &npy->number[d]))
			return malformed;
		if (!literal_take(cursor, ',') && (d == 0 || !literal_next(cursor, ')')))
			return malformed;
	}
	npy->dimensions = d;
	return NULL;
}

static const char *descr(struct npy *npy, struct cursor *cursor)
{
	return descr_read(cursor, &npy->descr);
}

static const struct {
	const char *key;
	const char *(*read)(struct npy *npy, struct cursor *cursor);
} entries[] = { { "descr", descr }, { "fortran_order", order }, { "shape", shape } };

enum {
	ENTRIES = sizeof entries / sizeof entries[0]
};

/* One key with its value; `seen` has a bit for each key that was there. */
static const char *entry(struct npy *npy, struct cursor *cursor, unsigned *seen)
{
	struct span key;

	if (!literal_string(cursor, &key) || !literal_take(cursor, ':'))
		return malformed;
	for (unsigned i = 0; i < ENTRIES; i++) {
		if (strlen(entries[i].key) != key.end - key.begin ||
			memcmp(entries[i].key, cursor->text + key.begin, key.end - key.begin))
			continue;
		if (*seen & 1u << i)
			return malformed;
		*seen |= 1u << i;
		return entries[i].read(npy, cursor);
	}
	return malformed;
}

/* An array with a 0 in its shape is empty, whatever the other numbers are. */
static const char *count(struct npy *npy)
{
	size_t bytes;

	npy->count = 1;
	for (int d = 0; d < npy->dimensions; d++)
		if (!npy->shape[d]) {
			npy->count = 0;
			return NULL;
		}
	for (int d = 0; d < npy->dimensions; d++)
		if (__builtin_mul_overflow(npy->count, npy->shape[d], &npy->count))
			return "has more elements than this machine can count";
	if (__builtin_mul_overflow(npy->count, npy->descr.item, &bytes))
		return "has more elements than this machine can count";
	return NULL;
}

const char *npy_read(struct npy *npy, const unsigned char *bytes, size_t size)
{
	struct cursor cursor;
	unsigned seen = 0;
	const char *wrong = frame(&cursor, bytes, size);

	if (wrong)
		return wrong;
	npy->begin = cursor.end;
	if (!literal_take(&cursor, '{'))
		return malformed;
	while (!literal_take(&cursor, '}')) {
		wrong = entry(npy, &cursor, &seen);
		if (wrong)
			return wrong;
		if (!literal_take(&cursor, ',') && !literal_next(&cursor, '}'))
			return malformed;
	}
	literal_next(&cursor, '\n'); /* over the white space that fills the header */
	if (seen != (1u << ENTRIES) - 1 || cursor.at != cursor.end)
		return malformed;
	return count(npy);
}
