/* Lists all collectives with their properties in a table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "plan/collective.h"

/* clang-format off */
const struct collective_kind collective_kinds[COLLECTIVE_KINDS] = {
	[BROADCAST] = { "broadcast", ONE_BLOCK, AT_ROOT, AT_ALL, NO_BUFFER, BLOCK_ON_ALL,
		.rooted = true, .forward = BROADCAST, .of_node = BROADCAST },
	[REDUCE] = { "reduce", ONE_BLOCK, AT_ALL, AT_ROOT, BLOCK_ON_ALL, BLOCK_ON_ROOT,
		.rooted = true, .folds = true, .forward = BROADCAST, .of_node = REDUCE },
	[SCATTER] = { "scatter", BLOCK_FOR_NODE, AT_ROOT, AT_OWNER, BLOCKS_ON_ROOT, BLOCK_ON_ALL,
		.rooted = true, .personalized = true, .forward = SCATTER, .of_node = SCATTER },
	[GATHER] = { "gather", BLOCK_FOR_NODE, AT_ORIGIN, AT_ROOT, BLOCK_ON_ALL, BLOCKS_ON_ROOT,
		.rooted = true, .personalized = true, .forward = SCATTER, .of_node = GATHER },
	[ALLGATHER] = { "allgather", BLOCK_FOR_NODE, AT_ORIGIN, AT_ALL,
		BLOCK_ON_ALL, BLOCKS_ON_ALL,
		.symmetric = true, .forward = ALLGATHER, .of_node = BROADCAST },
	[REDUCESCATTER] = { "reducescatter", BLOCK_FOR_NODE, AT_ALL, AT_OWNER,
		BLOCKS_ON_ALL, BLOCK_ON_ALL,
		.folds = true, .symmetric = true, .forward = ALLGATHER, .of_node = REDUCE },
	[ALLREDUCE] = { "allreduce", ONE_BLOCK, AT_ALL, AT_ALL, BLOCK_ON_ALL, BLOCK_ON_ALL,
		.folds = true, .symmetric = true, .sliced = true,
		.forward = ALLREDUCE, .of_node = ALLREDUCE },
	[ALLTOALL] = { "alltoall", BLOCK_FOR_PAIR, AT_ORIGIN, AT_OWNER,
		BLOCKS_ON_ALL, BLOCKS_ON_ALL, .personalized = true, .symmetric = true,
		.forward = ALLTOALL, .of_node = SCATTER },
	[SEND] = { "send", ONE_BLOCK, AT_ROOT, AT_DESTINATION, NO_BUFFER, BLOCK_ON_ENDS,
		DESTINATION, .rooted = true, .personalized = true,
		.forward = SEND, .of_node = SEND },
	[PERMUTE] = { "permute", BLOCK_FOR_NODE, AT_ORIGIN, AT_IMAGE, BLOCK_ON_ALL, BLOCK_ON_ALL,
		PERMUTATION, .personalized = true, .forward = PERMUTE, .of_node = PERMUTE },
	[BARRIER] = { "barrier", NO_BLOCKS, AT_ALL, AT_ALL, NO_BUFFER, NO_BUFFER,
		.symmetric = true, .forward = BARRIER, .of_node = BROADCAST },
	[SCAN] = { "scan", BLOCK_FOR_RUN, AT_ORIGIN, AT_LAST, BLOCK_ON_ALL, BLOCK_ON_ALL,
		.folds = true, .forward = SCAN, .of_node = SCAN },
	[EXSCAN] = { "exscan", BLOCK_FOR_RUN, AT_ORIGIN, AT_NEXT, BLOCK_ON_ALL, BLOCK_ON_ALL,
		.folds = true, .forward = EXSCAN, .of_node = EXSCAN },
	[ORDERED_REDUCE] = { "ordered-reduce", BLOCK_FOR_RUN, AT_ORIGIN, AT_ROOT,
		BLOCK_ON_ALL, BLOCK_ON_ROOT,
		.folds = true, .bracketed = true,
		.forward = ORDERED_REDUCE, .of_node = ORDERED_REDUCE },
	[ORDERED_ALLREDUCE] = { "ordered-allreduce", BLOCK_FOR_RUN, AT_ORIGIN, AT_ALL,
		BLOCK_ON_ALL, BLOCK_ON_ALL,
		.folds = true, .bracketed = true,
		.forward = ORDERED_ALLREDUCE, .of_node = ORDERED_ALLREDUCE },
	[ORDERED_REDUCESCATTER] = { "ordered-reducescatter", BLOCK_FOR_PAIR, AT_ORIGIN, AT_OWNER,
		BLOCKS_ON_ALL, BLOCK_ON_ALL, .folds = true, .bracketed = true,
		.personalized = true,
		.symmetric = true, .forward = ORDERED_REDUCESCATTER, .of_node = SCATTER },
	[ORDERED_SCAN] = { "ordered-scan", BLOCK_FOR_RUN, AT_ORIGIN, AT_LAST,
		BLOCK_ON_ALL, BLOCK_ON_ALL,
		.folds = true, .bracketed = true,
		.forward = ORDERED_SCAN, .of_node = ORDERED_SCAN },
	[ORDERED_EXSCAN] = { "ordered-exscan", BLOCK_FOR_RUN, AT_ORIGIN, AT_NEXT,
		BLOCK_ON_ALL, BLOCK_ON_ALL,
		.folds = true, .bracketed = true,
		.forward = ORDERED_EXSCAN, .of_node = ORDERED_EXSCAN },
};
/* clang-format on */

enum collective collective_in_order(enum collective collective)
{
	switch (collective) {
	case REDUCE:
		return ORDERED_REDUCE;
	case ALLREDUCE:
		return ORDERED_ALLREDUCE;
	case REDUCESCATTER:
		return ORDERED_REDUCESCATTER;
	case SCAN:
		return ORDERED_SCAN;
	case EXSCAN:
		return ORDERED_EXSCAN;
	default:
		return collective;
	}
}

static bool has_name(enum collective collective)
{
	return collective_kinds[collective].name != NULL;
}

const char *collective_names(char text[COLLECTIVE_NAMES], bool (*has)(enum collective))
{
	int used = 0;

	text[0] = 0;
	for (int i = 0; i < COLLECTIVES; i++)
		if (has(i) && used < COLLECTIVE_NAMES)
			used += snprintf(text + used, (size_t)(COLLECTIVE_NAMES - used), "%s%s",
				used ? ", " : "", collective_kinds[i].name);
	return text;
}

int collective_named(enum collective *collective, const char *name)
{
	char names[COLLECTIVE_NAMES];

	for (int i = 0; i < COLLECTIVE_KINDS; i++)
		if (!strcmp(name, collective_kinds[i].name)) {
			*collective = i;
			return 0;
		}
	return why(EINVAL, "there is no collective '%s'; there are %s", name,
		collective_names(names, has_name));
}
