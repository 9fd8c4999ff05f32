/* The nearest word: what someone who mistyped may have meant. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_ARGUMENTS_DID_YOU_MEAN_H
#define TOOL_ARGUMENTS_DID_YOU_MEAN_H

/* Words are offered one by one; the nearest to the one that was typed stays. */
struct did_you_mean {
	const char *typed;
	char word[64]; /* "" when none is near */
	int distance;
};

struct did_you_mean did_you_mean(const char *typed);
void did_you_mean_offer(struct did_you_mean *nearest, const char *word);

#endif
