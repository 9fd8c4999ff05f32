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

static bool is_known(const struct node *node, const struct told_record *told)
{
	for (int r = 0; r < RECORDS; r++)
		if (load_own(&node->news.record[r].first) == told->first)
			return true;
	return false;
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

void record_learn(struct node *node, const struct told_record *told)
{
	if (told->first && !is_known(node, told))
		record_write(&node->news.record[node->records++ & (RECORDS - 1)], told);
}

void records_copy(struct node *node, const struct node *from)
{
	for (int r = 0; r < RECORDS; r++) {
		const struct call_record *record = &from->news.record[r];
		struct call_record *own = &node->news.record[r];
		struct told_record told;

		if (load_own(&own->first) == load_own(&record->first))
			continue;
		told = record_tell(record);
		record_write(own, &told);
	}
	node->records = from->records;
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
		.operation = node->operation,
		.history = node->history };
	for (int r = 0; r < RECORDS; r++)
		told->record[r] = record_tell(&news->record[r]);
}

/* Learns the records in the order of operations: the oldest are overwritten first. */
static void records_learn(struct node *node, const struct told_record *record)
{
	uint64_t last = 0;

	for (int k = 0; k < RECORDS; k++) {
		const struct told_record *next = NULL;

		for (int r = 0; r < RECORDS; r++)
			if (record[r].first > last && (!next || record[r].first < next->first))
				next = &record[r];
		if (!next)
			return;
		record_learn(node, next);
		last = next->first;
	}
}

void node_learn_state(struct node *node, const struct told_node *told)
{
	struct progress *news = &node->news;

	records_learn(node, told->record);
	store_own(&news->peer, told->peer);
	store_own(&news->port, told->port);
	store_own(&news->packet, told->packet);
	store_own(&news->listener, told->listener);
	store_own(&news->partner, told->partner);
	store_own(&news->moves, told->moves);
	store_own(&news->left, told->left);
	store_release(&news->waiting, told->waiting); /* W1 */
	if (load_own(&news->entered) < told->entered)
		store_release(&news->entered, told->entered); /* N5 */
}
