/* The stack of choices: what each load reads, and which thread moves first where that matters. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/explorer/model.h"

/* Each execution starts again and replays the choices on the stack up to the last, which is a new
 * one. Three facts keep the number of executions near the number of different graphs:
 *
 * 1. A store is done at once. It reads nothing, and whatever the others do later can still put
 *    itself before it in modification order, or read what was there before. So a choice is only
 *    which message a load, an exchange or a call of the kernel reads.
 * 2. Once all that thread t can read here has been tried, the branches in which another thread
 *    moves first are only good for t's reading something newer. So t is given a limit, the number
 *    of the last message so far, and it may read only messages above it.
 * 3. Those branches are only needed when another thread later did store there, without having
 *    learned of t's load: only then could that store have come before the load.
 *
 * That this loses nothing is tested, by comparing with the search that does without all three. */
enum {
	DEPTH = THREADS * EVENTS
};

static struct node {
	uint8_t thread, done; /* done: the threads that have been tried here */
	uint8_t place, queue; /* what the choice is about */
	uint16_t event;	      /* of the thread */
	bool raced;	      /* see 3 */
	uint16_t option, count, list[OPTIONS];
} nodes[DEPTH];
static unsigned depth, used; /* in this execution; on the stack */

bool choices_naive, choices_traced;

void choices_touch(int t, uint8_t place)
{
	for (unsigned i = 0; i < depth; i++) {
		struct node *node = &nodes[i];

		if (node->thread != t && (node->place == place || node->queue == place) &&
			threads[t].cause.of[node->thread] < node->event)
			node->raced = true;
	}
}

static void trace(int t, uint16_t message)
{
	static const char *const words[] = { "load", "store", "exchange", "add", "wait", "wake" };
	static const char *const orders[] = { "relaxed", "acquire", "release", "both", "ordered" };
	const struct operation *next = &threads[t].next;

	if (choices_traced)
		printf("# thread %d %s:%d %s %s of word %d, message %d (value %u) of %u\n", t,
			next->site->function, next->site->line, orders[next->order],
			words[next->kind], next->place, message, memory.messages[message].value,
			memory.message_count);
}

/* Fills a new node, or one of which all options have been tried, with the next thread. */
static bool pick(struct node *node)
{
	for (int t = 0; t < THREADS; t++) {
		const struct thread *thread = &threads[t];

		if (thread->state != PENDING || node->done >> t & 1)
			continue;
		node->count = (uint16_t)memory_options(t, node->list);
		if (!node->count)
			continue;
		node->thread = (uint8_t)t;
		node->option = 0;
		node->place = thread->next.place;
		node->queue = thread->next.queue;
		node->event = (uint16_t)(thread->events + 1);
		node->raced = choices_naive;
		return true;
	}
	return false;
}

/* Thread t's next operation, on the message that the search has come to. */
static void take(struct node *node)
{
	int t = node->thread;

	depth++;
	trace(t, node->list[node->option]);
	memory_apply(t, node->list[node->option]);
}

static struct node *next_node(void)
{
	if (depth == used) {
		if (used == DEPTH)
			abort();
		memset(&nodes[used], 0, sizeof nodes[used]);
		used++;
	}
	return &nodes[depth];
}

void choices_store(int t)
{
	uint16_t list[OPTIONS];
	unsigned count = memory_options(t, list);
	struct node *node;

	if (count == 1) {
		trace(t, list[0]);
		memory_apply(t, list[0]);
		return;
	}
	node = next_node();
	node->thread = (uint8_t)t;
	node->place = node->queue = NO_PLACE;
	node->count = (uint16_t)count;
	memcpy(node->list, list, sizeof list);
	take(node);
}

bool choices_move(void)
{
	struct node *node = next_node();

	if (!node->count && !pick(node))
		return false;
	for (int t = 0; t < THREADS && !choices_naive; t++)
		if (node->done >> t & 1)
			threads[t].limit = (uint16_t)memory.message_count;
	take(node);
	return true;
}

void choices_rewind(bool forget)
{
	depth = 0;
	if (forget)
		used = 0;
}

bool choices_next(void)
{
	for (; used; used--) {
		struct node *node = &nodes[used - 1];

		if (node->option + 1 < node->count) {
			node->option++;
			return true;
		}
		if (node->count && node->raced) {
			node->done |= (uint8_t)(1 << node->thread);
			node->count = 0;
			return true;
		}
	}
	return false;
}
