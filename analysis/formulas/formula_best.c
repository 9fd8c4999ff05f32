/* Finds the packet size at which a closed form is least: B_opt and T_min of the papers' tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "analysis/formulas/formula.h"
#include "analysis/formulas/formula_text.h"

/* A plan in packets of M/P takes S = a P + c start-ups and V = b + d/P bytes, whether all of a
 * block goes in a pipeline, or its parts in groups. So the time is least at P = sqrt(d tau / (a
 * beta)). P is real here; whole packets that divide the message take a little longer. */
struct packet_cost {
	double a, b, c, d;
};

/* Evaluates S and V for a block of M in that many packets, for M elements that leave no rest. */
static int at_packets(struct formula_value *value, const struct formula *formula,
	const struct problem *problem, double block, double packets)
{
	const struct formula_numbers numbers = { .block = block,
		.packet = packets > 0 ? block / packets : FORMULA_NO_LIMIT,
		.parts = formula_cuts(formula, problem),
		.beta = 1,
		.tau = 1 };

	return formula_evaluate(value, formula->text, problem, &numbers);
}

/* Finds the cost from two large numbers of packets. The first few packets may take less than that.
 */
static int find_cost(struct packet_cost *cost, const struct formula *formula,
	const struct problem *problem, double bytes)
{
	double few = 1024.0 * formula_cuts(formula, problem), block = 2048 * few;
	struct formula_value one, two;
	int error = at_packets(&one, formula, problem, block, few);

	if (!error)
		error = at_packets(&two, formula, problem, block, 2 * few);
	if (error)
		return error;
	if (fabs(two.seconds - two.steps - two.volume) > 1e-9 * two.seconds)
		return why(ENOENT, "%s: no best packet is known", formula->text);
	cost->a = (two.steps - one.steps) / few;
	cost->c = one.steps - cost->a * few;
	cost->d = 2 * few * (one.volume - two.volume) * bytes / block;
	cost->b = two.volume * bytes / block - cost->d / (2 * few);
	return 0;
}

static int best_pipelined(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best)
{
	size_t element = binding->element ? binding->element : 1;
	double bytes = (double)binding->bytes, most = (double)(binding->bytes / element);
	double cuts = formula_cuts(formula, problem), packets, least;
	bool pipelined = formula_pipelined(formula);
	struct formula_value whole;
	struct packet_cost cost = { 0 };
	int error = find_cost(&cost, formula, problem, bytes);

	if (!error)
		error = at_packets(&whole, formula, problem, bytes, pipelined ? cuts : 0);
	if (error)
		return error;
	least = pipelined ? cuts : (whole.steps - cost.c) / cost.a;
	packets = cost.d > 0 && machine->beta > 0
			  ? sqrt(cost.d * machine->tau / (cost.a * machine->beta))
			  : least;
	packets = fmax(least, fmin(packets, most));
	best->packet = bytes / packets;
	best->seconds = packets > least ? (cost.a * packets + cost.c) * machine->beta +
						  (cost.b + cost.d / packets) * machine->tau
					: whole.steps * machine->beta + whole.volume * machine->tau;
	return 0;
}

/* A batched plan has the fewest start-ups with packets as large as the largest batch. */
static int best_batched(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best)
{
	struct binding whole = { .bytes = binding->bytes, .element = binding->element };
	const struct formula_numbers numbers = { .block = (double)binding->bytes,
		.packet = 1,
		.parts = formula_cuts(formula, problem) };
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

/* Returns false where no best packet is known: plans that are not pipelined, known on some machines
 * only, or of blocks with fewer elements than parts. */
static bool is_known(const struct formula *f, const struct problem *problem,
	const struct binding *binding, const struct machine *machine)
{
	size_t element = binding->element ? binding->element : 1;
	bool bare = !f->while_short && !machine->internal && !(machine->serial > 0);

	return bare && !(f->how & WHOLE) && collective_has_bytes(problem->collective) &&
	       problem->net.nodes > 1 && binding->bytes &&
	       !(problem->collective == SEND && problem->root == problem->destination) &&
	       binding->bytes / element >= (size_t)formula_cuts(f, problem);
}

int formula_best(const struct formula *formula, const struct problem *problem,
	const struct binding *binding, const struct machine *machine, struct best *best)
{
	if (!is_known(formula, problem, binding, machine))
		return why(ENOENT, "%s: no best packet is known", formula->text);
	if (formula_pipelined(formula) || strstr(formula->text, ", g = "))
		return best_pipelined(formula, problem, binding, machine, best);
	return best_batched(formula, problem, binding, machine, best);
}
