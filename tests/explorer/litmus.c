/* Small programs whose outcomes are known from the literature: the explorer's own test. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "tests/explorer/litmus.h"

static _Atomic uint32_t x, y, z;
static uint32_t a, b, c, d; /* what the threads read; a digit each */
static char seen[10000];    /* by outcome, read as a number */

static void clear(const struct scenario *scenario)
{
	(void)scenario;
	x = y = z = 0;
	a = b = c = d = 0;
}

static void note(void)
{
	seen[a * 1000 + b * 100 + c * 10 + d] = 1;
}

static void note_last(void)
{
	c = last_value(&x);
	d = last_value(&y);
	note();
}

const char *litmus_seen(void)
{
	static char text[512];
	int length = 0;

	text[0] = '\0';
	for (int i = 0; i < 10000; i++)
		if (seen[i])
			length += snprintf(text + length, sizeof text - (size_t)length, "%s%04d",
				length ? " " : "", i);
	memset(seen, 0, sizeof seen);
	return text;
}

#define THREAD(name, ...)                                                                          \
	static void name(void)                                                                     \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}

/* Store buffering. */
THREAD(sb_x_ordered, store_ordered(&x, 1); a = load_ordered(&y);)
THREAD(sb_y_ordered, store_ordered(&y, 1); b = load_ordered(&x);)
THREAD(sb_x_acquire, store_ordered(&x, 1); a = load_acquire(&y);)
THREAD(sb_x_release, store_release(&x, 1); a = load_ordered(&y);)
THREAD(sb_x_weak, store_release(&x, 1); a = load_acquire(&y);)
THREAD(sb_y_weak, store_release(&y, 1); b = load_acquire(&x);)
THREAD(sb_x_exchange, exchange_ordered(&x, 1); a = load_ordered(&y);)
THREAD(sb_y_exchange, exchange_ordered(&y, 1); b = load_ordered(&x);)

/* Message passing; x is the data. */
THREAD(mp_release, store_own(&x, 1); store_release(&y, 1);)
THREAD(mp_relaxed, store_own(&x, 1); store_own(&y, 1);)
THREAD(mp_acquire_reader, a = load_acquire(&y); b = load_own(&x);)
THREAD(mp_relaxed_reader, a = load_own(&y); b = load_own(&x);)

/* Independent reads of independent writes. */
THREAD(write_x_ordered, store_ordered(&x, 1);)
THREAD(write_y_ordered, store_ordered(&y, 1);)
THREAD(read_xy_ordered, a = load_ordered(&x); b = load_ordered(&y);)
THREAD(read_yx_ordered, c = load_ordered(&y); d = load_ordered(&x);)
THREAD(write_x_release, store_release(&x, 1);)
THREAD(write_y_release, store_release(&y, 1);)
THREAD(read_xy_acquire, a = load_acquire(&x); b = load_acquire(&y);)
THREAD(read_yx_acquire, c = load_acquire(&y); d = load_acquire(&x);)

/* Coherence of one word. */
THREAD(write_x_twice, store_own(&x, 1); store_own(&x, 2);)
THREAD(write_x_3, store_own(&x, 3);)
THREAD(read_x_ab, a = load_own(&x); b = load_own(&x);)
THREAD(read_x_cd, c = load_own(&x); d = load_own(&x);)
THREAD(write_x_1, store_own(&x, 1);)
THREAD(write_x_2, store_own(&x, 2);)

/* Two writes to each of two words, in both orders. */
THREAD(write_x1_y2, store_own(&x, 1); store_own(&y, 2);)
THREAD(write_y1_x2, store_own(&y, 1); store_own(&x, 2);)
THREAD(write_x1_y2_ordered, store_ordered(&x, 1); store_ordered(&y, 2);)
THREAD(write_y1_x2_ordered, store_ordered(&y, 1); store_ordered(&x, 2);)

/* Load buffering. */
THREAD(lb_x, a = load_own(&x); store_own(&y, 1);)
THREAD(lb_y, b = load_own(&y); store_own(&x, 1);)

/* Release sequences: y is published, then changed by somebody else. */
THREAD(add_y, add_own(&y, 1);)
THREAD(mp_release_twice, store_own(&x, 1); store_release(&y, 1); store_own(&y, 2);)

/* Exchanges of one word. */
THREAD(exchange_a, a = exchange_own(&x, 1);)
THREAD(exchange_b, b = exchange_own(&x, 2);)
THREAD(exchange_c, c = add_own(&x, 3);)

/* Z6.U of the RC11 paper: seq_cst does not follow happens-before through weaker accesses. */
THREAD(z6_first, store_ordered(&x, 1); store_release(&y, 1);)
THREAD(z6_second, a = exchange_ordered(&y, 2); b = load_own(&y);)
THREAD(z6_third, store_ordered(&y, 3); c = load_ordered(&x);)

/* seq_cst accesses are no fences: weaker ones move past them. */
THREAD(fence_x, store_ordered(&x, 1); a = load_own(&y);)
THREAD(fence_y, store_own(&y, 1); exchange_ordered(&y, 2); b = load_ordered(&x);)

/* But it does follow it between accesses of other words. */
THREAD(chain_first, store_ordered(&x, 1); store_release(&y, 1);)
THREAD(chain_second, a = load_acquire(&y); b = load_ordered(&z);)
THREAD(chain_relaxed, a = load_own(&y); b = load_ordered(&z);)
THREAD(chain_third, store_ordered(&z, 1); c = load_ordered(&x);)

#define RUN(name, finish, ...)                                                                     \
	{                                                                                          \
		name, clear, { __VA_ARGS__ }, finish, 0, 0, 0, false, QUICK                        \
	}

const struct litmus litmus[] = {
	{ RUN("store buffering, ordered", note, sb_x_ordered, sb_y_ordered), "0100 1000 1100" },
	{ RUN("store buffering, exchanges", note, sb_x_exchange, sb_y_exchange), "0100 1000 1100" },
	{ RUN("store buffering, one acquire load", note, sb_x_acquire, sb_y_ordered),
		"0000 0100 1000 1100" },
	{ RUN("store buffering, one release store", note, sb_x_release, sb_y_ordered),
		"0000 0100 1000 1100" },
	{ RUN("store buffering, release and acquire", note, sb_x_weak, sb_y_weak),
		"0000 0100 1000 1100" },
	{ RUN("message passing", note, mp_release, mp_acquire_reader), "0000 0100 1100" },
	{ RUN("message passing, relaxed store", note, mp_relaxed, mp_acquire_reader),
		"0000 0100 1000 1100" },
	{ RUN("message passing, relaxed load", note, mp_release, mp_relaxed_reader),
		"0000 0100 1000 1100" },
	{ RUN("independent reads, ordered", note, write_x_ordered, write_y_ordered, read_xy_ordered,
		  read_yx_ordered),
		"0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1011 1100 1101 1110 1111" },
	{ RUN("independent reads, release and acquire", note, write_x_release, write_y_release,
		  read_xy_acquire, read_yx_acquire),
		"0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111" },
	{ RUN("coherence, a writer and a reader", note, write_x_twice, read_x_ab),
		"0000 0100 0200 1100 1200 2200" },
	{ RUN("coherence, readers agree", note, write_x_1, write_x_2, read_x_ab, read_x_cd),
		"0000 0001 0002 0011 0012 0021 0022 0100 0101 0102 0111 0112 0121 0122 0200 0201 "
		"0202 0211 0212 0221 0222 1100 1101 1102 1111 1112 1121 1122 1200 1201 1202 1211 "
		"1212 1222 2100 2101 2102 2111 2121 2122 2200 2201 2202 2211 2212 2221 2222" },
	{ RUN("coherence, the last value", note_last, write_x_twice, write_x_3), "0020 0030" },
	{ RUN("two writes each, relaxed", note_last, write_x1_y2, write_y1_x2),
		"0011 0012 0021 0022" },
	{ RUN("two writes each, ordered", note_last, write_x1_y2_ordered, write_y1_x2_ordered),
		"0012 0021 0022" },
	{ RUN("load buffering (excluded by RC11)", note, lb_x, lb_y), "0000 0100 1000" },
	{ RUN("release sequence through an exchange", note, mp_release, add_y, mp_acquire_reader),
		"0000 0100 1000 1100 2100" },
	{ RUN("no release sequence through a store", note, mp_release_twice, mp_acquire_reader),
		"0000 0100 1100 2000 2100" },
	{ RUN("exchanges of one word", note, exchange_a, exchange_b, exchange_c),
		"0120 0410 2010 2300 3100 5020" },
	{ RUN("Z6.U of the RC11 paper: 1300 is allowed", note, z6_first, z6_second, z6_third),
		"0100 0110 0200 0210 0300 0310 1200 1210 1300 1310 3100 3110 3200 3210" },
	{ RUN("an ordered store is no fence", note, fence_x, fence_y),
		"0000 0100 1000 1100 2000 2100" },
	{ RUN("ordered through happens-before", note, chain_first, chain_second, chain_third),
		"0000 0010 0100 0110 1010 1100 1110" },
	{ RUN("not ordered without it", note, chain_first, chain_relaxed, chain_third),
		"0000 0010 0100 0110 1000 1010 1100 1110" },
};

const int litmus_count = sizeof litmus / sizeof litmus[0];
