/* Says in which portions, and when, node 0 of a cube sends a message to each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_CUBE_DISTRIBUTE_WAVES_H
#define COLLECTIVES_CUBE_DISTRIBUTE_WAVES_H

#include <stdint.h>
#include "topology/network.h"

/* A wavelet: the messages for all nodes at one distance, or a portion of each of these messages.
 * The wavelet leaves node 0 with the other wavelets of a wave, as one packet on each link, and
 * moves on separately. */
struct distribute_wave {
	int wave, distance;
	uint32_t begin, end;	  /* in units of a message */
	int time[NETWORK_DIGITS]; /* [i]: of hop i, from distance i to distance i + 1 */
};

/* All wavelets in the order in which the wavelets move: by wave, the farthest first. */
struct distribute_waves {
	int d, waves, count;
	uint32_t units; /* of a message: lcm(1, ..., d) */
	struct distribute_wave wavelet[2 * NETWORK_DIGITS];
};

/* Plans DISTRIBUTE 1: a wave for each distance, d stages; and DISTRIBUTE 2: few waves. Stout &
 * Wagar 1990, section 5. Returns 0, or -ENOMEM with why if a message would have more than 2^32
 * units. */
int distribute_waves_by_stage(struct distribute_waves *wavelets, int d);
int distribute_waves_in_waves(struct distribute_waves *wavelets, int d);

#endif
