/* Finds the largest network of a kind that fits, which a refusal of a larger network offers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_LARGEST_NETWORK_H
#define TOPOLOGY_LARGEST_NETWORK_H

#include "topology/network.h"

typedef bool network_fits(const struct network *net, const void *context);

enum {
	NETWORK_ADVICE = NETWORK_NAME + 64
};

/* Names the largest network of the same kind that fits, instead of a network that does not. Returns
 * "the largest that fits is cube:20", or that no network fits. */
const char *network_advice(char advice[NETWORK_ADVICE], const struct network *net,
	network_fits *fits, const void *context);

#endif
