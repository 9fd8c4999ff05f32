/* The state of the data says which caches hold an operation's buffers when the operation begins. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_COSTS_DATA_STATE_H
#define PLAN_COSTS_DATA_STATE_H

/* Every measured time and every predicted time belongs to a state:
 *
 *	fresh		each node has just written its input and read its output, as applications do
 *	resident	nothing has touched the buffers since the same operation before, as in OSU
 *			and IMB benchmarks
 *	cold		no cache holds the buffers
 */
enum data_state {
	DATA_FRESH,
	DATA_RESIDENT,
	DATA_COLD,
	DATA_STATES
};

/* Returns "fresh", "resident" or "cold". */
const char *data_state_name(enum data_state state);

/* Finds the state of that name. Returns 0, or -EINVAL with why. */
int data_state_named(enum data_state *state, const char *name);

#endif
