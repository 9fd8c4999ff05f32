/* Finds sized verbs and messages of `grove bench` by their names, styles and rules of sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_VERB_WORDS_H
#define TOOL_ARGUMENTS_VERB_WORDS_H

#include "perf/timing/verb_form.h"
#include "tool/arguments/options.h"

/* A name of the command line for a sized verb or an operation of messages: not a collective. */
struct verb_word {
	const char *name, *aliases; /* aliases: with blanks between */
	const char *collective;	    /* the collective whose problem is opened */
	enum messages messages;	    /* MESSAGES_NONE: a sized verb */
};

/* Finds a line by name, as collective_line_named does; NULL if there is no such line. */
const struct verb_word *verb_word_named(const char *name);

/* Returns the form of an operation: of this word, or (NULL) of a collective, with the options. */
struct verb_form verb_form_asked(
	const struct verb_word *word, const struct options *options, enum collective collective);

/* Refuses an algorithm and options that messages do not have. Prints any refusal. Returns an exit
 * status. */
int messages_fit(
	const struct verb_form *form, const struct options *options, const char *algorithm);

#endif
