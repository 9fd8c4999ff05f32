/* Lists the algorithms that usually are the fastest on a kind of network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "collectives/auto/usual.h"

/* A search among all algorithms on cube:6 makes and replays some two hundred plans, and most of these
 * are never the fastest. Each row has two lists, for small blocks and for large blocks: few
 * algorithms of which one took at most 1.08 times the estimate of the fastest. This was so on all
 * networks of the kind that were tried, with 2 to 128 nodes on 1 to 16 threads, for blocks of 8 bytes
 * to 1 MiB, on three made-up machines whose lines take 40, 120 and 300 ns there and back. The
 * algorithm that most often was the fastest comes first, because then floors leave out more of the
 * others. tests/collectives/choose_test.c compares the rows with the search.
 *
 * A name is an algorithm, or an algorithm and its order: "sbt:dimension". */

enum {
	SMALL = 1024 /* bytes of a block */
};

struct usual_row {
	const char *kind;
	enum collective collective;
	const char *small, *large;
};

/* clang-format off */
static const struct usual_row rows[] = {
	{ "cube", BROADCAST, "tcbt bfs nrsbt brg", "bfs tcbt brg bfs+bfs nrsbt" },
	{ "cube", REDUCE,
		"tcbt sbt brg bfs nrsbt broadcast4",
		"tcbt brg sbt+bfs:dimension+ nesbt tcbt+bfs brg+bfs sbnt+bfs:dimension+ bfs "
		"broadcast4 sbnt+sbnt:dimension+ tcbt+bfs:dimension+" },
	{ "cube", SCATTER, "tcbt bfs nrsbt sbt brg sbntc", "bfs tcbt brg" },
	{ "cube", GATHER, "tcbt bfs sbt brg nrsbt", "bfs brg" },
	{ "cube", ALLGATHER,
		"sbt:dimension tcbt+tcbt brg tcbt sbnt:dimension sbntc:dimension",
		"sbt:dimension sbntc:dimension brg" },
	{ "cube", REDUCESCATTER,
		"sbt:dimension tcbt+tcbt brg sbnt:dimension tcbt:dimension tcbt "
		"sbntc:dimension",
		"sbt:dimension brg tcbt nrsbt" },
	{ "cube", ALLREDUCE,
		"tcbt-rb doubling bfs-rb brg-rb nrsbt",
		"tcbt-rb brg sbt:dimension sbnt:dimension tcbt nesbt-rb sbnt-rb brg-rb "
		"doubling" },
	{ "cube", ALLTOALL, "sbt:dimension brg sbntc:dimension bfs", "sbt bfs brg" },
	{ "cube", BARRIER, "sbt brg", "sbt brg" },
	{ "gh", BROADCAST, "sbt hsbt hpmid nrsbt", "sbt hpmid bst hp2 bst+bst" },
	{ "gh", REDUCE,
		"sbt hsbt hpmid sbt+bst:dimension+ nrsbt bsg",
		"hpmid hsbt sbt+bst:dimension+ hsbt+hsbt:dimension+ hp2 sbt "
		"sbt+hsbt:dimension+ hsbt+bst" },
	{ "gh", SCATTER, "sbt hsbt bfs bsg", "sbt hsbt" },
	{ "gh", GATHER, "sbt hsbt bsg", "sbt bfs" },
	{ "gh", ALLGATHER,
		"bst+bst:dimension+ sbt:dimension hsbt+hsbt bst+hpmid:dimension+ "
		"hsbt:dimension",
		"sbt:dimension bst+bst bst+hpmid hsbt" },
	{ "gh", REDUCESCATTER,
		"hpmid+bst:+dimension sbt:dimension hsbt:dimension hsbt+hsbt bst bst+bst",
		"sbt:dimension hsbt:dimension hpmid+bst" },
	{ "gh", ALLREDUCE,
		"hsbt-rb hpmid-rb bst+sbt-rb hpmid+bst-rb doubling sbt:dimension "
		"hsbt:dimension nrsbt-rb",
		"sbt:dimension hsbt-rb hsbt:dimension hpmid+bst-rb hpmid-rb hp2-rb hsbt "
		"doubling sbt-rb" },
	{ "gh", ALLTOALL, "sbt:dimension sbt", "sbt" },
	{ "gh", BARRIER, "sbt hsbt", "sbt hsbt" },
	{ "star", BROADCAST, "star bfs", "bfs" },
	{ "star", REDUCE, "bfs star", "bfs star star+bfs:dimension+ bfs+bfs" },
	{ "star", SCATTER, "bfs star", "bfs mst" },
	{ "star", GATHER, "bfs star", "bfs" },
	{ "star", ALLGATHER, "star:dimension bfs+bfs:dimension+ bfs", "star:dimension bfs" },
	{ "star", REDUCESCATTER, "star:dimension bfs+bfs bfs bfs:dimension", "star:dimension" },
	{ "star", ALLREDUCE,
		"bfs-rb star-rb star:dimension star bfs",
		"bfs-rb star+bfs:dimension+ star:dimension star-rb star" },
	{ "star", ALLTOALL, "star:dimension star", "star:dimension bfs" },
	{ "star", BARRIER, "bfs", "bfs" },
	{ "ccc", BROADCAST, "bfs adst2", "adst2 bfs bfs+bfs" },
	{ "ccc", REDUCE, "bfs", "bfs adst2 adst3 bfs+bfs" },
	{ "ccc", SCATTER, "bfs", "adst2 bfs" },
	{ "ccc", GATHER, "bfs adst2", "bfs" },
	{ "ccc", ALLGATHER, "bfs+adst3:dimension+ bfs adst2+bfs", "bfs" },
	{ "ccc", REDUCESCATTER, "bfs bfs+bfs", "bfs adst3" },
	{ "ccc", ALLREDUCE, "bfs-rb bfs", "bfs-rb adst3-rb adst2-rb bfs adst3" },
	{ "ccc", ALLTOALL, "bfs adst3", "bfs" },
	{ "ccc", BARRIER, "bfs", "bfs" },
	{ "butterfly", BROADCAST, "bfs adst2", "bfs edst2" },
	{ "butterfly", REDUCE, "bfs adst2", "adst2 edst2 bfs edst2+bfs adst4" },
	{ "butterfly", SCATTER, "bfs adst2", "bfs adst2" },
	{ "butterfly", GATHER, "bfs adst2", "bfs" },
	{ "butterfly", ALLGATHER, "bfs+bfs:dimension+ bfs", "bfs" },
	{ "butterfly", REDUCESCATTER, "bfs bfs+bfs:+dimension edst2 adst2+bfs", "adst2" },
	{ "butterfly", ALLREDUCE,
		"bfs-rb adst2-rb bfs",
		"adst2-rb edst2-rb bfs-rb bfs edst2 adst4-rb" },
	{ "butterfly", ALLTOALL, "edst2 bfs adst4", "bfs" },
	{ "butterfly", BARRIER, "bfs", "bfs" },
	{ "ring", BROADCAST, "bfs hpmid", "bfs bfs+bfs hp2" },
	{ "ring", REDUCE, "hpmid bfs", "hpmid bfs+bfs hp2 bfs" },
	{ "ring", SCATTER, "bfs flow", "bfs" },
	{ "ring", GATHER, "bfs flow", "bfs" },
	{ "ring", ALLGATHER, "bfs bfs+hpmid", "bfs bfs+bfs" },
	{ "ring", REDUCESCATTER, "bfs hpmid+bfs", "bfs" },
	{ "ring", ALLREDUCE, "hpmid-rb bfs bfs-rb", "bfs hpmid-rb hp2-rb" },
	{ "ring", ALLTOALL, "bfs", "bfs" },
	{ "ring", BARRIER, "bfs", "bfs" },
	{ "torus", BROADCAST, "bfs", "bfs bfs+bfs bfs+rings" },
	{ "torus", REDUCE, "bfs hpmid bfs+bfs", "hpmid rings+bfs bfs bfs+bfs hp2" },
	{ "torus", SCATTER, "bfs flow", "bfs" },
	{ "torus", GATHER, "bfs", "bfs" },
	{ "torus", ALLGATHER, "bfs+bfs rings bfs", "rings bfs" },
	{ "torus", REDUCESCATTER, "rings hpmid+bfs:+dimension bfs", "bfs rings" },
	{ "torus", ALLREDUCE,
		"bfs-rb hpmid+bfs-rb bfs hpmid-rb rings",
		"bfs-rb bfs rings hpmid+bfs-rb hp2-rb hpmid-rb" },
	{ "torus", ALLTOALL, "bfs", "bfs" },
	{ "torus", BARRIER, "bfs", "bfs" },
	{ "mesh", BROADCAST, "bfs", "bfs" },
	{ "mesh", REDUCE, "bfs", "bfs" },
	{ "mesh", SCATTER, "bfs", "bfs" },
	{ "mesh", GATHER, "bfs", "bfs" },
	{ "mesh", ALLGATHER, "bfs", "bfs" },
	{ "mesh", REDUCESCATTER, "bfs", "bfs" },
	{ "mesh", ALLREDUCE, "bfs-rb bfs", "bfs bfs-rb" },
	{ "mesh", ALLTOALL, "bfs", "bfs" },
	{ "mesh", BARRIER, "bfs", "bfs" },
};
/* clang-format on */

const char *usual_names(const struct problem *problem, size_t bytes)
{
	const struct network *net = &problem->net;

	if (net->whole || problem->ports != ALL || problem->duplex != FULL)
		return NULL;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].collective == problem->collective &&
			!strcmp(rows[i].kind, net->kind->name))
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
