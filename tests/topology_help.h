/* What the tests of networks and trees share: the shapes they try, and slow, obvious measures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_TOPOLOGY_HELP_H
#define TESTS_TOPOLOGY_HELP_H

#include "tests/test.h"
#include "topology/tree.h"

ENDS(forest, forest_free(*ended))

enum {
	MOST_DIMENSIONS = 10,
	MOST_NODES = 1 << MOST_DIMENSIONS
};

/* gh:1 .. gh:40 and the cubes come from shape_name beside these. */
static const char *const some_shapes[] = { "gh:41", "gh:127", "gh:257", "gh:1021", "gh:1024",
	"gh:2x2", "gh:2x2x2", "gh:2x2x2x2x2", "gh:2x2x2x2x2x2x2x2x2x2", "gh:3x3", "gh:3x3x3",
	"gh:3x3x3x3x3x3", "gh:4x4", "gh:4x4x4", "gh:4x4x4x4x4", "gh:5x5", "gh:5x5x5", "gh:7x7x7",
	"gh:10x10x10", "gh:31x31", "gh:32x32", "gh:2x3", "gh:3x2", "gh:2x3x4", "gh:4x3x2",
	"gh:2x3x5x7", "gh:7x5x3x2", "gh:2x2x3x3", "gh:3x2x3x2", "gh:2x511", "gh:511x2",
	"gh:16x2x16", "gh:13x11x7", "gh:2x2x2x3", "star:1", "star:2", "star:3", "star:4", "star:5",
	"star:6", "ccc:3", "ccc:4", "ccc:5", "ccc:6", "ccc:7", "butterfly:3", "butterfly:4",
	"butterfly:5", "butterfly:6", "butterfly:7", "ring:1", "ring:2", "ring:3", "ring:4",
	"ring:9", "ring:64", "torus:2x2", "torus:3x4", "torus:2x2x3", "torus:5x5", "torus:4x4x4",
	"torus:7" };

/* The i-th shape: cube:0 .. cube:10, gh:1 .. gh:40, then some_shapes. False after the last. */
static inline bool shape_open(struct network *net, int i)
{
	char name[NETWORK_NAME];

	if (i > MOST_DIMENSIONS + 40 + COUNT(some_shapes))
		return false;
	if (i <= MOST_DIMENSIONS)
		snprintf(name, sizeof name, "cube:%d", i);
	else if (i <= MOST_DIMENSIONS + 40)
		snprintf(name, sizeof name, "gh:%d", i - MOST_DIMENSIONS);
	else
		snprintf(name, sizeof name, "%s", some_shapes[i - MOST_DIMENSIONS - 41]);
	MUST(network_open(net, name));
	return true;
}

/* For all shapes: the loop of most tests. */
#define FOR_SHAPES(net) for (int shape_ = 0; shape_open(&(net), shape_); shape_++)

static inline void for_shapes(void (*check)(struct network net))
{
	struct network net;

	FOR_SHAPES(net)
	check(net);
}

#define SHAPES_TEST(sentence) TEST_EACH(sentence, for_shapes(each), struct network net)

/* The network of that name, which exists. */
static inline struct network network_at(const char *name)
{
	struct network net;

	MUST(network_open(&net, name));
	return net;
}

static inline struct forest *forest_of(const char *family, const char *network)
{
	struct network net;
	struct forest *forest = NULL;

	MUST(network_open(&net, network) || forest_grow(&forest, &net, family_named(family)));
	return forest;
}

/* On kind:d, such as star:4. */
static inline struct forest *forest_on(const char *family, const char *kind, int d)
{
	char name[NETWORK_NAME];

	snprintf(name, sizeof name, "%s:%d", kind, d);
	return forest_of(family, name);
}

static inline struct forest *cube_forest(const char *family, int n)
{
	return forest_on(family, "cube", n);
}

/* Calls check(forest, n) on cube:least .. cube:10. */
static inline void for_cubes_from(
	int least, const char *family, void (*check)(const struct forest *f, int n))
{
	for (int n = least; n <= MOST_DIMENSIONS; n++) {
		AUTO(forest) forest = cube_forest(family, n);

		check(forest, n);
	}
}

static inline void for_cubes(const char *family, void (*check)(const struct forest *f, int n))
{
	for_cubes_from(1, family, check);
}

#define CUBES_TEST(sentence, family)                                                               \
	TEST_EACH(sentence, for_cubes(family, each), const struct forest *f, int n)

static inline int up_of(const struct forest *f, int j, int c)
{
	return f->up[(size_t)j * f->net.nodes + c];
}

static inline int parent_of(const struct forest *f, int j, int c)
{
	return f->parent[(size_t)j * f->net.nodes + c];
}

static inline int depth_of(const struct forest *f, int j, int c)
{
	return f->depth[(size_t)j * f->net.nodes + c];
}

/* Distances from node v by breadth-first search over the ports. */
static inline void search_distances(const struct network *net, int v, int *distance)
{
	int *queue = malloc(sizeof(int) * net->nodes), found = 0;

	for (int u = 0; u < net->nodes; u++)
		distance[u] = -1;
	distance[v] = 0;
	queue[found++] = v;
	for (int i = 0; i < found; i++)
		for (int p = 0; p < net->ports; p++) {
			int u = network_neighbour(net, queue[i], p);

			if (distance[u] < 0) {
				distance[u] = distance[queue[i]] + 1;
				queue[found++] = u;
			}
		}
	free(queue);
}

static inline long binomial(int n, int k)
{
	long value = 1;

	if (k < 0 || k > n)
		return 0;
	for (int i = 1; i <= k; i++)
		value = value * (n - k + i) / i;
	return value;
}

/* The sum of binomial(n, i) for i = from .. n. */
static inline long binomial_tail(int n, int from)
{
	long sum = 0;

	for (int i = from; i <= n; i++)
		sum += binomial(n, i);
	return sum;
}

/* Bit i of c, the bits counted cyclically. */
static inline int bit(int c, int i, int n)
{
	return c >> ((i % n + n) % n) & 1;
}

/* The first 1 of c cyclically to the right of bit j; j itself when c has no other: the k that
 * Johnsson & Ho use from section 3.5 on. */
static inline int first_1_right_of(int c, int j, int n)
{
	int k = (j - 1 + n) % n;

	while (!bit(c, k, n))
		k = (k - 1 + n) % n;
	return k;
}

/* Their set M(c, j) = { k + 1, .. j - 1 }, cyclically, as bits. */
static inline int bits_between(int c, int j, int n)
{
	int bits = 0;

	for (int m = (j - 1 + n) % n; !bit(c, m, n); m = (m - 1 + n) % n)
		bits |= 1 << m;
	return bits;
}

static inline int rotate_left(int c, int times, int n)
{
	for (times %= n; times--;)
		c = (c << 1 | c >> (n - 1)) & ((1 << n) - 1);
	return c;
}

static inline int period(int c, int n)
{
	int steps = 1;

	while (rotate_left(c, steps, n) != c)
		steps++;
	return steps;
}

/* Nodes behind the root's link of dimension d in tree j of a cube. */
static inline int behind_root(const struct forest *f, int j, int d)
{
	int nodes = 0;

	for (int c = 1; c < f->net.nodes; c++) {
		int a = c;

		while (parent_of(f, j, a))
			a = parent_of(f, j, a);
		nodes += a == 1 << d;
	}
	return nodes;
}

/* phi[i][k]: the nodes k links below node i in tree j, for trees of height n + 1 at most. */
typedef long phi_table[MOST_NODES][MOST_DIMENSIONS + 2];

static inline void find_phi(const struct forest *f, int j, phi_table phi)
{
	memset(phi, 0, sizeof(phi_table));
	for (int c = 0; c < f->net.nodes; c++)
		for (int a = c, k = 0; a >= 0; a = parent_of(f, j, a), k++)
			phi[a][k]++;
}

/* The ports by which c reaches its children in tree j, as bits. */
static inline int children_of(const struct forest *f, int j, int c)
{
	int bits = 0;

	for (int p = 0; p < f->net.ports; p++)
		if (parent_of(f, j, network_neighbour(&f->net, c, p)) == c)
			bits |= 1 << p;
	return bits;
}

/* Lemmas 3.16 and 3.27: phi(i, k) >= phi(child of i, k). */
static inline void assert_parents_have_most_below(const struct forest *f, int j)
{
	static phi_table phi;

	find_phi(f, j, phi);
	for (int c = 1; c < f->net.nodes; c++)
		for (int k = 0; k < MOST_DIMENSIONS + 2; k++)
			assert_true(phi[parent_of(f, j, c)][k] >= phi[c][k]);
}

#endif
