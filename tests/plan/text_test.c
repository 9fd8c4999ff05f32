/* Plans as text: what is printed is read again; what is damaged is refused with its place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/plan_help.h"

static const char sample[] = "broadcast nesbt cube:2 root=0 bytes=1024 packet=512 ports=all "
			     "duplex=full\n"
			     "# 3 steps, 5 packets\n"
			     "step 0\n"
			     "  0 -> 1  0[0:512]\n"
			     "  0 -> 2  0[512:1024]\n"
			     "step 1\n"
			     "  1 -> 3  0[0:512]\n"
			     "  2 -> 3  0[512:700] 0[700:1024]\n"
			     "step 2\n"
			     "  3 -> 1  0[512:1024]\n";

TEST("text: printing gives the text again")
{
	AUTO(schedule) schedule = schedule_of(sample);
	FREED char *text = text_of(schedule, schedule_print);

	assert_string_equal(text, sample);
}

TEST("text: any schedule comes back from its text")
{
	assert_round_trips(schedule_print, schedule_read);
}

TEST("text: people write as they like")
{
	AUTO(schedule)
	schedule = schedule_of("# mine\r\n\r\n"
			       " reduce\t\"my own\" cube:1 duplex=half ports=single bytes=1K root=1"
			       " # so\r\n"
			       "step 7\r\n"
			       "0->1 fold 0 [ 0 : 512 ]0[512:1024]0[9:9]");

	assert_string_equal(schedule->problem.algorithm, "my own");
	assert_int_equal(schedule->bytes, 1024);
	assert_int_equal(schedule->steps, 8);
	assert_int_equal(schedule->packets, 1);
	assert_int_equal(schedule->packet[0].fold, 1);
	assert_int_equal(schedule->packet[0].count, 2);
	assert_int_equal(schedule->packet[0].bytes, 1024);
}

TEST("text: applications name the collective that they use")
{
	AUTO(schedule) schedule = schedule_of("transpose x cube:2 bytes=8 ports=all duplex=full");

	assert_int_equal(schedule->problem.collective, ALLTOALL);
	schedule_free(schedule);
	schedule =
		schedule_of("transpose x cube:2 bytes=8 ports=all duplex=full permutation=0,2,1,3");
	assert_int_equal(schedule->problem.collective, PERMUTE);
	assert_int_equal(schedule->problem.permutation[1], 2);
	schedule_free(schedule);
	schedule = schedule_of("histogram x cube:2 bytes=8 ports=all duplex=full");
	assert_int_equal(schedule->problem.collective, REDUCESCATTER);
	assert_int_equal(schedule->bytes, 2);
}

/* A header needs collective, network and bytes; printed again the header has all values. */
TEST("text: a heading needs only collective, network and bytes")
{
	AUTO(schedule) schedule = schedule_of("send cube:2 bytes=8");
	FREED char *text = text_of(schedule, schedule_print);

	assert_int_equal(schedule->problem.destination, 3);
	assert_int_equal(schedule->problem.ports, ALL);
	assert_int_equal(schedule->problem.duplex, FULL);
	assert_string_equal(text, "send cube:2 root=0 destination=3 bytes=8 packet=0 ports=single "
				  "duplex=full\n# 0 steps, 0 packets\n");
}

TEST("text: a link that is not there is left to the verifier")
{
	AUTO(schedule)
	schedule = schedule_of("send x cube:2 root=0 destination=3 bytes=8 "
			       "ports=all duplex=full\nstep 0\n0 -> 3 0[0:8]");
	FREED char *text = text_of(schedule, schedule_print);

	assert_int_equal(schedule->packet[0].port, UINT16_MAX);
	assert_non_null(strstr(text, "0 -> 3"));
}

TEST("text: a view of one node is not printed as a plan")
{
	AUTO(schedule) schedule = schedule_of(sample);

	schedule->view = true;
	assert_int_equal(schedule_print(schedule, stdout), -EINVAL);
	assert_int_equal(schedule_print_json(schedule, stdout), -EINVAL);
}

#define HEAD "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full\n"
#define LONG32 "12345678901234567890123456789012"

TEST("text: what is damaged is refused with line and column")
{
	static const struct damage damages[] = {
		{ "", "line 1, column 1: expected a plan" },
		{ "# only\n\n", "line 3, column 1: expected a plan" },
		{ "broadcast",
			"line 1, column 10: expected collective, name (if any) and network" },
		{ "braodcast x cube:2 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 1: collective: there is no collective 'braodcast'; there "
			"are broadcast, reduce, scatter, gather, allgather, reducescatter, "
			"allreduce, alltoall, send, permute, barrier, scan, exscan" },
		{ "broadcast " LONG32 " cube:2 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 11: algorithm: longer than 31 bytes" },
		{ "broadcast \"\033[2J\" cube:2 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 11: algorithm: byte 1 is not a printable character" },
		{ "broadcast \"\303\" cube:2 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 11: algorithm: byte 1 is not a printable character" },
		{ "broadcast \"\302\233\" cube:2 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 11: algorithm: byte 1 is not a printable character" },
		{ "broadcast x \"" LONG32 LONG32 LONG32 LONG32 LONG32 LONG32 LONG32 LONG32 "\"",
			"line 1, column 13: network: longer than 127 bytes" },
		{ "broadcast \"x\\", "line 1, column 14: expected a closing quote" },
		{ "broadcast \"x cube:2", "line 1, column 20: expected a closing quote" },
		{ "broadcast x cube:2 root=0 ports=all duplex=full",
			"line 1, column 1: bytes: is missing" },
		{ "broadcast cube:2 root=0", "line 1, column 1: bytes: is missing" },
		{ "broadcast bytes=8",
			"line 1, column 11: expected collective, name (if any) and network" },
		{ "broadcast x cube:2 root=4 bytes=8 ports=all duplex=full",
			"line 1, column 25: root: 4 is not a node of cube:2" },
		{ "broadcast x cube:2 root=-1 bytes=8 ports=all duplex=full",
			"line 1, column 25: expected a number" },
		{ "broadcast x cube:2 root=9007199254740993 bytes=8 ports=all duplex=full",
			"line 1, column 25: a number beyond 2^53" },
		{ "broadcast x cube:2 root=0 bytes=8X ports=all duplex=full",
			"line 1, column 33: bytes: '8X' is not a size: write 64, 16K, 1M, 2G or "
			"1kB, 1MB, 1GB" },
		{ "broadcast x cube:2 root=0 bytes=99999999G ports=all duplex=full",
			"line 1, column 33: bytes: not between 0 and 2^53" },
		{ "broadcast x cube:2 root=0 bytes=99999999999G ports=all duplex=full",
			"line 1, column 33: bytes: '99999999999G' is more than this machine can "
			"count" },
		{ "broadcast x cube:2 root=0 bytes=99999999999999999999 ports=all duplex=full",
			"line 1, column 33: bytes: '99999999999999999999' is more than this "
			"machine can count" },
		{ "broadcast x cube:2 root=0 bytes=8 ports=most duplex=full",
			"line 1, column 41: ports: there is no port model 'most'; there are all, "
			"sendrecv, exchange, single" },
		{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=double",
			"line 1, column 52: duplex: there is no duplex 'double'; there are full, "
			"half" },
		{ "broadcast x cube:2 root=0 root=0",
			"line 1, column 27: root: stands here twice" },
		{ "broadcast x cube:2 size=8",
			"line 1, column 20: expected name=value: root, destination, bytes, packet, "
			"ports, duplex, order, permutation, links" },
		{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full nodes=8",
			"line 1, column 63: nodes: cube:2 has 4" },
		{ "broadcast x cube:21 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 13: network: cube:21 is too large for a plan in a file" },
		{ "broadcast x gh:70000 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 13: network: gh:70000 is too large for a plan in a file" },
		{ "broadcast x gh:1024x1024 root=0 bytes=8 ports=all duplex=full",
			"line 1, column 13: network: gh:1024x1024 is too large for a plan in a "
			"file" },
		{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full destination=1",
			"line 1, column 69: destination: only send has one" },
		{ "permute x cube:2 bytes=8 ports=all duplex=full",
			"line 1, column 1: permutation: is missing" },
		{ "permute x cube:2 bytes=8 ports=all duplex=full permutation=0,1,2",
			"line 1, column 60: permutation: has 3 numbers, cube:2 has 4 nodes" },
		{ "permute x cube:2 bytes=8 ports=all duplex=full permutation=0,1,2,2",
			"line 1, column 60: permutation: not a permutation: two nodes are sent to "
			"2" },
		{ "permute x cube:2 bytes=8 ports=all duplex=full permutation=0,1,2,x",
			"line 1, column 66: expected a number" },
		{ "broadcast x cube:2 root=0 bytes=8 ports=all duplex=full permutation=0,1,2,3",
			"line 1, column 69: permutation: only permute and transpose have one" },
		{ "broadcast graph:k bytes=8",
			"line 1, column 11: network: a plan opens no other file: write the links "
			"of graph:k as links=0-1,1-2" },
		{ "broadcast graph:k bytes=8 links",
			"line 1, column 27: expected name=value: root, destination, bytes, packet, "
			"ports, duplex, order, permutation, links" },
		{ "broadcast graph:k bytes=8 links=0-1,", "line 1, column 37: expected a number" },
		{ "broadcast graph:k bytes=8 links=0-1,1", "line 1, column 38: expected -" },
		{ "broadcast graph:k bytes=8 links=0-1,0-3",
			"line 1, column 33: links: graph:k: no path leads from node 0 to node 2" },
		{ "broadcast graph:k bytes=8 links=0-1,1-0",
			"line 1, column 33: links: graph:k: the link 1 0 is there twice" },
		{ "broadcast graph:k bytes=8 links=0-1,1-1024",
			"line 1, column 33: links: graph:k: there is no node 1024: nodes are 0 to "
			"1023" },
		{ "broadcast cube:1 bytes=8 links=0-1",
			"line 1, column 32: links: only graph:NAME has links, not 'cube:1'" },
		{ "histogram x cube:2 bytes=9 ports=all duplex=full",
			"line 1, column 26: bytes: the bins of a histogram are cut in 4 slices" },
		{ HEAD "0 -> 1 0[0:8]",
			"line 2, column 1: expected a step before the first packet" },
		{ HEAD "step", "line 2, column 5: expected a number" },
		{ HEAD "step 1073741824",
			"line 2, column 6: a step is a number from 0 to 1073741823" },
		{ HEAD "step 0 0 -> 1", "line 2, column 8: expected the end of the line" },
		{ HEAD "step 0\n4 -> 0", "line 3, column 1: 4 is not a node of cube:2" },
		{ HEAD "step 0\n0 -> 4", "line 3, column 6: 4 is not a node of cube:2" },
		{ HEAD "step 0\n0 - 1", "line 3, column 3: expected ->" },
		{ HEAD "step 0\n0 -> 1 add 0[0:8]", "line 3, column 8: expected a number" },
		{ HEAD "step 0\n0 -> 1 0", "line 3, column 9: expected [" },
		{ HEAD "step 0\n0 -> 1 0[0", "line 3, column 11: expected :" },
		{ HEAD "step 0\n0 -> 1 0[0:8", "line 3, column 13: expected ]" },
		{ HEAD "step 0\n0 -> 1 0[0:8] 1[0:8]",
			"line 3, column 15: block 1: broadcast has one block, which is block 0" },
		{ HEAD "step 0\n0 -> 1 0[0:9]", "line 3, column 8: byte 9: a block has 8" },
		{ HEAD "step 0\n0 -> 1 0[5:4]", "line 3, column 8: bytes 5 to 4 are not a range" },
		{ "barrier x cube:2 bytes=8 ports=all duplex=full\nstep 0\n0 -> 1 0[0:8]",
			"line 3, column 8: block 0: barrier has no blocks: its packets carry no "
			"bytes" },
		{ "allgather x cube:2 bytes=8\nstep 0\n0 -> 1 4[0:8]",
			"line 3, column 8: block 4: allgather on cube:2 has 4 blocks, numbered 0 "
			"to 3" },
		{ "\nbroadcast x cube:2 steps=1 root=0 bytes=8 ports=all duplex=full\n"
		  "step 1\n0 -> 1 0[0:8]",
			"line 2, column 26: steps: 1, but its packets take 2" },
	};

	assert_refused(damages, COUNT(damages), schedule_read);
}

/* No node, number or step of a file makes us count beyond its text. */
TEST("text: too much of it is refused")
{
	struct schedule *schedule;

	assert_int_equal(schedule_read(&schedule, sample, ((size_t)64 << 20) + 1), -EINVAL);
	assert_string_equal(why_text(), "67108865 bytes of text are too many for a plan");
	assert_int_equal(schedule_read_json(&schedule, sample, ((size_t)64 << 20) + 1), -EINVAL);
	assert_string_equal(why_text(), "67108865 bytes of text are too many for a plan");
}

TEST("text: 100000 random damages never crash")
{
	assert_survives(sample, "0123456789 #\"\\=[]:->\n\t\r\033\377abstuvx", 100000,
		schedule_read, schedule_print);
}
