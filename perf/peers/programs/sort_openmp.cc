/* Sorts the keys of examples/sample_sort.cc by the parallel mode of GNU's standard library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <memory>
#include <parallel/algorithm>
#include "perf/peers/programs/told_time.h"
#include "perf/peers/programs/sort_keys.h"

/* Each thread writes its own part. */
static void write_keys(sort_key *all, std::size_t keys)
{
#pragma omp parallel for schedule(static)
	for (std::size_t k = 0; k < keys; k++)
		all[k] = key_at(k);
}

/* Sorts by one of the two parallel sorts. Returns the seconds. */
template <class Way> static double sort_by(sort_key *all, std::size_t keys, Way way)
{
	write_keys(all, keys);
	double begun = program_now();
	__gnu_parallel::sort(all, all + keys, way);
	return program_now() - begun;
}

/* The multiway merge sort needs memory of its own, the quicksort does not: the faster one
 * counts. */
int main(int arguments, char **argument)
{
	std::size_t keys = static_cast<std::size_t>(program_number(arguments, argument, 1, 100000));
	long times = program_number(arguments, argument, 3, 3);
	std::unique_ptr<sort_key[]> all(new sort_key[keys + 1]);
	double best = 1e9;

	for (long k = 0; k < times; k++) {
		best = std::min(
			best, sort_by(all.get(), keys, __gnu_parallel::balanced_quicksort_tag()));
		best = std::min(
			best, sort_by(all.get(), keys, __gnu_parallel::multiway_mergesort_tag()));
	}
	return program_end("sort, gnu parallel", keys_right(all.get(), 0, keys, keys), best);
}
