/* A case for the player: a plan, or MPI's own collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CLUSTERS_PLAYER_CASE_H
#define PERF_CLUSTERS_PLAYER_CASE_H

#include "plan/binding.h"
#include "plan/schedule.h"

struct player_case {
	const char *words; /* of the line */
	bool timed, own;   /* own: MPI's */
	struct problem problem;
	struct binding binding;
	struct plan *plan;
	struct schedule *schedule; /* of a file. MPI's own: neither plan nor schedule */
};

/* Reads a line: the words and options of `grove plan`, where packets have no limit unless there is
 * --packet, and perhaps `timed` in the end. The algorithm `mpi` is MPI's own. Only one case is open
 * at a time. Returns NULL, or why there is no such case; prints it, too. */
const char *player_case_open(struct player_case *one, const char *line);
void player_case_close(void);

#endif
