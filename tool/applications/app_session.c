/* Opens an application's team, and allocates the memory of the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "library/handles.h"
#include "library/machine/machine_levels.h"
#include "perf/launch_process.h"
#include "tool/applications/app_session.h"
#include "tool/files/need.h"

enum {
	LINE = 64
};

double session_predict(const struct app_session *s, const struct grove_plan *plan, size_t bytes)
{
	double seconds;

	return grove_predict(s->team, plan, bytes, &seconds) ? NAN : seconds;
}

static void plan_barrier(struct app_session *s)
{
	const struct grove_problem problem = { .collective = "barrier" };

	need_done(grove_plan_make(&s->barrier, s->net.name, &problem));
	s->barrier_predicted = session_predict(s, s->barrier, 0);
}

void app_session_open(struct app_session *s, const struct options *options, const char *network)
{
	bool shows = option_given(options, OPTION_LINKS) || options->picture ||
		     options->form == FORM_JSON;
	struct grove_team_options how = { .threads = options->threads };

	*s = (struct app_session){ .runs = options->runs,
		.budget = options->seconds,
		.watches = shows && launch_descriptor() < 0,
		.lists = option_given(options, OPTION_LINKS),
		.read = NAN,
		.write = NAN };
	need_done(machine_levels_network(
		&s->net, options->network ? options->network : network, NULL));
	how.network = s->net.name;
	need_done(grove_team_open(&s->team, &how));
	need_done(watch_open(&s->watch, team_inside(s->team)));
	s->nodes = grove_team_nodes(s->team);
	s->threads = grove_team_threads(s->team);
	plan_barrier(s);
}

void app_session_close(struct app_session *s)
{
	watch_close(s->watch);
	grove_plan_free(s->barrier);
	need_done(grove_team_free(s->team));
}

bool session_on_cube(const struct app_session *s)
{
	return s->nodes > 1 && !strncmp(s->net.name, "cube:", strlen("cube:"));
}

void session_each(struct app_session *s, grove_body *body, void *argument)
{
	need_done(grove_team_phase(s->team, body, argument));
}

/* Returns the distance between two nodes' buffers, so that no two nodes write to the same cache
 * line. */
static size_t stride_of(size_t bytes)
{
	return need_sum(bytes, LINE - 1) & ~(size_t)(LINE - 1);
}

void room_open(struct room *room, int nodes, size_t in_bytes, size_t out_bytes)
{
	room->in_stride = stride_of(in_bytes);
	room->out_stride = stride_of(out_bytes);
	room->in = need_memory((size_t)nodes, room->in_stride);
	room->out = need_memory((size_t)nodes, room->out_stride);
	room->nodes = need_memory((size_t)nodes, sizeof *room->nodes);
	room->seen = need_memory((size_t)nodes, LINE);
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
		bytes_spoil(room->out, (size_t)nodes * room->out_stride);
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
