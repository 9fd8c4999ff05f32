/* Drawings: what is drawn is what there is, and the formats are well formed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include <math.h>
#include "analysis/draw/time_axis.h"
#include "analysis/draw/schedule_drawing.h"
#include "analysis/text/schedule_text.h"
#include "analysis/draw/origins.h"
#include "tests/plan_help.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/text/tree_text.h"
#include "analysis/draw/layout.h"
#include "analysis/draw/sheet.h"

static const char *const networks[] = { "cube:0", "cube:1", "cube:2", "cube:3", "cube:4", "cube:5",
	"cube:6", "gh:1", "gh:3", "gh:9", "gh:3x3", "gh:4x4", "gh:2x3x4", "gh:3x3x3", "gh:2x2x2x2",
	"star:1", "star:2", "star:3", "star:4", "star:5", "ccc:3", "ccc:4", "butterfly:3",
	"butterfly:4", "ring:1", "ring:2", "ring:8", "torus:3x4", "torus:2x2x3", "mesh:3x4",
	"cube:4~0-1", "star:4~0-6", "butterfly:3~0-1" };

#define FOR_NETWORKS(net)                                                                          \
	for (int n_ = 0; n_ < COUNT(networks); n_++)                                               \
		if (!network_open(&(net), networks[n_]))

static size_t count_of(const char *text, const char *what)
{
	size_t count = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		count++;
	return count;
}

/* What a drawing function writes. */
#define DRAWN(text, draw)                                                                          \
	FREED char *text = NULL;                                                                   \
	{                                                                                          \
		size_t length_;                                                                    \
		FILE *file = open_memstream(&(text), &length_);                                    \
		if (draw)                                                                          \
			fail_msg("%s", why_text());                                                \
		fclose(file);                                                                      \
	}

/* Elements that open are closed, in their order; quotes and ampersands are what XML allows. */
static void assert_xml(const char *text)
{
	char open[16][16];
	int depth = 0;

	while ((text = strpbrk(text, "<&"))) {
		size_t length;

		if (*text == '&') {
			assert_true(!strncmp(text, "&lt;", 4) || !strncmp(text, "&gt;", 4) ||
				    !strncmp(text, "&amp;", 5) || !strncmp(text, "&quot;", 6));
			text++;
			continue;
		}
		text++;
		length = strcspn(text + (*text == '/'), " >/") + (*text == '/');
		assert_true(length < 16);
		if (*text == '/') {
			assert_true(depth > 0 && !strncmp(open[--depth], text + 1, length - 1));
			text += length;
			continue;
		}
		memcpy(open[depth], text, length);
		open[depth][length] = 0;
		for (text += length; *text != '>' && *text != '/'; text++)
			if (*text == '"')
				text += 1 + strcspn(text + 1, "\"<");
		depth += *text == '>';
		assert_true(depth < 16);
	}
	assert_int_equal(depth, 0);
}

/* ---- Networks ---- */

/* Nodes on a sheet are legible when no two of their labels touch. */
static void assert_apart(const struct network *net, const struct layout *layout)
{
	char label[NETWORK_LABEL];
	double width, height = 17.0 / SHEET_UNIT;

	network_label(net, net->nodes - 1, label);
	width = SHEET_LABEL * (0.65 * (double)strlen(label) + 0.9) / SHEET_UNIT;
	for (int u = 0; u < net->nodes; u++) {
		assert_true(layout->at[u].x >= 0 && layout->at[u].x <= layout->width);
		assert_true(layout->at[u].y >= 0 && layout->at[u].y <= layout->height);
		for (int v = 0; v < u; v++)
			if (fabs(layout->at[u].x - layout->at[v].x) < width &&
				fabs(layout->at[u].y - layout->at[v].y) < height)
				fail_msg("%s: nodes %d and %d touch", net->name, u, v);
	}
}

TEST("draw: no two nodes of a network touch")
{
	struct network net;

	FOR_NETWORKS(net)
	{
		ENDED(layout_free) struct layout layout;

		assert_int_equal(layout_open(&layout, &net), 0);
		assert_apart(&net, &layout);
	}
}

/* A butterfly's first level stands below its last one once more. */
static size_t drawn_again(const struct network *net)
{
	const struct network_kind *kind = net->whole ? net->whole : net->kind;

	return strcmp(kind->name, "butterfly") ? 0 : (size_t)1 << net->dimension;
}

/* A line of the legend for each dimension of the links. */
static size_t legend_lines(const struct network *net)
{
	int most = draw_table_dimensions(net) - 1;

	for (int p = 0; p < net->ports && !draw_table_dimensions(net); p++)
		most = draw_dimension(net, p) > most ? draw_dimension(net, p) : most;
	return (size_t)(most + 1);
}

/* Ports of a mesh have numbers of their own at each node, so colours go by the digit. */
TEST("links of a mesh have the colours of their directions")
{
	struct network net, broken;

	MUST(network_open(&net, "mesh:3x4"));
	for (int v = 0; v < net.nodes; v++)
		for (int p = 0; p < net.ports; p++) {
			int u = network_neighbour(&net, v, p);

			if (u >= 0)
				assert_int_equal(
					draw_link_dimension(&net, v, p), abs(u - v) != 1);
		}
	MUST(network_open(&broken, "star:3~0-2"));
	assert_int_equal(draw_table_dimensions(&broken), 0);
}

/* Tells whether a link passes behind the label of a third node, by 33 points of the link. */
static bool passes_behind(
	const struct network *net, const struct layout *layout, int v, int port, int other)
{
	struct point from, to, bend, box = layout->at[other];
	char label[NETWORK_LABEL];

	layout_link(layout, net, v, port, &from, &to);
	if (!layout_bend(layout, net, v, port, &bend) &&
		(fmin(from.x, to.x) > box.x + 2 || fmax(from.x, to.x) < box.x - 2))
		return false;
	network_label(net, other, label);
	if (!layout_bend(layout, net, v, port, &bend))
		bend = (struct point){ (from.x + to.x) / 2, (from.y + to.y) / 2 };
	for (int i = 0; i <= 32; i++) {
		struct point at = svg_curve_at(from, bend, to, i / 32.0);

		if (fabs(at.x - box.x) * 2 * SHEET_UNIT < svg_pill_width(SHEET_LABEL, label) &&
			fabs(at.y - box.y) * 2 * SHEET_UNIT < svg_pill_height(SHEET_LABEL))
			return true;
	}
	return false;
}

TEST("draw: no link passes behind a node")
{
	static const char *const further[] = { "gh:5x5", "ring:16", "torus:5x5", "mesh:5x5",
		"mesh:2x3x4" };
	struct network net;

	for (int n = 0; n < COUNT(networks) + COUNT(further); n++) {
		const char *name = n < COUNT(networks) ? networks[n] : further[n - COUNT(networks)];
		ENDED(layout_free) struct layout layout;

		assert_int_equal(network_open(&net, name), 0);
		assert_int_equal(layout_open(&layout, &net), 0);
		for (int v = 0; v < net.nodes; v++)
			for (int p = 0; p < net.ports; p++)
				for (int w = 0; w < net.nodes && network_neighbour(&net, v, p) >= 0;
					w++)
					if (v < network_neighbour(&net, v, p) && w != v &&
						w != network_neighbour(&net, v, p) &&
						passes_behind(&net, &layout, v, p, w))
						fail_msg("%s: the link from %d to %d is behind %d",
							name, v, network_neighbour(&net, v, p), w);
	}
}

TEST("draw: networks have all nodes and links")
{
	struct network net;

	FOR_NETWORKS(net)
	{
		size_t nodes = (size_t)net.nodes, links = (size_t)network_links(&net) / 2;
		DRAWN(dot, network_draw_dot(&net, file));
		DRAWN(svg, network_draw_svg(&net, file));

		assert_int_equal(count_of(dot, "[label="), nodes);
		assert_int_equal(count_of(dot, " -- "), links);
		assert_int_equal(count_of(dot, "{"), count_of(dot, "}"));
		assert_xml(svg);
		assert_int_equal(count_of(svg, "<line") + count_of(svg, "<polyline"),
			links + legend_lines(&net));
		assert_int_equal(count_of(svg, "<rect"), nodes + drawn_again(&net) + 1);
	}
}

TEST("draw: what nobody can see is refused")
{
	struct network net = network_at("cube:13");

	assert_int_equal(network_draw_svg(&net, stdout), -EINVAL);
	assert_string_equal(why_text(), "cube:13 has 8192 nodes; a drawing shows at most 4096");
	assert_int_equal(network_draw_dot(&net, stdout), -EINVAL);
}

TEST("draw: colours can be told apart")
{
	char a[SVG_COLOUR], b[SVG_COLOUR];

	for (int i = 0; i < 48; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(svg_colour(i, a), svg_colour(j, b));
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < i; j++)
			assert_string_not_equal(svg_dashes(i), svg_dashes(j));
}

/* ---- Forests ---- */

TEST("draw: an outline shows every node under its parent")
{
	AUTO(forest) forest = forest_of("sbt", "cube:3");
	DRAWN(text, forest_draw_text(forest, 0, file));
	DRAWN(moved, forest_draw_text(forest, 5, file));

	assert_string_equal(text, "tree 0, height 3\n"
				  "000\n"
				  "├─ 001\n"
				  "│  ├─ 011 ─ 111\n"
				  "│  └─ 101\n"
				  "├─ 010 ─ 110\n"
				  "└─ 100\n");
	assert_string_equal(moved, "tree 0, height 3\n"
				   "101\n"
				   "├─ 100\n"
				   "│  ├─ 110 ─ 010\n"
				   "│  └─ 000\n"
				   "├─ 111 ─ 011\n"
				   "└─ 001\n");
}

/* Children of the end of a path stand under that end, not under its beginning. */
TEST("draw: an outline shows where a path branches")
{
	static const char tree[] = "tree 1, height 5\n"
				   "0000 ─ 0010\n"
				   "       ├─ 0011 ─ 0001\n"
				   "       ├─ 0110\n"
				   "       │  ├─ 0100\n"
				   "       │  ├─ 0111 ─ 0101\n"
				   "       │  └─ 1110\n"
				   "       │     ├─ 1100\n"
				   "       │     └─ 1111 ─ 1101\n"
				   "       └─ 1010\n"
				   "          ├─ 1000\n"
				   "          └─ 1011 ─ 1001\n";
	AUTO(forest) forest = forest_of("nesbt", "cube:4");
	DRAWN(text, forest_draw_text(forest, 0, file));

	if (!strstr(text, tree))
		fail_msg("%s", text);
}

static size_t nodes_in(const struct forest *forest)
{
	size_t nodes = 0;

	for (int i = 0; i < forest->trees * forest->net.nodes; i++)
		nodes += forest->up[i] != TREE_ABSENT;
	return nodes;
}

static void assert_forest(const struct forest *forest)
{
	size_t nodes = nodes_in(forest), trees = (size_t)forest->trees;
	size_t overlay = (size_t)forest->net.nodes + drawn_again(&forest->net);
	DRAWN(dot, forest_draw_dot(forest, forest->net.nodes - 1, file));
	DRAWN(svg, forest_draw_svg(forest, forest->net.nodes - 1, -1, file));
	DRAWN(text, forest_draw_text(forest, forest->net.nodes - 1, file));

	assert_int_equal(count_of(dot, " -> "), nodes - trees);
	assert_int_equal(count_of(dot, "subgraph"), trees);
	assert_int_equal(count_of(dot, "{"), count_of(dot, "}"));
	assert_xml(svg);
	if (forest->net.nodes <= 32) {
		assert_int_equal(count_of(svg, "<rect"), nodes + 1 + overlay);
		assert_int_equal(count_of(svg, "Z\" fill="), nodes - trees);
	} else {
		assert_int_equal(count_of(svg, "<rect"), 1 + overlay);
	}
	assert_int_equal(count_of(text, "tree "), trees);
	assert_int_equal(count_of(text, " ─ ") + count_of(text, "├─ ") + count_of(text, "└─ "),
		nodes - trees);
}

TEST("draw: forests have all nodes and arcs")
{
	const struct family *family;
	struct network net;

	for (int i = 0; (family = family_at(i)); i++)
		FOR_NETWORKS(net)
		{
			AUTO(forest) forest = NULL;

			if (family->name[0] == '.' || family_applies(family, &net))
				continue;
			net = network_centred(&net, net.nodes - 1);
			assert_int_equal(forest_grow(&forest, &net, family), 0);
			assert_forest(forest);
		}
}

/* ---- Schedules ---- */

static const char tree_plan[] = "broadcast a<b cube:2 root=0 bytes=100 ports=all duplex=full\n"
				"step 0\n0 -> 1 0[0:40]\n0 -> 2 0[40:100]\n"
				"step 3\n1 -> 3 0[0:40]\n2 -> 3 0[40:100]\n";

TEST("draw: a trace has every packet at its time")
{
	AUTO(schedule) schedule = schedule_of(tree_plan);
	const struct machine machine = { "", "", "", 1e-6, 1e-8 };
	double start[4], end[4];
	size_t packets = 0, rows = 0;
	DRAWN(text, schedule_draw_trace(schedule, &machine, file));
	json_t *trace = json_loads(text, 0, NULL);
	const json_t *events = json_object_get(trace, "traceEvents");

	assert_int_equal(schedule_clock(schedule, &machine, start, end), 0);
	for (size_t i = 0; i < json_array_size(events); i++) {
		const json_t *event = json_array_get(events, i);
		const char *kind = json_string_value(json_object_get(event, "ph"));
		double ts = json_number_value(json_object_get(event, "ts"));
		double dur = json_number_value(json_object_get(event, "dur"));

		rows += !strcmp(json_string_value(json_object_get(event, "name")), "thread_name");
		if (*kind != 'X')
			continue;
		assert_true(fabs(ts - start[packets] * 1e6) < 1e-5);
		assert_true(fabs(ts + dur - end[packets] * 1e6) < 1e-5);
		assert_int_equal(json_integer_value(json_object_get(event, "pid")),
			schedule->packet[packets].from + 1);
		packets++;
	}
	assert_int_equal(packets, 4);
	assert_int_equal(rows, 4);
	json_decref(trace);
}

/* Two columns for steps 0 and 3, four rows, four bars in the colours of the root's two ports. */
TEST("draw: a picture has every packet in its place")
{
	AUTO(schedule) schedule = schedule_of(tree_plan);
	char colour[SVG_COLOUR], fill[32], x[32];
	ENDED(chart_free) struct chart chart;
	DRAWN(svg, schedule_draw_svg(schedule, &(struct chart_look){ 0 }, file));

	assert_xml(svg);
	assert_int_equal(count_of(svg, "<g>"), 4);
	assert_non_null(strstr(svg, "broadcast a&lt;b cube:2: 100 bytes, 2 steps"));
	assert_non_null(strstr(svg, "step 3, 2 (10) → 3 (11): 60 bytes 0[40:100]"));
	assert_int_equal(chart_open(&chart, schedule), 0);
	for (int i = 0; i < 2; i++) {
		snprintf(x, sizeof x, "<rect x=\"%.1f\"", chart.left + i * chart.column + 1);
		assert_int_equal(count_of(svg, x), 2);
		snprintf(fill, sizeof fill, "fill=\"%s\"", svg_colour(i, colour));
		assert_int_equal(count_of(svg, fill), 2 + 1);
	}
}

/* Each bar is where the simulation says, its start-up in front; the bound is drawn where it lies.
 */
TEST("draw: a picture against time has the simulated times")
{
	AUTO(schedule) schedule = schedule_of(tree_plan);
	struct machine machine = { .name = "test", .beta = 2, .tau = 0.1 };
	double start[4], end[4], last = 0;
	ENDED(chart_free) struct chart chart;
	ENDED(axis_free) struct axis axis;
	char x[64];
	DRAWN(svg, schedule_draw_times(schedule, &machine, 7, &(struct chart_look){ 0 }, file));

	assert_xml(svg);
	assert_int_equal(schedule->packets, 4);
	assert_int_equal(schedule_clock(schedule, &machine, start, end), 0);
	assert_int_equal(chart_open(&chart, schedule), 0);
	assert_int_equal(axis_times(&axis, &chart, &machine, 7), 0);
	for (int k = 0; k < 4; k++)
		last = end[k] > last ? end[k] : last;
	for (size_t k = 0; k < 4; k++) {
		struct bar bar = axis_bar(&axis, k);
		double second = axis.width / last;

		assert_true(fabs(bar.start_up - 2 * second) < 1e-6);
		assert_true(fabs(bar.left - chart.left - (start[k] + 2) * second) < 1e-6);
		assert_true(fabs(bar.width - (end[k] - start[k] - 2) * second) < 1e-6);
		snprintf(x, sizeof x, "<rect x=\"%.1f\"", bar.left - bar.start_up);
		assert_true(count_of(svg, x) >= 1);
	}
	assert_int_equal(count_of(svg, ">no schedule ends before 7 s<"), 1);
}

TEST("draw: a terminal shows what crosses each link")
{
	AUTO(schedule) large = NULL;
	struct schedule *schedule = schedule_of(tree_plan);
	DRAWN(text, schedule_draw_text(schedule, COLOUR_AUTO, file));

	assert_string_equal(text,
		"     step  0    \n"
		"  00 → 01  0.\n"
		"     → 10  1.\n"
		"  01 → 11  .0\n"
		"  10 → 11  .1\n"
		"  way (pieces that use the same links): its number stands where it crosses; "
		"* several\n");
	schedule_free(schedule);
	large = schedule_of("broadcast x gh:300 root=0 bytes=10 ports=all duplex=full");
	for (int v = 1; v < 300; v++) {
		struct packet packet = {
			.to = v, .port = (uint16_t)(v - 1), .count = 1, .bytes = 10
		};

		assert_int_equal(schedule_add(large, packet, &(struct range){ 0, 0, 10 }), 0);
	}
	assert_int_equal(schedule_draw_text(large, COLOUR_AUTO, stdout), -EINVAL);
}

TEST("draw: any schedule can be drawn")
{
	uint64_t seed = 23;

	for (int i = 0; i < 300; i++) {
		int permutation[9];
		struct problem problem = random_problem(&seed, permutation);
		AUTO(schedule) schedule = random_schedule(&seed, &problem, (int)dice(&seed, 60));
		DRAWN(svg, schedule_draw_svg(schedule, &(struct chart_look){ 0 }, file));
		DRAWN(trace, schedule_draw_trace(schedule, machine_named("unit"), file));
		json_t *json = json_loads(trace, 0, NULL);

		assert_xml(svg);
		assert_int_equal(count_of(svg, "<g>"), schedule->packets);
		assert_int_equal(count_of(trace, "\"ph\":\"X\""), schedule->packets);
		assert_true(json_is_object(json));
		json_decref(json);
	}
}

/* In BROADCAST 3B bytes leave the root by two ports, and a packet of the second wave has another
 * way than its port tells: colours by way and by port differ. */
TEST("draw: colours mean what the legend says")
{
	static const char plan[] = "broadcast x cube:2 bytes=8\nstep 0\n0 -> 1 0[0:4]\n"
				   "step 1\n0 -> 1 0[4:8]\n1 -> 3 0[0:4]\n"
				   "step 2\n0 -> 2 0[0:8]\n1 -> 3 0[4:8]";
	static const struct {
		enum colour_by by;
		const char *legend, *rows;
	} known[] = {
		{ COLOUR_AUTO, "way (pieces that use the same links):", "000" },
		{ COLOUR_PORT, "leaves its origin by port:", "000" },
		{ COLOUR_PIECE, "piece:", "01*" },
		{ COLOUR_ORIGIN, "origin, a node:", "000" },
	};
	AUTO(schedule) schedule = schedule_of(plan);
	AUTO(schedule)
	gather = schedule_of("gather x ring:3 bytes=8\nstep 0\n1 -> 0 1[0:8]\n"
			     "2 -> 0 2[0:8]");

	for (int i = 0; i < COUNT(known); i++) {
		DRAWN(text, schedule_draw_text(schedule, known[i].by, file));
		const char *first = strstr(text, "00 → 01  ") + strlen("00 → 01  ");
		const char *second = strstr(text, "   → 10  ") + strlen("   → 10  ");

		assert_non_null(strstr(text, known[i].legend));
		if (first[0] != known[i].rows[0] || first[1] != known[i].rows[1] ||
			second[2] != known[i].rows[2])
			fail_msg("%s", text);
	}
	assert_int_equal(schedule_draw_text(schedule, COLOUR_DESTINATION, stdout), -EINVAL);
	assert_string_equal(why_text(),
		"a block of broadcast has no single destination; there is: way, port, piece");
	DRAWN(origins, schedule_draw_text(gather, COLOUR_ORIGIN, file));
	assert_non_null(strstr(origins, "  1 → 0  1\n"));
	assert_non_null(strstr(origins, "  2 → 0  2\n"));
}

TEST("draw: bytes are known by the port of their origin")
{
	static const struct {
		const char *plan;
		struct range range;
		int port;
	} known[] = {
		/* A copy goes with the first packet that has it, a sum with the last. */
		{ "broadcast x cube:2 root=0 bytes=10 ports=all duplex=full\n"
		  "step 0\n0 -> 2 0[0:10]\nstep 1\n0 -> 1 0[0:10]\n2 -> 3 0[0:10]",
			{ 0, 3, 7 }, 1 },
		{ "reduce x cube:2 root=0 bytes=10 ports=all duplex=full\n"
		  "step 0\n2 -> 0 fold 0[0:10]\n3 -> 1 fold 0[0:10]\n"
		  "step 1\n1 -> 0 fold 0[0:10]",
			{ 0, 3, 7 }, 0 },
		{ "reduce x gh:5 root=0 bytes=10 ports=all duplex=full\n"
		  "step 0\n2 -> 0 fold 0[0:10]",
			{ 0, 3, 7 }, 1 },
		{ "allgather x cube:2 bytes=10 ports=all duplex=full\n"
		  "step 0\n3 -> 1 3[0:5]\n3 -> 2 3[5:10]",
			{ 3, 0, 5 }, 1 },
		/* Nothing is known of what never moves, or goes where no link is. */
		{ "scatter x cube:2 root=0 bytes=10 ports=all duplex=full", { 1, 0, 1 }, 0 },
		{ "scatter x gh:2x3 root=0 bytes=10 ports=all duplex=full\n"
		  "step 0\n0 -> 4 4[0:10]",
			{ 4, 0, 1 }, 0 },
	};

	for (int i = 0; i < COUNT(known); i++) {
		AUTO(schedule) schedule = schedule_of(known[i].plan);
		ENDED(origins_free) struct origins origins;

		assert_int_equal(origins_open(&origins, schedule), 0);
		if (origins_port(&origins, &known[i].range) != known[i].port)
			fail_msg("not by port %d: %s", known[i].port, known[i].plan);
	}
}
