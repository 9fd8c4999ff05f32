/* Tests of the team: opening, dispatch, attaching, leaving, forks, limits, and idleness. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "runtime/node/port.h"
#include "runtime/team/team.h"
#include "tests/test.h"
#include "runtime/machine/cpus.h"
#include "tests/sanitized.h"
#include "tests/runtime/team_help.h"

/* The thread sanitizer ends a forked child that starts a thread. */
#define THREADS_AFTER_FORK (!SANITIZED_THREAD)

/* The linker calls these instead of the real ones (--wrap): the n-th call fails, that of a thread
 * with this error. */
static int fail_thread, fail_map, fail_memory, thread_error = EAGAIN;

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void *__real_mmap(void *, size_t, int, int, int, off_t);
void *__wrap_mmap(void *, size_t, int, int, int, off_t);
int __real_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **, size_t, size_t);

int __wrap_pthread_create(
	pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
	if (fail_thread && !--fail_thread)
		return thread_error;
	return __real_pthread_create(thread, attributes, start, argument);
}

void *__wrap_mmap(void *address, size_t length, int protection, int flags, int file, off_t offset)
{
	if (fail_map && !--fail_map)
		return MAP_FAILED;
	return __real_mmap(address, length, protection, flags, file, offset);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
	if (fail_memory && !--fail_memory)
		return ENOMEM;
	return __real_posix_memalign(memory, alignment, size);
}

static double cpu_seconds(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

TEST("every node belongs to one worker")
{
	for (int threads = 1; threads <= 5; threads++) {
		AUTO(team) team = open_team("gh:5", threads);
		_Atomic int visits[5] = { 0 };

		assert_int_equal(team->threads, threads);
		for (int job = 1; job <= 3; job++) {
			assert_int_equal(team_dispatch(team, count_nodes, visits), 0);
			for (int v = 0; v < 5; v++)
				assert_int_equal(visits[v], job);
		}
	}
}

TEST("threads are as many as asked")
{
	AUTO(team) team = NULL;

	team = open_team("cube:3", GROVE_NODES);
	assert_int_equal(team->threads, 8);
	assert_int_equal(team_close(team), 0);
	team = open_team("cube:3", GROVE_CALLER);
	assert_int_equal(team->threads, 0);
	assert_int_equal(team_pinned(team, 0), -1);
	assert_int_equal(team_close(team), 0);
	team = open_team("cube:10", 0);
	assert_int_equal(team->threads, cores_usable() < 1024 ? cores_usable() : 1024);
	assert_int_equal(team_close(team), 0);
	team = open_team("cube:0", 0);
	assert_int_equal(team->threads, 1);
	assert_int_equal(team_close(NULL), 0);
}

static void refused(const char *name, struct team_options options, int error, const char *line)
{
	struct team *team = NULL;

	REFUSES(try_open(&team, name, options), -error, line);
	assert_null(team);
}

TEST("wrong options are refused with a reason")
{
	refused("cube:2", (struct team_options){ .threads = 5 }, -EINVAL,
		"5 threads: a team of 4 nodes takes 1 to 4");
	refused("cube:2", (struct team_options){ .threads = -7 }, -EINVAL,
		"-7 threads: a team of 4 nodes takes 1 to 4");
	refused("cube:2", (struct team_options){ .timeout = -1 }, -EINVAL,
		"-1 is not a timeout: write seconds");
	refused("cube:2", (struct team_options){ .pin = "S9:0" }, -EINVAL,
		"pin 'S9:0': there is no domain S9");
	refused("cube:2", (struct team_options){ .pin = "99999" }, -EINVAL,
		"pin '99999': there is no cpu 99999");
}

TEST("what cannot fit is refused at once")
{
	double before;

	before = cpu_seconds();
	refused("cube:16", (struct team_options){ .threads = GROVE_NODES }, -EAGAIN,
		"65536 threads");
	assert_non_null(strstr(why_text(), "the largest that fits is cube:1"));
	refused("gh:60000", (struct team_options){ .threads = 2 }, -ENOMEM, "MiB of memory");
	assert_non_null(strstr(why_text(), "the largest that fits is gh:"));
	refused("gh:4096x4096", (struct team_options){ .threads = GROVE_CALLER }, -ENOMEM,
		"MiB of memory");
	assert_non_null(strstr(why_text(), "the largest that fits is gh:"));
	assert_true(cpu_seconds() - before < 0.1);
}

TEST("the largest that fits does fit")
{
	const struct limits limits = { .threads = 1000, .maps = 500, .memory = 64 << 20 };
	struct network net;
	struct demand demand;

	assert_int_equal(network_open(&net, "gh:600"), 0);
	assert_int_equal(demand_meet(&demand, &limits, &net, 600), -EAGAIN);
	assert_string_equal(why_text(),
		"gh:600: 600 threads need 1200 memory maps, this process may have 500 "
		"(vm.max_map_count); the largest that fits is gh:250, or take fewer threads");
	assert_int_equal(network_open(&net, "gh:250"), 0);
	assert_int_equal(demand_meet(&demand, &limits, &net, 250), 0);
	assert_true(demand.rings_bytes <= limits.memory);
	assert_int_equal(network_open(&net, "gh:251"), 0);
	assert_int_not_equal(demand_meet(&demand, &limits, &net, 251), 0);
}

TEST("rings are smaller where there are very many")
{
	const struct limits limits = { .threads = 1000, .maps = 5000, .memory = 1 << 30 };
	struct network net;
	struct demand demand;

	assert_int_equal(network_open(&net, "cube:4"), 0);
	assert_int_equal(demand_meet(&demand, &limits, &net, 2), 0);
	assert_int_equal(demand.capacity, 64);
	assert_int_equal(network_open(&net, "gh:300"), 0);
	assert_int_equal(demand_meet(&demand, &limits, &net, 2), 0);
	assert_in_range(demand.capacity, 4, 32);
}

TEST("an open that fails half way undoes everything")
{
	AUTO(team) team = NULL;

	for (int n = 1; n <= 3; n++) {
		fail_thread = n;
		refused("cube:2", (struct team_options){ .threads = GROVE_NODES }, -EAGAIN,
			"could not be started");
	}
	fail_map = 1;
	refused("cube:2", (struct team_options){ .threads = GROVE_NODES }, -ENOMEM,
		"no memory for 8 rings");
	for (int n = 1; n <= 4; n++) {
		fail_memory = n;
		refused("cube:2", (struct team_options){ .threads = GROVE_NODES }, -ENOMEM,
			"no memory");
	}
	assert_int_equal(fail_thread + fail_map + fail_memory, 0);
	team = open_team("cube:2", GROVE_NODES);
}

/* A cpu may be taken from the process after the team has chosen it. */
TEST("a thread whose cpu the system refuses starts unbound")
{
	_Atomic int visits[2] = { 0 };
	AUTO(team) team = NULL;

	fail_thread = 1;
	thread_error = EINVAL;
	team = open_team("cube:1", GROVE_NODES);
	thread_error = EAGAIN;
	assert_int_equal(fail_thread, 0);
	assert_int_equal(team_pinned(team, 1), -1);
	assert_int_equal(team_dispatch(team, count_nodes, visits), 0);
	assert_int_equal(visits[0] + visits[1], 2);
}

/* Bytes of address space. */
static size_t mapped(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	size_t pages;

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%zu", &pages), 1);
	fclose(file);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

TEST("a closed team leaves nothing mapped")
{
	size_t before = 0;

	for (int round = 0; round < 20; round++) {
		if (round == 2) /* stacks that the system library keeps are there by now */
			before = mapped();
		assert_int_equal(team_close(open_team("cube:8", 2)), 0);
	}
	/* Each had 9 million bytes of rings. */
	assert_true(mapped() < before + (90 << 20));
}

TEST("attaching is refused where it makes no sense")
{
	AUTO(team) team = open_team("cube:1", GROVE_CALLER);
	struct node *me, *again;

	assert_int_equal(team_attach(team, 2, &me), -EINVAL);
	assert_int_equal(team_attach(team, -1, &me), -EINVAL);
	assert_int_equal(team_attach(team, 1, &me), 0);
	assert_int_equal(me->number, 1);
	assert_int_equal(team_attach(team, 1, &again), -EBUSY);
	assert_int_equal(team_close(team), -EBUSY);
	assert_int_equal(node_may_block(me), 0);
	assert_int_equal(node_may_block(&team->node[0]), -EINVAL);
	assert_int_equal(node_detach(me), 0);
	assert_int_equal(node_detach(me), -EINVAL);
	assert_int_equal(node_may_block(me), -EINVAL);
	assert_int_equal(team_dispatch(team, count_nodes, NULL), -EINVAL);
	assert_int_equal(team_close(team), 0);

	team = open_team("cube:1", GROVE_NODES);
	assert_int_equal(team_attach(team, 1, &me), -EINVAL);
}

TEST("a thread may attach to several teams")
{
	struct team *team[3];
	struct node *me[3];

	for (int i = 0; i < 3; i++) {
		team[i] = open_team("cube:1", GROVE_CALLER);
		assert_int_equal(team_attach(team[i], 0, &me[i]), 0);
	}
	for (int i = 0; i < 3; i++) {
		assert_int_equal(node_detach(me[(i + 1) % 3]), 0);
		assert_int_equal(team_close(team[(i + 1) % 3]), 0);
	}
}

static int ask_to_block(struct worker *me, void *unused)
{
	return node_may_block(&me->team->node[me->first]);
}

static int dispatch_inside(struct worker *me, void *team)
{
	return team_dispatch(team, ask_to_block, NULL);
}

TEST("verbs are refused where they would deadlock")
{
	AUTO(team) team = open_team("cube:2", 2);

	assert_int_equal(team_dispatch(team, ask_to_block, NULL), -EDEADLK);
	assert_int_equal(team_dispatch(team, dispatch_inside, team), -EDEADLK);
	assert_int_equal(team_close(team), 0);
	team = open_team("cube:2", GROVE_NODES);
	assert_int_equal(team_dispatch(team, ask_to_block, NULL), 0);
}

struct meeting {
	_Atomic int visits;
	int threads;
};

static int meet(struct worker *me, void *argument)
{
	struct meeting *meeting = argument;

	for (int round = 1; round <= 50; round++) {
		meeting->visits++;
		if (worker_meet(me))
			return -ECANCELED;
		if (meeting->visits != round * meeting->threads)
			return why(EIO, "round %d: %d", round, meeting->visits);
		if (worker_meet(me))
			return -ECANCELED;
	}
	return 0;
}

static int meet_but_one(struct worker *me, void *argument)
{
	return me->number == 1 ? 0 : worker_meet(me);
}

TEST("all threads of a team are in its body at once")
{
	for (int threads = 1; threads <= 8; threads++) {
		AUTO(team) team = open_team("cube:3", threads);
		struct meeting meeting = { 0, threads };

		MUST(team_dispatch(team, meet, &meeting));
		if (threads == 3) {
			REFUSES(team_dispatch(team, meet_but_one, NULL), ETIMEDOUT,
				"waits for all threads to meet; 2 of 3 have come");
		}
	}
}

TEST("an idle team uses no time")
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES);
	AUTO(team) folded = open_team("cube:4", 2);
	_Atomic int visits[16] = { 0 };
	double used = 1;

	assert_int_equal(team_dispatch(team, count_nodes, visits), 0);
	assert_int_equal(team_dispatch(folded, count_nodes, visits), 0);
	usleep(5000);
	/* On a busy machine threads fall asleep late. */
	for (int i = 0; i < 5 && used >= 0.005; i++) {
		double before = cpu_seconds();

		usleep(500000);
		used = cpu_seconds() - before;
	}
	assert_true(used < 0.005);
}

/* Nodes 0 to 2 wait for node 3, which sleeps: nobody burns a core. */
static int node_3_sleeps(struct worker *me, void *argument)
{
	double *used = argument;
	struct act *act = (struct act *)(used + 1);

	if (me->first == 3) {
		double before;

		usleep(20000);
		before = cpu_seconds();
		usleep(200000);
		*used = cpu_seconds() - before;
	}
	return take_part(act, me->first);
}

TEST("a blocked team uses no time")
{
	struct {
		double used;
		struct act act;
	} blocked = { 1, { 0 } };
	AUTO(team) team = open_team("cube:2", GROVE_NODES);

	act_open(&blocked.act, team);
	for (int i = 0; i < 5 && blocked.used >= 0.01; i++)
		assert_int_equal(team_dispatch(team, node_3_sleeps, &blocked), 0);
	assert_true(blocked.used < 0.01);
	act_close(&blocked.act);
}

TEST("every way of waiting works")
{
	for (enum waiting wait = WAIT_AUTO; wait <= WAIT_PARK; wait++) {
		struct team_options options = {
			.threads = GROVE_NODES, .wait = wait, .timeout = 80
		};
		AUTO(team) team = NULL;
		double before = monotonic_seconds();
		ENDED(act_close) struct act act;

		assert_int_equal(try_open(&team, "cube:2", options), 0);
		act_open(&act, team);
		memset(act.buffer[0], 9, BYTES);
		for (int round = 0; round < 20; round++)
			assert_int_equal(team_dispatch(team, everyone, &act), 0);
		/* A lost wake-up is made up for only by the next look for a timeout. */
		assert_true(wait == WAIT_SPIN || monotonic_seconds() - before < 8);
		for (int v = 1; v < NODES; v++)
			assert_memory_equal(act.buffer[v], act.buffer[0], BYTES);
	}
}

TEST("a forked child gets an error")
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES),
		   *own = open_team("cube:1", GROVE_CALLER);
	struct node *me;
	_Atomic int visits[4] = { 0 };
	int status;
	pid_t child;

	assert_int_equal(team_attach(own, 0, &me), 0);
	child = fork();
	if (!child) {
		alarm(5);
		if (team_dispatch(team, count_nodes, visits) != -ECHILD)
			_exit(1);
		if (node_may_block(me) != -ECHILD || team_attach(own, 1, &me) != -ECHILD)
			_exit(2);
		if (team_close(team) || team_close(own))
			_exit(3);
		if (THREADS_AFTER_FORK) {
			team = open_team("cube:2", GROVE_NODES);
			if (team_dispatch(team, count_nodes, visits) || team_close(team))
				_exit(4);
		}
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(team_dispatch(team, count_nodes, visits), 0);
	assert_int_equal(node_detach(me), 0);
}

static int runs_where_pinned(struct worker *me, void *team)
{
	int cpu = team_pinned(team, me->number);

	return cpu < 0 || cpu == sched_getcpu()
		       ? 0
		       : why(EIO, "on cpu %d, not %d", sched_getcpu(), cpu);
}

TEST("threads run where they are pinned")
{
	struct team *team = NULL;
	cpu_set_t before, after;

	sched_getaffinity(0, sizeof before, &before);
	team = open_team_of_its_own("cube:2");
	assert_true(team_pinned(team, 0) >= 0);
	assert_int_equal(team_pinned(team, 4), -1);
	assert_int_equal(team_dispatch(team, runs_where_pinned, team), 0);
	assert_int_equal(team_close(team), 0);
	assert_int_equal(try_open(&team, "cube:2",
				 (struct team_options){ .threads = GROVE_NODES, .pin = "none" }),
		0);
	assert_int_equal(team_pinned(team, 0), -1);
	assert_int_equal(team_close(team), 0);
	sched_getaffinity(0, sizeof after, &after);
	assert_true(CPU_EQUAL(&before, &after));
}

static int released;

static void release(void *kept)
{
	released += *(int *)kept;
}

TEST("what is kept is released once")
{
	struct team *team = open_team("cube:1", GROVE_NODES);
	int kept = 7;

	team_keep(team, &kept, release, NULL);
	assert_ptr_equal(team->kept, &kept);
	team->node[1].kept = &kept;
	assert_ptr_equal(team->node[1].kept, &kept);
	assert_null(team->node[0].kept);
	assert_string_equal(team->net.name, "cube:1");
	assert_ptr_equal(team->node[0].team, team);
	assert_true(team_inline_bytes(team) >= SLOT_INLINE);
	assert_int_equal(team_close(team), 0);
	assert_int_equal(released, 7);
}
