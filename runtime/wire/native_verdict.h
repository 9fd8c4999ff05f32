/* What a verb over several processes has chosen: its plan, or another way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_NATIVE_VERDICT_H
#define RUNTIME_WIRE_NATIVE_VERDICT_H

/* How a verb may run. */
enum native_way {
	BY_PLAN,
	BY_LIBRARY,	  /* its own collective */
	IN_SHARED_MEMORY, /* of processes on one host */
	NATIVE_WAYS
};

/* The way that was chosen, and the median seconds of a call in each way; NAN where the verb has no
 * such way. */
struct native_verdict {
	enum native_way chosen;
	double seconds[NATIVE_WAYS];
};

#endif
