/* Children: other programs, run with their output in a file, and never for ever. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_SUBPROCESS_H
#define TOOL_OUTPUT_SUBPROCESS_H

/* Runs arguments[0] (a path) with standard output and error in the file `output`. Its exit status;
 * -1 when it could not be run, died, or took longer than `seconds` and was ended. */
int child_run(const char *const *arguments, const char *output, int seconds);

#endif
