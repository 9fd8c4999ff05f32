/* Thresholds are the sizes from which a way of copying pays, derived from measured copies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_COPY_THRESHOLDS_H
#define PLAN_COSTS_COPY_THRESHOLDS_H

#include "plan/costs/copy_costs.h"

/* The choices of the data path between two ways of copying. */
enum copy_choice {
	CHOICE_BOTH_ENDS,     /* both ends of a link copy, and not only the receiver */
	CHOICE_FOLD_BOTH,     /* both ends fold */
	CHOICE_PAST,	      /* the receiver stores past the caches */
	CHOICE_BOTH_PAST,     /* both ends store past the caches */
	CHOICE_EXCHANGE_PAST, /* both cores store past the caches in an exchange */
	COPY_CHOICES
};

struct choice_ways {
	enum copy_way usual, other;
};

struct choice_ways copy_choice_ways(enum copy_choice choice);

/* Returns the bytes from which on the other way pays between the nearest two cores. Both ends
 * exchange a line to agree. Beyond the caches, the time of a later reader does not count. Returns
 * NAN if that is not known, as without a calibration. */
double machine_pays_from(
	const struct machine *machine, enum copy_choice choice, enum data_state state);

#endif
