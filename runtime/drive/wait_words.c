/* Says in words what a node waits for, and what a node does that others wait for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "runtime/drive/gone.h"
#include "runtime/node/transport.h"
#include "runtime/drive/wait_words.h"

/* Edges: W2, as in wait_report.c. A phrase may describe a state that is a moment old. */

bool describe_wait(const struct node *node, char phrase[PHRASE])
{
	const struct progress *news = &node->news;
	uint32_t waiting = load_acquire(&news->waiting); /* W2 */
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

/* "; messages with tags 7, 8 have come": other tags than the one that the node asks for. */
static void describe_tags(const struct node *node, char *phrase, size_t size)
{
	const struct progress *news = &node->news;
	int others = load_own(&news->others), length;

	if (!others)
		return;
	length = snprintf(phrase, size, ", with tag %d; messages with %s", load_own(&news->tag),
		others > 1 ? "tags" : "tag");
	for (int i = 0; i < others && i < OTHER_TAGS; i++)
		length += snprintf(phrase + length, size - (size_t)length, "%s %d", i ? "," : "",
			load_own(&news->other[i]));
	snprintf(phrase + length, size - (size_t)length, "%s have come",
		others > OTHER_TAGS ? ", ..." : "");
}

bool describe_partner(const struct node *node, char phrase[PHRASE])
{
	uint32_t partner = load_own(&node->news.partner);
	const char *format = load_own(&node->news.listener)
				     ? "node %d waits for a message from node %d"
				     : "node %d waits until a message is taken by node %d";
	int length = 0;

	if (partner == ANY_PARTNER)
		length = snprintf(
			phrase, PHRASE, "node %d waits for a message from any node", node->number);
	else if (partner)
		length = snprintf(
			phrase, PHRASE, format, node->number, (int)(partner - FIRST_PARTNER));
	if (length && load_own(&node->news.listener))
		describe_tags(node, phrase + length, PHRASE - (size_t)length);
	return partner;
}

bool describe_gone(const struct node *node, char phrase[PHRASE])
{
	if (!node_gone(node))
		return false;
	snprintf(phrase, PHRASE, "node %d has %s", node->number,
		node->team->family.above ? "left the sub-team" : "returned");
	return true;
}

void describe_state(const struct node *node, uint64_t operation, char phrase[PHRASE])
{
	unsigned long long number = operation;

	if (describe_partner(node, phrase) || describe_gone(node, phrase))
		return;
	if (!node->team->threads && node_is_here(node) && !load_own(&node->worker->taken))
		snprintf(phrase, PHRASE, "no thread is attached as node %d", node->number);
	else if (load_own(&node->news.entered) < operation)
		snprintf(phrase, PHRASE, "node %d has not entered #%llu", node->number, number);
	else if (load_own(&node->news.left) >= operation)
		snprintf(phrase, PHRASE, "node %d has left #%llu", node->number, number);
	else if (!describe_wait(node, phrase))
		snprintf(phrase, PHRASE, "node %d is busy in #%llu", node->number, number);
}

void describe_last(const struct node *node, char phrase[PHRASE])
{
	uint64_t operation = load_own(&node->news.entered);

	if (describe_partner(node, phrase) || describe_gone(node, phrase))
		return;
	if (operation != load_own(&node->news.left))
		snprintf(phrase, PHRASE, "node %d is in %s #%llu", node->number,
			call_record_name(node, operation), (unsigned long long)operation);
	else
		snprintf(phrase, PHRASE, "node %d is in no call", node->number);
}
