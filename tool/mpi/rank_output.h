/* Lets the first rank alone write. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_RANK_OUTPUT_H
#define TOOL_MPI_RANK_OUTPUT_H

/* Drops the output of all ranks but the first to stdout and stderr. All ranks call this function
 * before any rank writes. Returns 0, or -1 on failure. */
int rank_output_join(void);

#endif
