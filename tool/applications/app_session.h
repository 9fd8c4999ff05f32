/* Declares an application's team, and the memory of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_APP_SESSION_H
#define TOOL_APPLICATIONS_APP_SESSION_H

#include <grove_measure.h>
#include "perf/disturbance.h"
#include "tool/arguments/options.h"

struct app_session {
	struct grove_team *team;
	struct network net;
	struct watch *watch;
	int nodes, threads;
	int runs;      /* launches; this process is one of these */
	double budget; /* seconds to measure a series of steps */
	bool watches;  /* links are measured one by one */
	bool lists;    /* and listed in a table */
	struct grove_plan *barrier;
	double barrier_predicted; /* seconds, by the model; NAN: no prediction */
	double read, write; /* seconds to read the input file and to write the output; NAN: none */
};

/* The input and output of every node. */
struct room {
	unsigned char *in, *out;
	size_t in_stride, out_stride;
	struct grove_buffers *nodes;
	uint64_t *seen; /* a line for each node: a sum of its output */
};

/* Returns the seconds that the model predicts for blocks of that many bytes; NAN: no prediction. */
double session_predict(
	const struct app_session *session, const struct grove_plan *plan, size_t bytes);

/* All these functions end the command on error. The network is that of --network, else
 * `network`. */
void app_session_open(
	struct app_session *session, const struct options *options, const char *network);
void app_session_close(struct app_session *session);

/* Returns true if the network is a cube with links. Cubes have schedules of their own. */
bool session_on_cube(const struct app_session *session);

void session_each(struct app_session *session, grove_body *body, void *argument);

/* Allocates that many bytes for each node. A node's buffers are at room_in and room_out. */
void room_open(struct room *room, int nodes, size_t in_bytes, size_t out_bytes);
void room_close(struct room *room);

/* Makes every byte of the outputs another. */
void room_spoil(const struct room *room, int nodes);

/* Reads that many bytes of a node's output, as the next step of an application would. */
void room_look(const struct room *room, int node, const void *output, size_t bytes);

static inline unsigned char *room_in(const struct room *room, int node)
{
	return room->in ? room->in + (size_t)node * room->in_stride : NULL;
}

static inline unsigned char *room_out(const struct room *room, int node)
{
	return room->out ? room->out + (size_t)node * room->out_stride : NULL;
}

#endif
