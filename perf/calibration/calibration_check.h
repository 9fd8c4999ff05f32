/* Some quantities can not take more time than others: caches are not slower than memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_CALIBRATION_CHECK_H
#define PERF_CALIBRATION_CALIBRATION_CHECK_H

#include "perf/calibration/measurand.h"

/* A violation: `less` took more time than `more`, beyond the intervals of both and some slack. */
struct violation {
	struct measurand less, more;
};

/* Finds the next violation from measurand *i of the list on, and advances *i and *rule. Both begin
 * at 0. Quantities that were not measured violate nothing. Returns false after the last. */
bool violation_next(struct violation *violation, struct measured_costs *costs,
	const struct measurand *list, int count, int *i, int *rule);

#endif
