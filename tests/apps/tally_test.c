/* Counting bytes: as the plainest loop does, for any number of them, equal or not, in any bins. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "tool/applications/tally.h"

enum {
	RUN = 8 * UINT16_MAX, /* as many equal bytes as narrow counters can hold */
	MOST = 2 * RUN + 20
};

static unsigned char *bytes_of(unsigned mask, unsigned char or)
{
	unsigned char *bytes = malloc(MOST);
	uint64_t state = 88172645463325252u;

	assert_non_null(bytes);
	for (size_t i = 0; i < MOST; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		bytes[i] = (unsigned char)((state >> 32 & mask) | or);
	}
	return bytes;
}

static void counted(const struct tally *t, size_t begin, size_t end)
{
	size_t rows = t->bins.count + 1;
	FREED uint64_t *row = calloc(rows, sizeof *row), *want = calloc(rows, sizeof *want);

	assert_true(row && want);
	for (size_t i = 0; i < rows; i++) /* counts are added to what is there */
		row[i] = want[i] = i;
	tally_count(t, row, begin, end);
	for (size_t i = begin; i < end; i++)
		want[bins_find(&t->bins, t->numbers.at[i])]++;
	assert_memory_equal(row, want, rows * sizeof *row);
}

static void open_tally(struct tally *t, unsigned char *bytes, size_t bins, double low, double high)
{
	*t = (struct tally){ 0 };
	numbers_of_bytes(&t->numbers, &(struct input){ .bytes = bytes, .size = MOST });
	bins_make(&t->bins, bins, low, high, 8);
	tally_bins(t);
}

TEST("a part of any length is counted")
{
	FREED unsigned char *bytes = bytes_of(255, 0);
	struct tally t;

	open_tally(&t, bytes, 256, 0, 256);
	for (size_t begin = 0; begin < 9; begin++)
		for (size_t count = 0; count < 40; count++)
			counted(&t, begin, begin + count);
	free(t.bins.edges);
	open_tally(&t, bytes, 10, 20, 93); /* bins of several bytes, and some outside */
	counted(&t, 3, 5000);
	free(t.bins.edges);
}

TEST("more equal bytes than a counter holds")
{
	static const size_t counts[] = { RUN - 1, RUN, RUN + 1, 2 * RUN + 7 };
	FREED unsigned char *bytes = bytes_of(0, 7);
	struct tally t;

	open_tally(&t, bytes, 256, 0, 256);
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
		counted(&t, 1, 1 + counts[i]);
	free(t.bins.edges);
}
