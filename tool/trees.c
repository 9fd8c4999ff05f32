/* grove trees: the spanning trees of a family, for any root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include "base/why.h"
#include "tool/json_out.h"
#include "tool/nearest.h"
#include "tool/options.h"
#include "tool/say.h"
#include "topology/tree.h"

/* Tree j with its nodes where the root moves them: a translation keeps ports. */
struct rooted {
	const struct forest *forest;
	int j, root;
};

static const int *row(const struct rooted *tree, const int *table)
{
	return table + (size_t)tree->j * (size_t)tree->forest->net.nodes;
}

/* The parent of node v in the moved tree. */
static int parent_of(const struct rooted *tree, int v)
{
	const struct network *net = &tree->forest->net;
	int parent = row(tree, tree->forest->parent)[network_untranslate(net, tree->root, v)];

	return parent < 0 ? parent : network_translate(net, tree->root, parent);
}

static void write_trees(const struct forest *forest, int root)
{
	json_open(NULL, '{');
	json_text("network", forest->net.name);
	json_text("family", forest->family->name);
	json_whole("nodes", forest->net.nodes);
	json_whole("root", root);
	json_open("trees", '[');
	for (int j = 0; j < forest->trees; j++) {
		struct rooted tree = { forest, j, root };

		json_line();
		json_open(NULL, '{');
		json_whole("height", forest_height(forest, j));
		json_open("parent", '[');
		for (int v = 0; v < forest->net.nodes; v++)
			json_whole(NULL, parent_of(&tree, v));
		json_close(']');
		json_close('}');
	}
	json_close(']');
	json_close('}');
	putchar('\n');
}

static void print_dot(const struct forest *forest, int root)
{
	printf("digraph \"%s %s\" {\n", forest->net.name, forest->family->name);
	for (int j = 0; j < forest->trees; j++) {
		struct rooted tree = { forest, j, root };

		printf("\tsubgraph cluster_%d {\n\t\tlabel=\"tree %d\";\n", j, j);
		for (int v = 0; v < forest->net.nodes; v++) {
			int parent = parent_of(&tree, v);

			if (parent == TREE_ABSENT)
				continue;
			printf("\t\tt%d_%d [label=\"%d\"];\n", j, v, v);
			if (parent >= 0)
				printf("\t\tt%d_%d -> t%d_%d;\n", j, parent, j, v);
		}
		puts("\t}");
	}
	puts("}");
}

/* ---- The text: a tree is drawn as folders are, the root first ---- */

/* Children as chains, in terms of the tree with root 0: the last child of a node, and of each child
 * the one before it. Built from `order` backwards, so that chains run forwards. */
struct chains {
	int *first, *next;
};

static void make_chains(const struct rooted *tree, const struct chains *chains)
{
	const int *order = row(tree, tree->forest->order);
	const int *parent = row(tree, tree->forest->parent);
	int nodes = tree->forest->net.nodes;

	for (int c = 0; c < nodes; c++)
		chains->first[c] = chains->next[c] = -1;
	for (int i = nodes - 1; i > 0; i--) {
		int c = order[i];

		if (c < 0)
			continue;
		chains->next[c] = chains->first[parent[c]];
		chains->first[parent[c]] = c;
	}
}

/* The bars left of a node: one for each of its ancestors that has a younger sibling still to come.
 * Without recursion, since a Hamiltonian path is as deep as it has nodes. */
static void print_bars(const struct chains *chains, const int *way, int depth)
{
	for (int d = 1; d < depth; d++)
		fputs(chains->next[way[d]] >= 0 ? "|  " : "   ", stdout);
	if (depth > 0)
		fputs(chains->next[way[depth]] >= 0 ? "|- " : "`- ", stdout);
}

static void print_node(const struct rooted *tree, int c)
{
	const struct network *net = &tree->forest->net;
	int v = network_translate(net, tree->root, c);
	char label[NETWORK_LABEL];

	network_label(net, v, label);
	printf("%d  %s\n", v, label);
}

/* way[d] is the node at depth d on the way to the one that is printed. */
static void print_tree(const struct rooted *tree, const struct chains *chains, int *way)
{
	int depth = 0;

	make_chains(tree, chains);
	way[0] = 0;
	for (;;) {
		print_bars(chains, way, depth);
		print_node(tree, way[depth]);
		if (chains->first[way[depth]] >= 0) {
			way[depth + 1] = chains->first[way[depth]];
			depth++;
			continue;
		}
		while (depth > 0 && chains->next[way[depth]] < 0)
			depth--;
		if (!depth)
			return;
		way[depth] = chains->next[way[depth]];
	}
}

static int print_trees(const struct forest *forest, int root)
{
	size_t nodes = (size_t)forest->net.nodes;
	int *memory = malloc(3 * nodes * sizeof *memory);
	struct chains chains = { memory, memory + nodes };

	if (!memory)
		return refuse("no memory to draw trees of %zu nodes", nodes);
	printf("%s on %s, root %d: %s\n(%s)\n", forest->family->name, forest->net.name, root,
		forest->family->text, forest->family->citation);
	for (int j = 0; j < forest->trees; j++) {
		struct rooted tree = { forest, j, root };

		printf("\ntree %d, height %d\n", j, forest_height(forest, j));
		print_tree(&tree, &chains, memory + 2 * nodes);
	}
	free(memory);
	return STATUS_DONE;
}

/* ---- */

static int no_such_family(const char *word, const struct network *net)
{
	struct nearest nearest = nearest_to(word);
	const struct family *family;
	char there[256] = "";
	size_t used = 0;

	for (int i = 0; (family = family_at(i)); i++) {
		if (family->name[0] == '.' || family->applies(net))
			continue;
		nearest_offer(&nearest, family->name);
		if (used < sizeof there)
			used += (size_t)snprintf(there + used, sizeof there - used, "%s%s",
				used ? ", " : "", family->name);
	}
	if (nearest.word[0])
		return refuse("there is no family '%s'; did you mean '%s'?", word, nearest.word);
	return refuse("there is no family '%s'; on %s there are %s", word, net->name, there);
}

static int print_forest(const struct options *options, const struct forest *forest)
{
	switch (options->form) {
	case FORM_JSON:
		write_trees(forest, options->root);
		return STATUS_DONE;
	case FORM_DOT:
		print_dot(forest, options->root);
		return STATUS_DONE;
	case FORM_SVG:
		return refuse("--svg: drawings are not built yet; --dot is for Graphviz");
	default:
		return print_trees(forest, options->root);
	}
}

int command_trees(const struct options *options)
{
	const struct family *family;
	struct forest *forest;
	struct network net;
	int error, status;

	if (network_open(&net, options->word[0]))
		return refuse("%s", why_text());
	family = options->word[1][0] == '.' ? NULL : family_named(options->word[1]);
	if (!family)
		return no_such_family(options->word[1], &net);
	if (options->root >= net.nodes)
		return refuse(
			"--root %d: %s has nodes 0 to %d", options->root, net.name, net.nodes - 1);
	error = family_applies(family, &net);
	if (!error)
		error = forest_grow(&forest, &net, family);
	if (error)
		return say_why(error);
	status = print_forest(options, forest);
	forest_free(forest);
	return status;
}
