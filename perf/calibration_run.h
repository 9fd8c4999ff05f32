/* Calibrates this machine: what links of each class of core pairs cost, and how fast memory copies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_RUN_H
#define PERF_CALIBRATION_RUN_H

#include "plan/model/calibration.h"

/* Called before each measurement with what it is. */
typedef void calibrate_watcher(const char *what);

/* Measures all of it, some seconds. A class without a pair of usable cpus stays 0. 0 or -errno with
 * why. */
int calibrate(struct machine *machine, calibrate_watcher *watcher);

#endif
