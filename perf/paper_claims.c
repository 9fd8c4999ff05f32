/* Holds the table of the papers' claims, and computes the ratios that the papers promise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/arith.h"
#include "perf/paper_claims.h"

/* Each ratio is the ratio of two closed forms from the papers. The forms are written here a second
 * time, independent of the plans and of analysis/formulas. */

enum {
	PACKET = 1024
};

static double packets(const struct setting *s)
{
	return s->bytes / (double)s->packet;
}

/* The SBT takes n P steps, a dimension at a time; n trees with the labels
 * f(i,j) take P + n steps. */
static double broadcast_one_port(const struct setting *s)
{
	return s->n * packets(s) / (packets(s) + s->n);
}

/* P + n - 1 steps against P/n + n steps. */
static double broadcast_all_ports(const struct setting *s)
{
	return (packets(s) + s->n - 1) / (packets(s) / s->n + s->n);
}

/* The TCBT sends a packet in every third step at best, in 3 P + 2 n - 5 steps; the n trees
 * send a packet in each step. */
static double complete_tree(const struct setting *s)
{
	return (3 * packets(s) + 2 * s->n - 5) / (packets(s) + s->n);
}

/* With a single port and a packet for each block the root sends N - 1 packets along either tree,
 * and is the last node to finish. */
static double root_alone(const struct setting *s)
{
	(void)s;
	return 1;
}

/* Returns the time of n start-ups when so many blocks cross the busiest link. */
static double steps_time(const struct setting *s, double blocks)
{
	return s->n * s->beta + blocks * s->bytes * s->tau;
}

/* Returns the number of classes of words of n bits under rotation (necklaces), without the class of
 * 0. This is the number of nodes in the largest subtree of the SBnT. */
static double necklaces(int n)
{
	double words = 0;

	for (int turn = 0; turn < n; turn++) {
		words += pow(2, common_divisor(n, turn)); /* words that the rotation keeps */
	}
	return words / n - 1;
}

/* Half of all blocks cross a link of the root, against the blocks of the
 * largest balanced subtree. */
static double scatter_balanced(const struct setting *s)
{
	return steps_time(s, s->nodes / 2) / steps_time(s, necklaces(s->n));
}

/* Half of all blocks cross a link of the root, against an n-th of the blocks. */
static double half_against_nth(const struct setting *s)
{
	return steps_time(s, s->nodes / 2) / steps_time(s, (s->nodes - 1) / s->n);
}

/* With a single port every node gets N - 1 blocks in sequence: in N - 1 steps from a neighbour on a
 * circuit, in N/2 steps from both neighbours in turn, or in n exchanges. */
static double circuit(const struct setting *s)
{
	double volume = (s->nodes - 1) * s->bytes * s->tau;

	return ((s->nodes - 1) * s->beta + volume) / (s->n * s->beta + volume);
}

static double circuit_both_ways(const struct setting *s)
{
	double volume = (s->nodes - 1) * s->bytes * s->tau;

	return (s->nodes / 2 * s->beta + volume) / (s->n * s->beta + volume);
}

/* N/2 blocks cross the busiest link in each of n exchanges, against N/2 blocks
 * in all exchanges together. */
static double exchange_gain(const struct setting *s)
{
	return steps_time(s, s->n * s->nodes / 2) / steps_time(s, s->nodes / 2);
}

/* P steps with the parts in turn, against P/n + n - 1 steps with waves a step apart. */
static double broadcast_waves(const struct setting *s)
{
	return packets(s) / (packets(s) / s->n + s->n - 1);
}

/* Two exchanges take 2 n steps, in which M bytes cross the busiest link, against Q + 1 steps of
 * M/2Q bytes. Q is the least common multiple of 1 ... n/2, or the least multiple of this number
 * that is at least n (for n > 2). */
static double transposition(const struct setting *s)
{
	static const int least[] = { [2] = 1, [4] = 4, [6] = 6 };
	double q = least[s->n], twice = 2 * s->n * s->beta + s->bytes * s->tau;

	return twice / ((q + 1) * (s->beta + s->bytes / (2 * q) * s->tau));
}

/* N - 1 blocks cross a link of each node (half of the bins, a quarter, ...), against an n-th of the
 * blocks over each link. A block is an N-th of the bins. */
static double histogram_gain(const struct setting *s)
{
	return steps_time(s, s->nodes - 1) / steps_time(s, (s->nodes - 1) / s->n);
}

/* A whole message goes down a tree of the star's diameter D, against n - 1 trees of a
 * height of at most D + n + gcd(n, i) - 2. Two trees share a link, so each tree carries
 * half a packet in a step. */
static double star(const struct setting *s)
{
	int n = s->n, diameter = 3 * (n - 1) / 2, height = 0;

	for (int i = 1; i < n; i++)
		height = (int)fmax(height, diameter + n + common_divisor(n, i) - 2);
	return (packets(s) + diameter - 1) / (2 * packets(s) / (n - 1) + height - 1);
}

/* Broadcasts on cube-connected cycles along 2 trees of height 2d + d/2 + 2, and along 3 trees
 * of height 3d + 3, each with its best packets. The time is (sqrt(M tau / trees) +
 * sqrt((height - 1) beta)) squared. */
static double cycles(const struct setting *s)
{
	double two = sqrt(s->bytes * s->tau / 2) + sqrt((2 * s->n + s->n / 2 + 1) * s->beta);
	double three = sqrt(s->bytes * s->tau / 3) + sqrt((3 * s->n + 2) * s->beta);

	return pow(two / three, 2);
}

/* Returns the message, in start-ups, at which both broadcasts take the same time. */
static double crossover(int d)
{
	return pow((sqrt(3 * d + 2) - sqrt(2 * d + d / 2 + 1)) / (sqrt(0.5) - sqrt(1.0 / 3)), 2);
}

static double below_crossover(int d)
{
	return crossover(d) / 8;
}

static double above_crossover(int d)
{
	return crossover(d) * 16;
}

/* Broadcasts on butterflies along 2 trees of height d + d/2 + 1, and along
 * 4 trees of height 2d + 1. */
static double butterflies(const struct setting *s)
{
	double two = packets(s) / 2 + s->n + s->n / 2, four = packets(s) / 4 + 2 * s->n;

	return two / four;
}

/* n hops of a whole message, against n hops over all links: hop k cuts the
 * message among n C(n-1,k) links. */
static double corner(const struct setting *s)
{
	double ways = 1, parts = 0;

	for (int k = 0; k < s->n; k++) {
		parts += 1 / (ways * s->n);
		ways = ways * (s->n - 1 - k) / (k + 1);
	}
	return steps_time(s, s->n) / steps_time(s, parts);
}

/* Digit by digit, N/k blocks cross a link of the root, against an n(k-1)-th of all
 * blocks, with n = 2 digits. */
static double radix_scatter(const struct setting *s)
{
	double digits = 2, k = s->n, steps = digits * s->beta, block = s->bytes * s->tau;

	return (steps + s->nodes / k * block) /
	       (steps + (s->nodes - 1) / (digits * (k - 1)) * block);
}

/* clang-format off */
static const struct paper_claim claims[] = {
	{ "broadcast-one-port",
		"broadcast by n edge-disjoint trees (nESBT) against one (SBT), one port",
		"n", "Johnsson & Ho 1986, table 4, figure 17", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "sbt", EXCHANGE }, { BROADCAST, "nesbt", EXCHANGE },
		.packets = 60, .ratio = broadcast_one_port },
	{ "broadcast", "broadcast by n edge-disjoint trees (nESBT) against one (SBT), n ports",
		"n", "Johnsson & Ho 1986, table 5", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "sbt", ALL }, { BROADCAST, "nesbt", ALL },
		.packets = 120, .ratio = broadcast_all_ports },
	{ "complete-tree",
		"broadcast by n edge-disjoint trees (nESBT) against a complete binary one (TCBT)",
		"3", "Johnsson & Ho 1986, table 4, section 4.2", "cube:%1$d", 3, 6, 1,
		{ BROADCAST, "tcbt", EXCHANGE }, { BROADCAST, "nesbt", EXCHANGE },
		.packets = 60, .ratio = complete_tree },
	{ "scatter-one-port",
		"scatter by the balanced tree (SBnT) against the binomial one, one port",
		"1", "Johnsson & Ho 1986, section 5.1.5, figure 18", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", EXCHANGE, .order = "gray" },
		{ SCATTER, "sbnt", EXCHANGE, .order = "breadth" },
		.packets = 1, .ratio = root_alone },
	{ "scatter", "scatter by the balanced tree (SBnT) against the binomial one (SBT)",
		"n/2", "Johnsson & Ho 1986, tables 7 to 9", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "sbnt", ALL },
		.bytes = 122880, .ratio = scatter_balanced },
	{ "scatter-split", "the same where cyclic nodes have several paths (SBnT)",
		"n/2", "Johnsson & Ho 1986, section 5", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "sbntc", ALL },
		.bytes = 122880, .ratio = half_against_nth },
	{ "allgather", "all-to-all broadcast by n rotated trees (nRSBT) against one (SBT)",
		"n/2", "Johnsson & Ho 1986, tables 10 to 14", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "sbt", ALL }, { ALLGATHER, "nrsbt", ALL },
		.bytes = 122880, .ratio = half_against_nth },
	{ "circuit",
		"all-to-all broadcast by exchanges (SBT) against one way round a circuit, one port",
		"1", "Johnsson & Ho 1986, section 8.4, figure 19", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "ring", SENDRECV }, { ALLGATHER, "sbt", SENDRECV },
		.bytes = 122880, .ratio = circuit },
	{ "circuit-both-ways", "the same against both ways round it",
		"1", "Johnsson & Ho 1986, section 8.4, figure 19", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "ring2", EXCHANGE }, { ALLGATHER, "sbt", EXCHANGE },
		.bytes = 122880, .ratio = circuit_both_ways },
	{ "exchange", "complete exchange by n rotated trees against a dimension at a time",
		"n", "Johnsson & Ho 1986, tables 15 to 18", "cube:%1$d", 2, 6, 1,
		{ ALLTOALL, "sbt", EXCHANGE }, { ALLTOALL, "nrsbt", ALL },
		.bytes = 122880, .ratio = exchange_gain },
	{ "complete-exchange", "COMPLETE EXCHANGE against the exchange a dimension at a time",
		"n", "Stout & Wagar 1990, section 6", "cube:%1$d", 2, 6, 1,
		{ ALLTOALL, "sbt", EXCHANGE }, { ALLTOALL, "complete-exchange", ALL },
		.bytes = 122880, .ratio = exchange_gain },
	{ "waves",
		"broadcast by waves over all links (BROADCAST 4) against rotated trees "
		"(BROADCAST 2)",
		"n", "Stout & Wagar 1990, section 2", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "broadcast2", ALL }, { BROADCAST, "broadcast4", ALL },
		.packets = 120, .ratio = broadcast_waves },
	{ "corner", "a message to the opposite corner over all links (O.C. SEND 3) against one way",
		"n^2 / sum_k 1/C(n-1,k)", "Stout & Wagar 1990, section 3", "cube:%1$d", 2, 6, 1,
		{ SEND, "ocsend1", ALL }, { SEND, "ocsend3", ALL },
		.bytes = 983040, .ratio = corner },
	{ "transpose", "transposition by submatrices: L.C. INVERSION against PERMUTED SEND",
		"2", "Stout & Wagar 1990, section 7.2", "cube:%1$d", 2, 6, 2,
		{ PERMUTE, "permuted-send", ALL, "transpose" },
		{ PERMUTE, "lc-transpose", ALL, "transpose" },
		.bytes = 1966080, .ratio = transposition },
	{ "histogram", "histogram by n rotated halvings against a dimension at a time",
		"n", "Stout & Wagar 1990, section 8", "cube:%1$d", 2, 6, 1,
		{ REDUCESCATTER, "sbt", EXCHANGE }, { REDUCESCATTER, "histogram", ALL },
		.bytes = 122880, .ratio = histogram_gain },
	{ "star", "broadcast on the star graph by n - 1 trees of congestion 2 against one",
		"(n-1)/2", "Tseng & Sheu 1997, equation 3, lemma 5", "star:%1$d", 4, 5, 1,
		{ BROADCAST, "star", ALL }, { BROADCAST, "mst", ALL },
		.packets = 120, .ratio = star },
	{ "cycles-short", "broadcast on cube-connected cycles by 3 trees against 2, short messages",
		"below 1", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = below_crossover, .ratio = cycles },
	{ "cycles-crossover", "the same for messages of the length in table 3.1",
		"1", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = crossover, .ratio = cycles },
	{ "cycles", "the same for messages 16 times as long",
		"3/2", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = above_crossover, .ratio = cycles },
	{ "butterflies", "broadcast on butterflies by 4 trees against 2",
		"2", "Nickolov 1993, section 3.5, lemma 3.8", "butterfly:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst4", ALL },
		.packets = 240, .ratio = butterflies },
	{ "radices",
		"scatter on generalized hypercubes by the balanced graph (BSG) against "
		"digit by digit",
		"n(k-1)/k", "Fragopoulou, Akl & Meijer 1994, section 5.4", "gh:%1$dx%1$d", 3, 5, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "bsg", ALL },
		.bytes = 450000, .ratio = radix_scatter },
};
/* clang-format on */

const struct paper_claim *paper_claim_at(int i)
{
	int count = sizeof claims / sizeof claims[0];

	return i >= 0 && i < count ? &claims[i] : NULL;
}

const struct paper_claim *paper_claim_named(const char *name)
{
	for (int i = 0; paper_claim_at(i); i++)
		if (!strcmp(paper_claim_at(i)->name, name))
			return paper_claim_at(i);
	return NULL;
}

void paper_claim_network(const struct paper_claim *claim, int n, char name[NETWORK_NAME])
{
	snprintf(name, NETWORK_NAME, claim->network, n);
}

struct setting paper_claim_setting(
	const struct paper_claim *claim, int n, int nodes, const struct grove_pace *pace)
{
	struct setting setting = { .n = n, .nodes = nodes, .beta = pace->beta, .tau = pace->tau };

	if (claim->length) {
		setting.bytes = rint(claim->length(n) * pace->beta / pace->tau);
		setting.packet = GROVE_PACKET_AUTO;
	} else if (claim->packets) {
		setting.bytes = (double)(claim->packets * PACKET);
		setting.packet = PACKET;
	} else {
		setting.bytes = (double)(claim->bytes / (size_t)nodes);
	}
	return setting;
}
