/* The balanced spanning tree and the balanced spanning graph of generalized hypercubes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"
#include "topology/trees/necklace.h"
#include "base/error.h"
#include "topology/tree.h"
#include "topology/network.h"

/* A shortest path from 0 to c sets the digits of c in some order, so the path begins with a port
 * (i, c_i), c_i other than 0. These ports are the root's subtrees that may contain c. A subtree may
 * contain c only if it contains a neighbour of c that is nearer to the root. The tree therefore
 * grows level by level, and each level is two problems of the same kind: deal nodes to bins, each
 * node to a bin that the node's mask of digits allows, so that the bins are even. In the first
 * problem the bins are the subtrees, with the nodes already dealt. The second problem chooses
 * parents within the chosen subtree, and the bins are the ports into the node.
 *
 * A deal is the most even (for any convex cost at once) if no chain of moves, a node from bin a to
 * b, a node from b to c, .., leads from a bin to a bin that holds less by two or more: Harvey,
 * Ladner, Lovasz & Tamir 2006, "Semi-matchings for bipartite graphs and load balancing". */

enum {
	NONE = -1
};

struct balance_deal {
	const struct network *net;
	int first[NETWORK_DIGITS]; /* the bin of digit i and value x is first[i] + x - 1 */
	int *node, nodes;	   /* the nodes of this level */
	int *mask, *digit;   /* [net->nodes] the digits that allow a node a bin; the digit taken */
	int *next, *last;    /* [net->nodes] the other nodes in a node's bin */
	int *head, *load;    /* [ports] of each bin */
	int *reached, *over; /* [ports] the bin before in the chain; the node to be moved */
	int *queue;	     /* [ports] */
};

static int digit_of(const struct network *net, int c, int i)
{
	return c / net->place[i] % net->radix[i];
}

static int bin_of(const struct balance_deal *deal, int c, int i)
{
	return deal->first[i] + digit_of(deal->net, c, i) - 1;
}

static void put(struct balance_deal *deal, int c, int i)
{
	int bin = bin_of(deal, c, i), head = deal->head[bin];

	deal->digit[c] = i;
	deal->next[c] = head;
	deal->last[c] = NONE;
	if (head != NONE)
		deal->last[head] = c;
	deal->head[bin] = c;
	deal->load[bin]++;
}

static void take(struct balance_deal *deal, int c)
{
	int bin = bin_of(deal, c, deal->digit[c]), next = deal->next[c], last = deal->last[c];

	if (next != NONE)
		deal->last[next] = last;
	if (last != NONE)
		deal->next[last] = next;
	else
		deal->head[bin] = next;
	deal->load[bin]--;
}

static void put_where_least(struct balance_deal *deal, int c)
{
	int best = NONE;

	for (int i = 0; i < deal->net->digits; i++)
		if (deal->mask[c] >> i & 1 &&
			(best == NONE ||
				deal->load[bin_of(deal, c, i)] < deal->load[bin_of(deal, c, best)]))
			best = i;
	put(deal, c, best);
}

enum {
	UNREACHED = -1,
	CLOSED = -2, /* no chain from here, or through here, makes the deal more even */
	START = -3
};

/* Adds to the queue the bins to which nodes of `bin` may move. Returns the new length of the
 * queue. */
static int reach(struct balance_deal *deal, int bin, int reached)
{
	for (int c = deal->head[bin]; c != NONE; c = deal->next[c])
		for (int i = 0; i < deal->net->digits; i++) {
			int to = deal->mask[c] >> i & 1 ? bin_of(deal, c, i) : NONE;

			if (to == NONE || deal->reached[to] != UNREACHED)
				continue;
			deal->reached[to] = bin;
			deal->over[to] = c;
			deal->queue[reached++] = to;
		}
	return reached;
}

static void move_along(struct balance_deal *deal, int bin, int start)
{
	for (; bin != start; bin = deal->reached[bin]) {
		int c = deal->over[bin], i = 0;

		while (!(deal->mask[c] >> i & 1) || bin_of(deal, c, i) != bin)
			i++;
		take(deal, c);
		put(deal, c, i);
	}
}

/* Moves nodes along a chain from the bin to a bin that holds less by two, and makes all bins
 * reachable again. If there is no such chain, closes all bins that chains reach. */
static void relieve(struct balance_deal *deal, int start)
{
	int reached = 1, end = NONE;

	deal->queue[0] = start;
	deal->reached[start] = START;
	for (int i = 0; i < reached && end == NONE; i++) {
		int before = reached;

		reached = reach(deal, deal->queue[i], reached);
		for (int k = before; k < reached && end == NONE; k++)
			if (deal->load[deal->queue[k]] <= deal->load[start] - 2)
				end = deal->queue[k];
	}
	if (end != NONE)
		move_along(deal, end, start);
	for (int k = 0; k < reached; k++)
		deal->reached[deal->queue[k]] = end == NONE ? CLOSED : UNREACHED;
}

static int heaviest_open(const struct balance_deal *deal)
{
	int heaviest = NONE;

	for (int bin = 0; bin < deal->net->ports; bin++)
		if (deal->reached[bin] == UNREACHED &&
			(heaviest == NONE || deal->load[bin] > deal->load[heaviest]))
			heaviest = bin;
	return heaviest;
}

static void deal_level(struct balance_deal *deal)
{
	for (int bin = 0; bin < deal->net->ports; bin++) {
		deal->head[bin] = NONE;
		deal->reached[bin] = UNREACHED;
	}
	for (int k = 0; k < deal->nodes; k++)
		put_where_least(deal, deal->node[k]);
	for (int bin; (bin = heaviest_open(deal)) != NONE;)
		relieve(deal, bin);
}

/* Returns the node before c on the path that sets digit i last. */
static int without(const struct network *net, int c, int i)
{
	return c - digit_of(net, c, i) * net->place[i];
}

/* Returns the subtrees of c's neighbours nearer to the root. At distance 1 the link from the root
 * itself is the subtree. */
static int subtrees_open_to(const struct network *net, const int *subtree, int c)
{
	int mask = 0;

	for (int i = 0; i < net->digits; i++)
		if (digit_of(net, c, i)) {
			int parent = without(net, c, i);

			mask |= 1 << (parent ? subtree[parent] : i);
		}
	return mask;
}

static int parents_in_subtree(const struct network *net, const int *subtree, int c)
{
	int mask = 0;

	for (int i = 0; i < net->digits; i++)
		if (digit_of(net, c, i)) {
			int parent = without(net, c, i);

			mask |= (!parent || subtree[parent] == subtree[c]) << i;
		}
	return mask;
}

static void grow_level(struct balance_deal *deal, int *subtree, int *size, int *up)
{
	const struct network *net = deal->net;
	size_t bins = (size_t)net->ports;

	for (int k = 0; k < deal->nodes; k++)
		deal->mask[deal->node[k]] = subtrees_open_to(net, subtree, deal->node[k]);
	memcpy(deal->load, size, bins * sizeof *size);
	deal_level(deal);
	memcpy(size, deal->load, bins * sizeof *size);
	for (int k = 0; k < deal->nodes; k++)
		subtree[deal->node[k]] = deal->digit[deal->node[k]];
	for (int k = 0; k < deal->nodes; k++)
		deal->mask[deal->node[k]] = parents_in_subtree(net, subtree, deal->node[k]);
	memset(deal->load, 0, bins * sizeof *deal->load);
	deal_level(deal);
	for (int k = 0; k < deal->nodes; k++) {
		int c = deal->node[k];

		up[c] = network_port_to(net, c, without(net, c, deal->digit[c]));
	}
}

static void grow(struct balance_deal *deal, int *subtree, int *size, int *up)
{
	const struct network *net = deal->net;

	for (int i = 1; i < net->digits; i++)
		deal->first[i] = deal->first[i - 1] + net->radix[i - 1] - 1;
	memset(size, 0, sizeof *size * (size_t)net->ports);
	up[0] = TREE_ROOT;
	for (int distance = 1; distance <= net->digits; distance++) {
		deal->nodes = 0;
		for (int c = 1; c < net->nodes; c++)
			if (network_distance(net, 0, c) == distance)
				deal->node[deal->nodes++] = c;
		grow_level(deal, subtree, size, up);
	}
}

/* Fills up[c], each node's port to its parent; up[0] is TREE_ROOT. All paths of the tree are
 * shortest paths. Levels are grown from the root outwards. No choice at a level, given the nearer
 * levels, makes the root's subtrees more even. Given these subtrees, no choice makes the links into
 * that level more even over the ports. In the end the sizes of the subtrees differ by at most 1 on
 * most networks, and by at most 2 on all networks that were tried. Returns 0, or -ENOMEM with
 * why. */
static int balance_tree(const struct network *net, int *up)
{
	size_t nodes = (size_t)net->nodes, ports = (size_t)net->ports;
	int *memory = malloc((nodes * 6 + ports * 6) * sizeof *memory), *by_port;
	struct balance_deal deal = { .net = net };

	if (!memory)
		return why(ENOMEM, "no memory for a balanced tree of %s", net->name);
	by_port = memory + nodes * 6;
	deal.node = memory;
	deal.mask = memory + nodes;
	deal.digit = memory + nodes * 2;
	deal.next = memory + nodes * 3;
	deal.last = memory + nodes * 4;
	deal.head = by_port;
	deal.load = by_port + ports;
	deal.reached = by_port + ports * 2;
	deal.over = by_port + ports * 3;
	deal.queue = by_port + ports * 4;
	grow(&deal, memory + nodes * 5, by_port + ports * 5, up);
	free(memory);
	return 0;
}

/* Fragopoulou, Akl & Meijer 1994, sections 3 and 4, for n digits of radix k. There are n (k - 1)
 * subtrees. A node of period P and displacement D is in the subtrees D, D + P, D + 2P ... The
 * node's parent in subtree i has 0 instead of the first digit that is not 0, searched from place n
 * - i modulo n to the left (the paper counts from the place before). The rotation R takes subtree i
 * + 1, with the link to the root, to subtree i. Subtree i therefore hangs on the port to the
 * neighbour c of the root for which R^i(c) is the generator. Nodes of nonfull necklaces (P < n (k -
 * 1)) are leaves, except for 0.
 *
 * bst is a single tree, with each node in its first subtree. bsg has all subtrees as trees, and
 * cuts the blocks of nodes of nonfull necklaces, so that all trees carry the same (lemma 7).
 * Unequal radices have no R, and bst is then a tree that is balanced by other means (balance.h). */

static int bst_applies(const struct network *net)
{
	return net->kind == &kind_gh ? 0 : -EINVAL;
}

static int bsg_applies(const struct network *net)
{
	return necklace_order(net) ? 0 : -EINVAL;
}

/* Returns the port of c to its parent in subtree i. */
static int up_in_subtree(const struct network *net, int c, int i)
{
	int n = net->digits, place = (n - i % n) % n;

	while (c / net->place[place] % net->radix[place] == 0)
		place = (place + 1) % n;
	return network_port_to(
		net, c, c - c / net->place[place] % net->radix[place] * net->place[place]);
}

static int bst_grow(const struct network *net, int j, int *up)
{
	(void)j;
	if (net->ports && !necklace_order(net))
		return balance_tree(net, up);
	up[0] = TREE_ROOT;
	for (int c = 1; c < net->nodes; c++)
		up[c] = up_in_subtree(net, c, necklace_of(net, c).displacement);
	return 0;
}

/* D = i modulo P is equivalent to R^i(c) being the generator. */
static int bsg_up(const struct network *net, int i, int c)
{
	bool held = necklace_generator(net, necklace_rotate(net, c, i));

	return held ? up_in_subtree(net, c, i) : TREE_ABSENT;
}

const struct family family_bst = {
	.name = "bst",
	.networks = "gh:..",
	.text = "balanced spanning tree, one path to each node",
	.citation = "Fragopoulou, Akl & Meijer 1994, section 3; mixed radices: derived",
	.applies = bst_applies,
	.trees = 1,
	.descends = true,
	.grow = bst_grow,
	.shortest = true,
};

const struct family family_bsg = {
	.name = "bsg",
	.networks = "gh:kx..xk of equal radices",
	.text = "balanced spanning graph, n(k-1)/P paths to a node of period P",
	.citation = "Fragopoulou, Akl & Meijer 1994, section 4",
	.applies = bsg_applies,
	.trees = ONE_FOR_EACH_PORT,
	.descends = true,
	.up = bsg_up,
	.shortest = true,
	.partial = true,
};
