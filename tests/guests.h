/* Threads of the caller's, each of which is one node of a team while it runs a body. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_GUESTS_H
#define TESTS_GUESTS_H

#include <pthread.h>
#include "tests/teams.h"

struct guest {
	struct grove_team *team;
	grove_body *body;
	void *argument;
	int node;
	bool stays;		 /* the thread ends without grove_detach */
	pthread_barrier_t *meet; /* where all wait when they are attached, or NULL */
	int error;
	pthread_t thread;
};

static inline void *guest_main(void *argument)
{
	struct guest *guest = argument;
	struct grove_node *me;

	guest->error = grove_attach(guest->team, guest->node, &me);
	if (guest->meet)
		pthread_barrier_wait(guest->meet);
	if (guest->error)
		return NULL;
	guest->error = guest->body(me, guest->argument);
	if (!guest->stays && grove_detach(me) && !guest->error)
		guest->error = -EIO;
	return NULL;
}

static inline void guests_start(struct guest *guest, int count)
{
	for (int i = 0; i < count; i++)
		assert_int_equal(pthread_create(&guest[i].thread, NULL, guest_main, &guest[i]), 0);
}

static inline void guests_join(struct guest *guest, int count)
{
	for (int i = 0; i < count; i++)
		assert_int_equal(pthread_join(guest[i].thread, NULL), 0);
}

/* All nodes of a team run the body; `together`: none begins before all are attached. Returns the
 * first error, by number of nodes. */
static inline int run_guests(
	struct grove_team *team, grove_body *body, void *argument, bool together)
{
	int count = grove_team_nodes(team), error = 0;
	FREED struct guest *guest = calloc((size_t)count, sizeof *guest);
	pthread_barrier_t meet;

	assert_int_equal(pthread_barrier_init(&meet, NULL, (unsigned)count), 0);
	for (int v = 0; v < count; v++)
		guest[v] = (struct guest){
			team, body, argument, v, .meet = together ? &meet : NULL
		};
	guests_start(guest, count);
	guests_join(guest, count);
	pthread_barrier_destroy(&meet);
	for (int v = 0; v < count; v++)
		error = error ? error : guest[v].error;
	return error;
}

#endif
