/* An application's team, and the collectives that it runs on it. */
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
	double peak; /* bytes per second of one link; NAN when it could not be measured */
};

/* One collective, as it went. */
struct app_run {
	const char *collective;
	char algorithm[64];
	size_t bytes;	     /* of one block */
	const char *forward; /* "copy" or "reference" */
	size_t busiest_link; /* bytes over the link that carries most; by reference 0 */
	double seconds;
	double predicted; /* seconds; NAN when there is no prediction */
};

/* Every node's input and output. */
struct room {
	unsigned char *in, *out;
	size_t in_stride, out_stride;
	struct grove_buffers *nodes;
};

/* All of these end the program on error. */
void session_open(struct app_session *session, const struct common *common, const char *network);
void session_close(struct app_session *session);

/* Whether the network is a cube with links, for which there are schedules of its own. */
bool session_on_cube(const struct app_session *session);

void session_each(struct app_session *session, grove_body *body, void *argument);

/* Makes a plan, runs it once to warm up and once by the clock. The problem's `bytes` is the size of
 * a block. */
void session_run(struct app_session *session, struct app_run *run, const struct grove_problem *problem,
	const struct room *room);

/* Memory for the nodes, so many bytes for each; a node's own is at room_in and room_out. */
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
