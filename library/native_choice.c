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
		.root = me->team->process_of[r->root] };
}

static bool is_offered(
	struct node *me, const struct collective_request *r, const struct made_call *made)
{
	const struct folding *folding = &made->plan->folding;
	bool folds = folding->element;
	struct native_call native;

	if (!made->chosen || !made->bytes || r->blocks || !team_is_wired(me->team) ||
		team_is_sub(me->team) || (folds && !folding->kernel))
		return false;
	native = native_call_of(me, r, folds ? folding : NULL);
	return wires_offer(me->team, &native, folds ? folding : NULL);
}

/* All nodes of the process are one node, so nobody else is at the list. */
int native_choice_find(struct native_choice **choice, struct node *me,
	const struct collective_request *r, const struct made_call *made)
{
	struct cached_team *kept = team_kept(me->team);

	*choice = NULL;
	if (!is_offered(me, r, made))
		return 0;
	*choice = kept->native;
	while (*choice && (*choice)->plan != made->plan)
		*choice = (*choice)->next;
	if (*choice)
		return 0;
	*choice = calloc(1, sizeof **choice);
	if (!*choice)
		return why(ENOMEM, "no memory for a choice");
	**choice = (struct native_choice){ .next = kept->native,
		.plan = made->plan,
		.trials = native_trials(made->bytes) };
	kept->native = *choice;
	return 0;
}

void native_choices_renew(struct cached_team *kept)
{
	for (struct native_choice *c = kept->native; c; c = c->next) {
		c->calls = 0;
		c->chosen = false;
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
