/* Faults: the first error ends the team, and every thread learns of it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_FAULT_H
#define RUNTIME_FAULT_H

#include "runtime/team/team_state.h"

/* MENDABLE: a body returned an error; when no call was cut short by it, the team lives on. */
enum severity {
	MENDABLE,
	FATAL
};

struct fault {
	int error;  /* the errno of every call from now on */
	int result; /* the errno that team_dispatch returns */
	enum severity severity;
};

/* The first fault wins; the line says why. Everybody who waits is woken. */
void team_fail(struct team *team, const struct fault *fault, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The generation of forks that this process is: team.process of teams that are its own. */
extern _Atomic uint32_t process_generation;

/* Sees to it that forks are counted from now on. */
void process_watch(void);

/* True when nothing is known against the team. */
static inline bool team_sound(const struct team *team)
{
	return !load_acquire(&team->fault) && /* X2 */
	       team->process == load_own(&process_generation);
}

/* -errno of the fault, with its line. The team is not sound. */
int team_refuse(const struct team *team);

/* The dispatcher, when all workers are idle: forgets a mendable fault that cut no call short. */
void team_mend(struct team *team);

#endif
