/* Culprits: follows waits from node to node, to the one that does not wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/team/team_state.h"
#include "runtime/team/culprit.h"
#include "runtime/team/call_record.h"

/* When nothing moves, a node that waits for another's packet, or for room, or for a return, waits for
 * something that the other has not done; so the other is behind it, or at the same place, in the order of
 * operations, and if it waits itself, so on. As a verified plan has no circle of waits, the chain ends
 * where a node does not wait: it is busy, or has not come. Two things make it end elsewhere:
 *
 *	a node waits for one that has left its operation	they have called different things
 *	a node waits for what is there				its thread is not run
 *
 * Nodes of one thread wait together or not at all: where one of them is not waiting, the thread is busy
 * with the one that it carries out. A node with a pace waits for several things, of which one is told;
 * there may be a circle of those. Then who is farthest behind is to blame, and does not wait.
 *
 * Edges: report.c for W2, ring.h for A1 and A2. */

static bool waits(const struct node *node)
{
	return load_acquire(&node->news.waiting); /* W2 */
}

/* What it waits for is there. Where both ends land a packet, it is there long before it has landed. */
static bool could_go_on(const struct node *node)
{
	uint32_t action = load_acquire(&node->news.waiting) - 1; /* W2 */
	const struct port *port = &node->port[load_own(&node->news.port)];
	uint32_t position = load_own(&node->news.position);

	if (action == SEND_PACKET || action == AWAIT_RETURN)
		return (int32_t)(load_acquire(&port->out->head) - position) >= 0; /* A2 */
	return !load_own(&node->news.shared) && ring_front(port->in);		  /* A1 */
}

/* The node that keeps the thread of this one busy. */
static const struct node *carried_out(const struct node *node)
{
	const struct worker *worker = node->worker;
	const struct node *other = &node->team->node[load_own(&worker->stepped)];
	uint64_t entered = load_own(&other->news.entered);

	return worker->nodes > 1 && entered != load_own(&other->news.left) ? other : node;
}

static bool is_behind(const struct node *node, const struct node *other)
{
	uint64_t left = load_own(&node->news.left);

	return !waits(node) && left < load_own(&other->news.entered) &&
	       left <= load_own(&other->news.left);
}

/* Of those that do not wait. */
static const struct node *farthest_behind(const struct node *node)
{
	const struct node *found = NULL, *nodes = node->team->node;

	for (int v = 0; v < node->team->net.nodes; v++)
		if (is_behind(&nodes[v], found ? found : node))
			found = &nodes[v];
	return found;
}

/* One step of the chain: false when it ends here. */
static bool ends_here(struct finding *finding)
{
	const struct node *node = finding->waiting, *peer = finding->culprit;

	finding->operation = first_difference(node, peer);
	if (finding->operation) {
		finding->kind = DIFFERS;
		return true;
	}
	if (load_own(&peer->news.left) >= load_own(&node->news.entered)) {
		finding->kind = record_at(peer, load_own(&node->news.entered)) ? LATE : DIFFERS;
		return true;
	}
	finding->culprit = waits(peer) ? peer : carried_out(peer);
	return !waits(peer);
}

struct finding culprit_find(const struct node *node)
{
	struct finding finding = { LATE, node, node, 0 };
	const struct node *behind;

	for (int hops = 0; hops <= node->team->net.nodes; hops++) {
		if (could_go_on(node))
			return (struct finding){ READY, node, node, 0 };
		finding.waiting = node;
		finding.culprit = &node->team->node[load_own(&node->news.peer)];
		if (ends_here(&finding))
			return finding;
		node = finding.culprit;
	}
	behind = farthest_behind(node);
	if (behind)
		finding.culprit = behind;
	return finding;
}
