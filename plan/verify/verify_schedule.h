/* The verifier: proves of a schedule that it does what its collective promises. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_VERIFY_SCHEDULE_H
#define PLAN_VERIFY_VERIFY_SCHEDULE_H

#include "plan/schedule.h"

enum rule {
	RULE_NONE,
	RULE_LINK,	   /* a packet crosses a link that is not there */
	RULE_CAUSALITY,	   /* a node sends what it does not hold yet */
	RULE_CONFLICT,	   /* two packets on one link in one step */
	RULE_PORTS,	   /* more than the port model allows */
	RULE_DUPLEX,	   /* both directions of a half-duplex link in one step */
	RULE_DELIVERY,	   /* a node does not get what it was promised */
	RULE_CONTRIBUTION, /* a contribution missing or counted twice */
	RULE_HAZARD,	   /* lowered: lent bytes are overwritten */
	RULE_DEADLOCK,	   /* lowered: nodes wait for one another */
	RULE_LEFTOVER,	   /* lowered: a packet stays in a ring */
	RULE_FORMAT	   /* the text of a file */
};

struct verdict {
	bool ok;
	enum rule rule;
	int step, from, to; /* -1 where it has no meaning */
	char text[256];
};

const char *rule_name(enum rule rule);

/* Runs the schedule abstractly. 0 (the verdict says whether it is right), -ENOMEM, or -EINVAL where
 * that would take too long. Copies are followed byte for byte, contributions counted: nothing is left
 * to chance, and the verdict is the same everywhere. */
int schedule_verify(const struct schedule *schedule, struct verdict *verdict);

#endif
