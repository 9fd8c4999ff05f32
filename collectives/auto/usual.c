/* Lists the algorithms that usually are the fastest on a kind of network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/auto/usual.h"

/* A search among all algorithms on cube:6 makes and replays some two hundred plans; most of them are
 * never the fastest. Each row here has the fewest algorithms of which one took at most 1.05 times the
 * estimate of the fastest: on all networks of the kind with 2 to 128 nodes that were tried, for
 * blocks of 8 bytes to 1 MiB, on 1 to 16 threads, of three machines whose lines take 40, 120 and
 * 300 ns there and back. The algorithm that was most often the fastest comes first, so that the floor
 * leaves out more of the others. tests/collectives/choose_test.c compares the rows with the search.
 *
 * A name is an algorithm, or an algorithm and its order: "sbt:dimension". */

struct usual_row {
	const char *kind;
	enum collective collective;
	const char *names;
};

/* clang-format off */
static const struct usual_row rows[] = {
	{ "cube", BROADCAST,
		"bfs tcbt broadcast4:pruned nrsbt sbt nrbrg bfs+bfs brg bfs+bfs:+dimension" },
	{ "cube", REDUCE,
		"tcbt broadcast4 sbt sbt+bfs:dimension+ bfs brg nesbt nrsbt tcbt+bfs brg+bfs "
		"tcbt+tcbt tcbt+bfs:dimension+ sbnt+bfs:dimension+" },
	{ "cube", SCATTER, "tcbt bfs sbt brg nrsbt sbntc distribute1" },
	{ "cube", GATHER, "tcbt bfs sbt brg nrsbt" },
	{ "cube", ALLGATHER, "sbt:dimension tcbt+tcbt brg sbntc:dimension tcbt sbnt:dimension" },
	{ "cube", REDUCESCATTER,
		"sbt:dimension brg tcbt+bfs:+dimension tcbt:dimension sbnt:dimension tcbt "
		"sbntc:dimension sbt bfs" },
	{ "cube", ALLREDUCE,
		"tcbt-rb doubling brg sbt:dimension tcbt brg-rb bfs-rb sbnt:dimension "
		"bfs+tcbt:dimension+ nrsbt sbnt-rb sbntc-rb tcbt+nrsbt-rb" },
	{ "cube", ALLTOALL, "sbt:dimension brg sbntc:dimension bfs" },
	{ "cube", BARRIER, "sbt brg" },
	{ "gh", BROADCAST, "sbt hsbt hpmid hp2 bst nrsbt bst+sbt" },
	{ "gh", REDUCE,
		"hpmid hsbt sbt sbt+bst:dimension+ hsbt+hsbt:dimension+ hp2 "
		"sbt+hsbt:dimension+ nrsbt bst hsbt+bst hsbt+bst:dimension+" },
	{ "gh", SCATTER, "sbt hsbt bfs bst nrsbt" },
	{ "gh", GATHER, "sbt hsbt bsg" },
	{ "gh", ALLGATHER,
		"sbt:dimension bst+bst:dimension+ hsbt+hsbt:dimension+ bst+hpmid:dimension+ "
		"hsbt:dimension bfs" },
	{ "gh", REDUCESCATTER,
		"sbt:dimension hsbt:dimension hpmid+bst:+dimension hsbt+hsbt hsbt bfs bst+bst" },
	{ "gh", ALLREDUCE,
		"sbt-rb sbt:dimension hsbt-rb hpmid-rb hpmid+bst-rb hsbt:dimension doubling "
		"hsbt+hsbt:dimension+ hp2-rb nrsbt-rb hsbt bst-rb hsbt+bst-rb bst+sbt-rb" },
	{ "gh", ALLTOALL, "sbt:dimension hsbt:dimension" },
	{ "gh", BARRIER, "sbt hsbt" },
	{ "star", BROADCAST, "bfs star mst" },
	{ "star", REDUCE, "bfs star star+bfs:dimension+ bfs+bfs mst" },
	{ "star", SCATTER, "bfs star mst" },
	{ "star", GATHER, "bfs star" },
	{ "star", ALLGATHER, "star:dimension bfs+bfs:dimension+ bfs" },
	{ "star", REDUCESCATTER, "star:dimension bfs:dimension bfs bfs+bfs:+dimension" },
	{ "star", ALLREDUCE, "star-rb bfs-rb star:dimension bfs+bfs:dimension+ bfs star mst-rb" },
	{ "star", ALLTOALL, "star:dimension star" },
	{ "star", BARRIER, "bfs" },
	{ "ccc", BROADCAST, "bfs adst2 bfs+bfs" },
	{ "ccc", REDUCE, "bfs adst2 adst3 bfs+bfs" },
	{ "ccc", SCATTER, "bfs adst2" },
	{ "ccc", GATHER, "bfs adst2" },
	{ "ccc", ALLGATHER, "bfs bfs+adst2:dimension+ adst2+bfs" },
	{ "ccc", REDUCESCATTER, "bfs adst3 bfs+bfs" },
	{ "ccc", ALLREDUCE, "bfs-rb adst2-rb bfs adst3-rb bfs+adst3-rb adst3" },
	{ "ccc", ALLTOALL, "bfs adst3" },
	{ "ccc", BARRIER, "bfs" },
	{ "butterfly", BROADCAST, "bfs adst2 edst2" },
	{ "butterfly", REDUCE, "bfs adst2 edst2 edst2+bfs adst4 bfs+bfs" },
	{ "butterfly", SCATTER, "bfs adst2 adst4" },
	{ "butterfly", GATHER, "bfs adst2" },
	{ "butterfly", ALLGATHER, "bfs+bfs:dimension+ bfs" },
	{ "butterfly", REDUCESCATTER, "bfs edst2 adst2 bfs+bfs:+dimension adst2+bfs" },
	{ "butterfly", ALLREDUCE, "bfs-rb adst2-rb edst2-rb bfs edst2 adst4-rb" },
	{ "butterfly", ALLTOALL, "edst2 bfs adst4" },
	{ "butterfly", BARRIER, "bfs" },
	{ "ring", BROADCAST, "bfs hpmid+bfs hpmid hp2" },
	{ "ring", REDUCE, "hpmid bfs+bfs bfs hp2" },
	{ "ring", SCATTER, "bfs flow" },
	{ "ring", GATHER, "bfs flow" },
	{ "ring", ALLGATHER, "bfs bfs+hpmid" },
	{ "ring", REDUCESCATTER, "bfs hpmid+bfs" },
	{ "ring", ALLREDUCE, "hpmid-rb hpmid+bfs bfs-rb hp2-rb hpmid+bfs-rb rings" },
	{ "ring", ALLTOALL, "bfs" },
	{ "ring", BARRIER, "bfs" },
	{ "torus", BROADCAST, "bfs bfs+bfs bfs+rings hpmid" },
	{ "torus", REDUCE, "bfs hpmid rings+bfs bfs+bfs hp2" },
	{ "torus", SCATTER, "bfs flow" },
	{ "torus", GATHER, "bfs" },
	{ "torus", ALLGATHER, "bfs+bfs rings bfs" },
	{ "torus", REDUCESCATTER, "rings bfs hpmid+bfs:+dimension" },
	{ "torus", ALLREDUCE, "bfs-rb hpmid+bfs-rb bfs rings hpmid-rb hp2-rb" },
	{ "torus", ALLTOALL, "bfs" },
	{ "torus", BARRIER, "bfs" },
	{ "mesh", BROADCAST, "bfs" },
	{ "mesh", REDUCE, "bfs" },
	{ "mesh", SCATTER, "bfs" },
	{ "mesh", GATHER, "bfs" },
	{ "mesh", ALLGATHER, "bfs" },
	{ "mesh", REDUCESCATTER, "bfs" },
	{ "mesh", ALLREDUCE, "bfs-rb bfs" },
	{ "mesh", ALLTOALL, "bfs" },
	{ "mesh", BARRIER, "bfs" },
};
/* clang-format on */

const char *usual_names(const struct problem *problem)
{
	const struct network *net = &problem->net;

	if (net->whole || problem->ports != ALL || problem->duplex != FULL)
		return NULL;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].collective == problem->collective &&
			!strcmp(rows[i].kind, net->kind->name))
			return rows[i].names;
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
