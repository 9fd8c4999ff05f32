/* The command, but its collectives lie: a byte comes out wrong, or nothing moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove.h>
#include <stdlib.h>

int __real_grove_team_time(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes, double *seconds);
int __wrap_grove_team_time(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes, double *seconds);

/* Without MOVES in the environment, a byte of node 1 comes out wrong. With MOVES only the first so
 * many collectives move a byte. */
int __wrap_grove_team_time(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes, double *seconds)
{
	static int calls;
	const char *moves = getenv("MOVES");
	int error;

	*seconds = 1e-6;
	if (moves && bytes && ++calls > atoi(moves))
		return 0;
	error = __real_grove_team_time(team, plan, buffers, bytes, seconds);
	if (!moves && buffers[1].out)
		++*(unsigned char *)buffers[1].out;
	return error;
}
