/* Programs of a few instructions, written as words. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_PLAN_PROGRAM_WORDS_H
#define TESTS_PLAN_PROGRAM_WORDS_H

#include <stdlib.h>
#include <string.h>
#include "tests/program_help.h"

enum {
	BYTES_OF_RUN = 8
};

/* A program as words, with places in runs of 8 bytes:
 *	S1:0,2	sends runs 0 and 2 of the output through port 1, to node 2
 *	T F D	takes from there into them, combines with them, drops
 *	A1:2	waits until the first 2 packets sent through port 1 are back
 *	c0:3	copies run 3 of the input to run 0 of the output
 *	f0:3	combines run 0 of the output with run 3 of the scratch */
static const struct {
	char letter;
	enum action action;
} actions[] = { { 'S', SEND_PACKET }, { 'T', TAKE_PACKET }, { 'F', FOLD_PACKET },
	{ 'D', DROP_PACKET }, { 'A', AWAIT_RETURN }, { 'c', COPY_BYTES }, { 'f', FOLD_BYTES } };

static inline enum action action_of(char letter)
{
	int i = 0;

	while (actions[i].letter != letter)
		i++;
	return actions[i].action;
}

static inline uint32_t add_run(struct program *p, enum space space, int run)
{
	return program_extent(p, space, (size_t)run * BYTES_OF_RUN, BYTES_OF_RUN);
}

static inline void add_packet(struct program *p, enum action action, int port, const char *runs)
{
	struct instruction *i = program_add(p, action, port, (uint32_t)port + 1);
	size_t k = p->instructions - 1;

	if (action == AWAIT_RETURN) {
		i->count = (uint32_t)atoi(runs);
		return;
	}
	i->extents = i->left = (uint32_t)p->extents;
	for (; *runs && *runs != ' '; runs += runs[1] == ',' ? 2 : 1, p->instruction[k].count++)
		add_run(p, OUTPUT, *runs - '0');
	p->instruction[k].bytes = p->instruction[k].count * (size_t)BYTES_OF_RUN;
}

static inline void add_local(struct program *p, enum action action, int to, int from)
{
	struct instruction *i = program_add(p, action, 0, 0);

	i->count = 1;
	i->bytes = BYTES_OF_RUN;
	i->extents = add_run(p, OUTPUT, to);
	i->left = action == COPY_BYTES ? add_run(p, INPUT, from) : i->extents;
	if (action == FOLD_BYTES)
		i->right = add_run(p, SCRATCH, from);
}

static inline void read_program(struct program *p, const char *words)
{
	for (const char *w = words; w; w = strchr(w, ' ') ? strchr(w, ' ') + 1 : NULL) {
		enum action action = action_of(w[0]);

		if (action == COPY_BYTES || action == FOLD_BYTES)
			add_local(p, action, w[1] - '0', w[3] - '0');
		else
			add_packet(p, action, w[1] - '0', w + 3);
	}
}

#endif
