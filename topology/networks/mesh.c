/* Meshes: nodes are strings of digits, and a link changes a digit by 1, without a way round. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "topology/networks/digits.h"
#include "topology/networks/kinds.h"
#include "topology/networks/adjacency.h"

/* Links along digit 0 come first, and every second link of a row begins with an even digit, so that
 * a mesh of n digits has at most 2 n ports. */
static int add_row_links(struct link_list *list, const struct network *net, int i, int parity)
{
	int error = 0;

	for (int v = 0; v < net->nodes && !error; v++) {
		int digit = digit_of(net, v, i);

		if (digit % 2 == parity && digit + 1 < net->radix[i])
			error = link_list_add(list, v, v + net->place[i], net->name);
	}
	return error;
}

static int mesh_parse(struct network *net, const char *arguments)
{
	struct link_list list = { .nodes = 1 };
	int error = digits_parse(net, arguments);

	if (!error && net->nodes > TABLE_NODES)
		return why(EINVAL, "'mesh:%s' has %d nodes: a mesh has at most %d", arguments,
			net->nodes, TABLE_NODES);
	for (int i = 0; i < 2 * net->dimension && !error; i++)
		error = add_row_links(&list, net, i / 2, i % 2);
	return error ? error : adjacency_make(net, &list);
}

const struct network_kind kind_mesh = {
	.name = "mesh",
	.form = "mesh:k1xk2x..xkn with radices >= 2, " TABLE_LIMITS,
	.text = "the mesh: a grid, a torus without the links that lead round",
	.citation = "Dally & Towles 2004, chapter 5",
	.parse = mesh_parse,
	.label = digits_label,
	BY_TABLE,
};
