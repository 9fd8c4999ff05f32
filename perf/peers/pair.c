/* Runs the two pinned threads of comparison programs, and times their operations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include "perf/timing/clock.h"
#include "perf/peers/peer.h"
#include "perf/timing/synchronised_start.h"
#include "runtime/node/copy_trial.h"

/* The writer of each word, and the data that the edge carries:
 *
 *	arrived[me]	side `me`: the number of the last meeting of this side
 *	P1 -> P2	all that a side did before the meeting */

static struct {
	_Alignas(128) _Atomic uint64_t arrived;
} meeting[2];

void peer_meet(int me)
{
	uint64_t mine = atomic_load_explicit(&meeting[me].arrived, memory_order_relaxed) + 1;

	atomic_store_explicit(&meeting[me].arrived, mine, memory_order_release);	 /* P1 */
	while (atomic_load_explicit(&meeting[!me].arrived, memory_order_acquire) < mine) /* P2 */
#if defined(__x86_64__)
		__builtin_ia32_pause()
#endif
			;
}

static struct stamp stamp[2][PEER_BATCH];
static struct start start;
static size_t batch; /* written by side 0 before a meeting */

static bool has_data(const struct peer_row *row)
{
	return row->buffers[0].in_bytes || row->buffers[1].in_bytes;
}

/* Touches the data, while no side is inside an operation. */
static void make_fresh(int me, const struct peer_row *row)
{
	if (!peer_settings()->fresh || !has_data(row))
		return;
	peer_meet(me);
	peer_touch(&row->buffers[me]);
}

static void side_batch(int me, peer_part *part, void *context, const struct peer_row *row)
{
	const struct clock *clock = clock_get();
	struct starter starter = starter_open(&start, me);

	for (size_t k = 0; k < batch; k++) {
		make_fresh(me, row);
		peer_meet(me);
		if (!starter_agrees(&starter))
			peer_meet(me);
		stamp[me][k].enter = starter_enter(&starter);
		part(me, context);
		stamp[me][k].leave = clock_ticks(clock);
	}
	peer_meet(me);
}

/* Takes samples, after as many operations as the trials of a program of grove take.
 * Returns the statistics on side 0. */
static struct stats side_samples(int me, peer_part *part, void *context, const struct peer_row *row)
{
	struct peer_samples samples = { 0 };
	double seconds[PEER_BATCH];

	if (me == 0)
		peer_samples_open(&samples, TRIAL_RUNS);
	for (;;) {
		if (me == 0)
			batch = peer_samples_next(&samples);
		peer_meet(me);
		if (!batch)
			break;
		side_batch(me, part, context, row);
		for (size_t k = 0; me == 0 && k < batch; k++)
			seconds[k] = stamp_seconds(&stamp[0][k], 2, PEER_BATCH);
		if (me == 0)
			peer_samples_add(&samples, seconds, batch);
	}
	peer_meet(me); /* both have read `batch` before side 0 changes `batch` */
	return me == 0 ? peer_samples_close(&samples) : (struct stats){ 0 };
}

/* Times operations without a meeting in between. Returns the average time on side 0. */
static double side_runs(int me, peer_part *part, void *context, double once)
{
	const struct clock *clock = clock_get();
	double average[PEER_RUNS];

	if (me == 0)
		batch = peer_run_length(once);
	for (int run = 0; run < PEER_RUNS; run++) {
		peer_meet(me);
		stamp[me][0].enter = clock_ticks(clock);
		for (size_t k = 0; k < batch; k++)
			part(me, context);
		stamp[me][0].leave = clock_ticks(clock);
		peer_meet(me);
		average[run] = stamp_seconds(&stamp[0][0], 2, PEER_BATCH) / (double)batch;
	}
	peer_meet(me);
	return stats_median(average, PEER_RUNS);
}

void peer_side(int me, peer_part *part, void *context, struct peer_row *row)
{
	struct starter starter;
	struct stats time;
	double average = 0;

	if (me == 0)
		start = (struct start){ 0 };
	peer_meet(me);
	start_check(&start, me, 2);
	time = side_samples(me, part, context, row);
	if (row->bytes <= PEER_SMALL && !(peer_settings()->fresh && has_data(row)))
		average = side_runs(me, part, context, time.median);
	if (me)
		return;
	starter = starter_open(&start, 0);
	row->time = time;
	row->data = has_data(row) ? peer_settings()->data : NULL;
	row->backtoback = average;
	row->start = starter_agrees(&starter) ? "agreed" : "meeting";
}

struct pair_work {
	peer_part *part;
	void *context;
	struct peer_row *row;
};

static void *second(void *argument)
{
	const struct pair_work *work = argument;

	peer_pin(peer_settings()->cpu[1]);
	work->part(1, work->context);
	return NULL;
}

void peer_threads(peer_part *part, void *context)
{
	struct pair_work work = { part, context, NULL };
	pthread_t thread;

	peer_pin(peer_settings()->cpu[0]);
	if (pthread_create(&thread, NULL, second, &work))
		peer_fail("no second thread");
	part(0, context);
	pthread_join(thread, NULL);
}

static void side(int me, void *context)
{
	const struct pair_work *work = context;

	peer_side(me, work->part, work->context, work->row);
}

void peer_pair(peer_part *part, void *context, struct peer_row *row)
{
	peer_threads(side, &(struct pair_work){ part, context, row });
}
