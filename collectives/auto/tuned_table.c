/* Lets tables of measured choices decide. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "collectives/auto/tuned_table.h"

static const double REACH = 8; /* a size speaks for others up to this factor */

uint32_t tuned_aim(const struct problem *problem)
{
	uint32_t hash = 2166136261u; /* FNV-1a: the same on every machine */

	if (collective_sends(problem->collective))
		return (uint32_t)network_untranslate(
			&problem->net, problem->root, problem->destination);
	if (!collective_permutes(problem->collective) || !problem->permutation)
		return 0;
	for (int v = 0; v < problem->net.nodes; v++)
		hash = (hash ^ (uint32_t)problem->permutation[v]) * 16777619u;
	return hash;
}

bool tuned_row_is_of(const struct tuned_row *row, const struct problem *problem, int threads)
{
	return row->collective == problem->collective && row->ports == problem->ports &&
	       row->duplex == problem->duplex && row->threads == threads &&
	       row->aim == tuned_aim(problem) && !strcmp(row->network, problem->net.name);
}

/* Finds the nearest measured sizes on both sides; both are the same size if a side has none. */
static bool find_sizes(const struct tuned *tuned, const struct problem *problem, int threads,
	size_t bytes, size_t size[2])
{
	bool below = false, above = false;

	for (size_t i = 0; i < tuned->rows; i++) {
		const struct tuned_row *row = &tuned->row[i];

		if (!tuned_row_is_of(row, problem, threads))
			continue;
		if (row->bytes <= bytes && (!below || row->bytes > size[0])) {
			size[0] = row->bytes;
			below = true;
		}
		if (row->bytes >= bytes && (!above || row->bytes < size[1])) {
			size[1] = row->bytes;
			above = true;
		}
	}
	below = below && (double)size[0] * REACH >= (double)bytes;
	above = above && (double)size[1] <= (double)bytes * REACH;
	if (!below)
		size[0] = size[1];
	if (!above)
		size[1] = size[0];
	return below || above;
}

/* Returns the fastest row of a candidate among its packet sizes, or NULL if the candidate was not
 * measured. */
static const struct tuned_row *fastest(const struct tuned *tuned, const struct problem *problem,
	int threads, size_t bytes, const struct candidate *candidate)
{
	const struct tuned_row *best = NULL;

	for (size_t i = 0; i < tuned->rows; i++) {
		const struct tuned_row *row = &tuned->row[i];

		if (row->bytes == bytes && tuned_row_is_of(row, problem, threads) &&
			!strcmp(row->algorithm, candidate->algorithm) &&
			!strcmp(row->order, candidate->order) &&
			(!best || row->seconds < best->seconds))
			best = row;
	}
	return best;
}

static double logarithm(size_t bytes)
{
	return log2((double)(bytes ? bytes : 1));
}

/* Interpolates along straight lines where both axes are logarithmic. */
static void apply(const struct tuned *tuned, struct candidate *candidate,
	const struct problem *problem, int threads, size_t bytes, const size_t size[2])
{
	const struct tuned_row *low = fastest(tuned, problem, threads, size[0], candidate);
	const struct tuned_row *high = fastest(tuned, problem, threads, size[1], candidate);
	double along;

	if (!low || !high || !(low->seconds > 0) || !(high->seconds > 0))
		return;
	along = low == high ? 0
			    : (logarithm(bytes) - logarithm(size[0])) /
				      (logarithm(size[1]) - logarithm(size[0]));
	candidate->measured = low->seconds * pow(high->seconds / low->seconds, along);
	candidate->packet = along < 0.5 ? low->packet : high->packet;
}

static bool goes_before(const struct candidate *a, const struct candidate *b)
{
	if (isnan(a->measured) || isnan(b->measured))
		return !isnan(a->measured) && isnan(b->measured);
	return a->measured < b->measured;
}

bool tuned_apply(const struct tuned *tuned, struct candidate *list, int count,
	const struct problem *problem, int threads, size_t bytes)
{
	size_t size[2] = { bytes, bytes };

	if (!find_sizes(tuned, problem, threads, bytes, size))
		return false;
	for (int i = 0; i < count; i++)
		apply(tuned, &list[i], problem, threads, bytes, size);
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && goes_before(&list[k], &list[k - 1]); k--) {
			struct candidate held = list[k];

			list[k] = list[k - 1];
			list[k - 1] = held;
		}
	return !isnan(list[0].measured);
}

bool tuned_fastest(const struct tuned *tuned, struct candidate *best, const struct problem *problem,
	int threads, size_t bytes)
{
	size_t size[2] = { bytes, bytes };

	*best = (struct candidate){ .seconds = INFINITY, .measured = NAN };
	if (!find_sizes(tuned, problem, threads, bytes, size))
		return false;
	for (size_t i = 0; i < tuned->rows; i++) {
		const struct tuned_row *row = &tuned->row[i];
		struct candidate candidate = { .seconds = INFINITY, .measured = NAN };

		if (row->bytes != size[0] || !tuned_row_is_of(row, problem, threads))
			continue;
		memcpy(candidate.algorithm, row->algorithm, ALGORITHM_NAME);
		memcpy(candidate.order, row->order, ALGORITHM_NAME);
		apply(tuned, &candidate, problem, threads, bytes, size);
		if (goes_before(&candidate, best))
			*best = candidate;
	}
	return !isnan(best->measured);
}
