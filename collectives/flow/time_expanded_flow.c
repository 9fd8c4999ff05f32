/* Fills a time-expanded network with as much flow as possible. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/flow/time_expanded_flow.h"

/* The algorithm is Dinic's (1970): blocking flows in the graph of levels. Arcs are not stored. The
 * moves of a state are numbered
 *	0 ... ports - 1			over a link, into the next step
 *	ports				stays (after the last step: arrives)
 *	ports + 1 ... 2 ports		takes back units that a neighbour sent in the step before
 *	2 ports + 1			takes back units that stayed here in the step before
 */

int expanded_flow_new(struct expanded_flow **expansion, const struct network *net, int steps)
{
	size_t nodes = (size_t)net->nodes, links = nodes * (size_t)net->ports;
	size_t states = nodes * ((size_t)steps + 1);
	struct expanded_flow *e = calloc(1, sizeof *e);

	if (!e)
		return why(ENOMEM, "no memory for a flow on %s", net->name);
	e->net = *net;
	e->steps = steps;
	e->back = malloc(((size_t)net->ports + 1) * sizeof *e->back);
	e->next = malloc((links + 1) * sizeof *e->next);
	e->link = calloc(links * (size_t)steps + 1, sizeof *e->link);
	e->kept = calloc(states, sizeof *e->kept);
	e->level = malloc(states * sizeof *e->level);
	e->cursor = malloc(states * sizeof *e->cursor);
	if (!e->back || !e->next || !e->link || !e->kept || !e->level || !e->cursor) {
		expanded_flow_free(e);
		return why(ENOMEM, "no memory for a flow on %s", net->name);
	}
	for (int p = 0; p < net->ports; p++)
		e->back[p] = network_reverse_port(net, p);
	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++)
			e->next[v * net->ports + p] = network_neighbour(net, v, p);
	*expansion = e;
	return 0;
}

void expanded_flow_free(struct expanded_flow *e)
{
	if (!e)
		return;
	free(e->back);
	free(e->next);
	free(e->link);
	free(e->kept);
	free(e->level);
	free(e->cursor);
	free(e);
}

void expanded_flow_drain(struct expanded_flow *e)
{
	size_t nodes = (size_t)e->net.nodes, steps = (size_t)e->steps;

	memset(e->link, 0, nodes * (size_t)e->net.ports * steps * sizeof *e->link);
	memset(e->kept, 0, nodes * (steps + 1) * sizeof *e->kept);
}

/* One move from a state: the next state (-1: out; -2: there is no such move), the flow of the arc,
 * the most that the arc takes, and whether the move takes flow back. */
struct flow_move {
	int to;
	bool back;
	int64_t *flow, most;
};

static int64_t room_of(struct flow_move m)
{
	return m.back ? *m.flow : m.most - *m.flow;
}

/* Returns the room of the opposite move, from the next state. */
static int64_t room_back(struct flow_move m)
{
	return m.back ? m.most - *m.flow : *m.flow;
}

static struct flow_move stay(struct expanded_flow *e, int v, int t)
{
	int64_t *kept = &e->kept[(size_t)t * (size_t)e->net.nodes + (size_t)v];

	return (struct flow_move){ t < e->steps ? (t + 1) * e->net.nodes + v : -1, false, kept,
		e->keep[t] ? e->keep[t][v] : INT64_MAX };
}

static struct flow_move cross(struct expanded_flow *e, int v, int t, int port)
{
	int nodes = e->net.nodes, ports = e->net.ports, link = v * ports + port;
	int64_t *flow = &e->link[(size_t)t * (size_t)nodes * (size_t)ports + (size_t)link];
	bool open = !e->open[t] || e->open[t][link];

	return (struct flow_move){ (t + 1) * nodes + e->next[link], false, flow,
		open ? e->length[t] : 0 };
}

static struct flow_move move_of(struct expanded_flow *e, int v, int t, int i)
{
	int nodes = e->net.nodes, ports = e->net.ports, before = v;
	struct flow_move m = { .to = -2 };

	if (i == ports)
		return stay(e, v, t);
	if (i < ports ? t == e->steps : t == 0)
		return m;
	if (i < ports)
		return cross(e, v, t, i);
	if (i <= 2 * ports)
		before = e->next[v * ports + i - ports - 1];
	m = i <= 2 * ports ? cross(e, before, t - 1, e->back[i - ports - 1]) : stay(e, v, t - 1);
	m.to = (t - 1) * nodes + before;
	m.back = true;
	return m;
}

/* Finds the levels of the states that the residual network reaches from the source, as far as the
 * first state that leads out. Returns true if any state leads out. `cursor` serves as the queue. */
static bool find_levels(struct expanded_flow *e)
{
	int nodes = e->net.nodes, moves = 2 * e->net.ports + 2, end = 1, last = INT_MAX;

	memset(e->level, 0xff, (size_t)nodes * ((size_t)e->steps + 1) * sizeof *e->level);
	e->level[0] = 0;
	e->cursor[0] = 0;
	for (int i = 0; i < end && e->level[e->cursor[i]] < last; i++) {
		int s = e->cursor[i], v = s % nodes, t = s / nodes;

		for (int k = 0; k < moves; k++) {
			struct flow_move m = move_of(e, v, t, k);

			if (m.to == -2 || room_of(m) <= 0)
				continue;
			if (m.to < 0) {
				last = e->level[s];
			} else if (e->level[m.to] < 0) {
				e->level[m.to] = e->level[s] + 1;
				e->cursor[end++] = m.to;
			}
		}
	}
	return last < INT_MAX;
}

/* Pushes up to `amount` out of a state along rising levels. Returns the units pushed. */
static int64_t push(struct expanded_flow *e, int state, int64_t amount)
{
	int moves = 2 * e->net.ports + 2, v = state % e->net.nodes, t = state / e->net.nodes;
	int64_t pushed = 0;

	for (int *k = &e->cursor[state]; *k < moves; ++*k) {
		struct flow_move m = move_of(e, v, t, *k);
		int64_t most = amount - pushed;

		if (m.to == -2 || (m.to >= 0 && e->level[m.to] != e->level[state] + 1))
			continue;
		most = room_of(m) < most ? room_of(m) : most;
		if (m.to >= 0 && most > 0)
			most = push(e, m.to, most);
		*m.flow += m.back ? -most : most;
		pushed += most;
		if (pushed == amount)
			break;
	}
	return pushed;
}

int64_t expanded_flow_fill(struct expanded_flow *e)
{
	size_t states = (size_t)e->net.nodes * ((size_t)e->steps + 1);
	int64_t all = 0;

	while (find_levels(e)) {
		memset(e->cursor, 0, states * sizeof *e->cursor);
		all += push(e, 0, INT64_MAX);
	}
	return all;
}

/* Gives level 0 to the states from which more units could be brought out, found backwards from the
 * end, and -1 to all others. */
static void find_ends(struct expanded_flow *e)
{
	int nodes = e->net.nodes, moves = 2 * e->net.ports + 2, end = 0;

	memset(e->level, 0xff, (size_t)nodes * ((size_t)e->steps + 1) * sizeof *e->level);
	for (int v = 0, last = e->steps * nodes; v < nodes; v++)
		if (room_of(stay(e, v, e->steps)) > 0) {
			e->level[last + v] = 0;
			e->cursor[end++] = last + v;
		}
	for (int i = 0; i < end; i++) {
		int s = e->cursor[i], v = s % nodes, t = s / nodes;

		for (int k = 0; k < moves; k++) {
			struct flow_move m = move_of(e, v, t, k);

			if (m.to >= 0 && e->level[m.to] < 0 && room_back(m) > 0) {
				e->level[m.to] = 0;
				e->cursor[end++] = m.to;
			}
		}
	}
}

/* Counts the open links of step t that lead out of the source's side. */
static int64_t links_across(const struct expanded_flow *e, int t, const bool *inside)
{
	int nodes = e->net.nodes, ports = e->net.ports;
	int64_t count = 0;

	for (int v = 0; v < nodes; v++)
		for (int p = 0; p < ports && inside[t * nodes + v]; p++)
			count += !inside[(t + 1) * nodes + e->next[v * ports + p]] &&
				 (!e->open[t] || e->open[t][v * ports + p]);
	return count;
}

int64_t expanded_flow_cut(struct expanded_flow *e, bool far, int64_t crossing[EXPANSION_STEPS])
{
	int nodes = e->net.nodes, states = nodes * (e->steps + 1);
	bool *inside = (bool *)e->cursor; /* no longer needed, and large enough */
	int64_t beyond = 0;

	if (far)
		find_ends(e);
	else
		find_levels(e);
	for (int s = 0; s < states; s++)
		inside[s] = far ? e->level[s] < 0 : e->level[s] >= 0;
	for (int t = 0; t < e->steps; t++) {
		crossing[t] = links_across(e, t, inside);
		for (int v = 0; v < nodes && e->keep[t]; v++)
			if (inside[t * nodes + v] && !inside[(t + 1) * nodes + v])
				beyond -= e->keep[t][v];
	}
	for (int v = 0; v < nodes; v++)
		if (!inside[e->steps * nodes + v])
			beyond += e->keep[e->steps][v];
	return beyond;
}

void expanded_flow_cancel(struct expanded_flow *e)
{
	size_t nodes = (size_t)e->net.nodes, ports = (size_t)e->net.ports;

	for (size_t t = 0; t < (size_t)e->steps; t++)
		for (size_t v = 0; v < nodes; v++)
			for (size_t p = 0; p < ports; p++) {
				size_t w = (size_t)e->next[v * ports + p];
				size_t back = (size_t)e->back[p];
				int64_t *there = &e->link[(t * nodes + v) * ports + p];
				int64_t *here = &e->link[(t * nodes + w) * ports + back];
				int64_t both = *there < *here ? *there : *here;

				*there -= both;
				*here -= both;
				e->kept[t * nodes + v] += both;
				e->kept[t * nodes + w] += both;
			}
}
