/* Times pthread_barrier between two pinned threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include "perf/peers/peer.h"

static void wait_there(int me, void *context)
{
	(void)me;
	pthread_barrier_wait(context);
}

int main(void)
{
	pthread_barrier_t barrier;
	struct peer_row row = { .collective = "barrier",
		.algorithm = "pthread_barrier",
		.network = "threads",
		.nodes = 2 };

	if (pthread_barrier_init(&barrier, NULL, 2))
		peer_fail("no barrier");
	peer_begin();
	peer_pair(wait_there, &barrier, &row);
	peer_write(&row);
	peer_end();
	pthread_barrier_destroy(&barrier);
	return 0;
}
