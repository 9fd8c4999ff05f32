/* K-means in rounds of the main thread, in C++: a phase makes the points, then the main thread runs
 * a body on all nodes, moves the centres, and so on.
 *
 *	c++ -std=c++17 kmeans_phased.cc $(pkg-config --cflags --libs grove)
 *	./a.out [points [rounds]]
 *
 * In each round, a body adds up each node's points, and an all-reduce adds the sums of all nodes.
 * There may be any number of threads, and the main thread decides when to stop. The main thread
 * runs node 0 itself, so no other thread needs its core. A phase and a plan (grove_team_phase,
 * grove_team_execute) would do the same as the body, but would hand the threads two jobs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <grove.hpp>

namespace
{

constexpr std::size_t clusters = 5;

struct point {
	double x, y;
};

using centres = std::array<point, clusters>;
using sums = std::array<double, 3 * clusters>; /* x, y and count of each cluster */

point make_point(std::size_t i)
{
	std::uint32_t k = static_cast<std::uint32_t>(i) * 0x9e3779b9u;
	double angle = static_cast<double>(i % clusters) * 1.2566370614359172;

	k = (k ^ k >> 15) * 0x85ebca6bu;
	return { std::cos(angle) + ((k >> 8 & 0xfff) - 2048.0) / 8192,
		std::sin(angle) + ((k >> 20) - 2048.0) / 8192 };
}

centres first_centres()
{
	centres all;

	for (std::size_t k = 0; k < clusters; k++)
		all[k] = make_point(k);
	return all;
}

/* Adds points first ... last - 1 to the sums of their nearest centres. */
sums add(const std::vector<point> &points, std::size_t first, std::size_t last, const centres &now)
{
	sums all{};

	for (std::size_t i = first; i < last; i++) {
		double least = 1e300;
		std::size_t best = 0;

		for (std::size_t k = 0; k < clusters; k++) {
			double x = points[i].x - now[k].x, y = points[i].y - now[k].y;
			double distance = x * x + y * y;

			best = distance < least ? k : best;
			least = distance < least ? distance : least;
		}
		all[3 * best] += points[i].x;
		all[3 * best + 1] += points[i].y;
		all[3 * best + 2]++;
	}
	return all;
}

centres moved(const centres &now, const sums &all)
{
	centres next = now;

	for (std::size_t k = 0; k < clusters; k++)
		if (all[3 * k + 2] > 0)
			next[k] = { all[3 * k] / all[3 * k + 2], all[3 * k + 1] / all[3 * k + 2] };
	return next;
}

/* A node's sums and the sums of all nodes, on cache lines that no other node writes. */
struct alignas(128) share {
	sums part, total;
};

/* The first of the points of node v. */
std::size_t first_of(const std::vector<point> &points, int v, int nodes)
{
	return points.size() * static_cast<std::size_t>(v) / static_cast<std::size_t>(nodes);
}

/* Makes the points, and finds the centres on all nodes of a team. Returns the seconds of a
 * round. The first phase waits for new threads, and the first all-reduce chooses an algorithm,
 * so they come before the clock. */
double find(grove::team &team, std::vector<point> &points, long rounds, centres &now)
{
	const int nodes = team.nodes();
	std::vector<share> shares(static_cast<std::size_t>(nodes));
	auto round = [&](grove::node me) {
		const int v = me.number();
		share &mine = shares[static_cast<std::size_t>(v)];

		mine.part = add(
			points, first_of(points, v, nodes), first_of(points, v + 1, nodes), now);
		me.allreduce(mine.part, mine.total, grove::sum);
	};

	team.phase([&](grove::node me) {
		for (std::size_t i = first_of(points, me.number(), nodes);
			i < first_of(points, me.number() + 1, nodes); i++)
			points[i] = make_point(i);
	});
	team.run(round);
	auto begun = std::chrono::steady_clock::now();
	for (long k = 0; k < rounds; k++) {
		team.run(round);
		now = moved(now, shares[0].total);
	}
	std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
	return took.count() / static_cast<double>(rounds);
}

/* Returns how far the centres are from those of a single thread. */
double deviation(const std::vector<point> &points, long rounds, const centres &found)
{
	centres own = first_centres();
	double most = 0;

	for (long round = 0; round < rounds; round++)
		own = moved(own, add(points, 0, points.size(), own));
	for (std::size_t k = 0; k < clusters; k++)
		most = std::max(
			most, std::abs(own[k].x - found[k].x) + std::abs(own[k].y - found[k].y));
	return most;
}

} /* namespace */

int main(int argc, char **argv)
{
	std::vector<point> points(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2000);
	long rounds = argc > 2 ? std::atol(argv[2]) : 1000;
	centres now = first_centres();
	double seconds;

	try {
		grove_team_options options{};

		options.network = "gh:2";
		grove::team team(options);

		seconds = find(team, points, rounds, now);
		team.free();
	} catch (const grove::error &error) {
		std::fprintf(stderr, "kmeans_phased: %s\n", error.what());
		return 1;
	}
	bool right = deviation(points, rounds, now) < 1e-9;
	std::printf("%ld rounds of %zu points: %s, %.2f us a round\n", rounds, points.size(),
		right ? "right" : "wrong", seconds * 1e6);
	return right ? 0 : 1;
}
