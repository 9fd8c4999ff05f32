/* Tree families and forests: what must hold for every family on every network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/topology_help.h"

/* Calls check(forest) for each family on each shape where it exists. */
static void for_forests(void (*check)(const struct forest *f))
{
	struct network net;

	FOR_SHAPES(net)
	for (int i = 0; family_at(i); i++) {
		AUTO(forest) forest = NULL;

		if (family_applies(family_at(i), &net))
			continue;
		if (forest_grow(&forest, &net, family_at(i)))
			fail_msg("%s on %s: %s", family_at(i)->name, net.name, why_text());
		check(forest);
	}
}

#define FORESTS_TEST(sentence) TEST_EACH(sentence, for_forests(each), const struct forest *f)

FORESTS_TEST("tree: every family spans")
{
	assert_int_equal(f->trees, family_trees(f->family, &f->net));
	for (int c = 1; c < f->net.nodes; c++) {
		int held = 0;

		for (int j = 0; j < f->trees; j++)
			held += up_of(f, j, c) >= 0;
		if (!f->family->partial)
			assert_int_equal(held, f->trees);
		assert_true(held >= 1);
	}
	for (int j = 0; j < f->trees; j++)
		assert_int_equal(up_of(f, j, 0), TREE_ROOT);
}

FORESTS_TEST("tree: parents are neighbours, one level up")
{
	for (int j = 0; j < f->trees; j++)
		for (int c = 0; c < f->net.nodes; c++) {
			int up = up_of(f, j, c), parent = parent_of(f, j, c);

			if (up < 0) {
				assert_int_equal(parent, up);
				assert_int_equal(depth_of(f, j, c), up == TREE_ROOT ? 0 : -1);
				continue;
			}
			assert_in_range(up, 0, f->net.ports - 1);
			assert_int_equal(parent, network_neighbour(&f->net, c, up));
			assert_int_equal(depth_of(f, j, c), depth_of(f, j, parent) + 1);
		}
}

FORESTS_TEST("tree: the order is by depth, then by node")
{
	for (int j = 0; j < f->trees; j++) {
		const int *order = f->order + (size_t)j * f->net.nodes;
		int length = 0, held = 0;

		for (int c = 0; c < f->net.nodes; c++)
			held += up_of(f, j, c) != TREE_ABSENT;
		while (length < f->net.nodes && order[length] >= 0)
			length++;
		assert_int_equal(length, held);
		assert_int_equal(order[0], 0);
		for (int i = 1; i < length; i++) {
			int before = order[i - 1], c = order[i];
			int step = depth_of(f, j, c) - depth_of(f, j, before);

			assert_true(step > 0 || (step == 0 && c > before));
		}
		for (int i = length; i < f->net.nodes; i++)
			assert_int_equal(order[i], -1);
	}
}

static bool has_least_depths(const struct forest *f)
{
	for (int j = 0; j < f->trees; j++)
		for (int c = 0; c < f->net.nodes; c++)
			if (up_of(f, j, c) != TREE_ABSENT &&
				depth_of(f, j, c) != network_distance(&f->net, 0, c))
				return false;
	return true;
}

/* A node of a path has one child at most; the root has one for each path. */
static int most_children(const struct forest *f)
{
	int most = 0;

	for (int j = 0; j < f->trees; j++)
		for (int c = 0; c < f->net.nodes; c++) {
			int children = 0;

			for (int b = 0; b < f->net.nodes; b++)
				children += up_of(f, j, b) >= 0 && parent_of(f, j, b) == c;
			if (c == 0 || children > 1)
				most = children > most ? children : most;
		}
	return most;
}

static bool shares_a_link(const struct forest *f)
{
	for (int c = 0; c < f->net.nodes; c++)
		for (int j = 0; j < f->trees; j++)
			for (int i = 0; i < j; i++)
				if (up_of(f, j, c) >= 0 && up_of(f, i, c) == up_of(f, j, c))
					return true;
	return false;
}

static bool crosses_both_ways(const struct forest *f)
{
	for (int c = 1; c < f->net.nodes; c++)
		for (int j = 0; j < f->trees; j++)
			for (int i = 0; i < f->trees; i++) {
				int parent = parent_of(f, j, c);

				if (parent > 0 && parent_of(f, i, parent) == c)
					return true;
			}
	return false;
}

FORESTS_TEST("tree: families are what their columns say")
{
	const struct family *family = f->family;

	if (family->shortest)
		assert_true(has_least_depths(f));
	if (family->paths && f->net.nodes > family->paths)
		assert_int_equal(most_children(f), family->paths);
	if (family->disjoint)
		assert_false(shares_a_link(f));
	if (family->one_way)
		assert_false(crosses_both_ways(f));
}

static bool longer[64];

static void note_longer(const struct forest *f)
{
	for (int k = 0; family_at(k); k++)
		longer[k] |= family_at(k) == f->family && !has_least_depths(f);
}

TEST("tree: families whose column does not say so have longer paths somewhere")
{
	for_forests(note_longer);
	for (int k = 0; family_at(k); k++)
		if (longer[k] == family_at(k)->shortest)
			fail_msg("%s: the column `shortest` is wrong", family_at(k)->name);
}

FORESTS_TEST("tree: the height is the largest depth")
{
	for (int j = 0; j < f->trees; j++) {
		int height = 0;

		for (int c = 0; c < f->net.nodes; c++)
			height = depth_of(f, j, c) > height ? depth_of(f, j, c) : height;
		assert_int_equal(forest_height(f, j), height);
	}
}

/* For families with a base, and for sbntc, which is written without one. */
FORESTS_TEST("tree: tree j is tree 0 rotated j times")
{
	if (!f->family->base && strcmp(f->family->name, "sbntc"))
		return;
	for (int j = 0; j < f->trees; j++)
		for (int c = 0; c < f->net.nodes; c++) {
			int parent = parent_of(f, 0, c), image = network_rotate(&f->net, c, j);

			if (parent >= 0)
				parent = network_rotate(&f->net, parent, j);
			assert_int_equal(parent_of(f, j, image), parent);
		}
}

FORESTS_TEST("tree: tree 0 of a rotated family is its base")
{
	AUTO(forest) base = NULL;

	if (!f->family->base)
		return;
	assert_int_equal(forest_grow(&base, &f->net, family_named(f->family->base)), 0);
	assert_memory_equal(f->up, base->up, sizeof *f->up * f->net.nodes);
}

/* Parts go to the trees that hold c in ascending order, in equal runs. */
FORESTS_TEST("tree: parts are dealt to trees in equal runs")
{
	for (int c = 1; c < f->net.nodes; c++) {
		int parts[MOST_NODES] = { 0 }, holders = 0, last = 0;

		for (int part = 0; part < f->parts; part++) {
			int j = forest_tree_of(f, c, part);

			assert_in_range(j, last, f->trees - 1);
			last = j;
			parts[j]++;
		}
		for (int j = 0; j < f->trees; j++)
			holders += up_of(f, j, c) != TREE_ABSENT;
		for (int j = 0; j < f->trees; j++)
			assert_int_equal(
				parts[j], up_of(f, j, c) == TREE_ABSENT ? 0 : f->parts / holders);
	}
}

/* The papers' families; a family that came later has tests of its own. */
static const char papers[] =
	" brg nrbrg sbt hsbt nrsbt tcbt .ersbt nesbt sbnt sbntc rsbt2 rsbt4 rsbt6 bst bsg "
	"adst2 adst3 adst4 edst2 ascend descend star .star-dc mst hp2 hpmid bfs ";

static bool is_listed(const char *list, const char *name)
{
	char word[32];

	snprintf(word, sizeof word, " %s ", name);
	return strstr(list, word) != NULL;
}

TEST("tree: families apply where the papers say")
{
	static const struct {
		const char *network, *families;
	} where[] = { { "cube:0", " sbt bfs " },
		{ "cube:1", " brg nrbrg sbt nrsbt .ersbt nesbt sbnt sbntc bfs " },
		{ "cube:5", " brg nrbrg sbt tcbt nrsbt .ersbt nesbt sbnt sbntc rsbt2 rsbt4 hp2 "
			    "hpmid bfs " },
		{ "gh:1", " sbt bst bfs " }, { "gh:8", " sbt bst bsg hp2 hpmid bfs " },
		{ "gh:2x2", " sbt hsbt nrsbt bst bsg hp2 hpmid bfs " },
		{ "gh:3x3x3", " sbt hsbt nrsbt bst bsg hp2 hpmid bfs " },
		{ "gh:2x3", " sbt hsbt bst hp2 hpmid bfs " }, { "star:1", " star .star-dc bfs " },
		{ "star:2", " star .star-dc mst bfs " }, { "star:5", " star .star-dc mst bfs " } };

	for (int i = 0; i < COUNT(where); i++) {
		struct network net = network_at(where[i].network);

		for (int k = 0; family_at(k); k++) {
			const char *name = family_at(k)->name;

			if (is_listed(papers, name) && is_listed(where[i].families, name) ==
							       !!family_applies(family_at(k), &net))
				fail_msg("%s on %s", name, net.name);
		}
	}
}

/* The families that a user may ask for on a network: "sbt, bfs". */
static void list_offers(char text[256], const struct network *net)
{
	text[0] = 0;
	for (int k = 0; family_at(k); k++)
		if (family_at(k)->name[0] != '.' && !family_at(k)->applies(net))
			sprintf(text + strlen(text), "%s%s", *text ? ", " : "", family_at(k)->name);
}

TEST("tree: a refusal names what exists there")
{
	static const char *const lines[][3] = {
		{ "nesbt", "gh:2x3", "nesbt: needs cube:n with n >= 1, got gh:2x3; there: " },
		{ "brg", "gh:3x3", "brg: needs cube:n with n >= 1, got gh:3x3; there: " },
		{ "sbnt", "cube:0", "sbnt: needs cube:n with n >= 1, got cube:0; there: " },
		{ "nrsbt", "gh:7",
			"nrsbt: needs cube:n with n >= 1, or gh:kx..xk of equal radices and "
			"two digits or more, got gh:7; there: " }
	};

	for (int i = 0; i < COUNT(lines); i++) {
		const struct family *family = family_named(lines[i][0]);
		struct forest *forest = NULL;
		char line[512], offers[256];
		struct network net = network_at(lines[i][1]);

		list_offers(offers, &net);
		assert_true(strstr(offers, "sbt") && strstr(offers, "bfs"));
		snprintf(line, sizeof line, "%s%s", lines[i][2], offers);
		assert_int_equal(family_applies(family, &net), -EINVAL);
		assert_string_equal(why_text(), line);
		assert_int_equal(forest_grow(&forest, &net, family), -EINVAL);
		assert_string_equal(why_text(), line);
		assert_null(forest);
	}
}

TEST("tree: the table finds each family by its name")
{
	int families = 0;

	for (; family_at(families); families++) {
		const struct family *family = family_at(families);

		assert_ptr_equal(family_named(family->name), family);
		assert_non_null(family->networks);
		assert_non_null(family->text);
		assert_non_null(family->citation);
		/* Exactly one of the three ways to define a tree. */
		assert_int_equal(!!family->up + !!family->grow + !!family->base, 1);
		if (family->base)
			assert_non_null(family_named(family->base));
	}
	assert_null(family_at(-1));
	assert_null(family_at(families + 1));
	assert_null(family_named("sbtt"));
	assert_null(family_named(""));
}

static int anywhere(const struct network *net)
{
	return 0;
}

static int nowhere(const struct network *net)
{
	return -EINVAL;
}

TEST("tree: building stones are not offered to users")
{
	struct family family = { .name = "none", .networks = "a torus", .applies = nowhere };
	char line[512], offers[256];
	struct network net = network_at("cube:3");

	list_offers(offers, &net);
	snprintf(line, sizeof line, "none: needs a torus, got cube:3; there: %s", offers);
	assert_int_equal(family_applies(&family, &net), -EINVAL);
	assert_string_equal(why_text(), line);
	assert_null(strstr(why_text(), "ersbt"));
}

static int up_in_a_cycle(const struct network *net, int j, int c)
{
	return c >= 4 ? c & 1 : 0; /* 4 -> 5 -> 7 -> 6 .. never reaches 0 */
}

static int up_to_an_absent_node(const struct network *net, int j, int c)
{
	return c == 1 ? TREE_ABSENT : __builtin_ctz(c & ~1 ? c & ~1 : 1);
}

static int up_to_a_second_root(const struct network *net, int j, int c)
{
	return c == 4 ? TREE_ROOT : __builtin_ctz(c & 3 ? c & 3 : c);
}

TEST("tree: families without a tree are refused")
{
	int (*const broken[])(const struct network *net, int j, int c) = { up_in_a_cycle,
		up_to_an_absent_node, up_to_a_second_root };
	struct network net = network_at("cube:3");

	for (int i = 0; i < COUNT(broken); i++) {
		struct family family = {
			.name = "broken", .applies = anywhere, .trees = 1, .up = broken[i]
		};
		struct forest *forest = NULL;

		REFUSES(forest_grow(&forest, &net, &family), EINVAL, "does not join node");
		assert_null(forest);
	}
}

static int grow_without_memory(const struct network *net, int j, int *up)
{
	return why(ENOMEM, "no memory here");
}

TEST("tree: an error while growing is passed on")
{
	struct family poor = {
		.name = "poor", .applies = anywhere, .trees = 1, .grow = grow_without_memory
	};
	struct forest *forest = NULL;
	struct network net = network_at("cube:2");

	assert_int_equal(forest_grow(&forest, &net, &poor), -ENOMEM);
	assert_string_equal(why_text(), "no memory here");
	assert_null(forest);
	forest_free(NULL);
}

/* A branch is the subtree behind one port of the root. */
TEST("bfs: branches differ by one node at most")
{
	static const char *const shapes[] = { "cube:2", "cube:3", "cube:6", "cube:9", "cube:10",
		"gh:17", "gh:3x3", "gh:8x8", "gh:32x32", "gh:2x3x4", "gh:3x3x3x3x3x3" };

	for (int i = 0; i < COUNT(shapes); i++) {
		AUTO(forest) f = forest_of("bfs", shapes[i]);
		int below[MOST_NODES] = { 0 }, least = MOST_NODES, most = 0;

		for (int c = 1; c < f->net.nodes; c++)
			for (int a = c; a; a = parent_of(f, 0, a))
				below[a]++;
		for (int p = 0; p < f->net.ports; p++) {
			int size = below[network_neighbour(&f->net, 0, p)];

			least = size < least ? size : least;
			most = size > most ? size : most;
		}
		assert_in_range(most - least, 0, 1);
	}
}

/* Of all ways from node 0, the hops through the port that most of them use. */
static long most_hops(const struct forest *f)
{
	long hops[16] = { 0 }, most = 0;

	for (int c = 1; c < f->net.nodes; c++)
		for (int a = c; a; a = parent_of(f, 0, a))
			hops[network_reverse_port(&f->net, up_of(f, 0, a))]++;
	for (int p = 0; p < f->net.ports; p++)
		most = hops[p] > most ? hops[p] : most;
	return most;
}

/* Bits have to be flipped: N d/2 in all, by one port of ccc, by two of the butterfly. */
static double least_hops(const struct network *net)
{
	double ways = (double)network_distance_sum(net) / net->ports;
	double flips = net->nodes / 2.0 * net->dimension;

	if (!strcmp(net->kind->name, "star"))
		return ceil(ways);
	return !strcmp(net->kind->name, "ccc") ? flips : flips / 2;
}

TEST("bfs: ways use all ports alike, as far as they can")
{
	static const char *const networks[] = { "ccc:3", "ccc:4", "ccc:5", "ccc:6", "ccc:7",
		"ccc:8", "butterfly:4", "butterfly:5", "butterfly:6", "butterfly:7", "butterfly:8",
		"star:4", "star:5", "star:6", "star:7" };

	for (int i = 0; i < COUNT(networks); i++) {
		AUTO(forest) f = forest_of("bfs", networks[i]);
		double most = (double)most_hops(f), least = least_hops(&f->net);

		if (most < least || most > 1.04 * least)
			fail_msg("%s: %g hops through one port, at least %g", networks[i], most,
				least);
	}
}
