/* Occupancy says until when links and the ports of nodes are busy. */
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

/* The resources that a packet occupies. In a view all nodes are node 0. */
struct ends {
	int sender, receiver;
	int to, from; /* the sender's partner, the receiver's partner */
	struct link *link;
	/* 2: the two directions of a view exclude each other, and a packet takes twice the time */
	int turns;
};

/* Returns 0 or -ENOMEM. occupancy_free accepts a struct of zeros. */
int occupancy_open(struct occupancy *occupancy, const struct schedule *schedule);
void occupancy_free(struct occupancy *occupancy);

struct ends occupancy_ends(const struct occupancy *occupancy, const struct packet *packet);

/* Returns the time at which all packets that exclude a packet with these ends have ended. */
double occupancy_free_at(const struct occupancy *occupancy, const struct ends *ends);

/* Occupies the resources of a packet with these ends until that time. */
void occupancy_take(struct occupancy *occupancy, const struct ends *ends, double until);

#endif
