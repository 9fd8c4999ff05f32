/* Processes that make small collectives in memory that they share: runtime/wire/shared_turns.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "runtime/wire/wires_state.h"
#include "tests/explorer/scenarios.h"

enum {
	PROCESSES = 2,
	COMMON_BYTES = COMMON_TURNS + PROCESSES * SHARED_INPUTS * SHARED_INPUT_BYTES
};

static const struct scenario *now;
static _Alignas(64) unsigned char common[COMMON_BYTES];
static struct process {
	struct carrier carrier;
	struct wires hub;
	struct team team;
	struct node node;
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
	waits_give_up = false;
	memset(common, 0, sizeof common);
	memset(processes, 0, sizeof processes);
	for (int p = 0; p < PROCESSES; p++) {
		struct process *process = &processes[p];

		process->carrier.process = p;
		process->carrier.processes = PROCESSES;
		process->hub.carrier = &process->carrier;
		process->hub.turns.common = (struct common_turns *)common;
		process->team.wires = &process->hub;
		process->team.oversubscribed = true;
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
	return out[0] == value_of(0, turn) &&
	       (has(FROM_ROOT) || out[1] == value_of(1, turn));
}

/* The root of a broadcast waits for nobody, and so may be many turns ahead. */
static void share(int p)
{
	struct process *process = &processes[p];

	for (uint32_t turn = 0; turn < now->items; turn++) {
		unsigned char in = value_of(p, turn), out[PROCESSES] = { in };
		struct native_call call = { .collective = has(FROM_ROOT) ? BROADCAST : ALLGATHER,
			.count = 1,
			.in = &in,
			.out = out };

		if (!has(NO_MEETING))
			shared_begin(&process->node, turn);
		shared_write(&process->hub, &call);
		shared_take(&process->node, &call, turn);
		expect(is_right(out, turn), "each input arrives");
	}
}

void sharing_first(void)
{
	share(0);
}

void sharing_second(void)
{
	share(1);
}
