/* Times rings of other libraries between two pinned threads, as perf/calibration/link_probe.c times
 * a link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/monotonic.h"
#include "perf/peers/peer_ring.h"

enum {
	REPETITIONS_MOST = 4096,
	WARMUP = 3
};

static double items[REPETITIONS_MOST + WARMUP], trips[REPETITIONS_MOST + WARMUP];
static int more, count; /* written by side 0 before a meeting */

static double items_time(const struct ring_library *library)
{
	double begin = monotonic_seconds();

	if (library->items_sum() != (uint64_t)RING_ITEMS * (RING_ITEMS - 1) / 2)
		peer_fail("items were lost between the two cores");
	return (monotonic_seconds() - begin) / RING_ITEMS;
}

static double trips_time(const struct ring_library *library)
{
	double begin = monotonic_seconds();

	if (library->ask() != RING_TRIPS)
		peer_fail("answers were lost between the two cores");
	return (monotonic_seconds() - begin) / RING_TRIPS;
}

static void side(int me, void *context)
{
	const struct ring_library *library = context;
	double begin = monotonic_seconds();

	for (int k = 0;; k++) {
		if (me == 0) {
			more = k < WARMUP + STATS_FEWEST ||
			       (k < REPETITIONS_MOST &&
				       monotonic_seconds() - begin < 2 * peer_settings()->budget);
			count = k;
		}
		peer_meet(me);
		if (!more)
			return;
		if (me)
			items[k] = items_time(library);
		else
			library->items_send();
		peer_meet(me);
		if (me)
			library->answer();
		else
			trips[k] = trips_time(library);
	}
}

int ring_measure(const struct ring_library *library)
{
	struct peer_row row = { .collective = "ring-item",
		.algorithm = library->name,
		.network = "threads",
		.nodes = 2,
		.bytes = sizeof(uint64_t) };

	peer_threads(side, (void *)(uintptr_t)library);
	peer_begin();
	row.time = stats_of(items + WARMUP, (size_t)(count - WARMUP));
	peer_write(&row);
	row.collective = "ring-round-trip";
	row.time = stats_of(trips + WARMUP, (size_t)(count - WARMUP));
	peer_write(&row);
	peer_end();
	return 0;
}
