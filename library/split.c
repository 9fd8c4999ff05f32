/* Splits a team into sub-teams by the colours and keys of its nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/library_internal.h"
#include "library/machine_levels.h"
#include "runtime/team/sub_team.h"

/* A split is two exchanges. By the first one each node knows the members of its sub-team. The
 * first member opens the sub-team, and by the second exchange the others get a pointer. */

struct wish {
	int colour, key;
	const char
		*network; /* the caller's text, which stays until the second exchange has ended */
};

struct opening {
	struct team *team; /* of a node that opened a sub-team; NULL elsewhere */
	int error;
};

struct member {
	int key, node;
};

/* The members of a sub-team, in the order of the keys; none for a node without a colour. */
struct group {
	struct member *member;
	int members, place; /* place: of the node that asks */
};

static int by_key(const void *a, const void *b)
{
	const struct member *x = a, *y = b;

	return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : x->node - y->node;
}

static int group_find(struct group *group, const struct wish *wishes, int nodes, int me)
{
	if (wishes[me].colour == GROVE_NO_COLOUR)
		return 0;
	group->member = malloc((size_t)nodes * sizeof *group->member);
	if (!group->member)
		return why(ENOMEM, "grove_split: no memory for the members of a sub-team");
	for (int v = 0; v < nodes; v++)
		if (wishes[v].colour == wishes[me].colour)
			group->member[group->members++] = (struct member){ wishes[v].key, v };
	qsort(group->member, (size_t)group->members, sizeof *group->member, by_key);
	while (group->member[group->place].node != me)
		group->place++;
	return 0;
}

/* All nodes of a colour name the same network, or none. */
static int group_agrees(const struct group *group, const struct wish *wishes)
{
	for (int i = 1; i < group->members; i++) {
		const struct wish *a = &wishes[group->member[0].node];
		const struct wish *b = &wishes[group->member[i].node];

		if (a->network && b->network ? strcmp(a->network, b->network)
					     : a->network != b->network)
			return why(EINVAL,
				"grove_split: node %d names the network %s, and node %d %s",
				group->member[0].node, a->network ? a->network : "NULL",
				group->member[i].node, b->network ? b->network : "NULL");
	}
	return 0;
}

static int group_network(struct network *net, const struct group *group, const char *name)
{
	char complete[32];
	int error;

	snprintf(complete, sizeof complete, "gh:%d", group->members);
	error = machine_levels_network(net, name ? name : complete, NULL);
	if (!error && net->nodes != group->members)
		error = why(EINVAL, "grove_split: %s has %d nodes, and the sub-team has %d", name,
			net->nodes, group->members);
	return error;
}

static int group_open(
	struct team **team, struct node *me, const struct group *group, const char *name)
{
	struct network net;
	int error = group_network(&net, group, name);

	if (!error)
		error = sub_team_open(team, node_team(me), &net);
	if (error)
		return error;
	error = library_attach(*team);
	if (error) {
		sub_team_close(*team);
		*team = NULL;
	}
	return error;
}

/* Finds the members of this node's sub-team. The first member opens the sub-team. */
static struct opening group_begin(struct group *group, struct node *me, const struct wish *wishes)
{
	int v = node_number(me);
	struct opening opening = { NULL, 0 };

	opening.error = group_find(group, wishes, team_network(node_team(me))->nodes, v);
	if (!opening.error)
		opening.error = group_agrees(group, wishes);
	if (!opening.error && group->members && group->place == 0)
		opening.error = group_open(&opening.team, me, group, wishes[v].network);
	return opening;
}

/* Returns 0 if every node could open its part, or else the same error on all nodes. */
static int openings_check(const struct opening *openings, int nodes, const char *own_line)
{
	for (int v = 0; v < nodes; v++) {
		if (!openings[v].error)
			continue;
		return *own_line ? why(-openings[v].error, "%s", own_line)
				 : why(-openings[v].error,
					   "grove_split: node %d could not open its sub-team", v);
	}
	return 0;
}

/* The second exchange. Nodes without a colour take part as well. */
static int split_end(struct grove_node *me, const struct group *group, const struct opening *own,
	struct opening *openings, struct node **sub)
{
	struct node *inside = node_inside(me);
	char line[REASON] = "";
	int error;

	if (own->error)
		snprintf(line, sizeof line, "%s", why_text());
	error = grove_allgather(me, own, openings, sizeof *own);
	if (!error)
		error = openings_check(openings, team_network(node_team(inside))->nodes, line);
	if (error && own->team)
		sub_team_close(own->team);
	if (error || !group->members)
		return error;
	return sub_team_enter(openings[group->member[0].node].team, group->place, inside, sub);
}

static int split(struct grove_node *me, const struct wish *own, struct node **sub)
{
	size_t nodes = (size_t)team_network(node_team(node_inside(me)))->nodes;
	struct wish *wishes = malloc(nodes * sizeof *wishes);
	struct opening *openings = malloc(nodes * sizeof *openings), opening;
	struct group group = { NULL, 0, 0 };
	int error = wishes && openings ? grove_allgather(me, own, wishes, sizeof *own)
				       : why(ENOMEM, "grove_split: no memory for %zu nodes", nodes);

	if (!error) {
		opening = group_begin(&group, node_inside(me), wishes);
		error = split_end(me, &group, &opening, openings, sub);
	}
	free(group.member);
	free(openings);
	free(wishes);
	return error;
}

int grove_split(
	struct grove_node *me, int colour, int key, const char *network, struct grove_node **sub)
{
	const struct wish own = { colour, key, network };
	struct node *entered = NULL;
	int error;

	if (sub)
		*sub = NULL;
	if (!me || !sub)
		return why(EINVAL, "grove_split: the node or the place for the new node is NULL");
	if (colour < 0 && colour != GROVE_NO_COLOUR)
		return why(EINVAL, "grove_split: colour %d is negative, but not GROVE_NO_COLOUR",
			colour);
	error = split(me, &own, &entered);
	if (entered)
		*sub = node_outside(entered);
	return why_answer(error);
}
