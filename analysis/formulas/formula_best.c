/* Finds the packet size at which a closed form is least: B_opt and T_min of the papers' tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/error.h"
#include "analysis/formulas/formula_steps.h"
#include "analysis/formulas/formula_text.h"

/* A pipelined plan takes a P + c steps for P packets, for large P. The time (a P + c) (beta + tau M
 * / P) is least at P = sqrt(c tau M / (a beta)), where the time is (sqrt(a tau M) + sqrt(c
 * beta))^2. P is real here; whole packets that divide the message take a little longer. */
static int best_pipelined(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best)
{
	size_t element = binding->element ? binding->element : 1;
	double bytes = (double)binding->bytes, most = (double)(binding->bytes / element);
	double cuts = formula_cuts(formula, problem), many = 1024 * cuts;
	double few = formula_count_steps(formula, problem, many), a, c, packets;

	a = (formula_count_steps(formula, problem, 2 * many) - few) / many;
	c = few - a * many;
	packets = c > 0 && machine->beta > 0 ? sqrt(c * machine->tau * bytes / (a * machine->beta))
					     : cuts;
	if (packets <= cuts || packets > most) {
		packets = packets <= cuts ? cuts : most;
		best->seconds = formula_count_steps(formula, problem, packets) *
				(machine->beta + machine->tau * bytes / packets);
	} else {
		best->seconds = pow(sqrt(a * machine->tau * bytes) + sqrt(c * machine->beta), 2);
	}
	best->packet = bytes / packets;
	return 0;
}

/* A batched plan has the fewest start-ups with packets as large as the largest batch. */
static int best_batched(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best)
{
	struct binding whole = { .bytes = binding->bytes, .element = binding->element };
	const struct formula_numbers numbers = { (double)binding->bytes, 1,
		formula_cuts(formula, problem) };
	struct formula_value value;
	struct closed closed;
	int error = formula_apply(formula, problem, &whole, &closed);

	if (error == -ENOMEM)
		return error;
	if (error || closed.at_most)
		return why(ENOENT, "%s: the parts differ", formula->text);
	error = formula_evaluate(&value, formula->text, problem, &numbers);
	if (error)
		return error;
	best->packet = value.largest;
	best->seconds = closed.steps * machine->beta + closed.volume * machine->tau;
	return 0;
}

/* A plan in g groups, each of which waits for the largest packet of the group before, takes g + a
 * start-ups and b + c / g bytes, where b is the sum of the root's packets. So b / g is the packet,
 * and the time is least at g = sqrt(c tau / beta). The figures for a single group and for many
 * groups give a, b and c. */
struct groups {
	double a, b, c;
};

static int find_groups(struct groups *groups, formula_figures *figures,
	const struct problem *problem, double bytes)
{
	double one, many, volume, less, g;
	int error = figures(problem, bytes, 0, &one, &volume);

	if (!error)
		error = figures(problem, bytes, bytes / 4096, &many, &less);
	if (error)
		return error;
	g = many - one + 1;
	groups->a = one - 1;
	groups->c = g > 1 ? (volume - less) / (1 - 1 / g) : 0;
	groups->b = volume - groups->c;
	return 0;
}

static double best_number(const struct groups *groups, double bytes, const struct machine *machine)
{
	double most = fmax(1, fmin(groups->b, bytes));

	if (!(machine->beta > 0))
		return most;
	return fmin(most, fmax(1, sqrt(groups->c * machine->tau / machine->beta)));
}

static double time_in_groups(const struct groups *groups, double g, const struct machine *machine)
{
	return (groups->a + g) * machine->beta + (groups->b + groups->c / g) * machine->tau;
}

/* Where the time is the larger of two, the number of groups comes from the slower pipeline, if that
 * pipeline stays slower. */
static int best_groups(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best)
{
	double bytes = (double)binding->bytes;
	struct groups first = { 0 }, second = { 0 };
	int error = find_groups(&first, formula->figures, problem, bytes);
	double g = best_number(&first, bytes, machine), time;

	best->seconds = time_in_groups(&first, g, machine);
	best->packet = first.b / g;
	if (!error && formula->other)
		error = find_groups(&second, formula->other, problem, bytes);
	if (error || !(second.b > 0))
		return error;
	time = time_in_groups(&second, g, machine);
	if (time > best->seconds) {
		g = best_number(&second, bytes, machine);
		best->seconds = fmax(
			time_in_groups(&second, g, machine), time_in_groups(&first, g, machine));
		best->packet = second.b / g;
	}
	return 0;
}

/* Returns false where no best packet is known: plans that are not pipelined, bounds, formulas with
 * sums only, and blocks with fewer elements than parts. */
static bool is_known(const struct formula *f, const struct problem *problem,
	const struct binding *binding, const struct machine *machine)
{
	size_t element = binding->element ? binding->element : 1;
	bool bare = !f->while_short && !machine->internal && !(machine->serial > 0);

	return bare && !(f->how & (WHOLE | AT_MOST)) && collective_has_bytes(problem->collective) &&
	       problem->net.nodes > 1 && binding->bytes &&
	       binding->bytes / element >= (size_t)formula_cuts(f, problem);
}

int formula_best(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best)
{
	bool known = is_known(formula, problem, binding, machine);

	if (known && formula->how & IN_TWOS && problem->ports == ALL && problem->duplex == FULL)
		return mst_best(problem, (double)binding->bytes, machine, best);
	if (known && formula->how & ASYNCHRONOUS && formula->figures &&
		network_distance(&problem->net, problem->root, problem->destination) > 0)
		return best_groups(formula, problem, binding, machine, best);
	known &= !(formula->how & (ASYNCHRONOUS | IN_TWOS)) && !formula->other;
	known &= !formula->figures;
	if (known && formula_pipelined(formula))
		return best_pipelined(formula, problem, binding, machine, best);
	if (known)
		return best_batched(formula, problem, binding, machine, best);
	return why(ENOENT, "%s: no best packet is known", formula->text);
}
