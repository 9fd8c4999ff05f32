/* Lists the algorithms that usually are the fastest on a kind of network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/auto/usual.h"

/* A search among all algorithms on cube:6 makes and replays two hundred plans, and most of these
 * are never the fastest. Each row has two lists, for small blocks and for large blocks: few
 * algorithms of which one usually takes at most 1.1 times the estimate of the fastest. The lists of
 * large blocks were found on networks of the kind with 3 to 128 nodes on 1 to 16 threads, on three
 * made-up machines whose lines take 40, 120 and 300 ns for a round trip. The lists of small blocks
 * were compared with the whole search on 29 networks, from one thread to a thread for each node: 52
 * of 9018 choices took more than 1.15 times the fastest, at most 2.5 times, and 1.001 times in the
 * mean. The algorithm that most often was the fastest comes first, because then floors leave out
 * more of the others. A list of which a network has only one algorithm needs no estimate.
 * tests/collectives/choose_test.c compares the rows with the search.
 *
 * A name is an algorithm, or an algorithm and its order: "sbt:dimension". */

enum {
	SMALL = 1024 /* bytes of a block */
};

/* Two nodes have a single tree, which has other names on other networks. */
#define TWO_NODES "two nodes"
#define ONLY_TREE "brg sbt star bfs"
#define ONLY_FOLD "doubling brg-rb sbt-rb star-rb bfs-rb"

struct usual_row {
	const char *kind; /* of network, or TWO_NODES */
	unsigned collectives; /* bits, for which the lists are the same */
	const char *small, *large;
};

#define ON(collective) (1u << (collective))

/* clang-format off */
static const struct usual_row rows[] = {
	{ TWO_NODES,
		ON(BROADCAST) | ON(REDUCE) | ON(SCATTER) | ON(GATHER) | ON(ALLGATHER) |
			ON(REDUCESCATTER) | ON(ALLTOALL) | ON(BARRIER),
		ONLY_TREE, ONLY_TREE },
	{ TWO_NODES, ON(ALLREDUCE), ONLY_FOLD, ONLY_FOLD },
	{ "cube", ON(BROADCAST), "tcbt bfs nrsbt", "bfs tcbt brg nrsbt" },
	{ "cube", ON(REDUCE), "tcbt sbt",
		"tcbt sbt+bfs:dimension+ brg broadcast4 brg+bfs bfs sbnt+bfs:dimension+ "
		"sbnt+sbnt:dimension+ tcbt+bfs:dimension+" },
	{ "cube", ON(SCATTER), "tcbt bfs nrsbt sbntc", "bfs tcbt brg" },
	{ "cube", ON(GATHER), "tcbt bfs", "bfs brg" },
	{ "cube", ON(ALLGATHER), "sbt:dimension tcbt+bfs brg bfs sbntc:dimension",
		"sbt:dimension sbntc:dimension brg" },
	{ "cube", ON(REDUCESCATTER), "sbt:dimension tcbt+bfs:+dimension tcbt",
		"brg sbt tcbt nrsbt" },
	{ "cube", ON(ALLREDUCE), "doubling tcbt-rb nrsbt",
		"tcbt-rb brg sbt:dimension sbnt:dimension tcbt sbnt-rb brg-rb doubling" },
	{ "cube", ON(ALLTOALL), "sbt:dimension", "bfs brg" },
	{ "cube", ON(BARRIER), "tcbt-rb sbt", "tcbt-rb sbt" },
	{ "gh", ON(BROADCAST), "sbt hsbt hpmid", "sbt hpmid hp2 bst+bst" },
	{ "gh", ON(REDUCE), "hsbt hpmid sbt",
		"hpmid hsbt sbt+bst:dimension+ hsbt+hsbt:dimension+ hp2 sbt hsbt+bst "
		"sbt+sbt:dimension+" },
	{ "gh", ON(SCATTER), "sbt hsbt", "sbt hsbt" },
	{ "gh", ON(BARRIER), "hsbt-rb sbt hsbt sbt-rb", "hsbt-rb sbt hsbt sbt-rb" },
	{ "gh", ON(GATHER), "hsbt bsg", "sbt" },
	{ "gh", ON(ALLGATHER), "bst+bst:dimension+ sbt:dimension hsbt+hsbt bst+hpmid:dimension+ "
		"hsbt:dimension",
		"sbt:dimension bst+bst bst+hpmid bfs" },
	{ "gh", ON(REDUCESCATTER),
		"hpmid+bst:+dimension sbt:dimension hsbt:dimension hsbt+hsbt bst bst+bst",
		"sbt hsbt:dimension hpmid+bst" },
	{ "gh", ON(ALLREDUCE), "hsbt-rb hpmid-rb bst+sbt-rb hpmid+bst-rb sbt:dimension",
		"sbt:dimension hsbt-rb hsbt:dimension hpmid-rb sbt-rb hpmid+bst-rb hp2-rb "
		"hsbt doubling" },
	{ "gh", ON(ALLTOALL), "sbt:dimension", "sbt" },
	{ "star", ON(BROADCAST), "star bfs", "bfs" },
	{ "star", ON(REDUCE), "bfs star", "bfs star star+bfs:dimension+ bfs+bfs" },
	{ "star", ON(SCATTER), "bfs", "bfs mst" },
	{ "star", ON(GATHER), "bfs", "bfs" },
	{ "star", ON(ALLGATHER), "star:dimension bfs+bfs:dimension+ bfs", "bfs:dimension bfs" },
	{ "star",
		ON(REDUCESCATTER),
		"star:dimension bfs+bfs bfs bfs:dimension", "star:dimension" },
	{ "star", ON(ALLREDUCE), "bfs-rb star star-rb",
		"star:dimension bfs-rb star-rb star" },
	{ "star", ON(ALLTOALL), "star:dimension", "star:dimension bfs" },
	{ "star", ON(BARRIER), "bfs-rb bfs", "bfs-rb bfs" },
	{ "ccc", ON(BROADCAST), "bfs", "adst2 bfs bfs+bfs" },
	{ "ccc", ON(REDUCE), "bfs", "bfs adst2 adst3 bfs+bfs" },
	{ "ccc", ON(SCATTER), "bfs", "adst2 bfs" },
	{ "ccc", ON(GATHER) | ON(ALLTOALL), "bfs", "bfs" },
	{ "ccc", ON(ALLGATHER), "bfs+bfs:dimension+ bfs bfs+adst2", "bfs" },
	{ "ccc", ON(REDUCESCATTER), "bfs bfs+bfs", "bfs adst3" },
	{ "ccc", ON(ALLREDUCE), "bfs-rb", "bfs-rb adst3-rb adst2-rb bfs adst3" },
	{ "ccc", ON(BARRIER), "bfs-rb bfs", "bfs-rb bfs" },
	{ "butterfly", ON(BROADCAST), "bfs adst2", "bfs edst2" },
	{ "butterfly", ON(REDUCE), "bfs", "adst2 edst2 adst4 bfs bfs+bfs" },
	{ "butterfly", ON(SCATTER), "bfs adst2", "bfs adst2" },
	{ "butterfly", ON(GATHER), "bfs", "bfs" },
	{ "butterfly", ON(ALLGATHER), "bfs+bfs bfs", "bfs" },
	{ "butterfly", ON(REDUCESCATTER), "bfs bfs+bfs:+dimension edst2 adst2+bfs", "adst2" },
	{ "butterfly", ON(ALLREDUCE), "bfs-rb", "adst2-rb edst2-rb bfs-rb bfs edst2" },
	{ "butterfly", ON(ALLTOALL), "edst2 bfs adst4", "bfs" },
	{ "butterfly", ON(BARRIER), "bfs-rb bfs", "bfs-rb bfs" },
	{ "ring", ON(BROADCAST), "hpmid", "bfs bfs+bfs" },
	{ "ring", ON(REDUCE), "hpmid", "hpmid bfs+bfs hp2" },
	{ "ring", ON(SCATTER) | ON(GATHER) | ON(ALLTOALL), "bfs", "bfs" },
	{ "ring", ON(ALLGATHER), "bfs bfs+bfs", "bfs bfs+bfs" },
	{ "ring", ON(REDUCESCATTER), "bfs hpmid+bfs", "bfs" },
	{ "ring", ON(ALLREDUCE), "hpmid-rb bfs", "bfs hpmid-rb hp2-rb" },
	{ "ring", ON(BARRIER), "hpmid-rb bfs", "hpmid-rb bfs" },
	{ "torus", ON(BROADCAST), "bfs", "bfs bfs+bfs bfs+rings" },
	{ "torus", ON(REDUCE), "bfs", "hpmid rings+bfs bfs bfs+bfs hp2" },
	{ "torus", ON(SCATTER) | ON(GATHER) | ON(ALLTOALL), "bfs", "bfs" },
	{ "torus", ON(ALLGATHER), "bfs+bfs:dimension+ rings bfs", "rings bfs" },
	{ "torus", ON(REDUCESCATTER), "rings hpmid+bfs:+dimension bfs", "bfs rings" },
	{ "torus", ON(ALLREDUCE), "bfs-rb bfs",
		"bfs-rb bfs rings hpmid+bfs-rb hp2-rb hpmid-rb" },
	{ "torus", ON(BARRIER), "bfs-rb bfs", "bfs-rb bfs" },
	{ "mesh",
		ON(BROADCAST) | ON(REDUCE) | ON(SCATTER) | ON(GATHER) | ON(ALLGATHER) |
			ON(REDUCESCATTER) | ON(ALLTOALL),
		"bfs", "bfs" },
	{ "mesh", ON(ALLREDUCE), "bfs-rb bfs", "bfs bfs-rb" },
	{ "mesh", ON(BARRIER), "bfs-rb bfs", "bfs-rb bfs" },
};
/* clang-format on */

const char *usual_names(const struct problem *problem, size_t bytes)
{
	const struct network *net = &problem->net;
	const char *kind = net->nodes == 2 ? TWO_NODES : net->kind->name;

	if (net->whole || problem->ports != ALL || problem->duplex != FULL)
		return NULL;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].collectives >> problem->collective & 1 && !strcmp(rows[i].kind, kind))
			return bytes <= SMALL ? rows[i].small : rows[i].large;
	return NULL;
}

/* Copies a word, and returns where it ends. */
static const char *take(char word[ALGORITHM_NAME], const char *from, const char *ends)
{
	size_t length = strcspn(from, ends);

	memcpy(word, from, length);
	word[length] = 0;
	return from + length;
}

bool usual_next(const char **names, char algorithm[ALGORITHM_NAME], char order[ALGORITHM_NAME])
{
	const char *at = *names + strspn(*names, " ");

	order[0] = 0;
	if (!*at)
		return false;
	at = take(algorithm, at, ": ");
	if (*at == ':')
		at = take(order, at + 1, " ");
	*names = at;
	return true;
}
