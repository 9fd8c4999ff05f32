/* Finds the closed form of a problem and evaluates the formula. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/error.h"
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
	return strstr(formula->text, "B tau");
}

double formula_count_steps(
	const struct formula *formula, const struct problem *problem, double packets)
{
	const struct formula_numbers numbers = {
		.block = packets, .packet = 1, .parts = formula_cuts(formula, problem)
	};
	struct formula_value value;

	return formula_evaluate(&value, formula->text, problem, &numbers) ? NAN : value.steps;
}

/* ---- A single message, in elements ---- */

static double packet_limit(double packet)
{
	return packet > 0 ? packet : FORMULA_NO_LIMIT;
}

/* Returns the number of pieces of equal size in which a block is cut. */
static double pieces_of(
	const struct formula *f, const struct problem *problem, double elements, double packet)
{
	double cuts = formula_cuts(f, problem);

	if (formula_pipelined(f))
		return packet > 0 ? ceil(elements / packet) : cuts;
	return cuts *
	       formula_groups(f->text, problem,
		       &(struct formula_numbers){
			       .block = elements, .packet = packet_limit(packet), .parts = cuts });
}

/* Finds the shortest message that leaves no rest and is no shorter than this message. Where groups
 * of unequal parts then do not fit in packets, packets are cut once more, and the formula is
 * unknown. */
static int round_up(struct formula_numbers *m, double *pieces, const struct formula *f,
	const struct problem *problem, const struct binding *binding)
{
	size_t element = binding->element ? binding->element : 1;
	double elements = (double)(binding->bytes / element);
	double packet = (double)(binding->packet / element);

	*pieces = pieces_of(f, problem, elements, packet);
	if (!isfinite(*pieces))
		return why(ENOENT, "%s: not for packets of that size", f->text);
	m->block = ceil(elements / *pieces) * *pieces;
	m->packet = packet_limit(packet);
	if (formula_pipelined(f))
		m->packet = m->block / *pieces;
	else if (pieces_of(f, problem, m->block, packet) > *pieces)
		return why(ENOENT, "%s: not for packets of that size", f->text);
	return 0;
}

static int is_known(
	const struct formula *f, const struct problem *problem, const struct binding *binding)
{
	size_t part = binding->packet / 2, trees = (size_t)formula_cuts(f, problem);

	if (binding->packet && f->how & WHOLE)
		return why(ENOENT, "%s: known only for packets without a limit", f->text);
	if ((!binding->packet || binding->packet > binding->bytes) && f->how & SMALL)
		return why(ENOENT, "%s: known only for packets of at most a block", f->text);
	if (binding->packet && f->how & IN_TWOS && binding->bytes <= (trees - 1) * part)
		return why(ENOENT, "%s: known only with a part for each tree", f->text);
	return 0;
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

/* Rounds to a whole number of elements, unless the value is not whole; divisions leave rounding
 * errors. */
static double whole(double value)
{
	return fabs(value - round(value)) <= 1e-9 * fmax(1, fabs(value)) ? round(value) : value;
}

static int apply(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct closed *closed)
{
	size_t element = binding->element ? binding->element : 1;
	struct formula_numbers m = { .parts = formula_cuts(formula, problem),
		.beta = machine->beta,
		.tau = machine->tau * (double)element };
	struct formula_value value;
	double pieces = 1;
	int error = is_known(formula, problem, binding);

	*closed = (struct closed){ 0 };
	if (is_nothing(problem, binding))
		return 0;
	if (!error && collective_has_bytes(problem->collective))
		error = round_up(&m, &pieces, formula, problem, binding);
	if (!error)
		error = formula_evaluate(&value, formula->text, problem, &m);
	if (error)
		return error;
	closed->steps = whole(value.steps);
	closed->volume = whole(value.volume) * (double)element;
	closed->seconds = value.seconds;
	closed->at_most = m.block > (double)(binding->bytes / element) ||
			  may_take_less(formula, problem, pieces);
	return 0;
}

int formula_apply(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, struct closed *closed)
{
	return apply(formula, problem, binding, &(struct machine){ 0 }, closed);
}

int formula_time(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct closed *closed)
{
	int error = apply(formula, problem, binding, machine, closed);

	if (error)
		return error;
	if ((machine->serial > 0 && problem->ports == ALL) ||
		(machine->internal && (!binding->packet || binding->packet > machine->internal)))
		return why(ENOENT, "%s: not for machines that cut packets or whose ports wait",
			formula->text);
	if (!is_nothing(problem, binding) && formula->while_short &&
		!formula->while_short(problem, (double)binding->bytes, machine))
		return why(ENOENT, "%s: start-ups are too long", formula->text);
	return 0;
}
