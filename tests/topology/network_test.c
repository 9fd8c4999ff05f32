/* Networks: names, ports, distances, and the symmetries that plans are moved by. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/topology_help.h"

TEST("network: a name becomes canonical")
{
	static const struct {
		const char *written, *name;
		int nodes, ports, digits;
	} names[] = { { "star:1", "star:1", 1, 0, 0 }, { "star:04", "star:4", 24, 3, 0 },
		{ "star:11", "star:11", 39916800, 10, 0 }, { "ccc:3", "ccc:3", 24, 3, 0 },
		{ "ccc:21", "ccc:21", 21 << 21, 3, 0 },
		{ "butterfly:003", "butterfly:3", 24, 4, 0 },
		{ "butterfly:21", "butterfly:21", 21 << 21, 4, 0 }, { "cube:0", "cube:0", 1, 0, 0 },
		{ "ring:1", "ring:1", 1, 0, 0 }, { "ring:02", "ring:2", 2, 1, 0 },
		{ "ring:5", "ring:5", 5, 2, 0 }, { "torus:3x04", "torus:3x4", 12, 4, 0 },
		{ "torus:2x2x3", "torus:2x2x3", 12, 4, 0 }, { "mesh:3x3", "mesh:3x3", 9, 4, 0 },
		{ "mesh:1", "mesh:1", 1, 0, 0 }, { "ring:04~1-0", "ring:4~1-0", 4, 2, 0 },
		{ "cube:4", "cube:4", 16, 4, 4 }, { "cube:007", "cube:7", 128, 7, 7 },
		{ "cube:26", "cube:26", 1 << 26, 26, 26 }, { "gh:1", "gh:1", 1, 0, 1 },
		{ "gh:5", "gh:5", 5, 4, 1 }, { "gh:02x3x04", "gh:2x3x4", 24, 6, 3 },
		{ "gh:8192x8192", "gh:8192x8192", 1 << 26, 16382, 2 },
		{ "gh:67108864", "gh:67108864", 1 << 26, (1 << 26) - 1, 1 },
		{ "gh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2",
			"gh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", 1 << 26, 26,
			26 } };

	for (int i = 0; i < COUNT(names); i++) {
		struct network net = network_at(names[i].written);

		assert_string_equal(net.name, names[i].name);
		assert_int_equal(net.nodes, names[i].nodes);
		assert_int_equal(net.ports, names[i].ports);
		assert_int_equal(net.digits, names[i].digits);
	}
}

TEST("network: junk is refused with a reason")
{
	static const char *const junk[][2] = { { "", "cube:n" }, { "cube", "cube:n" },
		{ "wheel:4", "gh:k1xk2x..xkn" }, { "cub:3", "cube:n" }, { "cubes:3", "cube:n" },
		{ ":3", "cube:n" }, { "cube=3", "cube:n" }, { "Cube:3", "cube:n" },
		{ " cube:3", "cube:n" }, { "cube:", "write cube:n" }, { "cube:-1", "write cube:n" },
		{ "cube:+3", "write cube:n" }, { "cube: 3", "write cube:n" },
		{ "cube:3x", "write cube:n" }, { "cube:3 ", "write cube:n" },
		{ "cube:0x3", "write cube:n" }, { "cube:27", "n = 0..26" },
		{ "cube:4294967297", "n = 0..26" }, { "cube:99999999999999999999999", "n = 0..26" },
		{ "gh:", "write radices" }, { "gh:x", "write radices" },
		{ "gh:2x", "write radices" }, { "gh:x2", "write radices" },
		{ "gh:2xx3", "write radices" }, { "gh:2X3", "write radices" },
		{ "gh:2x-3", "write radices" }, { "gh:2,3", "write radices" },
		{ "gh:0", "2 or more" }, { "gh:1x3", "2 or more" }, { "gh:3x1", "2 or more" },
		{ "gh:1x1", "2 or more" }, { "gh:2x0x2", "2 or more" }, { "gh:67108865", "2^26" },
		{ "gh:8192x8193", "2^26" }, { "gh:65536x65536", "2^26" },
		{ "gh:4294967298", "2^26" }, { "gh:18446744073709551618x2", "2^26" },
		{ "gh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", "2^26" },
		{ "star:", "write star:n" }, { "star:4x", "write star:n" },
		{ "star:0", "n = 1..11" }, { "star:12", "n = 1..11" },
		{ "star:99999999999999999999", "n = 1..11" }, { "stars:4", "star:n" },
		{ "ccc:", "write ccc:d" }, { "ccc:3,3", "write ccc:d" }, { "ccc:2", "d = 3..21" },
		{ "ccc:22", "d = 3..21" }, { "butterfly:-3", "write butterfly:d" },
		{ "butterfly:2", "d = 3..21" }, { "butterfly:22", "d = 3..21" },
		{ "butterfly:99999999999999", "d = 3..21" }, { "ring:", "write ring:n" },
		{ "ring:0", "write ring:n" }, { "ring:3x3", "write ring:n" },
		{ "ring:67108865", "2^26" }, { "torus:", "write radices" },
		{ "torus:1x3", "2 or more" }, { "torus:8192x8193", "2^26" },
		{ "mesh:3x", "write radices" }, { "mesh:16x65", "at most 1024" },
		{ "mesh:2x2x2x2x2x2x2x2x2x2", "more than 4096 links" },
		{ "graph:", "write graph:FILE" }, { "graph:no such file", "No such file" },
		{ "graph:a\nb", "rename the file" },
		{ "cube:3~0-7", "has no link 0-7 that could break; there: 0-1, 0-2, 0-4" },
		{ "cube:3~0-1,1-0", "has no link 1-0 that could break" },
		{ "cube:3~0-1,", "write broken links as" }, { "cube:3~-", "write broken links as" },
		{ "cube:3~0-1-2", "write broken links as" },
		{ "ring:4~0-1,2-3", "no path leads from node 0 to node 1" },
		{ "cube:11~0-1", "at most 1024" }, { "gh:92~0-1", "more than 4096 links" },
		{ "cube:3~x", "write cube:n" } };

	for (int i = 0; i < COUNT(junk); i++) {
		struct network net = { .nodes = -7 };

		why(0, "no line yet");
		if (network_open(&net, junk[i][0]) != -EINVAL || !strstr(why_text(), junk[i][1]))
			fail_msg("'%s' gives: %s", junk[i][0], why_text());
		assert_int_equal(net.nodes, -7);
	}
}

TEST("network: the table has an end")
{
	int kinds = 0;

	while (network_kind(kinds)) {
		assert_non_null(network_kind(kinds)->citation);
		assert_non_null(strchr(network_kind(kinds)->form, ':'));
		kinds++;
	}
	assert_true(kinds >= 5); /* the papers have five; a kind more needs no edit here */
	assert_null(network_kind(-1));
	assert_null(network_kind(kinds + 1));
}

TEST("network: labels are those of the papers")
{
	static const struct {
		const char *network;
		int node;
		const char *label;
	} labels[] = { { "star:1", 0, "0" }, { "star:4", 0, "0123" }, { "star:4", 1, "0132" },
		{ "star:4", 23, "3210" }, { "star:11", 39916799, "a9876543210" },
		{ "ccc:3", 4, "(1,100)" }, { "ccc:4", 63, "(3,1111)" },
		{ "butterfly:5", 42, "(2,00010)" }, { "cube:0", 0, "0" }, { "cube:4", 3, "0011" },
		{ "ring:12", 11, "11" }, { "torus:3x4", 11, "(2,3)" }, { "mesh:3x4", 4, "(1,0)" },
		{ "cube:3~0-1", 3, "011" }, { "cube:1", 1, "1" }, { "gh:1", 0, "(0)" },
		{ "gh:12", 11, "(11)" }, { "gh:2x3x4", 23, "(1,2,3)" },
		{ "gh:2x3x4", 4, "(0,1,0)" },
		{ "gh:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", 1,
			"(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1)" } };

	for (int i = 0; i < COUNT(labels); i++) {
		char text[NETWORK_LABEL];
		struct network net = network_at(labels[i].network);

		network_label(&net, labels[i].node, text);
		assert_string_equal(text, labels[i].label);
	}
}

TEST("network: digits write the node number")
{
	struct network net;

	FOR_SHAPES(net)
	{
		long place = net.digits ? 1 : net.nodes;

		for (int i = 0; i < net.digits; i++) {
			assert_int_equal(net.place[i], place);
			place *= net.radix[i];
		}
		assert_int_equal(place, net.nodes);
	}
	assert_int_equal(network_open(&net, "gh:2x3x4"), 0);
	assert_int_equal(net.radix[0], 4);
	assert_int_equal(net.radix[2], 2);
}

/* The ports as design and papers number them, digit after digit, j-th port adds j. */
SHAPES_TEST("network: each port adds to its digit")
{
	for (int v = 0; v < net.nodes; v++)
		for (int i = 0, p = 0; i < net.digits; i++)
			for (int j = 1; j < net.radix[i]; j++, p++) {
				int old = v / net.place[i] % net.radix[i];
				int u = v + ((old + j) % net.radix[i] - old) * net.place[i];

				assert_int_equal(network_neighbour(&net, v, p), u);
				assert_int_equal(network_port_digit(&net, p), i);
			}
}

/* Swapping two symbols twice does nothing; ports of the star are swaps with x_0, in order. */
TEST("network: each port of the star swaps its symbol with x_0")
{
	char label[NETWORK_LABEL], other[NETWORK_LABEL], last[NETWORK_LABEL] = "";
	struct network net = network_at("star:6");

	for (int v = 0; v < net.nodes; v++) {
		network_label(&net, v, label);
		assert_true(strcmp(last, label) < 0);
		strcpy(last, label);
		for (int i = 1; i < 6; i++) {
			char first = label[0];

			network_label(&net, network_neighbour(&net, v, i - 1), other);
			label[0] = label[i];
			label[i] = first;
			assert_string_equal(other, label);
			label[i] = label[0];
			label[0] = first;
		}
	}
}

/* (i, X) is X d + i; what each port does to level and cycle stands in the thesis. */
TEST("network: each port of ccc and butterfly leads where it should")
{
	static const struct {
		const char *network;
		int port, up, flipped; /* the bit at the level, at the one below, or none */
	} ports[] = { { "ccc:5", 0, 1, -1 }, { "ccc:5", 1, -1, -1 }, { "ccc:5", 2, 0, 0 },
		{ "butterfly:5", 0, 1, -1 }, { "butterfly:5", 1, -1, -1 },
		{ "butterfly:5", 2, 1, 0 }, { "butterfly:5", 3, -1, 4 } };

	for (int k = 0; k < COUNT(ports); k++) {
		struct network net = network_at(ports[k].network);

		for (int v = 0; v < net.nodes; v++) {
			int i = v % 5, x = v / 5, to = (i + ports[k].up + 5) % 5;

			if (ports[k].flipped >= 0)
				x ^= 1 << (i + ports[k].flipped) % 5;
			assert_int_equal(network_neighbour(&net, v, ports[k].port), x * 5 + to);
		}
	}
}

/* The dimension change of Tseng & Sheu: dimension i becomes i + 1, the last the first. */
TEST("network: the rotation of the star changes dimensions")
{
	struct network net = network_at("star:6");

	for (int v = 0; v < net.nodes; v++)
		for (int p = 0; p < net.ports; p++)
			assert_int_equal(network_rotate(&net, network_neighbour(&net, v, p), 1),
				network_neighbour(&net, network_rotate(&net, v, 1), (p + 1) % 5));
}

TEST("network: dimensions are counted")
{
	static const struct {
		const char *network;
		int dimensions;
	} counts[] = { { "cube:0", 0 }, { "cube:5", 5 }, { "gh:1", 0 }, { "gh:2x3x4", 3 },
		{ "star:1", 0 }, { "star:5", 4 }, { "ccc:4", 0 }, { "butterfly:4", 0 } };

	for (int i = 0; i < COUNT(counts); i++) {
		struct network net = network_at(counts[i].network);

		assert_int_equal(network_dimensions(&net), counts[i].dimensions);
		for (int p = 0; p < net.ports; p++)
			assert_true(network_port_digit(&net, p) < counts[i].dimensions);
	}
}

SHAPES_TEST("network: the reverse port leads back")
{
	for (int v = 0; v < net.nodes; v++)
		for (int p = 0; p < net.ports; p++) {
			int u = network_neighbour(&net, v, p);

			assert_int_equal(
				network_neighbour(&net, u, network_reverse_port(&net, p)), v);
		}
}

TEST("network: port_to finds each port and no other")
{
	struct network net;

	FOR_SHAPES(net)
	for (int v = 0; v < net.nodes; v += 1 + net.nodes / 64) {
		int links = 0;

		for (int p = 0; p < net.ports; p++)
			assert_int_equal(
				network_port_to(&net, v, network_neighbour(&net, v, p)), p);
		for (int u = 0; u < net.nodes; u++)
			links += network_port_to(&net, v, u) >= 0;
		assert_int_equal(links, net.ports);
	}
}

TEST("network: port_to without a closed form tries the ports")
{
	struct network net, plain;
	struct network_kind kind;

	assert_int_equal(network_open(&net, "gh:2x3x4"), 0);
	kind = *net.kind;
	kind.port_to = NULL;
	plain = net;
	plain.kind = &kind;
	for (int u = 0; u < net.nodes; u++)
		for (int v = 0; v < net.nodes; v++)
			assert_int_equal(
				network_port_to(&plain, u, v), network_port_to(&net, u, v));
}

TEST("network: translation is an automorphism that keeps ports")
{
	struct network net;

	FOR_SHAPES(net)
	for (int s = 0; s < net.nodes; s += 1 + net.nodes / 16) {
		assert_int_equal(network_translate(&net, s, 0), s);
		for (int v = 0; v < net.nodes; v++) {
			int image = network_translate(&net, s, v);

			for (int p = 0; p < net.ports; p++)
				assert_int_equal(
					network_translate(&net, s, network_neighbour(&net, v, p)),
					network_neighbour(&net, image, p));
		}
	}
}

SHAPES_TEST("network: untranslation is its inverse")
{
	for (int s = 0; s < net.nodes; s += 1 + net.nodes / 64)
		for (int v = 0; v < net.nodes; v++) {
			int image = network_translate(&net, s, v);

			assert_in_range(image, 0, net.nodes - 1);
			assert_int_equal(network_untranslate(&net, s, image), v);
			assert_int_equal(
				network_translate(&net, s, network_untranslate(&net, s, v)), v);
		}
}

SHAPES_TEST("network: rotation is an automorphism that fixes node 0")
{
	if (network_rotations(&net) == 1)
		return;
	assert_int_equal(network_rotate(&net, 0, 1), 0);
	for (int v = 0; v < net.nodes; v++)
		for (int p = 0; p < net.ports; p++)
			assert_true(network_port_to(&net, network_rotate(&net, v, 1),
					    network_rotate(
						    &net, network_neighbour(&net, v, p), 1)) >= 0);
}

SHAPES_TEST("network: rotation has the order claimed")
{
	int order = network_rotations(&net);

	for (int times = 1; times <= order; times++) {
		int fixed = 0;

		for (int v = 0; v < net.nodes; v++) {
			fixed += network_rotate(&net, v, times) == v;
			assert_int_equal(
				network_rotate(&net, network_rotate(&net, v, times), -times), v);
		}
		assert_int_equal(fixed == net.nodes, times == order);
	}
}

SHAPES_TEST("network: rotation moves every digit one place to the left")
{
	int n = network_rotations(&net);

	for (int v = 0; n > 1 && net.digits && v < net.nodes; v++) {
		int image = network_rotate(&net, v, 1);

		for (int i = 0; i < n; i++)
			assert_int_equal(image / net.place[(i + 1) % n] % net.radix[0],
				v / net.place[i] % net.radix[0]);
	}
}

TEST("network: mixed radices and single digits have no rotation")
{
	static const struct {
		const char *network;
		int order;
	} orders[] = { { "cube:0", 1 }, { "cube:1", 1 }, { "cube:2", 2 }, { "cube:9", 9 },
		{ "gh:1", 1 }, { "gh:7", 1 }, { "gh:2x3", 1 }, { "gh:3x3x2", 1 }, { "gh:2x3x3", 1 },
		{ "gh:3x3x3", 3 } };

	for (int i = 0; i < COUNT(orders); i++) {
		struct network net = network_at(orders[i].network);

		assert_int_equal(network_rotations(&net), orders[i].order);
		assert_int_equal(
			network_rotate(&net, net.nodes - 1, orders[i].order), net.nodes - 1);
	}
}

TEST("network: the distance is that of a breadth-first search")
{
	static int searched[MOST_NODES];
	struct network net;

	FOR_SHAPES(net)
	for (int u = 0; u < net.nodes; u += 1 + net.nodes / 4) {
		search_distances(&net, u, searched);
		for (int v = 0; v < net.nodes; v++)
			assert_int_equal(network_distance(&net, u, v), searched[v]);
	}
}

TEST("network: diameter and sum are those of the distances")
{
	static int searched[MOST_NODES];
	struct network net;

	FOR_SHAPES(net)
	{
		long long sum = 0;
		int most = 0;

		search_distances(&net, net.nodes / 2, searched);
		for (int v = 0; v < net.nodes; v++) {
			sum += searched[v];
			most = searched[v] > most ? searched[v] : most;
		}
		assert_int_equal(network_diameter(&net), most);
		assert_int_equal(network_distance_sum(&net), sum);
	}
}

/* Akers & Krishnamurthy: floor(3(n-1)/2). Nickolov 1993, chapter 1: 6 for d = 3 and else
 * 2d + floor(d/2) - 2; floor(3d/2). */
TEST("network: diameters are those of the papers")
{
	struct network net;
	char name[NETWORK_NAME];

	for (int n = 1; n <= 8; n++) {
		snprintf(name, sizeof name, "star:%d", n);
		assert_int_equal(network_open(&net, name), 0);
		assert_int_equal(network_diameter(&net), 3 * (n - 1) / 2);
	}
	for (int d = 3; d <= 13; d++) {
		snprintf(name, sizeof name, "ccc:%d", d);
		assert_int_equal(network_open(&net, name), 0);
		assert_int_equal(network_diameter(&net), d == 3 ? 6 : 2 * d + d / 2 - 2);
		snprintf(name, sizeof name, "butterfly:%d", d);
		assert_int_equal(network_open(&net, name), 0);
		assert_int_equal(network_diameter(&net), 3 * d / 2);
	}
}

static int distance_round_a_ring(const struct network *net, int u, int v)
{
	int ahead = (v - u + net->nodes) % net->nodes;

	return ahead < net->nodes - ahead ? ahead : net->nodes - ahead;
}

/* On cubes and gh the last node is one of the farthest; here it is not. */
TEST("network: the farthest node may be any")
{
	struct network_kind ring = { .distance = distance_round_a_ring };
	struct network net = { .kind = &ring, .nodes = 9 };

	assert_int_equal(network_diameter(&net), 4);
	assert_int_equal(network_distance_sum(&net), 20);
}

/* On cubes and gh: each set is a matching, and a digit of radix k has k - 1 of them, k when odd. */
SHAPES_TEST("network: links of one matching share no node")
{
	int sets = 0, expected = 0;

	if (!net.digits)
		return; /* the others have colours, below */
	for (int i = 0; i < net.digits; i++)
		expected += net.radix[i] % 2 && net.radix[i] > 1 ? net.radix[i] : net.radix[i] - 1;
	for (int v = 0; v < net.nodes; v++) {
		bool used[4 * MOST_NODES] = { false };

		for (int p = 0; p < net.ports; p++) {
			int u = network_neighbour(&net, v, p);
			int set = network_matching(&net, v, p);

			assert_in_range(set, 0, COUNT(used) - 1);
			assert_false(used[set]);
			used[set] = true;
			assert_int_equal(
				set, network_matching(&net, u, network_reverse_port(&net, p)));
			sets = set + 1 > sets ? set + 1 : sets;
		}
	}
	assert_in_range(sets, expected, expected + net.digits);
}

static void assert_colours(const struct network *net, int v)
{
	bool seen[4 * MOST_NODES] = { false };

	for (int p = 0; p < net->ports; p++) {
		int colour = network_matching(net, v, p), u = network_neighbour(net, v, p);

		assert_in_range(colour, 0, network_colours(net) - 1);
		assert_false(seen[colour]);
		seen[colour] = true;
		assert_int_equal(network_matching(net, u, network_reverse_port(net, p)), colour);
	}
}

/* Cubes, stars: as many as ports. Chromatic indices 3 and 4: Nickolov 1993, section 3.5.1. */
SHAPES_TEST("network: links of a node have different colours, the same from both ends")
{
	int odd = 0; /* odd rings of a torus need a third colour each */

	for (int i = 0; i < net.dimension && !net.digits; i++)
		odd += net.radix[i] > 1 && net.radix[i] % 2;
	if (!net.digits || !strcmp(net.kind->name, "cube"))
		assert_int_equal(network_colours(&net), net.ports + odd);
	for (int v = 0; v < net.nodes; v++)
		assert_colours(&net, v);
}

/* How many links join nodes of one side. */
static int links_on_one_side(const struct network *net)
{
	int links = 0;

	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++)
			links += network_side(net, v) ==
				 network_side(net, network_neighbour(net, v, p));
	return links / 2;
}

SHAPES_TEST("network: links join the sides, all where d is even")
{
	const char *kind = net.kind->name;
	int d = net.dimension, odd = d % 2;

	if (!strcmp(kind, "cube") || !strcmp(kind, "star"))
		assert_int_equal(links_on_one_side(&net), 0);
	if (!strcmp(kind, "ccc"))
		assert_int_equal(links_on_one_side(&net), odd << d);
	if (!strcmp(kind, "butterfly"))
		assert_int_equal(links_on_one_side(&net), 2 * odd << d);
	if (!strcmp(kind, "ring"))
		assert_int_equal(links_on_one_side(&net), net.nodes > 1 && net.nodes % 2);
}
