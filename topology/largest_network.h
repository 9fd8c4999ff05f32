/* The largest network of a kind that fits: what a refusal of a larger one offers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_LARGEST_NETWORK_H
#define TOPOLOGY_LARGEST_NETWORK_H

#include "topology/network.h"

typedef bool network_fits(const struct network *net, const void *context);

/* Of a network that does not fit: the name of the largest one of the kind that does. "gh:2x3x4" loses digits
 * from its end; then the one number left, of "cube:20" or "gh:600", is made smaller. False: none does. */
bool network_largest(char name[NETWORK_NAME], const struct network *net, network_fits *fits,
	const void *context);

/* The same as advice: "the largest that fits is cube:20", or that none does. */
enum {
	NETWORK_ADVICE = NETWORK_NAME + 64
};
const char *network_advice(char advice[NETWORK_ADVICE], const struct network *net,
	network_fits *fits, const void *context);

#endif
