/* The walk over the packets of a plan: which hops are one packet, and what a packet meets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/packet_walk.h"
#include "tests/topology_help.h"

/* Two parts over a link, then a part over another link. */
static void check_packets(bool fold, int packets)
{
	struct hop hop[] = { { .from = 0, .port = 0, .part = 0 },
		{ .from = 0, .port = 0, .part = 1, .fold = fold },
		{ .from = 0, .port = 1, .part = 0, .fold = fold } };
	struct plan plan = { .hop = hop, .hops = 3 };
	struct packet_walk walk = walk_round(&plan, ALL_ROUNDS);
	int seen = 0;

	while (walk_next(&walk)) {
		bool together = fold && seen < 2;

		assert_int_equal(walk.end - walk.first, seen || fold ? 1 : 2);
		assert_int_equal(walk.meets, together && seen == 1);
		assert_int_equal(walk.behind, together && seen == 0);
		seen++;
	}
	assert_int_equal(seen, packets);
}

TEST("packets: hops of a link and a time are one packet")
{
	check_packets(false, 2);
}

/* They are two packets, and the second packet meets the first one on the link. */
TEST("packets: a copy and a fold are two packets")
{
	check_packets(true, 3);
}

/* Behind the last packet there is none, however many hops it has. */
TEST("packets: nothing follows the last packet")
{
	struct hop hop[] = { { .part = 0 }, { .part = 1 } };
	struct plan plan = { .hop = hop, .hops = 2 };
	struct packet_walk walk = walk_round(&plan, ALL_ROUNDS);

	assert_true(walk_next(&walk));
	assert_int_equal(walk.end - walk.first, 2);
	assert_false(walk.behind);
	assert_false(walk_next(&walk));
}
