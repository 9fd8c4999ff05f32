/* K-means in C++: each node has a part of the points, and all nodes agree on the centres.
 *
 *	c++ -std=c++17 kmeans.cc $(pkg-config --cflags --libs grove)
 *
 * The body is a lambda, buffers are standard containers, and an error of any node is an exception
 * where team.run was called. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>
#include <grove.hpp>

namespace
{

constexpr std::size_t clusters = 5, points = 20000, rounds = 15;

using point = std::array<double, 2>;

/* The sums of a cluster's points, and their number. */
struct cluster {
	double x, y, count;
};

std::vector<point> make_points()
{
	std::mt19937 random(1);
	std::normal_distribution<double> near(0, 0.1);
	std::vector<point> all(points);

	for (std::size_t i = 0; i < points; i++) {
		double angle = static_cast<double>(i % clusters) * 1.2566;

		all[i] = { std::cos(angle) + near(random), std::sin(angle) + near(random) };
	}
	return all;
}

std::size_t nearest(const point &p, const std::array<cluster, clusters> &centres)
{
	std::size_t best = 0;
	double least = 1e300;

	for (std::size_t k = 0; k < clusters; k++) {
		double distance = std::hypot(p[0] - centres[k].x, p[1] - centres[k].y);

		if (distance < least) {
			least = distance;
			best = k;
		}
	}
	return best;
}

void add(std::array<cluster, clusters> &sums, const point &p,
	const std::array<cluster, clusters> &centres)
{
	cluster &sum = sums[nearest(p, centres)];

	sum = { sum.x + p[0], sum.y + p[1], sum.count + 1 };
}

} /* namespace */

int main()
{
	const std::vector<point> all = make_points();
	auto plus = grove::make_fold<cluster>([](const cluster &a, const cluster &b) {
		return cluster{ a.x + b.x, a.y + b.y, a.count + b.count };
	});
	std::array<cluster, clusters> result{};

	try {
		grove::team team("cube:2");

		team.run([&](grove::node me) {
			auto nodes = static_cast<std::size_t>(me.nodes());
			auto first = static_cast<std::size_t>(me.number());
			std::array<cluster, clusters> centres{}, sums{}, totals{};

			for (std::size_t k = 0; k < clusters; k++)
				centres[k] = { all[k][0], all[k][1], 1 };
			for (std::size_t round = 0; round < rounds; round++) {
				sums = {};
				for (std::size_t i = first; i < points; i += nodes)
					add(sums, all[i], centres);
				me.allreduce(sums, totals, plus);
				for (std::size_t k = 0; k < clusters; k++)
					centres[k] = { totals[k].x / totals[k].count,
						totals[k].y / totals[k].count, totals[k].count };
			}
			if (me.number() == 0)
				result = centres;
		});
		team.free();
	} catch (const grove::error &error) {
		std::fprintf(stderr, "kmeans: %s\n", error.what());
		return 1;
	}
	double off = 0, count = 0;
	for (const cluster &centre : result) {
		off = std::max(off, std::abs(std::hypot(centre.x, centre.y) - 1));
		count += centre.count;
	}
	std::printf("%.0f points, centres within %.2f of the circle\n", count, off);
	return count == points && off < 0.01 ? 0 : 1;
}
