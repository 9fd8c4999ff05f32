/* Makes turns of processes on one host: they enter the library below together, or exchange blocks
 * in memory that all of them share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include "runtime/drive/pending.h"
#include "runtime/drive/wait.h"
#include "runtime/wire/wires_state.h"

/* A process inside the library looks at nothing else, so no process may enter unless all others do.
 * A process that comes counts itself in one word, and enters when all have come. A process that
 * gives up meanwhile revokes the turn in the same word: either all enter, or none.
 *
 * In shared memory each process writes its input, and then the number of the turn. It waits for
 * those inputs that its result needs, folds them in the order of the processes, or copies them. Of
 * large blocks a turn has a piece: others read it while the process writes the next. A process
 * writes a place again after INPUTS turns. Half of these turns before, it waits until all
 * processes have begun the turn of that time. By then they have read the inputs of earlier turns.
 *
 * A process that waits here carries packets, and notices failures and timeouts. Where calls differ,
 * or a process waits for one that has ended its job, the turn is in doubt: those that wait for it,
 * or come later, leave it, and meet by a barrier of the team, which finds the difference and says
 * where it is.
 *
 *	writers
 *	doubt		any process, by exchange; relaxed: the word is all there is
 *	gathering	the same; the library orders what its calls read and write
 *	ended		the process; relaxed: the word is all there is
 *	turn, call, bytes	the process of the input
 *
 *	edges
 *	U1 -> U2	turn	the input and its call; all that the process did before a barrier
 */
struct shared_input {
	_Alignas(64) _Atomic uint64_t turn; /* the last in which the process wrote here, and 1 */
	uint64_t call;
	unsigned char bytes[SHARED_INPUT];
};
_Static_assert(sizeof(struct shared_input) == SHARED_INPUT_BYTES, "the carrier shares so much");

struct process_turns {
	_Alignas(64) _Atomic uint64_t ended; /* the first turn that it does not make in its job */
	struct shared_input input[SHARED_INPUTS];
};
_Static_assert(sizeof(struct process_turns) == PROCESS_TURNS, "the carrier shares so much");

struct common_turns {
	_Alignas(64) _Atomic uint64_t doubt;
	_Alignas(64) _Atomic uint64_t gathering; /* turn, processes that have come, REVOKED, call */
};
_Static_assert(sizeof(struct common_turns) == COMMON_TURNS, "the carrier shares so much");

enum {
	GATHERINGS = 1 << 8, /* no two processes are that many turns apart */
	COME_ONE = GATHERINGS,
	COME_ALL = (1 << 24) - COME_ONE,
	GIVEN_UP = 1 << 24, /* the bits above it are of the call */
	SPINS = 1000,
	YIELDS = 32 /* where processes share cores, instead */
};

/* ---- Ends and doubts ---- */

static struct process_turns *turns_of(const struct wires *hub, int process)
{
	return (struct process_turns *)(hub->turns.common + 1) + process;
}

void turns_begin(struct wires *hub)
{
	hub->turns.first = ++hub->turns.next;
}

void turn_end(struct wires *hub)
{
	if (hub->turns.common)
		store_own(&turns_of(hub, hub->carrier->process)->ended, hub->turns.next);
}

/* Returns true if the turn is one of this job, up to the next. */
static bool has_passed(const struct wires *hub, uint64_t turn)
{
	return turn >= hub->turns.first && turn <= hub->turns.next;
}

static bool has_ended(const struct wires *hub, int process)
{
	return has_passed(hub, load_own(&turns_of(hub, process)->ended));
}

static bool is_doubted(const struct wires *hub)
{
	return has_passed(hub, load_own(&hub->turns.common->doubt));
}

/* The earliest turn in doubt counts. */
void turn_doubt(struct wires *hub)
{
	uint64_t doubt;

	if (!hub->turns.common)
		return;
	doubt = load_own(&hub->turns.common->doubt);
	while (!has_passed(hub, doubt) &&
		!replace_own(&hub->turns.common->doubt, &doubt, hub->turns.next))
		continue;
}

/* Returns 0, or -errno of the abort. */
static int await(struct node *me, bool (*ready)(void *what), void *what)
{
	bool crowded = me->team->spread.oversubscribed;

	for (int looks = crowded ? YIELDS : SPINS; looks; looks--) {
		if (ready(what))
			return 0;
		if (crowded)
			sched_yield();
		else
			relax();
	}
	return node_wait(me, ready, what);
}

/* ---- Into the library ---- */

/* What the word is when a process comes first, and how it looks when all have come. */
struct gathering {
	const struct wires *hub;
	_Atomic uint64_t *word;
	uint64_t first, all;
};

static bool is_now(const struct gathering *g, uint64_t word)
{
	return word % GATHERINGS == g->first % GATHERINGS;
}

/* A word of the next turn says the same of this one. */
static bool all_came(const struct gathering *g, uint64_t word)
{
	return word == g->all || word % GATHERINGS == (g->first + 1) % GATHERINGS;
}

static bool one_has_ended(const struct wires *hub)
{
	for (int p = 0; p < hub->carrier->processes; p++)
		if (p != hub->carrier->process && has_ended(hub, p))
			return true;
	return false;
}

static bool has_gathered(void *gathering)
{
	const struct gathering *g = gathering;
	uint64_t word = load_own(g->word);

	return all_came(g, word) || word & GIVEN_UP || is_doubted(g->hub) || one_has_ended(g->hub);
}

/* Returns false if the others make another call, or one has given up. */
static bool gathering_join(const struct gathering *g)
{
	uint64_t word = load_own(g->word), joined;

	do {
		if (is_now(g, word) && (word ^ g->first) & ~(uint64_t)COME_ALL)
			return false;
		joined = is_now(g, word) ? word + COME_ONE : g->first;
	} while (!replace_own(g->word, &word, joined));
	return true;
}

/* Returns false if all have come before. */
static bool gathering_revoke(const struct gathering *g)
{
	uint64_t word = load_own(g->word);

	while (!all_came(g, word))
		if (replace_own(g->word, &word, word | GIVEN_UP))
			return true;
	return false;
}

int turn_gather(struct node *me, const struct native_call *call)
{
	struct wires *hub = me->team->spread.wires;
	uint64_t first =
		(call->fingerprint * GIVEN_UP * 2) | COME_ONE | ++hub->turns.gathered % GATHERINGS;
	struct gathering g = { .hub = hub,
		.word = &hub->turns.common->gathering,
		.first = first,
		.all = first + (uint64_t)(hub->carrier->processes - 1) * COME_ONE };
	bool joined = !is_doubted(hub) && gathering_join(&g);
	int error = joined ? await(me, has_gathered, &g) : 0;

	if (!joined || (!all_came(&g, load_own(g.word)) && gathering_revoke(&g))) {
		turn_doubt(hub);
		return error ? error : -EAGAIN;
	}
	hub->turns.next++;
	return 0;
}

/* ---- In shared memory ---- */

static struct shared_input *input_of(const struct wires *hub, int process, uint64_t turn)
{
	return &turns_of(hub, process)->input[turn % SHARED_INPUTS];
}

static size_t block_of(const struct native_call *call)
{
	return call->count * (call->fold ? type_bytes(call->type) : 1);
}

/* Returns the blocks of the process's input. */
static int blocks_of(const struct carrier *carrier, const struct native_call *call)
{
	int all = carrier->processes;

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

/* A piece of each block of a call, in one turn. */
struct shared_piece {
	const struct native_call *call;
	size_t block, at, bytes;
};

/* Elements have at most 16 bytes, and a piece has whole elements. */
static size_t piece_of(const struct wires *hub, const struct native_call *call)
{
	bool several = call->collective == SCATTER || call->collective == ALLTOALL ||
		       call->collective == REDUCESCATTER;
	size_t piece = SHARED_INPUT / (several ? (size_t)hub->carrier->processes - 1 : 1);

	return piece - piece % (piece < 64 ? 16 : 64);
}

bool turns_share(const struct wires *hub, const struct native_call *call)
{
	return hub->turns.common && piece_of(hub, call);
}

/* A fold in place overwrites the block before its turn comes. */
static bool reads_own(const struct native_call *call)
{
	return !call->fold || call->collective == REDUCESCATTER || call->in != call->out;
}

/* Returns true if no process reads that block where all can read it. */
static bool stays(const struct carrier *carrier, const struct native_call *call, int block)
{
	switch (call->collective) {
	case GATHER:
	case REDUCE:
		return carrier->process == call->root && reads_own(call);
	case SCATTER:
	case ALLTOALL:
	case REDUCESCATTER:
		return carrier->process == block;
	case SCAN:
	case EXSCAN:
		return carrier->process == carrier->processes - 1 && reads_own(call);
	default:
		return false;
	}
}

/* Where an input has a block for each process, that of the process itself has no place. */
static size_t place_of(int process, int block)
{
	return (size_t)(block > process ? block - 1 : block);
}

static void input_write(struct wires *hub, const struct shared_piece *s)
{
	const struct native_call *call = s->call;
	uint64_t turn = hub->turns.shared++;
	struct shared_input *mine = input_of(hub, hub->carrier->process, turn);
	const unsigned char *from = call->collective == BROADCAST ? call->out : call->in;
	int own = hub->carrier->process, blocks = s->bytes ? blocks_of(hub->carrier, call) : 0;

	mine->call = call->fingerprint;
	for (int b = 0; b < blocks; b++)
		if (!stays(hub->carrier, call, b))
			memcpy(mine->bytes + place_of(own, b) * s->bytes,
				from + (size_t)b * s->block + s->at, s->bytes);
	store_release(&mine->turn, turn + 1); /* U1 */
}

struct awaited_input {
	const struct wires *hub;
	int process;
	const struct shared_input *input;
	uint64_t turn;
};

static bool has_come(const struct awaited_input *a)
{
	return load_acquire(&a->input->turn) > a->turn; /* U2 */
}

static bool has_come_or_not(void *awaited)
{
	const struct awaited_input *a = awaited;

	return has_come(a) || is_doubted(a->hub) || has_ended(a->hub, a->process);
}

/* Returns 0, -errno of the abort, or -EAGAIN. */
static int await_input(struct node *me, int process, uint64_t turn)
{
	struct wires *hub = me->team->spread.wires;
	struct awaited_input a = { hub, process, input_of(hub, process, turn), turn };
	int error = await(me, has_come_or_not, &a);

	if (error || has_come(&a))
		return error;
	turn_doubt(hub);
	return -EAGAIN;
}

static int await_places(struct node *me, uint64_t turn)
{
	const struct wires *hub = me->team->spread.wires;
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
	int block;    /* of each input */
	bool in_rows; /* one block after another in the output */
};

static struct needed needed_of(const struct carrier *carrier, const struct native_call *call)
{
	int mine = carrier->process, all = carrier->processes;

	switch (call->collective) {
	case BROADCAST: /* the root has its output */
		return (struct needed){ call->root, call->root + (mine != call->root), 0, false };
	case SCATTER:
		return (struct needed){ call->root, call->root + 1, mine, false };
	case GATHER:
		return (struct needed){ 0, mine == call->root ? all : 0, 0, true };
	case ALLGATHER:
		return (struct needed){ 0, all, 0, true };
	case ALLTOALL:
		return (struct needed){ 0, all, mine, true };
	case REDUCE:
		return (struct needed){ 0, mine == call->root ? all : 0, 0, false };
	case REDUCESCATTER:
		return (struct needed){ 0, all, mine, false };
	case SCAN:
		return (struct needed){ 0, mine + 1, 0, false };
	case EXSCAN:
		return (struct needed){ 0, mine, 0, false };
	default:
		return (struct needed){ 0, all, 0, false };
	}
}

/* Sets *from to the piece that the process needs of another one's input, or of its own. */
static int find_piece(struct node *me, const struct shared_piece *s, uint64_t turn, int process,
	int block, const unsigned char **from)
{
	struct wires *hub = me->team->spread.wires;
	const struct shared_input *input = input_of(hub, process, turn);
	int error;

	if (process == hub->carrier->process && reads_own(s->call)) {
		*from = s->call->in;
		if (s->bytes)
			*from += (size_t)block * s->block + s->at;
		return 0;
	}
	*from = input->bytes + place_of(process, block) * s->bytes;
	error = await_input(me, process, turn);
	if (error || input->call == s->call->fingerprint)
		return error;
	turn_doubt(hub);
	return -EAGAIN;
}

static int take_fold(
	struct node *me, const struct shared_piece *s, uint64_t turn, const struct needed *n)
{
	unsigned char *to = (unsigned char *)s->call->out + s->at;
	const unsigned char *left = to, *from;

	for (int p = n->first; p < n->last; p++) {
		int error = find_piece(me, s, turn, p, n->block, &from);
		if (error)
			return error;
		if (p == n->first) {
			left = from;
		} else {
			folding_apply(s->call->folding, to, left, from, s->bytes);
			left = to;
		}
	}
	if (left != to)
		memcpy(to, left, s->bytes);
	return 0;
}

static int take(struct node *me, const struct shared_piece *s, uint64_t turn)
{
	const struct needed n = needed_of(me->team->spread.wires->carrier, s->call);
	unsigned char *to = s->call->out;
	const unsigned char *from;
	int error = 0;

	if (s->call->fold && n.first < n.last)
		return take_fold(me, s, turn, &n);
	for (int p = n.first; p < n.last && !error; p++) {
		error = find_piece(me, s, turn, p, n.block, &from);
		if (!error && s->bytes && to + s->at != from)
			memcpy(to + s->at, from, s->bytes);
		if (n.in_rows)
			to += s->block;
	}
	return error;
}

static void piece_cut(struct shared_piece *s, size_t most)
{
	size_t left = s->block - s->at;

	s->bytes = left < most ? left : most;
}

/* Writes pieces up to the next turn that waits for places, and then takes the same pieces of
 * others: so a process waits less often. It begins the waiting turn when it has taken all pieces of
 * the turns before, as await_places expects. */
static int share_pieces(struct node *me, struct shared_piece *s, size_t most)
{
	struct wires *hub = me->team->spread.wires;
	uint64_t turn = hub->turns.shared;
	struct shared_piece taken = *s;
	int error = await_places(me, turn);

	if (!error && is_doubted(hub))
		error = -EAGAIN;
	if (error)
		return error;
	do {
		piece_cut(s, most);
		input_write(hub, s);
		s->at += s->bytes;
	} while (s->at < s->block && hub->turns.shared % (SHARED_INPUTS / 2));
	for (; turn < hub->turns.shared && !error; turn++) {
		piece_cut(&taken, most);
		error = take(me, &taken, turn);
		taken.at += taken.bytes;
	}
	return error;
}

int turn_share(struct node *me, const struct native_call *call)
{
	struct wires *hub = me->team->spread.wires;
	size_t most = piece_of(hub, call);
	struct shared_piece s = { .call = call, .block = block_of(call) };
	int error;

	do
		error = share_pieces(me, &s, most);
	while (!error && s.at < s.block);
	hub->turns.next += !error;
	return error;
}
