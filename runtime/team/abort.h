/* Aborts a team: the first error ends all calls, and every thread learns of the error. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_ABORT_H
#define RUNTIME_TEAM_ABORT_H

#include "runtime/team/team_state.h"

/* MENDABLE: a body returned an error. Nodes of several processes live on only if such an error has
 * cut no call short, because packets may still be on their way between the processes. All other
 * teams heal from every error (heal.h). */
enum severity {
	FATAL,
	MENDABLE
};

struct abort_state {
	int error;  /* the errno that every call returns from now on */
	int result; /* the errno that team_dispatch returns */
	enum severity severity;
};

/* Aborts the team, unless an earlier error has done so already; the formatted line says why. Wakes
 * every thread that waits. */
void team_fail(struct team *team, const struct abort_state *fault, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The generation of forks that this process is. A team belongs to this process if team.process is
 * equal. */
extern _Atomic uint32_t process_generation;

/* Counts forks from now on. */
void process_watch(void);

/* Returns true if the team is not aborted and belongs to this process. */
static inline bool team_sound(const struct team *team)
{
	return !load_acquire(&team->fault) && /* X2 */
	       team->process == load_own(&process_generation);
}

/* Returns -errno of the abort, with the abort's line. team_sound must have returned false. */
int team_refuse(const struct team *team);

/* Called by the dispatcher of a team over several processes when all workers are idle. Takes back a
 * mendable abort that cut no call short. */
void team_mend(struct team *team);

#endif
