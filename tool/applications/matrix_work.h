/* Declares the transposition or turn of a matrix by the nodes of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_MATRIX_WORK_H
#define TOOL_APPLICATIONS_MATRIX_WORK_H

#include "tool/applications/app_series.h"
#include "tool/files/matrix_file.h"
#include "tool/applications/matrix_layout.h"

/* A change of a matrix: the rows, the columns or both are reversed, and then the matrix may be
 * transposed. Striped: node v of N has the rows v, v + N, v + 2N ... instead of adjacent rows. */
struct quarter_turn {
	int degrees; /* clockwise; 0: only transposed */
	bool rows_back, columns_back, transposes, striped;
};

/* The data that the nodes share. */
struct matrix_work {
	const struct matrix_file *matrix;
	struct matrix_layout layout;
	struct quarter_turn turn;
	unsigned char *fresh;  /* by reference: the items, written again in each repetition */
	unsigned char *result; /* the items of the result, row by row */
	struct room room;
	int nodes;
};

/* Returns the turn by 90, 180 or 270 degrees; 0: a transposition. In Fortran's order the items in
 * memory are the transpose of the matrix to turn. */
struct quarter_turn turn_of(int degrees, bool striped, bool fortran);

/* Returns the problem that moves the blocks. By rows each node has a block for each node: an
 * exchange. By submatrices each node's block goes to a single other node: a permutation, which is
 * written to places[nodes]. (Stout & Wagar 1990, sections 6 and 7.) */
struct grove_problem matrix_problem(const struct matrix_work *work,
	const struct app_session *session, const struct app_series *series, int *places);

/* Measures a change: each node cuts its blocks out, the blocks cross the links, and each node
 * puts the blocks that it received in their places. */
void blocks_move(struct matrix_work *work, struct app_session *session, struct app_series *series,
	grove_body *cuts, grove_body *puts);

/* Measure the change by the steps of the series, in the series's way of forwarding: turn_run any
 * change, and transposition_run a transposition of rows or submatrices that are not striped. */
void turn_run(struct matrix_work *work, struct app_session *session, struct app_series *series);
void transposition_run(
	struct matrix_work *work, struct app_session *session, struct app_series *series);

/* For the series of a matrix_work: ends the command unless the result has every item in its
 * place, by a plain loop; and makes every byte of the outputs another. */
void need_turned(void *work);
void matrix_spoil(void *work);

#endif
