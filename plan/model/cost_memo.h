/* A memo of costs saves a choice among many plans from looking up the same costs again. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_COST_MEMO_H
#define PLAN_MODEL_COST_MEMO_H

#include "plan/model/estimate.h"
#include "plan/costs/operation_costs.h"

enum {
	COST_ENTRIES = 8
};

/* The costs of the last operations, all on one machine. A memo begins as zeros. */
struct cost_memo {
	unsigned filled; /* the next entry is this number modulo COST_ENTRIES */
	struct cost_entry {
		struct operation operation;
		struct operation_costs costs;
		bool known;
	} entry[COST_ENTRIES];
};

/* Looks up costs on the machine of the rates, first in the memo of the rates if there is one.
 * Returns false if a quantity was not measured. */
bool cost_memo_find(struct operation_costs *costs, const struct operation *operation,
	const struct rates *rates);

#endif
