/* Networks of links that are given: graphs from files, and networks without broken links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/utf8.h"
#include "topology/networks/kinds.h"
#include "topology/networks/graph_file.h"

/* ---- A graph from a file ---- */

static int graph_parse(struct network *net, const char *file)
{
	struct link_list list = { .nodes = 1 };
	int error;

	if (!*file)
		return why(EINVAL, "'graph:' is not a network: write graph:FILE, a file with a "
				   "line 'u v' for each link");
	if (strlen(file) > NETWORK_NAME - sizeof "graph:")
		return why(EINVAL, "'graph:%s': the name is too long: at most %zu characters", file,
			NETWORK_NAME - sizeof "graph:");
	for (size_t at = 0, bytes; file[at]; at += bytes) {
		bytes = utf8_printable(file + at, strlen(file + at));
		if (!bytes)
			return why(EINVAL, "a file of links whose name is not printable UTF-8 has "
					   "no place in a plan: rename the file");
	}
	snprintf(net->name, sizeof net->name, "graph:%s", file);
	error = graph_file_read(&list, file);
	if (!error)
		error = adjacency_make(net, &list);
	free(list.label);
	return error;
}

static void graph_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	if (net->links->label)
		memcpy(text, net->links->label[v], NETWORK_LABEL);
	else
		snprintf(text, NETWORK_LABEL, "%d", v);
}

const struct network_kind kind_graph = {
	.name = "graph",
	.form = "graph:FILE with a line 'u v' for each link, or in DOT, GML, GraphML, METIS or "
		"Matrix Market, " TABLE_LIMITS,
	.text = "any connected graph, from a file; nodes have numbers or names",
	.citation = "Moore 1959: trees of shortest paths",
	.parse = graph_parse,
	.label = graph_label,
	BY_TABLE,
};

/* ---- A graph whose links are known ---- */

int network_of_links(struct network *net, const char *name, const int64_t end[][2], size_t links)
{
	struct network found = { .kind = &kind_graph };
	struct link_list list = { .nodes = 1 };
	int error = 0;

	if (strncmp(name, "graph:", strlen("graph:")) || strlen(name) >= sizeof found.name)
		return why(EINVAL, "only graph:NAME has links, not '%s'", name);
	snprintf(found.name, sizeof found.name, "%s", name);
	for (size_t i = 0; i < links && !error; i++)
		error = link_list_add(&list, end[i][0], end[i][1], name);
	if (!error)
		error = adjacency_make(&found, &list);
	if (!error)
		*net = found;
	return error;
}

bool network_from_file(const struct network *net)
{
	return net->kind == &kind_graph || net->whole == &kind_graph;
}

/* ---- Broken links ---- */

static int list_links(struct link_list *list, const struct network *net)
{
	int error = 0;

	list->nodes = net->nodes;
	list->label = net->links ? net->links->label : NULL;
	for (int v = 0; v < net->nodes && !error; v++)
		for (int p = 0; p < net->ports && !error; p++)
			if (network_neighbour(net, v, p) > v)
				error = link_list_add(
					list, v, network_neighbour(net, v, p), net->name);
	return error;
}

/* Reads "u-v", and moves *text past the link. */
static int read_link(const struct network *net, const char **text, int *u, int *v)
{
	*u = network_read_number(text);
	*v = -1;
	if (*u >= 0 && **text == '-') {
		(*text)++;
		*v = network_read_number(text);
	}
	if (*v < 0 || (**text && (**text != ',' || !(*text)[1])))
		return why(EINVAL, "%s: write broken links as 0-1,2-6", net->name);
	*text += **text == ',';
	return 0;
}

/* Names the first links of u. */
static int no_such_link(const struct link_list *list, const struct network *net, int u, int v)
{
	char there[96] = "";
	size_t used = 0;

	for (int i = 0; i < list->links && used < 64; i++)
		if (list->end[i][0] == u || list->end[i][1] == u)
			used += (size_t)snprintf(there + used, sizeof there - used, "%s%d-%d",
				used ? ", " : "; there: ", u,
				list->end[i][0] ^ list->end[i][1] ^ u);
	return why(EINVAL, "%s has no link %d-%d that could break%s", net->name, u, v, there);
}

static int remove_link(struct link_list *list, const struct network *net, int u, int v)
{
	for (int i = 0; i < list->links; i++) {
		bool same = list->end[i][0] == u && list->end[i][1] == v;

		if (!same && (list->end[i][0] != v || list->end[i][1] != u))
			continue;
		list->links--;
		memmove(list->end[i], list->end[i + 1],
			(size_t)(list->links - i) * sizeof list->end[0]);
		return 0;
	}
	return no_such_link(list, net, u, v);
}

static void broken_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	net->whole->label(net, v, text);
}

static const struct network_kind kind_broken = {
	.name = "broken",
	.form = "NET~u-v,.. without the links u-v",
	.text = "a network with broken links",
	.citation = "",
	.label = broken_label,
	BY_TABLE,
};

int links_break(struct network *net, const char *links)
{
	struct link_list list = { 0 };
	struct network broken = *net;
	int used = (int)strlen(net->name), u, v, error;

	if (net->nodes > TABLE_NODES)
		return why(EINVAL, "%s has %d nodes: links break in networks of at most %d",
			net->name, net->nodes, TABLE_NODES);
	if (strlen(links) + (size_t)used + 2 > NETWORK_NAME)
		return why(EINVAL, "%s: too many broken links for a name of %d characters",
			net->name, NETWORK_NAME - 1);
	error = list_links(&list, net);
	for (const char *text = links; !error && (text == links || *text);) {
		error = read_link(net, &text, &u, &v);
		if (!error)
			error = remove_link(&list, net, u, v);
	}
	snprintf(broken.name + used, sizeof broken.name - (size_t)used, "~%s", links);
	broken.kind = &kind_broken;
	broken.whole = net->kind;
	broken.digits = 0;
	if (!error)
		error = adjacency_make(&broken, &list);
	if (!error)
		*net = broken;
	return error;
}
