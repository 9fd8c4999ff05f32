/* Makes permutations of the nodes by name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "analysis/named_permutations.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/size.h"

/* A named rule, which fills p[0 .. nodes - 1]. The argument is the text after the colon, or
 * NULL. */
struct rule {
	const char *name;
	bool argument;
	int (*fill)(int *p, int nodes, const char *argument);
};

static int inversion(int *p, int nodes, const char *argument)
{
	(void)argument;
	for (int v = 0; v < nodes; v++)
		p[v] = nodes - 1 - v;
	return 0;
}

static int transpose(int *p, int nodes, const char *argument)
{
	int side = 0;

	(void)argument;
	while ((long)side * side < nodes)
		side++;
	if (side * side != nodes)
		return why(EINVAL, "transpose: needs a square number of nodes, got %d", nodes);
	for (int v = 0; v < nodes; v++)
		p[v] = v % side * side + v / side;
	return 0;
}

/* Returns n when there are 2^n nodes, -1 otherwise. */
static int bits_of(int nodes)
{
	return nodes & (nodes - 1) ? -1 : __builtin_ctz(nodes);
}

static int bit_reversal(int *p, int nodes, const char *argument)
{
	int n = bits_of(nodes);

	(void)argument;
	if (n < 0)
		return why(EINVAL, "bit-reversal: needs a power of two of nodes, got %d", nodes);
	for (int v = 0; v < nodes; v++) {
		p[v] = 0;
		for (int i = 0; i < n; i++)
			p[v] |= (v >> i & 1) << (n - 1 - i);
	}
	return 0;
}

static int shuffle(int *p, int nodes, const char *argument)
{
	int n = bits_of(nodes);

	(void)argument;
	if (n < 0)
		return why(EINVAL, "shuffle: needs a power of two of nodes, got %d", nodes);
	for (int v = 0; v < nodes; v++)
		p[v] = n ? (v << 1 & (nodes - 1)) | v >> (n - 1) : 0;
	return 0;
}

static int rotate(int *p, int nodes, const char *argument)
{
	int k, error = number_parse(&k, argument, -1000000000, 1000000000);

	if (error)
		return error;
	for (int v = 0; v < nodes; v++)
		p[v] = (int)((((long)v + k) % nodes + nodes) % nodes);
	return 0;
}

/* Exchanges two nodes and leaves the others in place. */
static int swap_nodes(int *p, int nodes, int a, int b)
{
	for (int v = 0; v < nodes; v++)
		p[v] = v == a ? b : v == b ? a : v;
	return 0;
}

static int corners(int *p, int nodes, const char *argument)
{
	(void)argument;
	return swap_nodes(p, nodes, 0, nodes - 1);
}

static int swap(int *p, int nodes, const char *argument)
{
	size_t length = strcspn(argument, ",");
	char first[16];
	int a, b, error;

	if (!argument[length] || length >= sizeof first)
		return why(EINVAL, "permutation 'swap:%.32s': needs two nodes: swap:A,B", argument);
	snprintf(first, sizeof first, "%.*s", (int)length, argument);
	error = number_parse(&a, first, 0, nodes - 1);
	if (!error)
		error = number_parse(&b, argument + length + 1, 0, nodes - 1);
	return error ? error : swap_nodes(p, nodes, a, b);
}

/* A generator of random numbers that is the same everywhere, so that a seed always names the same
 * permutation: SplitMix64 (Steele, Lea, Flood 2014), for the shuffle of Fisher and Yates. */
static uint64_t next(uint64_t *state)
{
	return hash_mix(*state += 0x9e3779b97f4a7c15u);
}

static int random_order(int *p, int nodes, const char *argument)
{
	uint64_t state;
	int seed, error = number_parse(&seed, argument, 0, 2147483647);

	if (error)
		return error;
	state = (uint64_t)seed;
	for (int v = 0; v < nodes; v++)
		p[v] = v;
	for (int v = nodes - 1; v > 0; v--) {
		int u = (int)(next(&state) % (uint64_t)(v + 1)), held = p[v];

		p[v] = p[u];
		p[u] = held;
	}
	return 0;
}

static const struct rule rules[] = {
	{ "inversion", false, inversion },
	{ "transpose", false, transpose },
	{ "bit-reversal", false, bit_reversal },
	{ "shuffle", false, shuffle },
	{ "corners", false, corners },
	{ "swap", true, swap },
	{ "rotate", true, rotate },
	{ "random", true, random_order },
};

int permutation_named(int *permutation, const struct network *net, const char *name)
{
	size_t length = strcspn(name, ":");
	const char *argument = name[length] ? name + length + 1 : NULL;

	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		if (strlen(rules[i].name) != length || strncmp(rules[i].name, name, length))
			continue;
		if (rules[i].argument != !!argument)
			return why(EINVAL, "permutation '%s': %s", name,
				argument ? "takes no argument"
					 : "needs a number: rotate:K, random:SEED, or two: "
						   "swap:A,B");
		return rules[i].fill(permutation, net->nodes, argument);
	}
	return why(EINVAL,
		"there is no permutation '%s'; there are inversion, transpose, bit-reversal, "
		"shuffle, corners, swap:A,B, rotate:K, random:SEED",
		name);
}
