/* The Boolean n-cube: 2^n nodes, and port j flips bit j of the address. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include "base/error.h"
#include "topology/networks/kinds.h"

/* Johnsson & Ho 1986, section 2. Translation by s is exclusive or with s. A rotation moves all
 * address bits a step to the left, the direction in which tree i of a rotated family becomes tree i
 * + 1 (lemma 3.22). */

enum {
	CUBE_DIMENSIONS = 26
};

static int cube_parse(struct network *net, const char *arguments)
{
	const char *text = arguments;
	int n = network_read_number(&text);

	if (n < 0 || *text)
		return why(EINVAL, "'cube:%s' is not a cube: write cube:n with n = 0..%d",
			arguments, CUBE_DIMENSIONS);
	if (n > CUBE_DIMENSIONS)
		return why(EINVAL, "'cube:%s' is too large: n = 0..%d", arguments, CUBE_DIMENSIONS);
	net->nodes = 1 << n;
	net->ports = net->digits = net->dimension = n;
	for (int i = 0; i < n; i++) {
		net->radix[i] = 2;
		net->place[i] = 1 << i;
	}
	snprintf(net->name, sizeof net->name, "cube:%d", n);
	return 0;
}

static int cube_neighbour(const struct network *net, int v, int port)
{
	(void)net;
	return v ^ 1 << port;
}

static int cube_port_to(const struct network *net, int u, int v)
{
	int difference = u ^ v;

	(void)net;
	return difference && !(difference & (difference - 1)) ? __builtin_ctz(difference) : -1;
}

static int cube_translate(const struct network *net, int s, int v)
{
	(void)net;
	return s ^ v;
}

static int cube_rotate(const struct network *net, int v)
{
	return (v << 1 | v >> (net->ports - 1)) & (net->nodes - 1);
}

static int cube_distance(const struct network *net, int u, int v)
{
	(void)net;
	return __builtin_popcount(u ^ v);
}

/* The only node of cube:0 has no bits, and is shown as "0". */
static void cube_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	int bits = net->dimension ? net->dimension : 1;

	for (int i = 0; i < bits; i++)
		text[i] = v >> (bits - 1 - i) & 1 ? '1' : '0';
	text[bits] = '\0';
}

static int cube_port_digit(const struct network *net, int port)
{
	(void)net;
	return port;
}

const struct network_kind kind_cube = {
	.name = "cube",
	.form = "cube:n with n = 0..26",
	.text = "the Boolean n-cube: 2^n nodes, port j flips bit j of the address",
	.citation = "Johnsson & Ho 1986, section 2",
	.parse = cube_parse,
	.neighbour = cube_neighbour,
	.translate = cube_translate,
	.untranslate = cube_translate,
	.rotate = cube_rotate,
	.distance = cube_distance,
	.label = cube_label,
	.port_digit = cube_port_digit,
	.port_to = cube_port_to,
};
