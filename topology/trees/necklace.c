/* The rotation R of generalized hypercubes with a single radix, and the necklaces of R. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include "topology/networks/kinds.h"
#include "topology/trees/necklace.h"

int necklace_order(const struct network *net)
{
	if (net->kind != &kind_gh)
		return 0;
	for (int i = 1; i < net->digits; i++)
		if (net->radix[i] != net->radix[0])
			return 0;
	return net->ports;
}

/* Applies r `times` times. */
static int turn_digit(int digit, int times, int radix)
{
	return digit ? (digit - 1 + times) % (radix - 1) + 1 : 0;
}

/* The digit in place i moves to place i + times modulo n. On the way the digit passes from the
 * highest place to the lowest (i + times) / n times, and r is applied each time. */
int necklace_rotate(const struct network *net, int v, int times)
{
	int n = net->digits, image = 0;

	for (int i = 0; v; i++, v /= net->radix[0]) {
		int to = i + times, digit = v % net->radix[0];

		image += turn_digit(digit, to / n, net->radix[0]) * net->place[to % n];
	}
	return image;
}

/* Ranks nodes in the order of definition 4: by binary correspondent, then by number. */
static uint64_t rank_of(const struct network *net, int v)
{
	uint64_t binary = 0;

	for (int i = 0, rest = v; rest; i++, rest /= net->radix[0])
		binary |= (uint64_t)(rest % net->radix[0] != 0) << i;
	return binary << 32 | (uint64_t)v;
}

static int rotate_once(const struct network *net, int v)
{
	int top = net->place[net->digits - 1];

	return v % top * net->radix[0] + turn_digit(v / top, 1, net->radix[0]);
}

struct necklace necklace_of(const struct network *net, int v)
{
	struct necklace necklace = { .period = 0 };
	uint64_t largest = 0;
	int image = v;

	do {
		uint64_t rank = rank_of(net, image);

		if (!necklace.period || rank > largest) {
			largest = rank;
			necklace.displacement = necklace.period;
		}
		image = rotate_once(net, image);
		necklace.period++;
	} while (image != v);
	return necklace;
}

bool necklace_generator(const struct network *net, int v)
{
	uint64_t rank = rank_of(net, v);

	for (int image = rotate_once(net, v); image != v; image = rotate_once(net, image))
		if (rank_of(net, image) > rank)
			return false;
	return true;
}
