/* Runs small collectives of processes on one host in memory that all of them share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <string.h>
#include "runtime/drive/pending.h"
#include "runtime/drive/wait.h"
#include "runtime/wire/wires_state.h"

/* A turn in shared memory: each process writes its input, and then the number of the turn. It waits
 * for those inputs that its result needs, folds them in the order of the processes, or copies them.
 * Unlike a process inside the library, a process that waits here carries packets, and notices
 * failures and timeouts.
 *
 * A process writes a place again after INPUTS turns. Half of these turns before, it waits until all
 * processes have begun the turn of that time. By then they have read the inputs of earlier turns.
 *
 *	writers
 *	turn, bytes	the process of the input
 *
 *	edges
 *	U1 -> U2	turn	the bytes of the input; that the turn is in doubt; all that the
 *			process did before a barrier
 */
struct shared_input {
	_Alignas(64) _Atomic uint64_t turn; /* the last in which the process wrote here, and 1 */
	unsigned char bytes[SHARED_INPUT];
};
_Static_assert(sizeof(struct shared_input) == SHARED_INPUT_BYTES, "the carrier shares so much");

enum {
	SPINS = 1000,
	YIELDS = 32 /* where processes share cores, instead */
};

static struct shared_input *input_of(const struct wires *hub, int process, uint64_t turn)
{
	unsigned char *all = (unsigned char *)hub->turns.common + COMMON_TURNS;

	return (struct shared_input *)all + (size_t)process * SHARED_INPUTS + turn % SHARED_INPUTS;
}

static size_t block_of(const struct native_call *call)
{
	return call->count * (call->fold ? type_bytes(call->type) : 1);
}

/* Returns the blocks of the process's input. */
static size_t blocks_of(const struct carrier *carrier, const struct native_call *call)
{
	size_t all = (size_t)carrier->processes;

	switch (call->collective) {
	case BARRIER:
		return 0;
	case BROADCAST:
		return carrier->process == call->root;
	case SCATTER:
		return carrier->process == call->root ? all : 0;
	case ALLTOALL:
	case REDUCESCATTER:
		return all;
	default:
		return 1;
	}
}

bool turns_share(const struct wires *hub, const struct native_call *call)
{
	bool several = call->collective == SCATTER || call->collective == ALLTOALL ||
		       call->collective == REDUCESCATTER;
	size_t blocks = several ? (size_t)hub->carrier->processes : 1;

	return hub->turns.common && block_of(call) <= SHARED_INPUT / blocks;
}

bool shared_needs_input(const struct wires *hub, const struct native_call *call)
{
	return call->collective == BARRIER || blocks_of(hub->carrier, call);
}

void shared_write(struct wires *hub, const struct native_call *call)
{
	uint64_t turn = hub->turns.shared++;
	struct shared_input *mine = input_of(hub, hub->carrier->process, turn);
	size_t bytes = call ? blocks_of(hub->carrier, call) * block_of(call) : 0;

	if (bytes)
		memcpy(mine->bytes, call->collective == BROADCAST ? call->out : call->in, bytes);
	store_release(&mine->turn, turn + 1); /* U1 */
}

/* ---- Waiting ---- */

struct awaited_input {
	const struct shared_input *input;
	uint64_t turn;
};

static bool has_come(void *awaited)
{
	const struct awaited_input *a = awaited;

	return load_acquire(&a->input->turn) > a->turn; /* U2 */
}

/* Returns 0, or -errno of the abort. */
static int await_input(struct node *me, int process, uint64_t turn)
{
	const struct wires *hub = me->team->wires;
	struct awaited_input a = { input_of(hub, process, turn), turn };
	bool crowded = me->team->oversubscribed;

	for (int looks = crowded ? YIELDS : SPINS; looks; looks--) {
		if (has_come(&a))
			return 0;
		if (crowded)
			sched_yield();
		else
			relax();
	}
	return node_wait(me, has_come, &a);
}

int shared_begin(struct node *me, uint64_t turn)
{
	const struct wires *hub = me->team->wires;
	uint64_t before = SHARED_INPUTS / 2;
	int error = 0;

	if (turn % before || turn < before)
		return 0;
	for (int p = 0; p < hub->carrier->processes && !error; p++)
		error = await_input(me, p, turn - before);
	return error;
}

/* ---- The result ---- */

/* What a process takes from the inputs of processes first to last - 1. */
struct needed {
	int first, last;
	size_t at;    /* in each input */
	bool in_rows; /* one block after another in the output */
};

static struct needed needed_of(const struct carrier *carrier, const struct native_call *call)
{
	int mine = carrier->process, all = carrier->processes;
	size_t own = (size_t)mine * block_of(call);

	switch (call->collective) {
	case BROADCAST: /* the root has its output */
		return (struct needed){ call->root, call->root + (mine != call->root), 0, false };
	case SCATTER:
		return (struct needed){ call->root, call->root + 1, own, false };
	case GATHER:
		return (struct needed){ 0, mine == call->root ? all : 0, 0, true };
	case ALLGATHER:
		return (struct needed){ 0, all, 0, true };
	case ALLTOALL:
		return (struct needed){ 0, all, own, true };
	case REDUCE:
		return (struct needed){ 0, mine == call->root ? all : 0, 0, false };
	case REDUCESCATTER:
		return (struct needed){ 0, all, own, false };
	case SCAN:
		return (struct needed){ 0, mine + 1, 0, false };
	case EXSCAN:
		return (struct needed){ 0, mine, 0, false };
	default:
		return (struct needed){ 0, all, 0, false };
	}
}

static void take_block(unsigned char *to, const unsigned char *from, size_t bytes,
	const struct folding *folding, bool folds)
{
	if (folds)
		folding_apply(folding, to, to, from, bytes);
	else if (bytes)
		memcpy(to, from, bytes);
}

int shared_take(struct node *me, const struct native_call *call, uint64_t turn)
{
	const struct wires *hub = me->team->wires;
	const struct needed n = needed_of(hub->carrier, call);
	size_t bytes = block_of(call);
	unsigned char *to = call->out;
	int error = 0;

	for (int p = n.first; p < n.last && !error; p++) {
		error = await_input(me, p, turn);
		if (!error)
			take_block(to, input_of(hub, p, turn)->bytes + n.at, bytes, call->folding,
				call->fold && p > n.first);
		if (n.in_rows)
			to += bytes;
	}
	return error;
}
