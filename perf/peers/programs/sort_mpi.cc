/* Sorts the keys of examples/sample_sort.cc by MPI: samples, buckets, MPI_Alltoallv, and
 * std::sort. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <memory>
#include <mpi.h>
#include <numeric>
#include "perf/peers/programs/told_time.h"
#include "perf/peers/programs/sort_keys.h"

enum {
	SAMPLES = 1024
}; /* of a rank */

struct rank {
	std::size_t keys, first, count; /* of all ranks; of this one */
	int nodes;
	std::unique_ptr<sort_key[]> in, buckets, out;
	std::size_t room, got; /* keys of out, and keys that came */
};

static std::size_t first_of(const rank &r, int node)
{
	std::size_t v = static_cast<std::size_t>(node), all = static_cast<std::size_t>(r.nodes);

	return r.keys / all * v + std::min(v, r.keys % all);
}

static std::vector<sort_key> find_splitters(const rank &r)
{
	std::size_t nodes = static_cast<std::size_t>(r.nodes);
	std::vector<sort_key> sample(SAMPLES), samples(nodes * SAMPLES), splitters(nodes - 1);

	for (std::size_t k = 0; k < SAMPLES && r.count; k++)
		sample[k] = r.in[k * 7919 % r.count];
	MPI_Allgather(sample.data(), SAMPLES, MPI_UINT64_T, samples.data(), SAMPLES, MPI_UINT64_T,
		MPI_COMM_WORLD);
	std::sort(samples.begin(), samples.end());
	for (std::size_t v = 1; v < nodes; v++)
		splitters[v - 1] = samples[v * SAMPLES];
	return splitters;
}

/* Returns the number of splitters that are not above the key, without a branch. */
static std::size_t range_of(sort_key k, const std::vector<sort_key> &splitters)
{
	std::size_t range = 0;

	for (sort_key splitter : splitters)
		range += splitter <= k;
	return range;
}

static void fill_buckets(rank &r, const std::vector<sort_key> &splitters, std::vector<int> &sent,
	std::vector<int> &at)
{
	std::vector<std::size_t> next(sent.size() + 1);

	for (std::size_t k = 0; k < r.count; k++)
		next[range_of(r.in[k], splitters) + 1]++;
	for (std::size_t v = 0; v < sent.size(); v++)
		sent[v] = static_cast<int>(next[v + 1]);
	std::partial_sum(next.begin(), next.end(), next.begin());
	for (std::size_t v = 0; v < sent.size(); v++)
		at[v] = static_cast<int>(next[v]);
	for (std::size_t k = 0; k < r.count; k++)
		r.buckets[next[range_of(r.in[k], splitters)]++] = r.in[k];
}

static void sort_once(rank &r)
{
	std::vector<sort_key> splitters = find_splitters(r);
	std::size_t nodes = splitters.size() + 1;
	std::vector<int> sent(nodes), at(nodes), came(nodes), place(nodes + 1);

	fill_buckets(r, splitters, sent, at);
	MPI_Alltoall(sent.data(), 1, MPI_INT, came.data(), 1, MPI_INT, MPI_COMM_WORLD);
	std::partial_sum(came.begin(), came.end(), place.begin() + 1);
	r.got = static_cast<std::size_t>(place[nodes]);
	if (r.got > r.room)
		MPI_Abort(MPI_COMM_WORLD, 1);
	MPI_Alltoallv(r.buckets.get(), sent.data(), at.data(), MPI_UINT64_T, r.out.get(),
		came.data(), place.data(), MPI_UINT64_T, MPI_COMM_WORLD);
	std::sort(r.out.get(), r.out.get() + r.got);
}

static void rank_open(rank &r)
{
	int me;

	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &r.nodes);
	r.first = first_of(r, me);
	r.count = first_of(r, me + 1) - r.first;
	r.room = r.count + r.keys / 4 + 64 * SAMPLES; /* the ranges of samples are nearly alike */
	r.in.reset(new sort_key[r.count + 1]);
	r.buckets.reset(new sort_key[r.count + 1]);
	r.out.reset(new sort_key[r.room]);
	for (std::size_t k = 0; k < r.room; k++)
		r.out[k] = 0;
	for (std::size_t k = 0; k <= r.count; k++)
		r.buckets[k] = 0;
}

static double run_once(rank &r)
{
	for (std::size_t k = 0; k < r.count; k++)
		r.in[k] = key_at(r.first + k);
	MPI_Barrier(MPI_COMM_WORLD);
	double begun = program_now();
	sort_once(r);
	MPI_Barrier(MPI_COMM_WORLD);
	return program_now() - begun;
}

int main(int arguments, char **argument)
{
	rank r{};
	long times = program_number(arguments, argument, 3, 3);
	unsigned long long mine, before = 0;
	int right, all, me;
	double best = 1e9;

	r.keys = static_cast<std::size_t>(program_number(arguments, argument, 1, 100000));
	MPI_Init(&arguments, &argument);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	rank_open(r);
	for (long k = 0; k < times; k++)
		best = std::min(best, run_once(r));
	mine = r.got;
	MPI_Exscan(&mine, &before, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, MPI_COMM_WORLD);
	right = keys_right(r.out.get(), me ? before : 0, r.got, r.keys);
	MPI_Reduce(&right, &all, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
	if (me == 0)
		program_end("sort, MPI", all, best);
	MPI_Finalize();
	return me == 0 && !all;
}
