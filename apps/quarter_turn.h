/* Turns a matrix by quarters, and deals rows to nodes in stripes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_QUARTER_TURN_H
#define APPS_QUARTER_TURN_H

#include "apps/matrix_layout.h"
#include "apps/matrix_file.h"
#include "apps/app_session.h"

/* A change of a matrix: the rows, the columns or both are reversed, and then the matrix may be
 * transposed. Striped: node v of N has the rows v, v + N, v + 2N ... in place of adjacent rows. */
struct quarter_turn {
	int degrees; /* clockwise; 0: only transposed */
	bool rows_back, columns_back, transposes, striped;
};

/* Returns the turn for --turn's argument; NULL: a transposition. In Fortran's order the items in
 * memory are the transpose of the matrix to turn. Ends the application when there is no such
 * turn. */
struct quarter_turn turn_of(const char *degrees, bool striped, bool fortran);

/* Turns the matrix, cut by the layout, with an exchange or a permutation of blocks between the
 * nodes. */
void turn_run(const struct quarter_turn *turn, struct app_session *session,
	struct matrix_file *matrix, const struct matrix_layout *layout, struct app_run *run,
	const char *forward);

#endif
