/* Lists the closed forms of all-to-all collectives along trees: sums over links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_steps.h"
#include "analysis/formulas/formula_tables.h"
#include "topology/tree.h"

static int trees(const struct problem *problem)
{
	const struct family *family = family_named(problem->algorithm);

	return family && !family->applies(&problem->net) ? family->trees(&problem->net) : 1;
}

static int trees_of_slices(const struct problem *problem)
{
	return trees(problem) * problem->net.nodes;
}

#define LEMMA "derived from Johnsson & Ho 1986, lemma 3.3"

/* w(l,p) is the load in parts of port p at level l by the trees of a root; b(l,p) is the load and
 * everything behind it, farthest first. */
#define TREES(family, kind)                                                                        \
	{ ALLGATHER, family, "", kind, F_ALL, 0,                                                   \
		"sum_l (ceil(w_l M/B) beta + w_l M tau), w_l: the most that the links of one "     \
		"port carry in level l of the trees",                                              \
		LEMMA, tree_spread, trees },                                                       \
		{ ALLREDUCE, family, "", kind, F_ALL, 0,                                           \
			"2 sum_l (ceil(w_l M/(N B)) beta + w_l M/N tau), w_l: the most that the "  \
			"links of one port carry in level l of the trees",                         \
			LEMMA, tree_spread, trees_of_slices },                                     \
	{                                                                                          \
		ALLTOALL, family, "", kind, F_ALL, 0,                                              \
			"sum_l (ceil(w_l M/B) beta + w_l M tau), w_l: the most blocks that the "   \
			"links of one port carry in step l, farthest first",                       \
			LEMMA, tree_exchange, trees                                                \
	}
#define TREES_IN_TURN(family, kind)                                                                \
	{ ALLGATHER, family, "", kind, F_SENDRECV, 0,                                              \
		"sum_{l,p} (ceil(w_lp M/B) beta + w_lp M tau), w_lp: what the links of port p "    \
		"carry in level l of the trees",                                                   \
		LEMMA, tree_spread, trees },                                                       \
		{ ALLREDUCE, family, "", kind, F_SENDRECV, 0,                                      \
			"2 sum_{l,p} (ceil(w_lp M/(N B)) beta + w_lp M/N tau), w_lp: what the "    \
			"links of port p carry in level l of the trees",                           \
			LEMMA, tree_spread, trees_of_slices },                                     \
	{                                                                                          \
		ALLTOALL, family, "", kind, F_SENDRECV, 0,                                         \
			"sum_{l,p} (ceil(w_lp M/B) beta + w_lp M tau), w_lp: the blocks that the " \
			"links of port p carry in step l, farthest first",                         \
			LEMMA, tree_exchange, trees                                                \
	}
/* Scatters without a better form, also as a stream along a single tree. */
#define DEAL(family, kind, how)                                                                    \
	{                                                                                          \
		SCATTER, family, "", kind, F_ALL, how,                                             \
			"sum_k (ceil(w_k M/B) beta + w_k M tau), w_k: the most blocks that lie k " \
			"links behind one link",                                                   \
			DERIVED, tree_deal, trees                                                  \
	}
#define STREAM(family, kind)                                                                       \
	{                                                                                          \
		SCATTER, family, "stream", kind, F_ALL, SMALL | HALF_TOO,                          \
			"ceil(s M/B) beta + s M tau, B <= M, s: the most nodes behind a port of "  \
			"the root",                                                                \
			"derived from Johnsson & Ho 1986, section 5.1.5", stream_tree              \
	}

/* Broadcasts with one port, children in turn. */
#define TURNS(family, kind)                                                                        \
	{                                                                                          \
		BROADCAST, family, "", kind, ONE, HALF_TOO,                                        \
			"(q (ceil(M/B)-1) + l) (beta + B tau), q: the most packets of a round at " \
			"a node, l: the turns of one round",                                       \
			"derived from Johnsson & Ho 1986, section 4.1.2", .steps = pipe_turns      \
	}

/* Scatters with one port in the order reverse breadth first. */
#define BREADTH_ONE_PORT(family, how)                                                              \
	{                                                                                          \
		SCATTER, family, "breadth", "cube", ONE, how,                                      \
			"sum_{p,l} ceil(w_pl M/B) beta + (N-1) M tau, w_pl: nodes of level l "     \
			"behind port p of the root",                                               \
			JH("section 5"), tree_deal_ports                                           \
	}

#define BOTH(family, kind) TREES(family, kind), TREES_IN_TURN(family, kind)

/* clang-format off */
const struct formula formulas_trees[] = {
	TREES("bst", "gh"),
	TREES("bfs", NULL),
	TREES("bfs", "star"),
	BOTH("bfs", "ccc"),
	TREES("bfs", "ring"),
	TREES("bfs", "torus"),
	BOTH("bfs", "butterfly"),
	BOTH("adst2", "ccc"),
	BOTH("adst3", "ccc"),
	BOTH("adst2", "butterfly"),
	BOTH("adst4", "butterfly"),
	BOTH("edst2", "butterfly"),
	TURNS("bfs", "ccc"),
	TURNS("bfs", "butterfly"),
	TURNS("bfs", "star"),
	TURNS("bfs", "ring"),
	TURNS("bfs", "torus"),
	BREADTH_ONE_PORT("sbt", HALF_TOO),
	BREADTH_ONE_PORT("nrsbt", PER_DIMENSION),
	BREADTH_ONE_PORT("sbnt", HALF_TOO),
	BREADTH_ONE_PORT("sbntc", PER_DIMENSION),
	DEAL("bfs", NULL, HALF_TOO),
	DEAL("bfs", "star", HALF_TOO),
	DEAL("bfs", "ccc", HALF_TOO),
	DEAL("bfs", "ring", HALF_TOO),
	DEAL("bfs", "torus", HALF_TOO),
	DEAL("bfs", "butterfly", HALF_TOO),
	DEAL("adst2", "ccc", 0),
	DEAL("adst3", "ccc", 0),
	DEAL("adst2", "butterfly", 0),
	DEAL("adst4", "butterfly", 0),
	DEAL("edst2", "butterfly", 0),
	DEAL("nrbrg", "cube", 0),
	DEAL("hsbt", NULL, HALF_TOO),
	STREAM("sbt", NULL),
	STREAM("hsbt", NULL),
	STREAM("sbnt", "cube"),
	STREAM("tcbt", "cube"),
	STREAM("bfs", NULL),
	STREAM("bfs", "star"),
	STREAM("bfs", "ccc"),
	STREAM("bfs", "ring"),
	STREAM("bfs", "torus"),
	STREAM("bfs", "butterfly"),
	BOTH("ascend", "ccc"),
	BOTH("ascend", "butterfly"),
	BOTH("descend", "ccc"),
	BOTH("descend", "butterfly"),
	DEAL("ascend", "ccc", HALF_TOO),
	DEAL("ascend", "butterfly", HALF_TOO),
	DEAL("descend", "ccc", HALF_TOO),
	DEAL("descend", "butterfly", HALF_TOO),
	TREES("rsbt2", "cube"),
	TREES("rsbt4", "cube"),
	DEAL("rsbt2", "cube", HALF_TOO),
	DEAL("rsbt4", "cube", HALF_TOO),
	DEAL("rsbt6", "cube", HALF_TOO),
	{ .text = NULL },
};
/* clang-format on */
