/* Teams that end: bodies that fail, aborts, and threads that go away while others wait for them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <pthread.h>
#include <unistd.h>
#include "tests/cancel_type.h"
#include "tests/test.h"
#include "runtime/node/abort.h"
#include "tests/runtime/team_help.h"

static int bodies_error(struct worker *me, void *argument)
{
	if (me->number == *(int *)argument)
		return why(EIO, "thread %d is broken", me->number);
	return 0;
}

TEST("a bodys error is what dispatch returns and the team lives on")
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES);
	_Atomic int visits[4] = { 0 };

	for (int broken = 0; broken < 4; broken++) {
		REFUSES(team_dispatch(team, bodies_error, &broken), EIO, "is broken");
	}
	assert_int_equal(team_dispatch(team, count_nodes, visits), 0);
	assert_int_equal(visits[3], 1);
}

/* The others are inside the broadcast when this node fails. */
static int failing;

static int one_node_fails(struct worker *me, void *argument)
{
	if (me->first != failing)
		return take_part(argument, me->first);
	usleep(30000);
	return why(EIO, "node %d has had enough", failing);
}

TEST("a bodys error ends the calls of the others")
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES);
	ENDED(act_close) struct act act;

	failing = 3;
	act_open(&act, team);
	REFUSES(team_dispatch(team, one_node_fails, &act), EIO, "node 3 has had enough");
	assert_int_equal(act.error[2], -ECANCELED);
	REFUSES(team_dispatch(team, one_node_fails, &act), EIO, "node 3 has had enough");
}

/* Node 0 has entered nothing and left nothing: only the others tell that something is left. */
TEST("an error before the first call is healed")
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES);
	ENDED(act_close) struct act act;

	failing = 0;
	act_open(&act, team);
	REFUSES(team_dispatch(team, one_node_fails, &act), EIO, "node 0 has had enough");
	assert_int_equal(team_dispatch(team, everyone, &act), 0);
}

static void *abort_later(void *team)
{
	usleep(30000);
	team_fail(
		team, &(struct abort_state){ ECANCELED, ECANCELED }, "the user has pressed a key");
	return NULL;
}

/* Node 3 computes until the abort. */
static int all_but_3(struct worker *me, void *argument)
{
	struct act *act = argument;

	while (me->first == 3 && team_sound(act->team))
		usleep(1000);
	return me->first == 3 ? 0 : take_part(argument, me->first);
}

TEST("an abort ends all calls and the team heals")
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES);
	pthread_t thread;
	ENDED(act_close) struct act act;

	act_open(&act, team);
	assert_int_equal(pthread_create(&thread, NULL, abort_later, team), 0);
	assert_int_equal(team_dispatch(team, all_but_3, &act), -ECANCELED);
	assert_string_equal(why_text(), "the user has pressed a key");
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(team_dispatch(team, everyone, &act), 0);
}

/* Node 3's thread ends, in a way of its own, while the others wait for it. */
enum ending {
	EXITS,
	IS_CANCELLED_AWAKE,
	IS_CANCELLED_ASLEEP
};

struct ending_act {
	struct act act;
	enum ending ending;
	double ended;
	pthread_t thread;
	int guests;
	_Atomic int attached;
};

static void end_thread(struct ending_act *e)
{
	usleep(30000);
	e->ended = monotonic_seconds();
	if (e->ending == EXITS)
		pthread_exit(NULL);
	pthread_cancel(pthread_self());
	take_part(&e->act, 3);
	pthread_testcancel();
}

static int one_thread_ends(struct worker *me, void *argument)
{
	struct ending_act *e = argument;

	if (me->first == 3)
		end_thread(e);
	else if (!take_part(&e->act, me->first))
		take_part(&e->act, me->first); /* it ended between the two */
	return e->act.error[me->first];
}

static void check_others(const struct ending_act *e)
{
	for (int v = 0; v < 3; v++) {
		if (v == 2 && e->ending != EXITS)
			continue; /* it is the one that is missing */
		assert_int_equal(e->act.error[v], -ECANCELED);
		assert_true(e->act.left[v] - e->ended < 5);
	}
}

/* All must need node 3: it is the root. */
static void act_of_root_3(struct act *act, struct team *team)
{
	act_open(act, team);
	for (int v = 0; v < NODES; v++) {
		program_clear(&act->program[v]);
		program_broadcast(&act->program[v], 2, v, 3, BYTES);
	}
}

/* Ten seconds: what ends it cannot be the timeout. */
static struct team *open_patient(int threads)
{
	struct team *team = NULL;

	assert_int_equal(try_open(&team, "cube:2",
				 (struct team_options){ .threads = threads, .timeout = 10 }),
		0);
	return team;
}

TEST("a thread of the team that ends aborts it")
{
	for (enum ending ending = EXITS; ending <= IS_CANCELLED_AWAKE; ending++) {
		AUTO(team) team = open_patient(GROVE_NODES);
		struct ending_act e = { .ending = ending };

		act_of_root_3(&e.act, team);
		REFUSES(team_dispatch(team, one_thread_ends, &e), ECANCELED,
			"the thread of node 3 ended");
		check_others(&e);
		assert_int_equal(team_dispatch(team, one_thread_ends, &e), -ECANCELED);
		act_close(&e.act);
	}
}

static int remember_thread(struct worker *me, void *argument)
{
	if (me->number == 3)
		*(pthread_t *)argument = pthread_self();
	return 0;
}

static int let_itself_be_cancelled_anywhere(struct worker *me, void *argument)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	return remember_thread(me, argument);
}

static void cancel_idle(worker_body *body)
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES);
	pthread_t thread;
	ENDED(act_close) struct act act;

	act_open(&act, team);
	assert_int_equal(team_dispatch(team, body, &thread), 0);
	usleep(5000);
	pthread_cancel(thread);
	usleep(5000);
	/* Whether it meets a point of cancellation depends on its luck; nobody may hang. */
	for (int round = 0; round < 100; round++)
		if (team_dispatch(team, everyone, &act))
			break;
}

TEST("an idle thread that is cancelled ends in its next operation")
{
	cancel_idle(remember_thread);
	cancel_idle(let_itself_be_cancelled_anywhere);
}

struct guest {
	struct ending_act *e;
	int node;
	pthread_t thread;
};

/* Its buffers lie on its own stack, as a caller's may: nobody may touch them once it is gone. */
static void *guest_main(void *argument)
{
	struct guest *guest = argument;
	struct ending_act *e = guest->e;
	unsigned char buffer[BYTES] = { 0 };
	struct node *me;

	e->act.error[guest->node] = team_attach(e->act.team, guest->node, &me);
	e->act.left[guest->node] = monotonic_seconds();
	if (e->act.error[guest->node]) /* it came after the end */
		return NULL;
	e->act.call[guest->node].output = buffer;
	e->attached++;
	while (e->attached < e->guests) /* when nobody is attached, the team heals */
		sched_yield();
	if (guest->node == 3 && e->ending == EXITS) {
		usleep(30000);
		e->ended = monotonic_seconds();
		return NULL;
	}
	if (!take_part(&e->act, guest->node))
		take_part(&e->act, guest->node);
	return node_detach(me) ? argument : NULL;
}

/* Without node 2, node 3 waits for the return of what it lent there, until it is cancelled. */
static void guests_run(struct ending_act *e)
{
	static const int numbers[NODES] = { 3, 1, 0, 2 };
	int count = e->ending == EXITS ? NODES : NODES - 1;
	struct guest guest[NODES];

	e->guests = count;
	for (int v = 0; v < count; v++) {
		guest[v] = (struct guest){ .e = e, .node = numbers[v] };
		assert_int_equal(pthread_create(&guest[v].thread, NULL, guest_main, &guest[v]), 0);
	}
	if (e->ending != EXITS) {
		usleep(e->ending == IS_CANCELLED_ASLEEP ? 100000 : 100);
		e->ended = monotonic_seconds();
		pthread_cancel(guest[0].thread);
	}
	for (int v = 0; v < count; v++) {
		void *result;

		assert_int_equal(pthread_join(guest[v].thread, &result), 0);
		assert_ptr_not_equal(result, &guest[v]); /* who has given up can leave */
	}
}

TEST("a callers thread that ends aborts the team")
{
	for (enum ending ending = EXITS; ending <= IS_CANCELLED_ASLEEP; ending++) {
		AUTO(team) team = open_patient(GROVE_CALLER);
		struct ending_act e = { .ending = ending };

		act_of_root_3(&e.act, team);
		guests_run(&e);
		check_others(&e);
		act_close(&e.act);
	}
}

struct double_guest {
	struct team *team[2];
	int leaves; /* the team that it leaves in time; 2: none */
};

static void *double_guest_main(void *argument)
{
	struct double_guest *guest = argument;
	struct node *me[2];

	for (int t = 0; t < 2; t++)
		if (team_attach(guest->team[t], 0, &me[t]))
			return argument;
	return guest->leaves < 2 && node_detach(me[guest->leaves]) ? argument : NULL;
}

/* The caller is attached as node 1. When it leaves, nobody is attached, and the team heals. */
static void expect_sound(struct team *team, struct node *me, bool sound)
{
	assert_int_equal(node_may_block(me), sound ? 0 : -ECANCELED);
	assert_int_equal(node_detach(me), 0);
	assert_int_equal(team_attach(team, 1, &me), 0);
	assert_int_equal(node_may_block(me), 0);
	assert_int_equal(node_detach(me), 0);
	assert_int_equal(team_close(team), 0);
}

TEST("a thread in two teams aborts those that it has not left")
{
	for (int leaves = 0; leaves <= 2; leaves++) {
		struct double_guest guest = { { open_team("cube:2", GROVE_CALLER),
						      open_team("cube:2", GROVE_CALLER) },
			leaves };
		struct node *me[2];
		pthread_t thread;
		void *result;

		for (int t = 0; t < 2; t++)
			assert_int_equal(team_attach(guest.team[t], 1, &me[t]), 0);
		assert_int_equal(pthread_create(&thread, NULL, double_guest_main, &guest), 0);
		assert_int_equal(pthread_join(thread, &result), 0);
		assert_null(result);
		for (int t = 0; t < 2; t++)
			expect_sound(guest.team[t], me[t], t == leaves);
	}
}

/* It is the thread of a team, and the guest of another since. */
static int guest_elsewhere(struct worker *me, void *argument)
{
	struct team **team = argument;
	struct node *there;
	int error = 0;

	if (me->number != 0)
		return 0;
	assert_int_equal(team_attach(team[1], 0, &there), 0);
	if (team_dispatch(team[0], everyone, NULL) != -EDEADLK)
		error = -EIO;
	assert_int_equal(node_detach(there), 0);
	return error;
}

TEST("a thread of a team is known whatever else it is")
{
	struct team *team[2] = { open_team("cube:2", GROVE_NODES),
		open_team("cube:2", GROVE_CALLER) };

	assert_int_equal(team_dispatch(team[0], guest_elsewhere, team), 0);
	assert_int_equal(team_close(team[0]), 0);
	assert_int_equal(team_close(team[1]), 0);
}
