/* Writes a schedule as an algorithm of MSCCL. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_ALGORITHM_H
#define ANALYSIS_MSCCL_MSCCL_ALGORITHM_H

#include <stdio.h>
#include "plan/schedule.h"

/* Writes the XML that MSCCL's runtime reads (M. Cowan et al.: MSCCLang, ASPLOS 2023), not in place.
 * Gpu v is node v. A gpu has a thread block for each neighbour to which it sends, and for each from
 * which it receives; a step waits for the steps of other blocks by depid and deps. The schedule
 * gets an index if it has none. Returns 0, -ENOMEM, -EIO, or -EINVAL with why: MSCCL has no such
 * collective, or runs no more than 255 steps in a thread block. */
int schedule_print_msccl(struct schedule *schedule, FILE *file);

#endif
