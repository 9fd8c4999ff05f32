/* Measures the links of each class of core pairs, and how fast memory is copied. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_RUN_H
#define PERF_CALIBRATION_RUN_H

#include "plan/model/calibration.h"

/* Called before each measurement, with its description. */
typedef void calibrate_watcher(const char *what);

/* Measures all costs in some seconds. A class without a pair of usable cpus stays 0.
 * Returns 0 or -errno with why. */
int calibrate(struct machine *machine, calibrate_watcher *watcher);

#endif
