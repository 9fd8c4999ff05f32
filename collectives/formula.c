/* Finds the closed form of a problem and puts numbers into it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/why.h"
#include "collectives/formula_steps.h"
#include "collectives/formula_tables.h"
#include "collectives/order.h"
#include "topology/tree.h"

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
	char *suffix = strchr(name, '-');
	bool both = suffix && !strcmp(suffix, "-rb");
	char family[ALGORITHM_NAME];

	strcpy(family, name);
	if (both)
		family[suffix - name] = 0;
	if (family_named(family))
		strcpy(name, both ? "sbt-rb" : "sbt");
}

static bool holds(const struct formula *f, const struct problem *problem, const char *algorithm)
{
	if (f->how & ONE_WAY && f->collective != problem->collective)
		return false;
	if (problem->duplex == HALF && problem->ports != SINGLE && !(f->how & HALF_TOO))
		return false;
	if (f->collective != problem->collective && f->collective != forward(problem->collective))
		return false;
	return !strcmp(f->algorithm, algorithm) && f->ports >> problem->ports & 1 &&
	       (f->kind ? !strcmp(f->kind, problem->net.kind->name) : problem->net.digits > 0) &&
	       !(f->how & NOT_A_SQUARE && problem->net.digits == 2) &&
	       !(f->how & A_SQUARE && problem->net.digits != 2) && order_is(problem, f->order) &&
	       (!f->holds || f->holds(problem));
}

const struct formula *formula_of(const struct problem *problem)
{
	char name[ALGORITHM_NAME];

	memcpy(name, problem->algorithm, sizeof name);
	if (problem->net.nodes == 2 && problem->net.digits)
		one_link(name);
	for (int t = 0; formula_tables[t]; t++)
		for (const struct formula *f = formula_tables[t]; f->text; f++)
			if (holds(f, problem, name))
				return f;
	return NULL;
}

int formula_cuts(const struct formula *formula, const struct problem *problem)
{
	int cuts = 1;

	if (formula->parts)
		return formula->parts(problem);
	if (formula->how & PER_DIMENSION)
		cuts *= network_dimensions(&problem->net);
	if (formula->how & PER_NODE)
		cuts *= problem->net.nodes;
	return cuts;
}

double formula_packets(
	const struct formula *formula, const struct problem *problem, double bytes, double packet)
{
	double cuts = formula_cuts(formula, problem);
	double part = formula->how & IN_TWOS ? mst_segment(problem, packet) : packet;
	double packets = packet > 0 ? ceil(bytes / part) : cuts;

	return formula->how & EVEN ? ceil(packets / cuts) * cuts : packets;
}

static int pipelined(const struct formula *formula, const struct problem *problem, double bytes,
	double packet, double *steps, double *volume)
{
	double packets = formula_packets(formula, problem, bytes, packet);

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
		each *= network_dimensions(&problem->net);
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
	if (formula->figures)
		return formula->figures(problem, (double)bytes, (double)packet, steps, volume);
	return (formula->steps ? pipelined : batched)(
		formula, problem, (double)bytes, (double)packet, steps, volume);
}

int formula_time(const struct formula *formula, const struct problem *problem, size_t bytes,
	size_t packet, const struct machine *machine, double *seconds)
{
	double steps, volume;
	int error = formula_apply(formula, problem, bytes, packet, &steps, &volume);

	if (error)
		return error;
	if ((machine->serial > 0 && problem->ports == ALL) ||
		(machine->internal && (!packet || packet > machine->internal)))
		return why(ENOENT, "%s: not for machines that cut packets or whose ports wait",
			formula->text);
	*seconds = steps * machine->beta + volume * machine->tau;
	if (!bytes || problem->net.nodes == 1)
		return 0;
	if (formula->while_short && !formula->while_short(problem, (double)bytes, machine))
		return why(ENOENT, "%s: start-ups are too long", formula->text);
	if (formula->other) {
		error = formula->other(problem, (double)bytes, (double)packet, &steps, &volume);
		*seconds = fmax(*seconds, steps * machine->beta + volume * machine->tau);
	}
	return error;
}
