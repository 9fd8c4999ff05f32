/* Makes a quantity of samples: the median, and its interval. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_SAMPLES_H
#define LIBRARY_SAMPLES_H

#include <stddef.h>
#include "plan/costs/copy_costs.h"

/* Sorts the samples. Of few samples the interval reaches from the least to the most. */
struct quantity samples_quantity(double *sample, size_t count);

#endif
