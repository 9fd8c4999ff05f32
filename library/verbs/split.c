/* Splits a team into sub-teams by the colours and keys of its nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/hash.h"
#include "library/handles.h"
#include "library/library_internal.h"
#include "library/machine/machine_levels.h"
#include "library/plan_cache.h"
#include "runtime/paced/pace.h"
#include "runtime/team/sub_team.h"
#include "runtime/node/transport.h"

/* A split is two exchanges. By the first one each node knows the members of its sub-team. The
 * first member opens the sub-team, and by the second exchange the others get a pointer. Where a
 * sub-team could not open, a broadcast tells all nodes why. */

enum {
	TEXT = 64
};

struct wish {
	int colour, key;
	const char
		*network; /* the caller's text, which stays until the second exchange has ended */
	/* For nodes of other processes, which can not read that text: its first part, and a
	 * hash. */
	char text[TEXT];
	uint64_t hash;
};

struct opening {
	struct team *team; /* of a node that opened a sub-team; NULL elsewhere */
	int error;
	int address; /* of the team in that node's process */
};

struct keyed_node {
	int key, node;
};

/* The members of a sub-team, in the order of the keys; none for a node without a colour. */
struct colour_members {
	int *node;
	int count, place; /* place: of the node that asks */
};

static int by_key(const void *a, const void *b)
{
	const struct keyed_node *x = a, *y = b;

	return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : x->node - y->node;
}

/* Returns the number of nodes with that colour, in the order of their keys. */
static int members_list(struct keyed_node *list, const struct wish *wishes, int nodes, int colour)
{
	int count = 0;

	for (int v = 0; v < nodes; v++)
		if (wishes[v].colour == colour)
			list[count++] = (struct keyed_node){ wishes[v].key, v };
	qsort(list, (size_t)count, sizeof *list, by_key);
	return count;
}

static int members_find(
	struct colour_members *members, const struct wish *wishes, int nodes, int me)
{
	struct keyed_node *list;

	if (wishes[me].colour == GROVE_NO_COLOUR)
		return 0;
	list = malloc((size_t)nodes * sizeof *list);
	members->node = malloc((size_t)nodes * sizeof *members->node);
	if (!list || !members->node) {
		free(list);
		return why(ENOMEM, "grove_split: no memory for the members of a sub-team");
	}
	members->count = members_list(list, wishes, nodes, wishes[me].colour);
	for (int i = 0; i < members->count; i++) {
		members->node[i] = list[i].node;
		if (list[i].node == me)
			members->place = i;
	}
	free(list);
	return 0;
}

/* Each node finds a wrong colour of any node, so that all of them leave with the same error. */
static int colours_check(const struct wish *wishes, int nodes)
{
	for (int v = 0; v < nodes; v++)
		if (wishes[v].colour < 0 && wishes[v].colour != GROVE_NO_COLOUR)
			return why(EINVAL,
				"grove_split: colour %d of node %d is negative, but not "
				"GROVE_NO_COLOUR",
				wishes[v].colour, v);
	return 0;
}

/* All nodes of a colour name the same network, or none. */
static int members_agree(const struct colour_members *members, const struct wish *wishes)
{
	for (int i = 1; i < members->count; i++) {
		const struct wish *a = &wishes[members->node[0]];
		const struct wish *b = &wishes[members->node[i]];

		if (a->network && b->network ? a->hash != b->hash : a->network != b->network)
			return why(EINVAL,
				"grove_split: node %d names the network %s, and node %d %s",
				members->node[0], a->network ? a->network : "NULL",
				members->node[i], b->network ? b->network : "NULL");
	}
	return 0;
}

static int members_network(
	struct network *net, const struct colour_members *members, const char *name)
{
	char complete[32];
	int error;

	snprintf(complete, sizeof complete, "gh:%d", members->count);
	error = machine_levels_network(net, name ? name : complete, NULL);
	if (!error && net->nodes != members->count)
		error = why(EINVAL, "grove_split: %s has %d nodes, and the sub-team has %d", name,
			net->nodes, members->count);
	return error;
}

static int members_open(
	struct team **team, struct node *me, const struct colour_members *members, const char *name)
{
	struct network net;
	int error = members_network(&net, members, name);

	if (!error)
		error = sub_team_open(team, me->team, &net, team_pacing(me->team), members->node);
	if (error || (*team)->kept) /* a spare has all that the library keeps */
		return error;
	error = library_attach(*team);
	if (error) {
		sub_team_close(*team);
		*team = NULL;
		return error;
	}
	if (team_is_wired(*team))
		((struct cached_team *)(*team)->kept)->costs =
			((struct cached_team *)me->team->kept)->costs;
	return 0;
}

/* Returns the first member in this node's process. */
static int first_here(struct node *me, const struct colour_members *members)
{
	int i = 0;

	while (!team_has_node(me->team, members->node[i]))
		i++;
	return members->node[i];
}

/* Finds the members of this node's sub-team. The first member in each process opens the
 * sub-team. */
static struct opening members_begin(
	struct colour_members *members, struct node *me, const struct wish *wishes)
{
	int v = me->number;
	struct opening opening = { NULL, 0, 0 };

	opening.error = members_find(members, wishes, me->team->net.nodes, v);
	if (!opening.error)
		opening.error = members_agree(members, wishes);
	if (!opening.error && members->count && first_here(me, members) == v)
		opening.error = members_open(&opening.team, me, members, wishes[v].network);
	if (!opening.error)
		opening.address = sub_team_address(opening.team);
	return opening;
}

/* Returns the first node that could not open its part, or -1. */
static int first_refusal(const struct opening *openings, int nodes)
{
	for (int v = 0; v < nodes; v++)
		if (openings[v].error)
			return v;
	return -1;
}

/* All nodes leave with the error and the line of that node. */
static int refuse_all(struct grove_node *me, int v, const struct opening *openings,
	const struct wish *wishes, char line[REASON])
{
	int error;

	if (openings[v].error == -ENOMEM) /* nor may there be memory to tell more */
		return why(ENOMEM, "grove_split: node %d has no memory for a sub-team of colour %d",
			v, wishes[v].colour);
	error = grove_broadcast(me, line, REASON, v);
	return error ? error : why(-openings[v].error, "%s", line);
}

/* Tells the team the addresses in the other processes: the first member there has told. */
static void members_know(struct team *team, struct node *me, const struct colour_members *members,
	const struct opening *openings)
{
	for (int i = members->count - 1; i >= 0; i--)
		if (!team_has_node(me->team, members->node[i]) && openings[members->node[i]].team)
			sub_team_know(team, i, openings[members->node[i]].address);
}

/* The second exchange. Nodes without a colour take part as well. */
static int split_end(struct grove_node *me, const struct colour_members *members,
	const struct wish *wishes, const struct opening *own, struct opening *openings,
	struct node **sub)
{
	struct node *inside = node_inside(me);
	char line[REASON] = "";
	struct team *team;
	int error, refusal;

	if (own->error)
		snprintf(line, sizeof line, "%s", why_text());
	error = grove_allgather(me, own, openings, sizeof *own);
	/* The team is aborted. Other nodes may have the pointer of the sub-team that this node
	 * opened: that sub-team is aborted, too, and lasts as long as the team. */
	if (error)
		return error;
	refusal = first_refusal(openings, inside->team->net.nodes);
	if (refusal >= 0 && own->team)
		sub_team_close(own->team);
	if (refusal >= 0)
		return refuse_all(me, refusal, openings, wishes, line);
	if (!members->count)
		return 0;
	team = openings[first_here(inside, members)].team;
	members_know(team, inside, members, openings);
	return sub_team_enter(team, members->place, sub);
}

/* Nodes of other processes have their network's name in the wish itself. */
static void texts_here(struct wish *wishes, const struct team *team)
{
	for (int v = 0; v < team->net.nodes; v++)
		if (wishes[v].network && !team_has_node(team, v))
			wishes[v].network = wishes[v].text;
}

static int split(struct grove_node *me, const struct wish *own, struct node **sub)
{
	size_t nodes = (size_t)node_inside(me)->team->net.nodes;
	struct wish *wishes = malloc(nodes * sizeof *wishes);
	struct opening *openings = malloc(nodes * sizeof *openings), opening;
	struct colour_members members = { NULL, 0, 0 };
	int error = wishes && openings ? grove_allgather(me, own, wishes, sizeof *own)
				       : why(ENOMEM, "grove_split: no memory for %zu nodes", nodes);

	if (!error)
		error = colours_check(wishes, (int)nodes);
	if (!error) {
		texts_here(wishes, node_inside(me)->team);
		opening = members_begin(&members, node_inside(me), wishes);
		error = split_end(me, &members, wishes, &opening, openings, sub);
	}
	free(members.node);
	free(openings);
	free(wishes);
	return error;
}

int grove_split(
	struct grove_node *me, int colour, int key, const char *network, struct grove_node **sub)
{
	struct wish own = { colour, key, network, "", 0 };
	struct node *entered = NULL;
	int error;

	if (sub)
		*sub = NULL;
	if (!me || !sub)
		return why(EINVAL, "grove_split: the node or the place for the new node is NULL");
	if (network) {
		snprintf(own.text, sizeof own.text, "%s", network);
		own.hash = hash_bytes(HASH_BEGIN, network, strlen(network));
	}
	error = split(me, &own, &entered);
	if (entered)
		*sub = node_outside(entered);
	return why_answer(error);
}
