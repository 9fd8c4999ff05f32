/* Calls that verbs keep: a permutation is found again by its numbers, not by its array. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "library/handles.h"
#include "library/kept_calls.h"
#include "tests/topology_help.h"

enum {
	NODES = 8,
	ROUNDS = 40,
	SHIFTS = 5
};

static struct grove_team *open_team(void)
{
	struct grove_team_options options = {
		.network = "cube:3", .threads = NODES, .timeout = 20
	};
	struct grove_team *team;

	if (grove_team_open(&team, &options))
		fail_msg("%s", grove_why());
	return team;
}

static void shift(int permutation[NODES], int by)
{
	for (int v = 0; v < NODES; v++)
		permutation[v] = (v + by) % NODES;
}

/* Calls permute with an array that changes in place. Node v gets what node v - by sent. */
static int shift_in_turn(struct grove_node *me, void *argument)
{
	int permutation[NODES], v = grove_node_number(me);

	(void)argument;
	for (int i = 0; i < ROUNDS; i++) {
		int by = 1 + i % SHIFTS, sent = 1000 * i + v, got = -1, error;

		shift(permutation, by);
		error = grove_permute(me, &sent, &got, sizeof sent, permutation);
		if (error)
			return error;
		if (got != 1000 * i + (v - by + NODES) % NODES)
			return -EBADMSG;
	}
	return 0;
}

static void an_array_that_changes_is_seen(void **state)
{
	struct grove_team *team = open_team();

	(void)state;
	if (grove_team_run(team, shift_in_turn, NULL))
		fail_msg("%s", grove_why());
	grove_team_close(team);
}

/* Returns 0 if node `me` has a prepared call for this request. */
static int is_kept(struct node *me, const int *permutation, size_t count)
{
	int in = 0, out;
	struct verb_request request = { .collective = PERMUTE,
		.in = &in,
		.out = &out,
		.count = count,
		.permutation = permutation };
	const struct cached_call *place = kept_call_place(*node_kept(me), &request, NODES);

	return kept_call_serves(place, &request, NODES) ? 0 : -ENOENT;
}

static int keep_one(struct grove_node *me, void *argument)
{
	int permutation[NODES], other[NODES], sent = 1, got;
	struct node *node = node_inside(me);

	(void)argument;
	shift(permutation, 1);
	shift(other, 2);
	if (!is_kept(node, permutation, sizeof sent))
		return -EEXIST;
	if (grove_permute(me, &sent, &got, sizeof sent, permutation))
		return -EIO;
	if (!is_kept(node, other, sizeof sent) || !is_kept(node, permutation, 2 * sizeof sent))
		return -EEXIST;
	return is_kept(node, permutation, sizeof sent);
}

static void permute_keeps_what_it_found(void **state)
{
	struct grove_team *team = open_team();

	(void)state;
	if (grove_team_run(team, keep_one, NULL))
		fail_msg("%s", grove_why());
	grove_team_close(team);
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		CHECK("kept calls: an array that changes in place is seen",
			an_array_that_changes_is_seen),
		CHECK("kept calls: permute keeps what it found", permute_keeps_what_it_found),
	};

	return cmocka_run_group_tests_name("kept calls", checks, NULL, NULL);
}
