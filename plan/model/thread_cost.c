/* Follows the packets of a round over the threads that carry the packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/packet_walk.h"
#include "plan/model/zero_copy_cost.h"
#include "plan/model/thread_cost.h"

/* Where a core serves several nodes, the time depends on the work of each core and on the waits of
 * cores for each other, and not on the links. On two cores, for example, the best broadcast is a
 * path through all nodes of each core that crosses between the cores once, although the path has
 * the largest number of steps.
 *
 * Bytes that a node received or combined in this operation are only in the cache of the node's own
 * core, and another core fetches each cache line (tau). A node's earlier bytes are also in the
 * cache of another core that read the bytes last time (folded_tau). So the best reduction on two
 * cores crosses before combining. Both cores copy parts of a large packet, as far as the sender's
 * core has no other work. With zero-copy forwarding packets carry no bytes, and at the end each
 * node reads its blocks from the first nodes. */

enum {
	INLINE_BYTES = 40, /* fit in the cache line of a packet's flag */
	/* are copied to a slot's buffer, and come anew from the sender each time */
	SLOT_BYTES = 1024,
	SHARED_BYTES = 64 << 10 /* or more are copied by both ends (runtime/team/split_copy.h) */
};

/* A packet over a link at a time. In a symmetric plan each node has such a packet. */
struct load {
	int32_t time, from, to;
	uint32_t pieces;
	double bytes;
	double ready; /* the time from which the receiver can take the packet */
	bool fold;    /* the receiver combines the packet with its own bytes, and reads both */
	bool fresh;   /* the sender has received a packet before */
};

struct thread {
	double clock;		   /* the begin of the thread's next work */
	double idle_from, idle_to; /* the last wait, which work for other nodes may fill */
	double busy;
};

struct following {
	const struct plan *plan;
	const struct rates *rates;
	struct load *load;
	size_t loads;
	struct thread *thread;
	double *node;	/* the end of each node's last work */
	bool *received; /* nodes that have received a packet */
	bool refers;
	int *left;    /* zero-copy: the packets that each node has yet to send or receive */
	double block; /* zero-copy: bytes */
};

static int thread_of(const struct following *f, int v)
{
	return (int)((long long)v * f->rates->threads / f->plan->problem.net.nodes);
}

static void wait_until(struct thread *thread, double ready)
{
	if (ready <= thread->clock)
		return;
	thread->idle_from = thread->clock;
	thread->idle_to = thread->clock = ready;
}

/* Lets the thread work for a node that is ready at that time. Returns the end of the work. */
static double work(struct thread *thread, double ready, double seconds)
{
	double begin = fmax(ready, thread->idle_from);

	thread->busy += seconds;
	if (begin + seconds <= thread->idle_to) {
		thread->idle_from = begin + seconds;
		return begin + seconds;
	}
	wait_until(thread, ready);
	thread->clock += seconds;
	return thread->clock;
}

static void send_load(struct following *f, struct load *load)
{
	int mine = thread_of(f, load->from), other = thread_of(f, load->to);
	double end = work(&f->thread[mine], f->node[load->from], f->rates->packet / 2);

	f->node[load->from] = end;
	load->ready = end;
	load->fresh = f->received[load->from];
	if (mine != other)
		load->ready += load->bytes > INLINE_BYTES ? f->rates->long_beta : f->rates->beta;
}

/* Returns the time of the bytes if only the receiver's core copies. */
static double landing(const struct following *f, const struct load *load, bool near)
{
	bool fresh = load->fresh || load->bytes <= SLOT_BYTES;
	double tau = near || !fresh ? f->rates->folded_tau : f->rates->tau;

	return load->bytes * (tau + (load->fold ? f->rates->folded_tau : 0));
}

/* Lets both cores copy from the time at which the sender's core is free. Returns the end. */
static double land_together(
	struct thread *sender, struct thread *receiver, double ready, double seconds)
{
	double begin = fmax(receiver->clock, ready), joins = fmax(sender->clock, begin);
	double end = fmin(begin + seconds, (begin + joins + seconds) / 2);

	if (joins < end) {
		sender->busy += end - joins;
		sender->clock = end;
	}
	receiver->busy += end - begin;
	wait_until(receiver, begin);
	receiver->clock = end;
	return end;
}

static void receive(struct following *f, const struct load *load)
{
	struct thread *mine = &f->thread[thread_of(f, load->to)],
		      *other = &f->thread[thread_of(f, load->from)];
	double ready = fmax(load->ready, f->node[load->to]);
	double bytes = landing(f, load, mine == other);
	double stall = mine == other		    ? 0
		       : load->bytes > INLINE_BYTES ? f->rates->long_stall
						    : f->rates->stall;
	double packet = f->rates->packet / 2 + stall + f->rates->piece * load->pieces +
			(load->fold ? f->rates->fold : 0);

	f->received[load->to] = true;
	if (mine == other || load->bytes < SHARED_BYTES)
		f->node[load->to] = work(mine, ready, packet + bytes);
	else
		f->node[load->to] = land_together(other, mine, work(mine, ready, packet), bytes);
}

/* With zero-copy forwarding a node that has had its last packet reads its blocks at once, and
 * delays the other nodes of its thread. No node writes to these blocks in this operation, so every
 * core may have the bytes in its cache. */
static void pass(struct following *f, int v)
{
	if (f->refers && --f->left[v] == 0)
		f->node[v] = work(&f->thread[thread_of(f, v)], f->node[v],
			zero_copy_reads(&f->plan->problem, v) * f->block * f->rates->folded_tau);
}

/* Follows all packets, time by time: first all sends, then the receives within a thread, then the
 * receives between threads. */
static void follow(struct following *f)
{
	size_t end;

	for (size_t begin = 0; begin < f->loads; begin = end) {
		for (end = begin; end < f->loads && f->load[end].time == f->load[begin].time; end++)
			send_load(f, &f->load[end]);
		for (size_t i = begin; i < end; i++)
			pass(f, f->load[i].from);
		for (int far = 0; far < 2; far++)
			for (size_t i = begin; i < end; i++)
				if (far == (thread_of(f, f->load[i].from) !=
						   thread_of(f, f->load[i].to))) {
					receive(f, &f->load[i]);
					pass(f, f->load[i].to);
				}
	}
}

/* ---- The packets ---- */

static int by_time(const void *a, const void *b)
{
	const struct load *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->from != y->from ? (x->from > y->from) - (x->from < y->from)
				  : (x->to > y->to) - (x->to < y->to);
}

/* Returns the bytes of a part in the first round. In a symmetric plan a hop stands for different
 * parts at different nodes, so that all parts count as equal. */
static double part_bytes(const struct plan *plan, const struct cutting *cutting, uint32_t part)
{
	size_t begin, end;

	if (!collective_has_bytes(plan->problem.collective))
		return 0;
	if (plan->symmetric && !plan->cut)
		return (double)cutting->elements * (double)cutting->element /
		       (double)cutting->packets;
	cutting_part(cutting, plan, 0, part, &begin, &end);
	return (double)(end - begin);
}

/* Makes a packet from its hops with bytes. */
static struct load load_of(
	const struct following *f, const struct cutting *cutting, const struct packet_walk *walk)
{
	struct load load = { .time = walk->first->time, .fold = walk->first->fold };

	for (const struct hop *h = walk->first; h < walk->end; h++) {
		double bytes = part_bytes(f->plan, cutting, h->part);

		if (!hop_done(h, walk->kinds) ||
			(!(bytes > 0) && collective_has_bytes(f->plan->problem.collective)))
			continue;
		load.pieces++;
		load.bytes += bytes;
	}
	return load;
}

static void collect_loads(struct following *f, const struct cutting *cutting)
{
	const struct plan *plan = f->plan;
	const struct network *net = &plan->problem.net;
	unsigned kind = cutting->rounds > 1 ? ROUND_BETWEEN : ROUND_ONLY;
	struct packet_walk walk = walk_round(plan, kind);
	int nodes = plan->symmetric ? net->nodes : 1;

	walk.view = plan->symmetric;
	while (walk_next(&walk)) {
		struct load load = load_of(f, cutting, &walk);
		bool empty = !load.pieces;

		if (f->refers)
			load.bytes = load.pieces = 0;
		for (int v = 0; v < nodes && !empty; v++) {
			load.from = plan->symmetric ? v : walk.first->from;
			load.to = network_neighbour(net, load.from, walk.first->port);
			f->load[f->loads++] = load;
		}
	}
	qsort(f->load, f->loads, sizeof *f->load, by_time);
}

static int open_following(struct following *f, size_t packets)
{
	size_t nodes = (size_t)f->plan->problem.net.nodes;

	f->load = calloc(packets + 1, sizeof *f->load);
	f->thread = calloc((size_t)f->rates->threads, sizeof *f->thread);
	f->node = calloc(nodes, sizeof *f->node);
	f->received = calloc(nodes, sizeof *f->received);
	f->left = calloc(nodes, sizeof *f->left);
	return f->load && f->thread && f->node && f->received && f->left
		       ? 0
		       : why(ENOMEM, "no memory to follow %zu packets", packets);
}

static void close_following(struct following *f)
{
	free(f->load);
	free(f->thread);
	free(f->node);
	free(f->received);
	free(f->left);
}

/* Returns the time of all rounds. Rounds overlap, but less than in theory: half of the waiting
 * remains in each further round. */
static double time_of_rounds(struct following *f, const struct cutting *cutting)
{
	double last = 0, busy = 0;

	for (size_t i = 0; i < f->loads; i++) {
		f->left[f->load[i].from]++;
		f->left[f->load[i].to]++;
	}
	follow(f);
	for (int t = 0; t < f->rates->threads; t++) {
		last = fmax(last, f->thread[t].clock);
		busy = fmax(busy, f->thread[t].busy);
	}
	if (f->refers)
		last += zero_copy_meeting(&f->plan->problem, f->rates);
	return last +
	       (double)(cutting->rounds ? cutting->rounds - 1 : 0) * (busy + last) / 2;
}

int thread_cost(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates)
{
	double most = (double)plan->hops * (plan->symmetric ? plan->problem.net.nodes : 1);
	size_t bytes = (size_t)cutting->elements * cutting->element;
	struct following f = { .plan = plan,
		.rates = rates,
		.block = (double)bytes,
		.refers = cutting->rounds <= 1 && zero_copy_pays(plan, bytes, rates) };
	int error;

	*seconds = -1;
	if (most > THREADS_PACKETS)
		return 0;
	error = open_following(&f, (size_t)most);
	if (!error) {
		collect_loads(&f, cutting);
		*seconds = time_of_rounds(&f, cutting);
	}
	close_following(&f);
	return error;
}
