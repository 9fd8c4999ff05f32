/* Declares flags: conditions that a reader of an application's figures must know. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_FLAGS_H
#define APPS_APP_FLAGS_H

#include "apps/app_session.h"
#include "apps/interval.h"

/* A bit for each condition. */
enum app_flag {
	APP_FOLDED = 1,	     /* fewer threads than nodes */
	APP_FEW_SAMPLES = 2, /* too few repetitions for a 95 % interval */
	APP_NOISY = 4,	     /* the interval is wider than a fifth of the median */
	APP_LOADED = 8,	     /* threads waited for other programs for more than 5 % of the time */
	APP_MOVED = 16	     /* the distance between the team's cores changed meanwhile */
};

/* Returns the name of the bit with that number, such as "folded" for 0; NULL behind the last. */
const char *app_flag_name(int bit);

/* What an application sees of the machine before a measurement, and again behind the measurement. */
struct app_sight {
	double at, waited; /* seconds; waited: by the threads of this process for a cpu, so far */
	/* The time of a barrier of the team. A virtual machine may move cores that shared a cache to
	 * different packages, and a barrier then takes several times as long. A team with a single
	 * thread has no samples. */
	struct interval barrier;
};

struct app_sight sight_now(struct app_session *session);

/* Returns the flags of a time that was measured between two looks. */
int flags_of(const struct app_session *session, const struct interval *time,
	const struct app_sight *before, const struct app_sight *after);

/* Returns the flags that follow from the interval. */
int flags_of_interval(const struct interval *time);

#endif
