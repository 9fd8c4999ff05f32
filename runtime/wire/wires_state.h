/* The state of a team's wires: messages under way, and the news from other processes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_WIRES_STATE_H
#define RUNTIME_WIRE_WIRES_STATE_H

#include "runtime/node/abort.h"
#include "runtime/wire/bodies.h"
#include "runtime/wire/wires.h"

/* A wire serves a port that leads to a node of another process: the wire takes the packets of the
 * ring `out` and puts packets into the ring `in`.
 *
 *	node -> ring out -> wire -> header message (with the payload of a small packet)
 *	                         -> body message, straight from lent memory       -> other process
 *	node <- ring in  <- wire <- header message, always expected
 *	      its place         <- body message, expected as soon as the place is free
 *
 * A small packet is popped from `out` when its header message has begun, because the message has a
 * copy. A lent packet is popped when the body has been sent. In `in`, a lent packet has a length
 * but no address: step asks transport.land for the bytes, after the fingerprints were compared. The
 * bodies of a wire arrive in the order of the headers. The node's program says which packets will
 * come, and when the place of each packet is free (plan/program/expected.h). So once a header has
 * shown that both ends make the same call, all bodies of the call can be expected before the
 * headers of the bodies have come.
 *
 *	writers
 *	locked		any thread, by exchange
 *	all else here, out as its receiver, in as its sender, the mirrors of other processes' nodes
 *			the thread that has locked the wires
 *	stood		as above; relaxed: a vigil looks several times (wait.c)
 *	body_in .. under_way, landing .. folded	the node's thread, with the wires locked; the
 *			node's thread also reads operation .. arriving without the lock
 *	agreed		as `in`; relaxed: a node that has not seen the value expects no body yet
 *	told		as above; read by any thread
 *	lane		parcels.h
 *
 *	edges
 *	L1 -> L2	locked		all that the last thread did here, to the next thread
 *	V1 -> V2	over		the team may be closed
 *	R1 -> A1, R2 -> A2		of the rings, as between two nodes (ring.h)
 *	H3 -> H4	in->share.helped	the body has arrived (split_claim.h)
 */

enum {
	SENDINGS = 8,  /* messages of a wire under way; a power of two, less than KEPT_BODIES */
	AHEAD = 4,     /* bodies of a wire that are expected at a time; a power of two, less than
		       * KEPT_BODIES */
	AHEAD_CUT = 2, /* of a packet that is cut: the core's own cache holds all of them */
	LEAVING = 8,   /* bodies of a wire that are sent at a time; less than KEPT_BODIES */
	FOLDED = AHEAD + AHEAD_CUT, /* places of bodies that are folded */
	RECORD_NAME = 24
};

/* The kinds of carriages. */
enum {
	HEADER_OUT,
	BODY_OUT,
	HEADER_IN,
	BODY_IN,
	TRASH_IN,
	CONTROL_OUT,
	CONTROL_IN,
	PARCEL_OUT,
	PARCEL_IN,
	LANE_IN,
	LEAST
};

/* A call of a node, as a process tells other processes. */
struct told_record {
	uint64_t first, fingerprint, bytes, nodes, how;
	char name[RECORD_NAME];
};

struct wire_header {
	uint64_t fingerprint, bytes, operation;
	uint32_t lent;	     /* the body is a separate message */
	uint32_t records;    /* behind this header, before the payload */
	uint32_t lends_from; /* the sender lends packets of more bytes */
	uint32_t body;	     /* bytes of each body but the last; 0: a single body */
};

/* A packet under way. `pending`: messages that have not ended. */
struct sending {
	struct carriage header; /* first: the address is also the address of the sending */
	struct piece head_piece;
	unsigned char *buffer;
	size_t pending;
	bool lent;
};

struct wire {
	struct wires *wires;
	struct ring *out, *in;
	int node, port, peer,
		process;     /* the node and the port here, the peer, and the peer's process */
	int tag_out, tag_in; /* of headers; bodies have the next tag */
	uint32_t at, extra, offset;    /* the next packet of `out` to send: as head .. of a ring */
	uint32_t begun, popped, ended; /* sendings */
	struct sending sending[SENDINGS];
	struct body body_out[KEPT_BODIES];
	struct body_source leaving; /* of the last sending: bytes of bodies that have not begun */
	uint32_t bodies_leaving;    /* bodies that have begun, and not ended */
	uint64_t lending; /* the fingerprint of the operation for which bodies are counted */
	uint32_t bodies;  /* of that operation that have begun */
	uint32_t records; /* of the node's calls that the other process knows */

	struct carriage header; /* expected */
	struct piece head_piece;
	unsigned char *head; /* its buffer */
	bool held;	     /* a packet in `head` waits for room in the ring */

	/* Bodies of one operation of the node, in the order of the packets. `posted` bodies have
	 * been expected so far, of `packets` packets, and the node has taken the first `landed`
	 * bodies. Bodies of packets that are folded or dropped arrive in memory of the wire. */
	struct body body_in[KEPT_BODIES];
	uint64_t operation;
	uint32_t posted, landed, packets;
	const struct instruction *coming; /* the instruction of the last of these packets */
	struct body_source arriving;	  /* bytes of that packet that are not expected yet */
	uint32_t under_way;		  /* expected bodies that have not ended */
	uint32_t headed;  /* after a failure: bodies of which the headers have come, too */
	bool landing;	  /* the node has taken the oldest packet */
	size_t arrived;	  /* bytes of the oldest packet that are in place or folded */
	size_t discarded; /* after a failure: bytes of the packet in `head` */
	_Atomic uint64_t
		agreed; /* the fingerprint of the last header; 0: the ends lend other packets */
	unsigned char *folded[FOLDED];
	size_t folded_bytes[FOLDED];
};

/* A message from a process to another process at any time. */
struct control {
	uint32_t kind; /* enum control_kind */
	int32_t process;
	uint64_t number; /* of a meeting; or of the job */
	uint32_t round, nodes;
	int32_t error, result;
	uint32_t stands; /* ANSWER: every node of the process waits */
	/* ANSWER, LEFT: headers and controls so far, to the process that gets this control;
	 * PARTED: those of the sub-team */
	uint64_t sent;
	char line[REASON];
};

enum control_kind {
	ABORT = 1,
	MEET,
	ASK,
	ANSWER, /* followed by struct told_node[nodes] */
	LEFT,	/* all nodes of the process have left the sub-team; followed likewise */
	PARTED	/* the last message of the process to the sub-team (parting.h) */
};

struct told_node {
	int32_t number;
	uint32_t waiting, peer, port, packet, partner, listener, gone;
	uint64_t moves, entered, left, operation, history;
	struct told_record record[RECORDS];
};

enum {
	MEET_ROUNDS = 32
};

/* Values of base_of for other processes of a sub-team. */
enum {
	NO_MEMBER = -1, /* none of the sub-team's nodes is there */
	UNKNOWN = -2	/* that process has not told the tags yet */
};

/* The wires of the team at the top are the hub of the wires of all sub-teams: the hub has the lock
 * and the carrier. The process that receives gives out the tags: `base_of` has the first tag of
 * each process for messages of this team. */
struct wires {
	struct team *team;
	struct carrier *carrier;
	struct wires *hub, *beside; /* beside: the next sub-team's */
	int *base_of;		    /* [processes] */
	int next_base;		    /* of the hub: the first tag that no team has */
	int absent;		    /* processes of which nodes have not left the sub-team */
	bool left;		    /* the nodes of this process have left the sub-team */
	bool parted;		    /* this process sends nothing more to the sub-team */
	uint64_t *parted_at;	    /* [processes] `sent` of PARTED, or 0 before that control */
	_Atomic uint32_t over;	    /* all nodes have left, and nothing is under way */
	_Atomic uint32_t locked;
	struct wire *wire;
	int count;
	struct wire **of_ring; /* for each ring of the team: the ring's wire, or NULL */
	size_t head_bytes;

	struct carriage control; /* expected */
	struct piece control_piece;
	unsigned char *control_bytes;
	size_t control_most;
	_Atomic int64_t *stood;	   /* [processes] time of the last answer if all waited, or 0 */
	uint64_t jobs, meetings;   /* meetings: in this job */
	uint64_t met[MEET_ROUNDS]; /* the last meeting of which each round's message has come */
	_Atomic uint32_t least_done;
	uint32_t telling; /* controls under way */
	/* Headers and controls that this process has sent to each process, and received from each
	 * process (counts.h). In the hub: also those of all sub-teams. */
	uint64_t *sent, *received;
	uint64_t moves; /* of the hub: messages that have begun or ended, and teams that are over */
	bool *leaving;	/* [nodes] a process has said that this node is gone */
	/* [processes] `sent` in the control LEFT of each process, or 0 before that control. */
	uint64_t *left_at;
	struct talk talk;
	struct lane *lanes;
	struct carriage parcel; /* expected: a header of a message outside of plans */
	struct piece parcel_piece;
	unsigned char *parcel_bytes;
	uint32_t parcels;     /* under way */
	int body_tag;	      /* of the hub: the last tag given to a message's body */
	bool in_job;	      /* between the beginning and the end of a job */
	struct control early; /* an abort of a job that has not begun here; kind 0: none */
	bool told;	  /* the other processes know of this team's abort, or told this process */
	bool from_others; /* another process told of the abort */
	bool broken;	  /* the carrier has failed: no more messages */
	bool trashing;	  /* after a failure: bodies that no node asked for are received, too */
	int trash;	  /* such bodies under way */
};

/* wires.c: locking, and moving packets and messages. */
bool wires_try(struct wires *wires);
void wires_lock(struct wires *wires);
void wires_unlock(struct wires *wires);
void wires_move(struct wires *wires, bool idle); /* locked; idle: the caller only waits */
void wires_start(struct wires *wires, struct carriage *carriage);
void wires_body(struct wires *wires, struct body *body, const struct carriage *carriage);
void wires_fail(struct wires *wires);
void wires_carry(struct team *team);
int ring_tag(const struct wires *wires, const struct ring *ring, int process);

/* wires_below.c: sub-teams. */
int wires_extend(struct team *team, struct team *parent);
int wires_address(const struct team *team);
void wires_know(struct team *team, int process, int address);
int wires_fill(struct wires *wires); /* wires.c */
bool wires_quiet(const struct wires *wires);
void wires_stop(struct wires *wires); /* locked */
void wires_free(struct wires *wires);
void wires_pump(struct team *team, bool idle);
void wires_flush(struct node *me);
void wires_recall(struct worker *me);
bool wires_sent_all(const struct node *me);	/* all packets of the node have begun; locked */
void wires_pause(const struct wires *wires, unsigned looks); /* between looks, not locked */

/* wire_send.c */
void wire_send(struct wire *wire);
void wire_sent(struct wire *wire, struct carriage *carriage);
bool wire_has_begun_all(const struct wire *wire); /* packets of `out` */
bool wire_lends(const struct wire *wire);	  /* memory of the node is being sent */

/* wire_receive.c: headers. */
int wire_expect(struct wire *wire);
void wire_header_came(struct wire *wire);
void wire_retry(struct wire *wire);

/* wire_land.c: bodies. */
void wire_body_came(struct wire *wire, struct carriage *carriage);
enum outcome wire_land(struct node *me, const struct instruction *i, struct ring *ring);
void wires_expect(struct node *me);

/* trash.c: bodies for which no node asks. */
void wire_discard(struct wire *wire);
bool wire_discard_next(struct wire *wire, const struct wire_header *header);
void trash_begin(struct wires *wires, const struct carriage *from, size_t bytes);
void trash_came(struct carriage *carriage);
struct carriage body_expected(struct wire *wire);

/* records.c: the state of nodes of other processes. */
struct told_record record_tell(const struct call_record *record);
void record_learn(struct node *node, const struct told_record *told);
void node_tell_state(struct told_node *told, const struct node *node);
void node_learn_state(struct node *node, const struct told_node *told);

/* control.c */
int controls_expect(struct wires *wires);
void control_came(struct wires *wires);
void control_sent(struct carriage *carriage);
void abort_tell(struct wires *wires); /* locked */
void trash_all(struct wires *wires);  /* locked */
void wires_begin(struct team *team);
void wires_ask(struct team *team);
bool wires_stand(struct team *team);
int wires_meet(struct worker *me);

static inline struct wire *wire_of(const struct wires *wires, const struct ring *ring)
{
	const struct team *team = wires->team;

	return wires
		->of_ring[(size_t)((const unsigned char *)ring - team->rings) / team->ring_stride];
}

#endif
