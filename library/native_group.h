/* The nodes of a process in a call of the library below: one of them calls it for all. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_NATIVE_GROUP_H
#define LIBRARY_NATIVE_GROUP_H

#include "library/prepared.h"
#include "runtime/wire/carrier.h"

struct native_group;

/* Returns the group of the node's process, or NULL with why. */
struct native_group *native_group_of(struct node *me);
void native_group_free(struct native_group *group);  /* NULL is fine */

/* Does a node's part. Returns 0, -errno of the abort, or -EAGAIN as wires_perform. */
int native_group_perform(
	struct native_group *group, struct node *me, const struct native_call *call);

#endif
