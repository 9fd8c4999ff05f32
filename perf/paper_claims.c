/* Holds the table of the papers' claims. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "grove_measure.h"
#include "analysis/formulas/formula_text.h"
#include "perf/paper_claims.h"

enum {
	PACKET = 1024
};

/* The ratios, and the lengths of messages, are formulas from the papers in the language of
 * analysis/formulas/formula_text.h. They are written here a second time, independent of the plans
 * and of the formulas there. P is the number of packets. */

/* The message, in start-ups, at which both broadcasts on cube-connected cycles take the same. */
#define CROSSOVER                                                                                  \
	"((3d + 2)^(1/2) - (2d + floor(d/2) + 1)^(1/2))^2/((1/2)^(1/2) - (1/3)^(1/2))^2"
#define CYCLES                                                                                     \
	"((M tau/2)^(1/2) + ((2d + floor(d/2) + 1) beta)^(1/2))^2/"                                \
	"((M tau/3)^(1/2) + ((3d + 2) beta)^(1/2))^2"

/* clang-format off */
static const struct paper_claim claims[] = {
	/* The SBT takes n P steps, a dimension at a time; n trees with the labels f(i,j) take
	 * P + n. */
	{ "broadcast-one-port",
		"broadcast by n edge-disjoint trees (nESBT) against one (SBT), one port",
		"n", "Johnsson & Ho 1986, table 4, figure 17", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "sbt", EXCHANGE }, { BROADCAST, "nesbt", EXCHANGE },
		.packets = 60,
		.ratio = "n P/(P + n), P = M/B" },
	/* P + n - 1 steps against P/n + n steps. */
	{ "broadcast", "broadcast by n edge-disjoint trees (nESBT) against one (SBT), n ports",
		"n", "Johnsson & Ho 1986, table 5", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "sbt", ALL }, { BROADCAST, "nesbt", ALL },
		.packets = 120,
		.ratio = "(P + n - 1)/(P/n + n), P = M/B" },
	/* The TCBT sends a packet in every third step at best; the n trees send one in each. */
	{ "complete-tree",
		"broadcast by n edge-disjoint trees (nESBT) against a complete binary one (TCBT)",
		"3", "Johnsson & Ho 1986, table 4, section 4.2", "cube:%1$d", 3, 6, 1,
		{ BROADCAST, "tcbt", EXCHANGE }, { BROADCAST, "nesbt", EXCHANGE },
		.packets = 60,
		.ratio = "(3P + 2n - 5)/(P + n), P = M/B" },
	/* With a packet for each block the root sends N - 1 packets along either tree, and is the
	 * last node to finish. */
	{ "scatter-one-port",
		"scatter by the balanced tree (SBnT) against the binomial one, one port",
		"1", "Johnsson & Ho 1986, section 5.1.5, figure 18", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", EXCHANGE, .order = "gray" },
		{ SCATTER, "sbnt", EXCHANGE, .order = "breadth" },
		.packets = 1,
		.ratio = "1" },
	/* Half of all blocks cross a link of the root, against those of the largest balanced
	 * subtree: S necklaces, classes of words of n bits under rotation, without that of 0. */
	{ "scatter", "scatter by the balanced tree (SBnT) against the binomial one (SBT)",
		"n/2", "Johnsson & Ho 1986, tables 7 to 9", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "sbnt", ALL },
		.bytes = 122880,
		.ratio = "(n beta + N/2 M tau)/(n beta + S M tau), "
			"S = sum_{i<n} 2^gcd(n,i)/n - 1" },
	/* Half of all blocks cross a link of the root, against an n-th of the blocks. */
	{ "scatter-split", "the same where cyclic nodes have several paths (SBnT)",
		"n/2", "Johnsson & Ho 1986, section 5", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "sbntc", ALL },
		.bytes = 122880,
		.ratio = "(n beta + N/2 M tau)/(n beta + (N-1)/n M tau)" },
	{ "allgather", "all-to-all broadcast by n rotated trees (nRSBT) against one (SBT)",
		"n/2", "Johnsson & Ho 1986, tables 10 to 14", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "sbt", ALL }, { ALLGATHER, "nrsbt", ALL },
		.bytes = 122880,
		.ratio = "(n beta + N/2 M tau)/(n beta + (N-1)/n M tau)" },
	/* With a single port every node gets N - 1 blocks in sequence: in N - 1 steps from a
	 * neighbour on a circuit, in N/2 steps from both in turn, or in n exchanges. */
	{ "circuit",
		"all-to-all broadcast by exchanges (SBT) against one way round a circuit, one port",
		"1", "Johnsson & Ho 1986, section 8.4, figure 19", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "ring", SENDRECV }, { ALLGATHER, "sbt", SENDRECV },
		.bytes = 122880,
		.ratio = "((N-1) beta + (N-1) M tau)/(n beta + (N-1) M tau)" },
	{ "circuit-both-ways", "the same against both ways round it",
		"1", "Johnsson & Ho 1986, section 8.4, figure 19", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "ring2", EXCHANGE }, { ALLGATHER, "sbt", EXCHANGE },
		.bytes = 122880,
		.ratio = "(N/2 beta + (N-1) M tau)/(n beta + (N-1) M tau)" },
	/* N/2 blocks cross the busiest link in each of n exchanges, against N/2 blocks in all
	 * exchanges together. */
	{ "exchange", "complete exchange by n rotated trees against a dimension at a time",
		"n", "Johnsson & Ho 1986, tables 15 to 18", "cube:%1$d", 2, 6, 1,
		{ ALLTOALL, "sbt", EXCHANGE }, { ALLTOALL, "nrsbt", ALL },
		.bytes = 122880,
		.ratio = "(n beta + n N/2 M tau)/(n beta + N/2 M tau)" },
	{ "complete-exchange", "COMPLETE EXCHANGE against the exchange a dimension at a time",
		"n", "Stout & Wagar 1990, section 6", "cube:%1$d", 2, 6, 1,
		{ ALLTOALL, "sbt", EXCHANGE }, { ALLTOALL, "complete-exchange", ALL },
		.bytes = 122880,
		.ratio = "(n beta + n N/2 M tau)/(n beta + N/2 M tau)" },
	/* P steps with the parts in turn, against P/n + n - 1 steps with waves a step apart. */
	{ "waves",
		"broadcast by waves over all links (BROADCAST 4) against rotated trees "
		"(BROADCAST 2)",
		"n", "Stout & Wagar 1990, section 2", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "broadcast2", ALL }, { BROADCAST, "broadcast4", ALL },
		.packets = 120,
		.ratio = "P/(P/n + n - 1), P = M/B" },
	/* n hops of a whole message, against n hops over all links: hop k cuts the message among
	 * n C(n-1,k) links. */
	{ "corner", "a message to the opposite corner over all links (O.C. SEND 3) against one way",
		"n^2 / sum_k 1/C(n-1,k)", "Stout & Wagar 1990, section 3", "cube:%1$d", 2, 6, 1,
		{ SEND, "ocsend1", ALL }, { SEND, "ocsend3", ALL },
		.bytes = 983040,
		.ratio = "(n beta + n M tau)/(n beta + M tau sum_{k<n} 1/nC(n-1,k))" },
	/* Two exchanges take 2n steps, in which M bytes cross the busiest link, against Q + 1 steps
	 * of M/2Q bytes. Q is the least common multiple of 1 ... n/2, or the least multiple of this
	 * number that is at least n (for n > 2). */
	{ "transpose", "transposition by submatrices: L.C. INVERSION against PERMUTED SEND",
		"2", "Stout & Wagar 1990, section 7.2", "cube:%1$d", 2, 6, 2,
		{ PERMUTE, "permuted-send", ALL, "transpose" },
		{ PERMUTE, "lc-transpose", ALL, "transpose" },
		.bytes = 1966080,
		.ratio = "(2n beta + M tau)/((Q + 1) (beta + M/2Q tau)), Q = (n<3: 1; else n)" },
	/* N - 1 blocks cross a link of each node (half of the bins, a quarter, ...), against an
	 * n-th of the blocks over each link. A block is an N-th of the bins. */
	{ "histogram", "histogram by n rotated halvings against a dimension at a time",
		"n", "Stout & Wagar 1990, section 8", "cube:%1$d", 2, 6, 1,
		{ REDUCESCATTER, "sbt", EXCHANGE }, { REDUCESCATTER, "histogram", ALL },
		.bytes = 122880,
		.ratio = "(n beta + (N-1) M tau)/(n beta + (N-1)/n M tau)" },
	/* A whole message goes down a tree of the star's diameter E, against n - 1 trees of a
	 * height of at most H. Two trees share a link, so each has half a packet in a step. */
	{ "star", "broadcast on the star graph by n - 1 trees of congestion 2 against one",
		"(n-1)/2", "Tseng & Sheu 1997, equation 3, lemma 5", "star:%1$d", 4, 5, 1,
		{ BROADCAST, "star", ALL }, { BROADCAST, "mst", ALL },
		.packets = 120,
		.ratio = "(P + E - 1)/(2P/(n-1) + H - 1), P = M/B, E = floor(3(n-1)/2), "
			"H = E + n + max_{i=1..n-1} gcd(n,i) - 2" },
	/* 2 trees of height 2d + d/2 + 2, and 3 trees of height 3d + 3, each with its best packets.
	 * The time is (sqrt(M tau / trees) + sqrt((height - 1) beta)) squared. */
	{ "cycles-short", "broadcast on cube-connected cycles by 3 trees against 2, short messages",
		"below 1", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = CROSSOVER " beta/8tau", .ratio = CYCLES,
		.lengths = "short messages" },
	{ "cycles-crossover", "the same for messages of the length in table 3.1",
		"1", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = CROSSOVER " beta/tau", .ratio = CYCLES,
		.lengths = "messages of that length" },
	{ "cycles", "the same for messages 16 times as long",
		"3/2", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = CROSSOVER " 16 beta/tau", .ratio = CYCLES },
	/* 2 trees of height d + d/2 + 1, and 4 trees of height 2d + 1. */
	{ "butterflies", "broadcast on butterflies by 4 trees against 2",
		"2", "Nickolov 1993, section 3.5, lemma 3.8", "butterfly:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst4", ALL },
		.packets = 240,
		.ratio = "(P/2 + d + floor(d/2))/(P/4 + 2d), P = M/B" },
	/* Digit by digit, N/k blocks cross a link of the root, against an n(k-1)-th of all. */
	{ "radices",
		"scatter on generalized hypercubes by the balanced graph (BSG) against "
		"digit by digit",
		"n(k-1)/k", "Fragopoulou, Akl & Meijer 1994, section 5.4", "gh:%1$dx%1$d", 3, 5, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "bsg", ALL },
		.bytes = 450000,
		.ratio = "(2 beta + N/k M tau)/(2 beta + (N-1)/(2(k-1)) M tau)" },
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

static double value_of(const char *text, const struct network *net, const struct setting *s)
{
	const struct problem problem = { .net = *net };
	const struct formula_numbers numbers = { s->bytes, (double)s->packet, 1, s->beta, s->tau };
	struct formula_value value;

	return formula_evaluate(&value, text, &problem, &numbers) ? NAN : value.seconds;
}

struct setting paper_claim_setting(const struct paper_claim *claim, const struct network *net,
	const struct grove_pace *pace)
{
	struct setting setting = { .beta = pace->beta, .tau = pace->tau };

	if (claim->length) {
		setting.bytes = rint(value_of(claim->length, net, &setting));
		setting.packet = GROVE_PACKET_AUTO;
	} else if (claim->packets) {
		setting.bytes = (double)(claim->packets * PACKET);
		setting.packet = PACKET;
	} else {
		setting.bytes = (double)(claim->bytes / (size_t)net->nodes);
	}
	return setting;
}

double paper_claim_ratio(const struct paper_claim *claim, const struct network *net,
	const struct setting *setting)
{
	return value_of(claim->ratio, net, setting);
}
