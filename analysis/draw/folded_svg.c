/* Draws a schedule with fewer rows than links: stacks as high as the packets at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/draw/folded_svg.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/draw/svg.h"
#include "base/error.h"

/*	                0    1    2
 *	distance 1    |##|                 two packets cross links to nodes at distance 1 in step 0
 *	              |##|
 *	distance 2         |##|##|         one packet in steps 1 and 2
 */

enum {
	HUES = 32,	/* colours that a legend explains; one more for all others */
	ALL_ROWS = 860, /* height of all rows, unless a row has its least or most height */
	LEAST_ROW = 12,
	MOST_ROW = 72,
	GAP = 2,
	CHARACTER = 7,
	MOST_BARS = 6000 /* of a file that a browser opens at once */
};

#define OTHERS "#8a9096"

/* The start or the end of a packet. */
struct event {
	double x;
	int row, hue, change;
};

struct stacks {
	const struct folded *folded;
	struct chart_rows rows;
	struct event *event;
	size_t events;
	int busy[HUES + 1]; /* packets under way, of each colour */
	bool used[HUES + 1];
	size_t bars;
	int most;      /* packets at once in a row */
	double height; /* of a row */
};

static int compare_events(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	return x->row != y->row ? (x->row > y->row) - (x->row < y->row)
				: (x->x > y->x) - (x->x < y->x);
}

/* Leaves a single colour where a legend could not explain all. */
static void drop_hues(struct stacks *s)
{
	memset(s->used, 0, sizeof s->used);
	s->used[HUES] = true;
	for (size_t i = 0; i < s->events; i++)
		s->event[i].hue = HUES;
}

static int find_events(struct stacks *s)
{
	const struct folded *folded = s->folded;
	const struct schedule *schedule = folded->chart->schedule;
	bool further = false;

	s->event = malloc((2 * schedule->packets + 1) * sizeof *s->event);
	if (!s->event)
		return why(ENOMEM, "no memory to draw %zu packets", schedule->packets);
	for (size_t k = 0; k < schedule->packets; k++) {
		struct bar bar = axis_bar(folded->axis, k);
		double width = folded->axis->start ? bar.width : folded->chart->column - 2;
		int hue = colour_of_packet(folded->hues, &schedule->packet[k]);

		further |= hue >= HUES;
		hue = hue < 0 || hue >= HUES ? HUES : hue;
		s->used[hue] = true;
		s->event[s->events++] =
			(struct event){ bar.left - bar.start_up, s->rows.of[k], hue, 1 };
		s->event[s->events++] = (struct event){ bar.left + width, s->rows.of[k], hue, -1 };
	}
	if (further)
		drop_hues(s);
	qsort(s->event, s->events, sizeof *s->event, compare_events);
	return 0;
}

static const char *hue_colour(int hue, char colour[SVG_COLOUR])
{
	return hue < HUES ? svg_colour(hue, colour) : OTHERS;
}

/* ---- Stacks ---- */

static void count_stack(struct stacks *s)
{
	int busy = 0;

	for (int hue = 0; hue <= HUES; hue++) {
		busy += s->busy[hue];
		s->bars += s->busy[hue] > 0;
	}
	s->most = busy > s->most ? busy : s->most;
}

static void draw_stack(const struct stacks *s, const struct event *from, double end)
{
	double unit = (s->height - GAP) / s->most;
	double y = CHART_HEAD + (from->row + 1) * s->height;
	char colour[SVG_COLOUR];

	for (int hue = 0; hue <= HUES; hue++) {
		if (!s->busy[hue])
			continue;
		y -= s->busy[hue] * unit;
		fprintf(s->folded->file,
			"<rect x=\"%.1f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\">"
			"<title>%d packet%s</title></rect>\n",
			from->x, y, end - from->x, s->busy[hue] * unit, hue_colour(hue, colour),
			s->busy[hue], s->busy[hue] == 1 ? "" : "s");
	}
}

/* Passes along each row, and counts or draws the packets between two events. Times that differ by
 * rounding alone are the same. */
static void sweep(struct stacks *s, bool drawn)
{
	for (size_t i = 0; i < s->events; i++) {
		const struct event *event = &s->event[i], *next = event + 1;

		s->busy[event->hue] += event->change;
		if (i + 1 == s->events || next->row != event->row || next->x - event->x < 1e-6)
			continue;
		if (drawn)
			draw_stack(s, event, next->x);
		else
			count_stack(s);
	}
}

/* ---- The frame ---- */

/* Gives each row its height, and the labels their room. */
static void place(struct stacks *s)
{
	struct chart *chart = s->folded->chart;
	char label[ROW_LABEL];
	size_t longest = 0;

	for (int row = 0; row < s->rows.count; row++) {
		chart_rows_label(&s->rows, row, label);
		longest = strlen(label) > longest ? strlen(label) : longest;
	}
	s->height = s->rows.count ? (double)ALL_ROWS / s->rows.count : MOST_ROW;
	s->height = s->height > MOST_ROW ? MOST_ROW : s->height;
	s->height = s->height < LEAST_ROW ? LEAST_ROW : s->height;
	chart->height = CHART_HEAD + s->rows.count * s->height;
	chart->left = CHART_MARGIN + CHARACTER * (double)longest + 14;
}

static void draw_labels(const struct stacks *s)
{
	static const struct pen floor = { "#c3c8cd", "", 0.7 };
	const struct chart *chart = s->folded->chart;
	char label[ROW_LABEL];

	for (int row = 0; row < s->rows.count; row++) {
		double y = CHART_HEAD + (row + 1) * s->height;

		chart_rows_label(&s->rows, row, label);
		svg_text(s->folded->file, (struct point){ chart->left - 8, y - s->height / 2 + 4 },
			10.5, "end", label);
		svg_line(s->folded->file, (struct point){ chart->left, y },
			(struct point){ chart->left + s->folded->axis->width, y }, &floor);
	}
}

/* Tells that the chart is folded, and how. */
static void draw_folding(const struct stacks *s)
{
	static const char *const rows[] = { [ROWS_NODE] = "sender",
		[ROWS_LEVEL] = "distance of the receiver from the root",
		[ROWS_WAY] = "way" };
	char text[160];

	snprintf(text, sizeof text,
		"%zu links in %d rows, a row for each %s; --rows link shows all",
		s->folded->chart->links, s->rows.count, rows[s->rows.by]);
	svg_text(s->folded->file, (struct point){ CHART_MARGIN, 50 }, 11, "start", text);
}

static void draw_legend(const struct stacks *s)
{
	const char *text = colours_text(s->folded->hues);
	struct point at = { CHART_MARGIN, s->folded->chart->height + 30 };
	char colour[SVG_COLOUR], number[16], height[96];

	snprintf(height, sizeof height, "height: packets under way at once; a full row: %d",
		s->most);
	svg_text(s->folded->file, (struct point){ at.x, at.y + 20 }, 11, "start", height);
	svg_text(s->folded->file, at, 11, "start", text);
	at.x += CHARACTER * (double)strlen(text);
	for (int hue = 0; hue <= HUES; hue++) {
		if (!s->used[hue])
			continue;
		snprintf(number, sizeof number, "%d", hue);
		fprintf(s->folded->file,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"20\" height=\"11\" fill=\"%s\"/>",
			at.x, at.y - 10, hue_colour(hue, colour));
		svg_text(s->folded->file, (struct point){ at.x + 23, at.y }, 10.5, "start",
			hue < HUES ? number : "none, several or further");
		at.x += 42;
	}
}

static int draw(struct stacks *s)
{
	sweep(s, false);
	if (s->bars > MOST_BARS)
		return why(EINVAL,
			"%zu bars; a picture shows at most %d; fewer rows: --rows level, --rows "
			"way",
			s->bars, MOST_BARS);
	chart_draw_title(s->folded->chart, s->folded->axis->width, s->folded->file);
	draw_folding(s);
	axis_draw(s->folded->axis, s->folded->file);
	draw_labels(s);
	sweep(s, true);
	draw_legend(s);
	svg_end(s->folded->file);
	return draw_end(s->folded->file);
}

int folded_draw(const struct folded *folded)
{
	struct stacks s = { .folded = folded };
	int error = chart_rows_open(&s.rows, folded->chart->schedule, folded->by);

	if (!error) {
		place(&s);
		error = find_events(&s);
	}
	if (!error)
		error = draw(&s);
	free(s.event);
	chart_rows_free(&s.rows);
	return error;
}
