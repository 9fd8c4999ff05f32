/* Runs the helper: a thread that carries on what threads have started that compute. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/array.h"
#include "base/error.h"
#include "runtime/machine/cpus.h"
#include "runtime/machine/service_thread.h"
#include "runtime/team/helper.h"
#include "runtime/drive/pending.h"
#include "runtime/team/team_memory.h"
#include "runtime/node/transport.h"
#include "runtime/drive/wait.h"

enum {
	LOOKS = 200,	 /* without success, before the helper sleeps */
	SLEEP_NS = 20000 /* while calls are pending, and cores are short */
};

struct helper {
	struct parker parker;
	struct team *team;
	pthread_t thread;
	bool roomy; /* a core for the helper beside those of the team's threads */
	_Atomic uint32_t closing;
};

static bool helper_has_work(void *helper)
{
	struct helper *me = helper;

	if (load_ordered(&me->closing)) /* E2 */
		return true;
	for (int w = 0; w < me->team->workers; w++)
		if (load_ordered(&me->team->worker[w].own_drive.waiting)) /* E2 */
			return true;
	return false;
}

/* Returns true if a call moved. */
static bool helper_round(struct helper *me)
{
	bool moved = false;

	if (me->team->spread.transport)
		me->team->spread.transport->pump(me->team, false);
	for (int w = 0; w < me->team->workers; w++) {
		struct drive *d = &me->team->worker[w].own_drive;

		if (load_own(&d->waiting) && !pthread_mutex_trylock(&d->turn)) {
			moved |= drive_help(d);
			pthread_mutex_unlock(&d->turn);
		}
	}
	return moved;
}

static void *helper_main(void *helper)
{
	static const struct backoff parks = { 1, 0, 0 };
	const struct timespec pause = { 0, SLEEP_NS };
	struct helper *me = helper;
	const struct wait wait = { helper_has_work, me, &parks, &me->parker, me->team, NULL };
	int quiet = 0;

	for (;;) {
		wait_for(&wait);
		if (load_own(&me->closing))
			return NULL;
		quiet = helper_round(me) ? 0 : quiet + 1;
		if (quiet < LOOKS || me->roomy)
			relax();
		else
			nanosleep(&pause, NULL);
	}
}

static int helper_start(struct helper *me)
{
	int error = service_thread_start(&me->thread, helper_main, me);

	return error ? why(EAGAIN, "%s: the helper could not be started: %s", me->team->net.name,
			       strerror(error))
		     : 0;
}

int helper_open(struct team *team)
{
	struct helper *me = array_zeros_aligned(1, sizeof *me);
	int error;

	if (!me)
		return why(ENOMEM, "no memory for a helper");
	me->team = team;
	me->roomy = team->workers < cores_usable();
	for (int w = 0; w < team->workers; w++) {
		struct drive *d = &team->worker[w].own_drive;

		pthread_mutex_init(&d->turn, NULL);
		d->helper = &me->parker;
	}
	error = helper_start(me);
	if (error)
		free(me);
	else
		team->bodies.helper = me;
	return error;
}

void helper_close(struct team *team)
{
	struct helper *me = team->bodies.helper;

	if (!me)
		return;
	store_ordered(&me->closing, 1); /* E1 */
	parker_wake(&me->parker);
	pthread_join(me->thread, NULL);
}
