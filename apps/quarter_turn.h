/* Turns of a matrix by quarters, and rows that are dealt to nodes in stripes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_QUARTER_TURN_H
#define APPS_QUARTER_TURN_H

#include "apps/matrix_layout.h"
#include "apps/matrix_file.h"
#include "apps/app_session.h"

/* What becomes of a matrix: its rows, its columns or both are taken from the last to the first, and then
 * it may be transposed. Striped: node v of N has the rows v, v + N, v + 2N .., not a run of them. */
struct quarter_turn {
	int degrees; /* clockwise; 0: it is transposed alone */
	bool rows_back, columns_back, transposes, striped;
};

/* The turn for --turn's argument; NULL: a transposition. In Fortran's order what lies in memory is the
 * transpose of what is turned. Ends the program when there is no such turn. */
struct quarter_turn turn_of(const char *degrees, bool striped, bool fortran);

/* Turns the matrix, cut as the layout says, by one exchange or permutation of blocks between the nodes. */
void turn_run(const struct quarter_turn *turn, struct app_session *session, struct matrix_file *matrix,
	const struct matrix_layout *layout, struct app_run *run, const char *forward);

#endif
