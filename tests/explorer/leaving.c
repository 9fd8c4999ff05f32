/* Two nodes that land a lent packet by runtime/node/split_copy.c itself, and give up by
 * runtime/node/recall.c; threads end by runtime/team/thread_exit.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include "base/error.h"
#include "runtime/kernels/copy.h"
#include "runtime/node/abort.h"
#include "runtime/drive/pending.h"
#include "runtime/node/recall.h"
#include "runtime/node/split_copy.h"
#include "runtime/team/team_hold.h"
#include "runtime/team/thread_exit.h"
#include "runtime/node/port.h"
#include "runtime/ring/read_guard.h"
#include "tests/explorer/scenarios.h"

/* This file, split_copy.c, split_parts.c, recall.c, thread_exit.c and packet.c are compiled so that
 * the plain accesses to watched memory are seen (plain.c). A part is represented by its first
 * byte. */
enum {
	NODES = 2,
	BYTES = 64 << 10, /* the least that is shared */
	PART = BYTES / 8,
	SMALL = 64 /* lent, and not shared */
};

static const struct scenario *now;
static struct stage {
	struct team team;
	struct node node[NODES];
	struct worker worker[NODES];
	struct port port[NODES];
	struct ring ring[NODES]; /* from node v to the other */
	struct slot slot[NODES];
	struct program program;
	struct instruction send[2], take[2]; /* and AWAIT_RETURN; COPY_BYTES and TAKE_PACKET */
	struct extent extent[SPACES];
	struct folding folding;
} stage;
static unsigned char in[NODES][BYTES], out[NODES][BYTES], own[NODES][BYTES];
static jmp_buf ends[NODES]; /* where a thread goes on that ended inside its fold */

static bool has(enum leaving flag)
{
	return now->flags & flag;
}

static size_t packet_bytes(void)
{
	return has(UNSHARED) ? SMALL : BYTES;
}

/* Both nodes could do either part. */
static void node_make(int v)
{
	struct node *node = &stage.node[v];

	stage.ring[v] = (struct ring){ .slots = &stage.slot[v],
		.capacity = 1,
		.sender = &stage.worker[v].own_parker,
		.receiver = &stage.worker[!v].own_parker };
	stage.port[v] = (struct port){ .out = &stage.ring[v], .in = &stage.ring[!v] };
	stage.worker[v] = (struct worker){ .team = &stage.team,
		.first = v,
		.nodes = 1,
		.inside = true,
		.started = has(STARTED),
		.taken = !has(STARTED),
		.drive = &stage.worker[v].own_drive };
	*node = (struct node){ .extent = stage.extent,
		.space = { in[v], out[v], own[v] },
		.folding = &stage.folding,
		.calls.operation = has(TO_AND_FRO),
		.links.port = &stage.port[v],
		.program = &stage.program,
		.worker = &stage.worker[v],
		.team = &stage.team,
		.number = v };
}

static void bytes_make(int v)
{
	for (size_t at = 0; at < BYTES; at += PART) {
		in[v][at] = (unsigned char)(1 + v);
		out[v][at] = own[v][at] = 0;
	}
}

/* A fold by halves, as far as elements are watched. */
static void add_first(void *result, void *also, const void *left, const void *right, size_t count)
{
	const unsigned char *x = left, *y = right;

	(void)count;
	*(unsigned char *)result = *(unsigned char *)also = (unsigned char)(*x + *y);
}

void leaving_prepare(const struct scenario *scenario)
{
	now = scenario;
	memset(&stage, 0, sizeof stage);
	stage.team = (struct team){ .net = { .nodes = NODES, .ports = 1 },
		.workers = NODES,
		.node = stage.node,
		.worker = stage.worker,
		.links.own_cache = has(TO_AND_FRO) ? 0 : SIZE_MAX,
		.job.running = NODES };
	stage.program = (struct program){ .output = BYTES, .by_reference = has(READ_IN_PLACE) };
	for (uint32_t space = 0; space < SPACES; space++)
		stage.extent[space] = (struct extent){ 0, packet_bytes(), space };
	stage.folding.element = 1;
	stage.folding.kernel = has(HALVES) ? add_first : NULL;
	stage.send[0] = (struct instruction){
		.action = SEND_PACKET, .count = 1, .extents = INPUT, .bytes = packet_bytes()
	};
	stage.send[1] = (struct instruction){ .action = AWAIT_RETURN, .count = 1 };
	if (has(HALVES))
		stage.send[1] = (struct instruction){ .action = FOLD_PACKET,
			.count = 1,
			.extents = OUTPUT,
			.left = INPUT,
			.bytes = packet_bytes() };
	stage.take[0] = (struct instruction){ .action = COPY_BYTES,
		.count = 1,
		.extents = SCRATCH,
		.left = INPUT,
		.bytes = packet_bytes() };
	stage.take[1] = (struct instruction){ .action = has(IN_FOLD) ? FOLD_PACKET : TAKE_PACKET,
		.count = 1,
		.extents = OUTPUT,
		.left = OUTPUT,
		.bytes = packet_bytes() };
	for (int v = 0; v < NODES; v++) {
		node_make(v);
		bytes_make(v);
	}
	if (has(READ_IN_PLACE)) { /* who gives up has another node, which has ended its program */
		stage.worker[0].nodes = NODES;
		stage.node[1].program = NULL;
	}
	threads_watch();
	plain_watch(&stage, sizeof stage);
	plain_watch(in, sizeof in);
	plain_watch(out, sizeof out);
	plain_watch(own, sizeof own);
}

/* ---- What the files need of others ---- */

int why(int error, const char *format, ...)
{
	(void)format;
	return -error;
}

_Atomic uint32_t process_generation; /* no thread forks */

void team_fail(struct team *team, const struct abort_state *fault, const char *format, ...)
{
	(void)fault;
	(void)format;
	exchange_ordered(&team->fault.failing, 1);
}

/* No worker of these scenarios is a primary thread. */
void team_hold_end(struct team *team)
{
	(void)team;
}

/* No node here has calls that it began and does not wait for. */
void worker_leave(void *worker)
{
	struct worker *me = worker;

	team_fail(me->team, NULL, "the thread ended");
	worker_recall(me);
}

bool pending_nested(struct node *me)
{
	return me->program;
}

void node_differs(
	struct node *me, const struct instruction *instruction, uint64_t fingerprint, size_t bytes)
{
	(void)me;
	(void)instruction;
	(void)fingerprint;
	(void)bytes;
	expect(false, "the packet is the instruction's");
}

void copy_bytes(void *to, const void *from, size_t bytes, bool past)
{
	(void)bytes;
	(void)past;
	*(unsigned char *)to = *(const unsigned char *)from;
}

/* A caller's fold, in which the thread ends. Its cleanup handler runs before this frame is left. */
void folding_apply(const struct folding *folding, void *result, const void *left, const void *right,
	size_t bytes)
{
	int v = result == out[1];

	(void)folding;
	(void)left;
	(void)bytes;
	*(unsigned char *)result = *(const unsigned char *)right;
	worker_leave(&stage.worker[v]);
	_longjmp(ends[v], 1);
}

/* ---- The two ends of a link ---- */

static void lend(struct node *me)
{
	struct ring *ring = port_of(me, stage.send)->out;

	me->next = stage.send;
	me->end = stage.send + 2;
	packet_reserve(me, stage.send, ring);
	ring_push(ring);
}

static void overwrite(unsigned char *buffer)
{
	for (size_t at = 0; at < BYTES; at += PART)
		buffer[at] = 99;
}

/* It helps while it waits. */
static void await_return(struct node *me)
{
	struct ring *ring = me->links.port->out;

	while (!ring_returned(ring, 1)) {
		split_copy_help(ring);
		if (ring_returned(ring, 1))
			return;
		spin();
	}
}

static void give_up(struct node *me)
{
	team_fail(me->team, NULL, "given up");
	worker_recall(me->worker);
}

void leaving_send(void)
{
	struct node *me = &stage.node[0];

	lend(me);
	if (has(SENDER_GIVES_UP)) {
		split_copy_help(me->links.port->out);
		give_up(me);
	} else {
		await_return(me);
	}
	overwrite(in[0]);
}

static void expect_landed(const struct node *me)
{
	for (size_t at = 0; at < packet_bytes(); at += PART)
		expect(me->space[OUTPUT][at] == 2 - me->number, "every part has landed");
}

static struct ring *await_packet(const struct node *me)
{
	struct ring *ring = me->links.port->in;

	while (!ring_front(ring))
		spin();
	return ring;
}

/* A node that is blocked looks for the parts, or gives up. */
static enum outcome take(struct node *me)
{
	struct ring *ring = await_packet(me);
	enum outcome outcome = split_copy_land(me, &stage.take[1], ring);

	if (outcome != BLOCKED || has(RECEIVER_GIVES_UP))
		return outcome;
	while (!share_done(&ring->share))
		spin();
	return split_copy_land(me, &stage.take[1], ring);
}

void leaving_receive(void)
{
	struct node *me = &stage.node[1];
	enum outcome outcome = BLOCKED;

	me->next = stage.take;
	me->end = stage.take + 2;
	if (has(BESIDE)) {
		await_packet(me);
		copy_own(me, stage.take);
	}
	if (!has(BESIDE) || !has(RECEIVER_GIVES_UP))
		outcome = take(me);
	if (outcome == MOVED)
		expect_landed(me);
	else
		give_up(me);
	overwrite(out[1]);
	overwrite(in[1]);
}

/* ---- Folds by halves ---- */

/* Both nodes lend to the other, and each does a half for both. */
static void halve(int v)
{
	struct node *me = &stage.node[v];
	enum outcome outcome;

	lend(me);
	await_packet(me);
	outcome = split_copy_land(me, &stage.send[1], me->links.port->in);
	while (outcome == BLOCKED && !(has(RECEIVER_GIVES_UP) && v)) {
		spin();
		outcome = half_await(me, &stage.send[1]);
	}
	if (outcome == MOVED)
		expect(out[v][0] == 3 && out[v][BYTES / 2] == 3, "both halves have come");
	else
		give_up(me);
	overwrite(in[v]);
	overwrite(out[v]);
}

void leaving_halve_first(void)
{
	halve(0);
}

void leaving_halve_second(void)
{
	halve(1);
}

/* ---- Threads that end ---- */

/* Both lend to the other, and their threads end where they fold what they got. */
static void exchange(int v)
{
	struct node *me = &stage.node[v];

	lend(me);
	await_packet(me);
	if (!_setjmp(ends[v]))
		if (split_copy_land(me, &stage.take[1], me->links.port->in) == BROKEN)
			give_up(me);
	overwrite(in[v]);
	overwrite(out[v]);
}

void leaving_exchange_first(void)
{
	exchange(0);
}

void leaving_exchange_second(void)
{
	exchange(1);
}

/* A caller's thread that is attached ends, and another comes. */
void leaving_guest(void)
{
	worker_enlist(&stage.worker[0]);
	stage.node[0].calls.operation++;
	thread_end();
}

void leaving_next_guest(void)
{
	while (load_own(&stage.worker[0].taken))
		spin();
	expect(!exchange_ordered(&stage.worker[0].taken, 1), "the place is free"); /* T2 */
	stage.node[0].calls.operation++;
	store_own(&stage.worker[0].inside, true);
}

static void work(int v)
{
	worker_enlist(&stage.worker[v]);
	stage.node[v].calls.operation++;
	thread_end();
}

void leaving_worker_first(void)
{
	work(0);
}

void leaving_worker_second(void)
{
	work(1);
}

/* The dispatcher parks without a first look, as streams' receivers do. */
void leaving_dispatch(void)
{
	struct parker *parker = &stage.team.job.dispatcher;

	for (;;) {
		parker_announce(parker);
		if (!load_ordered(&stage.team.job.running)) /* D4 */
			break;
		parker_sleep(parker, -1);
	}
	parker_leave(parker);
	for (int v = 0; v < NODES; v++)
		stage.node[v].calls.operation++;
}

/* ---- Memory that is read by reference ---- */

void leaving_lend(void)
{
	give_up(&stage.node[0]);
	overwrite(in[0]);
}

void leaving_read(void)
{
	_Atomic uint32_t *reading = &stage.node[1].lent.reading;

	if (read_guard_begin(reading, &stage.team.fault.failing))
		expect(in[0][0] == 1, "what is read is as it was");
	read_guard_end(reading);
}
