/* Says in one line which node waits for which, or which arguments differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include "runtime/node/abort.h"
#include "runtime/drive/culprit.h"
#include "runtime/drive/gone.h"
#include "runtime/paced/pace.h"
#include "runtime/node/call_record.h"
#include "runtime/drive/standstill.h"
#include "runtime/drive/wait_report.h"
#include "runtime/drive/wait_words.h"

/* writers
 *	news		each node's own thread; read here by any thread
 *	rings		ring.h; any thread may look at heads and slots
 *
 * edges A message may describe a state that is a moment old, except for the records of calls
 * (call_record.c).
 *
 *	W1 -> W2	waiting		the description of the event is at least as new
 */

void node_tell(struct node *me)
{
	const struct instruction *i = me->next;
	const struct port *port = &me->links.port[i->port];
	uint32_t packet = load_own(&port->in->taken) - port->received, action = i->action;
	uint32_t position = port->sent + i->count;

	if (me->paced && pace_ending(me))
		return; /* the node waits for no other node */
	if (action == SEND_PACKET && me->paced && pace_sent(me, &position))
		action = AWAIT_RETURN;
	if (me->half.done) {
		action = AWAIT_RETURN;
		position = port->out->tail;
	}
	if (action == SEND_PACKET) {
		packet = port->out->tail - port->sent;
		position = port->out->tail_slot - port->out->capacity + 1;
	} else if (action == AWAIT_RETURN) {
		packet = load_ordered(&port->out->head) - port->sent;
	} else {
		position = port->in->taken_slot;
	}
	store_own(&me->news.position, position);
	store_own(&me->news.peer, i->peer);
	store_own(&me->news.port, i->port);
	store_own(&me->news.packet, packet);
	store_own(&me->news.shared, port->in->share.open);
	store_release(&me->news.waiting, action + 1u); /* W1 */
}

/* Returns true if the news of the node tell of this activity: the first that its body waits for. */
static bool is_told(const struct pending *me)
{
	const struct waiter *w = me->waiter;
	int first = 0;

	if (!w || !w->calls)
		return w;
	while (first < w->count && !pending_started(w->calls[first]))
		first++;
	return first < w->count && w->calls[first] == me;
}

void worker_tell(struct worker *me)
{
	for (struct pending *p = me->drive->first; p; p = p->next) {
		if (p->node->program)
			node_tell(p->node);
		if (p->kind->tell && is_told(p))
			p->kind->tell(p, true);
	}
}

void worker_hush(struct worker *me)
{
	for (struct pending *p = me->drive->first; p; p = p->next) {
		node_hush(p->node);
		if (p->kind->tell)
			p->kind->tell(p, false);
	}
}

static void node_stalled(const struct finding *finding)
{
	const struct node *node = finding->waiting;
	uint64_t operation = load_own(&node->news.entered);
	char wait[PHRASE], state[PHRASE];

	describe_wait(node, wait);
	describe_state(finding->culprit, operation, state);
	team_fail(node->team, &(struct abort_state){ ETIMEDOUT, ETIMEDOUT }, "%s #%llu: %s; %s",
		call_record_name(node, operation), (unsigned long long)operation, wait, state);
}

static const struct node *waiting_node(const struct worker *me)
{
	for (const struct pending *p = me->drive->first; p; p = p->next)
		if (load_own(&p->node->news.waiting))
			return p->node;
	return NULL;
}

static const struct node *node_with_partner(const struct worker *me)
{
	for (const struct pending *p = me->drive->first; p; p = p->next)
		if (load_own(&p->node->news.partner))
			return p->node;
	return NULL;
}

/* Returns the end of the chain of nodes that wait for messages: a node that waits for no message,
 * or for any. In a circle that is some node of the circle, first one to which messages have come
 * with other tags, and the node before `first` if the circle comes back to it. */
static const struct node *last_partner(const struct node *first)
{
	const struct node *node = first, *next;
	uint32_t partner = load_own(&node->news.partner);

	for (int hops = 0; hops < node->team->net.nodes && partner >= FIRST_PARTNER; hops++) {
		next = &node->team->node[partner - FIRST_PARTNER];
		if (next == first)
			break;
		node = next;
		partner = load_own(&node->news.partner);
		if (partner && load_own(&node->news.others))
			break;
	}
	return node;
}

static void messages_stalled(const struct node *node)
{
	const struct node *last = last_partner(node);
	char wait[PHRASE], state[PHRASE];

	describe_partner(node, wait);
	if (last != node)
		describe_last(last, state);
	else
		snprintf(state, sizeof state, "%s",
			load_own(&node->news.listener) ? "no node sends one" : "nobody takes it");
	team_fail(node->team, &(struct abort_state){ ETIMEDOUT, ETIMEDOUT }, "%s; %s", wait, state);
}

static void message_missed(const struct node *me)
{
	uint32_t partner = load_own(&me->news.partner);
	char wait[PHRASE], state[PHRASE];

	describe_partner(me, wait);
	if (partner < FIRST_PARTNER ||
		!describe_gone(&me->team->node[partner - FIRST_PARTNER], state))
		snprintf(state, sizeof state, "%s", "the other nodes have returned");
	team_fail(me->team, &(struct abort_state){ ECANCELED, ECANCELED }, "%s; %s", wait, state);
}

/* Fails the team because the node waits for a node that has gone: for the peer that it misses in an
 * operation, or else for the message of which its news tell. Returns -errno. */
static int node_misses(const struct node *me)
{
	uint64_t operation = load_own(&me->news.entered);
	const struct node *peer = node_missed_peer(me);
	char wait[PHRASE], state[PHRASE];

	if (!peer) {
		message_missed(me);
		return team_refuse(me->team);
	}
	describe_wait(me, wait);
	describe_gone(peer, state);
	team_fail(me->team, &(struct abort_state){ ECANCELED, ECANCELED }, "%s #%llu: %s; %s",
		call_record_name(me, operation), (unsigned long long)operation, wait, state);
	return team_refuse(me->team);
}

int pending_misses(struct pending *me)
{
	int error;

	if (me->kind->tell)
		me->kind->tell(me, true);
	error = node_misses(me->node);
	node_hush(me->node);
	if (me->kind->tell)
		me->kind->tell(me, false);
	return error;
}

int team_stalled(struct worker *me, uint64_t moves)
{
	struct team *team = me->team;
	const struct node *node = waiting_node(me), *talker = node_with_partner(me);
	struct finding finding;

	if (node) {
		finding = culprit_find(node);
		if (family_moves(team) != moves || finding.kind == READY)
			return 0;
		if (finding.kind == DIFFERS)
			calls_differ(finding.waiting, finding.culprit, finding.operation);
		else
			node_stalled(&finding);
		return team_refuse(node->team);
	}
	if (talker) {
		messages_stalled(talker);
		return team_refuse(talker->team);
	}
	team_fail(team, &(struct abort_state){ ETIMEDOUT, ETIMEDOUT },
		"thread %d waits for all threads to meet; %u of %d have come", me->number,
		load_own(&team->meeting.arrived), team->threads);
	return team_refuse(team);
}

static bool node_finds_difference(const struct node *me)
{
	for (int v = 0; v < me->team->net.nodes; v++) {
		const struct node *other = &me->team->node[v];
		uint64_t operation = first_difference(me, other);

		if (!operation)
			continue;
		calls_differ(me, other, operation);
		return true;
	}
	return false;
}

/* A packet that nobody takes is never compared: with different roots, both roots may wait for the
 * return of lent memory. A thread that waits long therefore compares the calls themselves. A single
 * node of each team suffices: if the calls of any two nodes differ, a call of the two differs from
 * that node's. */
int worker_finds_difference(struct worker *me)
{
	const struct team *looked_at = NULL;

	for (const struct pending *p = me->drive->first; p; p = p->next) {
		const struct node *node = p->node;

		if (!load_own(&node->news.waiting) || node->team == looked_at)
			continue;
		looked_at = node->team;
		if (node_finds_difference(node))
			return team_refuse(node->team);
	}
	return 0;
}
