/* Declares a matrix from a file, and writes its transpose to a file of the same kind. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_MATRIX_FILE_H
#define TOOL_FILES_MATRIX_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "tool/files/input.h"
#include "tool/files/header_text.h"
#include "tool/files/block_copy.h"

struct matrix_file {
	struct input file;
	size_t begin;		   /* place of the first item in the file */
	struct span first, second; /* places in the header of the shape's two numbers */
	unsigned char *items;	   /* row by row, in the memory of the file until matrix_replace */
	size_t rows, columns, item;
	bool fortran; /* the rows here are the columns of the array */
	bool turned;
};

/* Reads a 2-D .npy file or a binary PGM or PPM picture. Ends the command for any other file. */
void matrix_read(struct matrix_file *matrix, const char *path);

/* Ends the command if the name of a result has the ending of another kind of file. */
void matrix_need_ending(const struct matrix_file *matrix, const char *path);

/* Returns the place of item (i, j). */
struct tile matrix_tile(const struct matrix_file *matrix, size_t i, size_t j);

/* Makes `items`, which matrix_free frees, the items from now on: of the transpose, or of a matrix
 * of the same shape. */
void matrix_replace(struct matrix_file *matrix, unsigned char *items, bool transposes);

/* Writes the file with the current items. The numbers of the transpose's shape are
 * exchanged. */
void matrix_write(const struct matrix_file *matrix, FILE *file);

void matrix_free(struct matrix_file *matrix);

#endif
