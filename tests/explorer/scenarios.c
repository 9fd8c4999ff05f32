/* The table of scenarios and of mistakes, from small to large. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include "tests/explorer/scenarios.h"

#define STREAM(effort, name, capacity, items, flags)                                               \
	{                                                                                          \
		name, stream_prepare, { stream_send, stream_receive }, NULL, capacity, items,      \
			flags, false, effort                                                       \
	}
#define EARLY(effort, name, capacity, items, flags)                                                \
	{                                                                                          \
		name, stream_prepare, { stream_send, stream_receive }, NULL, capacity, items,      \
			flags, true, effort                                                        \
	}
#define TWO_RINGS(effort, name, capacity, items)                                                   \
	{                                                                                          \
		name, two_rings_prepare,                                                           \
			{ two_rings_send_first, two_rings_send_second, two_rings_receive }, NULL,  \
			capacity, items, 0, false, effort                                          \
	}
#define PING_PONG(effort, name, capacity, items)                                                   \
	{                                                                                          \
		name, ping_pong_prepare, { ping_pong_left, ping_pong_right }, NULL, capacity,      \
			items, 0, false, effort                                                    \
	}
#define REACHES(name, items, flags)                                                                \
	{                                                                                          \
		name, reaches_prepare, { reaches_read, reaches_give_up }, NULL, 1, items, flags,   \
			false, QUICK                                                               \
	}

#define SHARING(effort, name, turns, flags)                                                        \
	{                                                                                          \
		name, sharing_prepare, { sharing_first, sharing_second, sharing_doubt },           \
			sharing_finish, 1, turns, flags, false, effort                             \
	}

#define GROUPING(effort, name, calls, flags)                                                       \
	{                                                                                          \
		name, grouping_prepare, { grouping_first, grouping_second }, NULL, 1, calls,       \
			flags, false, effort                                                       \
	}

#define DEPARTING(name, items, flags)                                                              \
	{                                                                                          \
		name, departing_prepare, { departing_send, departing_receive }, NULL, 4, items,    \
			flags, false, QUICK                                                        \
	}

#define LEAVING(effort, name, flags, ...)                                                          \
	{                                                                                          \
		name, leaving_prepare, { __VA_ARGS__ }, NULL, 1, 1, flags, false, effort           \
	}
#define LINK(effort, name, flags) LEAVING(effort, name, flags, leaving_send, leaving_receive)

enum {
	BOTH = RECEIVER_PARKS | SENDER_PARKS
};

const struct scenario scenarios[] = {
	STREAM(QUICK, "spinning, inline", 1, 4, 0),
	STREAM(QUICK, "spinning, inline", 2, 5, 0),
	STREAM(NORMAL, "spinning, inline", 4, 7, 0),
	STREAM(QUICK, "spinning, inline, positions wrap", 2, 5, WRAPS),
	STREAM(QUICK, "spinning, in the same slot", 1, 4, SAME_SLOT),
	STREAM(QUICK, "spinning, in the same slot", 2, 5, SAME_SLOT),
	STREAM(NORMAL, "spinning, in the same slot", 4, 7, SAME_SLOT),
	STREAM(QUICK, "spinning, in the same slot, wrap", 2, 5, SAME_SLOT | WRAPS),
	STREAM(QUICK, "spinning, lent", 1, 4, LENT),
	STREAM(QUICK, "spinning, lent", 2, 5, LENT),
	STREAM(NORMAL, "spinning, lent", 4, 7, LENT),
	STREAM(QUICK, "spinning, lent, positions wrap", 2, 5, LENT | WRAPS),
	STREAM(QUICK, "spinning, revoked", 1, 3, LENT | GIVES_UP),
	STREAM(NORMAL, "spinning, revoked", 1, 4, LENT | GIVES_UP),
	STREAM(NORMAL, "spinning, revoked", 2, 5, LENT | GIVES_UP),
	STREAM(QUICK, "spinning, shared", 1, 1, LENT | SHARED),
	STREAM(QUICK, "spinning, shared outward", 1, 1, LENT | SHARED | BACKWARD),
	STREAM(QUICK, "spinning, shared backward", 1, 1, LENT | SHARED | MIRROR),
	STREAM(NORMAL, "spinning, shared", 1, 2, LENT | SHARED),
	STREAM(NORMAL, "the receiver parks, shared", 1, 1, LENT | SHARED | RECEIVER_PARKS),
	STREAM(NORMAL, "the sender parks, shared", 1, 1, LENT | SHARED | SENDER_PARKS),
	STREAM(LONG, "both park, shared", 1, 1, LENT | SHARED | BOTH),
	STREAM(LONG, "both park, shared", 1, 2, LENT | SHARED | BOTH),
	STREAM(QUICK, "the receiver parks", 1, 2, RECEIVER_PARKS),
	STREAM(NORMAL, "the receiver parks", 1, 3, RECEIVER_PARKS),
	STREAM(NORMAL, "the receiver parks", 2, 3, RECEIVER_PARKS),
	STREAM(LONG, "the receiver parks", 1, 4, RECEIVER_PARKS),
	STREAM(NORMAL, "the receiver parks, same slot", 2, 3, SAME_SLOT | RECEIVER_PARKS),
	STREAM(NORMAL, "the sender parks, same slot", 1, 4, SAME_SLOT | SENDER_PARKS),
	STREAM(NORMAL, "both park, same slot", 4, 3, SAME_SLOT | BOTH),
	STREAM(QUICK, "the sender parks when full", 1, 2, SENDER_PARKS),
	STREAM(NORMAL, "the sender parks when full", 1, 3, SENDER_PARKS),
	STREAM(LONG, "the sender parks when full", 1, 4, SENDER_PARKS),
	STREAM(NORMAL, "the sender parks when full", 2, 4, SENDER_PARKS),
	STREAM(LONG, "the sender parks when full", 2, 5, SENDER_PARKS),
	STREAM(QUICK, "the sender parks for returns", 1, 2, SENDER_PARKS | LENT),
	STREAM(NORMAL, "the sender parks for returns", 2, 2, SENDER_PARKS | LENT),
	STREAM(LONG, "the sender parks for returns", 2, 3, SENDER_PARKS | LENT),
	STREAM(LONG, "the sender parks for returns", 4, 4, SENDER_PARKS | LENT),
	STREAM(QUICK, "both park", 1, 2, BOTH),
	STREAM(LONG, "both park", 1, 3, BOTH),
	STREAM(NORMAL, "both park", 2, 3, BOTH),
	STREAM(NORMAL, "both park", 4, 3, BOTH),
	STREAM(QUICK, "both park, lent", 1, 1, BOTH | LENT),
	STREAM(NORMAL, "both park, lent", 2, 2, BOTH | LENT),
	STREAM(QUICK, "both park, revoked", 1, 1, BOTH | LENT | GIVES_UP),
	STREAM(NORMAL, "both park, revoked", 1, 2, BOTH | LENT | GIVES_UP),
	STREAM(LONG, "both park, revoked", 2, 3, BOTH | LENT | GIVES_UP),
	EARLY(QUICK, "early returns from futex_wait", 1, 2, RECEIVER_PARKS),
	EARLY(NORMAL, "early returns from futex_wait", 1, 2, BOTH),
	EARLY(LONG, "early returns from futex_wait", 1, 3, BOTH),
	TWO_RINGS(QUICK, "one receiver parks for two rings", 2, 1),
	TWO_RINGS(LONG, "one receiver parks for two rings", 1, 2),
	TWO_RINGS(LONG, "one receiver parks for two rings", 2, 2),
	PING_PONG(QUICK, "each parks for two rings", 1, 1),
	PING_PONG(LONG, "each parks for two rings", 1, 2),
	REACHES("read by reference, given up", 1, 0),
	REACHES("read by reference, given up", 2, 0),
	SHARING(QUICK, "inputs in shared memory", 2, 0),
	SHARING(NORMAL, "places of inputs, used again", 10, FROM_ROOT),
	SHARING(QUICK, "inputs, and one is missing", 2, ENDS_EARLY),
	SHARING(QUICK, "inputs, and one is missing that nobody needs", 2, FROM_ROOT | ENDS_EARLY),
	SHARING(QUICK, "into the library together", 2, ENTERS),
	SHARING(QUICK, "into the library, and one ends", 2, ENTERS | ENDS_EARLY),
	SHARING(QUICK, "into the library, or in doubt", 2, ENTERS | DOUBTED),
	GROUPING(QUICK, "one call for two nodes", 1, 0),
	GROUPING(NORMAL, "one call for two nodes", 2, 0),
	GROUPING(QUICK, "one call for two nodes, given up", 1, TEAM_FAILS),
	DEPARTING("gone without a packet", 0, 0),
	DEPARTING("gone, with packets left", 1, 0),
	DEPARTING("gone, with packets left", 2, 0),
	LINK(NORMAL, "landed by both", 0),
	LINK(NORMAL, "landed to and fro", TO_AND_FRO),
	LINK(LONG, "landed beside a copy", BESIDE),
	LINK(NORMAL, "landed to and fro beside a copy", TO_AND_FRO | BESIDE),
	LINK(QUICK, "the sender gives up", UNSHARED | SENDER_GIVES_UP),
	LINK(NORMAL, "the sender gives up what is shared", SENDER_GIVES_UP),
	LINK(NORMAL, "the receiver gives up what is shared", RECEIVER_GIVES_UP),
	LINK(NORMAL, "the receiver gives up all its parts", RECEIVER_GIVES_UP | BESIDE),
	LINK(LONG, "both give up", SENDER_GIVES_UP | RECEIVER_GIVES_UP),
	LEAVING(QUICK, "each folds a half for both", HALVES, leaving_halve_first,
		leaving_halve_second),
	LEAVING(QUICK, "the other half is given up", HALVES | RECEIVER_GIVES_UP,
		leaving_halve_first, leaving_halve_second),
	LEAVING(QUICK, "both end inside their folds", UNSHARED | IN_FOLD, leaving_exchange_first,
		leaving_exchange_second),
	LEAVING(QUICK, "given up while it is read by reference", READ_IN_PLACE, leaving_lend,
		leaving_read),
	LEAVING(QUICK, "a guest ends, another comes", 0, leaving_guest, leaving_next_guest),
	LEAVING(QUICK, "the team's own threads end", STARTED, leaving_worker_first,
		leaving_worker_second, leaving_dispatch),
};
const int scenario_count = sizeof scenarios / sizeof scenarios[0];

/* So small that the naive search can do them too. */
const struct scenario small_scenarios[] = {
	STREAM(NORMAL, "spinning, inline", 1, 2, 0),
	STREAM(LONG, "spinning, in the same slot", 1, 2, SAME_SLOT),
	STREAM(QUICK, "spinning, revoked", 1, 1, LENT | GIVES_UP),
	STREAM(QUICK, "the receiver parks", 1, 1, RECEIVER_PARKS),
	STREAM(NORMAL, "the sender parks for returns", 1, 1, SENDER_PARKS | LENT),
	STREAM(NORMAL, "the sender parks, revoked", 1, 1, SENDER_PARKS | LENT | GIVES_UP),
	EARLY(NORMAL, "early returns from futex_wait", 1, 1, RECEIVER_PARKS),
	TWO_RINGS(NORMAL, "one receiver, one of two rings", 1, 0),
	STREAM(LONG, "the sender parks when full", 1, 2, SENDER_PARKS),
};
const int small_scenario_count = sizeof small_scenarios / sizeof small_scenarios[0];

#define MISTAKE(what, capacity, items, flags, failure)                                             \
	{                                                                                          \
		STREAM(QUICK, what, capacity, items, flags), failure                               \
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
	MISTAKE("publishing in the same slot before writing", 2, 2, SAME_SLOT | PUSH_EARLY, "race"),
	MISTAKE("returning a slot before its last packet is read", 1, 4, SAME_SLOT | RETURN_EARLY,
		"race"),
	MISTAKE("returning the slot of the next packet, too", 2, 4, RETURN_EARLY, "race"),
	MISTAKE("popping before reading what is lent", 1, 1, LENT | POP_EARLY, "race"),
	MISTAKE("not waiting for room", 1, 2, OVERFULL, "race"),
	MISTAKE("not waiting for the return", 2, 2, LENT | NO_RETURN, "race"),
	MISTAKE("not popping", 1, 2, NO_POP, "deadlock"),
	MISTAKE("sending another value", 1, 1, WRONG_VALUE, "wrong: the payload arrives"),
	MISTAKE("fearing no late wake-up", 1, 1, RECEIVER_PARKS | PARKS_AGAIN, "wrong: no wake-up"),
	MISTAKE("reading without a claim", 1, 1, LENT | GIVES_UP | NO_CLAIM, "race"),
	MISTAKE("a claim of two steps", 1, 1, LENT | GIVES_UP | SPLIT_CLAIM, "race"),
	MISTAKE("claiming a part in two steps", 1, 1, LENT | SHARED | SPLIT_SHARE, "race"),
	MISTAKE("opening before saying where", 1, 1, LENT | SHARED | OPEN_EARLY, "race"),
	MISTAKE("not waiting for parts", 1, 1, LENT | SHARED | NO_SHARE_WAIT, "race"),
	MISTAKE("landing the other's part", 1, 1, LENT | SHARED | SAME_PART, "race"),
	MISTAKE("landing to and fro, each in an order of its own", 1, 1,
		LENT | SHARED | MIRROR | OTHER_ORDER, "race"),
	{ REACHES("reading whatever has failed", 1, NO_CLAIM), "race" },
	{ REACHES("not waiting for readers", 1, NO_RETURN), "race" },
	{ REACHES("looking for readers first", 1, LOOK_EARLY), "race" },
	{ SHARING(NORMAL, "using a place again at once", 10, FROM_ROOT | NO_MEETING), "race" },
	{ DEPARTING("gone before the last packet", 1, GO_FIRST), "wrong: nothing is missed" },
	{ DEPARTING("gone without waking", 0, GO_MUTELY), "lost wake-up" },
	{ DEPARTING("a sleeper that is counted late", 0, COUNT_LATE), "lost wake-up" },
	{ DEPARTING("not looking again", 1, GONE_FIRST), "wrong: nothing is missed" },
	MISTAKE("revoking blindly", 1, 1, LENT | GIVES_UP | REVOKE_BLINDLY, "race"),
};
const int mistake_count = sizeof mistakes / sizeof mistakes[0];
