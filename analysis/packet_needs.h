/* Finds the earlier packets of a node for which each packet of the node must wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_PACKET_NEEDS_H
#define ANALYSIS_PACKET_NEEDS_H

#include "plan/schedule.h"

/* The packets of a node in the node's order: step by step, sends before receives. Packet i is
 * number packet[i] of the schedule, and waits for the packets need[first[i]] ... need[first[i + 1]
 * - 1], which are places in `packet`, rising. A packet waits for an earlier packet of the node with
 * the same bytes, if at least one of the two is received: a send for the bytes that it sends, and a
 * receive until its place may be written. News of a barrier, and runs of a scan, come from all runs
 * and news within. */
struct packet_needs {
	uint32_t count;
	uint32_t *packet, *first, *need;
	size_t needs, room;
};

/* Finds the needs of node v. The schedule has an index (schedule_index). Returns 0 or -ENOMEM with
 * why. packet_needs_free accepts all zeros. */
int packet_needs_find(struct packet_needs *needs, const struct schedule *schedule, int v);
void packet_needs_free(struct packet_needs *needs);

#endif
