/* Runs `grove trees`, which prints the spanning trees of a family for any root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "library/machine/machine_levels.h"
#include "tool/reports/tree_figures.h"
#include "tool/output/json_out.h"
#include "tool/arguments/did_you_mean.h"
#include "tool/arguments/network_names.h"
#include "tool/arguments/options.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/text/tree_text.h"

/* Tree j, moved to the root by a translation, which keeps the ports of links. */
struct rooted {
	const struct forest *forest;
	int j, root;
};

static const int *row(const struct rooted *tree, const int *table)
{
	return table + (size_t)tree->j * (size_t)tree->forest->net.nodes;
}

/* Returns the parent of node v in the moved tree. */
static int parent_of(const struct rooted *tree, int v)
{
	const struct network *net = &tree->forest->net;
	int parent = row(tree, tree->forest->parent)[network_untranslate(net, tree->root, v)];

	return parent < 0 ? parent : network_translate(net, tree->root, parent);
}

/* Writes the trees and, if `loads` is not NULL, the figures. */
static void write_trees(const struct forest *forest, int root, const struct loads *loads)
{
	json_open(NULL, '{');
	json_text("network", forest->net.name);
	json_text("family", forest->family->name);
	json_whole("nodes", forest->net.nodes);
	json_whole("root", root);
	json_open("trees", '[');
	for (int j = 0; j < forest->trees; j++) {
		struct rooted tree = { forest, j, root };

		json_row();
		json_whole("height", forest_height(forest, j));
		json_open("parent", '[');
		for (int v = 0; v < forest->net.nodes; v++)
			json_whole(NULL, parent_of(&tree, v));
		json_close(']');
		if (loads)
			figures_write_subtrees(forest, j);
		json_close('}');
	}
	json_close(']');
	if (loads)
		figures_write(forest, loads);
	json_close('}');
}

static int no_such_family(const char *word, const struct network *net)
{
	struct did_you_mean nearest = did_you_mean(word);
	const struct family *family;
	char there[sizeof nearest.names + NETWORK_NAME + 16];

	for (int i = 0; (family = family_at(i)); i++)
		if (family->name[0] != '.' && !family->applies(net))
			did_you_mean_offer(&nearest, family->name);
	snprintf(there, sizeof there, "on %s there are %s", net->name, nearest.names);
	return refuse_word(&nearest, "family", there);
}

static void print_title(const struct options *options, const struct forest *forest)
{
	printf("%s on %s, root %d: %s\n(%s)\n\n", forest->family->name, forest->net.name,
		options->root, forest->family->text, forest->family->citation);
}

static int print_forest(const struct options *options, const struct forest *forest)
{
	switch (options->form) {
	case FORM_JSON:
		write_trees(forest, options->root, NULL);
		return 0;
	case FORM_DOT:
		return forest_draw_dot(forest, options->root, stdout);
	case FORM_SVG:
		return forest_draw_svg(forest, options->root, options->tree, stdout);
	default:
		print_title(options, forest);
		return forest_draw_text(forest, options->root, stdout);
	}
}

/* Refuses a selected tree that does not exist. */
static int check_tree(const struct options *options, const struct forest *forest)
{
	if (options->tree < forest->trees)
		return 0;
	if (forest->trees == 1)
		return refuse("--tree %d: %s on %s is a single tree, 0", options->tree,
			forest->family->name, forest->net.name);
	return refuse("--tree %d: %s on %s has trees 0 to %d", options->tree, forest->family->name,
		forest->net.name, forest->trees - 1);
}

static int print_figures(const struct options *options, const struct forest *forest)
{
	struct loads loads;
	int error = loads_find(&loads, forest);

	if (error)
		return error;
	if (options->form == FORM_JSON) {
		write_trees(forest, options->root, &loads);
	} else {
		print_title(options, forest);
		figures_print(forest, &loads);
	}
	loads_free(&loads);
	return 0;
}

int command_trees(const struct options *options)
{
	const struct family *family;
	bool figures = option_given(options, OPTION_FIGURES);
	struct forest *forest;
	char word[NETWORK_WORD];
	const char *name = network_word(word, options->word[0], options);
	struct network net;
	int error, status;

	if (machine_levels_network(&net, name, NULL))
		return refuse_network(name);
	family = options->word[1][0] == '.' ? NULL : family_named(options->word[1]);
	if (!family)
		return no_such_family(options->word[1], &net);
	if (options->root < 0 || options->root >= net.nodes)
		return refuse(
			"--root %d: %s has nodes 0 to %d", options->root, net.name, net.nodes - 1);
	if (figures && options->form != FORM_JSON && options->form != FORM_TEXT)
		return refuse("--figures are printed as text or JSON, not drawn");
	if (option_given(options, OPTION_TREE) && options->form != FORM_SVG)
		return refuse("--tree selects a tree of a picture; add --svg");
	error = figures || options->form == FORM_JSON ? 0 : draw_begin(&net);
	if (!error)
		error = family_applies(family, &net);
	progress_stage("growing trees");
	net = network_centred(&net, options->root);
	if (!error)
		error = forest_grow(&forest, &net, family);
	if (error)
		return say_why(error);
	progress_output();
	status = check_tree(options, forest);
	if (!status)
		status = say_output((figures ? print_figures : print_forest)(options, forest));
	forest_free(forest);
	return status;
}
