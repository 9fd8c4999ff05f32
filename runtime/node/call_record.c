/* Keeps a record of each node's calls, and says where two nodes differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/node/call_record.h"

/* writers
 *	record, entered		each node's own thread; read by any thread
 *	history, operation	each node's own thread; read when no node is inside an operation
 *
 * edges A message may describe a state that is a moment old. But a team fails because two calls
 * differ, so a record's fingerprint must be that of the record's operation. The writer stores 0 as
 * the operation, then the fingerprint, then the operation. The reader reads the operation before
 * and after the fingerprint.
 *
 *	N1 -> N2	fingerprint	a newer fingerprint shows that the operation changed
 *	N3 -> N4	first		the fingerprint is that of this operation or of a later one
 *	N5 -> N6	entered		all records up to that operation, unless overwritten
 */

void node_record(struct node *me, const struct call *call)
{
	struct call_record *record = &me->news.record[me->calls.records++ & (RECORDS - 1)];

	me->calls.called = call->fingerprint;
	store_own(&record->first, 0);
	store_own(&record->name, call->name);
	store_own(&record->bytes, call->bytes);
	store_own(&record->nodes, (uint64_t)call->destination << 32 | (uint32_t)call->root);
	store_own(&record->how, call->how);
	store_release(&record->fingerprint, call->fingerprint); /* N1 */
	store_release(&record->first, me->calls.operation);	/* N3 */
}

/* Records are overwritten in the order in which they were written. The record of an operation is
 * therefore the last one that begins with that operation or before. */
const struct call_record *call_record_at(const struct node *node, uint64_t operation)
{
	const struct call_record *found = NULL;
	uint64_t latest = 0;

	for (int r = 0; r < RECORDS; r++) {
		const struct call_record *record = &node->news.record[r];
		uint64_t first = load_acquire(&record->first); /* N4 */

		if (first > latest && first <= operation) {
			found = record;
			latest = first;
		}
	}
	return found;
}

/* Returns true, and the fingerprint, if the node's call in that operation is still on record. */
static bool fingerprint_of(uint64_t *fingerprint, const struct node *node, uint64_t operation)
{
	const struct call_record *record = call_record_at(node, operation);
	uint64_t first;

	if (!record)
		return false;
	first = load_acquire(&record->first);		   /* N4 */
	*fingerprint = load_acquire(&record->fingerprint); /* N2 */
	return first && first <= operation && load_own(&record->first) == first;
}

static bool differ_in(const struct node *a, const struct node *b, uint64_t operation)
{
	uint64_t one, other;

	return fingerprint_of(&one, a, operation) && fingerprint_of(&other, b, operation) &&
	       one != other;
}

/* Two nodes begin to differ in an operation where a node begins to call something else, so only the
 * first operations of records are looked at. */
static uint64_t earliest(const struct node *a, const struct node *b, uint64_t last)
{
	uint64_t found = 0;

	for (int r = 0; r < RECORDS; r++) {
		uint64_t first = load_acquire(&a->news.record[r].first); /* N4 */

		if (first && first <= last && (!found || first < found) && differ_in(a, b, first))
			found = first;
	}
	return found;
}

uint64_t first_difference(const struct node *a, const struct node *b)
{
	uint64_t mine = load_acquire(&a->news.entered);	 /* N6 */
	uint64_t other = load_acquire(&b->news.entered); /* N6 */
	uint64_t last = mine < other ? mine : other;
	uint64_t one = earliest(a, b, last), two = earliest(b, a, last);

	return !one || (two && two < one) ? two : one;
}

const char *call_record_name(const struct node *node, uint64_t operation)
{
	const struct call_record *record = call_record_at(node, operation);
	const char *name = record ? load_own(&record->name) : NULL;

	return name ? name : "nothing";
}

/* Appends to the phrase. */
static void append(char phrase[PHRASE], const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void append(char phrase[PHRASE], const char *format, ...)
{
	size_t length = strlen(phrase);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(phrase + length, PHRASE - length, format, arguments);
	va_end(arguments);
}

static const char *to_root(const char *collective)
{
	return strncmp(collective, "reduce", 6) && strncmp(collective, "gather", 6) ? "from" : "to";
}

/* "node 7 calls broadcast #42 of 128 bytes from root 3" */
static void describe_call(const struct node *node, uint64_t operation, char phrase[PHRASE])
{
	const struct call_record *record = call_record_at(node, operation);
	uint64_t nodes = record ? load_own(&record->nodes) : UINT32_MAX;
	int root = (int)(uint32_t)nodes, destination = (int)(nodes >> 32);

	snprintf(phrase, PHRASE, "node %d calls %s #%llu", node->number,
		call_record_name(node, operation), (unsigned long long)operation);
	if (record && load_own(&record->bytes) != SIZE_MAX)
		append(phrase, " of %zu bytes", load_own(&record->bytes));
	if (root >= 0)
		append(phrase, " %s root %d", to_root(call_record_name(node, operation)), root);
	if (destination > 0)
		append(phrase, " to node %d", destination - 1);
}

/* A permutation, an algorithm and a caller's fold have no words of their own. */
static void describe_plan(const struct call_record *record, char phrase[PHRASE])
{
	uint64_t fingerprint = load_own(&record->fingerprint);

	append(phrase, " by plan %08x", (unsigned)(fingerprint ^ fingerprint >> 32));
	append(phrase, ", by %s", load_own(&record->how) & BY_REFERENCE ? "reference" : "copy");
}

/* Describes a difference between two calls whose phrases are the same so far. */
static void describe_difference(const struct call_record *a, const struct call_record *b,
	char one[PHRASE], char other[PHRASE])
{
	folding_describe(load_own(&a->how), one);
	folding_describe(load_own(&b->how), other);
	if (strcmp(one, other))
		return;
	*one = *other = 0;
	describe_plan(a, one);
	describe_plan(b, other);
}

/* Compares two phrases that both begin with "node N ". */
static bool same_call(const char *one, const char *other)
{
	return !strcmp(strchr(one + 5, ' '), strchr(other + 5, ' '));
}

/* Without a known operation, the phrases describe the nodes' current calls. */
void calls_differ(const struct node *a, const struct node *b, uint64_t operation)
{
	const struct node *first = a->number < b->number ? a : b, *second = first == a ? b : a;
	uint64_t of_first = operation ? operation : load_acquire(&first->news.entered);	  /* N6 */
	uint64_t of_second = operation ? operation : load_acquire(&second->news.entered); /* N6 */
	const struct call_record *mine = call_record_at(first, of_first),
				 *its = call_record_at(second, of_second);
	char one[PHRASE], other[PHRASE], more[PHRASE] = "", less[PHRASE] = "";

	describe_call(first, of_first, one);
	describe_call(second, of_second, other);
	if (mine && its && same_call(one, other))
		describe_difference(mine, its, more, less);
	team_fail(a->team, &(struct abort_state){ EINVAL, EINVAL }, "%s%s, %s%s", one, more, other,
		less);
}

void node_sizes_differ(struct node *me, const char *name, int origin, size_t sent, size_t expected)
{
	team_fail(me->team, &(struct abort_state){ EINVAL, EINVAL },
		"%s #%llu: node %d sends %zu bytes to node %d, which expects %zu", name,
		(unsigned long long)me->calls.operation, origin, sent, me->number, expected);
}

/* The two nodes may have differed earlier: a packet that no call matched stays in its ring until
 * the next call. */
void node_differs(
	struct node *me, const struct instruction *instruction, uint64_t fingerprint, size_t bytes)
{
	const struct node *peer = &me->team->node[instruction->peer];

	if (fingerprint == me->calls.fingerprint)
		node_sizes_differ(me, call_record_name(me, me->calls.operation), peer->number,
			bytes, instruction->bytes);
	else
		calls_differ(me, peer, first_difference(me, peer));
}

/* Fails the team because a node has called more operations than the other node. */
static void counts_differ(const struct node *a, const struct node *b)
{
	const struct node *more = a->calls.operation > b->calls.operation ? a : b,
			  *less = more == a ? b : a;
	char phrase[PHRASE];

	describe_call(more, less->calls.operation + 1, phrase);
	team_fail(a->team, &(struct abort_state){ EINVAL, EINVAL },
		"node %d has ended after %llu operations; %s", less->number,
		(unsigned long long)less->calls.operation, phrase);
}

bool team_agrees(struct team *team)
{
	const struct node *first = &team->node[0];

	for (int v = 1; v < team->net.nodes; v++) {
		const struct node *node = &team->node[v];
		uint64_t operation;

		if (node->calls.operation == first->calls.operation &&
			node->calls.history == first->calls.history)
			continue;
		operation = first_difference(first, node);
		if (!operation && node->calls.operation != first->calls.operation)
			counts_differ(first, node);
		else
			calls_differ(first, node, operation);
		return false;
	}
	return true;
}
