/* Measures all costs of this machine, looks again where the machine changed, and keeps no
 * nonsense. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_CALIBRATION_RUN_H
#define PERF_CALIBRATION_CALIBRATION_RUN_H

#include "perf/calibration/measurand.h"
#include "plan/costs/calibration.h"

/* Called with the share of the work that is done. */
typedef void calibration_watcher(double share);

/* The source of measurements, with a clock: this machine, or a test's imitation. */
struct calibration_source {
	void *self;
	int (*measure)(void *self, const struct measurand *measurand,
		const struct measured_costs *so_far, struct quantity *quantity);
	/* a bare line's trip between the nearest two cores, now; NULL: a single core */
	int (*trip)(void *self, double *seconds);
	double (*seconds)(void *self); /* since the calibration started */
	/* the share of the time in which other work had the cores */
	double (*lost)(void *self);
};

/* Measures the quantities of the list, and all a second time as far as there is time. Quantities of
 * which the looks disagree, or that can not be true together, are measured again as long as time is
 * left. If the cores move, the measurements at each distance belong to a table of their own. Ends
 * after less than 5 seconds. Returns 0 and at least one table, or -EIO with why: the quantity, and
 * the reason for which it is not believed; or -errno of the source. */
int calibration_run(struct calibration *calibration, const struct measurand *list, int count,
	const struct calibration_source *source, calibration_watcher *watcher);

/* Calibrates this machine in that way. */
int calibrate(struct calibration *calibration, calibration_watcher *watcher);

#endif
