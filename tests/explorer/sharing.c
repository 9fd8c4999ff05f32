/* Processes that make small collectives in memory that they share: runtime/wire/shared_turns.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "runtime/wire/wires_state.h"
#include "tests/explorer/scenarios.h"

enum {
	PROCESSES = 2,
	COMMON_BYTES = COMMON_TURNS + PROCESSES * PROCESS_TURNS
};

static const struct scenario *now;
static _Alignas(64) unsigned char common[COMMON_BYTES];
static struct process {
	struct carrier carrier;
	struct wires hub;
	struct team team;
	struct node node;
	uint32_t made;
} processes[PROCESSES];

/* ---- What shared_turns.c calls, as far as it goes here ---- */

size_t type_bytes(int type)
{
	(void)type;
	return 1;
}

/* ---- Processes ---- */

static bool has(enum sharing flag)
{
	return now->flags & flag;
}

void sharing_prepare(const struct scenario *scenario)
{
	now = scenario;
	spun_words = 3; /* the doubt is one of them, and the end of the other process */
	waits_give_up = false;
	memset(common, 0, sizeof common);
	memset(processes, 0, sizeof processes);
	for (int p = 0; p < PROCESSES; p++) {
		struct process *process = &processes[p];

		process->carrier.process = p;
		process->carrier.processes = !p && has(NO_MEETING) ? 1 : PROCESSES;
		process->hub.carrier = &process->carrier;
		process->hub.turns.common = (struct common_turns *)common;
		process->team.spread.wires = &process->hub;
		process->team.spread.oversubscribed = true;
		process->node.team = &process->team;
	}
	plain_watch(common, sizeof common);
}

static unsigned char value_of(int process, uint32_t turn)
{
	return (unsigned char)(100 * process + (int)turn + 1);
}

static bool is_right(const unsigned char *out, uint32_t turn)
{
	return out[0] == value_of(0, turn) && (has(FROM_ROOT) || out[1] == value_of(1, turn));
}

static int make_turn(struct process *process, uint32_t turn)
{
	unsigned char in = value_of(process->carrier.process, turn), out[PROCESSES] = { in };
	struct native_call call = { .collective = has(FROM_ROOT) ? BROADCAST : ALLGATHER,
		.count = 1,
		.in = &in,
		.out = out };
	int error;

	if (has(ENTERS))
		return turn_gather(&process->node, &call);
	error = turn_share(&process->node, &call);
	expect(error || is_right(out, turn), "each input arrives");
	return error;
}

/* The root of a broadcast waits for nobody, and so may be many turns ahead. */
static void share(int p)
{
	struct process *process = &processes[p];
	uint32_t turns = now->items - (p && has(ENDS_EARLY)), turn = 0;
	int error = 0;

	turns_begin(&process->hub);
	while (!error && turn < turns)
		if (!(error = make_turn(process, turn)))
			process->made = ++turn;
	turn_end(&process->hub);
	expect(!error || (has(ENDS_EARLY) && !has(FROM_ROOT)) || has(DOUBTED),
		"the turns are made");
}

void sharing_doubt(void)
{
	struct wires hub = {
		.turns = { .common = (struct common_turns *)common, .next = 2, .first = 1 }
	};

	if (has(DOUBTED))
		turn_doubt(&hub);
}

void sharing_finish(void)
{
	expect(!has(ENTERS) || processes[0].made == processes[1].made, "all enter, or none");
}

void sharing_first(void)
{
	share(0);
}

void sharing_second(void)
{
	share(1);
}
