/* Reads bytes from each place where they can be, by the clock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_PLACE_PROBE_H
#define PERF_CALIBRATION_PLACE_PROBE_H

#include "library/machine/copy_probe.h"

/* Measures the seconds for a byte at the place, on the cores of the probe. Returns 0 or -errno with
 * why. */
int place_probe_read(struct copy_probe *probe, enum byte_place place, struct quantity *quantity);

#endif
