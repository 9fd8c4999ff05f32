/* Checks that each output of an algorithm ends with the chunks that the collective promises. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MSCCL_MSCCL_OUTPUTS_H
#define ANALYSIS_MSCCL_MSCCL_OUTPUTS_H

#include "analysis/msccl/msccl_run.h"

/* The verifier of plans knows which node has which chunk, and no places in buffers: what lies at
 * the wrong place is found here, and what never came to a gpu is left to the verifier. Returns 0,
 * -ENOMEM, or -EINVAL with why. */
int msccl_outputs_check(struct msccl_run *run);

#endif
