/* Finds collectives and applications by their names in grove, MPI, OSU, IMB and NCCL. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include "tool/arguments/collective_names.h"

enum {
	LONGEST = 63
};

static const struct collective_line lines[] = {
	{ "broadcast", "bcast", BROADCAST, false, "the root's block, for all nodes" },
	{ "reduce", "", REDUCE, false, "all nodes' blocks combined, for the root" },
	{ "scatter", "", SCATTER, false, "a block of the root's for each node" },
	{ "gather", "", GATHER, false, "a block of each node's, for the root" },
	{ "allgather", "all_gather all-gather gossip", ALLGATHER, false,
		"a block of each node's, for all nodes" },
	{ "reducescatter", "reduce_scatter reduce-scatter reduce_scatter_block", REDUCESCATTER,
		false, "all nodes' blocks combined, a slice for each node" },
	{ "allreduce", "all_reduce all-reduce", ALLREDUCE, false,
		"all nodes' blocks combined, for all nodes" },
	{ "alltoall", "all_to_all all-to-all all2all", ALLTOALL, false,
		"a block of each node's for each node" },
	{ "send", "", SEND, false, "the root's block, for one node" },
	{ "permute", "", PERMUTE, false, "a block of each node's, for another node each" },
	{ "barrier", "", BARRIER, false, "no bytes: all nodes have come" },
	{ "scan", "", SCAN, false, "the blocks of the nodes up to each node, combined" },
	{ "exscan", "", EXSCAN, false, "the blocks of the nodes before each node, combined" },
	{ "transpose", "", ALLTOALL, true,
		"a matrix: alltoall by rows, or permute by submatrices" },
	{ "histogram", "", REDUCESCATTER, true, "bins: reducescatter of their counts" },
};

/* Benchmarks that measure a link or pairs of nodes. */
static const char *const substitutes[][2] = {
	{ "latency", "grove link" },
	{ "pingpong", "grove bench pingpong auto gh:2" },
	{ "bw", "grove link" },
	{ "bandwidth", "grove link" },
	{ "bibw", "grove link" },
	{ "pt2pt", "grove link" },
	{ "p2p", "grove link" },
	{ "sendrecv", "grove bench permute auto NET --permutation rotate:1" },
};

const struct collective_line *collective_line(int i)
{
	return i >= 0 && i < (int)(sizeof lines / sizeof lines[0]) ? &lines[i] : NULL;
}

/* Writes the letters and digits of a name in lower case, without '-' and '_'. */
static void fold_case(char text[LONGEST + 1], const char *name, size_t length)
{
	size_t used = 0;

	for (size_t i = 0; i < length && used < LONGEST; i++)
		if (name[i] != '-' && name[i] != '_')
			text[used++] = (char)tolower((unsigned char)name[i]);
	text[used] = 0;
}

/* Writes the name without the prefix and suffix of another program. */
static void plain_name(char text[LONGEST + 1], const char *name)
{
	static const char *const prefixes[] = { "mpi", "osu", "imb", "nccl" };
	size_t length;

	fold_case(text, name, strlen(name));
	for (int i = 0; i < (int)(sizeof prefixes / sizeof prefixes[0]); i++) {
		length = strlen(prefixes[i]);
		if (!strncmp(text, prefixes[i], length) && text[length]) {
			memmove(text, text + length, strlen(text + length) + 1);
			break;
		}
	}
	length = strlen(text);
	if (length > 4 && !strcmp(text + length - 4, "perf"))
		text[length - 4] = 0;
}

/* Returns true if a list of words has the plain name. */
static bool has_word(const char *words, const char *name)
{
	char word[LONGEST + 1];

	for (size_t length; *words; words += length + (words[length] == ' ')) {
		length = strcspn(words, " ");
		fold_case(word, words, length);
		if (!strcmp(word, name))
			return true;
	}
	return false;
}

bool collective_named_as(const char *name, const char *own, const char *aliases)
{
	char plain[LONGEST + 1];

	if (strlen(name) > LONGEST)
		return false;
	plain_name(plain, name);
	return !strcmp(own, plain) || has_word(aliases, plain);
}

const struct collective_line *collective_line_named(const char *name)
{
	for (int i = 0; collective_line(i); i++)
		if (collective_named_as(name, lines[i].name, lines[i].aliases))
			return &lines[i];
	return NULL;
}

const char *collective_substitute(const char *name)
{
	char plain[LONGEST + 1];

	plain_name(plain, name);
	for (size_t i = 0; i < sizeof substitutes / sizeof substitutes[0]; i++)
		if (!strcmp(substitutes[i][0], plain))
			return substitutes[i][1];
	return NULL;
}
