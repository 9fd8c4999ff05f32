/* The proof of lent bytes, on the least programs that keep the rule or break it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/program_help.h"
#include "tests/topology_help.h"

enum {
	BYTES = 8,
	SMALL = 4 /* up to that many are copied into the ring */
};

/* Instructions of a program: through a port, bytes of the output from these places on, or of what
 * others read; -1: no second run of them. */
struct line {
	enum action action;
	int port, first, second;
	size_t bytes;
	uint32_t wait; /* until that many packets are back */
};

static int check_lines(const struct line *line, int lines, bool by_reference)
{
	struct program program = { .by_reference = by_reference, .lends = INPUT };
	int error;

	for (int k = 0; k < lines; k++) {
		const struct line *l = &line[k];
		uint32_t extents = program_extent(&program, OUTPUT, (size_t)l->first, l->bytes);
		struct instruction *i;

		if (l->second >= 0)
			program_extent(&program, by_reference ? INPUT : OUTPUT, (size_t)l->second,
				l->bytes);
		i = program_add(&program, l->action, l->port, 1);
		i->extents = i->left = extents;
		i->count = l->action == AWAIT_RETURN ? l->wait : l->second >= 0 ? 2 : 1;
		i->bytes = l->bytes * (l->second >= 0 ? 2 : 1);
	}
	error = program_check(&program, SMALL);
	program_clear(&program);
	return error;
}

#define LEND(port, first, second)                                                                  \
	{                                                                                          \
		SEND_PACKET, port, first, second, BYTES, 0                                         \
	}
#define TAKE(first, second)                                                                        \
	{                                                                                          \
		TAKE_PACKET, 0, first, second, BYTES, 0                                            \
	}
#define WAIT(port, count)                                                                          \
	{                                                                                          \
		AWAIT_RETURN, port, 0, -1, BYTES, count                                            \
	}

struct text_lines {
	const char *what;
	bool right;
	int count;
	struct line line[6];
};

static void assert_lines(bool by_reference, const struct text_lines *lines, int count)
{
	for (int k = 0; k < count; k++) {
		int error = check_lines(lines[k].line, lines[k].count, by_reference);

		if (error != (lines[k].right ? 0 : -EINVAL))
			fail_msg("%s: %d", lines[k].what, error);
	}
}

/* Each program, and whether it is right. */
#define JUDGED(by_reference, ...)                                                                  \
	do {                                                                                       \
		static const struct text_lines lines[] = { __VA_ARGS__ };                          \
		assert_lines(by_reference, lines, COUNT(lines));                                   \
	} while (0)

TEST("hazard: what is lent is not written, byte by byte")
{
	JUDGED(false, { "other bytes", true, 3, { LEND(0, 0, 16), TAKE(32, 8), WAIT(0, 1) } },
		{ "the first run", false, 3, { LEND(0, 0, 16), TAKE(0, -1), WAIT(0, 1) } },
		{ "the second run", false, 3, { LEND(0, 0, 16), TAKE(16, -1), WAIT(0, 1) } },
		{ "into the second", false, 3, { LEND(0, 0, -1), TAKE(16, 0), WAIT(0, 1) } },
		{ "the last byte", false, 3, { LEND(0, 0, -1), TAKE(7, -1), WAIT(0, 1) } },
		{ "the byte after", true, 3, { LEND(0, 0, -1), TAKE(8, -1), WAIT(0, 1) } },
		{ "the byte before", true, 3, { LEND(0, 8, -1), TAKE(0, -1), WAIT(0, 1) } },
		{ "when it is back", true, 3, { LEND(0, 0, 16), WAIT(0, 1), TAKE(16, 0) } },
		{ "sent again", true, 4,
			{ LEND(0, 0, -1), LEND(1, 0, -1), WAIT(0, 1), WAIT(1, 1) } });
}

TEST("hazard: only what was waited for is back")
{
	JUDGED(false,
		{ "the first of two", true, 5,
			{ LEND(0, 0, -1), LEND(0, 8, -1), WAIT(0, 1), TAKE(0, -1), WAIT(0, 2) } },
		{ "the second of two", false, 5,
			{ LEND(0, 0, -1), LEND(0, 8, -1), WAIT(0, 1), TAKE(8, -1), WAIT(0, 2) } },
		{ "both at once", true, 4,
			{ LEND(0, 0, -1), LEND(0, 8, -1), WAIT(0, 2), TAKE(0, 8) } },
		{ "the same twice, once back", false, 5,
			{ LEND(0, 0, -1), LEND(1, 0, -1), WAIT(0, 1), TAKE(0, -1), WAIT(1, 1) } },
		{ "another port's", false, 5,
			{ LEND(0, 0, -1), LEND(1, 8, -1), WAIT(0, 1), TAKE(8, -1), WAIT(1, 1) } },
		{ "never back", false, 1, { LEND(0, 0, -1) } },
		{ "one of two never back", false, 3,
			{ LEND(0, 0, -1), LEND(0, 8, -1), WAIT(0, 1) } },
		{ "nothing lent", true, 2, { TAKE(0, 8), TAKE(8, 0) } });
}

/* A packet that fits into its slot is copied; it counts all the same where packets are numbered. */
TEST("hazard: packets that fit into a slot are not lent")
{
	JUDGED(false,
		{ "as large as a slot", true, 2,
			{ { SEND_PACKET, 0, 0, -1, SMALL, 0 }, TAKE(0, -1) } },
		{ "a byte more", false, 2,
			{ { SEND_PACKET, 0, 0, -1, SMALL + 1, 0 }, TAKE(0, -1) } },
		{ "after a small one", true, 4,
			{ { SEND_PACKET, 0, 0, -1, SMALL, 0 }, LEND(0, 8, -1), WAIT(0, 2),
				TAKE(8, -1) } },
		{ "the small one alone is back", false, 4,
			{ { SEND_PACKET, 0, 0, -1, SMALL, 0 }, LEND(0, 8, -1), WAIT(0, 1),
				TAKE(8, -1) } });
}

TEST("hazard: what others read is not written")
{
	JUDGED(true, { "one's own", true, 1, { TAKE(0, -1) } },
		{ "in the second run", false, 1, { TAKE(0, 0) } },
		{ "dropped", true, 1, { { DROP_PACKET, 0, 0, 0, BYTES, 0 } } });
}
