/* Sorts keys by a sample sort: nodes exchange keys by grove_alltoallv, and each sorts its own
 * range.
 *
 *	c++ -std=c++17 sample_sort.cc $(pkg-config --cflags --libs grove)
 *	./a.out 2000000 2 5        keys, nodes, repetitions
 *
 * A node samples its keys, and the samples of all nodes give splitters. Keys between two splitters
 * go to the same node. So the nodes end with ranges that follow one another, in a single array. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <string>
#include <vector>
#include <grove.h>

using key = std::uint64_t;

enum {
	SAMPLES = 1024
}; /* of a node */

struct sorting {
	std::size_t keys, nodes;
	std::unique_ptr<key[]> in, buckets, out; /* without a first write by this thread */
};

/* The keys of a node lie from here up to those of the next node. */
static std::size_t first_of(const sorting &s, std::size_t node)
{
	return s.keys / s.nodes * node + std::min(node, s.keys % s.nodes);
}

/* Finds the splitters from the samples of all nodes. The first samples of a node with few keys are
 * taken again. */
static int find_splitters(
	grove_node *me, const key *mine, std::size_t count, std::vector<key> &splitters)
{
	std::size_t nodes = splitters.size() + 1, all = nodes * SAMPLES;
	std::vector<key> sample(SAMPLES), samples(all);

	for (std::size_t k = 0; k < SAMPLES && count; k++)
		sample[k] = mine[k * 7919 % count];
	if (int error = grove_allgather(me, sample.data(), samples.data(), SAMPLES * sizeof(key)))
		return error;
	std::sort(samples.begin(), samples.end());
	for (std::size_t v = 1; v < nodes; v++)
		splitters[v - 1] = samples[v * SAMPLES];
	return 0;
}

/* Returns the number of splitters that are not above the key, without a branch. */
static std::size_t range_of(key k, const std::vector<key> &splitters)
{
	std::size_t range = 0;

	for (key splitter : splitters)
		range += splitter <= k;
	return range;
}

/* Puts the keys in buckets, one bucket after another, and counts the bytes of each. */
static void fill_buckets(const key *mine, std::size_t count, key *buckets,
	const std::vector<key> &splitters, std::vector<std::size_t> &bytes)
{
	std::vector<std::size_t> next(bytes.size() + 1);

	for (std::size_t k = 0; k < count; k++)
		next[range_of(mine[k], splitters) + 1]++;
	for (std::size_t v = 0; v < bytes.size(); v++)
		bytes[v] = next[v + 1] * sizeof(key);
	std::partial_sum(next.begin(), next.end(), next.begin());
	for (std::size_t k = 0; k < count; k++)
		buckets[next[range_of(mine[k], splitters)]++] = mine[k];
}

static int sort_body(grove_node *me, void *argument)
{
	sorting &s = *static_cast<sorting *>(argument);
	std::size_t v = static_cast<std::size_t>(grove_node_number(me)), before = 0;
	std::size_t first = first_of(s, v), count = first_of(s, v + 1) - first;
	std::vector<std::size_t> sent(s.nodes), got(s.nodes);
	std::vector<key> splitters(s.nodes - 1);
	key *buckets = &s.buckets[first];

	int error = find_splitters(me, &s.in[first], count, splitters);
	if (!error)
		fill_buckets(&s.in[first], count, buckets, splitters, sent);
	if (!error)
		error = grove_alltoall(me, sent.data(), got.data(), sizeof got[0]);
	std::size_t mine = std::accumulate(got.begin(), got.end(), std::size_t{ 0 });
	if (!error) /* node 0 keeps its 0 */
		error = grove_exscan(me, &mine, &before, 1, GROVE_U64, GROVE_SUM);
	key *range = s.out.get() + before / sizeof(key);
	if (!error)
		error = grove_alltoallv(
			me, buckets, sent.data(), nullptr, range, got.data(), nullptr);
	if (!error)
		std::sort(range, range + mine / sizeof(key));
	return error;
}

/* Each node writes its own keys, so that its memory is near. */
static int write_body(grove_node *me, void *argument)
{
	sorting &s = *static_cast<sorting *>(argument);
	std::size_t v = static_cast<std::size_t>(grove_node_number(me));

	for (std::size_t k = first_of(s, v); k < first_of(s, v + 1); k++) {
		key x = (k + 1) * 0x9e3779b97f4a7c15u;

		x = (x ^ x >> 31) * 0xbf58476d1ce4e5b9u;
		s.in[k] = x ^ x >> 29;
		s.buckets[k] = s.out[k] = 0;
	}
	return 0;
}

static bool is_sorted_right(const sorting &s)
{
	std::vector<key> right(s.in.get(), s.in.get() + s.keys);

	std::sort(right.begin(), right.end());
	return std::equal(right.begin(), right.end(), s.out.get());
}

/* Sorts that many times, and finds the shortest time. */
static int run_all(grove_team *team, sorting &s, int times, double &best)
{
	for (int k = 0; k < times; k++) {
		int error = grove_team_run(team, write_body, &s);
		auto begin = std::chrono::steady_clock::now();

		if (!error)
			error = grove_team_run(team, sort_body, &s);
		if (error)
			return error;
		std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
		best = k ? std::min(best, took.count()) : took.count();
	}
	return 0;
}

static std::unique_ptr<key[]> array_of(std::size_t keys)
{
	return std::unique_ptr<key[]>(new key[keys + 1]);
}

int main(int argc, char **argv)
{
	std::size_t keys = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
	std::size_t nodes = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 2;
	std::string network = "gh:" + std::to_string(nodes);
	sorting s{ keys, nodes, array_of(keys), array_of(keys), array_of(keys) };
	grove_team_options options{};
	grove_team *team = nullptr;
	double best = 0;

	options.network = network.c_str();
	if (grove_team_open(&team, &options) ||
		run_all(team, s, argc > 3 ? std::atoi(argv[3]) : 3, best)) {
		std::fprintf(stderr, "sample_sort: %s\n", grove_why());
		return 1;
	}
	bool right = is_sorted_right(s);
	std::printf("%zu keys on %zu nodes are %s, %.3f ms\n", keys, nodes,
		right ? "sorted" : "not in order", best * 1e3);
	return !right || grove_team_free(team) ? 1 : 0;
}
