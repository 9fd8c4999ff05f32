/* Sends bare cache lines from one core to another and back, and times the round trip. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "library/machine/bare_line.h"

enum {
	SAMPLES = 5,
	TRIPS = BOUNCE_LINES
};

void bounce_ask(struct bounce *b, uint32_t trips)
{
	uint32_t first = load_own(&b->ping[BOUNCE_LINES - 1].turn);

	for (uint32_t i = 0; i < trips; i++) {
		store_release(&b->ping[i % BOUNCE_LINES].turn, first + i + 1);	       /* L1 */
		while (load_acquire(&b->pong[i % BOUNCE_LINES].turn) != first + i + 1) /* L2 */
			;
	}
}

void bounce_answer(struct bounce *b, uint32_t trips)
{
	uint32_t first = load_own(&b->pong[BOUNCE_LINES - 1].turn);

	for (uint32_t i = 0; i < trips; i++) {
		while (load_acquire(&b->ping[i % BOUNCE_LINES].turn) != first + i + 1) /* L2 */
			;
		store_release(&b->pong[i % BOUNCE_LINES].turn, first + i + 1); /* L1 */
	}
}

struct trips {
	struct bounce bounce;
	double seconds[SAMPLES];
};

static int bounce_samples(struct worker *me, void *argument)
{
	struct trips *t = argument;
	int error = 0;

	for (int k = -1; k < SAMPLES && !error; k++) {
		double begin;

		error = worker_meet(me);
		begin = monotonic_seconds();
		if (!error && worker_number(me))
			bounce_answer(&t->bounce, TRIPS);
		else if (!error)
			bounce_ask(&t->bounce, TRIPS);
		if (!worker_number(me))
			t->seconds[k < 0 ? 0 : k] = (monotonic_seconds() - begin) / TRIPS;
	}
	return error;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int bare_line_team_trip(struct team *team, double *seconds)
{
	struct trips trips = { 0 };
	int error = team_dispatch(team, bounce_samples, &trips);

	qsort(trips.seconds, SAMPLES, sizeof *trips.seconds, compare_doubles);
	*seconds = trips.seconds[SAMPLES / 2];
	return error;
}

int bare_line_trip(const int cpus[2], double *seconds)
{
	struct team_options options = {
		.threads = 2, .wait = WAIT_SPIN, .timeout = 10, .caller_waits = true
	};
	struct team *team = NULL;
	char pin[64];
	int error = network_open(&options.net, "gh:2");

	if (cpus[0] >= 0 && cpus[1] >= 0 && cpus[0] != cpus[1]) {
		snprintf(pin, sizeof pin, "%d,%d", cpus[0], cpus[1]);
		options.pin = pin;
	}
	if (!error)
		error = team_open(&team, &options);
	if (!error)
		error = bare_line_team_trip(team, seconds);
	team_close(team);
	return error;
}
