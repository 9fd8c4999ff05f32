/* Finds the closed form of a problem and puts numbers into it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/why.h"
#include "collectives/formula.h"

/* What is done backwards takes as long. */
static enum collective forward(enum collective collective)
{
	switch (collective) {
	case REDUCE:
		return BROADCAST;
	case GATHER:
		return SCATTER;
	case REDUCESCATTER:
		return ALLGATHER;
	default:
		return collective;
	}
}

/* On a cube of one dimension all trees are its one link, and the sbt's formulas serve them all. */
static void one_link(char name[ALGORITHM_NAME])
{
	const char *suffix = strchr(name, '-');
	bool both = suffix && !strcmp(suffix, "-rb");

	if (!suffix || both)
		strcpy(name, both ? "sbt-rb" : "sbt");
}

static bool holds(const struct formula *f, const struct problem *problem, const char *algorithm)
{
	if (f->how & ONE_WAY && f->collective != problem->collective)
		return false;
	return f->collective == forward(problem->collective) && !strcmp(f->algorithm, algorithm) &&
	       !strcmp(f->order, problem->order) && f->ports >> problem->ports & 1 &&
	       (!f->kind || !strcmp(f->kind, problem->net.kind->name)) &&
	       !(f->how & NOT_A_SQUARE && problem->net.digits == 2);
}

const struct formula *formula_of(const struct problem *problem)
{
	char name[ALGORITHM_NAME];
	const struct formula *f;

	if (!problem->net.digits || (problem->duplex == HALF && problem->ports != SINGLE))
		return NULL;
	memcpy(name, problem->algorithm, sizeof name);
	if (problem->net.nodes == 2)
		one_link(name);
	for (int i = 0; (f = formula_at(i)); i++)
		if (holds(f, problem, name))
			return f;
	return NULL;
}

int formula_cuts(const struct formula *formula, const struct problem *problem)
{
	int cuts = 1;

	if (formula->how & PER_DIMENSION)
		cuts *= problem->net.digits;
	if (formula->how & PER_NODE)
		cuts *= problem->net.nodes;
	return cuts;
}

static int pipelined(const struct formula *formula, const struct problem *problem, double bytes,
	double packet, double *steps, double *volume)
{
	double packets = packet ? ceil(bytes / packet) : formula_cuts(formula, problem);

	*steps = formula->steps(problem, packets);
	*volume = *steps * bytes / packets;
	return 0;
}

static int batched(const struct formula *formula, const struct problem *problem, double bytes,
	double packet, double *steps, double *volume)
{
	double cuts = formula_cuts(formula, problem), size, each = 1;

	if (packet && formula->how & WHOLE)
		return why(ENOENT, "%s: known only for packets without a limit", formula->text);
	if (formula->how & TWICE)
		each *= 2;
	if (formula->how & AGAIN)
		each *= 2;
	if (formula->how & EACH_PORT)
		each *= problem->net.digits;
	*steps = *volume = 0;
	for (int i = 0; (size = formula->size(&problem->net, i)) >= 0; i++) {
		*steps += each * (packet ? ceil(size * bytes / (cuts * packet)) : size > 0);
		*volume += each * size * bytes / cuts;
	}
	return 0;
}

int formula_apply(const struct formula *formula, const struct problem *problem, size_t bytes,
	size_t packet, double *steps, double *volume)
{
	if (problem->collective == BARRIER)
		return batched(formula, problem, 0, 0, steps, volume);
	*steps = *volume = 0;
	if (!bytes || problem->net.nodes == 1)
		return 0;
	return (formula->steps ? pipelined : batched)(
		formula, problem, (double)bytes, (double)packet, steps, volume);
}
