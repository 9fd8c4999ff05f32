/* The large packets that a program expects, and when their places are free. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/program/expected.h"
#include "tests/plan/program_words.h"
#include "tests/topology_help.h"

enum {
	PORTS_OF_ALL = 3
};

/* " 1:4@2": through port 1 comes the packet of instruction 4, whose place is free when 2
 * instructions are done. */
static void print_expected(FILE *file, const struct expected *e)
{
	for (int port = 0; e && port < PORTS_OF_ALL; port++)
		for (uint32_t k = e->first[port]; k < e->first[port + 1]; k++)
			fprintf(file, " %d:%u@%u", port, e->packet[k].instruction,
				e->packet[k].free);
}

struct example {
	const char *words, *packets;
};

static void assert_packets(
	size_t inline_bytes, bool in_place, const struct example *examples, int count)
{
	for (int k = 0; k < count; k++) {
		ENDED(program_clear) struct program p = { 0 };
		struct expected *e;
		size_t length;
		FREED char *text = NULL;
		FILE *file = open_memstream(&text, &length);

		read_program(&p, examples[k].words);
		assert_int_equal(expected_make(&e, &p, PORTS_OF_ALL, inline_bytes, in_place), 0);
		print_expected(file, e);
		fclose(file);
		if (strcmp(text, examples[k].packets) != 0)
			fail_msg("%s: '%s' instead of '%s'", examples[k].words, text,
				examples[k].packets);
		expected_free(e);
	}
}

/* Each program in words, and the packets that it expects. */
#define EXPECTS(inline_bytes, in_place, ...)                                                       \
	do {                                                                                       \
		static const struct example examples[] = { __VA_ARGS__ };                          \
		assert_packets(inline_bytes, in_place, examples, COUNT(examples));                 \
	} while (0)

TEST("a place is free after its last use")
{
	EXPECTS(0, false, { "T0:0", " 0:0@0" }, { "T0:0 T0:1 T1:2", " 0:0@0 0:1@0 1:2@0" },
		{ "T0:0 T1:0", " 0:0@0 1:1@1" }, { "c0:1 T1:0", " 1:1@1" },
		{ "c1:0 c2:1 T1:0", " 1:2@0" }, { "f0:0 c1:1 T1:0,1", " 1:2@2" },
		{ "T1:0 c2:2 c3:2 T2:2,0", " 1:0@0 2:3@2" },
		{ "T0:1,0 c1:3 T0:2", " 0:0@0 0:2@0" });
}

TEST("lent bytes are used until they are back")
{
	EXPECTS(0, false, { "S0:0 c1:1 A0:1 T1:0", " 1:3@3" },
		{ "S0:0 S0:1 A0:1 c3:3 A0:2 T1:0 T1:1", " 1:5@3 1:6@5" },
		{ "S0:0 S1:0 A1:1 A0:1 T2:0", " 2:4@4" }, { "S0:0 A0:1 T1:1", " 1:2@0" });
}

/* The wire has memory for what is folded or dropped. */
TEST("folded and dropped packets need no place")
{
	EXPECTS(0, false, { "c0:0 F1:0 D1:0", " 1:1@0 1:2@0" }, { "F0:0 T0:0", " 0:0@0 0:1@1" });
}

/* Run 0 = run 3 and the packet, or the packet and run 3. */
TEST("a fold uses its operand")
{
	for (int before = 0; before < 2; before++) {
		ENDED(program_clear) struct program p = { 0 };
		struct expected *e;

		read_program(&p, "F0:0 T1:3");
		if (before)
			p.instruction[0].action = FOLD_BEFORE;
		p.instruction[0].left = p.instruction[0].right = add_run(&p, OUTPUT, 3);
		assert_int_equal(expected_make(&e, &p, PORTS_OF_ALL, 0, false), 0);
		assert_int_equal(e->packet[e->first[1]].free, 1);
		expected_free(e);
	}
}

/* Packets of at most 8 bytes, one run, travel with their headers, and lend nothing. */
TEST("small packets are not expected")
{
	EXPECTS(BYTES_OF_RUN, false, { "T0:0 F1:1", "" }, { "T0:0 T0:1,2 T0:3", " 0:1@0" },
		{ "S0:0 T1:0,1", " 1:1@1" });
}

TEST("input and output may be one memory")
{
	EXPECTS(0, true, { "c0:1 T0:1", " 0:1@1" }, { "c1:1 T0:2", " 0:1@0" });
}
