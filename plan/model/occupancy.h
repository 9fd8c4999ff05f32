/* Occupancy: until when links, and the ports of nodes, are busy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_OCCUPANCY_H
#define PLAN_MODEL_OCCUPANCY_H

#include "plan/schedule.h"

struct side;
struct link;

struct occupancy {
	const struct schedule *schedule;
	struct side *send, *receive; /* of each node; NULL when ports are free */
	struct link *link;	     /* of each node and port */
};

/* What a packet occupies: nodes are 0 in a view. */
struct ends {
	int sender, receiver;
	int to, from; /* the sender's partner, the receiver's partner */
	struct link *link;
	int turns; /* 2 when a view's two directions exclude each other: the packet costs double */
};

/* 0 or -ENOMEM; occupancy_free takes one that is all zeros. */
int occupancy_open(struct occupancy *occupancy, const struct schedule *schedule);
void occupancy_free(struct occupancy *occupancy);

struct ends occupancy_ends(const struct occupancy *occupancy, const struct packet *packet);

/* When all that excludes a packet with these ends has ended. */
double occupancy_free_at(const struct occupancy *occupancy, const struct ends *ends);

/* A packet with these ends takes until then. */
void occupancy_take(struct occupancy *occupancy, const struct ends *ends, double until);

#endif
