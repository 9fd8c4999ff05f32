/* Follows the steps of all nodes on the clocks of the threads that serve the nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "plan/model/replay.h"

/* A thread serves its nodes in turn, each until the node must wait for a packet. The thread with the
 * least clock goes on, a step at a time. So a packet that a thread does not see will not come before
 * the thread's clock. Where no node can go on, the thread rests until the next packet comes. */

enum {
	INLINE_BYTES = 40,	 /* fit in the cache line of a packet's flag */
	EAGER_BYTES = 1024,	 /* are copied to the ring's memory */
	SHARED_BYTES = 64 << 10, /* or more are copied by both ends (runtime/team/split_copy.c) */
	SEEN_THREADS = 64
};

struct replay_thread {
	double clock; /* of the next step; INFINITY: nothing will happen before a packet comes */
	double since; /* the end of the last step */
	int first, end, at, left; /* nodes; nodes that have steps left */
	bool rests;
};

struct replay_node {
	size_t next, end;
	size_t tail;	     /* the first of the steps that are sends to the end */
	bool sent, received; /* bytes */
	uint64_t seen;	     /* by threads: the node's bytes */
};

struct clocks {
	struct replay *replay;
	struct replay_thread *thread;
	struct replay_node *node;
	double end;
};

static int thread_of(const struct clocks *c, int v)
{
	return (int)((long long)v * c->replay->threads / c->replay->nodes);
}

/* Returns the costs of a node's moves. */
static const struct operation_costs *costs_of(const struct clocks *c, int v)
{
	return &c->replay->costs[c->replay->past[v]];
}

static const struct form_costs *form_of(
	const struct operation_costs *costs, const struct load *load)
{
	return load->bytes <= INLINE_BYTES  ? &costs->inlined
	       : load->bytes <= EAGER_BYTES ? &costs->eager
					    : &costs->lent;
}

/* ---- Moves ---- */

/* Returns true if another thread works at that time. */
static bool others_work(const struct clocks *c, int thread, double clock)
{
	for (int t = 0; t < c->replay->threads; t++)
		if (t != thread &&
			(c->thread[t].since > clock || (!c->thread[t].rests && c->thread[t].left)))
			return true;
	return false;
}

/* Notes that a thread reads the bytes of a node. Returns where the bytes were. */
static enum bytes_from read_by(struct clocks *c, int from, int thread)
{
	struct replay_node *node = &c->node[from];
	uint64_t bit = thread < SEEN_THREADS ? (uint64_t)1 << thread : 0;
	bool seen = node->seen & bit;

	if (!c->replay->distinct)
		node->seen |= bit;
	return seen ? BYTES_SEEN : node->received ? BYTES_PASSED : BYTES_OWN;
}

static double byte_of(const struct operation_costs *costs, const struct load *load, bool near,
	enum bytes_from from, bool busy)
{
	if (load->fold && !load->late)
		return near ? costs->fold_within[from][busy] : costs->fold_between[from][busy];
	return near ? costs->within[from][busy] : costs->between[from][busy];
}

/* Lets the sender's core help from the time at which the core is free. Returns the end. */
static double land_together(
	struct clocks *c, const struct load *load, double begin, enum bytes_from from, double alone)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	struct replay_thread *sender = &c->thread[thread_of(c, load->from)];
	double both = load->fold && !load->late ? costs->fold_both[from] : costs->both[from];
	double joins = fmax(begin, sender->since) + costs->inlined.way;
	double left = load->bytes - (joins - begin) / alone, end;

	if (!sender->rests && sender->left)
		return begin + load->bytes * alone;
	if (left <= 0 || both >= alone)
		return begin + load->bytes * alone;
	end = joins + left * both;
	sender->since = end;
	if (sender->clock < end)
		sender->clock = end;
	return end;
}

/* Returns the time at which the bytes of a lent packet are in place. */
static double land_lent(struct clocks *c, const struct load *load, int thread, double clock)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	bool near = thread == thread_of(c, load->from), busy = others_work(c, thread, clock);
	enum bytes_from from = read_by(c, load->from, thread);

	if (near || load->bytes < SHARED_BYTES || !load->helps)
		clock += load->bytes * byte_of(costs, load, near, from, busy);
	else
		clock = land_together(
			c, load, clock, from, byte_of(costs, load, near, from, false));
	return clock + (load->late ? load->bytes * costs->fold_within[BYTES_PASSED][busy] : 0);
}

static double land(struct clocks *c, const struct load *load, int thread, double clock)
{
	const struct operation_costs *costs = costs_of(c, load->to);
	bool near = thread == thread_of(c, load->from);

	clock += costs->packet + load->pieces * costs->piece;
	clock += load->fold || load->late ? costs->fold : 0;
	if (load->bytes > 0 && !c->node[load->to].received)
		clock += costs->miss;
	if (!near)
		clock += form_of(costs, load)->stall;
	if (load->bytes <= INLINE_BYTES)
		return clock;
	if (load->bytes <= EAGER_BYTES)
		return clock +
		       load->bytes * (near ? costs->within[BYTES_PASSED][0] : costs->eager_byte);
	return land_lent(c, load, thread, clock);
}

/* ---- Steps ---- */

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
	double end = land(c, load, thread, clock);

	if (load < c->replay->load + c->replay->loads / 2)
		c->replay->half = fmax(c->replay->half, end);
	node->received = true;
	node->seen = 0;
	if (load->bytes > EAGER_BYTES && thread != thread_of(c, load->from))
		c->end = fmax(c->end, end + costs->inlined.way + costs->packet);
	return end;
}

/* Copies the node's own block, or reads the block of another node. */
static double move_block(struct clocks *c, int v, int from, double clock)
{
	const struct operation_costs *costs = costs_of(c, v);
	int thread = thread_of(c, v);
	bool near = thread == thread_of(c, from), busy = others_work(c, thread, clock);
	enum bytes_from bytes = read_by(c, from, thread);

	if (bytes == BYTES_PASSED)
		bytes = BYTES_OWN; /* the output has changed, and not the block */
	return clock + costs->packet / 2 +
	       c->replay->block * (near ? costs->within[bytes][busy] : costs->between[bytes][busy]);
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
		thread->clock = move_block(
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
