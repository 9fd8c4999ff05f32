/* Follows the steps of all nodes on the clocks of the threads that serve the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "plan/model/replay_clocks.h"

/* A thread serves its nodes in turn, each until the node must wait for a packet. The thread with
 * the least clock goes on, a step at a time. So a packet that a thread does not see will not come
 * before the thread's clock. Where no node can go on, the thread rests until the next packet
 * comes. */

/* Wakes a thread that rests: a packet comes. */
static void wake(struct replay_thread *thread, double ready)
{
	if (thread->rests && fmax(thread->since, ready) < thread->clock)
		thread->clock = fmax(thread->since, ready);
}

static double send_load(struct clocks *c, struct load *load, int thread, double clock)
{
	const struct operation_costs *costs = costs_of(c, load->from);
	int other = thread_of(c, load->to);
	struct replay_node *node = &c->node[load->from];

	clock += costs->packet;
	if (load->bytes > 0 && load->bytes <= EAGER_BYTES && !node->sent) {
		clock += costs->miss;
		node->sent = true;
	}
	if (load->bytes > INLINE_BYTES && load->bytes <= EAGER_BYTES)
		clock += load->bytes * costs->within[BYTES_PASSED][0];
	load->sent = true;
	load->helps = node->next >= node->tail;
	load->ready = clock;
	if (thread != other)
		load->ready += form_of(costs, load)->way;
	wake(&c->thread[other], load->ready);
	return clock;
}

static double receive_load(struct clocks *c, struct load *load, int thread, double clock)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	struct replay_node *node = &c->node[load->to];
	double end = clocks_land(c, load, thread, clock);

	if (load < c->replay->load + c->replay->loads / 2)
		c->replay->half = fmax(c->replay->half, end);
	node->received = true;
	node->seen = 0;
	if (load->bytes > EAGER_BYTES && thread != thread_of(c, load->from))
		c->end = fmax(c->end, end + costs->inlined.way + costs->packet);
	return end;
}

/* Does the next step of a node. Returns false if the node must wait. */
static bool step_node(struct clocks *c, int v, int t)
{
	struct replay_thread *thread = &c->thread[t];
	struct replay_node *node = &c->node[v];
	const struct step *step = &c->replay->step[node->next];
	struct load *load = step->kind <= STEP_RECEIVE ? &c->replay->load[step->of] : NULL;

	if (step->kind == STEP_RECEIVE && !(load->sent && load->ready <= thread->clock))
		return false;
	if (step->kind == STEP_SEND)
		thread->clock = send_load(c, load, t, thread->clock);
	else if (step->kind == STEP_RECEIVE)
		thread->clock = receive_load(c, load, t, thread->clock);
	else
		thread->clock = clocks_move(
			c, v, step->kind == STEP_COPY ? v : (int)step->of, thread->clock);
	thread->since = thread->clock;
	node->next++;
	thread->left -= node->next == node->end;
	return true;
}

/* Rests until the first packet comes that a node of the thread waits for. */
static void rest(struct clocks *c, struct replay_thread *thread)
{
	thread->rests = true;
	thread->clock = INFINITY;
	for (int v = thread->first; v < thread->end; v++) {
		const struct replay_node *node = &c->node[v];
		const struct load *load;

		if (node->next == node->end)
			continue;
		load = &c->replay->load[c->replay->step[node->next].of];
		if (load->sent)
			wake(thread, load->ready);
	}
}

/* Goes on with the first node of the thread, in turn, that can do a step. */
static void step_thread(struct clocks *c, int t)
{
	struct replay_thread *thread = &c->thread[t];
	int nodes = thread->end - thread->first;

	thread->rests = false;
	for (int k = 0; k < nodes; k++) {
		const struct replay_node *node = &c->node[thread->at];

		if (node->next < node->end && step_node(c, thread->at, t))
			break;
		if (++thread->at == thread->end)
			thread->at = thread->first;
		if (k + 1 == nodes)
			rest(c, thread);
	}
	if (!thread->left) {
		thread->rests = true;
		thread->clock = INFINITY;
	}
}

/* Returns the thread with the least clock, or -1 if all threads rest for ever. */
static int next_thread(const struct clocks *c)
{
	int least = -1;

	for (int t = 0; t < c->replay->threads; t++)
		if (c->thread[t].left && c->thread[t].clock < INFINITY &&
			(least < 0 || c->thread[t].clock < c->thread[least].clock))
			least = t;
	return least;
}

static void begin(struct clocks *c)
{
	const struct replay *r = c->replay;

	for (int t = 0; t < r->threads; t++)
		c->thread[t].first = r->nodes;
	for (int v = 0; v < r->nodes; v++) {
		struct replay_thread *thread = &c->thread[thread_of(c, v)];
		struct replay_node *node = &c->node[v];

		*node = (struct replay_node){ r->first[v], r->first[v + 1], r->first[v + 1] };
		while (node->tail > node->next && r->step[node->tail - 1].kind == STEP_SEND)
			node->tail--;
		if (thread->first == r->nodes)
			thread->first = thread->at = v;
		thread->end = v + 1;
		thread->left += node->next < node->end;
		thread->clock = thread->since += costs_of(c, v)->call;
	}
	for (size_t i = 0; i < r->loads; i++)
		r->load[i].sent = false;
}

double replay_run(struct replay *replay)
{
	struct clocks c = { .replay = replay,
		.thread = calloc((size_t)replay->threads, sizeof *c.thread),
		.node = calloc((size_t)replay->nodes, sizeof *c.node) };
	double end = NAN;
	int t, left = 0;

	if (c.thread && c.node) {
		begin(&c);
		while ((t = next_thread(&c)) >= 0)
			step_thread(&c, t);
		for (t = 0; t < replay->threads; t++) {
			c.end = fmax(c.end, c.thread[t].since);
			left += c.thread[t].left;
		}
		end = left ? -1 : c.end;
	}
	free(c.thread);
	free(c.node);
	return end;
}
