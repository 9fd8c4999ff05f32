/* The table of guidelines of self-consistency. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/guidelines.h"

static const struct guideline guidelines[] = {
	{ { ALLREDUCE, false }, 2, { { REDUCE, false }, { BROADCAST, false } },
		"allreduce <= reduce + broadcast" },
	{ { ALLREDUCE, true }, 2, { { REDUCESCATTER, false }, { ALLGATHER, false } },
		"allreduce <= reducescatter + allgather" },
	{ { ALLGATHER, false }, 2, { { GATHER, false }, { BROADCAST, true } },
		"allgather <= gather + broadcast" },
	{ { REDUCESCATTER, false }, 2, { { REDUCE, true }, { SCATTER, false } },
		"reducescatter <= reduce + scatter" },
	{ { BROADCAST, true }, 2, { { SCATTER, false }, { ALLGATHER, false } },
		"broadcast <= scatter + allgather" },
	{ { REDUCE, true }, 2, { { REDUCESCATTER, false }, { GATHER, false } },
		"reduce <= reducescatter + gather" },
	{ { SCATTER, false }, 1, { { BROADCAST, true } }, "scatter <= broadcast" },
	{ { GATHER, false }, 1, { { ALLGATHER, false } }, "gather <= allgather" },
	{ { REDUCE, false }, 1, { { ALLREDUCE, false } }, "reduce <= allreduce" },
	{ { ALLGATHER, false }, 1, { { ALLTOALL, false } }, "allgather <= alltoall" },
};

const struct guideline *guideline_at(int i)
{
	int count = sizeof guidelines / sizeof guidelines[0];

	return i >= 0 && i < count ? &guidelines[i] : NULL;
}
