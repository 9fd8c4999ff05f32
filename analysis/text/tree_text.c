/* Draws forests as outlines in plain text. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/text/tree_text.h"

/*	tree 0, height 3
 *	000 ─ 001
 *	      ├─ 011 ─ 010
 *	      └─ 101
 *
 * Children stand under their parent. Only a node with several children begins a new level of the
 * outline, so a path is a single line, and no outline is deeper than half of the nodes. */

static const char *const branch = "├─ ", *const last_branch = "└─ ", *const bar = "│  ",
			 *const no_bar = "   ";

/* The start of a line at each level: blanks, then a bar or none. */
struct margin {
	int blanks;
	const char *bar;
};

struct outline {
	const struct forest *forest;
	struct children children;
	int root;
	FILE *file;
	struct margin *margin;
	int levels;
};

/* Prints a label. Returns the label's width. */
static int write_label(const struct outline *o, int c)
{
	const struct network *net = &o->forest->net;
	char label[NETWORK_LABEL];

	network_label(net, network_translate(net, o->root, c), label);
	return fprintf(o->file, "%s", label);
}

static void write_margin(const struct outline *o, const char *end)
{
	for (int i = 0; i < o->levels; i++)
		fprintf(o->file, "%*s%s", o->margin[i].blanks, "",
			i + 1 < o->levels ? o->margin[i].bar : end);
}

/* Prints the subtree of c, whose line is begun. The recursion is as deep as the outline. */
static void write_tree(struct outline *o, int c)
{
	const int *first = o->children.first, *child = o->children.child;
	struct margin *margin = &o->margin[o->levels];
	int width = write_label(o, c);

	*margin = (struct margin){ 0 };
	while (first[c + 1] - first[c] == 1) {
		c = child[first[c]];
		margin->blanks += width + 3;
		fputs(" ─ ", o->file);
		width = write_label(o, c);
	}
	putc('\n', o->file);
	o->levels++;
	for (int i = first[c]; i < first[c + 1]; i++) {
		bool last = i + 1 == first[c + 1];

		write_margin(o, last ? last_branch : branch);
		margin->bar = last ? no_bar : bar;
		write_tree(o, child[i]);
	}
	o->levels--;
}

int forest_draw_text(const struct forest *forest, int root, FILE *file)
{
	struct outline o = { .forest = forest, .root = root, .file = file };
	int error = draw_begin(&forest->net);

	if (error)
		return error;
	o.margin = calloc((size_t)forest->net.nodes + 1, sizeof *o.margin);
	if (!o.margin)
		return why(ENOMEM, "no memory to draw %s", forest->net.name);
	for (int j = 0; j < forest->trees && !error; j++) {
		error = children_open(&o.children, forest, j);
		if (error)
			break;
		fprintf(file, "%stree %d, height %d\n", j ? "\n" : "", j, forest_height(forest, j));
		write_tree(&o, 0);
		children_free(&o.children);
	}
	free(o.margin);
	return error ? error : draw_end(file);
}
