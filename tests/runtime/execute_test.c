/* Tests of execution: programs by hand, on any number of threads, and what goes wrong in them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include "base/monotonic.h"
#include "runtime/node/port.h"
#include "runtime/team/team.h"
#include "tests/test.h"
#include "tests/program_help.h"
#include "tests/sanitized.h"

ENDS(team, assert_int_equal(team_close(*ended), 0))

enum {
	DIMENSIONS = 4,
	NODES = 1 << DIMENSIONS,
	ROUNDS = 4
};

/* The linker calls this instead of the real one (--wrap). */
enum {
	NO_MEMORY = 123456789
};
int __real_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **, size_t, size_t);

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
	return size == NO_MEMORY ? ENOMEM : __real_posix_memalign(memory, alignment, size);
}

static struct team *open_team(const char *name, int threads)
{
	struct team_options options = { .threads = threads, .timeout = 0.5 };
	struct team *team = NULL;

	assert_int_equal(network_open(&options.net, name), 0);
	MUST(team_open(&team, &options));
	return team;
}

/* One collective for all nodes: programs, buffers, and the calls that carry them out. */
struct act {
	struct team *team;
	int nodes;
	struct program program[NODES];
	unsigned char *in[NODES], *out[NODES];
	struct folding folding;
	struct call call[NODES];
	int error[NODES];
	char line[NODES][512];
};

static void act_open(struct act *act, struct team *team, const char *name, size_t bytes)
{
	act->team = team;
	act->nodes = team->net.nodes;
	assert_int_equal(folding_resolve(&act->folding, GROVE_U8, GROVE_SUM), 0);
	for (int v = 0; v < act->nodes; v++) {
		act->in[v] = malloc(bytes + 1);
		act->out[v] = malloc(bytes + 1);
		memset(act->in[v], v + 1, bytes + 1);
		memset(act->out[v], 0xee, bytes + 1);
		act->call[v] = (struct call){ .program = &act->program[v],
			.input = act->in[v],
			.output = act->out[v],
			.folding = &act->folding,
			.fingerprint = 77,
			.name = name,
			.bytes = bytes,
			.root = -1 };
	}
}

static void act_close(struct act *act)
{
	for (int v = 0; v < act->nodes; v++) {
		program_clear(&act->program[v]);
		free(act->in[v]);
		free(act->out[v]);
	}
}

static void note(struct act *act, int v, int error)
{
	act->error[v] = error;
	snprintf(act->line[v], sizeof act->line[v], "%s", error ? why_text() : "");
}

/* Folded, or, with one node for each thread, as that node alone would call it. */
static int phased(struct worker *me, void *argument)
{
	struct act *act = argument;
	int first = me->first, error = worker_call(me, &act->call[first]);

	for (int n = 0; n < me->nodes; n++)
		note(act, first + n, error);
	return error;
}

static int single(struct worker *me, void *argument)
{
	struct act *act = argument;
	int v = me->first;
	struct node *node = &act->team->node[v];
	int error = node_may_block(node);

	note(act, v, error ? error : node_call(node, &act->call[v]));
	return act->error[v];
}

struct guest {
	struct act *act;
	int node;
	pthread_barrier_t *meet; /* one that came late would be missing for the others */
};

static void *guest_main(void *argument)
{
	struct guest *guest = argument;
	struct node *me;
	int error = team_attach(guest->act->team, guest->node, &me);

	pthread_barrier_wait(guest->meet);
	if (!error)
		error = node_may_block(me);
	for (int round = 0; round < ROUNDS && !error; round++)
		error = node_call(me, &guest->act->call[guest->node]);
	note(guest->act, guest->node, error);
	node_detach(me);
	return NULL;
}

static void run_guests(struct act *act)
{
	pthread_t thread[NODES];
	struct guest guest[NODES];
	pthread_barrier_t meet;

	assert_int_equal(pthread_barrier_init(&meet, NULL, (unsigned)act->nodes), 0);
	for (int v = 0; v < act->nodes; v++) {
		guest[v] = (struct guest){ act, v, &meet };
		assert_int_equal(pthread_create(&thread[v], NULL, guest_main, &guest[v]), 0);
	}
	for (int v = 0; v < act->nodes; v++)
		assert_int_equal(pthread_join(thread[v], NULL), 0);
	pthread_barrier_destroy(&meet);
}

static void run(struct act *act)
{
	int threads = act->team->threads;

	if (!threads) {
		run_guests(act);
		return;
	}
	for (int round = 0; round < ROUNDS; round++)
		MUST(team_dispatch(
			act->team, threads == act->nodes && round % 2 ? single : phased, act));
}

static void check_filled(const struct act *act, int v, size_t bytes, unsigned char value)
{
	assert_int_equal(act->error[v], 0);
	for (size_t i = 0; i < bytes; i++)
		if (act->out[v][i] != value)
			fail_msg("node %d of %d: byte %zu of %zu is %d, not %d", v, act->nodes, i,
				bytes, act->out[v][i], value);
	assert_int_equal(act->out[v][bytes], 0xee);
}

/* A sum over all nodes of the team. */
static void act_sum(struct act *act, struct team *team, int dimensions, size_t bytes)
{
	act_open(act, team, "allreduce", bytes);
	for (int v = 0; v < act->nodes; v++)
		program_allreduce(&act->program[v], dimensions, v, bytes);
}

/* A pair of nodes of which each begins without an instruction. */
static void act_pair(struct act *act, struct team *team, const char *name, size_t bytes)
{
	act_open(act, team, name, bytes);
	act->program[0] = act->program[1] = (struct program){ 0 };
}

static void check_broadcast(struct team *team, int dimensions, int root, size_t bytes)
{
	ENDED(act_close) struct act act;

	act_open(&act, team, "broadcast", bytes);
	memset(act.out[root], root + 9, bytes);
	for (int v = 0; v < act.nodes; v++)
		program_broadcast(&act.program[v], dimensions, v, root, bytes);
	run(&act);
	for (int v = 0; v < act.nodes; v++)
		check_filled(&act, v, bytes, (unsigned char)(root + 9));
}

static void check_allreduce(struct team *team, int dimensions, size_t bytes)
{
	ENDED(act_close) struct act act;

	act_sum(&act, team, dimensions, bytes);
	run(&act);
	for (int v = 0; v < act.nodes; v++)
		check_filled(&act, v, bytes, (unsigned char)(act.nodes * (act.nodes + 1) / 2));
}

static void check_team(const char *name, int dimensions, int threads)
{
	static const size_t sizes[] = { 0, 1, 7, 40, 41, 1000, 1024, 1025, 65537 };
	AUTO(team) team = open_team(name, threads);

	for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
		for (int root = 0; root < 1 << dimensions; root++)
			if (is_sampled())
				check_broadcast(team, dimensions, root, sizes[s]);
		check_allreduce(team, dimensions, sizes[s]);
	}
}

static void check_teams(int threads)
{
	for (int dimensions = 1; dimensions <= DIMENSIONS; dimensions++) {
		char name[32];

		snprintf(name, sizeof name, "cube:%d", dimensions);
		if (threads <= 1 << dimensions)
			check_team(name, dimensions, threads);
	}
}

TEST("programs run folded on one thread")
{
	check_teams(1);
}

TEST("programs run folded on two threads")
{
	check_teams(2);
}

TEST("programs run folded on three threads")
{
	check_teams(3);
}

TEST("programs run with a thread for each node")
{
	check_teams(0);
}

TEST("programs run on the callers own threads")
{
	check_teams(GROVE_CALLER);
}

/* Node 0 sends its input in runs of `cut` bytes, in reverse order of the runs; node 1 takes or
 * folds it into runs of `other`, also in reverse: the message is reversed by one and by the other.
 */
static uint32_t reversed_runs(struct program *program, enum space space, size_t bytes, size_t run)
{
	uint32_t first = (uint32_t)program->extents;

	for (size_t end = bytes; end; end -= end % run ? end % run : run)
		program_extent(program, space, end - (end % run ? end % run : run),
			end % run ? end % run : run);
	return first;
}

static void add_runs(struct program *program, enum action action, int peer, size_t bytes,
	size_t run, enum space space)
{
	uint32_t first = reversed_runs(program, space, bytes, run);
	uint32_t count = (uint32_t)program->extents - first;
	uint32_t left = action == FOLD_PACKET ? reversed_runs(program, INPUT, bytes, run) : first;
	struct instruction *i = program_add(program, action, 0, (uint32_t)peer);

	i->extents = first;
	i->left = left;
	i->count = count;
	i->bytes = bytes;
}

static void check_cuts(enum action action, size_t bytes, size_t run, size_t other)
{
	AUTO(team) team = open_team("cube:1", 2);
	ENDED(act_close) struct act act;

	act_pair(&act, team, "cuts", bytes);
	for (size_t i = 0; i < bytes; i++) {
		act.in[0][i] = (unsigned char)(i * 7);
		act.in[1][i] = (unsigned char)(i * 31);
	}
	add_runs(&act.program[0], SEND_PACKET, 1, bytes, run, INPUT);
	if (bytes > team_inline_bytes(team))
		program_await(&act.program[0], 0, 1, 1);
	add_runs(&act.program[1], action, 0, bytes, other, OUTPUT);
	assert_int_equal(team_dispatch(team, phased, &act), 0);
	for (size_t k = 0; k < bytes && action != DROP_PACKET; k++) {
		size_t whole = bytes / run * run, from, to;

		/* The k-th byte of the packet, by the cuts of either side. */
		from = k < bytes - whole ? whole + k
					 : whole - run * ((k - (bytes - whole)) / run + 1) +
						   (k - (bytes - whole)) % run;
		whole = bytes / other * other;
		to = k < bytes - whole ? whole + k
				       : whole - other * ((k - (bytes - whole)) / other + 1) +
						 (k - (bytes - whole)) % other;
		assert_int_equal(act.out[1][to],
			(unsigned char)(act.in[0][from] +
					(action == FOLD_PACKET ? act.in[1][to] : 0)));
	}
	for (size_t k = 0; k < bytes && action == DROP_PACKET; k++)
		assert_int_equal(act.out[1][k], 0xee);
}

TEST("sender and receiver may cut a packet differently")
{
	static const size_t cuts[] = { 1, 2, 3, 5, 8, 40, 100 };

	for (size_t i = 0; i < 49; i++)
		for (size_t bytes = 13; bytes < 3500; bytes = bytes * 3 + 1) {
			if (!is_sampled())
				continue;
			check_cuts(TAKE_PACKET, bytes, cuts[i / 7], cuts[i % 7]);
			check_cuts(FOLD_PACKET, bytes, cuts[i / 7], cuts[i % 7]);
		}
}

TEST("dropped packets are received and forgotten")
{
	check_cuts(DROP_PACKET, 13, 13, 13);
	check_cuts(DROP_PACKET, 130, 130, 130);
	check_cuts(DROP_PACKET, 130, 7, 3);
	check_cuts(DROP_PACKET, 1300, 7, 30);
}

/* More packets than a ring has room for, also of one byte, 40 to a slot: the sender must wait for
 * room, on one thread too. */
static void check_stream(int threads, size_t bytes)
{
	enum {
		PACKETS = 3000
	};
	AUTO(team) team = open_team("cube:1", threads);
	ENDED(act_close) struct act act;

	act_pair(&act, team, "stream", bytes);
	memset(act.out[1], 0, bytes);
	for (int k = 0; k < PACKETS; k++) {
		program_whole(&act.program[0], SEND_PACKET, 0, 1, INPUT, bytes);
		program_whole(&act.program[1], FOLD_PACKET, 0, 0, OUTPUT, bytes);
	}
	program_await(&act.program[0], 0, 1, PACKETS);
	assert_int_equal(team_dispatch(team, phased, &act), 0);
	check_filled(&act, 1, bytes, (unsigned char)PACKETS);
}

TEST("a sender waits for room in the ring")
{
	for (int threads = 1; threads <= 2; threads++) {
		check_stream(threads, 1);
		check_stream(threads, 1000);
	}
}

/* A broadcast on cube:1 with one more change by the caller, run to its failure. The team heals, so
 * the same job fails a second time as it failed the first time. */
static void fail_pair(struct act *act, struct team *team, worker_body *body, int error)
{
	for (int i = 0; i < 2; i++) {
		double before = monotonic_seconds();

		assert_int_equal(team_dispatch(team, body, act), error);
		assert_true(monotonic_seconds() - before < 3);
	}
	assert_int_equal(team_close(team), 0);
}

static void check_difference(int threads, size_t bytes, const struct call *change, const char *line)
{
	struct team *team = open_team("cube:1", threads);
	ENDED(act_close) struct act act;

	act_sum(&act, team, 1, bytes);
	act.call[1].fingerprint = 78;
	act.call[1].name = change->name;
	act.call[1].bytes = change->bytes;
	act.call[1].root = change->root;
	fail_pair(&act, team, phased, -EINVAL);
	/* Not a byte was copied. */
	assert_memory_equal(act.out[0], act.in[0], bytes);
	assert_memory_equal(act.out[1], act.in[1], bytes);
	if (!strstr(act.line[0], line))
		fail_msg("'%s' is not in '%s'", line, act.line[0]);
}

TEST("differing arguments are found before a byte is copied")
{
	for (int threads = 1; threads <= 2; threads++) {
		check_difference(threads, 64,
			&(struct call){ .name = "broadcast", .bytes = 128, .root = 3 },
			"node 1 calls broadcast #1 of 128 bytes from root 3");
		check_difference(threads, 64,
			&(struct call){ .name = "allreduce", .bytes = 128, .root = -1 },
			"node 0 calls allreduce #1 of 64 bytes");
		check_difference(threads, 8,
			&(struct call){ .name = "allreduce", .bytes = 8, .root = -1 },
			"node 0 calls allreduce #1 of 8 bytes by plan 0000004d, by copy, "
			"node 1 calls allreduce #1 of 8 bytes by plan 0000004e");
	}
}

/* Node 1 does one operation more than node 0, without a packet: its third meets node 0's second. */
static int once_more(struct worker *me, void *argument)
{
	struct act *act = argument;
	const struct program nothing = { 0 };
	int v = me->first, error = 0;

	for (int round = 0; round < 3 && !error; round++) {
		struct call call = act->call[v];

		if (v == 0 && round == 1)
			continue;
		if (round == 1)
			call.program = &nothing;
		error = node_call(&act->team->node[v], &call);
	}
	return error;
}

TEST("an operation too many is found by its number")
{
	struct team *team = open_team("cube:1", 2);
	ENDED(act_close) struct act act;

	act_open(&act, team, "broadcast", 8);
	program_broadcast(&act.program[0], 1, 0, 0, 8);
	program_broadcast(&act.program[1], 1, 1, 0, 8);
	assert_int_equal(team_dispatch(team, once_more, &act), -EINVAL);
	assert_string_equal(why_text(), "node 0 calls broadcast #2 of 8 bytes, "
					"node 1 calls broadcast #3 of 8 bytes");
	fail_pair(&act, team, once_more, -EINVAL);
}

/* Body returns at once on node 1; the other waits. */
static int node_0_alone(struct worker *me, void *argument)
{
	struct act *act = argument;
	int error = 0;

	for (int round = 0; round < 3 && !error; round++)
		if (me->first == 0 || round < 2)
			error = node_call(&act->team->node[me->first], &act->call[me->first]);
	if (me->first == 0)
		note(act, 0, error);
	return error;
}

TEST("a node that never comes is named")
{
	struct team *team = open_team("cube:1", 2);
	ENDED(act_close) struct act act;

	act_sum(&act, team, 1, 64);
	assert_int_equal(team_dispatch(team, node_0_alone, &act), -ECANCELED);
	assert_string_equal(why_text(),
		"allreduce #3: node 0 waits for packet 0 from node 1 on port 0; "
		"node 1 has returned");
	assert_string_equal(act.line[0], why_text());
	fail_pair(&act, team, node_0_alone, -ECANCELED);
}

/* On cube:2, node 3 never comes: node 2 or 1 waits for it, and nodes behind wait for them. */
static int all_but_3(struct worker *me, void *argument)
{
	return me->first == 3 ? 0 : single(me, argument);
}

TEST("a stall is traced to its end")
{
	AUTO(team) team = open_team("cube:2", GROVE_NODES);
	ENDED(act_close) struct act act;

	act_sum(&act, team, 2, 8);
	REFUSES(team_dispatch(team, all_but_3, &act), ECANCELED, "from node 3 on port");
	assert_non_null(strstr(why_text(), "; node 3 has returned"));
	for (int v = 0; v < 3; v++) {
		assert_int_equal(act.error[v], -ECANCELED);
		assert_string_equal(act.line[v], act.line[0]);
	}
}

TEST("a cycle of waiting nodes is described")
{
	AUTO(team) team = open_team("cube:1", 1);
	ENDED(act_close) struct act act;

	act_open(&act, team, "knot", 8);
	for (int v = 0; v < 2; v++) {
		act.program[v] = (struct program){ 0 };
		program_whole(&act.program[v], TAKE_PACKET, 0, v ^ 1, OUTPUT, 8);
		program_whole(&act.program[v], SEND_PACKET, 0, v ^ 1, INPUT, 8);
	}
	REFUSES(team_dispatch(team, phased, &act), ETIMEDOUT,
		"waits for packet 0 from node 0 on port 0");
	assert_non_null(strstr(why_text(), "waits for packet 0 from node 1 on port 0"));
}

TEST("a full ring is described")
{
	AUTO(team) team = open_team("cube:1", 2);
	ENDED(act_close) struct act act;

	act_pair(&act, team, "flood", 8);
	for (int k = 0; k < 400; k++)
		program_whole(&act.program[0], SEND_PACKET, 0, 1, INPUT, 8);
	assert_int_equal(team_dispatch(team, phased, &act), -ECANCELED);
	/* A ring of 64 slots, each of which has five packets. */
	assert_string_equal(why_text(),
		"flood #1: node 0 waits for room for packet 320 to node 1 on port 0; "
		"node 1 has returned");
}

TEST("a missing return is described")
{
	AUTO(team) team = open_team("cube:1", 2);
	ENDED(act_close) struct act act;

	act_pair(&act, team, "loan", 80);
	program_whole(&act.program[0], SEND_PACKET, 0, 1, INPUT, 80);
	program_await(&act.program[0], 0, 1, 1);
	assert_int_equal(team_dispatch(team, phased, &act), -ECANCELED);
	assert_string_equal(why_text(),
		"loan #1: node 0 waits for the return of packet 0 from node 1 on port 0; "
		"node 1 has returned");
}

/* Each of the two lends what nobody takes: no packet meets a receiver that could compare. */
TEST("two roots are found while they wait")
{
	for (int threads = 1; threads <= 2; threads++) {
		struct team *team = open_team("cube:1", threads);
		ENDED(act_close) struct act act;

		act_open(&act, team, "broadcast", 64);
		for (int v = 0; v < 2; v++) {
			program_broadcast(&act.program[v], 1, v, v, 64);
			act.call[v].root = v;
			act.call[v].fingerprint = (uint64_t)v;
		}
		assert_int_equal(team_dispatch(team, phased, &act), -EINVAL);
		assert_string_equal(why_text(),
			"node 0 calls broadcast #1 of 64 bytes from root 0, "
			"node 1 calls broadcast #1 of 64 bytes from root 1");
		fail_pair(&act, team, phased, -EINVAL);
	}
}

TEST("no memory for scratch fails the operation")
{
	struct team *team = open_team("cube:1", 2);
	ENDED(act_close) struct act act;

	act_sum(&act, team, 1, 64);
	act.program[1].scratch = NO_MEMORY;
	fail_pair(&act, team, phased, -ENOMEM);
}
