/* Finds the known word that is nearest to a mistyped word. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_DID_YOU_MEAN_H
#define TOOL_ARGUMENTS_DID_YOU_MEAN_H

/* The mistyped word, and the nearest word among the words offered so far. */
struct did_you_mean {
	const char *typed;
	char word[64]; /* "" if no word is near */
	int distance;
	char names[512]; /* all words: "a, b, c" */
};

struct did_you_mean did_you_mean(const char *typed);
void did_you_mean_offer(struct did_you_mean *nearest, const char *word);

/* Refuses the word, as in "there is no list 'tree'; did you mean 'trees'?", or says what there is:
 * `otherwise`, or without that all words. Returns an exit status. */
int refuse_word(const struct did_you_mean *nearest, const char *what, const char *otherwise);

#endif
