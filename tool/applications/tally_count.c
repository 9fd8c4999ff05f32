/* Counts numbers in the bins of a row, and bytes by tables of their own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "tool/applications/tally.h"

enum {
	BLOCK = 1024,
	WORD = 8, /* bytes */
	TABLES = 4
};

void tally_bins(struct tally *t)
{
	unsigned char byte = 0;
	double number;

	for (int i = 0; i < BYTES && t->numbers.item == 1; i++, byte++) {
		t->numbers.load(&number, &byte, 1, false);
		t->bin[i] = bins_find(&t->bins, number);
	}
}

/* Counts the bytes of words. When two equal bytes follow each other, the second waits for the
 * counter that the first has just written. So neighbours have tables of their own, and equal bytes
 * meet again four bytes later at the earliest. More tables would only take room in the first cache.
 * Counters are not narrow, because stores of 16 bits take longer. (docs/measurements.md has the
 * times.) */
static void count_words(uint64_t table[TABLES][BYTES], const unsigned char *at, size_t words)
{
	for (; words--; at += WORD) {
		uint64_t word;

		memcpy(&word, at, WORD);
		for (int k = 0; k < WORD; k++, word >>= 8)
			table[k % TABLES][word & (BYTES - 1)]++;
	}
}

/* Counts bytes: first each of the 256 values, then each value's count goes to the value's bin. */
static void count_bytes(const struct tally *t, uint64_t *row, size_t begin, size_t end)
{
	uint64_t table[TABLES][BYTES] = { 0 };
	const unsigned char *at = t->numbers.at + begin;
	size_t count = end - begin;

	count_words(table, at, count / WORD);
	for (size_t i = count - count % WORD; i < count; i++)
		table[i % TABLES][at[i]]++;
	for (int i = 0; i < BYTES; i++) {
		uint64_t sum = 0;

		for (int k = 0; k < TABLES; k++)
			sum += table[k][i];
		row[t->bin[i]] += sum;
	}
}

static void count_numbers(const struct tally *t, uint64_t *row, size_t begin, size_t end)
{
	double block[BLOCK];

	while (begin < end) {
		size_t many = end - begin < BLOCK ? end - begin : BLOCK;

		numbers_load(&t->numbers, block, begin, many);
		for (size_t i = 0; i < many; i++)
			row[bins_find(&t->bins, block[i])]++;
		begin += many;
	}
}

void tally_count(const struct tally *t, uint64_t *row, size_t begin, size_t end)
{
	(t->numbers.item == 1 ? count_bytes : count_numbers)(t, row, begin, end);
}
