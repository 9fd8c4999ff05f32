/* Keeps which nodes each node has heard from during an abstract run of zero-copy programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/knowledge.h"

static void add(uint64_t *set, size_t u)
{
	set[u / 64] |= (uint64_t)1 << u % 64;
}

static bool has(const uint64_t *set, size_t u)
{
	return set[u / 64] >> u % 64 & 1;
}

int knowledge_open(struct knowledge *word, size_t nodes, size_t slots)
{
	size_t words = nodes / 64 + 1;

	*word = (struct knowledge){ words, calloc(nodes * words, sizeof(uint64_t)),
		calloc(nodes * words, sizeof(uint64_t)),
		calloc(slots * 2 * words + 1, sizeof(uint64_t)) };
	if (!word->begun || !word->read || !word->sent)
		return why(ENOMEM, "no memory to follow word of blocks on %zu nodes", nodes);
	for (size_t v = 0; v < nodes; v++)
		add(&word->begun[v * words], v);
	return 0;
}

void knowledge_close(struct knowledge *word)
{
	free(word->begun);
	free(word->read);
	free(word->sent);
	*word = (struct knowledge){ 0 };
}

void knowledge_send(struct knowledge *word, size_t v, size_t slot)
{
	size_t words = word->words, bytes = words * sizeof(uint64_t);

	memcpy(&word->sent[slot * 2 * words], &word->begun[v * words], bytes);
	memcpy(&word->sent[(slot * 2 + 1) * words], &word->read[v * words], bytes);
}

void knowledge_receive(struct knowledge *word, size_t v, size_t slot)
{
	size_t words = word->words;

	for (size_t i = 0; i < words; i++) {
		word->begun[v * words + i] |= word->sent[slot * 2 * words + i];
		word->read[v * words + i] |= word->sent[(slot * 2 + 1) * words + i];
	}
}

void knowledge_tell(struct knowledge *word, size_t v)
{
	add(&word->read[v * word->words], v);
}

bool knowledge_of_beginning(const struct knowledge *word, size_t v, size_t u)
{
	return has(&word->begun[v * word->words], u);
}

bool knowledge_of_reading(const struct knowledge *word, size_t v, size_t u)
{
	return has(&word->read[v * word->words], u);
}
