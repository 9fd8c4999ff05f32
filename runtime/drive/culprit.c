/* Follows waits from node to node, up to a node that does not wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/node/team_state.h"
#include "runtime/drive/culprit.h"
#include "runtime/node/call_record.h"
#include "runtime/drive/gone.h"
#include "runtime/node/transport.h"

/* Suppose that nothing moves. A node that waits for a packet, for room or for a return waits for an
 * action of another node. That node has not acted yet, so in the order of operations it is behind
 * the waiting node, or at the same place. If that node waits, too, the chain goes on. A verified
 * plan has no circle of waits, so the chain ends at a node that does not wait: the node has not
 * come. Two cases end the chain elsewhere:
 *
 *	a node waits for a node that has left the operation	the two have called different things
 *	a node waits for an event that has happened		the node's thread is not run
 *
 * A paced node waits for several events and tells only one of them, so a chain of such nodes may be
 * a circle. The culprit is then the node that is farthest behind and does not wait.
 *
 * Edges: wait_report.c for W2, ring.h for A2 and A3. */

static bool waits(const struct node *node)
{
	return load_acquire(&node->news.waiting); /* W2 */
}

/* Returns true if the event that a waiting node waits for in its operation has happened. If both
 * ends copy a packet, the packet is in the ring long before the copy is complete, hence `shared`.
 */
static bool node_could_go_on(const struct node *node)
{
	uint32_t action = load_acquire(&node->news.waiting) - 1; /* W2 */
	const struct port *port = &node->links.port[load_own(&node->news.port)];
	uint32_t position = load_own(&node->news.position);

	if (!node_is_here(node))
		return false; /* the other process looks at its rings itself */

	if (action == SEND_PACKET)
		return (int32_t)(load_acquire(&port->out->head_slot) - position) >= 0; /* A3 */
	if (action == AWAIT_RETURN)
		return (int32_t)(load_acquire(&port->out->head) - position) >= 0; /* A2 */
	return !load_own(&node->news.shared) && ring_holds(port->in, position);
}

/* The event is looked at after `gone`. */
const struct node *node_missed_peer(const struct node *me)
{
	const struct node *peer;

	if (!load_own(&me->news.waiting))
		return NULL;
	peer = &me->team->node[load_own(&me->news.peer)];
	return node_gone(peer) && !node_could_go_on(me) ? peer : NULL;
}

static bool is_behind(const struct node *node, const struct node *other)
{
	uint64_t left = load_own(&node->news.left);

	return !waits(node) && left < load_own(&other->news.entered) &&
	       left <= load_own(&other->news.left);
}

/* Returns the node that is farthest behind among all nodes that do not wait, or NULL. */
static const struct node *farthest_behind(const struct node *node)
{
	const struct node *found = NULL, *nodes = node->team->node;

	for (int v = 0; v < node->team->net.nodes; v++)
		if (is_behind(&nodes[v], found ? found : node))
			found = &nodes[v];
	return found;
}

/* Makes a step of the chain. Returns true if the chain ends here. */
static bool ends_here(struct finding *finding)
{
	const struct node *node = finding->waiting, *peer = finding->culprit;

	finding->operation = first_difference(node, peer);
	if (finding->operation) {
		finding->kind = DIFFERS;
		return true;
	}
	if (load_own(&peer->news.left) >= load_own(&node->news.entered)) {
		finding->kind =
			call_record_at(peer, load_own(&node->news.entered)) ? LATE : DIFFERS;
		return true;
	}
	return !waits(peer);
}

struct finding culprit_find(const struct node *node)
{
	struct finding finding = { LATE, node, node, 0 };
	const struct node *behind;

	for (int hops = 0; hops <= node->team->net.nodes; hops++) {
		if (node_could_go_on(node))
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
