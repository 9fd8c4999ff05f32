/* grove's instruments: what plans and links cost on a team, predicted and measured, and links that
 * are paced like those of the papers' machines.
 *
 *	double seconds;
 *
 *	grove_predict(team, plan, bytes, &seconds);
 *	grove_team_time(team, plan, buffers, bytes, &seconds);
 *
 * Units, errors and threads are those of grove.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef GROVE_MEASURE_H
#define GROVE_MEASURE_H

#include <grove.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Figures and predictions --------------------------------------------------------------- */

/* The figures of a plan for blocks of a given size. */
struct grove_figures {
	size_t steps;	      /* start-ups */
	size_t volume;	      /* bytes: the sum over steps of the largest packet */
	size_t transmissions; /* bytes over all links */
	size_t busiest_link;  /* bytes over the busiest link */
	size_t links;	      /* links used */
};
GROVE_API int grove_plan_figures(
	const struct grove_plan *plan, size_t bytes, struct grove_figures *figures);

/* Returns "copy" or "reference": how the plan forwards blocks of that many bytes on a team without
 * a pace. By reference no bytes cross a link, so figures and predictions of links do not apply. */
GROVE_API const char *grove_plan_forward(const struct grove_plan *plan, size_t bytes);

/* Predicts the seconds that the plan takes on this team, from the team's pace, or else from the
 * calibration file of this machine (`grove calibrate`), for inputs that their nodes have just
 * written, and outputs that their nodes have just read. Without both, a call measures some costs in
 * less than 50 ms, if the costs are not yet known at the present distance of the cores. -ENODATA:
 * these do not suffice for that many bytes, or the team's first two cores are now at a distance at
 * which they were never calibrated (a virtual machine moves cores). */
GROVE_API int grove_predict(
	struct grove_team *team, const struct grove_plan *plan, size_t bytes, double *seconds);

/* Returns the rate of a link in bytes a second: of the team's pace, or else of bare copies, by the
 * calibration file or by measurements at the first call. One core copies: 32 KiB that another core
 * has just written, or 256 KiB between buffers that the core copied before; the faster rate counts.
 * Other sizes, states of the data, or two copying cores have other rates. */
GROVE_API int grove_link_peak(struct grove_team *team, double *bytes_per_second);

/* ---- Threads: how many, and where ---------------------------------------------------------- */

/* Returns the number of threads that run a team, with the calling thread; 0 with GROVE_CALLER. */
GROVE_API int grove_team_threads(const struct grove_team *team);

/* Returns the cpu of thread `thread`; -1 when that thread is not pinned, or is the calling
 * thread. */
GROVE_API int grove_team_pinned(const struct grove_team *team, int thread);

/* ---- Times, copies and links --------------------------------------------------------------- */

/* Does the same as grove_team_execute by the clock: all threads begin together, and *seconds is the
 * time from the first thread's entry to the last thread's exit. */
GROVE_API int grove_team_time(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes, double *seconds);

/* A bare copy in memory, by the thread of a node. */
struct grove_bare_copy {
	const void *from;
	void *to;
	size_t bytes;
	int node;
	int past_caches; /* not 0: written to memory past the caches, as data larger than the
			  * caches are */
};

/* Copies without plan, packets and links, to find out what memory and caches allow: all threads
 * begin together, and each thread makes the copies of its nodes in the order of the array. *seconds
 * is the time from the first thread's entry to the last thread's exit, and each[count], if not
 * NULL, gets the time of each copy. Two copies may not write the same bytes. -EINVAL: the team has
 * no such node, or buffers of a copy are NULL or overlap. */
GROVE_API int grove_team_copy(struct grove_team *team, const struct grove_bare_copy *copies,
	size_t count, double *each, double *seconds);

/* Begins to watch the links of a team, with counters of 0, or ends (watch is 0) and keeps the
 * counters. Off by default, and free then; watching takes two readings of the clock for each
 * packet. After a call that failed, the counters say nothing until links are watched again.
 * -EINVAL: the team has no threads of its own, or has a pace. */
GROVE_API int grove_team_watch_links(struct grove_team *team, int watch);

/* The use of a directed link while the team's links were watched. */
struct grove_link_use {
	int from, to;
	size_t bytes, packets;
	double busy; /* seconds: for each packet, from the moment at which its receiver begins to
		      * copy or combine the bytes until all bytes are in place */
};

/* Writes links[*count] at most, ordered by `to`, and sets *count to the number of all links of the
 * network. A packet that was forwarded by reference has 0 bytes. links may be NULL if *count is 0.
 * -EINVAL: the links were never watched, or as for grove_team_watch_links. */
GROVE_API int grove_team_links(
	struct grove_team *team, struct grove_link_use *links, size_t *count);

/* ---- Paces: links like those of the papers' machines --------------------------------------- */

/* A pace gives a team links like the links of the papers' machines. On the real clock, a paced team
 * keeps each directed link busy for beta + bytes tau for each packet, and keeps each node to the
 * port model and duplex of the plan, as grove_problem names both. The bytes still cross every link,
 * and no packet starts before its bytes are there. So an application written for threads shows the
 * times of a machine of links, and the network may have many more nodes than there are cores. Times
 * keep within some percent where beta is 100 us or more; grove_team_lateness returns the actual
 * deviation. */
struct grove_pace {
	double beta; /* seconds for each packet */
	double tau;  /* seconds for each byte */
};

/* Gets the pace of a machine by name: "ipsc", "unit"; see `grove list machines`. -EINVAL: no such
 * machine. */
GROVE_API int grove_machine(struct grove_pace *pace, const char *name);

/* Finds how late the latest node of a team with a pace was since the last such call, as a share of
 * the node's time in collectives. With 0.05, times are at most about 5 % longer than the pace
 * demands. Returns -EINVAL for a team without a pace. */
GROVE_API int grove_team_lateness(struct grove_team *team, double *share);

#ifdef __cplusplus
}
#endif

#endif
