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

int knowledge_open(struct knowledge *known, size_t nodes, size_t slots)
{
	size_t words = nodes / 64 + 1;

	*known = (struct knowledge){ words, calloc(nodes * words, sizeof(uint64_t)),
		calloc(nodes * words, sizeof(uint64_t)),
		calloc(slots * 2 * words + 1, sizeof(uint64_t)) };
	if (!known->begun || !known->read || !known->sent)
		return why(ENOMEM, "no memory to follow what %zu nodes know of blocks", nodes);
	for (size_t v = 0; v < nodes; v++)
		add(&known->begun[v * words], v);
	return 0;
}

void knowledge_close(struct knowledge *known)
{
	free(known->begun);
	free(known->read);
	free(known->sent);
	*known = (struct knowledge){ 0 };
}

void knowledge_send(struct knowledge *known, size_t v, size_t slot)
{
	size_t words = known->words, bytes = words * sizeof(uint64_t);

	memcpy(&known->sent[slot * 2 * words], &known->begun[v * words], bytes);
	memcpy(&known->sent[(slot * 2 + 1) * words], &known->read[v * words], bytes);
}

void knowledge_receive(struct knowledge *known, size_t v, size_t slot)
{
	size_t words = known->words;

	for (size_t i = 0; i < words; i++) {
		known->begun[v * words + i] |= known->sent[slot * 2 * words + i];
		known->read[v * words + i] |= known->sent[(slot * 2 + 1) * words + i];
	}
}

void knowledge_tell(struct knowledge *known, size_t v)
{
	add(&known->read[v * known->words], v);
}

bool knowledge_of_beginning(const struct knowledge *known, size_t v, size_t u)
{
	return has(&known->begun[v * known->words], u);
}

bool knowledge_of_reading(const struct knowledge *known, size_t v, size_t u)
{
	return has(&known->read[v * known->words], u);
}
