/* Mistakes: every public function, called wrongly in each way that can be told, says what is wrong,
 * and sets what it should have filled to nothing; called rightly it leaves no line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/teams.h"
#include "grove_measure.h"

/* One node, of this thread, so that verbs can be called here; and a team with threads of its own.
 */
static struct grove_team *own, *team;
static struct grove_node *me;
static struct grove_plan *exchange, *broadcast, *turning;

static double in[64], out[64];
static const struct grove_buffers buffers[2] = { { in, out }, { in + 32, out + 32 } };
static const int swap[2] = { 1, 0 }, twice[2] = { 1, 1 }, alone[1] = { 0 };
static const struct grove_fold hollow = { NULL, NULL, "hollow" };

#define PLACE ((void *)(uintptr_t)GROVE_IN_PLACE)
#define OPTIONS(...) (&(struct grove_team_options){ __VA_ARGS__ })
#define PROBLEM(...) (&(struct grove_problem){ __VA_ARGS__ })
#define MATRIX(...) (&(struct grove_matrix){ __VA_ARGS__ })

static int nothing(struct grove_node *node, void *argument)
{
	return 0;
}

BEFORE_TESTS
{
	own = OPEN_TEAM(.network = "cube:0", .threads = GROVE_CALLER);
	MUST(grove_attach(own, 0, &me));
	team = OPEN_TEAM(.network = "gh:2");
	exchange = PLAN_OF("gh:2", .collective = "alltoall");
	broadcast = PLAN_OF("cube:0", .collective = "broadcast");
	turning = PLAN_OF("gh:2", .collective = "alltoall",
		.matrix = MATRIX(.rows = 4, .columns = 4, .item = 8));
}

AFTER_TESTS
{
	grove_plan_free(exchange);
	grove_plan_free(broadcast);
	grove_plan_free(turning);
	assert_int_equal(grove_detach(me) || grove_team_free(own) || grove_team_free(team), 0);
}

/* ---- One call ---- */

/* What calls write: it holds other bytes before each. */
static union {
	struct grove_team *team;
	struct grove_node *node;
	struct grove_plan *plan;
	struct grove_pace pace;
	struct grove_figures figures;
	double number;
	unsigned char byte[sizeof(struct grove_figures)];
} got;

static char called[4096] = " "; /* the names of functions, between blanks */

/* Before a call an earlier one failed. */
static void begin(void)
{
	struct grove_pace pace;

	grove_machine(&pace, "stale");
	memset(&got, 0x5a, sizeof got);
}

static void note(const char *call)
{
	char name[64];

	snprintf(name, sizeof name, " %.*s ", (int)strcspn(call, "("), call);
	if (!strstr(called, name))
		strcat(called, name + 1);
}

static void check(const char *call, int result, int expected, const char *line)
{
	note(call);
	if (result != expected || !strstr(grove_why(), line) || strstr(grove_why(), "stale"))
		fail_msg("%s: %d, '%s'", call, result, grove_why());
	if (!expected && *grove_why())
		fail_msg("%s: a line without a mistake: '%s'", call, grove_why());
}

/* A call that is refused, and one that succeeds. */
#define REFUSED(call, error, line) (begin(), check(#call, call, -(error), line))
#define WRONG(call, line) REFUSED(call, EINVAL, line)
#define NOWHERE(call, line) (begin(), check(#call, (call) ? 0 : -EINVAL, -EINVAL, line))
#define RIGHT(call) (begin(), check(#call, call, 0, ""))

/* The first bytes of what the call should have filled are 0. */
#define EMPTIES(call, bytes)                                                                       \
	do {                                                                                       \
		static const unsigned char none[sizeof got];                                       \
		begin();                                                                           \
		assert_int_not_equal(call, 0);                                                     \
		if (memcmp(got.byte, none, bytes))                                                 \
			fail_msg("%s: what it should have filled is left as it was", #call);       \
	} while (0)

/* ---- All of them ---- */

TEST("bad arguments of teams are refused")
{
	struct grove_team *opened;

	WRONG(grove_team_open(NULL, OPTIONS(.network = "cube:1")), "NULL");
	WRONG(grove_team_open(&got.team, NULL), "NULL");
	WRONG(grove_team_open(&got.team, OPTIONS(.threads = 1)), "NULL");
	WRONG(grove_team_open(&got.team, OPTIONS(.network = "loop:8")), "loop");
	WRONG(grove_team_open(&got.team, OPTIONS(.network = "gh:2", .threads = 3)), "3 threads");
	WRONG(grove_team_open(&got.team, OPTIONS(.network = "gh:2", .wait = "idle")), "idle");
	WRONG(grove_team_open(&got.team, OPTIONS(.network = "gh:2", .pin = "x")), "'x'");
	WRONG(grove_team_open(&got.team, OPTIONS(.network = "gh:2", .timeout = -1)), "timeout");
	WRONG(grove_team_open(&got.team, OPTIONS(.network = "gh:2", .timeout = NAN)), "timeout");
	WRONG(grove_team_open(
		      &got.team, OPTIONS(.network = "gh:2", .pace = &(struct grove_pace){ -1, 0 })),
		"-1 s");
	WRONG(grove_team_open(&got.team, OPTIONS(.network = "cube:2", .threads = 5)), "5 threads");
	assert_true(grove_team_open(&got.team, OPTIONS(.network = "cube:26")) < 0);
	assert_non_null(strstr(grove_why(), "cube:"));
	RIGHT(grove_team_open(&opened, OPTIONS(.network = "gh:2")));
	RIGHT(grove_team_free(opened));
	RIGHT(grove_team_free(NULL));
	REFUSED(grove_team_free(own), EBUSY, "node 0");
	WRONG(grove_team_nodes(NULL), "NULL");
	WRONG(grove_team_threads(NULL), "NULL");
	WRONG(grove_team_pinned(NULL, 0), "NULL");
	WRONG(grove_team_lateness(NULL, &got.number), "NULL");
	WRONG(grove_team_lateness(team, NULL), "NULL");
	WRONG(grove_team_lateness(team, &got.number), "pace");
	WRONG(grove_team_run(NULL, nothing, NULL), "NULL");
	WRONG(grove_team_run(team, NULL, NULL), "NULL");
	WRONG(grove_team_run(own, nothing, NULL), "thread");
	RIGHT(grove_team_run(team, nothing, NULL));
	WRONG(grove_team_phase(NULL, nothing, NULL), "NULL");
	WRONG(grove_team_phase(team, NULL, NULL), "NULL");
	RIGHT(grove_team_phase(team, nothing, NULL));
	WRONG(grove_machine(NULL, "ipsc"), "NULL");
	WRONG(grove_machine(&got.pace, NULL), "NULL");
	WRONG(grove_machine(&got.pace, "abacus"), "abacus");
	RIGHT(grove_machine(&got.pace, "ipsc"));
}

TEST("bad arguments of nodes are refused")
{
	WRONG(grove_attach(NULL, 0, &got.node), "NULL");
	WRONG(grove_attach(own, 0, NULL), "NULL");
	REFUSED(grove_attach(own, 0, &got.node), EBUSY, "node 0");
	WRONG(grove_attach(own, 1, &got.node), "node 1");
	WRONG(grove_attach(team, 0, &got.node), "threads of its own");
	RIGHT(grove_detach(me));
	RIGHT(grove_attach(own, 0, &me));
	WRONG(grove_detach(NULL), "NULL");
	WRONG(grove_leave(NULL), "NULL");
	WRONG(grove_leave(me), "of no sub-team");
	WRONG(grove_node_number(NULL), "NULL");
	NOWHERE(grove_node_team(NULL), "NULL");
}

TEST("bad arguments of verbs that move blocks are refused")
{
	WRONG(grove_broadcast(NULL, out, 8, 0), "NULL");
	WRONG(grove_broadcast(me, NULL, 8, 0), "NULL");
	WRONG(grove_broadcast(me, PLACE, 8, 0), "GROVE_IN_PLACE");
	WRONG(grove_broadcast(me, out, 8, 1), "root 1: the team has nodes 0 to 0");
	WRONG(grove_broadcast(me, out, SIZE_MAX, 0), "larger than memory");
	WRONG(grove_broadcast(me, out, SIZE_MAX / 2, 0), "larger than memory");
	RIGHT(grove_broadcast(me, NULL, 0, 0));
	RIGHT(grove_broadcast(me, out, 8, 0));
	WRONG(grove_scatter(NULL, in, out, 8, 0), "NULL");
	WRONG(grove_scatter(me, NULL, out, 8, 0), "NULL");
	WRONG(grove_scatter(me, in, NULL, 8, 0), "NULL");
	RIGHT(grove_scatter(me, in, PLACE, 8, 0));
	WRONG(grove_scatter(me, GROVE_IN_PLACE, out, 8, 0), "GROVE_IN_PLACE");
	WRONG(grove_scatter(me, in, out, SIZE_MAX, 0), "larger than memory");
	RIGHT(grove_scatter(me, in, out, 8, 0));
	WRONG(grove_gather(NULL, in, out, 8, 0), "NULL");
	WRONG(grove_gather(me, NULL, out, 8, 0), "NULL");
	WRONG(grove_gather(me, in, NULL, 8, 0), "NULL");
	WRONG(grove_gather(me, in, out, 8, 7), "root 7");
	WRONG(grove_gather(me, in, PLACE, 8, 0), "GROVE_IN_PLACE");
	WRONG(grove_gather(me, in, out, SIZE_MAX, 0), "larger than memory");
	RIGHT(grove_gather(me, in, out, 8, 0));
	WRONG(grove_allgather(NULL, in, out, 8), "NULL");
	WRONG(grove_allgather(me, NULL, out, 8), "NULL");
	WRONG(grove_allgather(me, in, NULL, 8), "NULL");
	WRONG(grove_allgather(me, in, (char *)in + 4, 8), "overlap");
	WRONG(grove_allgather(me, in, PLACE, 8), "GROVE_IN_PLACE");
	WRONG(grove_allgather(me, in, out, SIZE_MAX - 8), "larger than memory");
	RIGHT(grove_allgather(me, in, out, 8));
	WRONG(grove_alltoall(NULL, in, out, 8), "NULL");
	WRONG(grove_alltoall(me, NULL, out, 8), "NULL");
	WRONG(grove_alltoall(me, in, NULL, 8), "NULL");
	WRONG(grove_alltoall(me, in, PLACE, 8), "GROVE_IN_PLACE");
	RIGHT(grove_alltoall(me, GROVE_IN_PLACE, out, 8));
	WRONG(grove_permute(me, GROVE_IN_PLACE, out, 8, alone), "GROVE_IN_PLACE");
	WRONG(grove_alltoall(me, in, out, SIZE_MAX), "larger than memory");
	RIGHT(grove_alltoall(me, in, out, 8));
	WRONG(grove_permute(NULL, in, out, 8, alone), "NULL");
	WRONG(grove_permute(me, NULL, out, 8, alone), "NULL");
	WRONG(grove_permute(me, in, NULL, 8, alone), "NULL");
	WRONG(grove_permute(me, in, PLACE, 8, alone), "GROVE_IN_PLACE");
	WRONG(grove_permute(me, in, out, 8, NULL), "permutation is NULL");
	WRONG(grove_permute(me, in, out, 8, swap), "permute: not a permutation");
	WRONG(grove_permute(me, in, out, SIZE_MAX, alone), "larger than memory");
	RIGHT(grove_permute(me, in, out, 8, alone));
	WRONG(grove_barrier(NULL), "NULL");
	RIGHT(grove_barrier(me));
}

TEST("bad arguments of messages are refused")
{
	const struct grove_neighbour self = { 0, in, 8, out, 8 }, absent = { 1, in, 8, out, 8 },
				     none = { -3, in, 8, out, 8 }, nowhere = { 0, NULL, 8, out, 8 };
	const struct grove_subarray four = { 0, 8, 4, 16, 0, 0 }, wrong = { 0, 8, 4, 4, 0, 0 };
	const struct grove_neighbour column = { 0, in, 0, out, 0, &four, &four },
				     half = { 0, in, 32, out, 0, NULL, &four },
				     both = { 0, in, 32, out, 0, &four, &four },
				     overlapping = { 0, in, 0, out, 0, &wrong, &four };
	struct grove_message message;

	WRONG(grove_send(NULL, in, 8, 0, 0), "NULL");
	WRONG(grove_send(me, NULL, 8, GROVE_ANY, 0), "node -1");
	WRONG(grove_send(me, in, 8, 1, 0), "node 1");
	WRONG(grove_send(me, in, SIZE_MAX, 0, 0), "larger than memory");
	WRONG(grove_send(me, in, 8, 0, -1), "tag -1");
	REFUSED(grove_send(me, in, 8, 0, 0), EDEADLK, "would wait for itself");
	REFUSED(grove_recv(me, out, 8, 0, 0, NULL), EDEADLK, "would wait for itself");
	RIGHT(grove_send(me, in, 8, GROVE_NOBODY, 0));
	WRONG(grove_recv(NULL, out, 8, 0, 0, &message), "NULL");
	WRONG(grove_recv(me, NULL, 8, 0, 0, NULL), "NULL");
	WRONG(grove_recv(me, PLACE, 8, 0, 0, NULL), "GROVE_IN_PLACE");
	WRONG(grove_recv(me, out, 8, 0, -7, NULL), "tag -7");
	WRONG(grove_recv(me, out, SIZE_MAX, 0, 0, NULL), "larger than memory");
	RIGHT(grove_recv(me, out, 8, GROVE_NOBODY, 0, &message));
	WRONG(grove_sendrecv(NULL, in, 8, 0, out, 8, 0, 0, NULL), "NULL");
	WRONG(grove_sendrecv(me, in, 8, 0, out, 8, 3, 0, NULL), "node 3");
	WRONG(grove_sendrecv(me, in, 8, 0, out, 8, 0, GROVE_ANY, NULL), "tag -1");
	RIGHT(grove_sendrecv(me, in, 8, 0, out, 8, 0, 0, &message));
	assert_int_equal(message.bytes, 8);
	WRONG(grove_exchange(NULL, &self, 1), "NULL");
	WRONG(grove_exchange(me, NULL, 1), "NULL");
	WRONG(grove_exchange(me, &self, -1), "negative");
	WRONG(grove_exchange(me, &absent, 1), "node 1: the team has nodes 0 to 0");
	WRONG(grove_exchange(me, &none, 1), "node -3");
	WRONG(grove_exchange(me, &nowhere, 1), "NULL");
	RIGHT(grove_exchange(me, &self, 1));
	WRONG(grove_exchange(me, &overlapping, 1), "overlap at a stride of 4");
	WRONG(grove_exchange(me, &both, 1), "the bytes beside it are 0, got 32");
	RIGHT(grove_exchange(me, &column, 1));
	RIGHT(grove_exchange(me, &half, 1));
}

static const size_t eight[2] = { 8, 8 }, huge[2] = { SIZE_MAX, 8 };
static const struct grove_blocks blocks[2] = { { eight, NULL, eight, NULL },
	{ eight, NULL, eight, NULL } };

/* No request begins. */
#define STARTS(line, ...)                                                                          \
	do {                                                                                       \
		request = (void *)&request;                                                        \
		WRONG(grove_start(me, &(struct grove_operation){ __VA_ARGS__ }, &request), line);  \
		assert_null(request);                                                              \
	} while (0)

TEST("bad arguments of requests are refused")
{
	const struct grove_operation barrier = { .verb = "barrier" }, wrong = { .verb = "wait" };
	struct grove_request *request, *begun;
	int done, index;

	WRONG(grove_start(NULL, &barrier, &request), "NULL");
	WRONG(grove_start(me, NULL, &request), "NULL");
	WRONG(grove_start(me, &barrier, NULL), "NULL");
	WRONG(grove_start(me, &wrong, &request), "no verb 'wait'");
	WRONG(grove_call(NULL, &barrier), "NULL");
	WRONG(grove_call(me, NULL), "NULL");
	WRONG(grove_call(me, &wrong), "no verb 'wait'");
	RIGHT(grove_call(me, &barrier));
	WRONG(grove_prepare(NULL, &barrier, &request), "NULL");
	WRONG(grove_prepare(me, NULL, &request), "NULL");
	WRONG(grove_prepare(me, &wrong, &request), "no verb 'wait'");
	assert_null(request);
	WRONG(grove_request_start(NULL), "NULL");
	WRONG(grove_wait(NULL), "NULL");
	RIGHT(grove_wait(&request));
	WRONG(grove_test(NULL, &done), "NULL");
	WRONG(grove_test(&request, NULL), "`done` is NULL");
	RIGHT(grove_test(&request, &done));
	assert_int_equal(done, 1);
	WRONG(grove_wait_all(NULL, 1), "NULL");
	WRONG(grove_wait_all(&request, -1), "negative");
	RIGHT(grove_wait_all(NULL, 0));
	WRONG(grove_wait_any(&request, 1, NULL), "index");
	STARTS("neither a verb nor a plan", .in = in);
	STARTS("there is no verb 'allsum'; there are broadcast", .verb = "allsum");
	STARTS("root 1: the team has nodes 0 to 0", .verb = "gather", .root = 1);
	STARTS("root 1: the team has nodes 0 to 0", .verb = "gather", .root = 1, .blocks = blocks);
	STARTS("there is no type 1000", .verb = "scan", .type = 1000);
	STARTS("the input is NULL", .verb = "allgather", .out = out, .count = 8);
	STARTS("overlap", .verb = "alltoall", .in = in, .out = in, .count = 8);
	STARTS("the permutation is NULL", .verb = "permute", .in = in, .out = out);
	STARTS("blocks have sizes of their own in", .verb = "scan", .blocks = blocks);
	STARTS("a message has no blocks", .verb = "send", .blocks = blocks);
	STARTS("the team has nodes 0 to 0", .verb = "send", .node = 2);
	STARTS("GROVE_IN_PLACE", .verb = "send", .in = GROVE_IN_PLACE, .count = 1);
	STARTS("a tag is 0 or more", .verb = "send", .tag = -1);
	STARTS("a size of 9 bytes", .size = 9, .verb = "barrier");
	WRONG(grove_wait_any(NULL, 1, &index), "NULL");
	RIGHT(grove_wait_any(&request, 1, &index));
	assert_int_equal(index, -1);
	RIGHT(grove_prepare(me, &barrier, &request));
	RIGHT(grove_request_start(request));
	REFUSED(grove_request_start(request), EBUSY, "started already");
	REFUSED(grove_request_free(request), EBUSY, "not waited for");
	REFUSED(grove_detach(me), EBUSY, "has not waited for 1 of the calls");
	RIGHT(grove_start(me, &barrier, &begun));
	RIGHT(grove_wait(&begun));
	assert_null(begun);
	RIGHT(grove_wait(&request));
	assert_non_null(request);
	RIGHT(grove_request_free(request));
	RIGHT(grove_request_free(NULL));
}

TEST("bad arguments of sub-teams are refused")
{
	struct grove_node *sub;
	struct grove_team *part;

	WRONG(grove_split(NULL, 0, 0, NULL, &got.node), "NULL");
	WRONG(grove_split(me, 0, 0, NULL, NULL), "NULL");
	WRONG(grove_split(me, -2, 0, NULL, &got.node), "colour -2");
	WRONG(grove_split(me, 0, 0, "gh:2", &got.node), "gh:2 has 2 nodes");
	WRONG(grove_split(me, 0, 0, "loop:8", &got.node), "loop:8");
	EMPTIES(grove_split(me, 0, 0, "loop:8", &got.node), sizeof got.node);
	RIGHT(grove_split(me, GROVE_NO_COLOUR, 0, NULL, &sub));
	assert_null(sub);
	RIGHT(grove_split(me, 0, 0, NULL, &sub));
	part = grove_node_team(sub);
	WRONG(grove_attach(part, 0, &got.node), "grove_split");
	WRONG(grove_team_free(part), "last node");
	WRONG(grove_detach(sub), "grove_leave");
	RIGHT(grove_leave(sub));
}

TEST("bad arguments of verbs with sizes are refused")
{
	const struct grove_fold *sum = GROVE_SUM;

	WRONG(grove_scatterv(NULL, in, eight, NULL, out, 8, 0), "NULL");
	WRONG(grove_scatterv(me, in, NULL, NULL, out, 8, 0), "sizes of the input are NULL");
	WRONG(grove_scatterv(me, NULL, eight, NULL, out, 8, 0), "input is NULL");
	WRONG(grove_scatterv(me, in, eight, NULL, NULL, 8, 0), "output is NULL");
	WRONG(grove_scatterv(me, in, eight, NULL, out, 4, 0), "8 bytes to itself, and expects 4");
	WRONG(grove_scatterv(me, in, eight, NULL, out, 8, 1), "root 1");
	RIGHT(grove_scatterv(me, in, eight, NULL, out, 8, 0));
	WRONG(grove_gatherv(NULL, in, 8, out, eight, NULL, 0), "NULL");
	WRONG(grove_gatherv(me, in, 8, out, NULL, NULL, 0), "sizes of the output are NULL");
	WRONG(grove_gatherv(me, in, 8, out, eight, NULL, -1), "root -1");
	WRONG(grove_gatherv(me, in, 8, in, eight, NULL, 0), "overlap");
	RIGHT(grove_gatherv(me, in, 8, out, eight, NULL, 0));
	WRONG(grove_allgatherv(NULL, in, 8, out, eight, NULL), "NULL");
	RIGHT(grove_allgatherv(me, GROVE_IN_PLACE, 8, out, eight, NULL));
	WRONG(grove_allgatherv(me, GROVE_IN_PLACE, 8, out, NULL, NULL), "output are NULL");
	WRONG(grove_gatherv(me, in, 8, PLACE, eight, NULL, 0), "GROVE_IN_PLACE");
	WRONG(grove_scatterv(me, GROVE_IN_PLACE, eight, NULL, out, 8, 0), "GROVE_IN_PLACE");
	WRONG(grove_alltoallv(me, in, eight, NULL, PLACE, eight, NULL), "GROVE_IN_PLACE");
	WRONG(grove_allgatherv(me, in, 8, PLACE, eight, NULL), "GROVE_IN_PLACE");
	WRONG(grove_allgatherv(me, in, SIZE_MAX, out, huge, NULL), "beyond memory");
	RIGHT(grove_allgatherv(me, in, 8, out, eight, NULL));
	WRONG(grove_alltoallv(NULL, in, eight, NULL, out, eight, NULL), "NULL");
	WRONG(grove_alltoallv(me, in, eight, huge, out, eight, NULL), "beyond memory");
	WRONG(grove_alltoallv(me, in, eight, NULL, in, eight, NULL), "overlap");
	RIGHT(grove_alltoallv(me, in, eight, NULL, out, eight, NULL));
	WRONG(grove_reducescatterv(NULL, in, out, eight, GROVE_U8, sum), "NULL");
	WRONG(grove_reducescatterv(me, in, out, NULL, GROVE_U8, sum), "sizes are NULL");
	WRONG(grove_reducescatterv(me, in, out, eight, GROVE_U8, NULL), "fold is NULL");
	WRONG(grove_reducescatterv(me, in, out, eight, GROVE_TYPES, sum), "type");
	WRONG(grove_reducescatterv(me, in, out, huge, GROVE_U16, sum), "beyond memory");
	WRONG(grove_reducescatterv(me, in, out, (size_t[]){ 7 }, GROVE_U16, sum),
		"whole number of elements");
	RIGHT(grove_reducescatterv(me, GROVE_IN_PLACE, out, eight, GROVE_U8, sum));
	WRONG(grove_reducescatterv(me, in, PLACE, eight, GROVE_U8, sum), "GROVE_IN_PLACE");
	RIGHT(grove_reducescatterv(me, in, out, eight, GROVE_U8, sum));
}

TEST("bad arguments of verbs that fold are refused")
{
	const struct grove_fold *sum = GROVE_SUM;
	struct grove_fold ordered;

	WRONG(grove_reduce(NULL, in, out, 1, GROVE_F64, sum, 0), "NULL");
	WRONG(grove_reduce(me, NULL, out, 1, GROVE_F64, sum, 0), "NULL");
	WRONG(grove_reduce(me, in, NULL, 1, GROVE_F64, sum, 0), "NULL");
	WRONG(grove_reduce(me, in, in, 1, GROVE_F64, sum, 0), "overlap");
	WRONG(grove_reduce(me, in, out, 1, GROVE_F64, NULL, 0), "fold is NULL");
	WRONG(grove_reduce(me, in, out, 1, GROVE_F64, &hollow, 0), "operation");
	WRONG(grove_reduce(me, in, out, 1, GROVE_TYPES, sum, 0), "type");
	WRONG(grove_reduce(me, in, out, 1, 0x7fffffff, sum, 0), "type");
	WRONG(grove_reduce(me, in, out, 1, GROVE_F64, GROVE_XOR, 0), "xor");
	WRONG(grove_reduce(me, in, out, 1, GROVE_F64, sum, -1), "root -1");
	WRONG(grove_reduce(me, in, PLACE, 1, GROVE_F64, sum, 0), "GROVE_IN_PLACE");
	WRONG(grove_reduce(me, in, out, SIZE_MAX / 2, GROVE_F64, sum, 0), "larger than memory");
	RIGHT(grove_reduce(me, in, out, 2, GROVE_F64, sum, 0));
	WRONG(grove_reducescatter(NULL, in, out, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_reducescatter(me, NULL, out, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_reducescatter(me, in, NULL, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_reducescatter(me, in, out, 1, GROVE_F64, NULL), "fold is NULL");
	WRONG(grove_reducescatter(me, in, PLACE, 1, GROVE_F64, sum), "GROVE_IN_PLACE");
	WRONG(grove_reducescatter(me, in, out, SIZE_MAX, GROVE_U8, sum), "larger than memory");
	RIGHT(grove_reducescatter(me, in, out, 1, GROVE_F64, sum));
	WRONG(grove_allreduce(NULL, in, out, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_allreduce(me, NULL, out, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_allreduce(me, in, NULL, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_allreduce(me, in, out, 1, GROVE_F64, NULL), "fold is NULL");
	WRONG(grove_allreduce(me, in, out, 1, GROVE_ELEMENT(9), sum), "sum");
	WRONG(grove_allreduce(me, in, PLACE, 1, GROVE_F64, sum), "GROVE_IN_PLACE");
	WRONG(grove_allreduce(me, GROVE_IN_PLACE, PLACE, 1, GROVE_F64, sum), "GROVE_IN_PLACE");
	WRONG(grove_allreduce(me, in, out, SIZE_MAX / 8, GROVE_F64, sum), "larger than memory");
	RIGHT(grove_allreduce(me, GROVE_IN_PLACE, out, 4, GROVE_F64, sum));
	WRONG(grove_scan(NULL, in, out, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_scan(me, NULL, out, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_scan(me, in, out, 1, GROVE_F64, NULL), "fold is NULL");
	WRONG(grove_scan(me, in, PLACE, 1, GROVE_F64, sum), "GROVE_IN_PLACE");
	RIGHT(grove_scan(me, GROVE_IN_PLACE, out, 4, GROVE_F64, sum));
	WRONG(grove_exscan(NULL, in, out, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_exscan(me, in, NULL, 1, GROVE_F64, sum), "NULL");
	WRONG(grove_exscan(me, in, out, SIZE_MAX / 8, GROVE_F64, sum), "larger than memory");
	RIGHT(grove_exscan(me, GROVE_IN_PLACE, out, 4, GROVE_F64, sum));
	ordered = grove_fold_ordered(NULL);
	assert_null(ordered.function);
	assert_non_null(strstr(grove_why(), "fold"));
	WRONG(grove_reduce(me, in, out, 1, GROVE_F64, &ordered, 0), "no operation to fold with");
	ordered = grove_fold_ordered(GROVE_AND);
	WRONG(grove_allreduce(me, in, out, 1, GROVE_F64, &ordered), "allreduce: and: not for f64");
	assert_null(grove_builtin_fold(9));
	assert_null(grove_builtin_fold(-1));
	WRONG(grove_reduce(me, in, out, 1, GROVE_F64, grove_builtin_fold(9), 0), "fold is NULL");
}

TEST("bad arguments of matrices are refused")
{
	WRONG(grove_transpose(NULL, in, out), "NULL");
	WRONG(grove_transpose(MATRIX(4, 4, 8), NULL, out), "NULL");
	WRONG(grove_transpose(MATRIX(4, 4, 8), in, NULL), "NULL");
	WRONG(grove_transpose(MATRIX(4, 4, 8), in, in), "overlap");
	WRONG(grove_transpose(MATRIX(4, 4, 8), in, PLACE), "GROVE_IN_PLACE");
	WRONG(grove_transpose(MATRIX(4, 4, 0), in, out), "without bytes");
	WRONG(grove_transpose(MATRIX(4, 4, 8, .in_stride = 8), in, out), "in_stride");
	WRONG(grove_transpose(MATRIX(4, 4, 8, .out_stride = 8), in, out), "out_stride");
	WRONG(grove_transpose(MATRIX(SIZE_MAX, SIZE_MAX, SIZE_MAX), in, out), "larger than memory");
	WRONG(grove_transpose(MATRIX(SIZE_MAX / 4, 4, 8), in, out), "larger than memory");
	WRONG(grove_transpose(MATRIX(4, 1, SIZE_MAX / 4), in, out), "larger than memory");
	WRONG(grove_transpose(MATRIX(4, 4, 8, .in_stride = SIZE_MAX / 4), in, out),
		"larger than memory");
	RIGHT(grove_transpose(MATRIX(4, 4, 8), in, out));
}

TEST("bad arguments of plans are refused")
{
#define MAKE(network, ...) grove_plan_make(&got.plan, network, PROBLEM(__VA_ARGS__))
	WRONG(grove_plan_make(NULL, "cube:3", PROBLEM(.collective = "barrier")), "NULL");
	WRONG(grove_plan_make(&got.plan, NULL, PROBLEM(.collective = "barrier")), "NULL");
	WRONG(grove_plan_make(&got.plan, "cube:3", NULL), "NULL");
	WRONG(MAKE("cube:3", .root = 0), "collective");
	WRONG(MAKE("cube:3", .collective = "broadcast", .root = 99),
		"root 99: cube:3 has nodes 0 to 7");
	WRONG(MAKE("cube:3", .collective = "send", .destination = 8),
		"destination 8: cube:3 has nodes 0 to 7");
	WRONG(MAKE("cube:3", .collective = "permute"), "permutation is NULL");
	WRONG(MAKE("cube:1", .collective = "permute", .permutation = twice), "not a permutation");
	WRONG(MAKE("cube:3", .collective = "broadcast", .algorithm = "mst"), "mst");
	WRONG(MAKE("cube:3", .collective = "broadcast", .order = "odd"), "odd");
	WRONG(MAKE("cube:3", .collective = "broadcast", .ports = "odd"), "odd");
	WRONG(MAKE("cube:3", .collective = "broadcast", .duplex = "odd"), "odd");
	WRONG(MAKE("cube:3", .collective = "broadcast", .forward = "odd"), "odd");
	WRONG(MAKE("cube:3", .collective = "broadcast", .bytes = SIZE_MAX), "larger than memory");
	WRONG(MAKE("cube:3", .collective = "allreduce", .type = GROVE_F64, .packet = 4),
		"packets of 4 bytes");
	WRONG(MAKE("cube:3", .collective = "allreduce", .type = GROVE_TYPES), "type");
	WRONG(MAKE("cube:3", .collective = "allreduce", .fold = &hollow), "operation");
	WRONG(MAKE("gh:2", .collective = "alltoall", .matrix = MATRIX(4, 4, 0)), "without bytes");
	WRONG(MAKE("gh:2", .collective = "broadcast", .matrix = MATRIX(4, 4, 8)), "matrix");
#undef MAKE
	RIGHT(grove_plan_make(&got.plan, "cube:3", PROBLEM(.collective = "broadcast")));
	grove_plan_free(got.plan);
	grove_plan_free(NULL);
	NOWHERE(grove_plan_heading(NULL), "NULL");
	NOWHERE(grove_plan_forward(NULL, 8), "NULL");
	WRONG(grove_plan_figures(NULL, 8, &got.figures), "NULL");
	WRONG(grove_plan_figures(exchange, 8, NULL), "NULL");
	WRONG(grove_plan_figures(exchange, SIZE_MAX, &got.figures), "larger than memory");
	RIGHT(grove_plan_figures(exchange, 8, &got.figures));
	WRONG(grove_predict(NULL, exchange, 8, &got.number), "NULL");
	WRONG(grove_predict(team, NULL, 8, &got.number), "NULL");
	WRONG(grove_predict(team, exchange, 8, NULL), "NULL");
	WRONG(grove_predict(team, exchange, SIZE_MAX, &got.number), "larger than memory");
	RIGHT(grove_predict(team, exchange, 8, &got.number));
	WRONG(grove_link_peak(NULL, &got.number), "NULL");
	WRONG(grove_link_peak(team, NULL), "NULL");
	RIGHT(grove_link_peak(team, &got.number));
}

TEST("bad texts of plans are refused")
{
	static const char text[] = "broadcast cube:0 bytes=8", wrong[] = "broadcast cube:0";
	struct grove_refusal refusal;
	size_t length = sizeof text - 1, count = 1;
	struct grove_plan *plan;
	char *written;

#define OWN(...) (&(struct grove_plan_options){ __VA_ARGS__ })
	WRONG(grove_plan_read(NULL, text, length, NULL), "NULL");
	WRONG(grove_plan_read(&got.plan, NULL, length, NULL), "NULL");
	WRONG(grove_plan_read(&got.plan, wrong, strlen(wrong), NULL), "bytes: is missing");
	WRONG(grove_plan_read(&got.plan, text, length, OWN(.size = 3)), "size");
	WRONG(grove_plan_read(&got.plan, text, length, OWN(.forward = "odd")), "odd");
	WRONG(grove_plan_read(&got.plan, text, length, OWN(.matrix = MATRIX(4, 4, 8))), "matrix");
	WRONG(grove_plan_read(&got.plan, "", 0, NULL), "expected a plan");
	WRONG(grove_plan_refusals(NULL, length, &refusal, &count), "NULL");
	assert_int_equal(count, 0);
	WRONG(grove_plan_refusals(text, length, &refusal, NULL), "NULL");
	count = 1;
	WRONG(grove_plan_refusals(text, length, NULL, &count), "NULL");
	RIGHT(grove_plan_refusals(text, length, NULL, &count));
	RIGHT(grove_plan_read(&plan, text, length, NULL));
	WRONG(grove_plan_write(NULL, 8, NULL, &written, &length), "NULL");
	WRONG(grove_plan_write(plan, 8, NULL, NULL, &length), "NULL");
	WRONG(grove_plan_write(plan, 8, NULL, &written, NULL), "NULL");
	WRONG(grove_plan_write(plan, 8, "svg", &written, &length), "text and json");
	WRONG(grove_plan_write(plan, 16, NULL, &written, &length), "for 8 bytes, not for 16");
	assert_null(written);
	WRONG(grove_plan_write(plan, SIZE_MAX, "json", &written, &length), "larger than memory");
	grove_plan_free(plan);
	assert_int_equal(grove_plan_heading(exchange)->bytes, 0);
	assert_int_equal(grove_plan_heading(exchange)->root, 0);
#undef OWN
}

#define ROWS(which)                                                                                \
	(&(struct grove_operation){ .plan = which,                                                 \
		.in = in,                                                                          \
		.out = out,                                                                        \
		.count = 8,                                                                        \
		.in_subarrays = &(struct grove_subarray){ 0, 8, 1, 8, 0, 0 } })
#define SIZED(which)                                                                               \
	(&(struct grove_operation){ .plan = which, .in = in, .out = out, .blocks = blocks })

TEST("bad arguments of executing a plan are refused")
{
	WRONG(grove_execute(NULL, broadcast, in, out, 8), "NULL");
	WRONG(grove_execute(me, NULL, in, out, 8), "NULL");
	WRONG(grove_execute(me, broadcast, NULL, NULL, 8), "NULL");
	WRONG(grove_execute(me, broadcast, NULL, PLACE, 8), "GROVE_IN_PLACE");
	WRONG(grove_execute(me, broadcast, NULL, out, SIZE_MAX), "larger than memory");
	WRONG(grove_execute(me, exchange, in, out, 8), "gh:2");
	RIGHT(grove_execute(me, broadcast, NULL, out, 8));
	WRONG(grove_team_execute(NULL, exchange, buffers, 8), "NULL");
	WRONG(grove_team_execute(team, NULL, buffers, 8), "NULL");
	WRONG(grove_team_execute(team, exchange, NULL, 8), "NULL");
	WRONG(grove_team_execute(team, broadcast, buffers, 8), "cube:0");
	WRONG(grove_team_execute(team, turning, buffers, 8), "32 bytes");
	WRONG(grove_team_execute(team, exchange, buffers, SIZE_MAX), "larger than memory");
	WRONG(grove_team_execute(team, exchange, buffers, SIZE_MAX / 2 + 1), "larger than memory");
	RIGHT(grove_team_execute(team, exchange, buffers, 8));
	WRONG(grove_call(me, SIZED(broadcast)), "sizes of their own in");
	WRONG(grove_call(me, ROWS(turning)), "the matrix says where the rows are");
	WRONG(grove_call(me, SIZED(exchange)), "gh:2");
}

#define COPY(...) (&(struct grove_bare_copy){ __VA_ARGS__ })

TEST("bad arguments of timing are refused")
{
	WRONG(grove_team_time(NULL, exchange, buffers, 8, &got.number), "NULL");
	WRONG(grove_team_time(team, NULL, buffers, 8, &got.number), "NULL");
	WRONG(grove_team_time(team, exchange, NULL, 8, &got.number), "NULL");
	WRONG(grove_team_time(team, exchange, buffers, 8, NULL), "NULL");
	WRONG(grove_team_time(team, broadcast, buffers, 8, &got.number), "cube:0");
	WRONG(grove_team_time(team, exchange, buffers, SIZE_MAX, &got.number),
		"larger than memory");
	WRONG(grove_team_time(own, broadcast, buffers, 8, &got.number), "threads of its own");
	RIGHT(grove_team_time(team, exchange, buffers, 8, &got.number));
	assert_true(got.number > 0 && got.number < 10);
	WRONG(grove_team_copy(NULL, COPY(in, out, 8), 1, NULL, &got.number), "NULL");
	WRONG(grove_team_copy(team, NULL, 1, NULL, &got.number), "NULL");
	WRONG(grove_team_copy(team, COPY(in, out, 8), 1, NULL, NULL), "NULL");
	WRONG(grove_team_copy(team, COPY(NULL, out, 8), 1, NULL, &got.number), "NULL");
	WRONG(grove_team_copy(team, COPY(in, NULL, 8), 1, NULL, &got.number), "NULL");
	WRONG(grove_team_copy(team, COPY(in, in + 1, 16), 1, NULL, &got.number), "overlap");
	WRONG(grove_team_copy(team, COPY(in, out, SIZE_MAX), 1, NULL, &got.number),
		"larger than memory");
	WRONG(grove_team_copy(team, COPY(in, out, 8, 2), 1, NULL, &got.number), "nodes 0 to 1");
	WRONG(grove_team_copy(team, COPY(in, out, 8, -1), 1, NULL, &got.number), "nodes 0 to 1");
	WRONG(grove_team_copy(own, COPY(in, out, 8), 1, NULL, &got.number), "threads of its own");
	RIGHT(grove_team_copy(team, COPY(NULL, NULL, 0), 1, NULL, &got.number));
	RIGHT(grove_team_copy(team, COPY(in, out, 8, 1), 1, NULL, &got.number));
	assert_true(got.number > 0 && got.number < 10);
}

TEST("bad arguments of watching links are refused")
{
	const struct grove_pace pace = { 1e-6, 1e-9 };
	struct grove_link_use links[2];
	struct grove_team *paced;
	size_t none = 0, count = 1;

	WRONG(grove_team_watch_links(NULL, 1), "NULL");
	WRONG(grove_team_watch_links(own, 1), "threads of its own");
	WRONG(grove_team_links(team, links, &count), "never watched");
	assert_int_equal(count, 0);
	RIGHT(grove_team_watch_links(team, 0));
	WRONG(grove_team_links(team, links, &count), "never watched");
	RIGHT(grove_team_watch_links(team, 1));
	RIGHT(grove_team_links(team, NULL, &none));
	assert_int_equal(none, 2);
	count = 1;
	RIGHT(grove_team_links(team, links, &count));
	assert_int_equal(count, 2);
	WRONG(grove_team_links(NULL, links, &count), "NULL");
	count = 1;
	WRONG(grove_team_links(team, NULL, &count), "NULL");
	WRONG(grove_team_links(team, links, NULL), "NULL");
	WRONG(grove_team_links(own, links, &count), "threads of its own");
	RIGHT(grove_team_open(&paced, OPTIONS(.network = "gh:2", .pace = &pace)));
	WRONG(grove_team_watch_links(paced, 1), "pace");
	WRONG(grove_team_links(paced, links, &count), "pace");
	RIGHT(grove_team_free(paced));
	RIGHT(grove_team_watch_links(team, 0));
}

TEST("what is not made is none")
{
	EMPTIES(grove_team_open(&got.team, OPTIONS(.network = "loop:8")), sizeof got.team);
	EMPTIES(grove_team_open(&got.team, NULL), sizeof got.team);
	EMPTIES(grove_attach(own, 1, &got.node), sizeof got.node);
	EMPTIES(grove_attach(NULL, 0, &got.node), sizeof got.node);
	EMPTIES(grove_plan_make(&got.plan, "loop:8", PROBLEM(.collective = "barrier")),
		sizeof got.plan);
	EMPTIES(grove_plan_make(&got.plan, "gh:2",
			PROBLEM(.collective = "alltoall", .matrix = MATRIX(4, 4, 0))),
		sizeof got.plan);
	EMPTIES(grove_plan_make(&got.plan, "cube:3", NULL), sizeof got.plan);
	EMPTIES(grove_plan_read(&got.plan, "broadcast", 9, NULL), sizeof got.plan);
	EMPTIES(grove_plan_figures(exchange, SIZE_MAX, &got.figures), sizeof got.figures);
	EMPTIES(grove_plan_figures(NULL, 8, &got.figures), sizeof got.figures);
	EMPTIES(grove_predict(NULL, exchange, 8, &got.number), sizeof got.number);
	EMPTIES(grove_link_peak(NULL, &got.number), sizeof got.number);
	EMPTIES(grove_team_time(team, broadcast, buffers, 8, &got.number), sizeof got.number);
	EMPTIES(grove_team_copy(NULL, NULL, 0, NULL, &got.number), sizeof got.number);
	EMPTIES(grove_team_lateness(team, &got.number), sizeof got.number);
	EMPTIES(grove_machine(&got.pace, "abacus"), sizeof got.pace);
}

/* Queries that cannot fail leave the line to the call before. */
TEST("queries leave the line")
{
	begin();
	assert_int_equal(grove_node_number(me), 0);
	assert_ptr_equal(grove_node_team(me), own);
	assert_int_equal(grove_team_nodes(team), 2);
	assert_non_null(grove_plan_heading(exchange)->algorithm);
	assert_non_null(grove_plan_forward(exchange, 8));
	grove_plan_free(NULL);
	assert_non_null(strstr(grove_why(), "stale"));
}

static int functions_of(const char *header)
{
	static const char *const without_mistakes =
		" grove_version grove_why grove_plan_free grove_builtin_fold grove_fold_ordered ";
	char path[1024], line[1024], name[64];
	const char *source = getenv("GROVE_SOURCE");
	FILE *file;
	int functions = 0;

	snprintf(path, sizeof path, "%s/include/%s", source ? source : ".", header);
	file = fopen(path, "r");
	assert_non_null(file);
	while (fgets(line, sizeof line, file)) {
		char *at = strstr(line, "grove_"), *open = strchr(line, '(');

		while (at && open && strcspn(at, " (*") != (size_t)(open - at))
			at = strstr(at + 1, "grove_");
		if (strncmp(line, "GROVE_API", 9) || !at || !open)
			continue;
		snprintf(name, sizeof name, " %.*s ", (int)(open - at), at);
		functions++;
		if (!strstr(called, name) && !strstr(without_mistakes, name))
			fail_msg("%sis called in no mistake", name + 1);
	}
	fclose(file);
	return functions;
}

/* A function that is new in a header has no mistakes above. */
TEST("no function is left out")
{
	assert_in_range(functions_of("grove.h"), 35, 1000);
	assert_in_range(functions_of("grove_measure.h"), 8, 1000);
}
