/* Holds the table of the papers' claims. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "grove_measure.h"
#include "perf/paper_ratios.h"

enum {
	PACKET = 1024
};

/* clang-format off */
static const struct paper_claim claims[] = {
	{ "broadcast-one-port",
		"broadcast by n edge-disjoint trees (nESBT) against one (SBT), one port",
		"n", "Johnsson & Ho 1986, table 4, figure 17", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "sbt", EXCHANGE }, { BROADCAST, "nesbt", EXCHANGE },
		.packets = 60, .ratio = ratio_of_broadcast_one_port },
	{ "broadcast", "broadcast by n edge-disjoint trees (nESBT) against one (SBT), n ports",
		"n", "Johnsson & Ho 1986, table 5", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "sbt", ALL }, { BROADCAST, "nesbt", ALL },
		.packets = 120, .ratio = ratio_of_broadcast_all_ports },
	{ "complete-tree",
		"broadcast by n edge-disjoint trees (nESBT) against a complete binary one (TCBT)",
		"3", "Johnsson & Ho 1986, table 4, section 4.2", "cube:%1$d", 3, 6, 1,
		{ BROADCAST, "tcbt", EXCHANGE }, { BROADCAST, "nesbt", EXCHANGE },
		.packets = 60, .ratio = ratio_of_complete_tree },
	{ "scatter-one-port",
		"scatter by the balanced tree (SBnT) against the binomial one, one port",
		"1", "Johnsson & Ho 1986, section 5.1.5, figure 18", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", EXCHANGE, .order = "gray" },
		{ SCATTER, "sbnt", EXCHANGE, .order = "breadth" },
		.packets = 1, .ratio = ratio_of_root_alone },
	{ "scatter", "scatter by the balanced tree (SBnT) against the binomial one (SBT)",
		"n/2", "Johnsson & Ho 1986, tables 7 to 9", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "sbnt", ALL },
		.bytes = 122880, .ratio = ratio_of_scatter_balanced },
	{ "scatter-split", "the same where cyclic nodes have several paths (SBnT)",
		"n/2", "Johnsson & Ho 1986, section 5", "cube:%1$d", 2, 6, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "sbntc", ALL },
		.bytes = 122880, .ratio = ratio_of_half_against_nth },
	{ "allgather", "all-to-all broadcast by n rotated trees (nRSBT) against one (SBT)",
		"n/2", "Johnsson & Ho 1986, tables 10 to 14", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "sbt", ALL }, { ALLGATHER, "nrsbt", ALL },
		.bytes = 122880, .ratio = ratio_of_half_against_nth },
	{ "circuit",
		"all-to-all broadcast by exchanges (SBT) against one way round a circuit, one port",
		"1", "Johnsson & Ho 1986, section 8.4, figure 19", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "ring", SENDRECV }, { ALLGATHER, "sbt", SENDRECV },
		.bytes = 122880, .ratio = ratio_of_circuit },
	{ "circuit-both-ways", "the same against both ways round it",
		"1", "Johnsson & Ho 1986, section 8.4, figure 19", "cube:%1$d", 2, 6, 1,
		{ ALLGATHER, "ring2", EXCHANGE }, { ALLGATHER, "sbt", EXCHANGE },
		.bytes = 122880, .ratio = ratio_of_circuit_both_ways },
	{ "exchange", "complete exchange by n rotated trees against a dimension at a time",
		"n", "Johnsson & Ho 1986, tables 15 to 18", "cube:%1$d", 2, 6, 1,
		{ ALLTOALL, "sbt", EXCHANGE }, { ALLTOALL, "nrsbt", ALL },
		.bytes = 122880, .ratio = ratio_of_exchange },
	{ "complete-exchange", "COMPLETE EXCHANGE against the exchange a dimension at a time",
		"n", "Stout & Wagar 1990, section 6", "cube:%1$d", 2, 6, 1,
		{ ALLTOALL, "sbt", EXCHANGE }, { ALLTOALL, "complete-exchange", ALL },
		.bytes = 122880, .ratio = ratio_of_exchange },
	{ "waves",
		"broadcast by waves over all links (BROADCAST 4) against rotated trees "
		"(BROADCAST 2)",
		"n", "Stout & Wagar 1990, section 2", "cube:%1$d", 2, 6, 1,
		{ BROADCAST, "broadcast2", ALL }, { BROADCAST, "broadcast4", ALL },
		.packets = 120, .ratio = ratio_of_broadcast_waves },
	{ "corner", "a message to the opposite corner over all links (O.C. SEND 3) against one way",
		"n^2 / sum_k 1/C(n-1,k)", "Stout & Wagar 1990, section 3", "cube:%1$d", 2, 6, 1,
		{ SEND, "ocsend1", ALL }, { SEND, "ocsend3", ALL },
		.bytes = 983040, .ratio = ratio_of_corner },
	{ "transpose", "transposition by submatrices: L.C. INVERSION against PERMUTED SEND",
		"2", "Stout & Wagar 1990, section 7.2", "cube:%1$d", 2, 6, 2,
		{ PERMUTE, "permuted-send", ALL, "transpose" },
		{ PERMUTE, "lc-transpose", ALL, "transpose" },
		.bytes = 1966080, .ratio = ratio_of_transposition },
	{ "histogram", "histogram by n rotated halvings against a dimension at a time",
		"n", "Stout & Wagar 1990, section 8", "cube:%1$d", 2, 6, 1,
		{ REDUCESCATTER, "sbt", EXCHANGE }, { REDUCESCATTER, "histogram", ALL },
		.bytes = 122880, .ratio = ratio_of_histogram },
	{ "star", "broadcast on the star graph by n - 1 trees of congestion 2 against one",
		"(n-1)/2", "Tseng & Sheu 1997, equation 3, lemma 5", "star:%1$d", 4, 5, 1,
		{ BROADCAST, "star", ALL }, { BROADCAST, "mst", ALL },
		.packets = 120, .ratio = ratio_of_star },
	{ "cycles-short", "broadcast on cube-connected cycles by 3 trees against 2, short messages",
		"below 1", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = length_below_crossover, .ratio = ratio_of_cycles,
		.lengths = "short messages" },
	{ "cycles-crossover", "the same for messages of the length in table 3.1",
		"1", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = length_crossover, .ratio = ratio_of_cycles,
		.lengths = "messages of that length" },
	{ "cycles", "the same for messages 16 times as long",
		"3/2", "Nickolov 1993, section 3.5.3, table 3.1", "ccc:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst3", ALL },
		.length = length_above_crossover, .ratio = ratio_of_cycles },
	{ "butterflies", "broadcast on butterflies by 4 trees against 2",
		"2", "Nickolov 1993, section 3.5, lemma 3.8", "butterfly:%1$d", 3, 4, 1,
		{ BROADCAST, "adst2", ALL }, { BROADCAST, "adst4", ALL },
		.packets = 240, .ratio = ratio_of_butterflies },
	{ "radices",
		"scatter on generalized hypercubes by the balanced graph (BSG) against "
		"digit by digit",
		"n(k-1)/k", "Fragopoulou, Akl & Meijer 1994, section 5.4", "gh:%1$dx%1$d", 3, 5, 1,
		{ SCATTER, "sbt", ALL }, { SCATTER, "bsg", ALL },
		.bytes = 450000, .ratio = ratio_of_radix_scatter },
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
