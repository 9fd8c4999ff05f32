/* The points of examples/kmeans_phased.cc for programs of other libraries, and rounds of
 * k-means. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PROGRAMS_MEANS_H
#define PERF_PEERS_PROGRAMS_MEANS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define CLUSTERS 5
#define SUMS (3 * CLUSTERS) /* x, y and count of each cluster */

struct sample_point {
	double x, y;
};

static inline struct sample_point point_make(int i)
{
	uint32_t k = (uint32_t)i * 0x9e3779b9u;
	double angle = (i % CLUSTERS) * 1.2566370614359172;

	k = (k ^ k >> 15) * 0x85ebca6bu;
	return (struct sample_point){ cos(angle) + ((k >> 8 & 0xfff) - 2048.0) / 8192,
		sin(angle) + ((k >> 20) - 2048.0) / 8192 };
}

/* Adds each point to the sums of its nearest centre. */
static inline void points_add(double *sums, const struct sample_point *points, int count,
	const struct sample_point *centres)
{
	for (int i = 0; i < count; i++) {
		double least = 1e300;
		int best = 0;

		for (int k = 0; k < CLUSTERS; k++) {
			double x = points[i].x - centres[k].x, y = points[i].y - centres[k].y;
			double distance = x * x + y * y;

			best = distance < least ? k : best;
			least = distance < least ? distance : least;
		}
		sums[3 * best] += points[i].x;
		sums[3 * best + 1] += points[i].y;
		sums[3 * best + 2]++;
	}
}

static inline void centres_move(struct sample_point *centres, const double *sums)
{
	for (int k = 0; k < CLUSTERS; k++)
		if (sums[3 * k + 2] > 0)
			centres[k] = (struct sample_point){ sums[3 * k] / sums[3 * k + 2],
				sums[3 * k + 1] / sums[3 * k + 2] };
}

static inline void centres_begin(struct sample_point *centres)
{
	for (int k = 0; k < CLUSTERS; k++)
		centres[k] = point_make(k);
}

/* Returns 1 if one thread finds the same centres, apart from rounding. */
static inline int centres_right(const struct sample_point *centres,
	const struct sample_point *points, int count, long rounds)
{
	struct sample_point own[CLUSTERS];
	double most = 0;

	centres_begin(own);
	for (long round = 0; round < rounds; round++) {
		double sums[SUMS] = { 0 };

		points_add(sums, points, count, own);
		centres_move(own, sums);
	}
	for (int k = 0; k < CLUSTERS; k++)
		most = fmax(most, fabs(own[k].x - centres[k].x) + fabs(own[k].y - centres[k].y));
	return most < 1e-9;
}

#endif
