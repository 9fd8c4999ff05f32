/* Reports: says in one line who waits for whom, or whose arguments differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include "runtime/fault.h"
#include "runtime/report.h"

/* who writes what
 *	news		each node's own thread; read here by any thread
 *
 * edges. Most is relaxed: nothing hangs on it, a line may be a moment old. But that two calls differ
 * ends a team, so a record's fingerprint must be that of its operation. The writer puts 0 in
 * place of the operation, then the fingerprint, then the operation; the reader reads the operation
 * before and after the fingerprint.
 *	N1 -> N2	fingerprint	a newer one shows that the operation is no longer the old
 *	N3 -> N4	operation	the fingerprint is at least that old
 */

enum {
	PHRASE = 160
};

uint64_t team_moves(const struct team *team)
{
	uint64_t moves = load_own(&team->met);

	for (int v = 0; v < team->net.nodes; v++)
		moves +=
			load_own(&team->node[v].news.moves) + load_own(&team->node[v].news.entered);
	return moves;
}

static void node_tell(struct node *me)
{
	const struct instruction *i = me->next;
	const struct port *port = &me->port[i->port];
	bool sends = i->action == SEND_PACKET, returns = i->action == AWAIT_RETURN;

	store_own(&me->news.peer, i->peer);
	store_own(&me->news.port, i->port);
	if (sends)
		store_own(&me->news.packet, port->out->tail - port->sent);
	else if (returns)
		store_own(&me->news.packet, load_ordered(&port->out->head) - port->sent);
	else
		store_own(&me->news.packet, load_own(&port->in->head) - port->received);
	store_own(&me->news.waiting, i->action + 1u);
}

void worker_tell(struct worker *me)
{
	for (int i = 0; i < me->busy_nodes; i++)
		if (me->busy[i]->program)
			node_tell(me->busy[i]);
}

void worker_hush(struct worker *me)
{
	for (int i = 0; i < me->busy_nodes; i++)
		store_own(&me->busy[i]->news.waiting, 0);
}

/* The record of that operation, or of the last one. */
static const struct record *record_of(const struct node *node, uint64_t operation)
{
	const struct record *record = &node->news.record[operation & (RECORDS - 1)];

	if (load_own(&record->operation) == operation)
		return record;
	return &node->news.record[load_own(&node->news.entered) & (RECORDS - 1)];
}

static const char *name_of(const struct record *record)
{
	const char *name = load_own(&record->name);

	return name ? name : "nothing";
}

/* "node 5 waits for packet 17 from node 7 on port 1"; false when it does not wait. */
static bool describe_wait(const struct node *node, char phrase[PHRASE])
{
	const struct news *news = &node->news;
	uint32_t waiting = load_own(&news->waiting);
	const char *format = "node %d waits for packet %u from node %u on port %u";

	if (!waiting)
		return false;
	if (waiting - 1 == SEND_PACKET)
		format = "node %d waits for room for packet %u to node %u on port %u";
	else if (waiting - 1 == AWAIT_RETURN)
		format = "node %d waits for the return of packet %u from node %u on port %u";
	snprintf(phrase, PHRASE, format, node->number, load_own(&news->packet),
		load_own(&news->peer), load_own(&news->port));
	return true;
}

/* What the node does that another waits for in that operation. */
static void describe_state(const struct node *node, uint64_t operation, char phrase[PHRASE])
{
	unsigned long long number = operation;

	if (!node->team->threads && !load_own(&node->worker->taken))
		snprintf(phrase, PHRASE, "no thread is attached as node %d", node->number);
	else if (load_own(&node->news.entered) < operation)
		snprintf(phrase, PHRASE, "node %d has not entered #%llu", node->number, number);
	else if (load_own(&node->news.left) >= operation)
		snprintf(phrase, PHRASE, "node %d has left #%llu", node->number, number);
	else if (!describe_wait(node, phrase))
		snprintf(phrase, PHRASE, "node %d is busy in #%llu", node->number, number);
}

/* From a waiting node to the one that it waits for, and on, as far as they wait. */
static const struct node *last_waiting(const struct team *team, const struct node *node)
{
	for (int hops = 0; hops < team->net.nodes; hops++) {
		const struct node *peer = &team->node[load_own(&node->news.peer)];

		if (!load_own(&peer->news.waiting) ||
			load_own(&peer->news.entered) != load_own(&node->news.entered))
			break;
		node = peer;
	}
	return node;
}

static void node_stalled(struct team *team, const struct node *node)
{
	uint64_t operation = load_own(&node->news.entered);
	char wait[PHRASE], state[PHRASE];

	describe_wait(node, wait);
	describe_state(&team->node[load_own(&node->news.peer)], operation, state);
	team_fail(team, &(struct fault){ ETIMEDOUT, ETIMEDOUT, FATAL }, "%s #%llu: %s; %s",
		name_of(record_of(node, operation)), (unsigned long long)operation, wait, state);
}

void team_stalled(struct worker *me)
{
	struct team *team = me->team;

	for (int i = 0; i < me->busy_nodes; i++)
		if (load_own(&me->busy[i]->news.waiting)) {
			node_stalled(team, last_waiting(team, me->busy[i]));
			return;
		}
	team_fail(team, &(struct fault){ ETIMEDOUT, ETIMEDOUT, FATAL },
		"thread %d waits for all to meet; %u of %d have come", me->number,
		load_own(&team->arrived), team->threads);
}

/* "node 7 calls broadcast #42 of 128 bytes from root 3" */
static void describe_call(const struct node *node, uint64_t operation, char phrase[PHRASE])
{
	const struct record *record = record_of(node, operation);
	int root = load_own(&record->root);
	int length = snprintf(phrase, PHRASE, "node %d calls %s #%llu of %zu bytes", node->number,
		name_of(record), (unsigned long long)load_own(&record->operation),
		load_own(&record->bytes));

	if (root >= 0)
		snprintf(phrase + length, PHRASE - (size_t)length, " from root %d", root);
}

static bool records_equal(const struct record *a, const struct record *b)
{
	return load_own(&a->name) == load_own(&b->name) &&
	       load_own(&a->bytes) == load_own(&b->bytes) &&
	       load_own(&a->root) == load_own(&b->root) &&
	       load_own(&a->operation) == load_own(&b->operation);
}

static void calls_differ(struct node *me, const struct node *peer)
{
	const struct node *first = me->number < peer->number ? me : peer;
	const struct node *second = first == me ? peer : me;
	bool hidden = records_equal(record_of(me, me->operation), record_of(peer, me->operation));
	char one[PHRASE], other[PHRASE];

	describe_call(first, me->operation, one);
	describe_call(second, me->operation, other);
	team_fail(me->team, &(struct fault){ EINVAL, EINVAL, FATAL }, "%s, %s%s", one, other,
		hidden ? ": other arguments differ" : "");
}

void node_differs(struct node *me, const struct instruction *instruction)
{
	calls_differ(me, &me->team->node[instruction->peer]);
}

/* True, with its fingerprint, when the node has called that operation, and not many since. */
static bool fingerprint_of(uint64_t *fingerprint, const struct node *node, uint64_t operation)
{
	const struct record *record = &node->news.record[operation & (RECORDS - 1)];

	if (load_acquire(&record->operation) != operation) /* N4 */
		return false;
	*fingerprint = load_acquire(&record->fingerprint); /* N2 */
	return load_own(&record->operation) == operation;
}

static bool node_finds_difference(struct node *me)
{
	uint64_t mine, other;

	if (!fingerprint_of(&mine, me, me->operation))
		return false;
	for (int v = 0; v < me->team->net.nodes; v++)
		if (fingerprint_of(&other, &me->team->node[v], me->operation) && other != mine) {
			calls_differ(me, &me->team->node[v]);
			return true;
		}
	return false;
}

/* A packet that nobody takes is never compared: two roots that differ may each wait for the return
 * of what they lent. So who waits long compares the calls themselves. One of the worker's nodes is
 * enough: if any two calls differ, one of them differs from that node's. */
bool worker_finds_difference(struct worker *me)
{
	for (int i = 0; i < me->busy_nodes; i++)
		if (load_own(&me->busy[i]->news.waiting))
			return node_finds_difference(me->busy[i]);
	return false;
}
