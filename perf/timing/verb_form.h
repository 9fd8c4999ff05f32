/* How an operation of a benchmark is called: phased or SPMD, with sizes, or as messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_VERB_FORM_H
#define PERF_TIMING_VERB_FORM_H

#include <stdbool.h>
#include "perf/data/row_sizes.h"

/* The styles of grove_team_execute and of grove_team_run. */
enum style {
	STYLE_PHASED, /* each thread does the parts of its nodes */
	STYLE_SPMD    /* each node has a body, on a stack of its own where nodes share a thread */
};

/* Operations of messages. The nodes are those of a send, or all nodes. */
enum messages {
	MESSAGES_NONE,
	MESSAGES_PINGPONG, /* a message to the destination, and one back */
	MESSAGES_STREAM,   /* STREAM_WINDOW messages to the destination, and an empty one back */
	MESSAGES_EXCHANGE  /* grove_exchange of each node with all neighbours */
};

enum {
	STREAM_WINDOW = 64 /* as in the OSU benchmarks */
};

/* All zeros: a plan with blocks of one size, phased. */
struct verb_form {
	enum style style; /* messages: always STYLE_SPMD */
	enum messages messages;
	struct size_rule sizes;
};

static inline const char *style_name(enum style style)
{
	return style == STYLE_SPMD ? "spmd" : "phased";
}

/* Returns "pingpong", "stream" or "exchange"; NULL for MESSAGES_NONE. */
const char *messages_name(enum messages messages);

/* Returns the name of an operation of this form: "alltoallv", "pingpong", "broadcast". */
const char *verb_form_name(const struct verb_form *form, enum collective collective);

/* Returns true for a collective whose blocks may have sizes of their own. */
bool verb_form_sizable(enum collective collective);

/* Returns true if blocks have sizes of their own, so that no single size tells the bytes. */
static inline bool verb_form_sized(const struct verb_form *form)
{
	return form->sizes.kind != SIZES_NONE || form->messages != MESSAGES_NONE;
}

/* Makes the tables of sizes for blocks of that many bytes. Sets *sizes to NULL for blocks of one
 * size. Returns 0 or -ENOMEM with why. */
int verb_form_sizes(struct row_sizes **sizes, const struct verb_form *form,
	const struct problem *problem, size_t bytes, size_t element);

#endif
