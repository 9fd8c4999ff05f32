/* Opens an application's team, and allocates the memory of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "apps/fail.h"
#include "apps/app_launches.h"
#include "apps/app_memory.h"
#include "apps/app_session.h"

enum {
	LINE = 64,
	THREADS_MAX = 1 << 20,
	RUNS_MAX = 100
};
static const double BUDGET = 0.5;

void need_done(int error)
{
	const char *why;

	if (!error)
		return;
	why = grove_why();
	fail(error == -ETIMEDOUT || error == -EDEADLK ? TIMED_OUT : REFUSED, "%s",
		*why ? why : strerror(-error));
}

double session_predict(const struct app_session *s, const struct grove_plan *plan, size_t bytes)
{
	double seconds;

	return grove_predict(s->team, plan, bytes, &seconds) ? NAN : seconds;
}

static void plan_barrier(struct app_session *s)
{
	const struct grove_problem problem = { .collective = "barrier" };

	need_done(grove_plan_make(&s->barrier, s->network, &problem));
	s->barrier_predicted = session_predict(s, s->barrier, 0);
}

void session_open(struct app_session *s, const struct common *common, const char *network)
{
	struct grove_team_options options = { 0 };

	s->network = options.network = common->network ? common->network : network;
	if (common->threads)
		options.threads = (int)option_number("--threads", common->threads, 1, THREADS_MAX);
	s->budget = common->seconds ? option_seconds("--seconds", common->seconds) : BUDGET;
	s->runs = common->runs ? (int)option_number("--runs", common->runs, 1, RUNS_MAX) : 1;
	need_done(grove_team_open(&s->team, &options));
	s->nodes = grove_team_nodes(s->team);
	s->threads = grove_team_threads(s->team);
	s->lists = common->links;
	s->watches = !launches_inside() && (common->links || common->picture || common->json);
	plan_barrier(s);
	s->read = s->write = NAN;
}

void session_close(struct app_session *s)
{
	grove_plan_free(s->barrier);
	need_done(grove_team_free(s->team));
}

bool session_on_cube(const struct app_session *s)
{
	return s->nodes > 1 && !strncmp(s->network, "cube:", strlen("cube:"));
}

void session_each(struct app_session *s, grove_body *body, void *argument)
{
	need_done(grove_team_phase(s->team, body, argument));
}

/* Returns the distance between two nodes' buffers, so that no two nodes write to the same cache
 * line. */
static size_t stride_of(size_t bytes)
{
	return plus(bytes, LINE - 1) & ~(size_t)(LINE - 1);
}

void room_open(struct room *room, int nodes, size_t in_bytes, size_t out_bytes)
{
	room->in_stride = stride_of(in_bytes);
	room->out_stride = stride_of(out_bytes);
	room->in = memory((size_t)nodes, room->in_stride);
	room->out = memory((size_t)nodes, room->out_stride);
	room->nodes = memory((size_t)nodes, sizeof *room->nodes);
	room->seen = memory((size_t)nodes, LINE);
	for (int v = 0; v < nodes; v++)
		room->nodes[v] = (struct grove_buffers){ room_in(room, v), room_out(room, v) };
}

void room_close(struct room *room)
{
	free(room->in);
	free(room->out);
	free(room->nodes);
	free(room->seen);
}

void room_spoil(const struct room *room, int nodes)
{
	if (room->out)
		memory_spoil(room->out, (size_t)nodes * room->out_stride);
}

void room_look(const struct room *room, int node, const void *output, size_t bytes)
{
	const unsigned char *at = output;
	uint64_t sum = 0, word;

	for (; bytes >= sizeof word; at += sizeof word, bytes -= sizeof word) {
		memcpy(&word, at, sizeof word);
		sum += word;
	}
	room->seen[(size_t)node * (LINE / sizeof sum)] = sum + (bytes ? *at : 0);
}
