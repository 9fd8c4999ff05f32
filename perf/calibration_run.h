/* Measures all costs of this machine: start-ups and copies, for a pair of cpus of each class. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_RUN_H
#define PERF_CALIBRATION_RUN_H

#include "plan/model/calibration.h"

/* Called before each measurement, with its description. */
typedef void calibrate_watcher(const char *what);

/* Measures all costs in some seconds. A class without a pair of usable cpus stays 0. Returns 0 or
 * -errno with why. */
int calibrate(struct measured_costs *costs, calibrate_watcher *watcher);

#endif
