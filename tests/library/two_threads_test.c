/* Two threads call any two functions of grove.h at once: -EBUSY or a right result, and no hang. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>
#include "grove_measure.h"
#include "tests/library/two_threads_calls.h"
#include "tests/sanitized.h"

enum {
	ROUNDS = SANITIZED ? 2 : 10,
	WATCHDOG = 100 /* seconds for all */
};

/* ---- The second thread ---- */

static struct {
	pthread_barrier_t meet;
	pthread_t thread;
	const struct call *call[2]; /* of each thread; call[1] NULL: the second thread ends */
	int rounds[2];
	bool (*is_allowed[2])(const struct call *call, int error);
	char wrong[400];
	_Atomic int wrongs;
} now;

static struct caller callers[2];

static void hang(int number)
{
	dprintf(2, "# hangs: %s beside %s\n", now.call[0]->name, now.call[1]->name);
	_exit(1);
}

static void call_often(int mine)
{
	const struct call *call = now.call[mine];

	for (int i = 0; i < now.rounds[mine]; i++) {
		int error = call->function(&callers[mine]);

		if (now.is_allowed[mine](call, error) && (!error || *grove_why()))
			continue;
		if (!atomic_fetch_add(&now.wrongs, 1))
			snprintf(now.wrong, sizeof now.wrong, "%s beside %s: %d (%s)", call->name,
				now.call[!mine]->name, error, error ? grove_why() : "");
	}
}

static void *second_thread(void *unused)
{
	for (;;) {
		pthread_barrier_wait(&now.meet);
		if (!now.call[1])
			return NULL;
		call_often(1);
		pthread_barrier_wait(&now.meet);
	}
}

static void call_both(const struct call *first, const struct call *second)
{
	now.call[0] = first;
	now.call[1] = second;
	pthread_barrier_wait(&now.meet);
	if (!second)
		return;
	call_often(0);
	pthread_barrier_wait(&now.meet);
	if (now.wrongs)
		fail_msg("%d times, first %s", now.wrongs, now.wrong);
}

static bool is_right_or_busy(const struct call *call, int error)
{
	return !error || (error == -EBUSY && call->hold);
}

static bool is_right(const struct call *call, int error)
{
	return !error;
}

static bool is_refused(const struct call *call, int error)
{
	return error == -EBUSY || error == -EINVAL;
}

/* ---- Calls on a team from outside ---- */

TEST("any two calls at once on a team are right, or one is busy")
{
	now.rounds[0] = now.rounds[1] = ROUNDS;
	now.is_allowed[0] = now.is_allowed[1] = is_right_or_busy;
	for (int i = 0; i < OUTSIDE; i++)
		for (int k = i; k < OUTSIDE; k++)
			call_both(&outside[i], &outside[k]);
	for (int i = 0; i < OUTSIDE; i++)
		assert_int_equal(outside[i].function(&callers[0]), 0);
}

/* ---- Calls while a thread is inside for sure ---- */

static _Atomic int inside, leave;

static void stay(void)
{
	atomic_store(&inside, 1);
	while (!atomic_load(&leave))
		usleep(100);
}

static int staying_body(struct grove_node *me, void *argument)
{
	if (!grove_node_number(me))
		stay();
	return 0;
}

static void staying_fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)result, (void)left, (void)right, (void)count, (void)type, (void)context;
	stay();
}

static int stays_in_run(struct caller *c)
{
	return grove_team_run(team, staying_body, NULL);
}

static int stays_in_phase(struct caller *c)
{
	return grove_team_phase(team, staying_body, NULL);
}

static int stays_in_execute(struct caller *c)
{
	static const struct grove_fold fold = { staying_fold, NULL, "staying" };
	struct grove_buffers buffers[2];
	AUTO(grove_plan) plan = NULL;

	TRY(grove_plan_make(&plan, "gh:2",
		&(struct grove_problem){
			.collective = "allreduce", .type = GROVE_U8, .fold = &fold }));
	fill_buffers(c, buffers);
	return grove_team_execute(team, plan, buffers, BYTES);
}

static int close_team(struct caller *c)
{
	return grove_team_free(team);
}

/* All that the first thread calls while the second is inside. */
static int call_all(struct caller *c)
{
	static const struct call close = { "team_close", close_team, HOLDS_TEAM };

	while (!atomic_load(&inside))
		usleep(100);
	for (int i = 0; i <= OUTSIDE; i++) {
		const struct call *call = i < OUTSIDE ? &outside[i] : &close;
		int error = call->function(c), expected = call->hold == HOLDS_TEAM ? -EBUSY : 0;

		/* That the team has no pace, or threads of its own, is said first or last. */
		if (error != expected && !(call->function == team_lateness && !error)) {
			dprintf(2, "# %s: %d (%s)\n", call->name, error, grove_why());
			atomic_store(&leave, 1);
			return error ? error : -EBADMSG;
		}
	}
	atomic_store(&leave, 1);
	return 0;
}

TEST("a call goes on undisturbed")
{
	static const struct call all = { "all calls", call_all, NO_HOLD },
				 stays[] = { { "team_run", stays_in_run, NO_HOLD },
					 { "team_phase", stays_in_phase, NO_HOLD },
					 { "team_execute", stays_in_execute, NO_HOLD } };

	now.rounds[0] = now.rounds[1] = 1;
	now.is_allowed[0] = now.is_allowed[1] = is_right;
	for (int i = 0; i < 3; i++) {
		inside = leave = 0;
		call_both(&all, &stays[i]);
	}
}

/* ---- Calls of a node by a thread that is not the node's ---- */

TEST("a node belongs to one thread")
{
	now.rounds[0] = now.rounds[1] = ROUNDS;
	now.is_allowed[0] = is_right;
	now.is_allowed[1] = is_refused;
	for (int i = 0; i < OF_NODE; i++)
		for (int k = 0; k < OF_NODE + FOREIGN; k++)
			call_both(&of_node[i], k < OF_NODE ? &of_node[k] : &foreign[k - OF_NODE]);
}

/* ---- Teams and plans of all tests ---- */

BEFORE_TESTS
{
	static const struct grove_operation barrier = { .verb = "barrier" };

	signal(SIGALRM, hang);
	alarm(WATCHDOG);
	team = OPEN_TEAM(.network = "gh:2");
	guests = OPEN_TEAM(.network = "gh:2", .threads = GROVE_CALLER);
	alone = OPEN_TEAM(.network = "cube:0", .threads = GROVE_CALLER);
	MUST(grove_attach(alone, 0, &owned));
	MUST(grove_prepare(owned, &barrier, &kept));
	swap = PLAN_OF("gh:2", .collective = "alltoall");
	own = PLAN_OF("cube:0", .collective = "alltoall");
	MUST(grove_team_watch_links(team, 1)); /* else there are no links to list */
	callers[0].request = callers[1].request = kept;
	pthread_barrier_init(&now.meet, NULL, 2);
	assert_int_equal(pthread_create(&now.thread, NULL, second_thread, NULL), 0);
}

AFTER_TESTS
{
	call_both(&outside[0], NULL);
	pthread_join(now.thread, NULL);
	pthread_barrier_destroy(&now.meet);
	assert_int_equal(grove_detach(owned), 0);
	assert_int_equal(grove_team_free(alone), 0);
	assert_int_equal(grove_team_free(guests), 0);
	assert_int_equal(grove_team_free(team), 0);
	grove_plan_free(swap);
	grove_plan_free(own);
}
