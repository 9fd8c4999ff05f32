/* Declares an application's team, and the collectives that the application runs on the team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_SESSION_H
#define APPS_APP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <grove.h>
#include "apps/app_options.h"

struct app_session {
	struct grove_team *team;
	const char *network;
	int nodes, threads;
	double peak; /* bytes per second of a link; NAN when not measurable */
};

/* The results of a collective. */
struct app_run {
	const char *collective;
	char algorithm[64];
	size_t bytes;	     /* of one block */
	const char *forward; /* "copy" or "reference" */
	size_t busiest_link; /* bytes over the busiest link; by reference 0 */
	double seconds;
	double predicted; /* seconds; NAN when there is no prediction */
};

/* The input and output of every node. */
struct room {
	unsigned char *in, *out;
	size_t in_stride, out_stride;
	struct grove_buffers *nodes;
};

/* All these functions end the application on error. */
void session_open(struct app_session *session, const struct common *common, const char *network);
void session_close(struct app_session *session);

/* Returns true if the network is a cube with links. Cubes have schedules of their own. */
bool session_on_cube(const struct app_session *session);

void session_each(struct app_session *session, grove_body *body, void *argument);

/* Makes a plan, runs the plan once to warm up and once by the clock. The problem's `bytes` is the
 * size of a block. */
void session_run(struct app_session *session, struct app_run *run,
	const struct grove_problem *problem, const struct room *room);

/* Allocates so many bytes for each node. A node's buffers are at room_in and room_out. */
void room_open(struct room *room, int nodes, size_t in_bytes, size_t out_bytes);
void room_close(struct room *room);

static inline unsigned char *room_in(const struct room *room, int node)
{
	return room->in ? room->in + (size_t)node * room->in_stride : NULL;
}

static inline unsigned char *room_out(const struct room *room, int node)
{
	return room->out ? room->out + (size_t)node * room->out_stride : NULL;
}

#endif
