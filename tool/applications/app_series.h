/* Declares series: the steps of an application, repeated and timed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_APP_SERIES_H
#define TOOL_APPLICATIONS_APP_SERIES_H

#include <stdbool.h>
#include "perf/timing/stats.h"
#include "tool/applications/app_run.h"
#include "tool/applications/link_table.h"

enum {
	STEPS_MAX = 4
};

/* All nodes run a step: a body, or a collective. */
struct app_step {
	const char *name; /* NULL: no step of the application; keeps the data fresh */
	grove_body *body; /* NULL: the collective */
	struct app_run run;
	struct stats time; /* seconds */
};

/* The steps of an application, in one way of forwarding. In each repetition the nodes write the
 * inputs of the collectives again, and read the outputs afterwards: the data are fresh. */
struct app_series {
	const char *forward;		    /* "copy" or "reference" */
	void *argument;			    /* of the bodies, of need_right and of spoil */
	void (*need_right)(void *argument); /* ends the command unless the result is right */
	void (*spoil)(void *argument);	    /* makes every byte of the outputs another */
	struct app_step step[STEPS_MAX];
	int steps;
	size_t aside;	      /* bytes that the bodies read beside the collectives' buffers */
	struct stats time;    /* seconds of all collectives together */
	int flags;	      /* FLAG_FOLDED and others */
	struct stats *launch; /* the times of all launches; NULL: this process alone */
	int launches;
	double bare; /* time of bare copies of the same bytes, as a share of `time`; or NAN */
	struct link_table links;
};

void series_body(struct app_series *series, const char *name, grove_body *body);
void series_collective(struct app_series *series, const char *name, struct app_session *session,
	const struct grove_problem *problem, const struct grove_buffers *buffers);

/* Repeats all steps, first to warm up, then by the clock, until the interval of the collectives'
 * time is within 5 %, or the session's seconds have passed. The result is checked then, spoiled,
 * made once more and checked again. */
void series_measure(struct app_series *series, struct app_session *session);

/* What the collectives of a repetition are: bare copies in a way of link_copies.h, or these. */
enum {
	COLLECTIVE = BARE_WAYS,
	WATCHED /* with watched links */
};

/* Where bare copies of a repetition add the seconds and the pieces of each link. */
struct link_sums {
	double *seconds;
	size_t *pieces;
};

/* Runs all steps once, and sets their times. Returns the seconds of the collectives. */
double series_once(struct app_series *series, struct app_session *session, int way,
	double of_step[STEPS_MAX], const struct link_sums *sums);

/* Returns true if the bytes themselves cross the links. */
bool series_by_copy(const struct app_series *series);

/* Returns the number of links on which the collectives were watched. */
size_t series_links(const struct app_series *series);

/* Measures each link, by operations of its own, in turns with bare copies. */
void series_watch(struct app_series *series, struct app_session *session);

/* Returns half of the interval as a share of the median. */
static inline double stats_spread(const struct stats *time)
{
	return (time->ci_high - time->ci_low) / 2 / time->median;
}

void series_close(struct app_series *series);

#endif
