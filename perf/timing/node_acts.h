/* What each node does in an operation of SPMD style: verbs of plans, sized verbs, messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_NODE_ACTS_H
#define PERF_TIMING_NODE_ACTS_H

#include "perf/timing/session.h"

/* Does a node's part of an operation of the session. Returns 0 or -errno. */
int node_act(const struct session *session, struct node *me);

/* Lists the neighbours of all nodes for MESSAGES_EXCHANGE. Returns 0 or -ENOMEM with why. */
int node_acts_open(struct session *session);

/* Return the bytes of node v in a session of messages that go to another node, and the place of the
 * bytes that come from there. */
unsigned char *message_out(const struct session *session, int v, int to);
unsigned char *message_in(const struct session *session, int v, int from);

/* Fills in the call of a node for a plan with sizes, for phased execution. Returns 0 or -errno. */
int sized_act_prepare(const struct session *session, int v, struct call *call);

/* Fills the table of all sizes, which plans by copy need for phased execution. Returns 0 or -ENOMEM
 * with why. */
int sized_acts_open(struct session *session);

#endif
