/* The sides of a comparison touch the data of an operation as the setting PEER_DATA asks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/test.h"
#include "library/machine/cache_lines.h"
#include "perf/peers/peer.h"

static char in[256], out[512];
static _Thread_local int side = -1; /* known from the first operation on */
static _Atomic long inside, performed, rewritten, read_out, wrong;

void __wrap_lines_rewrite(void *at, size_t bytes);
void __wrap_lines_read(const void *at, size_t bytes);

/* A side without a buffer passes no bytes. No side may be inside the operation. */
void __wrap_lines_rewrite(void *at, size_t bytes)
{
	wrong += inside != 0 || (bytes && (side == 1 || at != in || bytes != sizeof in));
	rewritten += bytes > 0;
}

void __wrap_lines_read(const void *at, size_t bytes)
{
	wrong += inside != 0 || (bytes && (side == 0 || at != out || bytes != sizeof out));
	read_out += bytes > 0;
}

/* Side 1 needs longer, so that side 0 comes to the data too early unless side 0 waits. */
static void part(int me, void *context)
{
	side = me;
	inside++;
	for (int k = 0; me && k < 200; k++)
		__asm__ volatile("" ::: "memory");
	performed += me;
	inside--;
}

/* Times an operation with the state as the setting. The settings are read once, so each state has a
 * process of its own. Returns true if the row is right. */
static bool timed_as(const char *state, const struct peer_buffers buffers[2],
	bool (*right)(const struct peer_row *row))
{
	struct peer_row row = { .collective = "send", .bytes = sizeof in };
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		setenv("PEER_DATA", state, 1);
		setenv("PEER_BUDGET", "0.001", 1);
		memcpy(row.buffers, buffers, sizeof row.buffers);
		peer_pair(part, NULL, &row);
		_exit(right(&row) && !wrong && performed ? 0 : 1);
	}
	waitpid(pid, &status, 0);
	return status == 0;
}

static const struct peer_buffers from_0_to_1[2] = { { .in = in, .in_bytes = sizeof in },
	{ .out = out, .out_bytes = sizeof out } };
static const struct peer_buffers none[2];

static bool touched_each_time(const struct peer_row *row)
{
	return rewritten == performed && read_out == performed && row->backtoback == 0 &&
	       row->data && !strcmp(row->data, "fresh");
}

static bool untouched(const struct peer_row *row)
{
	return !rewritten && !read_out && row->backtoback > 0 && row->data &&
	       !strcmp(row->data, "resident");
}

static bool without_data(const struct peer_row *row)
{
	return !rewritten && !read_out && row->backtoback > 0 && !row->data;
}

TEST("fresh data are touched before each operation")
{
	assert_true(timed_as("fresh", from_0_to_1, touched_each_time));
	assert_true(timed_as("", from_0_to_1, touched_each_time));
}

TEST("resident data are left alone")
{
	assert_true(timed_as("resident", from_0_to_1, untouched));
}

TEST("an operation without data has no state")
{
	assert_true(timed_as("fresh", none, without_data));
}
