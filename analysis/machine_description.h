/* Machines that a text describes, as other tools write them: "pack:2 l3:4 core:8". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_MACHINE_DESCRIPTION_H
#define ANALYSIS_MACHINE_DESCRIPTION_H

#include "plan/costs/hierarchy.h"

/* Reads the levels of a machine: parts from the outermost to the innermost, each with the number of
 * such parts in a part of the kind before. Returns 0, or -EINVAL with why. */
int machine_describe(struct hierarchy *hierarchy, const char *text);

#endif
