/* Deals nodes of a network to bins, each node to a bin that one of its digits allows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_EVEN_DEAL_H
#define TOPOLOGY_TREES_EVEN_DEAL_H

#include "topology/network.h"

/* There are as many bins as ports. */
struct even_deal {
	const struct network *net;
	int first[NETWORK_DIGITS]; /* the bin of digit i and value x is first[i] + x - 1 */
	int *node, nodes;	   /* the nodes to be dealt */
	int *mask, *digit;   /* [net->nodes] the digits that allow a node a bin; the digit taken */
	int *next, *last;    /* [net->nodes] the other nodes in a node's bin */
	int *head, *load;    /* [ports] of each bin */
	int *reached, *over; /* [ports] the bin before in the chain; the node to be moved */
	int *queue;	     /* [ports] */
};

/* Deals the nodes to bins that already have a load, so that no other deal makes the loads more
 * even. Sets digit[c] of each node, and adds the nodes to the loads. */
void even_deal_nodes(struct even_deal *deal);

#endif
