/* Waits in three stages: a thread that has spun without success yields, and in the end parks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include "base/monotonic.h"
#include "runtime/node/abort.h"
#include "runtime/drive/gone.h"
#include "runtime/drive/standstill.h"
#include "runtime/drive/wait_report.h"
#include "runtime/node/transport.h"
#include "runtime/drive/wait.h"

/* park.h has the tables of writers and edges for the parker, team_state.h for `fault`. A thread
 * that has announced that it parks (P1, P2) looks once more at its event and at `fault` (X2), as
 * P3. The thread therefore cannot miss the wake-up of team_fail either.
 *
 * Backoff is in nanoseconds. With a core for each thread, staying awake pays for about as long as
 * a sleep and a wake-up take. With fewer cores, each moment awake is stolen from the thread that is
 * waited for. An idle thread of a team sleeps after AWAKE_NS at the latest. */
enum {
	SPIN_NS = 20000,
	AWAKE_NS = 400000,
	OVERSUBSCRIBED_AWAKE_NS = 100000
};
enum {
	SPINS = 1000,
	OVERSUBSCRIBED_SPINS = 4,
	BATCH = 16,
	PUMPS = 64,
	OVERSUBSCRIBED_PUMPS = 2,
	LOOKS = 8
};
enum {
	TURN_NS = 1000000,
	NAP_NS = 20000,
	LOOK_NS = 20000 /* for a thread that wakes up, looks at the team and sleeps again */
};

static const struct backoff roomy = { SPINS, SPIN_NS, AWAKE_NS };
static const struct backoff oversubscribed = { OVERSUBSCRIBED_SPINS, 0, OVERSUBSCRIBED_AWAKE_NS };
static const struct backoff for_ever = { SPINS, INT64_MAX, INT64_MAX };
static const struct backoff yielding = { OVERSUBSCRIBED_SPINS, 0, INT64_MAX };
static const struct backoff parking = { 1, 0, 0 };

void backoff_choose(struct team *team, enum waiting waiting, int cores)
{
	const struct backoff *explicit[] = { &roomy, &for_ever, &yielding, &parking };

	const struct backoff *shared = waiting == WAIT_SPIN ? &yielding : &oversubscribed;

	team->times.call = team->times.idle = team->times.dispatch = *explicit[waiting];
	if (team->spread.transport)
		waiting = WAIT_AUTO;
	if (waiting != WAIT_AUTO && waiting != WAIT_SPIN)
		return;
	/* A thread that spins keeps its core until the end of a time slice, even if another thread
	 * wants the core; and that other thread may be the one waited for. */
	if (team->workers > cores)
		team->times.call = *shared;
	/* The dispatcher's thread wants a core too. */
	if (team->workers + !team->primary > cores)
		team->times.idle = team->times.dispatch = *shared;
	if (team->spread.transport)
		team->times.call =
			(struct backoff){ 0, team->spread.oversubscribed ? 0 : SPIN_NS, INT64_MAX };
}

/* Without a timeout, calls are still compared from time to time. */
static const double USUAL_TIMEOUT = 10, ENDLESS = 1e9;

/* The state of the team when a waiting thread last looked. If nothing has changed since, nothing
 * moves any more. */
struct watchdog {
	struct team *top;
	int64_t since, period; /* period: how often the whole team is checked */
	int64_t next;	       /* look */
	bool pumps;	       /* this thread carries packets for its process (rest_wired) */
	int quiet;	       /* looks in a row at which time counted, and nothing had moved */
	uint64_t moves;
	int64_t moved; /* when all these moves had been made */
};

static bool time_counts(const struct wait *wait, int64_t since)
{
	struct team *top = team_top(wait->team);

	return !(wait->going && wait->going(wait->what)) && family_stands(wait->team, since) &&
	       (!top->spread.transport || top->spread.transport->stands(top));
}

/* Looks at the team. Returns 0, or -errno when the team has failed, or when nothing has moved for
 * the team's timeout, and every thread has looked in vain since the last move: only a move could
 * let a thread go on. */
static int watchdog_look(struct watchdog *watchdog, const struct wait *wait, int64_t time)
{
	struct team *team = wait->team;
	uint64_t moves;
	int error;

	if (!team_sound(team))
		return team_refuse(team);
	if (worker_waits_in_vain(wait->watched) && !wait->ready(wait->what))
		return worker_gives_up(wait->watched);
	worker_stands(wait->watched, time);
	if (time < watchdog->next)
		return 0;
	watchdog->next = time + watchdog->period;
	moves = family_moves(team);
	if (team->spread.transport)
		team->spread.transport->ask(team);
	if (watchdog->top != team && watchdog->top->spread.transport)
		watchdog->top->spread.transport->ask(watchdog->top);
	if (moves != watchdog->moves) {
		watchdog->moves = moves;
		watchdog->moved = monotonic_now();
		watchdog->quiet = 0;
		return 0;
	}
	error = worker_finds_difference(wait->watched);
	if (error)
		return error;
	watchdog->quiet = time_counts(wait, watchdog->moved) ? watchdog->quiet + 1 : 0;
	if (watchdog->quiet <= LOOKS || team->times.timeout > ENDLESS)
		return 0;
	return team_stalled(wait->watched, moves);
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Many waiting threads leave the cores time for other work. */
static int64_t look_period(struct team *team)
{
	double timeout = team->times.timeout <= ENDLESS ? team->times.timeout : USUAL_TIMEOUT;
	int64_t period = (int64_t)(timeout * 1e9 / LOOKS),
		shortest = LOOK_NS * (int64_t)team_top(team)->workers;

	return period > shortest ? period : shortest;
}

/* Looks whether the team has failed, or a node has gone, as P3. */
static bool is_over(const struct wait *wait)
{
	return load_ordered(&wait->team->fault.error) ||
	       worker_waits_in_vain(wait->watched); /* X2 */
}

/* The system call of futex_wait is no cancellation point, so a sleeping thread is made cancellable.
 * An idle thread is not, because nobody would notice its end. */
static void sleep_until_woken(const struct wait *wait, int64_t nanoseconds)
{
	int type;

	parker_announce(wait->parker);
	if (wait->ready(wait->what) || (wait->watched && is_over(wait))) {
		parker_leave(wait->parker);
		return;
	}
	if (wait->pause)
		nanoseconds = least(nanoseconds, wait->pause(wait->what));
	pthread_setcanceltype(
		wait->watched ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED, &type);
	parker_sleep(wait->parker, nanoseconds);
	pthread_setcanceltype(type, &type);
}

/* A thread of a wired team carries packets while it waits. Where cores are short, one thread of the
 * process does so, and after a while now and then only; the others sleep for a turn, unless they
 * are woken by their events or to take over. */
static void rest_wired(const struct wait *wait, struct watchdog *watchdog, int64_t time)
{
	struct team *team = watchdog->top;
	int64_t awake = time - watchdog->since;

	if (!team->spread.oversubscribed || !wait->parker) {
		team->spread.transport->pump(team, true);
		if (awake >= wait->backoff->spin)
			sched_yield();
		return;
	}
	if (!watchdog->pumps)
		watchdog->pumps = !exchange_ordered(&team->spread.pumping, 1);
	if (!watchdog->pumps)
		sleep_until_woken(wait, TURN_NS);
	team->spread.transport->pump(team, true);
	if (!watchdog->pumps)
		return;
	if (awake < OVERSUBSCRIBED_AWAKE_NS)
		sched_yield();
	else if (!wait->ready(wait->what))
		sleep_until_woken(wait, NAP_NS);
}

/* Another thread of the process takes over. */
static void pump_no_more(struct team *team)
{
	store_ordered(&team->spread.pumping, 0);
	for (int w = 0; w < team->workers; w++)
		if (load_own(&team->worker[w].parker->word) == PARKED) {
			parker_wake(team->worker[w].parker);
			return;
		}
}

static void rest(const struct wait *wait, struct watchdog *watchdog, int64_t time)
{
	int64_t awake = time - watchdog->since;

	if (watchdog->top->spread.transport && wait->watched) {
		rest_wired(wait, watchdog, time);
		return;
	}
	if (awake >= wait->backoff->awake && wait->parker &&
		!(wait->pause && wait->pause(wait->what) == 0)) {
		if (!wait->watched) {
			sleep_until_woken(wait, -1);
			return;
		}
		departure_sleep(&watchdog->top->sleepers);
		sleep_until_woken(wait, watchdog->period);
		departure_wake(&watchdog->top->sleepers);
		return;
	}
	if (awake >= wait->backoff->spin)
		sched_yield();
	for (int i = 0; i < BATCH && !wait->ready(wait->what); i++)
		relax();
}

static int watch(struct watchdog *watchdog, const struct wait *wait)
{
	int64_t time = watchdog->since;
	int error;

	for (; !wait->ready(wait->what); time = monotonic_now()) {
		if (wait->watched) {
			pthread_testcancel();
			error = watchdog_look(watchdog, wait, time);
			if (error)
				return error;
		}
		rest(wait, watchdog, time);
	}
	return 0;
}

static int wait_watched(const struct wait *wait)
{
	struct watchdog watchdog = { .top = team_top(wait->team),
		.since = monotonic_now(),
		.moves = UINT64_MAX,
		.period = look_period(wait->team) };
	int error;

	watchdog.next = watchdog.since + watchdog.period;
	error = watch(&watchdog, wait);
	if (watchdog.pumps)
		pump_no_more(watchdog.top);
	return error;
}

uint32_t first_pumps(const struct team *top)
{
	return !top->spread.transport	    ? 0
	       : top->spread.oversubscribed ? OVERSUBSCRIBED_PUMPS
					    : PUMPS;
}

static bool pump_first(const struct wait *wait)
{
	struct team *top = team_top(wait->team);
	uint32_t pumps = first_pumps(top);

	if (pumps && wait->ready(wait->what))
		return true;
	for (; pumps; pumps--) {
		top->spread.transport->pump(top, true);
		if (wait->ready(wait->what))
			return true;
	}
	return false;
}

int wait_slowly(const struct wait *wait)
{
	int error;

	if (!wait->watched)
		return wait_watched(wait);
	if (pump_first(wait))
		return 0;
	worker_tell(wait->watched);
	error = wait_watched(wait);
	worker_stands(wait->watched, MOVING);
	worker_hush(wait->watched);
	return error;
}
