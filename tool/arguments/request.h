/* Requests: COLLECTIVE ALGORITHM NET with its options, made into a plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_REQUEST_H
#define TOOL_ARGUMENTS_REQUEST_H

#include "collectives/auto/choose.h"
#include "plan/binding.h"
#include "plan/schedule.h"
#include "tool/arguments/options.h"

/* The names of the applications stand for the collective that they use. */
struct request {
	struct problem problem;	 /* its permutation is the request's own */
	const char *application; /* "transpose", "histogram", or NULL */
	size_t bytes;		 /* of one block */
	size_t element;		 /* of folding collectives; else 1 */
	struct plan *plan;	 /* after request_plan */
	struct binding binding;
	struct candidate *candidate; /* after request_choose of "auto" */
	int candidates;
	struct rates rates; /* that they were chosen by */
	size_t packet;	    /* with which the first one was measured; else GROVE_PACKET_AUTO */
};

/* Reads the three words and the options. An exit status; a refusal has been said. */
int request_open(struct request *request, const struct options *options, const char *collective,
	const char *algorithm, const char *network);
void request_close(struct request *request); /* one that is all zeros is fine */

/* Replaces `auto` by the algorithm that these rates make fastest. An exit status. */
int request_choose(struct request *request, const struct rates *rates);

/* Makes the plan, choosing the algorithm and the packet for the options' machine where they are
 * auto. An exit status. */
int request_plan(struct request *request, const struct options *options);

/* The packets of all nodes; or, where one node's stand for all, of node 0. An exit status. */
int request_schedule(struct schedule **schedule, const struct request *request);
int request_view(struct schedule **schedule, const struct request *request);

/* How many pieces move over links, or packets where pieces are cut in several. An exit status. */
int request_pieces(double *pieces, const struct request *request);

/* Refuses, before anything is planned, a network that cannot be run here on that many threads (0: as
 * many as there are cores). An exit status. */
int request_fits(const struct request *request, int threads);

/* Refuses --explain where the output is for programs. An exit status. */
int explain_fits(const struct options *options);

/* The times of links that the options ask for; false: as fast as the machine goes. */
bool pace_asked(struct grove_pace *pace, const struct options *options);

/* What choices assume where the options let the network run. An exit status. */
int rates_asked(struct rates *rates, const struct network *net, const struct options *options);

/* What --explain prints: all candidates, the fastest first. */
void request_explain(const struct request *request);

/* True for broadcast, ..., barrier and the applications. */
bool collective_is_known(const char *name);

#endif
