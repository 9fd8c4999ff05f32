/* Keeps which verbs of a team may be left to the library below, and how long both have taken. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/native_choice.h"
#include "library/native_work.h"
#include "runtime/team/sub_team.h"
#include "runtime/node/team_state.h"
#include "runtime/wire/wires.h"

struct native_call native_call_of(
	const struct node *me, const struct collective_request *r, const struct folding *folding)
{
	return (struct native_call){ .collective = r->collective,
		.count = r->count,
		.type = r->type,
		.fold = folding ? folding_name(folding) : NULL,
		.folding = folding,
		.root = me->team->spread.process_of[r->root],
		.root_node = r->root };
}

/* Lists the ways of the verb besides its plan. */
static void add_ways(struct native_choice *choice, struct node *me,
	const struct collective_request *r, const struct made_call *made)
{
	const struct folding *folding =
		made->plan->folding.element ? &made->plan->folding : NULL;
	struct native_call native;
	int nodes;

	choice->ways = 1;
	if (r->plan || (!made->bytes && r->collective != BARRIER) || r->blocks ||
		team_is_sub(me->team) || (folding && !folding->kernel))
		return;
	nodes = wires_nodes_each(me->team);
	if (!nodes)
		return;
	native = native_call_of(me, r, folding);
	native = native_call_of_process(&native, nodes);
	for (int way = BY_LIBRARY; way < NATIVE_WAYS; way++) {
		native.shared = way == IN_SHARED_MEMORY;
		if (wires_offer(me->team, &native))
			choice->way[choice->ways++] = (enum native_way)way;
	}
}

static struct native_choice *find(const struct cached_node *kept, const struct grove_plan *plan)
{
	struct native_choice *choice = kept->native;

	while (choice && choice->plan != plan)
		choice = choice->next;
	return choice;
}

struct native_choice *native_choice_of(const struct node *me, const struct call *call)
{
	struct native_choice *choice = call->native;

	return choice && choice->node != me ? find(me->kept, choice->plan) : choice;
}

int native_choice_find(struct native_choice **choice, struct node *me,
	const struct collective_request *r, const struct made_call *made)
{
	struct cached_node *kept = me->kept;
	struct native_choice new = { .next = kept->native,
		.node = me,
		.plan = made->plan,
		.length = made->bytes < NATIVE_BYTES ? NATIVE_SHORT : NATIVE_LONG };

	add_ways(&new, me, r, made);
	if (new.ways == 1)
		return 0;
	*choice = find(kept, made->plan);
	if (*choice)
		return 0;
	new.group = native_group_of(me);
	if (!new.group)
		return -ENOMEM;
	*choice = malloc(sizeof **choice);
	if (!*choice)
		return why(ENOMEM, "no memory for a choice");
	**choice = new;
	kept->native = *choice;
	return 0;
}

void native_choices_free(struct cached_node *kept)
{
	while (kept->native) {
		struct native_choice *next = kept->native->next;

		free(kept->native);
		kept->native = next;
	}
}
