/* Sorts the packets of a schedule into the rows of a folded chart. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "analysis/draw/chart_rows.h"
#include "analysis/draw/colours.h"
#include "base/error.h"

enum {
	SCREEN_LINKS = 96, /* rows of a screen, and a page to scroll */
	SCREEN_NODES = 64
};

enum rows_by rows_chosen(enum rows_by by, const struct chart *chart)
{
	const struct problem *problem = &chart->schedule->problem;

	if (by != ROWS_AUTO)
		return by;
	if (chart->links <= SCREEN_LINKS)
		return ROWS_LINK;
	if (problem->net.nodes <= SCREEN_NODES)
		return ROWS_NODE;
	return collective_rooted(problem->collective) ? ROWS_LEVEL : ROWS_WAY;
}

/* ---- The key of each packet ---- */

static void find_senders(struct chart_rows *rows)
{
	for (size_t k = 0; k < rows->schedule->packets; k++)
		rows->of[k] = rows->schedule->packet[k].from;
}

static int find_levels(struct chart_rows *rows)
{
	const struct problem *problem = &rows->schedule->problem;
	int nodes = problem->net.nodes, *level = malloc((size_t)nodes * sizeof *level);

	if (!level)
		return why(ENOMEM, "no memory for the distances of %d nodes", nodes);
	for (int v = 0; v < nodes; v++)
		level[v] = network_distance(&problem->net, problem->root, v);
	for (size_t k = 0; k < rows->schedule->packets; k++)
		rows->of[k] = level[rows->schedule->packet[k].to];
	free(level);
	return 0;
}

static int find_ways(struct chart_rows *rows)
{
	struct colours ways;
	int error = colours_open(&ways, rows->schedule, COLOUR_WAY);

	for (size_t k = 0; k < rows->schedule->packets && !error; k++)
		rows->of[k] = colour_of_packet(&ways, &rows->schedule->packet[k]);
	colours_free(&ways);
	return error;
}

/* ---- Rows ---- */

/* Numbers the keys that occur in ascending order, and replaces the key of each packet by the number
 * of its row. */
static int number_rows(struct chart_rows *rows)
{
	size_t packets = rows->schedule->packets;
	int most = -1, *number;

	for (size_t k = 0; k < packets; k++)
		most = rows->of[k] > most ? rows->of[k] : most;
	number = calloc((size_t)most + 2, sizeof *number);
	rows->key = malloc(((size_t)most + 2) * sizeof *rows->key);
	if (!number || !rows->key) {
		free(number);
		return why(ENOMEM, "no memory for the rows of a chart");
	}
	for (size_t k = 0; k < packets; k++) {
		rows->of[k] = rows->of[k] < 0 ? 0 : rows->of[k] + 1;
		number[rows->of[k]] = 1;
	}
	for (int key = -1; key <= most; key++)
		if (number[key + 1]) {
			rows->key[rows->count] = key;
			number[key + 1] = rows->count++;
		}
	for (size_t k = 0; k < packets; k++)
		rows->of[k] = number[rows->of[k]];
	free(number);
	return 0;
}

int chart_rows_open(struct chart_rows *rows, const struct schedule *schedule, enum rows_by by)
{
	int error = 0;

	*rows = (struct chart_rows){ .schedule = schedule, .by = by };
	rows->of = malloc((schedule->packets + 1) * sizeof *rows->of);
	if (!rows->of)
		return why(ENOMEM, "no memory for the rows of a chart");
	if (by == ROWS_NODE)
		find_senders(rows);
	else
		error = by == ROWS_LEVEL ? find_levels(rows) : find_ways(rows);
	return error ? error : number_rows(rows);
}

void chart_rows_free(struct chart_rows *rows)
{
	free(rows->of);
	free(rows->key);
	*rows = (struct chart_rows){ 0 };
}

void chart_rows_label(const struct chart_rows *rows, int row, char label[ROW_LABEL])
{
	int key = rows->key[row];

	if (rows->by == ROWS_NODE)
		network_label(&rows->schedule->problem.net, key, label);
	else if (rows->by == ROWS_LEVEL)
		snprintf(label, ROW_LABEL, "distance %d", key);
	else if (key < 0)
		snprintf(label, ROW_LABEL, "no way or several");
	else
		snprintf(label, ROW_LABEL, "way %d", key);
}
