/* Times bare copies between two cores: each way, state of the data and size by itself. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_COPY_PROBE_H
#define LIBRARY_COPY_PROBE_H

#include "library/machine/cache_lines.h"
#include "plan/costs/copy_costs.h"
#include "runtime/team/team.h"

enum {
	COPY_SAMPLES = 41 /* of a trial, at most */
};

/* The memory of a core. */
struct copy_side {
	unsigned char *in, *out;
};

/* What a core measured in the last trial. */
struct copy_sample {
	double seconds[COPY_SAMPLES];
	double lost; /* seconds in which the core did other work */
};

struct copy_probe {
	struct team *team;
	bool alone;	/* there is only the receiver */
	size_t most;	/* bytes of a buffer */
	double reading; /* seconds of a reading of the clock */
	enum flushing flushing;
	struct copy_side side[2]; /* of the sender and of the receiver */
	struct copy_sample sample[2];
	double elapsed, lost; /* seconds of all trials, and for which the cores did other work */
};

/* A trial: the caller sets the first fields. */
struct copy_trial {
	enum copy_way way;
	enum data_state state;
	size_t bytes;	    /* at most `most` of the probe */
	double seconds;	    /* the trial ends after about this time and at least `fewest` samples */
	int fewest, warmup; /* warmup: copies before the samples that do not count */

	struct copy_probe *probe;
	int samples; /* taken */
};

/* Opens a probe between two cpus (-1: not pinned), with four buffers of `most` bytes. Without cpus
 * (NULL) a single thread can copy within a core (COPY_WITHIN). Returns 0 or -errno with why.
 * copy_probe_close accepts a probe that was not opened, all zeros. */
int copy_probe_open(struct copy_probe *probe, const int cpus[2], size_t most);
void copy_probe_close(struct copy_probe *probe);

/* Returns true if a copy of that size is different from the same copy in a simpler way. */
bool copy_probe_differs(enum copy_way way, size_t bytes);

/* Runs a trial. The sample of a copy by two cores is the time of the slower core. Returns 0 or
 * -errno with why. */
int copy_probe_run(struct copy_probe *probe, struct copy_trial *trial, struct quantity *quantity);

#endif
