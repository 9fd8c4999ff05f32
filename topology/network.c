/* Opens networks by name, and does the work that all kinds of networks share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "topology/networks/kinds.h"
#include "topology/networks/adjacency.h"

/* The links of a network come in pairs, a link for each direction. Unless a network is a table,
 * every node has the same view of the network, and a figure that is the same for all nodes is
 * computed for node 0. */

#define POINTER_TO_KIND(name) &kind_##name,
static const struct network_kind *const kinds[] = { NETWORK_KINDS(POINTER_TO_KIND) NULL };

const struct network_kind *network_kind(int i)
{
	int count = sizeof kinds / sizeof kinds[0] - 1;

	return i >= 0 && i < count ? kinds[i] : NULL;
}

static int no_such_network(const char *name)
{
	char forms[512] = "";

	for (int i = 0, used = 0; kinds[i] && used < (int)sizeof forms; i++)
		used += snprintf(
			forms + used, sizeof forms - used, "%s%s", i ? "; " : "", kinds[i]->form);
	return why(EINVAL, "'%s' is not a network; there are: %s", name, forms);
}

static int open_whole(struct network *net, const char *name)
{
	for (int i = 0; kinds[i]; i++) {
		size_t length = strlen(kinds[i]->name);
		struct network found = { .kind = kinds[i] };
		int error;

		if (strncmp(name, kinds[i]->name, length) || name[length] != ':')
			continue;
		error = kinds[i]->parse(&found, name + length + 1);
		if (!error)
			*net = found;
		return error;
	}
	return no_such_network(name);
}

/* Returns the broken links after the last '~' of a name, or NULL. Names of files may have a '~',
 * too. */
static const char *broken_links(const char *name)
{
	const char *links = strrchr(name, '~');

	if (!links || !strchr(links, '-') || links[1 + strspn(links + 1, "0123456789-,")])
		return NULL;
	return links + 1;
}

int network_open(struct network *net, const char *name)
{
	const char *links = broken_links(name);
	char whole[NETWORK_NAME];
	struct network found = { 0 };
	int error;

	if (!links)
		return open_whole(net, name);
	if (links - name > NETWORK_NAME)
		return why(EINVAL, "'%s' is longer than %d characters", name, NETWORK_NAME - 1);
	snprintf(whole, sizeof whole, "%.*s", (int)(links - name) - 1, name);
	error = open_whole(&found, whole);
	if (!error)
		error = links_break(&found, links);
	if (!error)
		*net = found;
	return error;
}

struct network network_centred(const struct network *net, int root)
{
	struct network centred = *net;

	centred.centre = network_symmetric(net) ? 0 : root;
	return centred;
}

bool network_same(const struct network *a, const struct network *b)
{
	return !strcmp(a->name, b->name) &&
	       (a->links == b->links || adjacency_same(a->links, b->links));
}

long long network_links(const struct network *net)
{
	return network_symmetric(net) ? (long long)net->nodes * net->ports
				      : net->links->ends;
}

int network_read_number(const char **text)
{
	int number = 0;

	if (!isdigit((unsigned char)**text))
		return -1;
	for (; isdigit((unsigned char)**text); (*text)++)
		if (number <= NETWORK_NODES) /* a longer number stays too large */
			number = number * 10 + (**text - '0');
	return number <= NETWORK_NODES ? number : NETWORK_NODES + 1;
}

int network_neighbour(const struct network *net, int v, int port)
{
	return net->kind->neighbour(net, v, port);
}

int network_reverse_port(const struct network *net, int port)
{
	return net->kind->reverse_port ? net->kind->reverse_port(net, port) : port;
}

int network_port_to(const struct network *net, int u, int v)
{
	if (net->kind->port_to)
		return net->kind->port_to(net, u, v);
	for (int p = 0; p < net->ports; p++)
		if (net->kind->neighbour(net, u, p) == v)
			return p;
	return -1;
}

int network_degree(const struct network *net)
{
	const uint16_t *first;
	int degree = 0;

	if (network_symmetric(net))
		return net->ports;
	first = net->links->first;
	for (int v = 0; v < net->nodes; v++)
		if (first[v + 1] - first[v] > degree)
			degree = first[v + 1] - first[v];
	return degree;
}

int network_port_towards(const struct network *net, int u, int v)
{
	int distance = network_distance(net, v, u), port = 0, next;

	for (;; port++) {
		next = network_neighbour(net, u, port);
		if (next >= 0 && network_distance(net, v, next) < distance)
			return port;
	}
}

int network_matching(const struct network *net, int v, int port)
{
	int reverse = network_reverse_port(net, port);

	if (net->kind->matching)
		return net->kind->matching(net, v, port);
	return port < reverse ? port : reverse;
}

int network_translate(const struct network *net, int s, int v)
{
	return net->kind->translate(net, s, v);
}

int network_untranslate(const struct network *net, int s, int v)
{
	return net->kind->untranslate(net, s, v);
}

int network_rotations(const struct network *net)
{
	if (net->kind->rotations)
		return net->kind->rotations(net);
	return net->kind->rotate && net->ports > 1 ? net->ports : 1;
}

int network_rotate(const struct network *net, int v, int times)
{
	int order = network_rotations(net);

	times = (times % order + order) % order;
	while (times--)
		v = net->kind->rotate(net, v);
	return v;
}

int network_distance(const struct network *net, int u, int v)
{
	return net->kind->distance(net, u, v);
}

int network_diameter(const struct network *net)
{
	int diameter = 0, nodes = network_symmetric(net) ? 1 : net->nodes;

	for (int u = 0; u < nodes; u++)
		for (int v = 0; v < net->nodes; v++) {
			int distance = network_distance(net, u, v);

			diameter = distance > diameter ? distance : diameter;
		}
	return diameter;
}

long long network_distance_sum(const struct network *net)
{
	long long sum = 0;

	for (int v = 0; v < net->nodes; v++)
		sum += network_distance(net, 0, v);
	return sum;
}

int network_port_digit(const struct network *net, int port)
{
	return net->kind->port_digit ? net->kind->port_digit(net, port) : -1;
}

/* Ports are numbered dimension by dimension. */
int network_dimensions(const struct network *net)
{
	return net->ports ? network_port_digit(net, net->ports - 1) + 1 : 0;
}

int network_colours(const struct network *net)
{
	if (net->kind->colours)
		return net->kind->colours(net);
	if (net->kind->matching)
		return net->ports;
	for (int p = 0; p < net->ports; p++)
		if (network_reverse_port(net, p) != p)
			return 0;
	return net->ports;
}

int network_side(const struct network *net, int v)
{
	return net->kind->side ? net->kind->side(net, v) : network_distance(net, 0, v) & 1;
}

void network_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	net->kind->label(net, v, text);
}

/* Only names differ in length from the label of the last node. */
int network_label_width(const struct network *net)
{
	int width = 0;

	for (int v = network_symmetric(net) ? net->nodes - 1 : 0; v < net->nodes; v++) {
		char label[NETWORK_LABEL];

		network_label(net, v, label);
		width = (int)strlen(label) > width ? (int)strlen(label) : width;
	}
	return width;
}
