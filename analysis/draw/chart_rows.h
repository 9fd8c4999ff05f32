/* Declares the rows of a chart: a row for each link, sender, distance or way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_CHART_ROWS_H
#define ANALYSIS_DRAW_CHART_ROWS_H

#include "analysis/draw/link_chart.h"

/* A row of a folded chart holds the packets with the same sender, with receivers at the same
 * distance from the root, or with the same way. */
enum rows_by {
	ROWS_AUTO, /* links, or as few rows as a screen shows */
	ROWS_LINK,
	ROWS_NODE,
	ROWS_LEVEL,
	ROWS_WAY
};

/* Returns `by`, or instead of ROWS_AUTO the kind whose rows a screen shows. */
enum rows_by rows_chosen(enum rows_by by, const struct chart *chart);

struct chart_rows {
	const struct schedule *schedule;
	enum rows_by by;
	int *of;  /* the row of each packet */
	int *key; /* of each row: node, distance or way; -1: none or several */
	int count;
};

/* Finds the rows by node, level or way. Returns 0 or -ENOMEM with why. chart_rows_free accepts a
 * struct of zeros. */
int chart_rows_open(struct chart_rows *rows, const struct schedule *schedule, enum rows_by by);
void chart_rows_free(struct chart_rows *rows);

enum {
	ROW_LABEL = NETWORK_LABEL + 16
};

void chart_rows_label(const struct chart_rows *rows, int row, char label[ROW_LABEL]);

#endif
