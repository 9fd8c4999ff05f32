/* The helper of a team is a thread that carries on pending calls while their nodes compute. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_HELPER_H
#define RUNTIME_TEAM_HELPER_H

#include "runtime/node/team_state.h"

/* A thread has the turn of its drive in each call that waits, tests or starts, and the
 * helper tries to take the turn between such calls. The helper sleeps while no thread has anything
 * that the helper may carry on. With a core to itself it looks all the time, and otherwise again
 * and again after a short sleep.
 *
 *	writers
 *	waiting (of a drive)	whoever has the turn
 *	closing			the holder of the team, before the helper is joined
 *
 *	edges
 *	turn			a mutex: all that the one thread wrote, to the next
 *	E1 -> E2	waiting, closing	nothing beside: the helper looks at a drive with the
 *						turn. Ordered, as the helper may be parked
 * (park.h) */
struct helper;

/* Starts the helper of a team. Returns 0, -EAGAIN or -ENOMEM with why. */
int helper_open(struct team *team);
void helper_close(struct team *team);

#endif
