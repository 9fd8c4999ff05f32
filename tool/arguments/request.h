/* Turns COLLECTIVE ALGORITHM NET and the options into a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_REQUEST_H
#define TOOL_ARGUMENTS_REQUEST_H

#include "collectives/auto/choose.h"
#include "plan/binding.h"
#include "plan/schedule.h"
#include "tool/arguments/options.h"

/* A request is a plan by name (collective, algorithm, network), or a plan from a file. The name of
 * an application stands for the collective that the application uses. */
struct request {
	struct problem problem;	   /* the request owns the permutation */
	const char *application;   /* "transpose", "histogram", or NULL */
	size_t bytes;		   /* of a block */
	size_t element;		   /* of folding collectives; else 1 */
	const char *file;	   /* the name of a plan file; else NULL */
	struct schedule *schedule; /* the file's; else after request_schedule or request_view */
	struct plan *plan;	   /* after request_planned; NULL for a file */
	struct binding binding;
	struct candidate *candidate; /* after request_choose of "auto" */
	int candidates;
	struct rates rates; /* the rates on which the choice rests */
	size_t packet;	    /* of the first candidate's measurement; else GROVE_PACKET_AUTO */
};

/* Reads the three words and the options. Prints any refusal. Returns an exit status. */
int request_open(struct request *request, const struct options *options, const char *collective,
	const char *algorithm, const char *network);
void request_close(struct request *request); /* all zeros are fine */

/* Replaces `auto` by the fastest algorithm at these rates. Returns an exit status. */
int request_choose(struct request *request, const struct rates *rates);

/* Make the schedule, unless a file has it. request_schedule() lists the packets of all nodes.
 * request_view() lists only the packets of node 0 if the plan is symmetric. Both return an exit
 * status. */
int request_schedule(struct request *request);
int request_view(struct request *request);

/* Opens the request that the words or --plan name: reads a file, or plans collective, algorithm and
 * network, and chooses an `auto` algorithm or packet for the machine of the options. Counts the
 * pieces that move over links, or the packets if these are more. Returns an exit status; a request
 * that is not planned is closed. */
int request_planned(struct request *request, double *pieces, const struct options *options);

/* Refuses, before planning, a network that cannot run here on that many threads (0: the usable
 * cores). Returns an exit status. */
int request_fits(const struct request *request, int threads);

/* Refuses options that ranks of an MPI do not have together, and a file of this machine that the
 * environment names and that does not exist. Returns an exit status. */
int group_fits(const struct options *options);

/* Returns in all processes of the group the status of the first process whose status is not 0, and
 * says that process's line. Called by all processes before they begin to work together. */
int status_agreed(int status);

/* Refuses --explain with output for programs, or (run and simulate) with an algorithm that is not
 * auto. Returns an exit status. */
int explain_fits(const struct options *options);

/* Refuses --explain, since nothing is left to choose. */
int explain_nothing(const char *algorithm);

/* Gets the times of links that the options ask for. Returns false for the native clock. */
bool pace_asked(struct grove_pace *pace, const struct options *options);

/* Gets the rates for choices: of paced links, or of this machine's
 * threads. Returns an exit status. */
int rates_asked(struct rates *rates, const struct network *net, const struct options *options);

/* Prints all candidates for --explain, the fastest first. */
void request_explain(const struct request *request);

/* ---- Plans from files (request_file.c) ---- */

/* Returns the name of the plan file that the words or --plan name, "-" for standard input; NULL:
 * the words name no file. */
const char *request_file(const struct options *options);

/* Refuses options that a plan from a file answers, or that mean nothing beside a file. Returns an
 * exit status. */
int request_file_fits(const struct options *options);

/* Reads the file. Prints any refusal. Returns an exit status; 0: the request has a schedule, which
 * is not verified. */
int request_read(struct request *request, const struct options *options);

/* Makes a plan that runs from the schedule of a file, which the plan then owns. Prints any broken
 * rule. Returns an exit status. */
int request_wrap(struct grove_plan **plan, struct request *request, const struct options *options);

/* Both look at the schedule of a file, print the first fault, and return an exit status. A plan
 * that is not right has no time. A packet without a link has no place in a picture. */
int request_prove(const struct request *request);
int request_crosses_links(const struct request *request);

#endif
