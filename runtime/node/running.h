/* The node whose body this thread carries out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_RUNNING_H
#define RUNTIME_NODE_RUNNING_H

struct node;

/* A node of a team at the top, and its body may block in calls; NULL: there is none, or the thread
 * has to look further (node_may_block), as a thread that is attached as several nodes, and the only
 * thread of a forked child. A single comparison then tells that a caller is the node it says. */
extern _Thread_local const struct node *node_running;

#endif
