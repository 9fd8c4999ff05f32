/* Hamiltonian circuits, and the two families that go round them in both directions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"
#include "topology/hamiltonian_circuit.h"

static void assert_circuit(const struct network *net, const int *node)
{
	FREED bool *seen = calloc((size_t)net->nodes, sizeof *seen);

	assert_non_null(seen);
	assert_int_equal(node[0], 0);
	for (int i = 0; i < net->nodes; i++) {
		assert_in_range(node[i], 0, net->nodes - 1);
		if (seen[node[i]] || network_port_to(net, node[i], node[(i + 1) % net->nodes]) < 0)
			fail_msg("%s: place %d, node %d", net->name, i, node[i]);
		seen[node[i]] = true;
	}
}

TEST("circuit: it goes through every node once and ends beside its beginning")
{
	struct network net;
	int circuits = 0;

	FOR_SHAPES(net)
	if (!circuit_applies(&net)) {
		int *node = malloc((size_t)net.nodes * sizeof *node);

		assert_non_null(node);
		circuit_walk(&net, node);
		assert_circuit(&net, node);
		free(node);
		circuits++;
	}
	assert_true(circuits > 60);
}

TEST("circuit: where one is known")
{
	static const struct {
		const char *network;
		bool known;
	} where[] = { { "cube:1", false }, { "cube:2", true }, { "gh:2", false }, { "gh:3", true },
		{ "gh:3x3", true }, { "gh:5x3x3", true }, { "butterfly:3", true },
		{ "butterfly:4", true }, { "ring:2", false }, { "ring:3", true },
		{ "torus:3x5", true }, { "mesh:3x3", false }, { "star:4", false },
		{ "ccc:4", false } };

	for (int i = 0; i < COUNT(where); i++) {
		struct network net = network_at(where[i].network);

		assert_int_equal(!circuit_applies(&net), where[i].known);
	}
}

TEST("circuit: on cubes it is the Gray code's")
{
	for (int n = 2; n <= MOST_DIMENSIONS; n++) {
		AUTO(forest) path = cube_forest("brg", n), *f = cube_forest("hp2", n);

		assert_memory_equal(f->up, path->up, sizeof *f->up * (size_t)f->net.nodes);
	}
}

/* Tree 1 meets the nodes in the opposite order, and its links are those of tree 0 the other way,
 * but for the one that closes the circuit. */
TEST("hp2: the two paths share no directed link")
{
	struct network net;

	FOR_SHAPES(net)
	if (!circuit_applies(&net)) {
		AUTO(forest) f = forest_of("hp2", net.name);

		assert_int_equal(f->trees, 2);
		for (int j = 0; j < 2; j++)
			assert_int_equal(forest_height(f, j), net.nodes - 1);
		for (int c = 1; c < net.nodes; c++) {
			assert_int_equal(depth_of(f, 0, c) + depth_of(f, 1, c), net.nodes);
			assert_int_not_equal(up_of(f, 0, c), up_of(f, 1, c));
		}
	}
}

TEST("hpmid: two branches of half the height")
{
	struct network net;

	FOR_SHAPES(net)
	if (!circuit_applies(&net)) {
		AUTO(forest) f = forest_of("hpmid", net.name);
		int children = 0, leaves = net.nodes;
		FREED bool *inner = calloc((size_t)net.nodes, sizeof *inner);

		assert_non_null(inner);
		for (int c = 1; c < net.nodes; c++) {
			children += parent_of(f, 0, c) == 0;
			leaves -= !inner[parent_of(f, 0, c)];
			inner[parent_of(f, 0, c)] = true;
		}
		assert_int_equal(children, 2);
		assert_int_equal(leaves, 2);
		assert_int_equal(forest_height(f, 0), net.nodes / 2);
	}
}
