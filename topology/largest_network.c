/* Finds the largest network of a kind that fits, which a refusal of a larger network offers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "topology/largest_network.h"

static bool named_fits(const char *name, network_fits *fits, const void *context)
{
	struct network net;

	return !network_open(&net, name) && fits(&net, context);
}

/* Writes the name of the largest network that fits. "gh:2x3x4" loses digits from the end; then the
 * single number left, as in "cube:20" or "gh:600", is made smaller. Returns false if no network
 * fits. */
static bool find_largest(
	char name[NETWORK_NAME], const struct network *net, network_fits *fits, const void *context)
{
	char *number, *cross;
	int low = 0, high, middle;

	snprintf(name, NETWORK_NAME, "%s", net->name);
	number = strchr(name, ':');
	if (!number++)
		return false;
	while ((cross = strrchr(number, 'x'))) {
		*cross = '\0';
		if (named_fits(name, fits, context))
			return true;
	}
	high = atoi(number);
	while (low + 1 < high) {
		middle = low + (high - low) / 2;
		snprintf(number, NETWORK_NAME - (size_t)(number - name), "%d", middle);
		if (named_fits(name, fits, context))
			low = middle;
		else
			high = middle;
	}
	snprintf(number, NETWORK_NAME - (size_t)(number - name), "%d", low);
	return named_fits(name, fits, context);
}

const char *network_advice(char advice[NETWORK_ADVICE], const struct network *net,
	network_fits *fits, const void *context)
{
	char name[NETWORK_NAME];

	if (!find_largest(name, net, fits, context))
		return "no network of the kind fits";
	snprintf(advice, NETWORK_ADVICE, "the largest that fits is %s", name);
	return advice;
}
