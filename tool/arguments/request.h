/* Turns COLLECTIVE ALGORITHM NET and the options into a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_REQUEST_H
#define TOOL_ARGUMENTS_REQUEST_H

#include "collectives/auto/choose.h"
#include "plan/binding.h"
#include "plan/schedule.h"
#include "tool/arguments/options.h"

/* A request. The name of an application stands for the collective that the application uses. */
struct request {
	struct problem problem;	 /* the request owns the permutation */
	const char *application; /* "transpose", "histogram", or NULL */
	size_t bytes;		 /* of a block */
	size_t element;		 /* of folding collectives; else 1 */
	struct plan *plan;	 /* after request_plan */
	struct binding binding;
	struct candidate *candidate; /* after request_choose of "auto" */
	int candidates;
	struct rates rates; /* rates behind the choice */
	size_t packet;	    /* of the first candidate's measurement; else GROVE_PACKET_AUTO */
};

/* Reads the three words and the options. Prints any refusal. Returns an exit status. */
int request_open(struct request *request, const struct options *options, const char *collective,
	const char *algorithm, const char *network);
void request_close(struct request *request); /* all zeros are fine */

/* Replaces `auto` by the fastest algorithm at these rates. Returns an exit status. */
int request_choose(struct request *request, const struct rates *rates);

/* Makes the plan. Chooses an `auto` algorithm or packet for the machine of the
 * options. Returns an exit status. */
int request_plan(struct request *request, const struct options *options);

/* request_schedule() lists the packets of all nodes. request_view() lists only the packets of node
 * 0 if the plan is symmetric. Both return an exit status. */
int request_schedule(struct schedule **schedule, const struct request *request);
int request_view(struct schedule **schedule, const struct request *request);

/* Computes the number of pieces that move over links, or of packets if there are more packets than
 * pieces. Returns an exit status. */
int request_pieces(double *pieces, const struct request *request);

/* Opens the request of three words (collective, algorithm, network), plans the request, and counts
 * its pieces. Returns an exit status; a request that is not planned is closed. */
int request_planned(struct request *request, double *pieces, const struct options *options);

/* Refuses, before planning, a network that cannot run here on that many threads (0: the usable
 * cores). Returns an exit status. */
int request_fits(const struct request *request, int threads);

/* Refuses --explain with output for programs. Returns an exit status. */
int explain_fits(const struct options *options);

/* Gets the times of links that the options ask for. Returns false for the native clock. */
bool pace_asked(struct grove_pace *pace, const struct options *options);

/* Gets the rates for choices: of paced links, or of this machine's
 * threads. Returns an exit status. */
int rates_asked(struct rates *rates, const struct network *net, const struct options *options);

/* Prints all candidates for --explain, the fastest first. */
void request_explain(const struct request *request);

#endif
