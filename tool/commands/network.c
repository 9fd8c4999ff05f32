/* Runs `grove network`, which prints the nodes, links and labels of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "library/machine/machine_levels.h"
#include "tool/output/json_out.h"
#include "tool/arguments/network_names.h"
#include "tool/arguments/options.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/table.h"
#include "tool/output/units.h"
#include "analysis/draw/layout.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/text/tree_text.h"

enum {
	SHOWN = 16 /* nodes in the text for people */
};

/* Links are counted by direction as in the papers: n 2^n on a cube. */
static void write_nodes(const struct network *net)
{
	char label[NETWORK_LABEL];

	json_line();
	json_open("labels", '[');
	for (int v = 0; v < net->nodes; v++) {
		network_label(net, v, label);
		json_text(NULL, label);
	}
	json_close(']');
	json_line();
	json_open("neighbours", '[');
	for (int v = 0; v < net->nodes; v++) {
		json_open(NULL, '[');
		for (int p = 0; p < net->ports; p++)
			if (network_neighbour(net, v, p) >= 0)
				json_whole(NULL, network_neighbour(net, v, p));
		json_close(']');
	}
	json_close(']');
}

static void write_point(struct point at)
{
	json_real(NULL, at.x);
	json_real(NULL, at.y);
}

/* Writes a link whose line in a drawing does not go straight from the place of a node to the place
 * of the other: the nodes, an end, the control point of a curve if there is a curve, an end. */
static void write_route(const struct network *net, const struct layout *layout, int v, int port)
{
	int u = network_neighbour(net, v, port);
	struct point from, to, bend;
	bool bent = layout_bend(layout, net, v, port, &bend);

	layout_link(layout, net, v, port, &from, &to);
	if (!bent && !memcmp(&from, &layout->at[v], sizeof from) &&
		!memcmp(&to, &layout->at[u], sizeof to))
		return;
	json_open(NULL, '[');
	json_whole(NULL, v);
	json_whole(NULL, u);
	write_point(from);
	if (bent)
		write_point(bend);
	write_point(to);
	json_close(']');
}

static void write_routes(const struct network *net, const struct layout *layout)
{
	json_open("routes", '[');
	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++)
			if (v < network_neighbour(net, v, p)) /* -1: there is no link */
				write_route(net, layout, v, p);
	json_close(']');
}

/* Writes the layout of the drawings, in units of about the distance of neighbours, if the network
 * is small enough to be drawn. Returns 0 or -ENOMEM. */
static int write_layout(const struct network *net)
{
	struct layout layout;
	int error;

	if (net->nodes > DRAW_NODES)
		return 0;
	error = layout_open(&layout, net);
	if (error)
		return error;
	json_real("width", layout.width);
	json_real("height", layout.height);
	json_real("wrap", layout.wrap);
	json_line();
	json_open("places", '[');
	for (int v = 0; v < net->nodes; v++) {
		json_open(NULL, '[');
		write_point(layout.at[v]);
		json_close(']');
	}
	json_close(']');
	json_line();
	write_routes(net, &layout);
	layout_free(&layout);
	return 0;
}

static int write_network(const struct network *net)
{
	int error;

	json_open(NULL, '{');
	json_text("network", net->name);
	json_whole("nodes", net->nodes);
	json_whole("degree", network_degree(net));
	json_whole("diameter", network_diameter(net));
	json_whole("links", network_links(net));
	json_whole("distance_sum", network_distance_sum(net));
	json_whole("rotations", network_rotations(net));
	write_nodes(net);
	error = write_layout(net);
	json_close('}');
	return error;
}

/* Writes the neighbour at each port, as in "1 2 4". */
static void list_neighbours(char *text, size_t size, const struct network *net, int v)
{
	size_t used = 0;

	text[0] = 0;
	for (int p = 0; p < net->ports && used < size; p++)
		if (network_neighbour(net, v, p) >= 0)
			used += (size_t)snprintf(text + used, size - used, "%s%d", used ? " " : "",
				network_neighbour(net, v, p));
	if (used >= 48)
		snprintf(text + 44, size - 44, " ...");
}

static void print_network(const struct network *net)
{
	static const char *const headings[] = { "node", "label", "<neighbours, by port", NULL };
	struct table table;

	printf("%s: %s\n\n", net->name, net->kind->text);
	printf("  nodes     %d\n  degree    %d\n", net->nodes, network_degree(net));
	printf("  diameter  %d\n", network_diameter(net));
	printf("  links     %lld, one for each direction\n\n", network_links(net));
	table_open(&table, headings);
	for (int v = 0; v < net->nodes && v < SHOWN; v++) {
		char label[NETWORK_LABEL], neighbours[512];

		network_label(net, v, label);
		list_neighbours(neighbours, sizeof neighbours, net, v);
		table_row(&table, (const char *const[]){ short_text("%d", v), label, neighbours });
	}
	table_close(&table);
	if (net->nodes > SHOWN)
		printf("  ... %d more; --json lists all\n", net->nodes - SHOWN);
}

int command_network(const struct options *options)
{
	char word[NETWORK_WORD];
	const char *name = network_word(word, options->word[0], options);
	struct network net;
	int error = 0;

	if (machine_levels_network(&net, name, NULL))
		return refuse_network(name);
	progress_output();
	if (options->form == FORM_JSON)
		error = write_network(&net);
	else if (options->form == FORM_DOT)
		error = network_draw_dot(&net, stdout);
	else if (options->form == FORM_SVG)
		error = network_draw_svg(&net, stdout);
	else
		print_network(&net);
	return say_output(error);
}
