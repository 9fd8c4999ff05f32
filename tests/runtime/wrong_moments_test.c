/* Every call of grove.h that takes a team or a node, at every moment that is wrong for it: none
 * hangs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/wait.h>
#include "tests/runtime/wrong_moments_help.h"

enum {
	ROUNDS = 40
};

/* ---- Moments of the team's own threads ---- */

static int body_calls(struct grove_node *me, void *argument)
{
	struct scene *s = argument;

	s->me = me;
	if (grove_node_number(me) == 0 && !s->called++)
		make_all_calls(s);
	return 0;
}

static int body_folds(struct grove_node *me, void *argument)
{
	struct scene *s = argument;
	double x = 1, y = 0;
	int error;

	if (grove_node_number(me) == 0)
		s->me = me;
	if (grove_node_number(me) == 1)
		s->other = me;
	error = grove_barrier(me);
	if (!error)
		error = grove_reduce(me, &x, &y, 1, GROVE_F64, &s->fold, 0);
	return error || grove_node_number(me) || y == 4 ? error : -EIO;
}

TEST("inside bodies and folds of a job")
{
	static const struct moment body = { "inside a body", -EDEADLK, -EDEADLK, -EINVAL, -EINVAL,
		-EDEADLK, -EDEADLK, LEFT_OUT };
	static const struct moment inside = { "inside a fold", -EDEADLK, -EDEADLK, -EINVAL, -EINVAL,
		-EDEADLK, -EDEADLK, -EDEADLK };
	struct scene s;

	for (int paced = 0; paced < 2; paced++) {
		struct moment of_body = body, of_fold = inside;

		of_body.late = of_fold.late = paced ? -EDEADLK : -EINVAL;
		scene_open(&s, &of_body, 0, paced);
		assert_int_equal(grove_team_run(s.team, body_calls, &s), 0);
		scene_close(&s);
		scene_open(&s, &of_fold, 0, paced);
		assert_int_equal(grove_team_run(s.team, body_folds, &s), 0);
		scene_close(&s);
	}
}

static int body_keeps_node_0(struct grove_node *me, void *argument)
{
	if (grove_node_number(me) == 0)
		((struct scene *)argument)->me = me;
	return 0;
}

TEST("inside a fold of a plan on all nodes")
{
	static const struct moment inside = { "inside a fold of grove_team_execute", -EDEADLK,
		-EDEADLK, -EINVAL, -EINVAL, LEFT_OUT, -EDEADLK, LEFT_OUT };
	struct scene s;

	for (int threads = 1; threads <= NODES; threads++) {
		struct moment of_fold = inside;

		of_fold.verbs = threads < NODES ? -EDEADLK : LEFT_OUT;
		of_fold.jobs = threads < NODES ? LEFT_OUT : -EDEADLK;
		scene_open(&s, &of_fold, threads, false);
		assert_int_equal(grove_team_phase(s.team, body_keeps_node_0, &s), 0);
		assert_int_equal(call_plan(&s, NULL), 0);
		scene_close(&s);
	}
}

/* Also a node that has a thread for itself: the others would take turns without it. */
static int body_of_a_turn(struct grove_node *me, void *argument)
{
	struct scene *s = argument,
		     own = { .team = s->team, .me = me, .plan = s->plan, .moment = s->moment };

	make_all_calls(&own);
	s->called++;
	return own.wrong ? -EBADMSG : 0;
}

TEST("nodes that take turns call no verbs")
{
	static const struct moment turns = { "a node's turn", LEFT_OUT, -EDEADLK, -EINVAL, -EINVAL,
		-EINVAL, -EDEADLK, -EDEADLK };
	ENDED(scene_close) struct scene s;

	scene_open(&s, &turns, 3, false);
	assert_int_equal(grove_team_phase(s.team, body_of_a_turn, &s), 0);
}

/* ---- Moments of other threads ---- */

/* Node 1 makes the others wait until this is over. */
static int body_waits(struct grove_node *me, void *argument)
{
	struct scene *s = argument;

	if (grove_node_number(me) == 0)
		s->me = me;
	if (grove_node_number(me) == 1) {
		pthread_barrier_wait(&s->meeting);
		pthread_barrier_wait(&s->meeting);
	}
	return grove_barrier(me);
}

static void *run_waiting(void *scene)
{
	struct scene *s = scene;

	return (void *)(intptr_t)grove_team_run(s->team, body_waits, s);
}

/* Until node 0 is inside its barrier. */
static void await_node_0(struct scene *s)
{
	while (!s->me || grove_barrier(s->me) == -EINVAL)
		usleep(1000);
}

TEST("from another thread during a job")
{
	static const struct moment during = { "during a job", -EBUSY, -EBUSY, -EINVAL, -EINVAL,
		-EBUSY, -EBUSY, -EBUSY };
	pthread_t runner;
	ENDED(scene_close) struct scene s;
	void *error;

	scene_open(&s, &during, 0, true);
	assert_int_equal(pthread_create(&runner, NULL, run_waiting, &s), 0);
	pthread_barrier_wait(&s.meeting);
	await_node_0(&s);
	make_all_calls(&s);
	s.called++;
	pthread_barrier_wait(&s.meeting);
	assert_int_equal(pthread_join(runner, &error), 0);
	assert_null(error);
}

TEST("in a forked child during a job")
{
	static const struct moment child_of = { "in a forked child", -ECHILD, 0, -ECHILD, -EINVAL,
		-ECHILD, -ECHILD, -ECHILD };
	pthread_t runner;
	ENDED(scene_close) struct scene s;
	pid_t child;
	int status;

	scene_open(&s, &child_of, 0, true);
	assert_int_equal(pthread_create(&runner, NULL, run_waiting, &s), 0);
	pthread_barrier_wait(&s.meeting);
	await_node_0(&s);
	child = fork();
	if (!child) {
		alarm(10);
		make_all_calls(&s);
		if (s.wrong)
			fprintf(stderr, "%s: %d (%s)\n", s.wrong, s.got, s.why);
		_exit(s.wrong != NULL);
	}
	pthread_barrier_wait(&s.meeting);
	assert_int_equal(pthread_join(runner, NULL), 0);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	s.called++;
}

/* ---- Moments of attached threads ---- */

struct guest {
	struct scene *scene;
	int first, nodes; /* that the thread is */
	int error;
};

/* With several nodes: the last one has sent its part when the first one folds. */
static void *guest_folds(void *argument)
{
	struct guest *guest = argument;
	struct scene *s = guest->scene;
	struct grove_node *me[NODES] = { 0 };
	double x = 1, y = 0;

	for (int i = 0; i < guest->nodes && !guest->error; i++)
		guest->error = grove_attach(s->team, guest->first + i, &me[i]);
	if (guest->first == 0)
		s->me = me[guest->nodes - 1];
	for (int i = guest->nodes - 1; i >= 0 && !guest->error; i--)
		guest->error = grove_reduce(me[i], &x, &y, 1, GROVE_F64, &s->fold, 0);
	if (guest->first == 0 && y != 4)
		guest->error = -EIO;
	for (int i = 0; i < guest->nodes; i++)
		if (grove_detach(me[i]))
			guest->error = -EIO;
	return NULL;
}

static void guests_fold(struct scene *s, int several)
{
	struct guest guest[NODES];
	pthread_t thread[NODES];

	for (int v = 0; v < NODES; v += v ? 1 : several) {
		guest[v] = (struct guest){ s, v, v ? 1 : several, 0 };
		assert_int_equal(pthread_create(&thread[v], NULL, guest_folds, &guest[v]), 0);
	}
	for (int v = 0; v < NODES; v += v ? 1 : several) {
		assert_int_equal(pthread_join(thread[v], NULL), 0);
		assert_int_equal(guest[v].error, 0);
	}
}

/* Measuring takes threads of its own; `several` are the nodes that the folding thread is. */
TEST("inside a fold of an attached thread")
{
	static const struct moment inside = { "inside a fold of an attached thread", -EINVAL,
		-EBUSY, -EBUSY, -EDEADLK, -EBUSY, 0, -EDEADLK };
	struct scene s;

	for (int several = 1; several <= 2; several++)
		for (int paced = 0; paced < 2; paced++) {
			struct moment of_fold = inside;

			of_fold.late = paced ? -EBUSY : -EINVAL;
			of_fold.detach = several > 1 ? LEFT_OUT : -EDEADLK;
			scene_open(&s, &of_fold, GROVE_CALLER, paced);
			guests_fold(&s, several);
			scene_close(&s);
		}
}

static void *guest_waits(void *scene)
{
	struct scene *s = scene;
	struct grove_node *me = NULL;
	int error = grove_attach(s->team, 0, &me);

	s->me = me;
	pthread_barrier_wait(&s->meeting);
	if (!error)
		error = grove_barrier(s->me);
	return (void *)(intptr_t)(grove_detach(s->me) ? -EIO : error);
}

static void *guest_comes(void *scene)
{
	struct grove_node *me[NODES];
	struct scene *s = scene;
	int error = 0;

	for (int v = 1; v < NODES && !error; v++)
		error = grove_attach(s->team, v, &me[v]);
	return (void *)(intptr_t)error;
}

TEST("from another thread while an attached one waits")
{
	static const struct moment during = { "while an attached thread waits", -EINVAL, -EBUSY,
		-EBUSY, -EBUSY, -EBUSY, 0, -EBUSY };
	pthread_t guest, other;
	ENDED(scene_close) struct scene s;
	void *error;

	scene_open(&s, &during, GROVE_CALLER, true);
	assert_int_equal(pthread_create(&guest, NULL, guest_waits, &s), 0);
	pthread_barrier_wait(&s.meeting);
	await_node_0(&s);
	make_all_calls(&s);
	s.called++;
	/* A thread that comes and ends at once sets the waiting one free. */
	assert_int_equal(pthread_create(&other, NULL, guest_comes, &s), 0);
	assert_int_equal(pthread_join(other, &error), 0);
	assert_null(error);
	assert_int_equal(pthread_join(guest, &error), 0);
	assert_int_equal((intptr_t)error, -ECANCELED);
}

/* ---- Two threads at once ---- */

struct pair {
	struct scene *scene;
	int (*call)(struct scene *s);
	int wrong, done;
};

static void *call_often(void *argument)
{
	struct pair *pair = argument;

	pthread_barrier_wait(&pair->scene->meeting);
	for (int i = 0; i < ROUNDS; i++) {
		int error = pair->call(pair->scene);

		pair->done += !error;
		if (error && error != -EBUSY)
			pair->wrong = error;
	}
	return NULL;
}

/* Calls that hold the team, each beside each: either is carried out, or says that it is too early.
 */
TEST("two calls at once")
{
	static const struct moment now = { .name = "two at once" };
	pthread_t other;
	ENDED(scene_close) struct scene s;

	scene_open(&s, &now, 0, true);
	s.called++; /* folds are folds here */
	for (int a = 0; a < HOLDERS; a++)
		for (int b = a; b < HOLDERS; b++) {
			struct pair one = { &s, calls[a].call, 0, 0 };
			struct pair two = { &s, calls[b].call, 0, 0 };

			assert_int_equal(pthread_create(&other, NULL, call_often, &two), 0);
			call_often(&one);
			assert_int_equal(pthread_join(other, NULL), 0);
			if (one.wrong || two.wrong || !(one.done + two.done))
				fail_msg("%s and %s: %d, %d (%s)", calls[a].name, calls[b].name,
					one.wrong, two.wrong, grove_why());
		}
}

/* Threads come and go while another tries to close: it may when none is there. */
static void *guest_comes_and_goes(void *argument)
{
	struct pair *pair = argument;
	struct grove_node *me;

	pthread_barrier_wait(&pair->scene->meeting);
	for (int i = 0; i < 1000; i++) {
		int error = grove_attach(pair->scene->team, 1, &me);

		if (error && error != -EBUSY)
			pair->wrong = error;
		if (!error && grove_detach(me))
			pair->wrong = -EIO;
	}
	return NULL;
}

TEST("closing beside threads that attach")
{
	static const struct moment now = { .name = "closing" };
	struct grove_node *me;
	ENDED(scene_close) struct scene s;
	struct pair pair = { .scene = &s };
	pthread_t other;

	scene_open(&s, &now, GROVE_CALLER, false);
	/* Node 0 stays, so the team does. */
	assert_int_equal(grove_attach(s.team, 0, &me), 0);
	assert_int_equal(pthread_create(&other, NULL, guest_comes_and_goes, &pair), 0);
	pthread_barrier_wait(&s.meeting);
	for (int i = 0; i < 1000; i++)
		assert_int_equal(grove_team_free(s.team), -EBUSY);
	assert_int_equal(pthread_join(other, NULL), 0);
	assert_int_equal(pair.wrong, 0);
	assert_int_equal(grove_detach(me), 0);
	s.called++;
}
