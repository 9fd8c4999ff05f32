/* Finds sized verbs and messages of `grove bench` by their names, styles and rules of sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "tool/arguments/collective_names.h"
#include "tool/arguments/option_values.h"
#include "tool/arguments/verb_words.h"
#include "tool/output/diagnostics.h"

/* ---- Names ---- */

static const struct verb_word words[] = {
	{ "scatterv", "", "scatter", MESSAGES_NONE },
	{ "gatherv", "", "gather", MESSAGES_NONE },
	{ "allgatherv", "", "allgather", MESSAGES_NONE },
	{ "alltoallv", "", "alltoall", MESSAGES_NONE },
	{ "reducescatterv", "", "reducescatter", MESSAGES_NONE },
	{ "pingpong", "", "send", MESSAGES_PINGPONG },
	{ "stream", "unidirectional", "send", MESSAGES_STREAM },
	{ "exchange", "neighbor_alltoall neighbour_alltoall", "alltoall", MESSAGES_EXCHANGE },
};

const struct verb_word *verb_word_named(const char *name)
{
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (collective_named_as(name, words[i].name, words[i].aliases))
			return &words[i];
	return NULL;
}

/* ---- Forms ---- */

struct verb_form verb_form_asked(
	const struct verb_word *word, const struct options *options, enum collective collective)
{
	struct verb_form form = { options->style, MESSAGES_NONE, { SIZES_NONE, 0 } };

	if (word && word->messages) {
		form.style = STYLE_SPMD;
		form.messages = word->messages;
	} else if (option_given(options, OPTION_SIZES) && verb_form_sizable(collective)) {
		form.sizes = options->sizes;
	} else if (word) {
		form.sizes.kind = SIZES_EVEN;
	}
	return form;
}

int messages_fit(const struct verb_form *form, const struct options *options, const char *algorithm)
{
	static const enum option none[] = { OPTION_PACKET, OPTION_PORTS, OPTION_DUPLEX,
		OPTION_ORDER, OPTION_TYPE, OPTION_FORWARD, OPTION_EXPLAIN };
	const char *name = messages_name(form->messages);

	if (!form->messages)
		return STATUS_DONE;
	if (strcmp(algorithm, "auto") != 0)
		return refuse("%s %s: messages have no algorithm; the word for that is auto", name,
			algorithm);
	if (option_given(options, OPTION_STYLE) && options->style == STYLE_PHASED)
		return refuse(
			"--style phased: %s is messages, which only bodies send (spmd)", name);
	if (options->paced)
		return refuse("--clock paced: %s is messages, which go over no link", name);
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		if (option_given(options, none[i]))
			return refuse("--%s: %s is messages, which have no plan",
				option_at((int)none[i])->name, name);
	return STATUS_DONE;
}
