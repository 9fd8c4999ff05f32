/* Two nodes of a process, for which one makes a call of both: library/native_group.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "library/native_choice.h"
#include "runtime/drive/pending.h"
#include "runtime/node/abort.h"
#include "runtime/team/team.h"
#include "runtime/wire/wires.h"
#include "tests/explorer/scenarios.h"

enum {
	NODES = 2
};

/* This file and native_group.c are compiled so that their plain accesses are seen. */
static const struct scenario *now;
static struct team team;
static struct node nodes[NODES];
static struct worker workers[NODES];
static struct cached_team *kept;
static struct native_group *group;
static uint32_t out[NODES]; /* a word each, as races are found by words */

static bool has(enum grouping flag)
{
	return now->flags & flag;
}

/* ---- What native_group.c calls, as far as it goes here ---- */

int team_refuse(const struct team *of)
{
	(void)of;
	return -ECANCELED;
}

void wires_doubt(struct team *of)
{
	(void)of;
}

int wires_perform(struct node *me, const struct native_call *call)
{
	(void)me, (void)call;
	return 0;
}

/* ---- Nodes ---- */

void grouping_prepare(const struct scenario *scenario)
{
	now = scenario;
	waits_give_up = has(TEAM_FAILS);
	native_group_free(group);
	free(kept);
	memset(nodes, 0, sizeof nodes);
	memset(workers, 0, sizeof workers);
	memset(out, 0, sizeof out);
	kept = calloc(1, sizeof *kept);
	team = (struct team){ .net = { .nodes = NODES }, .node = nodes, .kept = kept };
	for (int v = 0; v < NODES; v++) {
		workers[v] = (struct worker){
			.team = &team, .number = v, .first = v, .nodes = 1
		};
		workers[v].parker = &workers[v].own_parker;
		nodes[v] = (struct node){ .team = &team, .number = v, .worker = &workers[v] };
	}
	group = native_group_of(&nodes[0]);
	plain_watch(out, sizeof out);
}

/* In turn each node is the root. A node that gave up uses its memory again. */
static void call_as(int v)
{
	for (uint32_t k = 0; k < now->items; k++) {
		int root = (int)k % NODES, error;
		struct native_call call = { .collective = BROADCAST,
			.count = sizeof *out,
			.out = (unsigned char *)&out[v],
			.root_node = root,
			.fingerprint = k };

		if (v == root)
			out[v] = k + 1;
		error = native_group_perform(group, &nodes[v], &call);
		expect(!error || has(TEAM_FAILS), "the call is made");
		expect(error || out[v] == k + 1, "each node gets the root's block");
		out[v] = 0;
	}
}

void grouping_first(void)
{
	call_as(0);
}

void grouping_second(void)
{
	call_as(1);
}
