/* Permutations that have names: where each node's block goes, and networks that do not fit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/named_permutations.h"
#include "tests/plan_help.h"

enum {
	NODES = 16
};

TEST("named permutations: where each node's block goes")
{
	static const struct {
		const char *name, *network;
		int to[NODES];
	} table[] = { { "inversion", "gh:5", { 4, 3, 2, 1, 0 } },
		{ "transpose", "cube:2", { 0, 2, 1, 3 } },
		{ "transpose", "gh:3x3", { 0, 3, 6, 1, 4, 7, 2, 5, 8 } },
		{ "bit-reversal", "cube:3", { 0, 4, 2, 6, 1, 5, 3, 7 } },
		{ "bit-reversal", "cube:0", { 0 } }, { "shuffle", "cube:0", { 0 } },
		{ "shuffle", "cube:1", { 0, 1 } },
		{ "shuffle", "cube:3", { 0, 2, 4, 6, 1, 3, 5, 7 } },
		{ "rotate:2", "gh:5", { 2, 3, 4, 0, 1 } },
		{ "rotate:-7", "gh:5", { 3, 4, 0, 1, 2 } }, { "corners", "cube:2", { 3, 1, 2, 0 } },
		{ "swap:1,2", "gh:4", { 0, 2, 1, 3 } } };

	for (int i = 0; i < COUNT(table); i++) {
		int to[NODES];
		struct network net = network_at(table[i].network);

		MUST(permutation_named(to, &net, table[i].name));
		for (int v = 0; v < net.nodes; v++)
			if (to[v] != table[i].to[v])
				fail_msg("%s on %s: node %d to %d, not %d", table[i].name,
					table[i].network, v, to[v], table[i].to[v]);
	}
}

TEST("named permutations: networks that do not fit are refused")
{
	static const char *const table[][3] = {
		{ "transpose", "cube:3", "transpose: needs a square number of nodes, got 8" },
		{ "bit-reversal", "star:3", "bit-reversal: needs a power of two of nodes, got 6" },
		{ "shuffle", "star:3", "shuffle: needs a power of two of nodes, got 6" },
		{ "rotate:x", "cube:3", "'x'" },
		{ "random:-1", "cube:3", "-1 is out of range" },
		{ "swap:1", "cube:3", "needs two nodes" },
	};

	for (int i = 0; i < COUNT(table); i++) {
		int to[NODES];
		struct network net = network_at(table[i][1]);

		REFUSES(permutation_named(to, &net, table[i][0]), EINVAL, table[i][2]);
	}
}
