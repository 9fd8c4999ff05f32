/* Tells other processes the calls and waits of a node, and learns the same of nodes of other
 * processes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "runtime/drive/gone.h"
#include "runtime/wire/protocol.h"

/* The struct of a node of another process has only the fields that a report needs: records of
 * calls, progress and the event that the node waits for. The thread that has locked the wires
 * writes the struct, with the edges N and W of the node's own thread (call_record.c,
 * wait_report.c). */

/* Returns the name as static storage. */
static const char *static_name(const char *name)
{
	static const char *const names[] = { "broadcast", "reduce", "scatter", "gather",
		"allgather", "reducescatter", "allreduce", "scan", "exscan", "alltoall", "permute",
		"send", "barrier", "scatterv", "gatherv", "allgatherv", "alltoallv",
		"reducescatterv" };

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (!strcmp(name, names[k]))
			return names[k];
	return "a call";
}

struct told_record record_tell(const struct call_record *record)
{
	struct told_record told = { .first = load_acquire(&record->first), /* N4 */
		.fingerprint = load_acquire(&record->fingerprint),	   /* N2 */
		.bytes = load_own(&record->bytes),
		.nodes = load_own(&record->nodes),
		.how = load_own(&record->how) };
	const char *name = load_own(&record->name);

	snprintf(told.name, sizeof told.name, "%s", name ? name : "");
	return told;
}

static void record_write(struct call_record *record, const struct told_record *told)
{
	store_own(&record->first, 0);
	store_own(&record->name, static_name(told->name));
	store_own(&record->bytes, (size_t)told->bytes);
	store_own(&record->nodes, told->nodes);
	store_own(&record->how, told->how);
	store_release(&record->fingerprint, told->fingerprint); /* N1 */
	store_release(&record->first, told->first);		/* N3 */
}

/* The record takes the place of that of the earliest operation. */
void record_learn(struct node *node, const struct told_record *told)
{
	struct call_record *record = node->news.record, *oldest = record;

	for (int r = 0; r < RECORDS; r++) {
		if (load_own(&record[r].first) == told->first)
			return;
		if (load_own(&record[r].first) < load_own(&oldest->first))
			oldest = &record[r];
	}
	if (load_own(&oldest->first) < told->first)
		record_write(oldest, told);
}

void node_tell_state(struct told_node *told, const struct node *node)
{
	const struct progress *news = &node->news;

	*told = (struct told_node){ .number = node->number,
		.waiting = load_acquire(&news->waiting), /* W2 */
		.peer = load_own(&news->peer),
		.port = load_own(&news->port),
		.packet = load_own(&news->packet),
		.partner = load_own(&news->partner),
		.listener = load_own(&news->listener),
		.gone = node_gone(node),
		.moves = load_own(&news->moves),
		.entered = load_own(&news->entered),
		.left = load_own(&news->left),
		.operation = node->calls.operation,
		.history = node->calls.history };
	for (int r = 0; r < RECORDS; r++)
		told->record[r] = record_tell(&news->record[r]);
}

void node_learn_state(struct node *node, const struct told_node *told)
{
	struct progress *news = &node->news;

	for (int r = 0; r < RECORDS; r++)
		record_learn(node, &told->record[r]);
	store_own(&news->peer, told->peer);
	store_own(&news->port, told->port);
	store_own(&news->packet, told->packet);
	store_own(&news->listener, told->listener);
	store_own(&news->partner, told->partner);
	store_own(&news->moves, told->moves);
	store_own(&news->left, told->left);
	node->calls.operation = told->operation;
	node->calls.history = told->history;
	store_release(&news->waiting, told->waiting); /* W1 */
	if (load_own(&news->entered) < told->entered)
		store_release(&news->entered, told->entered); /* N5 */
}
