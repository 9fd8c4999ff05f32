/* Counts the figures of a schedule: start-ups, bytes, links, and the strictest model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/lists/metrics.h"

/* Counts a packet that node v sends to u in this step, or receives from u. */
static void do_packet(struct metrics *count, int v, int32_t step, enum way way, int u)
{
	struct hand *hand = hand_at(&count->hand[v], step);
	enum ports ports = hand_needs(hand, way, u);

	hand->partner[way] = u;
	if (count->alternating && ports == EXCHANGE)
		ports = SINGLE;
	if (ports > count->figures->ports)
		count->figures->ports = ports;
}

static void count_ports(struct metrics *count, const struct packet *p)
{
	do_packet(count, p->from, p->step, SENDS, p->to);
	do_packet(count, p->to, p->step, RECEIVES, p->from);
}

/* Counts the ports of a view: node 0 receives through the reverse port each packet that node 0
 * sends. */
static void count_view_ports(struct metrics *count, const struct packet *p)
{
	const struct network *net = count->net;

	do_packet(count, 0, p->step, SENDS, p->to);
	do_packet(count, 0, p->step, RECEIVES,
		network_neighbour(net, 0, network_reverse_port(net, p->port)));
}

static size_t way_back(const struct metrics *count, const struct packet *p)
{
	const struct network *net = count->net;
	int to = count->view ? 0 : p->to;

	return (size_t)to * (size_t)net->ports + (size_t)network_reverse_port(net, p->port);
}

static void count_link(struct metrics *count, const struct packet *p)
{
	size_t link = (size_t)p->from * (size_t)count->net->ports + p->port;
	struct figures *f = count->figures;
	uint32_t now = (uint32_t)p->step + 1;

	f->links_used += count->until[link] == 0;
	f->conflicts += count->until[link] == now;
	count->until[link] = now;
	if (count->bytes) {
		count->bytes[link] += p->bytes;
		if (count->bytes[link] > f->busiest_link)
			f->busiest_link = count->bytes[link];
	}
	if (f->duplex != FULL && !count->alternating && count->until[way_back(count, p)] == now)
		f->duplex = FULL;
}

void metrics_add(struct metrics *count, const struct packet *p)
{
	struct figures *f = count->figures;
	uint64_t nodes = count->view ? (uint64_t)count->net->nodes : 1;

	if (!f->packets || count->step != p->step) {
		f->steps++;
		f->volume += count->largest;
		count->largest = 0;
		count->step = p->step;
	}
	if (p->bytes > count->largest)
		count->largest = p->bytes;
	f->transmissions += p->bytes * nodes;
	if (f->ports != ALL) /* no looser model is left */
		(count->view ? count_view_ports : count_ports)(count, p);
	count_link(count, p);
	f->packets++;
}

int metrics_open(struct metrics *count, const struct network *net, bool view, bool alternating,
	bool busiest, struct figures *figures)
{
	size_t nodes = view ? 1 : (size_t)net->nodes;
	size_t links = nodes * (size_t)net->ports;

	*figures = (struct figures){ 0 };
	*count = (struct metrics){ .net = net,
		.view = view,
		.alternating = alternating,
		.figures = figures,
		.hand = array_zeros(nodes, sizeof *count->hand),
		.until = array_zeros(links, sizeof *count->until),
		.bytes = busiest ? array_zeros(links, sizeof *count->bytes) : NULL };
	if (!count->hand || !count->until || (busiest && !count->bytes)) {
		metrics_close(count);
		return why(ENOMEM, "no memory to count a schedule on %s", net->name);
	}
	for (size_t v = 0; v < nodes; v++)
		count->hand[v].step = -1;
	return 0;
}

void metrics_close(struct metrics *count)
{
	struct figures *f = count->figures;
	uint64_t nodes = count->view ? (uint64_t)count->net->nodes : 1;

	f->volume += count->largest;
	f->steps *= 1 + count->alternating;
	f->volume *= 1 + (uint64_t)count->alternating;
	f->packets *= nodes;
	f->links_used *= nodes;
	free(count->hand);
	free(count->until);
	free(count->bytes);
}

int schedule_figures(const struct schedule *schedule, struct figures *figures)
{
	struct metrics count;
	int error = metrics_open(&count, &schedule->problem.net, schedule->view,
		schedule->alternating, true, figures);

	if (error)
		return error;
	for (size_t i = 0; i < schedule->packets; i++)
		metrics_add(&count, &schedule->packet[i]);
	metrics_close(&count);
	return 0;
}
