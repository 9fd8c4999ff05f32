/* A matrix from a file, and its transpose into one of the same kind. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_MATRIX_FILE_H
#define APPS_MATRIX_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include "apps/input.h"
#include "apps/header_text.h"
#include "apps/block_copy.h"

struct matrix_file {
	struct input file;
	size_t begin;		   /* where in the file the items begin */
	struct span first, second; /* where in its header the two numbers of the shape stand */
	unsigned char *items;	   /* row by row, in the memory of the file until matrix_turn */
	size_t rows, columns, item;
	bool fortran; /* the rows here are the columns of its owner */
	bool turned;
};

/* Reads a 2-D .npy file or a binary PGM or PPM picture; ends the program when it is neither. */
void matrix_read(struct matrix_file *matrix, const char *path);

/* Where item (i, j) is. */
struct tile matrix_tile(const struct matrix_file *matrix, size_t i, size_t j);

/* From now on the items are those of the transpose, at that place: the matrix's own memory, where it is
 * still to be filled in, or memory of its own, for matrix_free. */
void matrix_turn(struct matrix_file *matrix, unsigned char *items);

/* Writes the file again, with the items as they are; the numbers of its shape are exchanged behind
 * matrix_turn. */
void matrix_write(const struct matrix_file *matrix);

void matrix_free(struct matrix_file *matrix);

#endif
