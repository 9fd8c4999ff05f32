/* Counts the link failures that a schedule survives without being changed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "plan/lists/cells.h"
#include "plan/semantics.h"
#include "analysis/survival.h"

/* Let `needed` be the bytes that nodes must get and do not have, and `arriving` the bytes that come
 * to nodes which must get these bytes. If arriving < 2 needed, some byte comes to its node only
 * once, and the failure of its last link loses the byte: no failure is survived. This holds for all
 * plans that send each byte over a single path. A reduction survives no failure either, because
 * each contribution must come exactly once.
 *
 * In all other cases, all sets of 1 link, then of 2 links, ... are tried, while the number of sets
 * is bearable. The search also stops below the number of links over which some node receives: when
 * all those links fail, the node gets nothing. */

enum {
	MOST_TRIALS = 20000,
	MOST_FAILURES = 8
};

struct failure_trial {
	const struct schedule *schedule;
	int links; /* used links, both directions together */
	int *ends; /* [2 * links] */
	int failed[MOST_FAILURES];
	int count; /* failed links */
	long trials;
};

static uint64_t needed_bytes(const struct schedule *s)
{
	uint64_t blocks = semantics_blocks(&s->problem), nodes = 0;

	for (uint64_t b = 0; b < blocks; b++) {
		struct nodes before = semantics_before(&s->problem, b);
		struct nodes after = semantics_after(&s->problem, b);

		nodes += (uint64_t)after.count - nodes_have(after, before.first);
	}
	return nodes * s->bytes;
}

static uint64_t arriving_bytes(const struct schedule *s)
{
	uint64_t bytes = 0;

	for (size_t k = 0; k < s->packets; k++)
		for (uint32_t i = 0; i < s->packet[k].count; i++) {
			const struct range *r = &s->range[s->packet[k].first + i];

			if (nodes_have(semantics_after(&s->problem, r->block), s->packet[k].to))
				bytes += r->end - r->begin;
		}
	return bytes;
}

/* Returns true if each byte reaches a node once. Views are made of the symmetric plans of our own
 * builders, which never deliver a byte twice. */
static bool sends_one_way(const struct schedule *s)
{
	uint64_t needed;

	if (s->view || collective_folds(s->problem.collective))
		return true;
	needed = needed_bytes(s);
	return !needed || arriving_bytes(s) < 2 * needed;
}

static bool is_failed(const struct failure_trial *trial, const struct packet *p)
{
	for (int i = 0; i < trial->count; i++) {
		const int *ends = &trial->ends[2 * trial->failed[i]];

		if ((p->from == ends[0] && p->to == ends[1]) ||
			(p->from == ends[1] && p->to == ends[0]))
			return true;
	}
	return false;
}

/* Delivers the bytes that the packet's sender has. Bytes that arrive in a step may be sent on from
 * the next step. So bytes are marked with their step plus two; 1 would mean bytes held from the
 * beginning. */
static int carry(const struct failure_trial *trial, struct cells *cells, const struct packet *p)
{
	const struct schedule *s = trial->schedule;

	for (uint32_t i = 0; i < p->count; i++) {
		const struct range *r = &s->range[p->first + i];
		struct cell_run of = cells_of(cells, r);
		bool begins = nodes_have(semantics_before(&s->problem, r->block), p->from);

		for (size_t c = of.first; c < of.end; c++) {
			uint64_t came = cells_held(cells, p->from, r->block, c);
			uint64_t now = (uint64_t)p->step + 2, *there;

			if ((!begins && (!came || came >= now)) ||
				cells_held(cells, p->to, r->block, c))
				continue;
			there = cells_place(cells, p->to, r->block, c);
			if (!there)
				return why(ENOMEM, "no memory for links of %s that fail",
					s->problem.net.name);
			*there = now;
		}
	}
	return 0;
}

static bool is_complete(const struct schedule *s, const struct cells *cells)
{
	uint64_t blocks = semantics_blocks(&s->problem);

	for (uint64_t b = 0; b < blocks; b++) {
		struct nodes after = semantics_after(&s->problem, b);

		for (int v = after.first; v < after.first + after.count; v++)
			for (size_t c = 0; c + 1 < cells->cuts; c++)
				if (!nodes_have(semantics_before(&s->problem, b), v) &&
					!cells_held(cells, v, b, c))
					return false;
	}
	return true;
}

/* Returns 1 if all bytes arrive without the failed links, 0 if not, or -errno. */
static int try_failures(struct failure_trial *trial)
{
	const struct schedule *s = trial->schedule;
	struct cells cells;
	int error = cells_open(&cells, s, CELLS_FOLLOWED), complete;

	if (error)
		return error;
	trial->trials++;
	for (size_t k = 0; k < s->packets && !error; k++)
		if (!is_failed(trial, &s->packet[k]))
			error = carry(trial, &cells, &s->packet[k]);
	complete = !error && is_complete(s, &cells);
	cells_close(&cells);
	return error ? error : complete;
}

/* Tries all sets of trial->count links. Returns 1 when the schedule survives all sets. */
static int try_all(struct failure_trial *trial)
{
	int count = trial->count, result = 1;

	for (int i = 0; i < count; i++)
		trial->failed[i] = i;
	while (result == 1) {
		int i = count - 1;

		result = try_failures(trial);
		while (i >= 0 && trial->failed[i] == trial->links - count + i)
			i--;
		if (i < 0)
			break;
		for (trial->failed[i]++; i + 1 < count; i++)
			trial->failed[i + 1] = trial->failed[i] + 1;
	}
	return result;
}

static int find_links(struct failure_trial *trial)
{
	const struct schedule *s = trial->schedule;

	trial->ends = malloc((2 * s->packets + 1) * sizeof *trial->ends);
	if (!trial->ends)
		return -ENOMEM;
	for (size_t k = 0; k < s->packets && trial->links < MOST_TRIALS; k++) {
		const struct packet *p = &s->packet[k];
		bool known = false;

		for (int i = 0; i < trial->links && !known; i++)
			known = (trial->ends[2 * i] == p->from &&
					trial->ends[2 * i + 1] == p->to) ||
				(trial->ends[2 * i] == p->to && trial->ends[2 * i + 1] == p->from);
		if (!known) {
			trial->ends[2 * trial->links] = p->from;
			trial->ends[2 * trial->links++ + 1] = p->to;
		}
	}
	return 0;
}

/* Counts the sets of `count` links. */
static double sets_of(int links, int count)
{
	double sets = 1;

	for (int i = 0; i < count; i++)
		sets = sets * (links - i) / (i + 1);
	return sets;
}

/* Counts the links over which packets come to a node, and returns the least count of all nodes but
 * the root; for broadcasts. */
static int fewest_ways(const struct failure_trial *trial)
{
	const struct schedule *s = trial->schedule;
	int nodes = s->problem.net.nodes, fewest = trial->links;
	int *ways = calloc((size_t)nodes, sizeof *ways);
	bool *used = calloc((size_t)nodes * ((size_t)s->problem.net.ports + 1), sizeof *used);

	for (size_t k = 0; k < s->packets && ways && used; k++) {
		const struct packet *p = &s->packet[k];
		int port = network_port_to(&s->problem.net, p->to, p->from);
		bool *link = &used[(size_t)p->to * (size_t)s->problem.net.ports +
				   (size_t)(port < 0 ? 0 : port)];

		ways[p->to] += !*link;
		*link = true;
	}
	for (int v = 0; v < nodes && ways && used; v++)
		if (v != s->problem.root && ways[v] < fewest)
			fewest = ways[v];
	free(ways);
	free(used);
	return fewest;
}

/* Returns an upper limit for the failures that the schedule survives. */
static int most_failures(const struct failure_trial *trial)
{
	int most = trial->links < MOST_FAILURES ? trial->links : MOST_FAILURES;

	if (trial->schedule->problem.collective == BROADCAST && fewest_ways(trial) <= most)
		most = fewest_ways(trial) - 1;
	return most;
}

int schedule_survival(const struct schedule *schedule, struct survival *survival)
{
	struct failure_trial trial = { .schedule = schedule };
	int result, most;

	*survival = (struct survival){ 0, true };
	if (!schedule->packets || sends_one_way(schedule))
		return 0;
	result = find_links(&trial);
	most = result ? 0 : most_failures(&trial);
	for (int count = 1; !result && count <= most; count++) {
		if ((double)trial.trials + sets_of(trial.links, count) > MOST_TRIALS) {
			survival->exact = false;
			break;
		}
		trial.count = count;
		result = try_all(&trial);
		if (result != 1)
			break;
		survival->failures = count;
		result = 0;
	}
	free(trial.ends);
	return result < 0 ? result : 0;
}
