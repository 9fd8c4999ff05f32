/* Does the arithmetic of networks whose nodes are strings of digits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include "base/error.h"
#include "topology/networks/digits.h"
#include "topology/networks/kinds.h"

static int refuse(const struct network *net, const char *arguments, const char *reason)
{
	return why(EINVAL, "'%s:%s' is not a network: %s", net->kind->name, arguments, reason);
}

/* Writes the radices in the order of the text, and the product to net->nodes. */
static int read_radices(struct network *net, int radix[NETWORK_DIGITS], const char *arguments)
{
	const char *text = arguments;

	for (net->nodes = 1;;) {
		int k = network_read_number(&text);

		if (k < 0 || (*text && *text != 'x'))
			return refuse(net, arguments, "write radices such as 8 or 2x3x4");
		if (k < 2 && !(k == 1 && !net->dimension && !*text))
			return refuse(
				net, arguments, "every radix is 2 or more; 1 alone is one node");
		if (k > NETWORK_NODES / net->nodes)
			return refuse(net, arguments, "it has more than 2^26 nodes");
		net->nodes *= k;
		radix[net->dimension++] = k;
		if (!*text++)
			return 0;
	}
}

int digits_parse(struct network *net, const char *arguments)
{
	int radix[NETWORK_DIGITS], place = 1;
	int used = snprintf(net->name, sizeof net->name, "%s:", net->kind->name);
	int error = read_radices(net, radix, arguments);

	for (int i = 0; i < net->dimension && !error; i++) {
		net->radix[i] = radix[net->dimension - 1 - i];
		net->place[i] = place;
		place *= net->radix[i];
		used += snprintf(
			net->name + used, sizeof net->name - used, "%s%d", i ? "x" : "", radix[i]);
	}
	return error;
}

int digits_translate(const struct network *net, int s, int v)
{
	int sum = 0;

	for (int i = 0; i < net->dimension; i++) {
		int k = net->radix[i], digit = s % k + v % k;

		sum += (digit >= k ? digit - k : digit) * net->place[i];
		s /= k;
		v /= k;
	}
	return sum;
}

int digits_untranslate(const struct network *net, int s, int v)
{
	int difference = 0;

	for (int i = 0; i < net->dimension; i++) {
		int k = net->radix[i], digit = v % k - s % k;

		difference += (digit < 0 ? digit + k : digit) * net->place[i];
		s /= k;
		v /= k;
	}
	return difference;
}

int digits_rotations(const struct network *net)
{
	for (int i = 1; i < net->dimension; i++)
		if (net->radix[i] != net->radix[0])
			return 1;
	return net->dimension;
}

int digits_rotate(const struct network *net, int v)
{
	int top = net->place[net->dimension - 1];

	return v % top * net->radix[0] + v / top;
}

void digits_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	int used = 0;

	for (int i = net->dimension - 1; i >= 0; i--)
		used += snprintf(text + used, NETWORK_LABEL - used, "%s%d", used ? "," : "(",
			digit_of(net, v, i));
	snprintf(text + used, NETWORK_LABEL - used, ")");
}
