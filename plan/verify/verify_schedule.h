/* The verifier proves that a schedule does what its collective promises. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_SCHEDULE_H
#define PLAN_VERIFY_VERIFY_SCHEDULE_H

#include "plan/schedule.h"

enum rule {
	RULE_NONE,
	RULE_LINK,	   /* a packet crosses a link that does not exist */
	RULE_CAUSALITY,	   /* a node sends bytes that the node does not have yet */
	RULE_CONFLICT,	   /* two packets on one link in one step */
	RULE_PORTS,	   /* more links at once than the port model allows */
	RULE_DUPLEX,	   /* both directions of a half-duplex link in one step */
	RULE_DELIVERY,	   /* a node does not get all promised bytes */
	RULE_CONTRIBUTION, /* a contribution missing or counted twice */
	RULE_PACKET,	   /* a packet beyond the limit of the schedule */
	RULE_HAZARD,	   /* lowered: lent bytes are overwritten */
	RULE_DEADLOCK,	   /* lowered: nodes wait for each other */
	RULE_LEFTOVER,	   /* lowered: a packet stays in a ring */
	RULE_FORMAT	   /* the text of a file */
};

struct verdict {
	bool ok;
	enum rule rule;
	int step, from, to; /* -1: without meaning */
	int line;	    /* of the packet in its file; 0: no such line */
	int other_line;	    /* of the packet with which this packet collides; 0: no such line */
	char text[256];
};

/* Packets that bring their receiver only bytes that the receiver already has, or gets from another
 * packet in the same step. */
struct redundancy {
	size_t packets, first; /* first: the number of the first such packet */
	uint64_t bytes;
};

/* All rules that a schedule breaks. Each fault is told as if the other faults were mended: a packet
 * brings its bytes even if the sender lacks the bytes. */
struct judgement {
	bool all;		   /* false: the search ends with the first violation */
	size_t most;		   /* violations for which there is room */
	struct verdict *violation; /* [most] the first violations */
	size_t found;		   /* maybe more than `most` */
	bool unfinished;	   /* there may be more violations than found */
	bool follow;		   /* find redundant packets, too */
	struct redundancy redundant;
};

const char *rule_name(enum rule rule);

/* Runs the schedule abstractly, follows copies byte by byte, and counts contributions. The check
 * uses no random numbers, so the verdict is the same everywhere. Returns 0 with a verdict, -ENOMEM,
 * or -EINVAL if the check would take too long. */
int schedule_verify(const struct schedule *schedule, struct verdict *verdict);

/* Does the same with the judgement that the caller asks for (all, most, violation, follow). Without
 * a violation the schedule is right. */
int schedule_judge(const struct schedule *schedule, struct judgement *judgement);

#endif
