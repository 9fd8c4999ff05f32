/* Lets the first rank alone write. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_RANK_OUTPUT_H
#define TOOL_MPI_RANK_OUTPUT_H

/* Drops what other ranks than the first one write to stdout and stderr. All ranks call this function
 * before any of them writes. Returns 0, or -1 where it cannot be done. */
int rank_output_join(void);

#endif
