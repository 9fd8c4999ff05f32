/* Follows the packets of one round over the threads that carry them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "plan/threads.h"

/* Where a core serves several nodes, it is not the links that count but what each core has to do, and
 * how often one waits for another: a path through all nodes of each core, which crosses once, is the best
 * broadcast of two cores, though it has the most steps. */

enum {
	INLINE_BYTES = 40 /* that lie in the line of a packet's flag */
};

/* A packet over one link at one time; in a symmetric plan one for each node. */
struct load {
	int32_t time, from, to;
	uint32_t pieces;
	double bytes;
	double ready; /* when the receiver may have it */
};

struct thread {
	double clock; /* what it does next begins here */
	double idle;  /* what it has waited until then, which other nodes' work may fill */
	double busy;
};

struct following {
	const struct plan *plan;
	const struct rates *rates;
	struct load *load;
	size_t loads;
	struct thread *thread;
	double *node; /* when each has done what it did last */
};

static int thread_of(const struct following *f, int v)
{
	return (int)((long long)v * f->rates->threads / f->plan->problem.net.nodes);
}

/* The thread works for one of its nodes, which is ready then. Returns the end. */
static double work(struct thread *thread, double ready, double seconds)
{
	thread->busy += seconds;
	if (thread->idle >= seconds && ready + seconds <= thread->clock) {
		thread->idle -= seconds;
		return ready + seconds;
	}
	if (ready > thread->clock) {
		thread->idle += ready - thread->clock;
		thread->clock = ready;
	}
	thread->clock += seconds;
	return thread->clock;
}

static void send(struct following *f, struct load *load)
{
	int mine = thread_of(f, load->from), other = thread_of(f, load->to);
	double end = work(&f->thread[mine], f->node[load->from], f->rates->packet / 2);

	f->node[load->from] = end;
	load->ready = end;
	if (mine != other)
		load->ready += load->bytes > INLINE_BYTES ? f->rates->long_beta : f->rates->beta;
}

static void receive(struct following *f, const struct load *load)
{
	int mine = thread_of(f, load->to);
	bool near = mine == thread_of(f, load->from);
	double tau = near ? f->rates->folded_tau : f->rates->tau;
	double ready = fmax(load->ready, f->node[load->to]);
	double stall = near			    ? 0
		       : load->bytes > INLINE_BYTES ? f->rates->long_stall
						    : f->rates->stall;

	f->node[load->to] = work(&f->thread[mine], ready,
		f->rates->packet / 2 + stall + f->rates->piece * load->pieces + tau * load->bytes);
}

/* First all packets of one time are sent; of those that are received, the near ones come first. */
static void follow(struct following *f)
{
	size_t end;

	for (size_t begin = 0; begin < f->loads; begin = end) {
		for (end = begin; end < f->loads && f->load[end].time == f->load[begin].time; end++)
			send(f, &f->load[end]);
		for (int far = 0; far < 2; far++)
			for (size_t i = begin; i < end; i++)
				if (far == (thread_of(f, f->load[i].from) !=
						   thread_of(f, f->load[i].to)))
					receive(f, &f->load[i]);
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

/* Each hop is one load at first; those over one link at one time become one. */
static size_t merge(struct load *load, size_t count)
{
	size_t kept = 0;

	qsort(load, count, sizeof *load, by_time);
	for (size_t i = 0; i < count; i++) {
		if (kept && !by_time(&load[kept - 1], &load[i])) {
			load[kept - 1].pieces += load[i].pieces;
			load[kept - 1].bytes += load[i].bytes;
		} else {
			load[kept++] = load[i];
		}
	}
	return kept;
}

/* Of the first round. In a symmetric plan the parts of one node are other parts of another's. */
static double part_bytes(const struct plan *plan, const struct cutting *cutting, uint32_t part)
{
	size_t begin, end;

	if (plan->problem.collective == BARRIER)
		return 0;
	if (plan->symmetric && !plan->cut)
		return (double)cutting->elements * (double)cutting->element /
		       (double)cutting->packets;
	cutting_part(cutting, plan, 0, part, &begin, &end);
	return (double)(end - begin);
}

static void collect(struct following *f, const struct cutting *cutting)
{
	const struct plan *plan = f->plan;
	const struct network *net = &plan->problem.net;
	unsigned kind = cutting->rounds > 1 ? ROUND_BETWEEN : ROUND_ONLY;
	int nodes = plan->symmetric ? net->nodes : 1;

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *hop = &plan->hop[i];
		double bytes;

		if (hop->absent & kind)
			continue;
		bytes = part_bytes(plan, cutting, hop->part);
		if (!(bytes > 0) && plan->problem.collective != BARRIER)
			continue;
		for (int s = 0; s < nodes; s++) {
			int from =
				plan->symmetric ? network_translate(net, s, hop->from) : hop->from;

			f->load[f->loads++] = (struct load){ .time = hop->time,
				.from = from,
				.to = network_neighbour(net, from, hop->port),
				.pieces = 1,
				.bytes = bytes };
		}
	}
	f->loads = merge(f->load, f->loads);
}

double threads_time(
	const struct plan *plan, const struct cutting *cutting, const struct rates *rates)
{
	size_t nodes = (size_t)plan->problem.net.nodes;
	double most = (double)plan->hops * (plan->symmetric ? (double)nodes : 1), last = 0,
	       busy = 0;
	struct following f = { .plan = plan, .rates = rates };
	bool complete;

	if (most > THREADS_PACKETS)
		return -1;
	f.load = calloc((size_t)most + 1, sizeof *f.load);
	f.thread = calloc((size_t)rates->threads, sizeof *f.thread);
	f.node = calloc(nodes, sizeof *f.node);
	complete = f.load && f.thread && f.node;
	if (complete) {
		collect(&f, cutting);
		follow(&f);
	}
	for (int t = 0; complete && t < rates->threads; t++) {
		last = fmax(last, f.thread[t].clock);
		busy = fmax(busy, f.thread[t].busy);
	}
	free(f.load);
	free(f.thread);
	free(f.node);
	/* Rounds overlap, but never as well as they might: half of what they wait for each other. */
	return complete ? last + (double)(cutting->rounds ? cutting->rounds - 1 : 0) *
					  (busy + last) / 2
			: -1;
}
