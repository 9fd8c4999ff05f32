/* Runs of prefix folds: which runs a node can make of the runs that the node has. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/runs.h"
#include "tests/topology_help.h"

enum {
	NODES = 7,
	BYTES = 6,
	PIECES = 300000
};

static uint32_t dice(uint64_t *seed, uint32_t sides)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*seed >> 33) % sides;
}

/* held[first][last][byte] */
typedef bool held_bytes[NODES][NODES][BYTES];

static bool can_make(held_bytes held, int first, int last, size_t byte)
{
	if (held[first][last][byte])
		return true;
	for (int k = first; k < last; k++)
		if (held[first][k][byte] && can_make(held, k + 1, last, byte))
			return true;
	return false;
}

/* The runs of the way follow one another, and each has the bytes. */
static void check_way(const struct runs *runs, const struct run *made, held_bytes held)
{
	int next = made->first;

	assert_true(made->end > made->begin);
	for (size_t i = 0; i < runs->ways; i++) {
		const struct run *run = &runs->run[runs->way[i]];

		assert_int_equal(run->first, next);
		for (size_t byte = made->begin; byte < made->end; byte++)
			assert_true(held[run->first][run->last][byte]);
		next = run->last + 1;
	}
	assert_int_equal(next, made->last + 1);
}

TEST("runs: every run that can be made is found")
{
	uint64_t seed = 7;
	int found = 0, lacking = 0;

	for (int k = 0; k < 3000; k++) {
		struct runs runs = { 0 };
		held_bytes held = { 0 };

		for (uint32_t n = dice(&seed, 30); n; n--) {
			int first = (int)dice(&seed, NODES), last = (int)dice(&seed, NODES);
			size_t begin = dice(&seed, BYTES), end = begin + dice(&seed, 3);

			end = end < BYTES ? end : BYTES;
			if (last < first)
				continue;
			assert_int_equal(
				runs_add(&runs, (struct run){ first, last, begin, end }), 0);
			for (; begin < end; begin++)
				held[first][last][begin] = true;
		}
		for (int first = 0; first < NODES; first++)
			for (int last = first; last < NODES; last++)
				for (size_t byte = 0; byte < BYTES; byte++) {
					struct run made = { first, last, byte, BYTES };

					assert_int_equal(runs_join(&runs, &made), 0);
					assert_int_equal(runs.ways > 0,
						can_make(held, first, last, byte));
					if (runs.ways)
						check_way(&runs, &made, held);
					runs.ways ? found++ : lacking++;
				}
		runs_free(&runs);
	}
	assert_true(found > 10000 && lacking > 10000);
}

/* As many pieces as a plan file may bring take a moment. */
TEST("runs: as many pieces as a plan file may have")
{
	ENDED(runs_free) struct runs runs = { 0 };
	struct run made = { 3, 3, 1, 2 * PIECES };

	for (size_t i = 0; i < PIECES; i++)
		assert_int_equal(runs_add(&runs, (struct run){ 3, 3, 2 * i, 2 * i + 1 }), 0);
	assert_int_equal(runs.count, PIECES);
	assert_int_equal(runs_join(&runs, &made), 0);
	assert_int_equal(runs.ways, 0);
	for (size_t i = PIECES; i--;)
		assert_int_equal(runs_add(&runs, (struct run){ 3, 3, 2 * i + 1, 2 * i + 2 }), 0);
	assert_int_equal(runs.count, 1);
	made = (struct run){ 3, 3, 0, SIZE_MAX };
	assert_int_equal(runs_join(&runs, &made), 0);
	assert_int_equal(runs.ways, 1);
	assert_int_equal(made.end, 2 * PIECES);
}
