/* Declares plots of measured sweeps: time and link bandwidth over size, several series in one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_SWEEP_PLOT_H
#define ANALYSIS_DRAW_SWEEP_PLOT_H

#include <stddef.h>
#include <stdio.h>

/* A measured size. What is not known is NAN. */
struct sweep_point {
	double bytes;
	double time, low, high, predicted; /* seconds; the interval of the time */
	double rate, peak;		   /* of the busiest link, bytes a second */
};

/* A measured row, with the names of what was measured. */
struct sweep_row {
	const char *run; /* in front of the names, such as a file; "" if there is one run */
	const char *collective, *algorithm, *network;
	const char *data; /* the state of the data; "" if there is none */
	struct sweep_point point;
};

enum {
	SWEEP_NAME = 64
};

struct sweep_series {
	char run[SWEEP_NAME], collective[SWEEP_NAME], algorithm[SWEEP_NAME], network[SWEEP_NAME],
		data[SWEEP_NAME];
	size_t points, room;
	struct sweep_point *point;
};

/* All zeros are a plot without series. */
struct sweep_plot {
	const char *subtitle; /* such as the machine; NULL: none */
	size_t count, room;
	struct sweep_series *series;
};

/* Adds a row. Rows of the same run, collective, network and state whose sizes grow are a series.
 * Where the algorithm changes from size to size, the series is called `auto`. A row without bytes
 * has no place on a logarithmic axis and is left out. Returns 0 or -ENOMEM. */
int sweep_plot_add(struct sweep_plot *plot, const struct sweep_row *row);
void sweep_plot_free(struct sweep_plot *plot);

/* Draws the plot as SVG. Returns 0, or -EINVAL if no row has a size and a time. */
int sweep_plot_draw(const struct sweep_plot *plot, FILE *file);

#endif
