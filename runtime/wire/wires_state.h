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
 *	node -> ring out -> wire -> parcel (with the payload of a small packet)
 *	                         -> body, straight from lent memory       -> other process
 *	node <- ring in  <- wire <- parcel, always expected (parcels.h)
 *	      its place         <- body, expected as soon as the place is free
 *
 * A small packet is popped from `out` when its parcel is sent, because the parcel has a copy. A
 * lent packet is popped when the body has been sent. In `in`, a lent packet has a length
 * but no address: step asks transport.land for the bytes, after the fingerprints were compared. The
 * bodies of a wire arrive in the order of the parcels. The node's program says which packets will
 * come, and when the place of each packet is free (plan/program/expected.h). So once a parcel has
 * shown that both ends make the same call, all bodies of the call can be expected before their
 * parcels have come.
 *
 *	writers
 *	locked		any thread, by exchange
 *	all else here, out as its receiver, in as its sender, the mirrors of other processes' nodes
 *			the thread that has locked the wires
 *	stood		as above; relaxed: a watchdog looks several times (wait.c)
 *	in.body .. in.folded_bytes	the node's thread, with the wires locked; that thread also
 *			reads operation .. arriving without the lock
 *	agreed		as in.ring; relaxed: a node that has not seen the value expects no body yet
 *	met		as in.ring; relaxed: the values are read with the lock
 *	meetings	the thread that meets the other processes
 *
 *	edges
 *	L1 -> L2	locked		all that the last thread did here, to the next thread
 *	V1 -> V2	over		the team may be closed
 *	R1 -> A1, R2 -> A2, R3 -> A3	of the rings, as between two nodes (ring.h)
 *	H3 -> H4	in->share.helped	the body has arrived (split_claim.h)
 */

enum {
	SENDINGS = 8,  /* packets of a wire under way; a power of two, less than KEPT_BODIES */
	AHEAD = 4,     /* bodies of a wire that are expected at a time; a power of two, less than
		       * KEPT_BODIES */
	AHEAD_CUT = 2, /* of a packet that is cut: the core's own cache holds all of them */
	LEAVING = 8,   /* bodies of a wire that are sent at a time; less than KEPT_BODIES */
	FOLDED = AHEAD + AHEAD_CUT /* places of bodies that are folded */
};

/* The kinds of carriages. */
enum {
	PARCEL_OUT,
	PARCEL_IN,
	BODY_OUT,
	BODY_IN,
	TRASH_IN
};

struct packet_parcel; /* parcels.h */

/* The packets and messages that leave, in the order of the ring. */
struct outward {
	struct ring *ring;	  /* NULL: the channel of messages to this process */
	int tag;		  /* of bodies */
	uint64_t sent;		  /* fingerprint of the last packet */
	size_t pending[SENDINGS]; /* bodies of each packet between the ring's head and `taken` */
	struct body body[KEPT_BODIES];
	struct body_source leaving; /* of the last sending: bytes of bodies that have not begun */
	uint32_t under_way;	    /* bodies that have begun, and not ended */
	uint32_t bodies;	    /* of the operation of the last packet that have begun */
	uint32_t records;	    /* of the node's calls that the other process knows */
};

/* The packets and messages that come. Bodies of one operation of the node are in the order of the
 * packets. `posted` bodies have been expected so far, of `packets` packets, and the node has taken
 * the first `landed` bodies. Bodies of packets that are folded or dropped arrive in memory of the
 * wire. */
struct inward {
	struct ring *ring;		   /* NULL: the channel of messages to the other process */
	int tag;			   /* of bodies */
	uint64_t came;			   /* fingerprint of the last packet */
	struct late_packet *late, *latest; /* parcels that wait for room in the ring */
	struct body body[KEPT_BODIES];
	uint64_t operation;
	uint32_t posted, landed, packets;
	const struct instruction *coming; /* the instruction of the last of these packets */
	struct body_source arriving;	  /* bytes of that packet that are not expected yet */
	uint32_t under_way;		  /* expected bodies that have not ended */
	bool landing;			  /* the node has taken the oldest packet */
	size_t arrived; /* bytes of the oldest packet that are in place or folded */
	unsigned char *folded[FOLDED];
	size_t folded_bytes[FOLDED];
	/* The fingerprint of the last parcel; 0: the ends lend other packets. */
	_Atomic uint64_t agreed;
};

struct wire {
	struct wires *wires;
	struct wire *next; /* of the team */
	bool channel;	   /* of messages, and not a port */
	uint64_t number;   /* of `out`; of a channel to this process, of `in` */
	int node, port;	   /* here */
	int peer, process; /* the other node, and its process */
	uint32_t room;	   /* of a channel: the ring's head when the sender last heard of room */
	struct outward out;
	struct inward in;
};

enum {
	MEETINGS = 2,  /* under way: no process is two meetings ahead of another */
	MEET_MOST = 64 /* values */
};

/* Where all processes learn the least of their values (protocol.c). */
struct meeting {
	uint32_t parts, told; /* values that are known; rounds that are told */
	_Atomic uint32_t met; /* all are known */
	uint32_t count;
	int64_t least[MEET_MOST];
};

/* Addresses of a sub-team in other processes. */
enum {
	NO_MEMBER = -1, /* none of the sub-team's nodes is there */
	UNKNOWN = -2	/* that process has not told the address yet */
};

/* A process that has nodes of the team. The process gives out the address of the team there; tags
 * of bodies begin with the address. */
struct peer {
	int address;
	bool left;	       /* all nodes of the process have left the sub-team */
	_Atomic int64_t stood; /* time of the last answer if all nodes waited, or 0 */
};

/* Parcels on their way (parcels.c). */
struct parcels {
	struct carriage arrival; /* expected */
	struct piece piece;
	unsigned char *incoming; /* its buffer */
	int node_bits, tag_bits; /* of the carrier's tag, for a node and for the tag of a message;
				  * of sub-teams 0 */
	struct outgoing *spare;	 /* memory for parcels */
	uint32_t leaving;	 /* under way to other processes */
};

/* The calls of the library below and those in shared memory are turns with numbers, which all
 * processes count alike (shared_turns.c). */
struct native_turns {
	uint64_t jobs; /* that have ended */
	struct common_turns *common; /* of all processes; NULL: some are on other hosts */
	uint64_t next, first;	     /* first: of the job */
	uint64_t gathered, shared;   /* turns of each kind so far */
};

/* How far the processes have left the team. */
struct ending {
	bool *gone;	       /* [nodes] a process has said that this node is gone */
	int absent;	       /* processes of which nodes have not left */
	bool left;	       /* the nodes of this process have left */
	bool parted;	       /* this process sends nothing more to the team */
	_Atomic uint32_t over; /* all nodes have left, and nothing is under way */
};

/* The fault of a team, as a process tells other processes: as in an abort_state, with its line. */
struct told_fault {
	int32_t error, result;
	char line[REASON];
};

/* What the processes know of a failure. All but expects_nothing are of the hub. */
struct failure {
	struct told_fault early;    /* of an abort before its job has begun here */
	bool told;		    /* the others know of the abort, or told this process */
	bool from_others;	    /* another process told of the abort */
	bool expects_nothing;	    /* the team has failed, and no body is expected any more */
	int trash;		    /* bodies under way that nobody expected */
};

/* The wires of the team at the top are the hub of the wires of all sub-teams: the hub has the lock,
 * the carrier and the parcels. */
struct wires {
	struct team *team;
	struct carrier *carrier;
	struct wires *hub, *beside; /* beside: the next sub-team's */
	struct peer *peer;	    /* [processes] */
	int next_base;		    /* of the hub: the first address that no team has */
	int next_channel;	    /* of the hub: the first tag that no channel from here has */
	_Atomic uint32_t locked;
	struct wire *all; /* of ports and channels */
	struct wire *wire; /* [count] of ports */
	int count;
	uint64_t moves; /* of the hub: messages that have begun or ended, and teams that are over */

	struct parcels parcels; /* of the hub */
	channel_wire *find;	/* of a channel */

	/* protocol.c; meetings: of the hub, outside of jobs and in jobs */
	uint32_t meetings[2];
	struct meeting meeting[2 * MEETINGS];
	struct native_turns turns;  /* of the hub */
	struct ending end;
	struct failure failure;
	bool in_job; /* between the beginning and the end of a job */
	bool broken; /* the carrier has failed: no more messages */
};

/* wires.c: locking, and moving packets and messages. */
bool wires_try(struct wires *wires);
void wires_lock(struct wires *wires);
void wires_unlock(struct wires *wires);
void wires_move(struct wires *wires, bool idle); /* locked; idle: the caller only waits */
void wires_look(struct wires *hub, int looks, bool wait); /* as poll (carrier.h) */
void wires_start(struct wires *wires, struct carriage *carriage);
void wires_body(struct wires *wires, struct body *body, const struct carriage *carriage);
void wires_cancel(struct wires *wires, struct carriage *carriage); /* if under way */
void wires_fail(struct wires *wires);

bool wires_quiet(const struct wires *wires); /* wires_open.c */
void wires_pump(struct team *team, bool idle);
void wires_flush(struct node *me);
void wires_recall(struct worker *me);
bool wires_sent_all(const struct node *me); /* all packets of the node have begun; locked */

/* Moves everything until `done`, which is called with the lock, or until the carrier has failed. */
void wires_until(struct wires *wires, bool (*done)(void *what), void *what);

/* wire_send.c */
void wire_send(struct wire *wire);
void wire_sent(struct wire *wire, struct carriage *carriage);
bool wire_has_begun_all(const struct wire *wire); /* packets of `out` */

void wire_push(struct wire *wire); /* transport.h */

/* wire_receive.c */
void wire_take(struct wire *wire, const struct packet_parcel *packet);
void wire_retry(struct wire *wire); /* late packets */
void wire_forget(struct wire *wire);

/* wire_land.c: bodies. */
void wire_body_came(struct wire *wire, struct carriage *carriage);
enum outcome wire_land(struct node *me, const struct instruction *i, struct ring *ring);
void wires_expect(struct node *me);
enum outcome wire_bring(struct wire *wire, unsigned char *to, size_t bytes);

/* wire_messages.c: the wire of a packet's number, or NULL if memory is short: the team has failed;
 * the rest: transport.h. */
struct wire *wire_numbered(struct wires *wires, uint64_t number);
void wires_talk(struct team *team, channel_wire *find);
void wires_hold(struct team *team);
void wires_release(struct team *team);
struct wire *wire_join(struct team *team, struct ring *ring, int from, int to);
void wire_grant(struct wire *wire);
void wire_withdraw(struct wire *wire);

/* shared_turns.c: by a node of each process, while its other nodes wait. Once turn_gather returns 0
 * it does so in all processes, and each calls the library. Both return -errno of the abort or
 * -EAGAIN (wires.h) as well. turns_share tells if there is memory for such a call. turn_doubt:
 * nodes here will not make the next turn as others do. turn_end: no turn follows in this job. */
void turns_begin(struct wires *hub);
bool turns_share(const struct wires *hub, const struct native_call *call);
int turn_gather(struct node *me, const struct native_call *call);
int turn_share(struct node *me, const struct native_call *call);
void turn_doubt(struct wires *hub);
void turn_end(struct wires *hub);

/* The number of a ring is the same in all processes. */
static inline uint32_t ring_number(const struct team *team, const struct ring *ring)
{
	return (uint32_t)((size_t)((const unsigned char *)ring - team->links.rings) /
			  team->links.ring_stride);
}

static inline uint64_t links_of(const struct team *team)
{
	return (uint64_t)team->net.nodes * (uint64_t)team->net.ports;
}

static inline uint64_t channel_number(const struct team *team, int from, int to)
{
	return links_of(team) + (uint64_t)from * (uint64_t)team->net.nodes + (uint64_t)to;
}

/* Returns the tag of bodies that the process receives. */
static inline int ring_tag(const struct wires *wires, const struct ring *ring, int process)
{
	return wires->peer[process].address + (int)ring_number(wires->team, ring);
}

#endif
