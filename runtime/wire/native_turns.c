/* Lets no process wait for ever inside a collective of the carrier's own library. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/monotonic.h"
#include "runtime/drive/standstill.h"
#include "runtime/wire/wires_state.h"

/* A process inside the library looks at nothing else. So the calls are turns with numbers that all
 * processes count alike, and the first process that comes to a turn writes its call where all
 * processes read. A process that comes with another call makes the call that is written instead,
 * with memory that nobody reads, and so releases the others from the library. The turn is then in
 * doubt, and those that come out of the library meet by a barrier of the team, which finds the
 * difference and says where it is. A process that has made such a turn makes all further turns of
 * others in this way, and so does a process whose team has failed, or whose bodies have ended: the
 * team fails in any case. A process that waits for long in a call of another kind makes the turn
 * so, too: the processes in the library may have to come to that call.
 *
 * Processes of several hosts share no memory. They meet before each call.
 *
 *	writers
 *	call		the first process of a turn, by exchange; relaxed: the word is all there is
 *	doubt		any process; relaxed: the library's messages come after the store
 */
enum {
	TURNS = 256, /* a power of two: all processes meet every TURNS / 2 turns */
	WORD_COUNT = 30, /* at least two processes count all blocks in an int */
	WORD_ROOT = 16,
	WORD_FOLD = 4,
	WORD_TYPE = 5,
	WORD_COLLECTIVE = 4,
	WORD_SHARED = 1,
	WORD_JOB = 2,
	WORD_ROUND = 2,
	ROUNDS = (1 << WORD_ROUND) - 1
};

struct common_turns {
	_Alignas(64) _Atomic uint64_t doubt; /* the number of a turn in doubt, and 1; or 0 */
	_Alignas(64) _Atomic uint64_t call[TURNS];
};
_Static_assert(sizeof(struct common_turns) <= COMMON_TURNS, "the processes share that much");

static const double USUAL_TIMEOUT = 10, ENDLESS = 1e9; /* seconds */

static const char *const folds[] = { "sum", "prod", "min", "max", "and", "or", "xor" };

static unsigned fold_number(const char *name)
{
	unsigned f = 0;

	while (name && f < sizeof folds / sizeof folds[0] && strcmp(name, folds[f]))
		f++;
	return name ? f + 1 : 0;
}

/* Distinguishes the turns that use a place one after another; 0 is that of no turn. */
static uint64_t round_of(uint64_t turn)
{
	return turn / TURNS % ROUNDS + 1;
}

static bool is_round(uint64_t word, uint64_t turn)
{
	return (word & ROUNDS) == round_of(turn);
}

static uint64_t job_bits(const struct wires *hub)
{
	return hub->turns.jobs % (1 << WORD_JOB);
}

static uint64_t word_of(const struct wires *hub, const struct native_call *call)
{
	uint64_t word = call->count;

	word = word << WORD_ROOT | (uint64_t)call->root;
	word = word << WORD_FOLD | fold_number(call->fold);
	word = word << WORD_TYPE | (uint64_t)call->type;
	word = word << WORD_COLLECTIVE | (uint64_t)call->collective;
	word = word << WORD_SHARED | call->shared;
	word = word << WORD_JOB | job_bits(hub);
	return word << WORD_ROUND | round_of(hub->turns.next);
}

static uint64_t take(uint64_t *word, int bits)
{
	uint64_t value = *word & ((UINT64_C(1) << bits) - 1);

	*word >>= bits;
	return value;
}

static struct native_call call_of(uint64_t word)
{
	struct native_call call = { 0 };
	uint64_t fold;

	take(&word, WORD_JOB + WORD_ROUND);
	call.shared = take(&word, WORD_SHARED);
	call.collective = (enum collective)take(&word, WORD_COLLECTIVE);
	call.type = (int)take(&word, WORD_TYPE);
	fold = take(&word, WORD_FOLD);
	call.fold = fold ? folds[fold - 1] : NULL;
	call.root = (int)take(&word, WORD_ROOT);
	call.count = take(&word, WORD_COUNT);
	return call;
}

bool turns_in_doubt(struct native_turns *turns)
{
	uint64_t doubt = load_own(&turns->common->doubt);

	turns->doubted |= doubt > turns->first && doubt <= turns->next;
	return turns->doubted;
}

/* The earliest turn in doubt counts. */
static void turn_doubt(struct native_turns *turns, uint64_t turn)
{
	_Atomic uint64_t *place = &turns->common->doubt;
	uint64_t doubt = load_own(place);

	while ((doubt <= turns->first || doubt > turn + 1) && !replace_own(place, &doubt, turn + 1))
		continue;
	turns->doubted = true;
}

/* Makes a call of another process, with memory of its own. */
static int perform_for_others(struct wires *hub, struct native_call *call)
{
	struct carrier *carrier = hub->carrier;
	size_t element = call->fold ? type_bytes(call->type) : 1;
	size_t bytes = call->count * element * (size_t)carrier->processes;
	unsigned char *memory = calloc(2, bytes + 1);
	int error;

	if (!memory) {
		snprintf(carrier->why, sizeof carrier->why,
			"no memory to release other processes from a collective");
		return -ENOMEM;
	}
	call->in = memory;
	call->out = memory + bytes;
	error = carrier->perform(carrier, call);
	free(memory);
	return error;
}

/* Makes the next turn, whose call is written, for the others. A process whose bodies have ended
 * spoils no turn to which it gives no input, and is found later. */
static int release_next(struct wires *hub, uint64_t word)
{
	struct native_call call = call_of(word);
	uint64_t turn = hub->turns.next++;

	if (!hub->turns.closed || !call.shared || shared_needs_input(hub, &call))
		turn_doubt(&hub->turns, turn);
	if (!call.shared)
		return perform_for_others(hub, &call);
	shared_write(hub, NULL);
	return 0;
}

/* Returns true if the turn has begun in this job: another process may have begun the next job. */
static bool is_open(const struct wires *hub, uint64_t word)
{
	return is_round(word, hub->turns.next) &&
	       (word >> WORD_ROUND) % (1 << WORD_JOB) == job_bits(hub);
}

void turns_first(struct wires *hub)
{
	hub->turns.first = hub->turns.next;
	hub->turns.closed = hub->turns.doubted = false;
}

static bool next_is_open(const struct wires *hub, uint64_t *word)
{
	*word = load_own(&hub->turns.common->call[hub->turns.next % TURNS]);
	return is_open(hub, *word);
}

/* Returns true if all nodes here have waited for something else for an eighth of the timeout,
 * while others wait in the library. They may wait for each other. If not, the turn is made again
 * when the nodes here come. */
static bool waits_elsewhere(struct wires *hub)
{
	struct native_turns *turns = &hub->turns;
	double timeout = hub->team->timeout <= ENDLESS ? hub->team->timeout : USUAL_TIMEOUT;
	uint64_t word;
	int64_t now;

	if (!next_is_open(hub, &word) || call_of(word).shared)
		return false;
	now = monotonic_now();
	if (turns->seen != turns->next + 1) {
		turns->seen = turns->next + 1;
		turns->since = now;
	}
	return (double)(now - turns->since) > timeout * 1e9 / 8 &&
	       family_stands(hub->team, turns->since);
}

int turns_release(struct wires *hub)
{
	struct native_turns *turns = &hub->turns;
	uint64_t word;
	int error = 0;

	if (!turns->common || !hub->in_job || hub->broken ||
		!(turns->closed || turns->doubted || load_acquire(&hub->team->fault) || /* X2 */
			waits_elsewhere(hub)))
		return 0;
	while (!error && next_is_open(hub, &word))
		error = release_next(hub, word);
	return error;
}

/* Begins the turn, if nobody has. Returns the turn's call. */
static uint64_t turn_enter(struct wires *hub, uint64_t mine)
{
	_Atomic uint64_t *place = &hub->turns.common->call[hub->turns.next % TURNS];
	uint64_t word = load_own(place);

	if (is_round(word, hub->turns.next))
		return word;
	return replace_own(place, &word, mine) ? mine : word;
}

bool turns_must_meet(struct native_turns *turns)
{
	return !turns->common || turns->next % (TURNS / 2) == 0 || turns_in_doubt(turns);
}

int turn_make(struct wires *hub, const struct native_call *call)
{
	struct native_turns *turns = &hub->turns;
	uint64_t mine, word;
	int error;

	if (!turns->common)
		return hub->carrier->perform(hub->carrier, call);
	mine = word_of(hub, call);
	word = turn_enter(hub, mine);
	if (word != mine) {
		error = release_next(hub, word);
		return error ? error : -EAGAIN;
	}
	turns->next++;
	if (call->shared) {
		shared_write(hub, call);
		return 0;
	}
	error = hub->carrier->perform(hub->carrier, call);
	return !error && turns_in_doubt(turns) ? -EAGAIN : error;
}
