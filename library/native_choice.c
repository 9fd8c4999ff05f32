/* Keeps which verbs of a team may be left to the library below, and how long both have taken. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/native_choice.h"
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
		.root = me->team->process_of[r->root] };
}

/* Lists the ways of the verb besides its plan. */
static void add_ways(struct native_choice *choice, struct node *me,
	const struct collective_request *r, const struct made_call *made)
{
	const struct folding *folding =
		made->plan->folding.element ? &made->plan->folding : NULL;
	struct native_call native;

	choice->ways = 1;
	if (r->plan || (!made->bytes && r->collective != BARRIER) || r->blocks ||
		!team_is_wired(me->team) || team_is_sub(me->team) ||
		(folding && !folding->kernel))
		return;
	native = native_call_of(me, r, folding);
	for (int way = BY_LIBRARY; way < NATIVE_WAYS; way++) {
		native.shared = way == IN_SHARED_MEMORY;
		if (wires_offer(me->team, &native, folding))
			choice->way[choice->ways++] = (enum native_way)way;
	}
}

/* All nodes of the process are one node, so nobody else is at the list. */
int native_choice_find(struct native_choice **choice, struct node *me,
	const struct collective_request *r, const struct made_call *made)
{
	struct cached_team *kept = team_kept(me->team);
	struct native_choice new = { .next = kept->native,
		.plan = made->plan,
		.length = made->bytes < NATIVE_BYTES ? NATIVE_SHORT : NATIVE_LONG };

	*choice = NULL;
	add_ways(&new, me, r, made);
	if (new.ways == 1)
		return 0;
	*choice = kept->native;
	while (*choice && (*choice)->plan != made->plan)
		*choice = (*choice)->next;
	if (*choice)
		return 0;
	*choice = malloc(sizeof **choice);
	if (!*choice)
		return why(ENOMEM, "no memory for a choice");
	**choice = new;
	kept->native = *choice;
	return 0;
}

void native_choices_renew(struct cached_team *kept)
{
	for (struct native_choice *c = kept->native; c; c = c->next) {
		c->calls = 0;
		c->chosen = BY_PLAN;
	}
}

void native_choices_free(struct cached_team *kept)
{
	while (kept->native) {
		struct native_choice *next = kept->native->next;

		free(kept->native);
		kept->native = next;
	}
}
