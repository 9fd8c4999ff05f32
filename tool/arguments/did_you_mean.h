/* Finds the known word that is nearest to a mistyped word. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_DID_YOU_MEAN_H
#define TOOL_ARGUMENTS_DID_YOU_MEAN_H

/* The mistyped word, and the nearest word among the words offered so far. */
struct did_you_mean {
	const char *typed;
	char word[64]; /* "" if no word is near */
	int distance;
};

struct did_you_mean did_you_mean(const char *typed);
void did_you_mean_offer(struct did_you_mean *nearest, const char *word);

#endif
