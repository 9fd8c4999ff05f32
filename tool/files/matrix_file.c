/* Reads a matrix from a .npy file or a picture, and writes the transpose.
 *
 * A transposition only exchanges two numbers of the header. So the header keeps its length, its
 * type and its comments, and transposing twice gives the same bytes.
 *
 * An array in Fortran's order stays in that order. The items in memory are transposed, and these
 * are the matrix of the array's columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "tool/files/need.h"
#include "tool/files/matrix_file.h"
#include "tool/files/npy.h"
#include "tool/files/pnm.h"

static const char *from_npy(struct matrix_file *m)
{
	struct npy npy;
	const char *wrong = npy_read(&npy, m->file.bytes, m->file.size);

	if (wrong)
		return wrong;
	if (npy.dimensions != 2)
		end_command(STATUS_REFUSED, "%s has %d dimension%s, and a matrix has 2",
			m->file.path, npy.dimensions, npy.dimensions == 1 ? "" : "s");
	m->begin = npy.begin;
	m->first = npy.number[0];
	m->second = npy.number[1];
	m->rows = npy.shape[npy.fortran];
	m->columns = npy.shape[!npy.fortran];
	m->item = npy.item;
	m->fortran = npy.fortran;
	return NULL;
}

static const char *from_picture(struct matrix_file *m)
{
	struct pnm pnm;
	const char *wrong = pnm_read(&pnm, m->file.bytes, m->file.size);

	if (wrong)
		return wrong;
	m->begin = pnm.begin;
	m->first = pnm.width_number;
	m->second = pnm.height_number;
	m->rows = pnm.height;
	m->columns = pnm.width;
	m->item = pnm.pixel;
	return NULL;
}

/* Ends the command when the file has too few items. The readers of the headers have checked
 * that the product can be counted. */
static void need_items(const struct matrix_file *m)
{
	size_t there = m->file.size - m->begin;
	size_t wanted = m->rows && m->columns ? m->rows * m->columns * m->item : 0;

	need_whole(m->file.path, "matrix", there, wanted);
}

void matrix_read(struct matrix_file *m, const char *path)
{
	const char *wrong = "is neither a .npy file nor a binary PGM or PPM picture";

	m->fortran = m->turned = false;
	input_read(&m->file, path);
	if (npy_is(m->file.bytes, m->file.size))
		wrong = from_npy(m);
	else if (pnm_is(m->file.bytes, m->file.size))
		wrong = from_picture(m);
	if (wrong)
		end_command(STATUS_REFUSED, "%s %s", path, wrong);
	need_items(m);
	m->items = m->file.bytes + m->begin;
	if (!m->item)
		m->rows = m->columns = 0; /* nothing to move, whatever the shape */
}

void matrix_need_ending(const struct matrix_file *m, const char *path)
{
	static const char *const endings[] = { ".npy", ".pgm", ".ppm", ".png" };
	const char *ending = strrchr(path, '.'), *own = ".npy";

	if (pnm_is(m->file.bytes, m->file.size))
		own = m->file.bytes[1] == '5' ? ".pgm" : ".ppm";
	for (int i = 0; ending && i < 4; i++)
		if (!strcmp(ending, endings[i]) && strcmp(ending, own) != 0)
			end_command(STATUS_REFUSED,
				"%s: the result is of the kind of %s, a %s file", path,
				m->file.path, own);
}

struct tile matrix_tile(const struct matrix_file *m, size_t i, size_t j)
{
	return (struct tile){ m->items + (i * m->columns + j) * m->item, m->columns * m->item };
}

void matrix_replace(struct matrix_file *m, unsigned char *items, bool transposes)
{
	size_t rows = m->rows;

	m->items = items;
	m->turned = transposes;
	if (transposes) {
		m->rows = m->columns;
		m->columns = rows;
	}
}

static void write_span(const struct matrix_file *m, size_t begin, size_t end, FILE *file)
{
	fwrite(m->file.bytes + begin, 1, end - begin, file);
}

void matrix_write(const struct matrix_file *m, FILE *file)
{
	const struct span *first = m->turned ? &m->second : &m->first;
	const struct span *second = m->turned ? &m->first : &m->second;

	write_span(m, 0, m->first.begin, file);
	write_span(m, first->begin, first->end, file);
	write_span(m, m->first.end, m->second.begin, file);
	write_span(m, second->begin, second->end, file);
	write_span(m, m->second.end, m->begin, file);
	fwrite(m->items, 1, m->file.size - m->begin, file);
}

void matrix_free(struct matrix_file *m)
{
	if (m->items != m->file.bytes + m->begin)
		free(m->items);
	free(m->file.bytes);
}
