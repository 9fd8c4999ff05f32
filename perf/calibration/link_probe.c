/* Measures a link as teams use the link, and a bare cache line between the same two cores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/calibration/link_loops.h"
#include "perf/calibration/link_probe.h"
#include "library/machine/huge_pages.h"
#include "runtime/node/team_state.h"

/* The two rings belong to a team of two nodes, so their capacity, slots and memory are those
 * of any collective. The four measurements take turns in each repetition, so that a noisy
 * moment hits all of them alike. */

enum {
	REPETITIONS = 50,
	WARMUP = 3
};

struct probe_work {
	struct team *team;
	int repetitions;
	struct bounce bounce;
	struct link_loop crossing;
	double *sample[THINGS]; /* of each repetition; each array is written by only one node */
};

static int repeat(struct worker *me, void *argument)
{
	struct probe_work *w = argument;
	int v = me->first, error = 0;
	const struct port *port = w->team->node[v].links.port;

	memset(w->crossing.block[v], 1 + v, BLOCK);
	for (int k = -WARMUP; k < w->repetitions && !error; k++)
		for (enum thing thing = 0; thing < THINGS && !error; thing++) {
			double *sample = &w->sample[thing][k < 0 ? 0 : k];

			error = worker_meet(me);
			if (!error)
				error = v ? link_loop_answer(&w->crossing, port, thing, sample)
					  : link_loop_ask(&w->crossing, port, thing, sample);
		}
	return error;
}

/* ---- Opening, closing and reporting ---- */

static int probe_open(struct probe_work *w, const struct link_pair *pair, int repetitions)
{
	char pin[32];
	struct team_options options = {
		.threads = 2, .pin = pin, .wait = WAIT_AUTO, .timeout = 10, .caller_waits = true
	};
	int error = network_open(&options.net, "gh:2");

	snprintf(pin, sizeof pin, "%d,%d", pair->cpus[0], pair->cpus[1]);
	w->repetitions = repetitions;
	w->crossing.bounce = &w->bounce;
	w->crossing.block[0] = huge_pages_map(BLOCK);
	w->crossing.block[1] = huge_pages_map(BLOCK);
	if (!w->crossing.block[0] || !w->crossing.block[1])
		return -ENOMEM;
	for (enum thing thing = 0; thing < THINGS; thing++) {
		w->sample[thing] = calloc((size_t)repetitions, sizeof(double));
		if (!w->sample[thing])
			return why(ENOMEM, "no memory for %d repetitions", repetitions);
	}
	return error ? error : team_open(&w->team, &options);
}

static void probe_close(struct probe_work *w)
{
	team_close(w->team);
	huge_pages_unmap(w->crossing.block[0], BLOCK);
	huge_pages_unmap(w->crossing.block[1], BLOCK);
	for (enum thing thing = 0; thing < THINGS; thing++)
		free(w->sample[thing]);
}

/* Turns the seconds of each sample into seconds per unit or, if `rate` is set, into units per
 * second. A sample took `amount` units. */
static struct stats of(double *sample, int count, double amount, bool rate)
{
	for (int k = 0; k < count; k++)
		sample[k] = rate ? amount / sample[k] : sample[k] / amount;
	return stats_of(sample, (size_t)count);
}

static void work_report(struct probe_work *w, struct link_result *r)
{
	int n = w->repetitions;

	r->items = of(w->sample[ITEM], n, ITEMS, true);
	r->round_trip = of(w->sample[TRIP], n, TRIPS, false);
	r->bandwidth = of(w->sample[BANDWIDTH], n, (double)PACKETS * PACKET, true);
	r->ping_pong = of(w->sample[PING_PONG], n, TRIPS, false);
	r->pinned = (team_pinned(w->team, 0) >= 0) + (team_pinned(w->team, 1) >= 0);
}

int link_measure(struct link_result *result, const struct link_pair *pair, int repetitions)
{
	struct probe_work work = { 0 };
	int error = probe_open(&work, pair, repetitions > 0 ? repetitions : REPETITIONS);

	*result = (struct link_result){ .pair = *pair };
	if (!error)
		error = team_dispatch(work.team, repeat, &work);
	if (!error)
		work_report(&work, result);
	probe_close(&work);
	return error;
}
