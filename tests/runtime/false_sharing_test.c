/* Tests that threads do not share cache lines which they write in every operation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "runtime/node/team_state.h"
#include "runtime/team/team.h"
#include "runtime/ring/ring.h"

/* Correct programs with shared lines give correct results, slowly: so the lines are listed. */

struct written {
	uintptr_t line;
	int worker;
};

struct list {
	struct written *written;
	size_t count, room;
};

static void list_add(struct list *list, int worker, const void *memory, size_t bytes)
{
	uintptr_t last = ((uintptr_t)memory + bytes - 1) / LINE;

	for (uintptr_t line = (uintptr_t)memory / LINE; bytes && line <= last; line++) {
		if (list->count == list->room) {
			list->room = 2 * list->room + 64;
			list->written = realloc(list->written, list->room * sizeof *list->written);
			assert_non_null(list->written);
		}
		list->written[list->count++] = (struct written){ line, worker };
	}
}

static void list_node(struct list *list, int worker, const struct node *node, int ports)
{
	list_add(list, worker, node, sizeof *node);
	list_add(list, worker, node->links.port, (size_t)ports * sizeof *node->links.port);
	for (int p = 0; p < ports; p++) {
		struct ring *out = node->links.port[p].out, *in = node->links.port[p].in;

		list_add(list, worker, &out->tail, sizeof out->tail + sizeof out->head_seen);
		list_add(list, worker, &in->head, sizeof in->head);
		list_add(list, worker, &in->taken, sizeof in->taken + sizeof in->taken_slot);
	}
}

static int by_line(const void *left, const void *right)
{
	const struct written *a = left, *b = right;

	return (a->line > b->line) - (a->line < b->line);
}

static void check_team(const char *network, int threads)
{
	struct team_options options = { .threads = threads, .timeout = 10 };
	struct list list = { 0 };
	struct team *team;

	assert_int_equal(network_open(&options.net, network), 0);
	assert_int_equal(team_open(&team, &options), 0);
	for (int w = 0; w < team->workers; w++) {
		const struct worker *worker = &team->worker[w];

		list_add(&list, w, worker, sizeof *worker);
		for (int v = 0; v < worker->nodes; v++)
			list_node(&list, w, &team->node[worker->first + v], options.net.ports);
	}
	qsort(list.written, list.count, sizeof *list.written, by_line);
	for (size_t i = 1; i < list.count; i++)
		if (list.written[i].line == list.written[i - 1].line)
			assert_int_equal(list.written[i].worker, list.written[i - 1].worker);
	free(list.written);
	assert_int_equal(team_close(team), 0);
}

TEST("no line is written by two threads")
{
	check_team("gh:2", 2);
	check_team("gh:3", 3);
	check_team("ccc:3", 5);
	check_team("cube:4", 3);
	check_team("gh:2", GROVE_CALLER);
	check_team("gh:7", GROVE_CALLER);
}
