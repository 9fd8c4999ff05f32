/* Reads an algorithm of MSCCL as a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_MSCCL_READER_H
#define TOOL_ARGUMENTS_MSCCL_READER_H

#include "plan/schedule.h"

/* Reads the XML that MSCCL's runtime reads (M. Cowan et al.: MSCCLang, ASPLOS 2023) as a schedule
 * on the complete network, with a node for each gpu, a packet for each message, and a KiB for each
 * chunk. The schedule is sorted and well formed, but not verified. Returns 0, -ENOMEM, or -EINVAL
 * with why: no such XML, or what a plan cannot say, with line, gpu, thread block and step. */
int schedule_read_msccl(struct schedule **schedule, const char *text, size_t length);

#endif
