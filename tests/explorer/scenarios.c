/* The table of scenarios and of mistakes, from small to large. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "tests/explorer/scenarios.h"

#define STREAM(name, capacity, items, flags)                                                       \
	{                                                                                          \
		name, stream_prepare, { stream_send, stream_receive }, NULL, capacity, items,      \
			flags, false                                                               \
	}
#define EARLY(name, capacity, items, flags)                                                        \
	{                                                                                          \
		name, stream_prepare, { stream_send, stream_receive }, NULL, capacity, items,      \
			flags, true                                                                \
	}
#define TWO_RINGS(name, capacity, items)                                                           \
	{                                                                                          \
		name, two_rings_prepare,                                                           \
			{ two_rings_send_first, two_rings_send_second, two_rings_receive }, NULL,  \
			capacity, items, 0, false                                                  \
	}
#define PING_PONG(name, capacity, items)                                                           \
	{                                                                                          \
		name, ping_pong_prepare, { ping_pong_left, ping_pong_right }, NULL, capacity,      \
			items, 0, false                                                            \
	}

enum {
	BOTH = RECEIVER_PARKS | SENDER_PARKS
};

const struct scenario scenarios[] = {
	STREAM("spinning, inline", 1, 4, 0),
	STREAM("spinning, inline", 2, 5, 0),
	STREAM("spinning, inline", 4, 7, 0),
	STREAM("spinning, inline, positions wrap", 2, 5, WRAPS),
	STREAM("spinning, lent", 1, 4, LENT),
	STREAM("spinning, lent", 2, 5, LENT),
	STREAM("spinning, lent", 4, 7, LENT),
	STREAM("spinning, lent, positions wrap", 2, 5, LENT | WRAPS),
	STREAM("spinning, revoked", 1, 4, LENT | GIVES_UP),
	STREAM("spinning, revoked", 2, 5, LENT | GIVES_UP),
	STREAM("the receiver parks", 1, 2, RECEIVER_PARKS),
	STREAM("the receiver parks", 1, 3, RECEIVER_PARKS),
	STREAM("the receiver parks", 2, 3, RECEIVER_PARKS),
	STREAM("the sender parks when full", 1, 2, SENDER_PARKS),
	STREAM("the sender parks when full", 1, 4, SENDER_PARKS),
	STREAM("the sender parks when full", 2, 4, SENDER_PARKS),
	STREAM("the sender parks for returns", 1, 2, SENDER_PARKS | LENT),
	STREAM("the sender parks for returns", 2, 3, SENDER_PARKS | LENT),
	STREAM("both park", 1, 2, BOTH),
	STREAM("both park", 1, 3, BOTH),
	STREAM("both park", 2, 3, BOTH),
	STREAM("both park, lent", 1, 1, BOTH | LENT),
	STREAM("both park, lent", 2, 2, BOTH | LENT),
	STREAM("both park, revoked", 1, 1, BOTH | LENT | GIVES_UP),
	STREAM("both park, revoked", 1, 2, BOTH | LENT | GIVES_UP),
	EARLY("early returns from futex_wait", 1, 2, RECEIVER_PARKS),
	EARLY("early returns from futex_wait", 1, 2, BOTH),
	TWO_RINGS("one receiver parks for two rings", 2, 1),
	PING_PONG("each parks for two rings", 1, 1),
};
const int scenario_count = sizeof scenarios / sizeof scenarios[0];

/* Too many executions for every day. */
const struct scenario long_scenarios[] = {
	STREAM("the receiver parks", 1, 4, RECEIVER_PARKS),
	STREAM("the sender parks when full", 2, 5, SENDER_PARKS),
	STREAM("the sender parks for returns", 4, 4, SENDER_PARKS | LENT),
	STREAM("both park", 4, 3, BOTH),
	STREAM("both park, revoked", 2, 3, BOTH | LENT | GIVES_UP),
	EARLY("early returns from futex_wait", 1, 3, BOTH),
	TWO_RINGS("one receiver parks for two rings", 1, 2),
	TWO_RINGS("one receiver parks for two rings", 2, 2),
	PING_PONG("each parks for two rings", 1, 2),
};
const int long_scenario_count = sizeof long_scenarios / sizeof long_scenarios[0];

/* So small that the naive search can do them too. */
const struct scenario small_scenarios[] = {
	STREAM("spinning, inline", 1, 2, 0), STREAM("spinning, revoked", 1, 1, LENT | GIVES_UP),
	STREAM("the receiver parks", 1, 1, RECEIVER_PARKS),
	STREAM("the sender parks for returns", 1, 1, SENDER_PARKS | LENT),
	STREAM("the sender parks, revoked", 1, 1, SENDER_PARKS | LENT | GIVES_UP),
	EARLY("early returns from futex_wait", 1, 1, RECEIVER_PARKS),
	STREAM("the sender parks when full", 1, 2,
		SENDER_PARKS), /* 2.9 million: for EXPLORER_LONG */
};
const int small_scenario_count = sizeof small_scenarios / sizeof small_scenarios[0];

#define MISTAKE(what, capacity, items, flags, failure)                                             \
	{                                                                                          \
		STREAM(what, capacity, items, flags), failure                                      \
	}

const struct mistake mistakes[] = {
	MISTAKE("no second look", 1, 1, RECEIVER_PARKS | NO_SECOND_LOOK, "lost wake-up"),
	MISTAKE("no second look for room", 1, 2, SENDER_PARKS | NO_SECOND_LOOK, "lost wake-up"),
	MISTAKE("the sender does not wake", 1, 1, RECEIVER_PARKS | NO_WAKE, "lost wake-up"),
	MISTAKE("the receiver does not wake", 1, 2, SENDER_PARKS | NO_POP_WAKE, "lost wake-up"),
	MISTAKE("waking before publishing", 1, 1, RECEIVER_PARKS | WAKE_FIRST, "lost wake-up"),
	MISTAKE("waking without writing AWAKE", 1, 1, RECEIVER_PARKS | NO_AWAKE, "lost wake-up"),
	MISTAKE("AWAKE after the call", 1, 2, RECEIVER_PARKS | AWAKE_LAST, "lost wake-up"),
	MISTAKE("publishing before writing", 1, 1, PUSH_EARLY, "race"),
	MISTAKE("popping before reading", 1, 2, POP_EARLY, "race"),
	MISTAKE("popping before reading what is lent", 1, 1, LENT | POP_EARLY, "race"),
	MISTAKE("not waiting for room", 1, 2, OVERFULL, "race"),
	MISTAKE("not waiting for the return", 2, 2, LENT | NO_RETURN, "race"),
	MISTAKE("not popping", 1, 2, NO_POP, "deadlock"),
	MISTAKE("sending another value", 1, 1, WRONG_VALUE, "wrong: the payload arrives"),
	MISTAKE("reading without a claim", 1, 1, LENT | GIVES_UP | NO_CLAIM, "race"),
	MISTAKE("a claim of two steps", 1, 1, LENT | GIVES_UP | SPLIT_CLAIM, "race"),
	MISTAKE("revoking blindly", 1, 1, LENT | GIVES_UP | REVOKE_BLINDLY, "race"),
};
const int mistake_count = sizeof mistakes / sizeof mistakes[0];
