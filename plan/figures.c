/* What a schedule amounts to: start-ups, bytes, links, and the strictest port model it obeys. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "plan/schedule.h"

/* What a node does in the step that is looked at; stale when `step` is another one. */
struct hand {
	int32_t step;
	uint32_t sends, receives, partners;
	int32_t partner;
};

struct counting {
	const struct schedule *schedule;
	struct figures *figures;
	struct hand *hand;  /* [nodes] */
	uint64_t *link;	    /* [nodes * ports] bytes */
	int32_t *link_step; /* [nodes * ports] the last step in which it was used */
};

/* One more thing that v does in this step, with a node u. */
static struct hand *touch(struct counting *count, int v, int step, int u)
{
	struct hand *hand = &count->hand[v];

	if (hand->step != step)
		*hand = (struct hand){ .step = step, .partner = -1 };
	if (hand->partner != u) {
		hand->partner = u;
		hand->partners++;
	}
	return hand;
}

static enum ports model_of(const struct hand *hand)
{
	if (hand->sends + hand->receives <= 1)
		return SINGLE;
	if (hand->sends > 1 || hand->receives > 1)
		return ALL;
	return hand->partners == 1 ? EXCHANGE : SENDRECV;
}

static void loosen(struct figures *figures, const struct hand *hand)
{
	if (model_of(hand) > figures->ports)
		figures->ports = model_of(hand);
}

static void count_ports(struct counting *count, const struct packet *p)
{
	struct hand *hand = touch(count, p->from, p->step, p->to);

	hand->sends++;
	loosen(count->figures, hand);
	hand = touch(count, p->to, p->step, p->from);
	hand->receives++;
	loosen(count->figures, hand);
}

/* Of a view: what node 0 sends through a port, it receives through the reverse one. */
static void count_view_ports(struct counting *count, const struct packet *p)
{
	const struct network *net = &count->schedule->problem.net;
	int u = network_neighbour(net, 0, network_reverse_port(net, p->port));
	struct hand *hand = touch(count, 0, p->step, p->to);

	hand->sends++;
	hand = touch(count, 0, p->step, u);
	hand->receives++;
	loosen(count->figures, hand);
}

static void count_link(struct counting *count, const struct packet *p)
{
	const struct network *net = &count->schedule->problem.net;
	size_t at = (size_t)p->from * (size_t)net->ports + p->port, back;
	int to = count->schedule->view ? 0 : p->to;

	back = (size_t)to * (size_t)net->ports + (size_t)network_reverse_port(net, p->port);
	count->figures->links_used += count->link_step[at] < 0;
	count->figures->conflicts += count->link_step[at] == p->step;
	count->link_step[at] = p->step;
	count->link[at] += p->bytes;
	if (count->link[at] > count->figures->busiest_link)
		count->figures->busiest_link = count->link[at];
	if (count->link_step[back] == p->step)
		count->figures->duplex = FULL;
}

static void count_all(struct counting *count)
{
	const struct schedule *s = count->schedule;
	struct figures *f = count->figures;
	uint64_t nodes = s->view ? (uint64_t)s->problem.net.nodes : 1, largest = 0;

	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i];
		bool opens = !i || s->packet[i - 1].step != p->step;

		if (opens) {
			f->steps++;
			f->volume += largest;
			largest = 0;
		}
		if (p->bytes > largest)
			largest = p->bytes;
		f->transmissions += p->bytes * nodes;
		if (s->view)
			count_view_ports(count, p);
		else
			count_ports(count, p);
		count_link(count, p);
		if (f->excess < 0 && (f->ports > s->problem.ports || f->duplex > s->problem.duplex))
			f->excess = (int64_t)i;
	}
	f->volume += largest;
	f->packets = s->packets * nodes;
	f->links_used *= nodes;
}

int schedule_figures(const struct schedule *schedule, struct figures *figures)
{
	size_t nodes = schedule->view ? 1 : (size_t)schedule->problem.net.nodes;
	size_t links = nodes * (size_t)schedule->problem.net.ports;
	struct counting count = { schedule, figures, calloc(nodes, sizeof(struct hand)),
		calloc(links + 1, sizeof(uint64_t)), malloc((links + 1) * sizeof(int32_t)) };
	int error = 0;

	*figures = (struct figures){ .excess = -1 };
	if (count.hand && count.link && count.link_step) {
		for (size_t v = 0; v < nodes; v++)
			count.hand[v].step = -1;
		memset(count.link_step, 0xff, (links + 1) * sizeof(int32_t));
		count_all(&count);
	} else {
		error = why(
			ENOMEM, "no memory to count a schedule on %s", schedule->problem.net.name);
	}
	free(count.hand);
	free(count.link);
	free(count.link_step);
	return error;
}
