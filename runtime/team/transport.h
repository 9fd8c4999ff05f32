/* A transport carries the packets of links whose other end is in another process. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_TRANSPORT_H
#define RUNTIME_TEAM_TRANSPORT_H

#include "runtime/team/step.h"
#include "runtime/team/team_state.h"

/* A link between nodes of two processes is a ring in each of the two. Nodes send and receive through
 * these rings as through any other ring; the transport is the other end of both rings. So a step
 * knows of the transport only where a large packet lands: the bytes of such a packet are still in the
 * other process. */
struct transport {
	/* Moves all packets that can move now. Called by any thread of the team, most of all by
	 * threads that wait. */
	void (*pump)(struct team *team);
	/* Hands all packets of a node that has ended its operation to the other processes. */
	void (*flush)(struct node *me);
	/* Does the work of split_copy_land for a packet of a ring that the transport fills. */
	enum outcome (*land)(struct node *me, const struct instruction *i, struct ring *ring);
	/* The worker's nodes give up. Afterwards the transport touches no memory of theirs. */
	void (*recall)(struct worker *me);
	/* All processes meet. Returns 0, or -errno of the abort. */
	int (*meet)(struct worker *me);
	/* Asks the other processes how far their nodes are. Answers come with later pumps. */
	void (*ask)(struct team *team);
	/* Returns true if all other processes have answered lately that every node of theirs waits
	 * (standstill.h). */
	bool (*stands)(struct team *team);
	/* All processes begin a job with the same answer: 0 if each comes with error 0, or else the
	 * first process's error that is not 0, with its line. */
	int (*confer)(struct team *team, int error);
	/* The process begins a job. */
	void (*begin)(struct team *team);
	/* All processes end a job, and agree on the result: the same fault in each, or none. */
	void (*agree)(struct team *team);
	/* Returns the greatest of all processes' values. */
	double (*greatest)(struct team *team, double value);
	void (*close)(struct team *team);
};

/* Returns true if this process runs the node. */
static inline bool node_is_here(const struct node *node)
{
	return node->worker->number >= 0;
}

#endif
