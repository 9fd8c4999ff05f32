/* Measures few costs quickly, with few samples of each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/error.h"
#include "library/machine/bare_copy.h"
#include "library/quick_costs.h"
#include "library/start_ups.h"
#include "runtime/team/team.h"

enum {
	BATCHES = 5, /* of packets */
	SAMPLES = 3, /* of a copy */
	SIZES = 3
};

static const size_t sizes[SIZES] = { 1 << 12, 1 << 16, QUICK_BYTES };

struct quick {
	struct team *team;
	int threads;
	struct copy_side side[2];
	unsigned char *memory;
	struct measured_costs *costs;
	double seconds[2][SAMPLES];
	unsigned char sum[2]; /* of the bytes that were read */
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- Copies ---- */

/* Fresh data: the core writes its input and reads its output. */
static void freshen(struct quick *q, const struct bare_copy *copy, int core, size_t bytes)
{
	const struct copy_side *side = &copy->side[core];
	unsigned char sum = 0;

	if (bare_copy_reads(copy->way, core))
		memset(side->in, 1, bytes);
	for (size_t i = 0; i < bytes && bare_copy_writes(copy->way, core); i += 64)
		sum ^= side->out[i];
	q->sum[core] = sum; /* so that the compiler keeps the reads */
}

/* Takes the samples of a core. Resident data needs a copy in front. */
static int sample(struct quick *q, struct worker *me, const struct bare_copy *copy, bool fresh)
{
	int core = q->threads == 1 ? BARE_RECEIVER : worker_number(me), error = 0;
	size_t places = bare_copy_places(copy->bytes);

	for (int k = fresh ? 0 : -1; k < SAMPLES && !error; k++) {
		double begin;

		if (fresh)
			freshen(q, copy, core, places * copy->bytes);
		error = worker_meet(me);
		begin = now();
		if (!error && bare_copy_works(copy->way, core))
			bare_copy_run(copy, core);
		q->seconds[core][k < 0 ? 0 : k] = (now() - begin) / (double)places;
		if (!error)
			error = worker_meet(me);
	}
	return error;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns the median time of the slower core, and the least and the most. */
static struct quantity quantity_of(const struct quick *q)
{
	double slower[SAMPLES];

	for (int k = 0; k < SAMPLES; k++)
		slower[k] =
			q->seconds[0][k] > q->seconds[1][k] ? q->seconds[0][k] : q->seconds[1][k];
	qsort(slower, SAMPLES, sizeof *slower, compare_doubles);
	return (struct quantity){ slower[SAMPLES / 2], slower[0], slower[SAMPLES - 1] };
}

static bool is_measured(const struct quick *q, enum copy_way way)
{
	if (q->threads == 1)
		return way == COPY_WITHIN;
	return way != COPY_PAST && way != COPY_BOTH_PAST && way != COPY_EXCHANGE_PAST;
}

static int copies(struct worker *me, void *argument)
{
	struct quick *q = argument;
	int error = 0;

	for (int i = 0; i < COPY_WAYS * SIZES * DATA_COLD && !error; i++) {
		enum copy_way way = (enum copy_way)(i / (SIZES * DATA_COLD));
		enum data_state state = (enum data_state)(i % DATA_COLD);
		struct bare_copy copy = { way, sizes[i / DATA_COLD % SIZES], q->side };
		enum pair_class class = way <= COPY_WITHIN_TWO ? SAME_THREAD : SAME_L3;

		if (!is_measured(q, way))
			continue;
		error = sample(q, me, &copy, state == DATA_FRESH);
		if (!error && worker_number(me) == 0)
			q->costs->pair[class].copy[way][state][copy_size_number(copy.bytes)] =
				quantity_of(q);
		if (!error)
			error = worker_meet(me);
	}
	return error;
}

static int open_buffers(struct quick *q)
{
	q->memory = aligned_alloc(4096, (size_t)4 * QUICK_BYTES);
	if (!q->memory)
		return why(ENOMEM, "no memory to measure copies: %d bytes", 4 * QUICK_BYTES);
	memset(q->memory, 1, (size_t)4 * QUICK_BYTES);
	for (int v = 0; v < 2; v++)
		q->side[v] = (struct copy_side){ q->memory + (size_t)2 * v * QUICK_BYTES,
			q->memory + (size_t)(2 * v + 1) * QUICK_BYTES };
	return 0;
}

static int measure_copies(struct measured_costs *costs, const int *cpus)
{
	struct quick q = { .threads = cpus ? 2 : 1, .costs = costs };
	struct team_options options = {
		.threads = q.threads, .wait = WAIT_SPIN, .timeout = 10, .caller_waits = true
	};
	int error = network_open(&options.net, "gh:2");
	char pin[64];

	if (cpus && cpus[0] >= 0 && cpus[1] >= 0 && cpus[0] != cpus[1]) {
		snprintf(pin, sizeof pin, "%d,%d", cpus[0], cpus[1]);
		options.pin = pin;
	}
	if (!error)
		error = open_buffers(&q);
	if (!error)
		error = team_open(&q.team, &options);
	if (!error)
		error = team_dispatch(q.team, copies, &q);
	team_close(q.team);
	free(q.memory);
	return error;
}

/* ---- Packets ---- */

static int measure_starts(struct measured_costs *costs, const int *cpus)
{
	static const int anywhere[2] = { -1, -1 };
	struct pair_costs *thread = &costs->pair[SAME_THREAD];
	int end = cpus ? START_LINE : START_INLINE, error = 0;

	for (int i = 0; i < end && !error; i++) {
		struct pair_costs *pair = i < START_INLINE ? thread : &costs->pair[SAME_L3];

		error = start_up_measure(
			(enum start_up)i, thread, cpus ? cpus : anywhere, BATCHES, &pair->start[i]);
	}
	return error;
}

int quick_costs(struct measured_costs *costs, const int *cpus)
{
	int error;

	*costs = (struct measured_costs){ 0 };
	error = measure_starts(costs, cpus);
	return error ? error : measure_copies(costs, cpus);
}
