/* The origin of bytes: the port by which they left their first node, or came to their last. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_ORIGINS_H
#define ANALYSIS_DRAW_ORIGINS_H

#include "plan/model/arrival_times.h"

/* Trees of a family differ in the port of their root, so this tells which tree bytes go along. */
struct origins {
	const struct schedule *schedule;
	struct arrivals ports;
};

/* 0 or -ENOMEM. */
int origins_open(struct origins *origins, const struct schedule *schedule);
void origins_free(struct origins *origins);

/* The port, 0 <= p < ports; that of the block's first byte where a range has several. 0 where
 * nothing is known, and of no bytes. */
int origins_port(const struct origins *origins, const struct range *range);

/* True where it says anything: not of collectives in which all nodes begin and all end. */
bool origins_known(const struct problem *problem);

#endif
