/* The memory of messages grows by what is used, and stays within the limit of a control group. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>
#include "base/cgroup.h"
#include "library/handles.h"
#include "library/plan_cache.h"
#include "runtime/messages/channel.h"
#include "tests/library/messages_help.h"
#include "tests/temporary.h"
#include "runtime/node/team_state.h"

static const struct ring *ring_between(struct grove_node *me, int from, int to)
{
	return &channel_known(node_inside(me)->team->channels, from, to)->ring;
}

/* Sends messages to node 1, and returns the error. */
static int one_way(struct grove_node *me, size_t bytes, int rounds)
{
	unsigned char buffer[2048];
	int number = grove_node_number(me);

	for (size_t k = 0; k < (size_t)rounds; k++) {
		fill(buffer, bytes, 0, 1, k);
		if (number)
			memset(buffer, 0, bytes);
		TRY(number ? grove_recv(me, buffer, bytes, 0, 3, NULL)
			   : grove_send(me, buffer, bytes, 1, 3));
		HOLDS(is_right(buffer, bytes, 0, 1, k));
	}
	return 0;
}

/* Small messages need no buffers. */
NODES_TEST("memory for messages grows as they need it",
	(run("gh:2", NULL, body, NULL), run_on(1, "gh:2", body, NULL)))
{
	bool sends = !grove_node_number(me);

	TRY(one_way(me, 40, 100));
	HOLDS(!sends || !ring_between(me, 0, 1)->eager);
	TRY(one_way(me, 41, 100));
	HOLDS(!sends || ring_between(me, 0, 1)->eager);
	return one_way(me, 2048, 100);
}

/* ---- A control group ---- */

static size_t resident(void)
{
	size_t pages = 0;
	FILE *file = fopen("/proc/self/statm", "r");

	assert_non_null(file);
	assert_int_equal(fscanf(file, "%*u %zu", &pages), 1);
	fclose(file);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void file_write(const char *folder, const char *name, const char *format, size_t number)
{
	char path[TEMPORARY_NAME + 16];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	file = fopen(path, "w");
	assert_non_null(file);
	fprintf(file, format, number);
	fclose(file);
}

/* Each node sends a kilobyte to every other node. */
static int to_everybody(struct grove_node *me, void *folder)
{
	unsigned char out[1000] = { 0 }, in[1000];
	int v = grove_node_number(me), n = nodes_of(me);

	if (v == 0) {
		file_write(folder, "cgroup", "0::/\n", 0);
		file_write(folder, "memory.max", "%zu\n", resident() + (40 << 20));
		cgroup_root(folder, folder);
	}
	TRY(grove_barrier(me));
	for (int k = 1; k < n; k++)
		TRY(grove_sendrecv(
			me, out, sizeof out, (v + k) % n, in, sizeof in, (v - k + n) % n, 0, NULL));
	return 0;
}

TEST("a control group that has no memory left ends the messages")
{
	char folder[TEMPORARY_NAME];

	assert_non_null(mkdtemp(temporary_name(folder)));
	threads = 2;
	FAILS("ring:160", 60, to_everybody, folder, ENOMEM, "no memory for messages from node ");
	cgroup_root("/proc/self", "/sys/fs/cgroup");
	threads = 0;
}
