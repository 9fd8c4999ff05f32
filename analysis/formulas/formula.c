/* Finds the closed form of a problem and evaluates the formula. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "analysis/formulas/formula_steps.h"
#include "analysis/formulas/formula_tables.h"
#include "analysis/formulas/formula_text.h"
#include "collectives/discipline.h"
#include "topology/tree.h"

/* Returns true if the formula is for this collective. A reversed collective takes as long. */
static bool is_for(const struct formula *f, enum collective collective)
{
	return f->collective == collective || f->collective == collective_kind(collective)->forward;
}

/* On a cube of a single dimension all trees are the only link, so the sbt's formulas serve all
 * trees. */
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

/* Returns true for an order that only sets the times at which links are used; the listed orders do
 * more. */
static bool times_hops(const char *order)
{
	static const char *const others[] = { "stream", "whole", "pruned", "short" };

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (!strcmp(order, others[i]))
			return false;
	return true;
}

/* Returns true if the problem's order and the order of that name ("" for the usual order) are the
 * same. */
static bool same_order(const struct problem *problem, const char *name)
{
	struct problem other = *problem;
	enum timing mine, named;

	if (!strcmp(problem->order, name))
		return true;
	if (!times_hops(problem->order) || !times_hops(name))
		return false;
	strcpy(other.order, name);
	return !discipline_timing(&mine, problem) && !discipline_timing(&named, &other) &&
	       mine == named;
}

static bool holds(const struct formula *f, const struct problem *problem, const char *algorithm)
{
	if (f->how & ONE_WAY && f->collective != problem->collective)
		return false;
	if (problem->duplex == HALF && problem->ports != SINGLE && !(f->how & HALF_TOO))
		return false;
	if (!is_for(f, problem->collective))
		return false;
	if (!(f->ports >> problem->ports & 1) || (f->holds && !f->holds(problem)))
		return false;
	return !f->algorithm || (!strcmp(f->algorithm, algorithm) &&
					(f->kind ? !strcmp(f->kind, problem->net.kind->name)
						 : problem->net.digits > 0) &&
					!(f->how & NOT_A_SQUARE && problem->net.digits == 2) &&
					!(f->how & A_SQUARE && problem->net.digits != 2) &&
					same_order(problem, f->order));
}

static const struct formula *find(
	const struct formula *table, const struct problem *problem, const char *algorithm)
{
	for (const struct formula *f = table; f->text; f++)
		if (holds(f, problem, algorithm))
			return f;
	return NULL;
}

const struct formula *formula_of(const struct problem *problem)
{
	char name[ALGORITHM_NAME];
	const struct formula *f;

	if (!network_symmetric(&problem->net))
		return NULL;
	memcpy(name, problem->algorithm, sizeof name);
	if (problem->net.nodes == 2 && problem->net.digits)
		one_link(name);
	for (int t = 0; formula_tables[t]; t++)
		if ((f = find(formula_tables[t], problem, name)))
			return f;
	return find(formulas_pair, problem, name);
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

bool formula_pipelined(const struct formula *formula)
{
	return formula->steps || formula->how & EVEN || strstr(formula->text, "B tau");
}

double formula_packets(const struct formula *formula, const struct problem *problem,
	double elements, double packet)
{
	double cuts = formula_cuts(formula, problem);
	double part = formula->how & IN_TWOS ? mst_segment(problem, packet) : packet;
	double packets = packet > 0 ? ceil(elements / part) : cuts;

	return formula->how & EVEN ? ceil(packets / cuts) * cuts : packets;
}

double formula_count_steps(
	const struct formula *formula, const struct problem *problem, double packets)
{
	const struct formula_numbers numbers = { packets, 1, formula_cuts(formula, problem) };
	struct formula_value value;

	if (formula->steps)
		return formula->steps(problem, packets);
	return formula_evaluate(&value, formula->text, problem, &numbers) ? NAN : value.steps;
}

/* ---- A single message, in elements ---- */

struct message {
	double elements; /* elements of a block, rounded up to so many pieces of equal size */
	double packet; /* 0: no limit */
	double pieces;
};

/* Returns the least number of groups for which no packet is too large. */
static double groups(
	const struct formula *f, const struct problem *problem, double elements, double packet)
{
	int lanes = f->lanes && packet > 0 ? f->lanes(problem) : 0;

	return lanes ? ceil(elements / (lanes * packet)) : 1;
}

static double segments_of(
	const struct formula *f, const struct problem *problem, double elements, double packet)
{
	if (formula_pipelined(f) || f->how & IN_TWOS)
		return formula_packets(f, problem, elements, packet);
	return formula_cuts(f, problem) * groups(f, problem, elements, packet);
}

/* Finds the shortest message that leaves no rest and is no shorter than this message. Where groups
 * of unequal parts then do not fit in packets, packets are cut once more, and the formula is
 * unknown. */
static int round_up(struct message *m, const struct formula *f, const struct problem *problem,
	const struct binding *binding)
{
	size_t element = binding->element ? binding->element : 1;
	double elements = (double)(binding->bytes / element), number;

	m->packet = (double)(binding->packet / element);
	m->pieces = segments_of(f, problem, elements, m->packet);
	m->elements = ceil(elements / m->pieces) * m->pieces;
	number = groups(f, problem, elements, m->packet);
	if (groups(f, problem, m->elements, m->packet) > number)
		return why(ENOENT, "%s: not for packets of that size", f->text);
	if (number > 1)
		m->packet = m->elements / (number * f->lanes(problem));
	return 0;
}

static int counted(const struct formula *formula, const struct problem *problem,
	const struct message *m, struct closed *closed)
{
	closed->steps = formula_count_steps(formula, problem, m->pieces);
	if (isnan(closed->steps))
		return why(ENOMEM, "no memory to count the steps of %s", problem->algorithm);
	closed->volume = closed->steps * m->elements / m->pieces;
	return 0;
}

/* Returns the packet size. Without a limit a packet holds everything that goes together: a block of
 * a stream, or all blocks. */
static double packet_of(const struct formula *formula, const struct message *m)
{
	if (formula_pipelined(formula))
		return m->elements / m->pieces;
	return m->packet > 0 ? m->packet : formula->how & SMALL ? m->elements : FORMULA_NO_LIMIT;
}

static int written(const struct formula *formula, const struct problem *problem,
	const struct message *m, struct closed *closed)
{
	const struct formula_numbers numbers = { m->elements, packet_of(formula, m),
		formula_cuts(formula, problem) };
	struct formula_value value;
	int error = formula_evaluate(&value, formula->text, problem, &numbers);

	closed->steps = value.steps;
	closed->volume = value.volume;
	return error;
}

static int figures(const struct formula *formula, const struct problem *problem,
	const struct message *m, struct closed *closed)
{
	if (m->packet > 0 && formula->how & WHOLE)
		return why(ENOENT, "%s: known only for packets without a limit", formula->text);
	if (m->packet > m->elements && formula->how & SMALL)
		return why(ENOENT, "%s: known only for packets of at most a block", formula->text);
	if (formula->figures)
		return formula->figures(
			problem, m->elements, m->packet, &closed->steps, &closed->volume);
	return (formula->steps ? counted : written)(formula, problem, m, closed);
}

static bool is_nothing(const struct problem *problem, const struct binding *binding)
{
	if (problem->collective == SEND && problem->root == problem->destination)
		return true;
	return problem->net.nodes == 1 ||
	       (!binding->bytes && collective_has_bytes(problem->collective));
}

/* Returns true if the schedule may take less than the formula: rounds that are not full may take
 * fewer steps. */
static bool may_take_less(const struct formula *f, const struct problem *problem, double pieces)
{
	double cuts = formula_cuts(f, problem);

	return f->how & AT_MOST || (f->how & SHORTER && fmod(pieces, cuts) > 0);
}

int formula_apply(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, struct closed *closed)
{
	struct message m = { 0 };
	size_t element = binding->element ? binding->element : 1;
	int error;

	*closed = (struct closed){ 0 };
	if (is_nothing(problem, binding))
		return 0;
	if (!collective_has_bytes(problem->collective))
		return figures(formula, problem, &m, closed);
	error = round_up(&m, formula, problem, binding);
	if (!error)
		error = figures(formula, problem, &m, closed);
	closed->volume *= (double)element;
	closed->at_most = m.elements > (double)(binding->bytes / element) ||
			  may_take_less(formula, problem, m.pieces);
	return error;
}

int formula_time(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct closed *closed)
{
	struct closed second;
	int error = formula_apply(formula, problem, binding, closed);

	if (error)
		return error;
	if ((machine->serial > 0 && problem->ports == ALL) ||
		(machine->internal && (!binding->packet || binding->packet > machine->internal)))
		return why(ENOENT, "%s: not for machines that cut packets or whose ports wait",
			formula->text);
	closed->seconds = closed->steps * machine->beta + closed->volume * machine->tau;
	if (is_nothing(problem, binding))
		return 0;
	if (formula->while_short && !formula->while_short(problem, (double)binding->bytes, machine))
		return why(ENOENT, "%s: start-ups are too long", formula->text);
	if (!formula->other)
		return 0;
	error = formula_apply(&(struct formula){ .how = formula->how,
				      .parts = formula->parts,
				      .lanes = formula->lanes,
				      .text = formula->text,
				      .figures = formula->other },
		problem, binding, &second);
	closed->seconds =
		fmax(closed->seconds, second.steps * machine->beta + second.volume * machine->tau);
	return error;
}
