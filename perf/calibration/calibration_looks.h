/* A look is one measurement of a quantity. Several looks at different times show whether the
 * machine changes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_CALIBRATION_LOOKS_H
#define PERF_CALIBRATION_CALIBRATION_LOOKS_H

#include <stdbool.h>
#include "plan/costs/copy_costs.h"

enum {
	LOOKS = 5 /* at a quantity, at most */
};

struct looks {
	int count;
	struct quantity look[LOOKS];
};

/* Adds a look; does nothing if there are LOOKS looks already. */
void looks_add(struct looks *looks, const struct quantity *look);

/* Returns true if a majority of the looks, at least one, has intervals that nearly meet. */
bool looks_agree(const struct looks *looks);

/* Joins the looks: the look nearest to the median of all, with an interval that covers the looks
 * that agree with this look, or all looks if they disagree. All zeros without a look. */
struct quantity looks_join(const struct looks *looks);

#endif
