/* Holds the table of algorithms, and finds the builder of the algorithm that a problem names. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/memory_need.h"
#include "plan/model/pipeline_rate.h"
#include "topology/hamiltonian_circuit.h"
#include "topology/trees/families.h"

#define JOHNSSON_HO(part) "Johnsson & Ho 1986, " part
#define STOUT_WAGAR(part) "Stout & Wagar 1990, " part

#define CUBES "cube:n, n >= 1"
#define ON_CUBES .networks = CUBES, .applies = applies_to_cubes_with_links

#define TO_CORNERS ON_CUBES, .ports = 1u << ALL, .serves = serves_opposite_corners
#define TO_OTHERS ON_CUBES, .ports = 1u << ALL, .serves = serves_other_corners

/* Stout & Wagar's broadcasts, each with its reverse, and both. A line of BROADCAST names an order
 * for `auto` to consider, too; without an order, `auto` leaves the line out. */
/* clang-format off */
#define WAVES(LINE) \
	LINE("broadcast1", "recursive doubling, a dimension at a time", 0, NULL) \
	LINE("broadcast2", "recursive doubling of parts, along n rotated trees", 0, NULL) \
	LINE("broadcast3a", "a wave over every link once", 1u << ALL, NULL) \
	LINE("broadcast3b", "two waves, one step apart", 1u << ALL, NULL) \
	LINE("broadcast4", "waves one step apart, two of them for the last round", 1u << ALL, \
		"pruned")
/* clang-format on */
#define WAVE(down, what, models, also)                                                             \
	{ BROADCAST, down, "", build_waves, what, STOUT_WAGAR("section 2"), ON_CUBES,              \
		.ports = models, .order = also, .by_name = !(also) },
#define WAVE_BACK(down, what, models, also)                                                        \
	{ REDUCE, down, "", build_waves, "that broadcast, backwards",                         \
		STOUT_WAGAR("section 2"), ON_CUBES, .ports = models, .by_name = !(also) },
#define WAVE_BOTH(down, what, models, also)                                                        \
	{ ALLREDUCE, down "-rb", "", build_waves, "that reduce, then that broadcast",         \
		STOUT_WAGAR("section 2"), ON_CUBES, .ports = models, .by_name = true },

/* One collective after another: collectives/compose.c. */
#define COMPOSED(whole, suffix, first, second, what, source)                                       \
	{ whole, NULL, suffix, build_composed, what, source,                                       \
		.networks = "any network that has A and B, but no mesh or graph",                  \
		.applies = applies_to_cayley_graphs, .composes = true,                             \
		.composed = { first, second } },
#define RABENSEIFNER "Thakur, Rabenseifner & Gropp 2005, section 4"
#define GUIDELINES "Traeff, Gropp & Thakur 2010, section 4"

/* Both prefix folds: collectives/scan.c. */
#define SANDERS_TRAEFF "Sanders & Traeff 2006"
#define BLELLOCH "Blelloch 1990, section 1.2"
#define ON_DIGITS .networks = "cube:n or gh:..", .applies = applies_to_digits
#define ON_BRACKET                                                                                 \
	.networks = "cube:n or gh:.. with digits from powers of two on",                           \
	.applies = applies_to_bracket_digits
#define SCANS(which, on_digits)                                                                    \
	{ which, "updown", "", build_scan_updown,                                                  \
		"sums up a tree of runs of nodes, prefixes down", BLELLOCH },                      \
		{ which, "doubling", "", build_scan_doubling,                                      \
			"sums exchanged, a dimension at a time", "Hillis & Steele 1986",           \
			on_digits },
#define CHAIN(which)                                                                               \
	{ which, "chain", "", build_scan_chain, "sums from node to node", SANDERS_TRAEFF },
#define SLICES(which)                                                                              \
	{ which, "slices", "", build_ordered_slices, "slices to their nodes, sums of slices back", \
		THAKUR_RING, .networks = "any network, at most 128 nodes",                         \
		.applies = applies_to_few_nodes },

#define ROUND .networks = CIRCUIT_NETWORKS, .applies = circuit_applies, .by_name = true

#define ON_RINGS .networks = "ring:n or torus:..", .applies = applies_to_rings
#define THAKUR_RING "Thakur, Rabenseifner & Gropp 2005, section 4"

static int applies_to_cayley_graphs(const struct network *net)
{
	return network_symmetric(net) ? 0 : -EINVAL;
}

/* Messages of all nodes are moved by translations, or one root stands for all. */
#define ON_CAYLEY_GRAPHS                                                                           \
	.networks = "any network but meshes, graphs and broken links",                             \
	.applies = applies_to_cayley_graphs

#define NICKOLOV(part) "Nickolov 1993, " part
#define ON_LEVELS .networks = "ccc:d or butterfly:d", .applies = applies_to_levels
#define FLOW "Nickolov 1993, section 1.1 (bounds); flows over time: Ford & Fulkerson 1962, III.9"

/* clang-format off */
static const struct algorithm algorithms[] = {
	{ BROADCAST, NULL, "", build_broadcast, "one message to all, pipelined along the trees",
		JOHNSSON_HO("section 4") },
	WAVES(WAVE)
	{ REDUCE, NULL, "", build_broadcast, "the broadcast, backwards", JOHNSSON_HO("section 4") },
	WAVES(WAVE_BACK)
	{ SCATTER, NULL, "", build_scatter, "a message to each, the farthest first",
		JOHNSSON_HO("section 5") },
	{ SCATTER, "distribute1", "", build_distribute1,
		"ocsend2 to every node, the farthest first", STOUT_WAGAR("section 5"), ON_CUBES,
		.ports = 1u << ALL, .dimensions = 9,
		.balances = true },
	{ SCATTER, "distribute2", "", build_distribute2,
		"few waves, which the root's neighbours take apart, without a common step",
		STOUT_WAGAR("section 5"), ON_CUBES, .ports = 1u << ALL, .dimensions = 6,
		.balances = true },
	{ SCATTER, "flow", "", build_scatter_flow,
		"the shortest steps that deliver all, along shortest paths", FLOW, ON_CAYLEY_GRAPHS,
		.ports = 1u << ALL,
		.balances = true },
	{ SCATTER, "twophase", "", build_scatter_twophase,
		"along binary trees to originators, then in the cycles", NICKOLOV("chapter 4"),
		ON_LEVELS, .ports = 1u << ALL,
		.balances = true },
	{ GATHER, NULL, "", build_scatter, "the scatter, backwards", JOHNSSON_HO("section 5") },
	{ GATHER, "distribute1", "", build_distribute1, "the scatter, backwards",
		STOUT_WAGAR("section 5"), ON_CUBES, .ports = 1u << ALL, .dimensions = 9,
		.balances = true },
	{ GATHER, "distribute2", "", build_distribute2, "the scatter, backwards",
		STOUT_WAGAR("section 5"), ON_CUBES, .ports = 1u << ALL, .dimensions = 6,
		.balances = true },
	{ GATHER, "flow", "", build_scatter_flow, "the scatter by flow, backwards", FLOW,
		ON_CAYLEY_GRAPHS,
		.ports = 1u << ALL,
		.balances = true },
	{ GATHER, "twophase", "", build_scatter_twophase, "the two-phase scatter, backwards",
		NICKOLOV("chapter 4"), ON_LEVELS, .ports = 1u << ALL,
		.balances = true },
	{ ALLGATHER, NULL, "", build_allgather, "every node's broadcast at once",
		JOHNSSON_HO("section 6") },
	{ ALLGATHER, "complete-broadcast", "", build_complete_broadcast,
		"broadcast2 by every node at once", STOUT_WAGAR("section 6"), ON_CUBES,
		.ports = 1u << ALL, .by_name = true },
	{ ALLGATHER, "ring", "", build_ring, "round one Hamiltonian circuit that all nodes share",
		JOHNSSON_HO("sections 6.1 and 8.4"), ROUND },
	{ ALLGATHER, "ring2", "", build_ring2, "round that circuit in both directions, half as far",
		JOHNSSON_HO("sections 6.1 and 8.4"), ROUND, .one_link = true },
	{ ALLGATHER, "rings", "", build_rings, "round the rings of each dimension in turn",
		THAKUR_RING, ON_RINGS },
	{ REDUCESCATTER, NULL, "", build_allgather, "the allgather, backwards",
		JOHNSSON_HO("section 6") },
	{ REDUCESCATTER, "ring", "", build_ring, "that allgather, backwards",
		JOHNSSON_HO("sections 6.1 and 8.4"), ROUND },
	{ REDUCESCATTER, "ring2", "", build_ring2, "that allgather, backwards",
		JOHNSSON_HO("sections 6.1 and 8.4"), ROUND, .one_link = true },
	{ REDUCESCATTER, "rings", "", build_rings, "that allgather, backwards", THAKUR_RING,
		ON_RINGS },
	{ REDUCESCATTER, "histogram", "", build_histogram,
		"recursive halving of the bins along all rotations", STOUT_WAGAR("section 8"),
		ON_CUBES, .by_name = true },
	{ ALLREDUCE, NULL, "", build_allgather, "reduce-scatter, then allgather",
		STOUT_WAGAR("section 8") },
	{ ALLREDUCE, "rings", "", build_rings, "that reduce-scatter, then that allgather",
		THAKUR_RING, ON_RINGS },
	{ ALLREDUCE, NULL, "-rb", build_allreduce_rb, "reduce, then broadcast, pipelined together",
		JOHNSSON_HO("section 4") },
	WAVES(WAVE_BOTH)
	{ ALLREDUCE, "doubling", "", build_doubling,
		"whole vectors exchanged, a dimension at a time",
		"Thakur, Rabenseifner & Gropp 2005, section 4",
		.networks = "cube:n, n >= 1, or gh:2x..x2",
		.ports = 1u << EXCHANGE | 1u << SENDRECV | 1u << ALL,
		.applies = applies_to_radices_of_two, .serves = serves_doubling },
	{ ALLTOALL, NULL, "", build_alltoall, "every node's scatter at once",
		JOHNSSON_HO("section 7") },
	{ ALLTOALL, "complete-exchange", "", build_complete_exchange,
		"distribute1 by every node at once", STOUT_WAGAR("section 6"), ON_CUBES,
		.ports = 1u << ALL, .by_name = true },
	{ SEND, NULL, "", build_send, "one message to one node, in parts along the trees",
		JOHNSSON_HO("section 3.5") },
	{ SEND, "ocsend1", "", build_ocsend1, "to the opposite corner, whole",
		STOUT_WAGAR("section 3"), TO_CORNERS, .by_name = true },
	{ SEND, "ocsend2", "", build_ocsend2, "to the opposite corner, in n equal parts",
		STOUT_WAGAR("section 3"), TO_CORNERS, .by_name = true },
	{ SEND, "ocsend3", "", build_ocsend3, "to the opposite corner, spread over all links",
		STOUT_WAGAR("section 3"), TO_CORNERS, .by_name = true },
	{ SEND, "ocsend4", "", build_ocsend4, "that, group after group, without a common step",
		STOUT_WAGAR("section 3"), TO_CORNERS, .by_name = true },
	{ SEND, "xocsend1", "", build_xocsend1,
		"spread over a subcube beside the two nodes, and through one link at either end",
		STOUT_WAGAR("section 4"), TO_OTHERS, .by_name = true },
	{ SEND, "xocsend2", "", build_xocsend2, "that, group after group, without a common step",
		STOUT_WAGAR("section 4"), TO_OTHERS, .by_name = true },
	{ SEND, "arbitrary1", "", build_ocsend4, "ocsend4 in the subcube of the two nodes",
		STOUT_WAGAR("section 4"), ON_CUBES, .ports = 1u << ALL, .dimensions = 10 },
	{ SEND, "arbitrary2", "", build_arbitrary2, "the destination's share of broadcast4",
		STOUT_WAGAR("section 4"), ON_CUBES, .ports = 1u << ALL },
	{ SEND, "arbitrary3", "", build_arbitrary3,
		"ocsend4 in the subcube, and an xocsend2 through each dimension outside it",
		STOUT_WAGAR("section 4"), ON_CUBES, .ports = 1u << ALL, .dimensions = 10 },
	{ PERMUTE, "permuted-send", "", build_permuted_send,
		"two complete exchanges, for any permutation", STOUT_WAGAR("section 6"),
		ON_CAYLEY_GRAPHS },
	{ PERMUTE, "lc-transpose", "", build_transposition,
		"a 2^c + b to b 2^c + a, by inversion along links of links",
		STOUT_WAGAR("section 7.2"), .networks = "cube:2c, c >= 1", .ports = 1u << ALL,
		.applies = applies_to_square_cubes, .serves = serves_transposition,
		.permutation = "transpose", .order = "short" },
	{ PERMUTE, "inversion", "", build_inversion, "ocsend2 by every node at once",
		STOUT_WAGAR("section 6"), ON_CUBES, .ports = 1u << ALL,
		.serves = serves_inversion, .permutation = "inversion" },
	{ PERMUTE, "corner-exchange", "", build_corner_exchange,
		"ocsend4 between two opposite corners, there and back", STOUT_WAGAR("section 3"),
		ON_CUBES, .ports = 1u << ALL, .serves = serves_corners, .permutation = "corners",
		.by_name = true },
	{ PERMUTE, "arbitrary-exchange", "", build_arbitrary_exchange,
		"arbitrary3 between any two nodes, there and back", STOUT_WAGAR("section 4"),
		ON_CUBES, .ports = 1u << ALL, .serves = serves_a_pair, .permutation = "swap:0,1",
		.dimensions = 10 },
	{ PERMUTE, NULL, "", build_permute, "each message along its own path",
		JOHNSSON_HO("section 3") },
	COMPOSED(BROADCAST, "", SCATTER, ALLGATHER, "the scatter A, then the allgather B",
		"Barnett et al. 1994; " RABENSEIFNER)
	COMPOSED(REDUCE, "", REDUCESCATTER, GATHER, "the reduce-scatter A, then the gather B",
		RABENSEIFNER)
	COMPOSED(ALLGATHER, "", GATHER, BROADCAST,
		"the gather A, then the broadcast B of all blocks", GUIDELINES)
	COMPOSED(REDUCESCATTER, "", REDUCE, SCATTER,
		"the reduce A of all blocks, then the scatter B", GUIDELINES)
	COMPOSED(ALLREDUCE, "", REDUCESCATTER, ALLGATHER,
		"the reduce-scatter A, then the allgather B", RABENSEIFNER)
	COMPOSED(ALLREDUCE, "-rb", REDUCE, BROADCAST, "the reduce A, then the broadcast B",
		GUIDELINES)
	SCANS(SCAN, ON_DIGITS)
	CHAIN(SCAN)
	SCANS(EXSCAN, ON_DIGITS)
	CHAIN(EXSCAN)
	SCANS(ORDERED_SCAN, ON_BRACKET)
	SCANS(ORDERED_EXSCAN, ON_BRACKET)
	{ ORDERED_REDUCE, "updown", "", build_ordered_reduce, "sums up a tree of runs of nodes",
		BLELLOCH },
	SLICES(ORDERED_REDUCE)
	{ ORDERED_ALLREDUCE, "updown", "", build_ordered_allreduce,
		"sums up a tree of runs of nodes, the whole sum down", BLELLOCH },
	{ ORDERED_ALLREDUCE, "doubling", "", build_scan_doubling,
		"sums exchanged, a dimension at a time", THAKUR_RING, ON_BRACKET },
	{ ORDERED_ALLREDUCE, "halving", "", build_ordered_halving,
		"sums of slices exchanged from the lowest dimension up, then slices back",
		RABENSEIFNER,
		.networks = "cube:n or gh:.. with digits from powers of two on, at most 256 nodes",
		.applies = applies_to_few_digits },
	SLICES(ORDERED_ALLREDUCE)
	{ BARRIER, NULL, "", build_allgather, "every node's news to all, a dimension at a time",
		JOHNSSON_HO("section 6") },
	{ BARRIER, NULL, "-rb", build_barrier_rb, "news up to a node, then down",
		JOHNSSON_HO("section 4") },
};
/* clang-format on */

enum {
	ALGORITHMS = sizeof algorithms / sizeof algorithms[0]
};

const struct algorithm *algorithm_at(int i)
{
	return i < ALGORITHMS ? &algorithms[i] : NULL;
}

/* Returns true if `name` is "A+B" followed by the suffix, the longest suffix that there is. */
static bool is_composed(const char *name, const char *suffix)
{
	const char *end = strstr(name, "-rb");

	return strchr(name, '+') && !strcmp(end && !end[3] ? end : "", suffix);
}

/* Returns true if `name` is a listed family followed by the suffix. */
static bool is_family(const char *name, const char *suffix)
{
	char family[ALGORITHM_NAME];
	size_t length = strlen(name), less = strlen(suffix);

	if (length <= less || length >= ALGORITHM_NAME || strcmp(name + length - less, suffix) ||
		name[0] == '.')
		return false;
	memcpy(family, name, length - less);
	family[length - less] = 0;
	return family_named(family) != NULL;
}

static void list_names(
	char *text, size_t size, enum collective collective, const struct network *net)
{
	char name[ALGORITHM_NAME];

	text[0] = 0;
	for (int i = 0; !algorithm_name_at(name, collective, net, i); i++) {
		size_t length = strlen(text);

		snprintf(text + length, size - length, "%s%s", i ? ", " : "", name);
	}
}

const struct algorithm *algorithm_of(const struct problem *problem)
{
	char names[512];
	const struct algorithm *a;

	for (int i = 0; (a = algorithm_at(i)); i++)
		if (a->collective == problem->collective &&
			(a->name	      ? !strcmp(a->name, problem->algorithm)
				: a->composes ? is_composed(problem->algorithm, a->suffix)
					      : is_family(problem->algorithm, a->suffix)))
			return a;
	list_names(names, sizeof names, problem->collective, &problem->net);
	why(EINVAL, "%s has no algorithm '%s'; on %s it has %s",
		collective_name(problem->collective), problem->algorithm, problem->net.name, names);
	return NULL;
}

int algorithm_serves(const struct problem *problem)
{
	const struct algorithm *a = algorithm_of(problem);
	char names[512];

	if (!a)
		return -EINVAL;
	if (a->applies && a->applies(&problem->net)) {
		list_names(names, sizeof names, problem->collective, &problem->net);
		return why(EINVAL, "%s %s: needs %s, got %s; there: %s",
			collective_name(a->collective), problem->algorithm, a->networks,
			problem->net.name, names);
	}
	return a->serves ? a->serves(problem) : 0;
}

/* Returns the problem in the numbers of its plan. */
static struct problem centred(const struct problem *problem)
{
	struct problem own = *problem;

	if (collective_rooted(problem->collective))
		own.net = network_centred(&problem->net, problem->root);
	return own;
}

/* A plan keeps the destination and the root in its own numbers (plan_new). */
static bool same_nodes(const struct problem *built, const struct problem *asked)
{
	enum collective collective = asked->collective;
	size_t bytes = sizeof *asked->permutation * (size_t)asked->net.nodes;

	if (built->root != (collective_keeps_root(collective) ? asked->root : 0))
		return false;
	if (collective_sends(collective) &&
		built->destination !=
			network_untranslate(&asked->net, asked->root, asked->destination))
		return false;
	return !collective_permutes(collective) ||
	       (built->permutation && !memcmp(built->permutation, asked->permutation, bytes));
}

/* A builder that answers another question would make a right plan that does nothing of what was
 * asked, or nothing at all. */
static int check_answer(const struct plan *plan, const struct problem *asked)
{
	const struct problem *built = &plan->problem;

	if (built->collective == asked->collective && network_same(&built->net, &asked->net) &&
		built->ports == asked->ports && built->duplex == asked->duplex &&
		same_nodes(built, asked))
		return 0;
	return why(EINVAL, "%s %s on %s: the plan that was built is of another problem: %s on %s",
		collective_name(asked->collective), asked->algorithm, asked->net.name,
		collective_name(built->collective), built->net.name);
}

int collective_plan(struct plan **plan, const struct problem *problem)
{
	const struct algorithm *algorithm = algorithm_of(problem);
	struct problem own = centred(problem);
	int error;

	if (!algorithm)
		return -EINVAL;
	error = problem_check(problem);
	if (!error)
		error = algorithm_serves(problem);
	if (!error)
		error = memory_need_fits(problem);
	if (!error)
		error = algorithm->build(plan, &own);
	if (error)
		return error;
	memcpy((*plan)->problem.algorithm, problem->algorithm, ALGORITHM_NAME);
	memcpy((*plan)->problem.order, problem->order, ALGORITHM_NAME);
	error = check_answer(*plan, &own);
	if (!error)
		error = plan_finalize(*plan);
	if (!error)
		error = pipeline_rate_find(*plan);
	return plan_kept(plan, error);
}
