/* Times the round trip of a bare cache line, and reads bytes from each place where they can be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_LINE_PROBE_H
#define PERF_CALIBRATION_LINE_PROBE_H

#include "library/costs/copy_probe.h"

/* Measure a line's round trip, and the seconds for a byte at the place, on the cores of the probe.
 * Return 0 or -errno with why. */
int line_probe_trip(struct copy_probe *probe, struct quantity *quantity);
int line_probe_place(struct copy_probe *probe, enum byte_place place, struct quantity *quantity);

#endif
