/* Networks without symmetry: graphs from files, meshes, broken links, and a plan for each root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>
#include "analysis/lower_bound.h"
#include "plan/model/simulator.h"
#include "plan/verify/verify_schedule.h"
#include "tests/collective_help.h"
#include "tests/sanitized.h"
#include "tests/temporary.h"
#include "topology/networks/adjacency.h"

static const char *const networks[] = { "mesh:1", "mesh:2", "mesh:4", "mesh:3x3", "mesh:2x3x2",
	"ring:5~1-2", "cube:3~0-1,5-7", "star:3~0-2", "kite" };

/* ---- Files ---- */

static int open_text(struct network *net, const char *text)
{
	char path[TEMPORARY_NAME], name[TEMPORARY_NAME + 8];
	int file = mkstemp(temporary_name(path)), error;

	assert_true(file >= 0);
	assert_int_equal(write(file, text, strlen(text)), strlen(text));
	close(file);
	snprintf(name, sizeof name, "graph:%s", path);
	error = network_open(net, name);
	unlink(path);
	return error;
}

#define MARKET "%%MatrixMarket matrix coordinate "
#define GRAPHML "<?xml version='1.0'?>\n<graphml xmlns=\"g\"><key id=\"d\" attr.name=\"weight\"/>"

TEST("graph: wrong files are refused, by the line")
{
	static const char *const wrong[][2] = {
		{ "0 1\n2 3\n", "no path leads from node 0 to node 2" },
		{ "a b\nc d\n", "no path leads from node a to node c" },
		{ "1 2\n3 4\n", "no path leads from node 1 to node 3" },
		{ "0 1\n# here\n1 1\n", "line 3: the link 1 1 joins node 1 to itself" },
		{ "0 1\n1 2\n0 1\n", "line 3: the link 0 1 is there twice" },
		{ "0 1\n1 0\n1 2\n", "line 3: the link 1 2 is there in one direction only, and" },
		{ "0 1024\n", "no link has node 1:" },
		{ "5 7\n7 9\n", "no link has node 1: number the nodes 0, 1, 2, ... or 1, 2, 3" },
		{ "0 1\n1 3\n", "no link has node 2:" },
		{ "0 9999\n", "line 1: there is no node 9999: nodes are 0 to 1023, or 1 to 1024" },
		{ "a: b : c\n", "line 1: ':' is not the number of a node" },
		{ "0 99999999999999999999\n", "line 1: '99999999999999999999' is not the number" },
		{ "0 -1\n", "line 1: '-1' is not the number of a node" },
		{ "0 1.5\n", "line 1: '1.5' is not the number of a node" },
		{ "0 one\n", "'one' is a name, and '0' a number" },
		{ "source,target\n0,1\n", "a line of headings must begin with #" },
		{ "0 0\n", "line 1: the link 0 0 joins node 0 to itself" },
		{ "", " is empty: a graph has a line 'u v' for each link" },
		{ "# nothing\n\n", " is empty: a graph" },
		{ "0\n", "line 1: '0' has 1 word: write a link as 'u v'" },
		{ "0 1 2\n", "line 1: '0 1 2' has 3 words: write a link as 'u v'" },
		{ "0 1 junk # no weight\n", "line 1: '0 1 junk' has 3 words" },
		{ "0 1\n1 a<b\n", "line 2: 'a<b': a node's name is printable UTF-8" },
		{ "a b\nb Jos\xe9\n", "line 2: 'Jos\xe9': a node's name is printable UTF-8" },
		{ "a b\nb \xc2\x85\n", "line 2: '?\?': a node's name is printable UTF-8" },
		{ "0 \"\"\n", "line 1: a node's name has 1 to 63 bytes, not 0" },
		{ MARKET "real general\n3 3 2\n2 1 1\n3 2 1\n",
			"line 3: the link 2 1 is there in one direction only, and links" },
		{ MARKET "real symmetric\n3 3 3\n2 1 1\n3 2 1\n",
			"2 entries, and the heading says 3" },
		{ MARKET "real symmetric\n3 3 2\n2 1 1\n3 2 0.0\n",
			"line 4: an entry has a row, a column and a value that is not 0" },
		{ MARKET "real symmetric\n3 3 2\n2 1 1\n4 2 1\n", "line 4: there is no node 4" },
		{ MARKET "real symmetric\n3 3 2\n2 1 1\n3 3 1\n", "line 4: the link 3 3 joins" },
		{ MARKET "real symmetric\n3 2 1\n2 1 1\n", "as many rows as columns" },
		{ MARKET "real symmetric\n3 3 1\n2 1 1\n", "no path leads from node 1 to node 3" },
		{ "%%MatrixMarket matrix array real general\n2 2\n",
			"has the format 'coordinate'" },
		{ "3 2\n2\n1 0\n2\n", "line 3: there is no node 0: nodes are 1 to 3" },
		{ "3 2\n2\n1 3\n\n2\n", "line 5: there are more lines than nodes" },
		{ "3 2\n2\n1 3\n1\n", "in one direction only, and links of grove lead both ways" },
		{ "digraph { a -> b; b -> c; c -> b }", "line 1: the link a b is there in one" },
		{ "graph { a -> b }", "line 1: '->' is not expected here" },
		{ "graph {\n a -- b:n }", "line 2: ':' is not expected here" },
		{ "graph {\n a -- { b c } }", "line 2: '{' is not expected here" },
		{ "graph {\n subgraph c { a -- b } }", "line 2: 'subgraph' is not expected" },
		{ "graph { a [label=<b>] }", "'<' is not expected here" },
		{ "graph {\n a -- b\n", "line 3: the file is cut off" },
		{ "graph {\n a -- b }\ngraph { }", "line 3: 'graph' is not expected" },
		{ "graph {\n a -- b; -- c }", "line 2: '--' is not expected" },
		{ "graph {\n a -- ; b }", "line 2: ';' is not expected" },
		{ "graph [\n node [ id 1 ]\n edge [ source 1 ] ]",
			"line 3: 'edge' is not expected" },
		{ "graph [\n directed 1\n edge [ source 1 target 2 ] ]",
			"line 3: the link 1 2 is" },
		{ "graph [ node [ id 1 ]", "the file is cut off" },
		{ "graph [ ] graph [ ]", "'graph' is not expected here" },
		{ "<a><b/></a>", "XML without <graphml>" },
		{ GRAPHML "</graphml>", "no <node> and no <edge>" },
		{ GRAPHML "<graph edgedefault='directed'>\n<edge source='a' target='b'/>",
			"line 3: the link a b is there in one direction only" },
		{ GRAPHML "<graph edgedefault='undirected'>\n"
			  "<edge source='a' target='b' directed='true'/>",
			"have a direction" },
		{ GRAPHML "<graph><node id='a'>\n<graph id='b'/>", "line 3: 'graph' is not" },
		{ GRAPHML "<graph>\n<edge source='a'/>", "line 3: 'edge' is not expected" },
		{ GRAPHML "<graph>\n<edge source='a' target='b&amp;'/>", "line 3: 'b&amp;'" },
		{ GRAPHML "<graph>\n<edge source='a' target='b", "line 3: the file is cut off" },
	};

	for (int i = 0; i < COUNT(wrong); i++) {
		struct network net = { .nodes = -7 };

		if (open_text(&net, wrong[i][0]) != -EINVAL || !strstr(why_text(), wrong[i][1]))
			fail_msg("'%s' gives: %s", wrong[i][0], why_text());
		assert_int_equal(net.nodes, -7);
	}
}

/* Writes "0-1,1-2" and "a b c": the links in the order of the nodes, and the labels. */
static void describe(const struct network *net, char *text)
{
	char label[NETWORK_LABEL];

	for (int v = 0; v < net->nodes; v++)
		for (int u = 0; u < net->nodes; u++)
			if (u > v && network_port_to(net, v, u) >= 0)
				text += sprintf(text, "%d-%d ", v, u);
	for (int v = 0; v < net->nodes; v++) {
		network_label(net, v, label);
		text += sprintf(text, "%s%s", v ? " " : ": ", label);
	}
}

TEST("graph: the formats that people have")
{
#define PATH "0-1 1-2 : "
	static const char *const right[][2] = {
		{ "0 1\n1 0\n1 2\n2 1\n", PATH "0 1 2" },
		{ "0,1\n1,2\n", PATH "0 1 2" },
		{ "0;1\n1\t2\n", PATH "0 1 2" },
		{ "0 1 # a link\n1 2 % one more\n% and a line\n", PATH "0 1 2" },
		{ "0 1 {}\n1 2 {'weight': 3}\n", PATH "0 1 2" },
		{ "0 1 2.5\n1 2 1.0e-3\n", PATH "0 1 2" },
		{ "0 1\n1 2\n2 0", "0-1 0-2 1-2 : 0 1 2" },
		{ "1 2\n2 3\n3 1", "0-1 0-2 1-2 : 1 2 3" },
		{ "3 2\n2 1\n", PATH "1 2 3" },
		{ "3 2\n1 2\n1 3\n", "0-1 0-2 1-2 : 1 2 3" }, /* not METIS */
		{ "bob bo\nbo b\n", PATH "bob bo b" },
		{ "00 01\n1 002\n", PATH "0 1 2" },
		{ "\xef\xbb\xbf"
		  "0 1\r\n1 2\r\n",
			PATH "0 1 2" },
		{ "bob alice\nalice \"de la Cruz\"\n", PATH "bob alice de la Cruz" },
		{ "graph theory\ntheory is\n", PATH "graph theory is" },
		{ "0: 1\n1: 2\n", PATH "0 1 2" },
		{ "0 : 1\n1 : 0 2\n2 : 1\n", PATH "0 1 2" },
		{ "x:\ny: x z\n", "0-1 1-2 : x y z" },
		{ "% METIS\n3 2\n2\n1 3\n2\n", PATH "1 2 3" },
		{ "3 3 000\n2 3\n1 3\n1 2", "0-1 0-2 1-2 : 1 2 3" },
		{ MARKET "pattern symmetric\n% c\n3 3 2\n2 1\n3 2\n", PATH "1 2 3" },
		{ MARKET "real general\n2 2 2\n1 2 1e0\n2 1 1e0\n", "0-1 : 1 2" },
		{ "%%matrixmarket matrix Coordinate real Symmetric\n2 2 1\n2 1 .5", "0-1 : 1 2" },
		{ "graph k {\n rankdir=LR; node [shape=box];\n a -- \"b \" -- c [label=\"x -- "
		  "\\\"]\"];"
		  " // d -- e\n /* } */ }\n",
			PATH "a b  c" },
		{ "strict Graph{7--4\n4--9}", PATH "7 4 9" },
		{ "graph { 0 -- 1; 2; 2 -- 1 }", PATH "0 1 2" },
		{ "digraph \"d\" { a->b->a }", "0-1 : a b" },
		{ "graph { alone }", ": alone" },
		{ "Creator \"M N\"\ngraph\n[\n directed 0\n node\n [\n id 1\n label \"a]\"\n ]\n"
		  " node [ id 3 graphics [ x 1.5e-3 y -2.5e+3 ] ] node [ id 2 ]\n"
		  " edge [ source 1 target 2 value 1 ]\n edge [ source 2 target 3 ] ]\n",
			PATH "1 2 3" },
		{ GRAPHML "<!-- <a/> <edge source='x' target='y'/> -->\n<graph "
			  "edgedefault=\"undirected\">"
			  "<node id=\"n0\"/><node id='n1'><data key='d'>it's \"5\"</data></node>"
			  "<node id='n2'/><edge id='e' source='n0' target='n1'/>"
			  "<edge source='n2' target='n1'>"
			  "<data><![CDATA[<a/><edge source='p' target='q'/>]]></data></edge>"
			  "</graph></graphml>",
			PATH "n0 n1 n2" },
		{ GRAPHML "<graph edgedefault='directed'><edge source='a' target='b'/>"
			  "<edge source='b' target='a'/></graph></graphml>",
			"0-1 : a b" },
	};
	char text[256];

	for (int i = 0; i < COUNT(right); i++) {
		struct network net;

		if (open_text(&net, right[i][0]))
			fail_msg("'%s' gives: %s", right[i][0], why_text());
		describe(&net, text);
		if (strcmp(text, right[i][1]) != 0)
			fail_msg("'%s' gives '%s', not '%s'", right[i][0], text, right[i][1]);
	}
}

/* Names are no part of what makes two networks the same, and broken networks keep them. */
TEST("graph: names stay with the nodes")
{
	struct network a, b, broken;
	char text[256], path[TEMPORARY_NAME], name[TEMPORARY_NAME + 16];
	int file = mkstemp(temporary_name(path));

	assert_int_equal(open_text(&a, "x y\ny z\nz x\n"), 0);
	assert_int_equal(open_text(&b, "z y\ny x\nx z\n"), 0);
	assert_ptr_not_equal(a.links, b.links);
	assert_true(adjacency_same(a.links, b.links));
	assert_int_equal(write(file, "x y\ny z\nz x\n", 12), 12);
	close(file);
	snprintf(name, sizeof name, "graph:%s~0-1", path);
	assert_int_equal(network_open(&broken, name), 0);
	unlink(path);
	describe(&broken, text);
	assert_string_equal(text, "0-2 1-2 : x y z");
}

/* 91 nodes, each linked with each, have 4095 links; 92 have 4186. */
TEST("graph: at most 4096 links")
{
	static char text[64 << 10];
	struct network net;

	for (int nodes = 91; nodes <= 92; nodes++) {
		int used = 0;

		for (int u = 0; u < nodes; u++)
			for (int v = 0; v < u; v++)
				used += sprintf(text + used, "%d %d\n", u, v);
		assert_int_equal(open_text(&net, text), nodes == 91 ? 0 : -EINVAL);
	}
	assert_non_null(strstr(why_text(), "more than 4096 links"));
	assert_int_equal(open_text(&net, "0 1\r\n\r\n# as editors of Windows write\r\n1 2\r\n"), 0);
	assert_int_equal(net.nodes, 3);
	assert_int_equal(open_text(&net, "graph { a }\n"), 0);
	assert_int_equal(net.nodes, 1);
}

TEST("graph: a star of 1024 nodes fits")
{
	static char text[64 << 10];
	struct network net;
	int used = 0;

	for (int v = 1; v < TABLE_NODES; v++)
		used += sprintf(text + used, "0 %d\n", v);
	assert_int_equal(open_text(&net, text), 0);
	assert_int_equal(net.nodes, 1024);
	assert_int_equal(net.ports, 1023);
	assert_int_equal(network_diameter(&net), 2);
	assert_int_equal(network_distance(&net, 1023, 1), 2);
	assert_int_equal(network_distance(&net, 0, 1), 1);
}

/* Networks are values: a table is shared by all copies, and by networks that are opened later. */
TEST("graph: equal tables are kept once")
{
	struct network a, b, other;

	network_of(&a, "mesh:3x3");
	network_of(&b, "mesh:3x3");
	network_of(&other, "mesh:3x3~0-1");
	assert_ptr_equal(a.links, b.links);
	assert_ptr_not_equal(a.links, other.links);
	assert_true(network_same(&a, &b));
	memcpy(other.name, a.name, sizeof a.name);
	assert_false(network_same(&a, &other));
	assert_int_equal(network_distance(&a, 0, 1), 1);
	assert_int_equal(network_distance(&other, 0, 1), 3);
	assert_int_equal(network_distance(&b, 0, 1), 1);
}

/* ---- Links ---- */

TEST("graph: links lead back by the same port")
{
	for (int i = 0; i < COUNT(networks); i++) {
		struct network net;
		long long links = 0;

		network_of(&net, networks[i]);
		assert_false(network_symmetric(&net));
		for (int v = 0; v < net.nodes; v++)
			for (int p = 0; p < net.ports; p++) {
				int u = network_neighbour(&net, v, p);

				if (u < 0)
					continue;
				assert_int_equal(network_neighbour(&net, u, p), v);
				assert_int_equal(network_port_to(&net, v, u), p);
				assert_int_equal(network_distance(&net, v, u), 1);
				links++;
			}
		assert_int_equal(links, network_links(&net));
	}
}

/* Manhattan's distance. */
TEST("mesh: distances add up")
{
	struct network net;

	network_of(&net, "mesh:3x4");
	for (int u = 0; u < net.nodes; u++)
		for (int v = 0; v < net.nodes; v++)
			assert_int_equal(network_distance(&net, u, v),
				abs(u / 4 - v / 4) + abs(u % 4 - v % 4));
	assert_int_equal(network_diameter(&net), 5);
	assert_int_equal(network_degree(&net), 4);
	assert_int_equal(network_links(&net), 2 * 17);
}

TEST("broken links are absent, and the others there")
{
	struct network whole, net;

	network_of(&whole, "cube:3");
	network_of(&net, "cube:3~0-1,5-7");
	for (int u = 0; u < 8; u++)
		for (int v = 0; v < 8; v++) {
			bool broken = u + v == 1 || (u + v == 12 && abs(u - v) == 2);

			assert_int_equal(network_port_to(&net, u, v) >= 0,
				network_port_to(&whole, u, v) >= 0 && !broken);
		}
	assert_int_equal(network_distance(&net, 0, 1), 3);
}

/* Numbers are exchanged with the root's, and ports are kept. */
TEST("graph: centred at a root it is the same network")
{
	struct network net;

	network_of(&net, "kite");
	for (int root = 0; root < net.nodes; root++) {
		struct network centred = network_centred(&net, root);

		for (int c = 0; c < net.nodes; c++)
			for (int p = 0; p < net.ports; p++) {
				int to = network_neighbour(&centred, c, p);

				assert_int_equal(network_neighbour(
							 &net, network_translate(&net, root, c), p),
					to < 0 ? -1 : network_translate(&net, root, to));
			}
	}
}

/* ---- Plans ---- */

static void assert_schedule(const struct problem *problem, size_t packet)
{
	static const struct machine machine = { "both", "", "", 8, 1 };
	struct binding binding = { 24, 1, packet, problem->root };
	size_t bytes = collective_has_bytes(problem->collective) ? binding.bytes : 0;
	struct simulation simulation;
	AUTO(schedule) schedule = NULL;
	struct verdict verdict;
	AUTO(plan) plan = plan_of(problem);

	binding.bytes = bytes;
	MUST(plan_schedule(&schedule, plan, &binding));
	assert_int_equal(schedule_verify(schedule, &verdict), 0);
	if (!verdict.ok)
		fail_msg("%s %s on %s from %d: %s", collective_name(problem->collective),
			problem->algorithm, problem->net.name, problem->root, verdict.text);
	assert_int_equal(schedule_simulate(schedule, &machine, &simulation), 0);
	assert_true(simulation.asynchronous >= problem_bound(problem, bytes, &machine));
	assert_true(simulation.asynchronous <= simulation.synchronous);
}

TEST_EACH("graph: each collective, from each root, under each model",
	for_problems(networks, COUNT(networks), each), const struct problem *problem)
{
	struct problem own = *problem;
	int roots = collective_rooted(problem->collective) ? problem->net.nodes : 1;

	for (own.root = 0; own.root < roots; own.root++)
		if (is_sampled()) {
			assert_schedule(&own, 0);
			assert_schedule(&own, 5);
		}
}

/* From the end of a path the farthest node is as far as the path is long; from the middle, half. */
TEST("mesh: a root in the middle takes half the steps")
{
	static const int steps[] = { 4, 3, 2, 3, 4 };
	struct problem problem = problem_by("bfs", BROADCAST, "mesh:5");

	for (problem.root = 0; problem.root < 5; problem.root++) {
		struct binding binding = { 8, 1, 0, problem.root };
		struct schedule *schedule;
		AUTO(plan) plan = plan_of(&problem);

		assert_int_equal(plan_schedule(&schedule, plan, &binding), 0);
		assert_int_equal(schedule->steps, steps[problem.root]);
		schedule_free(schedule);
		binding.root = 4 - problem.root;
		assert_int_equal(plan_schedule(&schedule, plan, &binding),
			binding.root == problem.root ? 0 : -EINVAL);
		if (binding.root == problem.root)
			schedule_free(schedule);
		else
			assert_non_null(strstr(why_text(), "each root needs a plan"));
	}
}
