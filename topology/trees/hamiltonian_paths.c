/* Hamiltonian paths both ways: two opposite paths, or a path with the root in the middle. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "topology/hamiltonian_circuit.h"
#include "topology/trees/families.h"

/* Johnsson & Ho 1986, section 4.2, names both families as variations of broadcasting along a path:
 *
 *	hp2	0 -> c_1 -> c_2 -> ... -> c_(N-1)	two paths round a circuit c, each with half
 *		0 -> c_(N-1) -> ... -> c_2 -> c_1	of the message, sharing no directed link
 *
 *	hpmid	c_(N/2+1) <- ... <- c_(N-1) <- 0 -> c_1 -> ... -> c_(N/2)	half as high
 *
 * hpmid is a tree of two branches. Both families exist where a Hamiltonian circuit is known. */

/* Up to place `last` of the walk, a node's parent is the node before; beyond `last`, the node
 * after. */
static int grow_along(const struct network *net, int last, int *up)
{
	int *node = malloc((size_t)net->nodes * sizeof *node), end = net->nodes;

	if (!node)
		return why(ENOMEM, "no memory for a Hamiltonian circuit of %s", net->name);
	circuit_walk(net, node);
	up[0] = TREE_ROOT;
	for (int i = 1; i < end; i++) {
		int before = i <= last ? i - 1 : (i + 1) % end;

		up[node[i]] = network_port_to(net, node[i], node[before]);
	}
	free(node);
	return 0;
}

static int hp2_grow(const struct network *net, int j, int *up)
{
	return grow_along(net, j ? 0 : net->nodes - 1, up);
}

static int hpmid_grow(const struct network *net, int j, int *up)
{
	(void)j;
	return grow_along(net, net->nodes / 2, up);
}

const struct family family_hp2 = {
	.name = "hp2",
	.networks = CIRCUIT_NETWORKS,
	.text = "two opposite Hamiltonian paths round one circuit, half of the message along each",
	.citation = "Johnsson & Ho 1986, section 4.2",
	.applies = circuit_applies,
	.trees = 2,
	.grow = hp2_grow,
	.circuit = true,
	.paths = 1,
};

const struct family family_hpmid = {
	.name = "hpmid",
	.networks = CIRCUIT_NETWORKS,
	.text = "a Hamiltonian path with the root in its middle",
	.citation = "Johnsson & Ho 1986, section 4.2",
	.applies = circuit_applies,
	.trees = 1,
	.grow = hpmid_grow,
	.circuit = true,
	.paths = 2,
};
