/* Draws the legend of a picture, row by row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "analysis/draw/legend.h"

enum {
	SIZE = 11, /* of the font */
	LINE = 30,
	GAP = 15 /* to the next line of the same row */
};

static const double LETTER = 6.6;

struct legend legend_below(double left, double top, double right)
{
	return (struct legend){ .left = left, .right = right, .at = { left, top } };
}

void legend_restart(struct legend *legend, double top, FILE *file)
{
	legend->at = (struct point){ legend->left, top };
	legend->file = file;
}

static void next_row(struct legend *legend)
{
	legend->at = (struct point){ legend->left, legend->at.y + LEGEND_ROW };
}

static void write_text(struct legend *legend, const char *text)
{
	if (legend->file)
		svg_text(legend->file, legend->at, SIZE, "start", text);
	legend->at.x += LETTER * (double)strlen(text) + GAP;
}

void legend_title(struct legend *legend, const char *text)
{
	if (legend->at.x > legend->left)
		next_row(legend);
	write_text(legend, text);
}

void legend_line(struct legend *legend, const struct pen *pen, const char *text)
{
	double width = LINE + 4 + LETTER * (double)strlen(text);

	if (legend->at.x + width > legend->right)
		next_row(legend);
	if (legend->file) {
		svg_curve_begin(legend->file);
		svg_curve_point(legend->file, (struct point){ legend->at.x, legend->at.y - 4 });
		svg_curve_point(
			legend->file, (struct point){ legend->at.x + LINE, legend->at.y - 4 });
		svg_curve_end(legend->file, pen);
	}
	legend->at.x += LINE + 4;
	write_text(legend, text);
}
