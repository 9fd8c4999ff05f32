/* Draws the packets of a schedule on the network as SVG, where they move or stand still. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "analysis/draw/colours.h"
#include "analysis/draw/schedule_drawing.h"
#include "analysis/draw/sheet.h"
#include "base/error.h"

/* The animation of SVG (SMIL) needs no script, so the file moves in a browser and in slides. It
 * shows all steps, a second each, then a rest, and begins again. A packet waits at its sender for
 * the start-up, and then travels. */

enum {
	MOVING_PACKETS = 20000, /* more would not be smooth */
	HUES = 12,		/* colours that fit below the picture */
	STEP_WORDS = 96
};

static const double SECONDS = 1, REST = 2; /* of a step; after the last step, in steps */
static const double LEAVES = 0.3, ARRIVES = 0.95, RADIUS = 6; /* parts of a step; pixels */

struct moving {
	const struct schedule *schedule;
	struct layout layout;
	struct colours hues;
	int stop; /* the step that stands still; -1: all move */
	FILE *file;
};

/* Returns a moment as a part of the round, from 0 to 1. */
static double part_of(const struct moving *m, double step)
{
	return step / (m->schedule->steps + REST);
}

static void write_round(const struct moving *m)
{
	fprintf(m->file, " dur=\"%gs\" repeatCount=\"indefinite\"/>",
		SECONDS * (m->schedule->steps + REST));
}

/* Shows the element from one moment to another one. */
static void show_during(const struct moving *m, double begin, double end)
{
	fprintf(m->file,
		"<animate attributeName=\"opacity\" calcMode=\"discrete\" values=\"0;1;0\" "
		"keyTimes=\"0;%.5f;%.5f\"",
		part_of(m, begin), part_of(m, end));
	write_round(m);
}

/* Packets keep to the right of their link, so that those of the two directions pass each other. */
static struct point keep_right(struct point at, struct point from, struct point to)
{
	double x = to.x - from.x, y = to.y - from.y, length = hypot(x, y);

	if (length > 0) {
		at.x -= y / length * RADIUS;
		at.y += x / length * RADIUS;
	}
	return at;
}

/* The way of a packet, a curve; the control point lies in the middle of a straight link. */
struct track {
	struct point from, to, bend;
};

static struct track track_of(const struct moving *m, const struct packet *packet)
{
	const struct network *net = &m->schedule->problem.net;
	struct point begin, end, bend;
	struct track track;

	layout_link(&m->layout, net, packet->from, packet->port, &begin, &end);
	begin = sheet_point(begin);
	end = sheet_point(end);
	track.from = keep_right(begin, begin, end);
	track.to = keep_right(end, begin, end);
	track.bend.x = (track.from.x + track.to.x) / 2;
	track.bend.y = (track.from.y + track.to.y) / 2;
	if (layout_bend(&m->layout, net, packet->from, packet->port, &bend))
		track.bend = keep_right(sheet_point(bend), begin, end);
	return track;
}

static void travel(const struct moving *m, const struct packet *packet)
{
	struct track track = track_of(m, packet);

	fprintf(m->file, "<animateMotion path=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f", track.from.x,
		track.from.y, track.bend.x, track.bend.y, track.to.x, track.to.y);
	fprintf(m->file, "\" calcMode=\"linear\" keyPoints=\"0;0;1;1\" keyTimes=\"0;%.5f;%.5f;1\"",
		part_of(m, packet->step + LEAVES), part_of(m, packet->step + ARRIVES));
	write_round(m);
}

static void draw_moving(const struct moving *m, const struct packet *packet, const char *colour)
{
	fprintf(m->file,
		"<circle r=\"%g\" fill=\"%s\" stroke=\"#222\" stroke-width=\"0.8\" opacity=\"0\">",
		RADIUS, colour);
	travel(m, packet);
	show_during(m, packet->step, packet->step + 1);
	fputs("</circle>\n", m->file);
}

/* A packet that stands still is in the middle of its way, and draws the first half. */
static void draw_still(const struct moving *m, const struct packet *packet, const char *colour)
{
	struct track track = track_of(m, packet);
	struct point half = { (track.from.x + track.bend.x) / 2,
		(track.from.y + track.bend.y) / 2 };
	struct point middle = { (half.x + (track.bend.x + track.to.x) / 2) / 2,
		(half.y + (track.bend.y + track.to.y) / 2) / 2 };

	fprintf(m->file,
		"<path d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"%s\" "
		"stroke-width=\"2.5\"/>"
		"<circle r=\"%g\" cx=\"%.1f\" cy=\"%.1f\" fill=\"%s\" stroke=\"#222\" "
		"stroke-width=\"0.8\"/>\n",
		track.from.x, track.from.y, half.x, half.y, middle.x, middle.y, colour, RADIUS,
		middle.x, middle.y, colour);
}

static void draw_packet(const struct moving *m, const struct packet *packet)
{
	int hue = colour_of_packet(&m->hues, packet);
	char text[SVG_COLOUR];
	const char *colour = hue < 0 ? "#666" : svg_colour(hue, text);

	if (m->stop < 0)
		draw_moving(m, packet, colour);
	else if (packet->step == m->stop)
		draw_still(m, packet, colour);
}

/* Says which step it is. A browser that does not animate shows nothing here. */
static void draw_steps(const struct moving *m)
{
	int steps = m->schedule->steps;

	for (int step = 0; step <= steps; step++) {
		if (m->stop >= 0 && step != m->stop)
			continue;
		fputs(m->stop >= 0 ? "<g>" : "<g opacity=\"0\">", m->file);
		fprintf(m->file, "<text x=\"%d\" y=\"%d\" font-size=\"12\">", SHEET_MARGIN,
			SHEET_MARGIN + SHEET_TITLE + 4);
		if (step < steps && steps == 1)
			fputs("step 0, the only one", m->file);
		else if (step < steps)
			fprintf(m->file, "step %d of 0..%d", step, steps - 1);
		else
			fputs("the end", m->file);
		fputs("</text>", m->file);
		if (m->stop < 0)
			show_during(m, step, step < steps ? step + 1 : steps + REST);
		fputs("</g>\n", m->file);
	}
}

/* Explains the colours of the packets, as the picture of links over steps does. */
static void draw_colours(const struct moving *m, struct point at)
{
	bool used[HUES] = { false }, more = false;
	char colour[SVG_COLOUR];

	for (size_t i = 0; i < m->schedule->packets; i++) {
		int hue = colour_of_packet(&m->hues, &m->schedule->packet[i]);

		if (hue >= 0 && hue < HUES)
			used[hue] = true;
		more |= hue >= HUES;
	}
	fprintf(m->file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\">%s", at.x, at.y, SHEET_LABEL,
		colours_text(&m->hues));
	for (int hue = 0; hue < HUES; hue++)
		if (used[hue])
			fprintf(m->file, " <tspan font-weight=\"bold\" fill=\"%s\">%d</tspan>",
				svg_colour(hue, colour), hue);
	fprintf(m->file, "%s</text>\n", more ? " ..." : "");
}

static void draw(const struct moving *m)
{
	const struct schedule *schedule = m->schedule;
	const struct problem *problem = &schedule->problem;
	const struct pen pen = { "#c4c9cf", "", 1.6 };
	char title[NETWORK_NAME + STEP_WORDS];
	double width = fmax(m->layout.width * SHEET_UNIT + 2 * SHEET_MARGIN, SHEET_LEAST);
	double bottom = m->layout.height * SHEET_UNIT + SHEET_TOP + SHEET_MARGIN + SHEET_TITLE;

	snprintf(title, sizeof title, "%s by %s on %s", collective_name(problem->collective),
		problem->algorithm, problem->net.name);
	svg_begin(m->file, width, bottom + SHEET_MARGIN / 2, title);
	svg_text(
		m->file, (struct point){ SHEET_MARGIN, SHEET_MARGIN }, SHEET_TITLE, "start", title);
	for (int v = 0; v < problem->net.nodes; v++)
		for (int p = 0; p < problem->net.ports; p++)
			if (v < network_neighbour(&problem->net, v, p)) /* -1: there is no link */
				sheet_link(&problem->net, &m->layout, v, p, &pen, m->file);
	for (size_t i = 0; m->stop >= 0 && i < schedule->packets; i++)
		draw_packet(m, &schedule->packet[i]);
	sheet_nodes(&problem->net, &m->layout,
		collective_names_root(problem->collective) ? problem->root : -1, m->file);
	for (size_t i = 0; m->stop < 0 && i < schedule->packets; i++)
		draw_packet(m, &schedule->packet[i]);
	draw_steps(m);
	draw_colours(m, (struct point){ SHEET_MARGIN, bottom });
	svg_end(m->file);
}

int schedule_draw_moving(const struct schedule *schedule, const struct chart_look *look, FILE *file)
{
	struct moving m = { .schedule = schedule, .stop = look->stop - 1, .file = file };
	int error = draw_begin(&schedule->problem.net);

	if (!error && schedule->packets > MOVING_PACKETS)
		error = why(EINVAL, "%zu packets are too many for a moving picture (at most %d)",
			schedule->packets, MOVING_PACKETS);
	if (!error && m.stop >= schedule->steps)
		error = why(EINVAL, "there is no step %d: the steps of this plan are 0 to %d",
			m.stop, schedule->steps - 1);
	if (!error)
		error = colours_open(&m.hues, schedule, look->colour);
	if (!error)
		error = layout_open(&m.layout, &schedule->problem.net);
	if (!error) {
		draw(&m);
		layout_free(&m.layout);
	}
	colours_free(&m.hues);
	return error ? error : draw_end(file);
}
