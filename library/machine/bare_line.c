/* Sends bare cache lines from one core to another and back, and times the round trip. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "base/monotonic.h"
#include "library/machine/bare_line.h"
#include "runtime/node/team_state.h"

enum {
	SAMPLES = 9
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
	uint32_t count; /* of a sample */
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
		if (!error && me->number)
			bounce_answer(&t->bounce, t->count);
		else if (!error)
			bounce_ask(&t->bounce, t->count);
		if (!me->number)
			t->seconds[k < 0 ? 0 : k] = (monotonic_seconds() - begin) / t->count;
	}
	return error;
}

int bare_line_team_trip(struct team *team, uint32_t count, struct quantity *trip)
{
	struct trips trips = { .count = count };
	int error = team_dispatch(team, bounce_samples, &trips);

	*trip = samples_quantity(trips.seconds, SAMPLES);
	return error;
}

int measuring_team_open(
	struct team **team, const char *network, int threads, const int cpus[2], enum waiting wait)
{
	struct team_options options = {
		.threads = threads, .wait = wait, .timeout = 10, .caller_waits = true
	};
	char pin[64];
	int error = network_open(&options.net, network);

	if (threads > 1 && cpus[0] >= 0 && cpus[1] >= 0 && cpus[0] != cpus[1]) {
		snprintf(pin, sizeof pin, "%d,%d", cpus[0], cpus[1]);
		options.pin = pin;
	}
	return error ? error : team_open(team, &options);
}

int bare_line_trip(const int cpus[2], double *seconds)
{
	struct team *team = NULL;
	struct quantity trip;
	int error = measuring_team_open(&team, "gh:2", 2, cpus, WAIT_SPIN);

	if (!error)
		error = bare_line_team_trip(team, BOUNCE_LINES, &trip);
	if (!error)
		*seconds = trip.seconds;
	team_close(team);
	return error;
}
