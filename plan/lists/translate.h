/* Translates the packets of a view: finds the bytes that other nodes send like node 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_LISTS_TRANSLATE_H
#define PLAN_LISTS_TRANSLATE_H

#include "plan/schedule.h"

/* Returns the bytes of node w that correspond to the first bytes of node 0's range, and takes these
 * first bytes off the range. The result is a single range. Bytes are left in the range only if the
 * range goes beyond a slice of an all-reduce. */
struct range range_translated(const struct schedule *schedule, int w, struct range *range);

/* Returns the node from which the packet comes to node 0 that corresponds to a packet of node 0. */
static inline int view_sender(const struct schedule *schedule, const struct packet *packet)
{
	return network_neighbour(&schedule->problem.net, 0, packet_back_port(schedule, packet));
}

#endif
