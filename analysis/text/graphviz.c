/* Draws networks and forests for Graphviz. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "analysis/text/tree_text.h"
#include "analysis/draw/svg.h"

/* A quotation mark in a string of DOT needs a backslash. So does a backslash, because the last one
 * would take the end from the string. */
static void begin(const struct network *net, const char *kind, FILE *file)
{
	fprintf(file, "%s \"", kind);
	for (const char *c = net->name; *c; c++)
		fprintf(file, "%s%c", strchr("\"\\", *c) ? "\\" : "", *c);
	fputs("\" {\n\tnode [shape=box, style=rounded, fontname=\"sans-serif\", height=0.3, "
	      "width=0.3, margin=\"0.08,0.04\"];\n",
		file);
}

/* Chooses neato, which spreads a network better than the levels of plain dot do. */
int network_draw_dot(const struct network *net, FILE *file)
{
	int error = draw_begin(net);
	char label[NETWORK_LABEL], colour[SVG_COLOUR];

	if (error)
		return error;
	begin(net, "graph", file);
	fputs("\tlayout=neato; overlap=false;\n", file);
	for (int v = 0; v < net->nodes; v++) {
		network_label(net, v, label);
		fprintf(file, "\t%d [label=\"%s\"];\n", v, label);
	}
	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			int u = network_neighbour(net, v, p);

			if (v < u)
				fprintf(file, "\t%d -- %d [color=\"%s\"];\n", v, u,
					svg_colour(draw_link_dimension(net, v, p), colour));
		}
	fputs("}\n", file);
	return draw_end(file);
}

static void draw_tree(const struct forest *forest, int root, int j, FILE *file)
{
	static const char *const styles[] = { "solid", "dashed", "dotted", "bold" };
	const struct network *net = &forest->net;
	const int *parent = forest->parent + (size_t)j * net->nodes;
	char label[NETWORK_LABEL], colour[SVG_COLOUR];

	fprintf(file,
		"\tsubgraph cluster_%d {\n\t\tlabel=\"tree %d\"; color=white; "
		"edge [color=\"%s\", style=%s];\n",
		j, j, svg_colour(j, colour), styles[j % 4]);
	for (int c = 0; c < net->nodes; c++) {
		if (parent[c] == TREE_ABSENT)
			continue;
		network_label(net, network_translate(net, root, c), label);
		fprintf(file, "\t\tt%dc%d [label=\"%s\"];\n", j, c, label);
	}
	for (int c = 0; c < net->nodes; c++)
		if (parent[c] >= 0)
			fprintf(file, "\t\tt%dc%d -> t%dc%d;\n", j, parent[c], j, c);
	fputs("\t}\n", file);
}

int forest_draw_dot(const struct forest *forest, int root, FILE *file)
{
	int error = draw_begin(&forest->net);

	if (error)
		return error;
	begin(&forest->net, "digraph", file);
	for (int j = 0; j < forest->trees; j++)
		draw_tree(forest, root, j, file);
	fputs("}\n", file);
	return draw_end(file);
}
