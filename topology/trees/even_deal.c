/* Deals nodes to bins as evenly as can be, by moving nodes along chains of bins. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/networks/digits.h"
#include "topology/trees/even_deal.h"

/* A deal is a semi-matching of nodes and bins. It is the most even (for any convex cost at once) if
 * no chain of moves, a node from bin a to b, a node from b to c, .., leads from a bin to a bin that
 * holds less by two or more: Harvey, Ladner, Lovasz & Tamir 2006, "Semi-matchings for bipartite
 * graphs and load balancing". */

enum {
	NONE = -1
};

static int bin_of(const struct even_deal *deal, int c, int i)
{
	return deal->first[i] + digit_of(deal->net, c, i) - 1;
}

static void put(struct even_deal *deal, int c, int i)
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

static void take(struct even_deal *deal, int c)
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

static void put_where_least(struct even_deal *deal, int c)
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
static int reach(struct even_deal *deal, int bin, int reached)
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

static void move_along(struct even_deal *deal, int bin, int start)
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
static void relieve(struct even_deal *deal, int start)
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

static int heaviest_open(const struct even_deal *deal)
{
	int heaviest = NONE;

	for (int bin = 0; bin < deal->net->ports; bin++)
		if (deal->reached[bin] == UNREACHED &&
			(heaviest == NONE || deal->load[bin] > deal->load[heaviest]))
			heaviest = bin;
	return heaviest;
}

void even_deal_nodes(struct even_deal *deal)
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
