/* Threads that end inside an operation: nobody reads or writes what their own cleanup has unmapped.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include "tests/cancel_type.h"
#include "tests/verbs.h"
#include "grove_measure.h"
#include "tests/runtime/ended_threads.h"
#include "tests/sanitized.h"

/* Each node has two buffers of its own, which handlers of its own unmap: a peer that still copied
 * there would end this program. */
enum {
	MOST = 8, /* nodes */
	ROOM = 9 << 18,
	BLOCK = ROOM / MOST
};

static _Atomic int mapped, unmapped;

static void *map_room(void)
{
	void *room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(room, MAP_FAILED);
	mapped++;
	return room;
}

/* How node 0's thread ends: inside its own fold, or, cancelled, where it waits. */
enum ending {
	EXITS,
	IS_CANCELLED,
	IS_CANCELLED_AT_ONCE, /* its fold may be cancelled anywhere */
	WAITS
};

static struct show {
	struct grove_team *team;
	const struct grove_plan *plan; /* NULL: the verb */
	const char *verb;
	size_t elements; /* of eight bytes */
	enum ending ending;
	_Atomic int inside; /* folds that have begun */
	_Atomic int ready, attached;
	pthread_t first; /* node 0's thread */
} show;

static _Thread_local struct grove_node *self;

static void unmap(void *room)
{
	munmap(room, ROOM);
	unmapped++;
}

static void pause_until(_Atomic int *count, int least)
{
	for (int k = 0; k < 100 && *count < least; k++)
		nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
}

static void end_thread(void)
{
	if (show.ending == EXITS)
		pthread_exit(NULL);
	if (show.ending == IS_CANCELLED_AT_ONCE)
		pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	pthread_cancel(pthread_self());
	pthread_testcancel();
}

/* Node 0's thread ends as soon as another node folds as well. Others take so long that they would
 * see what it has unmapped. */
static void fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	double *to = result;
	const double *a = left, *b = right;

	show.inside++;
	if (show.ending != WAITS && grove_node_number(self) == 0) {
		pause_until(&show.inside, 2);
		end_thread();
	}
	pause_until(&unmapped, 1);
	for (size_t i = 0; i < count; i++)
		to[i] = a[i] + b[i];
}

static const struct grove_fold own_fold = { fold, NULL, "own" };

static int call(struct grove_node *me, void *in, void *out)
{
	size_t bytes = show.elements * 8;

	if (show.plan)
		return grove_execute(me, show.plan, in, out, bytes);
	return call_verb(me, &(struct grove_operation){ .verb = show.verb,
				     .in = in,
				     .out = out,
				     .count = strstr(show.verb, "reduce") ? show.elements : bytes,
				     .type = GROVE_F64,
				     .fold = &own_fold });
}

/* Later calls are for who has come through the one that the thread ended in. */
static int call_and_unmap(struct grove_node *me, void *argument)
{
	void *in = map_room(), *out = map_room();
	int error = 0;

	self = me;
	if (grove_node_number(me) == 0) {
		show.first = pthread_self();
		show.ready = 1;
	}
	pthread_cleanup_push(unmap, in);
	pthread_cleanup_push(unmap, out);
	while (!error)
		error = call(me, in, out);
	pthread_cleanup_pop(1);
	pthread_cleanup_pop(1);
	return error;
}

static void *guest_main(void *number)
{
	struct grove_node *me;
	int error = grove_attach(show.team, (int)(intptr_t)number, &me);

	if (error)
		return (void *)(intptr_t)error;
	show.attached++;
	while (show.attached < grove_team_nodes(show.team)) /* else the team might heal */
		sched_yield();
	error = call_and_unmap(me, NULL);
	grove_detach(me);
	return (void *)(intptr_t)error;
}

static void guests_join(pthread_t *guest, int nodes)
{
	for (int v = 0; v < nodes; v++) {
		void *result;

		assert_int_equal(pthread_join(guest[v], &result), 0);
		if (v)
			assert_int_equal((intptr_t)result, -ECANCELED);
	}
}

/* A thread that waits is cancelled from here, after a while. */
static void *cancel_first(void *after)
{
	while (!show.ready)
		sched_yield();
	nanosleep(after, NULL);
	pthread_cancel(show.first);
	return NULL;
}

static void run_nodes(bool guests)
{
	pthread_t guest[MOST];
	int nodes = grove_team_nodes(show.team);

	if (!guests) {
		REFUSES(grove_team_run(show.team, call_and_unmap, NULL), ECANCELED,
			"the thread of node 0 ended");
		return;
	}
	for (int v = 0; v < nodes; v++)
		assert_int_equal(
			pthread_create(&guest[v], NULL, guest_main, (void *)(intptr_t)v), 0);
	guests_join(guest, nodes);
}

static void end_once(const char *network, const struct grove_pace *pace, bool guests, long after)
{
	struct timespec time = { .tv_nsec = after };
	pthread_t canceller;

	show.team = OPEN_TEAM(.network = network, .threads = guests ? GROVE_CALLER : GROVE_NODES,
		.caller_waits = !guests, .timeout = 60, .pace = pace);
	show.inside = show.ready = show.attached = mapped = unmapped = 0;
	if (show.ending == WAITS)
		assert_int_equal(pthread_create(&canceller, NULL, cancel_first, &time), 0);
	run_nodes(guests);
	if (show.ending == WAITS)
		assert_int_equal(pthread_join(canceller, NULL), 0);
	assert_int_equal(unmapped, mapped);
	assert_int_equal(grove_team_free(show.team), 0);
}

/* From packets that travel in their slots to those that are lent. */
static void end_in_fold(const char *network, const struct grove_pace *pace)
{
	static const char *const verbs[] = { "allreduce", "reduce" };
	static const size_t sizes[] = { 3, 1000, 70001 };

	for (int k = 0; k < 2 * 3 * 3 * 2; k++) {
		show.verb = verbs[k % 2];
		show.elements = sizes[k / 2 % 3];
		show.ending = (enum ending)(k / 6 % 3);
		end_once(network, pace, k / 18, 0);
	}
}

TEST("a thread may end in its fold")
{
	end_in_fold("gh:2", NULL);
	end_in_fold("cube:2", NULL);
}

TEST("a thread may end in its fold on paced links")
{
	end_in_fold("gh:2", &(struct grove_pace){ 1e-4, 1e-9 });
}

/* At times that cover the operation's own. What is large is landed by both ends of a link. */
static void end_waiting(const char *network)
{
	static const char *const verbs[] = { "broadcast", "gather", "alltoall", "allreduce" };

	show.ending = WAITS;
	show.elements = BLOCK / 8;
	for (int k = 0; k < 4 * 12; k++) {
		show.verb = verbs[k % 4];
		end_once(network, NULL, k / 4 % 2, 30000L * (k / 4) * (k / 4));
	}
}

/* A sleeping thread is cancelled wherever it is. The thread sanitizers lose their own state where
 * that is inside of them: clang's ends the program ("finished with ignores enabled"), gcc's no
 * longer sees the thread's atomics. */
static void skip_under_thread_sanitizers(void)
{
	if (SANITIZED_THREAD)
		skip();
}

TEST("a thread may be cancelled while packets are shared")
{
	skip_under_thread_sanitizers();
	end_waiting("gh:2");
	end_waiting("gh:3");
}

/* Node 0's memory is read by nodes with which it shares no link. */
TEST("a thread may be cancelled while others read its memory")
{
	AUTO(grove_plan) plan = NULL;

	skip_under_thread_sanitizers();
	plan = PLAN_OF("cube:2", .collective = "alltoall", .forward = "reference", .bytes = BLOCK);
	show.plan = plan;
	show.ending = WAITS;
	show.elements = BLOCK / 8;
	for (int k = 0; k < 24; k++)
		end_once("cube:2", NULL, k % 2, 20000L * k * k);
	show.plan = NULL;
}

/* ---- Several nodes on each thread ---- */

/* The second fold of the team's first thread: other nodes of that thread have lent, too. */
static void fold_of_many(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	if (show.inside++ == 1)
		end_thread();
	nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	memmove(result, left, count);
}

static void end_one_of_two_threads(struct grove_team *team, const struct grove_plan *plan)
{
	struct grove_buffers buffers[4];

	for (int v = 0; v < 4; v++)
		buffers[v] = (struct grove_buffers){ map_room(), map_room() };
	show.inside = 0;
	assert_int_equal(grove_team_execute(team, plan, buffers, BLOCK), -ECANCELED);
	for (int v = 0; v < 4; v++) {
		munmap((void *)(uintptr_t)buffers[v].in, ROOM);
		munmap(buffers[v].out, ROOM);
	}
}

TEST("a thread of several nodes may end in its fold")
{
	static const struct grove_fold own = { fold_of_many, NULL, "own" };
	AUTO(grove_plan) plan = PLAN_OF("cube:2", .collective = "allreduce", .bytes = BLOCK,
		.fold = &own, .type = GROVE_U8);

	for (show.ending = EXITS; show.ending < WAITS; show.ending++) {
		AUTO(grove_team) team =
			OPEN_TEAM(.network = "cube:2", .threads = 2, .caller_waits = 1);

		end_one_of_two_threads(team, plan);
	}
}
