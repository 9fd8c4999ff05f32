/* Reads the header of a PGM or PPM picture.
 *
 *	P5 <width> <height> <maxval> and one white space, then the pixels row by row
 *
 * White space stands between the parts; # begins a comment that ends with the line.
 * Source: the manuals pgm(5) and ppm(5) of netpbm. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include "tool/files/pnm.h"

static const char *const truncated = "is truncated in its header";
static const char *const malformed = "has a malformed picture header";

bool pnm_is(const unsigned char *bytes, size_t size)
{
	return size >= 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '7';
}

static void skip_comment(struct cursor *cursor)
{
	while (cursor->at < cursor->end && cursor->text[cursor->at] != '\n' &&
		cursor->text[cursor->at] != '\r')
		cursor->at++;
}

static void skip_spaces(struct cursor *cursor)
{
	while (cursor->at < cursor->end && isspace((unsigned char)cursor->text[cursor->at]))
		cursor->at++;
}

/* Reads a number after at least one white space or comment. */
static const char *number(struct cursor *cursor, size_t *value, struct span *span)
{
	size_t start = cursor->at;

	skip_spaces(cursor);
	while (cursor->at < cursor->end && cursor->text[cursor->at] == '#') {
		skip_comment(cursor);
		skip_spaces(cursor);
	}
	if (cursor->at == cursor->end)
		return truncated;
	if (cursor->at == start || !header_number(cursor, value, span) || !*value)
		return malformed;
	return NULL;
}

const char *pnm_read(struct pnm *pnm, const unsigned char *bytes, size_t size)
{
	struct cursor cursor = { (const char *)bytes, 2, size };
	struct span span;
	size_t maxval, row, all;
	const char *wrong;

	if (!pnm_is(bytes, size) || (bytes[1] != '5' && bytes[1] != '6'))
		return "is a picture of another kind; known are binary PGM (P5) and PPM (P6)";
	wrong = number(&cursor, &pnm->width, &pnm->width_number);
	if (!wrong)
		wrong = number(&cursor, &pnm->height, &pnm->height_number);
	if (!wrong)
		wrong = number(&cursor, &maxval, &span);
	if (wrong)
		return wrong;
	if (maxval > 65535)
		return "is a picture with a maxval above 65535";
	if (cursor.at < size && bytes[cursor.at] == '#')
		skip_comment(&cursor);
	if (cursor.at == size)
		return truncated;
	if (!isspace(bytes[cursor.at]))
		return malformed;
	pnm->begin = cursor.at + 1;
	pnm->pixel = (bytes[1] == '6' ? 3 : 1) * (maxval > 255 ? 2 : 1);
	if (__builtin_mul_overflow(pnm->width, pnm->pixel, &row) ||
		__builtin_mul_overflow(row, pnm->height, &all))
		return "has more pixels than this machine can count";
	return NULL;
}
