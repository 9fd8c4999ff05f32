/* Keeps the costs that were looked up last. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/model/cost_memo.h"

static bool same_operation(const struct operation *a, const struct operation *b)
{
	return a->state == b->state && a->touched == b->touched && a->threads == b->threads &&
	       a->past == b->past;
}

static struct cost_entry *entry_of(struct cost_memo *memo, const struct operation *operation)
{
	for (unsigned i = 0; i < memo->filled && i < COST_ENTRIES; i++)
		if (same_operation(&memo->entry[i].operation, operation))
			return &memo->entry[i];
	return NULL;
}

bool cost_memo_find(
	struct operation_costs *costs, const struct operation *operation, const struct rates *rates)
{
	struct cost_memo *memo = rates->memo;
	struct cost_entry *entry = memo ? entry_of(memo, operation) : NULL;

	if (!memo)
		return operation_costs(costs, rates->here, operation);
	if (!entry) {
		entry = &memo->entry[memo->filled++ % COST_ENTRIES];
		entry->operation = *operation;
		entry->known = operation_costs(&entry->costs, rates->here, operation);
	}
	*costs = entry->costs;
	return entry->known;
}
