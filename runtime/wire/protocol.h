/* What the processes of a team ask and tell each other beside packets and messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_PROTOCOL_H
#define RUNTIME_WIRE_PROTOCOL_H

#include "runtime/wire/parcels.h"

/* The states of a team in a process. A team fails as a whole: with its sub-teams, in all processes,
 * and for good.
 *
 *	state		begins with				ends with
 *	at rest		the opening; a vote in agreement	the next job; the closing
 *	in a job	wires_begin; a sub-team's opening	the vote; the last node's leave
 *	failed		the first error; ABORT			the closing
 *	left		the last node here leaves; a vote that	STATE of all: nothing is on its way,
 *			finds a difference; the closing		and the team may be closed
 *
 * A failed team tells the others (ABORT), expects no bodies any more, and throws away those that
 * come: so the senders have their memory again. At the end of the job all processes take over one
 * error. */

enum {
	RECORD_NAME = 24
};

/* A call of a node, as a process tells other processes. */
struct told_record {
	uint64_t first, fingerprint, bytes, nodes, how;
	char name[RECORD_NAME];
};

struct told_node {
	int32_t number;
	uint32_t waiting, peer, port, packet, partner, listener, gone;
	uint64_t moves, entered, left, operation, history;
	struct told_record record[RECORDS];
};

struct abort_parcel {
	struct parcel parcel;
	struct told_fault fault;
	uint64_t job;
};

struct meet_parcel {
	struct parcel parcel;
	uint32_t meeting, part, count;
	int64_t least[];
};

/* STATE, and ASK, which has no nodes. */
struct state_parcel {
	struct parcel parcel;
	int32_t process;	/* the sender */
	uint32_t nodes, stands; /* stands: every node of the process waits */
	uint32_t left;		/* all nodes of the process have left */
	uint64_t job;
	struct told_node node[];
};

/* records.c: the state of nodes of other processes. */
struct told_record record_tell(const struct call_record *record);
void record_learn(struct node *node, const struct told_record *told);
void node_tell_state(struct told_node *told, const struct node *node);
void node_learn_state(struct node *node, const struct told_node *told);

/* protocol.c. Locked: a team that has failed, or that all nodes here have left, goes on. */
void failure_move(struct wires *wires);
void leave_move(struct wires *wires);
void trash_ended(struct carriage *carriage);

/* Leaves the team, and waits until all others have. */
void wires_part(struct wires *wires);

/* transport.h */
void wires_begin(struct team *team);
int wires_meet(struct worker *me);
void wires_least(struct team *team, int64_t *values, int count);
int wires_confer(struct team *team, int error);
bool wires_agree(struct team *team);
void wires_ask(struct team *team);
bool wires_stand(struct team *team);
void wires_leave(struct team *team);
bool wires_over(const struct team *team);

#endif
