/* What the processes of a team ask and tell each other beside packets and messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_PROTOCOL_H
#define RUNTIME_WIRE_PROTOCOL_H

#include "runtime/wire/parcels.h"

/* A team at the top and its sub-teams go through these states. parcels.h lists the parcels.
 *
 *	state		begins with				ends with
 *	at rest		the opening; the end of a job		the next job (wires_begin)
 *	in a job	wires_begin; a sub-team's opening	a vote of all (wires_agree); LEFT
 *	failed		ABORT, sent or received			the marks: then the team heals
 *	left		the last node here leaves		LEFT of all: the part here is closed
 */

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
	int32_t error, result;
	uint64_t job;
	char line[REASON];
};

struct meet_parcel {
	struct parcel parcel;
	uint16_t votes, round;
	uint32_t count;
	uint64_t number; /* of the meeting */
	int64_t value[]; /* [count] the least of the processes of which the sender knows */
};

/* ASK, ANSWER and LEFT; ASK has no nodes. */
struct state_parcel {
	struct parcel parcel;
	int32_t process;	/* the sender */
	uint32_t nodes, stands; /* stands: every node of the process waits */
	uint64_t job;
	struct told_node node[];
};

/* records.c: the state of nodes of other processes. */
struct told_record record_tell(const struct call_record *record);
void record_learn(struct node *node, const struct told_record *told);
void records_copy(struct node *node, const struct node *from); /* which made the same calls */
void node_tell_state(struct told_node *told, const struct node *node);
void node_learn_state(struct node *node, const struct told_node *told);

/* protocol.c */
void abort_tell(struct wires *wires); /* locked */
void leave_move(struct wires *wires); /* locked: goes on with leaving, if the time has come */
bool leave_hopeless(const struct wires *wires); /* the others may never leave */
void wires_begin(struct team *team);
int wires_meet(struct worker *me);
void wires_least(struct team *team, int64_t *values, int count);
void meetings_free(struct wires *wires);
void wires_ask(struct team *team);
bool wires_stand(struct team *team);
void wires_leave(struct team *team);
bool wires_over(const struct team *team);
bool wires_settle(struct team *team);

/* agree.c: all processes of a team begin and end a job together. */
int wires_confer(struct team *team, int error);
void wires_agree(struct team *team);
void wires_reset(struct team *team);

#endif
