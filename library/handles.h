/* Converts between the opaque handles of grove.h and the runtime's structs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_HANDLES_H
#define LIBRARY_HANDLES_H

#include "grove.h"
#include "runtime/team/team.h"

/* struct grove_node and struct grove_team are never defined: a pointer to either is a pointer to
 * the runtime's node or team. */
static inline struct node *node_inside(const struct grove_node *me)
{
	return (struct node *)(uintptr_t)me;
}

static inline struct grove_node *node_outside(struct node *me)
{
	return (struct grove_node *)me;
}

static inline struct team *team_inside(const struct grove_team *team)
{
	return (struct team *)(uintptr_t)team;
}

static inline struct grove_team *team_outside(struct team *team)
{
	return (struct grove_team *)team;
}

#endif
