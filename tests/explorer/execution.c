/* What came out of one execution: the last values, and a number that stands for its graph. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/explorer/model.h"

static uint64_t mix(uint64_t hash, uint64_t value)
{
	hash = (hash ^ value) * 0x9e3779b97f4a7c15;
	return hash ^ hash >> 29;
}

/* Messages are numbered in the order of the search, so a message is told by who wrote it. */
static uint64_t mix_message(uint64_t hash, uint16_t number)
{
	const struct message *message = &memory.messages[number];

	return mix(mix(hash, message->writer), message->event);
}

/* The places too are in the order of the search, so their hashes are added. */
uint64_t execution_hash(void)
{
	uint64_t sum = 0, hash;

	for (unsigned p = 0; p < memory.place_count; p++) {
		hash = mix(1, (uintptr_t)memory.places[p].address);
		for (unsigned i = 0; i < memory.places[p].count; i++)
			hash = mix_message(hash, memory.places[p].history[i]);
		sum += hash;
	}
	for (int t = 0; t < THREADS; t++) {
		hash = mix(2, (unsigned)t);
		for (unsigned e = 1; e <= threads[t].events; e++)
			hash = threads[t].log[e].read ? mix_message(hash, threads[t].log[e].read)
						      : mix(hash, e);
		sum += hash;
	}
	return sum;
}

uint32_t last_value(_Atomic uint32_t *word)
{
	const struct place *place = &memory.places[memory_place(word, *word)];

	return memory.messages[place->history[place->count - 1]].value;
}
