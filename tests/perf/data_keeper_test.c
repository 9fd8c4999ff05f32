/* Tests of the states of the data: what is touched before an operation, and what that costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/monotonic.h"
#include "tests/test.h"
#include "perf/timing/session.h"
#include "runtime/node/node_state.h"
#include "tests/sanitized.h"
#include "runtime/node/team_state.h"

/* The linker calls these instead of the real functions (--wrap). */
enum event {
	REWRITTEN = 1,
	READ,
	FLUSHED,
	CALLED
};

static struct {
	int count;
	struct {
		enum event event;
		const void *at;
		size_t bytes;
	} log[64];
} seen;

static void note(enum event event, const void *at, size_t bytes)
{
	if ((!bytes && event != CALLED) || seen.count == 64)
		return;
	seen.log[seen.count].event = event;
	seen.log[seen.count].at = at;
	seen.log[seen.count++].bytes = bytes;
}

void __real_lines_rewrite(void *at, size_t bytes);
void __wrap_lines_rewrite(void *at, size_t bytes);
void __real_lines_read(const void *at, size_t bytes);
void __wrap_lines_read(const void *at, size_t bytes);
void __real_lines_flush(enum flushing how, const void *at, size_t bytes);
void __wrap_lines_flush(enum flushing how, const void *at, size_t bytes);
int __real_worker_call(struct worker *me, const struct call *calls);
int __wrap_worker_call(struct worker *me, const struct call *calls);

void __wrap_lines_rewrite(void *at, size_t bytes)
{
	note(REWRITTEN, at, bytes);
	__real_lines_rewrite(at, bytes);
}

void __wrap_lines_read(const void *at, size_t bytes)
{
	note(READ, at, bytes);
	__real_lines_read(at, bytes);
}

void __wrap_lines_flush(enum flushing how, const void *at, size_t bytes)
{
	note(FLUSHED, at, bytes);
	__real_lines_flush(how, at, bytes);
}

int __wrap_worker_call(struct worker *me, const struct call *calls)
{
	note(CALLED, NULL, 0);
	return __real_worker_call(me, calls);
}

struct fixture {
	struct grove_plan *plan;
	struct team *team;
	struct session session;
};

/* Opens a session of one thread, so that all events have an order. */
static void open_fixture(
	struct fixture *f, const char *network, struct grove_problem problem, enum data_state data)
{
	struct run_options options = { .threads = 1 };
	struct network net;

	problem.type = GROVE_U8;
	MUST(network_open(&net, network) || grove_plan_make(&f->plan, network, &problem) ||
		session_team(&f->team, &net, &options) ||
		session_open(&f->session, f->team,
			&(struct session_work){ f->plan, problem.bytes, data }));
	seen.count = 0;
}

static void close_fixture(struct fixture *f)
{
	session_close(&f->session);
	assert_int_equal(team_close(f->team), 0);
	grove_plan_free(f->plan);
}

static void time_and_check(struct fixture *f, size_t count)
{
	struct wrong wrong;
	double sample[4];

	assert_int_equal(session_time(&f->session, count, sample), 0);
	assert_int_equal(session_check(&f->session, &wrong), 0);
	assert_false(wrong.found);
}

static int times(enum event event, const void *at, size_t bytes)
{
	int count = 0;

	for (int k = 0; k < seen.count; k++)
		count += seen.log[k].event == event && seen.log[k].at == at &&
			 seen.log[k].bytes == bytes;
	return count;
}

static int index_of(enum event event, const void *at)
{
	for (int k = 0; k < seen.count; k++)
		if (seen.log[k].event == event && seen.log[k].at == at)
			return k;
	return -1;
}

TEST("fresh rewrites inputs and reads outputs")
{
	struct grove_problem problem = { .collective = "allgather", .bytes = 1000 };
	struct fixture f;

	open_fixture(&f, "gh:3", problem, DATA_FRESH);
	time_and_check(&f, 2);
	for (int v = 0; v < 3; v++) {
		const struct pattern_buffers *buffers = &f.session.buffers.node[v];

		assert_int_equal(times(REWRITTEN, buffers->in, 1000), 2);
		assert_int_equal(times(READ, buffers->out, 3000), 2);
		assert_true(index_of(REWRITTEN, buffers->in) < index_of(CALLED, NULL));
	}
	assert_int_equal(seen.count, 2 * (2 * 3 + 1));
	close_fixture(&f);
}

TEST("a collective that begins in the output has its input there")
{
	struct grove_problem problem = { .collective = "broadcast", .root = 2, .bytes = 100 };
	struct fixture f;

	open_fixture(&f, "gh:3", problem, DATA_FRESH);
	time_and_check(&f, 1);
	for (int v = 0; v < 3; v++)
		assert_int_equal(
			times(v == 2 ? REWRITTEN : READ, f.session.buffers.node[v].out, 100), 1);
	assert_int_equal(seen.count, 3 + 1);
	close_fixture(&f);
}

TEST("resident touches nothing")
{
	struct grove_problem problem = { .collective = "allreduce", .bytes = 1000 };
	struct fixture f;

	open_fixture(&f, "gh:3", problem, DATA_RESIDENT);
	time_and_check(&f, 3);
	assert_int_equal(seen.count, 3);
	close_fixture(&f);
}

static bool has_scratch(struct fixture *f, int v)
{
	struct node *node = &f->team->node[v];

	return node->scratch && times(FLUSHED, node->space[SCRATCH], node->scratch);
}

TEST("cold flushes inputs outputs and scratch")
{
	struct grove_problem problem = {
		.collective = "reduce", .algorithm = "sbt", .bytes = 5000
	};
	int scratch = 0;
	struct fixture f;

	if (lines_flushing() == FLUSHING_NONE)
		skip();
	open_fixture(&f, "cube:2", problem, DATA_COLD);
	time_and_check(&f, 2);
	for (int v = 0; v < 4; v++) {
		assert_int_equal(times(FLUSHED, f.session.buffers.node[v].in, 5000), 2);
		scratch += has_scratch(&f, v);
	}
	assert_int_equal(times(FLUSHED, f.session.buffers.node[0].out, 5000), 2);
	assert_true(scratch > 0);
	close_fixture(&f);
}

/* ---- Lines ---- */

enum {
	BYTES = 1 << 16,
	TRIES = 20
};

static double seconds_to_read(unsigned char *memory, bool flushed)
{
	double least = 1, begin;

	for (int k = 0; k < TRIES; k++) {
		lines_rewrite(memory, BYTES);
		if (flushed)
			lines_flush(lines_flushing(), memory, BYTES);
		begin = monotonic_seconds();
		lines_read(memory, BYTES);
		begin = monotonic_seconds() - begin;
		least = begin < least ? begin : least;
	}
	return least;
}

TEST("lines that were flushed are in no cache")
{
	FREED unsigned char *memory = aligned_alloc(4096, BYTES);

	if (lines_flushing() == FLUSHING_NONE || SANITIZED) {
		free(memory);
		skip();
	}
	memset(memory, 7, BYTES);
	assert_true(seconds_to_read(memory, true) > 2 * seconds_to_read(memory, false));
}

TEST("touching lines changes no byte")
{
	unsigned char memory[1000], before[1000];

	for (int k = 0; k < 1000; k++)
		memory[k] = before[k] = (unsigned char)(k * 37);
	for (size_t begin = 0; begin < 70; begin++) {
		lines_rewrite(memory + begin, 900);
		lines_read(memory + begin, begin);
		if (lines_flushing() != FLUSHING_NONE)
			lines_flush(lines_flushing(), memory + begin, 900 - begin);
	}
	assert_memory_equal(memory, before, 1000);
}
