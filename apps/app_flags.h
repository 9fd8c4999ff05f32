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
	APP_LOADED = 8	     /* threads waited for other programs for more than 5 % of the time */
};

/* Returns the name of the bit with that number, such as "folded" for 0; NULL behind the last. */
const char *app_flag_name(int bit);

/* Returns the seconds for which the threads of this process have waited for a cpu. */
double flags_waited(void);

/* Returns the flags of a time that was measured in `spent` seconds, of which the threads waited
 * for `waited` seconds. */
int flags_of(const struct app_session *session, const struct interval *time, double spent,
	double waited);

/* Returns the flags that follow from the interval. */
int flags_of_interval(const struct interval *time);

#endif
