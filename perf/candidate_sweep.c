/* Measures the candidates of a problem in rounds, so that a noisy moment hits all alike. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "collectives/registry.h"
#include "perf/candidate_sweep.h"
#include "plan/semantics.h"

double tune_buffers(const struct bench_case *what)
{
	const struct problem *problem = &what->problem;
	double blocks = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		blocks += semantics_input_blocks(problem, v) + semantics_output_blocks(problem, v);
	return blocks * (double)what->bytes;
}

/* Returns true if an entry has the same plan with the same limit. On gh:2
 * most trees are the same. */
static bool is_there(const struct tune_entry *entry, int count, uint64_t hash, size_t packet)
{
	for (int i = 0; i < count; i++)
		if (entry[i].hash == hash && entry[i].packet == packet)
			return true;
	return false;
}

/* Adds a candidate with whole messages and, if the plan can be pipelined, with packets of the best
 * size. Returns the number of entries, or -ENOMEM with why. */
static int add_entries(struct tune_entry *entry, int count, const struct candidate *candidate,
	const struct bench_case *what, const struct rates *rates)
{
	struct binding binding = { .bytes = what->bytes, .element = bench_element(what) };
	struct problem problem = what->problem;
	struct plan *plan;
	int error;

	memcpy(problem.algorithm, candidate->algorithm, ALGORITHM_NAME);
	memcpy(problem.order, candidate->order, ALGORITHM_NAME);
	error = collective_plan(&plan, &problem);
	if (error)
		return error == -ENOMEM ? error : count;
	for (int packets = 0; packets < 2 && !error; packets++) {
		struct tune_entry *e = &entry[count];

		if (packets)
			binding.packet = binding_best_packet(
				plan, binding.bytes, binding.element, rates->beta, rates->tau);
		if (packets && (!binding.packet || binding.packet >= binding.bytes))
			break;
		if (is_there(entry, count, plan_hash(plan), binding.packet))
			continue;
		e->hash = plan_hash(plan);
		memcpy(e->algorithm, problem.algorithm, ALGORITHM_NAME);
		memcpy(e->order, problem.order, ALGORITHM_NAME);
		e->packet = binding.packet;
		error = plan_estimate(&e->predicted, plan, &binding, rates);
		e->seconds = INFINITY;
		count++;
	}
	plan_free(plan);
	return error ? error : count;
}

int tune_candidates(struct tune_entry entry[TUNE_ENTRIES], int *left_out,
	const struct bench_case *what, const struct tune_effort *effort)
{
	struct candidate list[CANDIDATES];
	struct rates rates;
	int error = thread_rates(&rates, what->problem.net.nodes), count = 0, candidates;

	*left_out = 0;
	if (error)
		return error;
	rates.forward = effort->forward;
	rates.data = effort->data;
	candidates = choose(list, &what->problem, what->bytes, bench_element(what), &rates);
	if (candidates < 0)
		return candidates;
	for (int i = 0; i < candidates && count >= 0; i++) {
		if (list[i].left_out)
			continue;
		if (list[i].seconds > list[0].seconds * effort->hopeless)
			++*left_out;
		else
			count = add_entries(entry, count, &list[i], what, &rates);
	}
	return count;
}

/* Measures an entry once more. Returns INFINITY when the plan cannot run, and sets *error. */
static double measure(struct bench *bench, const struct grove_plan *plan, size_t bytes, int *error)
{
	struct bench_result result;

	if (bench_plan(bench, plan, bytes, &result)) {
		*error = result.error;
		return INFINITY;
	}
	return result.time.median;
}

/* Makes the plan of an entry, which forwards blocks as the effort says. */
static int make_plan(struct grove_plan **plan, const struct tune_entry *entry,
	const struct bench_case *what, enum forward forward)
{
	struct problem problem = what->problem;
	struct rates rates;
	int error = thread_rates(&rates, problem.net.nodes);

	memcpy(problem.algorithm, entry->algorithm, ALGORITHM_NAME);
	memcpy(problem.order, entry->order, ALGORITHM_NAME);
	if (!error)
		error = plan_wrap_for(
			plan, &problem, what->type, what->fold, entry->packet, what->bytes, &rates);
	if (!error)
		(*plan)->forward = forward;
	return error;
}

static double least(const struct tune_entry *entry, int count)
{
	double seconds = INFINITY;

	for (int i = 0; i < count; i++)
		seconds = fmin(seconds, entry[i].seconds);
	return seconds;
}

/* The samples of an entry so far. */
struct samples {
	int count;
	double seconds[TUNE_ROUNDS];
};

/* Adds a sample and computes the median of all samples. An entry that fell
 * behind keeps its median. */
static void add_sample(struct tune_entry *entry, struct samples *samples, double seconds)
{
	double sorted[TUNE_ROUNDS];

	samples->seconds[samples->count++] = seconds;
	memcpy(sorted, samples->seconds, sizeof sorted);
	entry->seconds = stats_median(sorted, (size_t)samples->count);
}

int tune_measure(struct bench *bench, struct tune_entry *entry, int count,
	const struct bench_case *what, const struct tune_effort *effort)
{
	struct grove_plan *plan[TUNE_ENTRIES] = { NULL };
	struct samples samples[TUNE_ENTRIES] = { 0 };
	int error = 0, failed = -EINVAL;

	for (int i = 0; i < count && !error; i++)
		error = make_plan(&plan[i], &entry[i], what, effort->forward);
	for (int round = 0; round < effort->rounds && !error; round++) {
		double limit = round ? effort->behind * least(entry, count) : INFINITY;

		for (int i = 0; i < count; i++)
			if (!round || entry[i].seconds <= limit)
				add_sample(&entry[i], &samples[i],
					measure(bench, plan[i], what->bytes, &failed));
	}
	if (!error && !isfinite(least(entry, count)))
		error = failed; /* the last failed run has set why */
	for (int i = 0; i < count; i++)
		grove_plan_free(plan[i]);
	return error;
}
