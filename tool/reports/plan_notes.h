/* Declares notes on a right plan: what the plan does in vain, and what it leaves unused. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_PLAN_NOTES_H
#define TOOL_REPORTS_PLAN_NOTES_H

#include "plan/verify/verify_schedule.h"

struct plan_notes {
	const struct schedule *schedule;
	struct redundancy redundant;
	size_t links, unused;
	int from, to; /* of the first unused link */
};

/* Finds the unused links. Returns 0 or -ENOMEM with why. */
int plan_notes_find(struct plan_notes *notes, const struct schedule *schedule,
	const struct redundancy *redundant);

/* Print a line for each note, or write the array "notes". */
void plan_notes_print(const struct plan_notes *notes);
void plan_notes_write(const struct plan_notes *notes);

#endif
