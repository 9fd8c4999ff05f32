/* A transport carries the packets of links whose other end is in another process. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_TRANSPORT_H
#define RUNTIME_NODE_TRANSPORT_H

#include "runtime/node/step.h"
#include "runtime/node/team_state.h"

struct wire; /* the far end of a ring whose other node is in another process */

enum {
	GRANT_PART = 2 /* of a channel's ring: the sender's process hears of room when that part is
			* free again */
};

/* Finds the wire of a channel of the team, or makes the channel; NULL if memory is short. */
typedef struct wire *channel_wire(struct team *team, int from, int to);

/* Messages outside of plans (runtime/messages). */
struct message_transport {
	/* The team has channels. */
	void (*talk)(struct team *team, channel_wire *find);
	/* A thread makes a channel between `hold` and `release`, and joins the channel's ring to a
	 * wire. */
	void (*hold)(struct team *team);
	void (*release)(struct team *team);
	struct wire *(*join)(struct team *team, struct ring *ring, int from, int to);
	/* The sender has put a message into the ring. A message that is lent is in one piece. */
	void (*push)(struct wire *wire);
	/* The receiver has taken a message: now and then the sender hears of the room. */
	void (*grant)(struct wire *wire);
	/* Brings the oldest message of the ring, which is lent, to its place, and pops the
	 * message. */
	enum outcome (*bring)(struct wire *wire, unsigned char *to, size_t bytes);
	/* Waits, after a failure, until the transport touches no memory of messages any more. */
	void (*withdraw)(struct wire *wire);
};

/* A link between nodes of two processes is a ring in each of the two. Nodes send and receive
 * through these rings as through any other ring; the transport is the other end of both rings. So a
 * step knows of the transport only where a large packet lands: the bytes of such a packet are still
 * in the other process. */
struct transport {
	/* Moves all packets that can move now. Called by any thread of the team, most of all by
	 * threads that wait: `idle` says that what the thread waits for was not there at its last
	 * look, after the last call. */
	void (*pump)(struct team *team, bool idle);
	/* Hands the packets of a node that will not wait now to the other processes, as far as
	 * these take packets now. */
	void (*flush)(struct node *me);
	/* Does the work of split_copy_land for a packet of a ring that the transport fills. */
	enum outcome (*land)(struct node *me, const struct instruction *i, struct ring *ring);
	/* A node is blocked: expects what the node's program will receive, as far as the places are
	 * free. */
	void (*expect)(struct node *me);
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
	/* All processes end a job, and agree on the result: the same fault in each, or none.
	 * Returns true if all nodes have made the same calls. */
	bool (*agree)(struct team *team);
	/* Replaces each value by the least value of all processes. */
	void (*least)(struct team *team, int64_t *values, int count);
	struct message_transport messages;
	/* Sub-teams. `extend` opens the transport of a sub-team with nodes in several processes:
	 * those functions above that are for jobs then do nothing. The process has an address for
	 * such a team, of which the other processes must know before any node enters. `leave`: all
	 * nodes of this process have left; `over`: so have all others. */
	int (*extend)(struct team *team, struct team *parent);
	int (*address)(const struct team *team);
	void (*know)(struct team *team, int process, int address);
	void (*leave)(struct team *team);
	bool (*over)(const struct team *team);
	void (*close)(struct team *team);
};

/* Returns true if some nodes are in other processes. */
static inline bool team_is_wired(const struct team *team)
{
	return team->spread.transport;
}

/* Returns true if this process runs the node. */
static inline bool node_is_here(const struct node *node)
{
	return node->worker->number >= 0;
}

static inline bool team_has_node(const struct team *team, int v)
{
	return node_is_here(&team->node[v]);
}

/* Returns the number of nodes after this node on the same thread. A node of another process is
 * alone, as seen from here. */
static inline int node_beside(const struct node *me)
{
	return node_is_here(me) ? me->worker->first + me->worker->nodes - 1 - me->number : 0;
}

#endif
