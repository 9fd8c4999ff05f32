/* The nearest word: what someone who mistyped may have meant. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_NEAREST_H
#define TOOL_NEAREST_H

/* Words are offered one by one; the nearest to the one that was typed stays. */
struct nearest {
	const char *typed;
	char word[64]; /* "" when none is near */
	int distance;
};

struct nearest nearest_to(const char *typed);
void nearest_offer(struct nearest *nearest, const char *word);

#endif
