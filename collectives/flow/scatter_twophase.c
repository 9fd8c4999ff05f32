/* Builds the two-phase scatter on cycles and butterflies: along trees, then in the cycles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/flow/flow_paths.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, chapter 4. In phase 1 binary trees from the root bring shares of cycles to nodes
 * next to these cycles, the originators. A share is a half (on butterflies) or a third of the d
 * blocks of a cycle. In phase 2 the originators scatter in the cycles. The trees and step lengths
 * are the thesis's. Within these a flow chooses the ways, because the thesis's rules for the ways
 * fail: see phase 2 of theorem 4.2, by entry arcs only, and theorem 4.1 for even d. (Where a way
 * would come back to a node in phase 2, the units stay there, so shares differ a little.) So the
 * times are
 *	butterfly	(2^d d/4) M tau + floor(3d/2) beta; for even d one start-up more than
 *			printed, as the printed number is less than the diameter
 *	ccc, even d	(2^d d + d + k - 3) M/3 tau + (2d - 1 + d/2) beta, k = d mod 3, as printed
 *	ccc, odd d	(2^d + 1) d M/3 tau + (2d - 1 + ceil(d/2)) beta, k M/3 less than printed
 */
enum {
	MOST_ARCS = 1 << 22 /* of the expansion, which then takes seconds */
};

/* The role of a node in phase 1. */
struct role {
	unsigned ports; /* bit p: a tree leaves the node through port p */
	int shares;	/* shares of cycles that the node keeps for phase 2 */
};

static bool within(unsigned x, int low, int high)
{
	for (int b = 0; x; b++, x >>= 1)
		if (x & 1 && (b < low || b > high))
			return false;
	return true;
}

/* Tree T0 goes up d - 1 levels from the root, and T1 goes down. Each tree flips the bits of the
 * levels that the tree passes (4.2.1). */
static struct role role_in_butterfly(int d, int i, unsigned x)
{
	bool up = within(x, 0, i - 1), down = within(x, i ? i : d, d - 1);
	struct role role = { .shares = i ? up + down : 0 };

	if (up && i <= d - 2)
		role.ports |= 1u << BUTTERFLY_UP | 1u << BUTTERFLY_CROSS_UP;
	if (down && i != 1)
		role.ports |= 1u << BUTTERFLY_DOWN | 1u << BUTTERFLY_CROSS_DOWN;
	return role;
}

/* In the half of the cycles with x_0 = 0, T0 and T1 are of height d and end at level 0. The images
 * of T0 and T1 in the other half, which together are T2, are a level shorter. A tree crosses at
 * each level i from (i, X), and the new cycle begins at the next level, after the hop node (i, X_i)
 * (4.1.1). */
static struct role role_in_ccc(int d, int i, unsigned x)
{
	bool half = x & 1, up, down;
	unsigned y = x & ~1u;
	int last = d - 1 - half; /* the last level that a tree leaves */
	struct role role = { 0 };

	if (i == 0 && y)
		return (struct role){ 0, half ? 0 : 2 };
	if (i == 0)
		return half ? (struct role){ 1u << CCC_UP | 1u << CCC_DOWN, 1 }
			    : (struct role){ (1u << CCC_PORTS) - 1, 0 };
	up = within(y, 1, i - 1);
	down = within(y, i + 1, d - 1);
	if (within(y, 1, i) && i <= last)
		role.ports |= 1u << CCC_UP;
	if (within(y, i, d - 1) && d - i <= last)
		role.ports |= 1u << CCC_DOWN;
	if ((up && i <= last) || (down && d - i <= last))
		role.ports |= 1u << CCC_CROSS;
	role.shares = up + down;
	return role;
}

struct phases {
	struct expanded_flow *e;
	bool *open;	       /* [nodes * ports] the arcs of the trees */
	/* [nodes] the units that may stay between the phases, and at the end */
	int64_t *share, *need;
	int64_t length[EXPANSION_STEPS];
	int steps, between, parts; /* between: a step of length 0, between the phases */
};

static void add_steps(struct phases *p, int count, int64_t length)
{
	for (int i = 0; i < count; i++)
		p->length[p->steps++] = length;
}

/* Sets lengths in units of M/2. A share is M d/2: d units. */
static void lengths_on_butterfly(struct phases *p, int d)
{
	p->parts = 2;
	for (int i = d - 2; i >= 0; i--)
		add_steps(p, 1, ((int64_t)1 << i) * d);
	p->between = p->steps;
	add_steps(p, 1, 0);
	add_steps(p, 1, 1);
	add_steps(p, (d - 1) / 2, 2);
	add_steps(p, d % 2 == 0, 1);
}

/* Sets lengths in units of M/3. A share is M d/3: d units. */
static void lengths_on_ccc(struct phases *p, int d)
{
	int twice = (d + 1) / 2 - d / 3 - 1, less = d % 2 ? d % 3 : 0;

	p->parts = 3;
	for (int i = d - 2; i >= 0; i--)
		add_steps(p, 2, ((int64_t)1 << i) * d);
	add_steps(p, 1, d);
	p->between = p->steps;
	add_steps(p, 1, 0);
	add_steps(p, d / 3, 3);
	add_steps(p, twice, 6);
	p->length[p->steps - 1] -= twice ? less : 0;
	add_steps(p, 1, 3);
}

static void assign_roles(struct phases *p, const struct network *net)
{
	int d = net->dimension, ports = net->ports;

	for (int v = 0; v < net->nodes; v++) {
		struct role role = net->kind == &kind_ccc
					   ? role_in_ccc(d, v % d, (unsigned)(v / d))
					   : role_in_butterfly(d, v % d, (unsigned)(v / d));

		for (int port = 0; port < ports; port++)
			p->open[v * ports + port] = role.ports >> port & 1;
		p->share[v] =
			v ? (int64_t)role.shares * d : INT64_MAX; /* the root keeps the rest */
		p->need[v] = v ? p->parts : 0;
	}
}

/* Returns true if the thesis's shares can be kept. With even d the root cannot keep two shares of
 * the cycle that the root leads to, as the thesis demands, and be in time. The flow is then free to
 * leave any units at any node between the phases. */
static bool shares_hold(const struct network *net)
{
	return net->kind != &kind_ccc || net->dimension % 2;
}

static int fill(struct phases *p, const struct network *net)
{
	struct expanded_flow *e = p->e;

	memcpy(e->length, p->length, sizeof e->length);
	for (int t = 0; t < p->between; t++)
		e->open[t] = p->open;
	if (shares_hold(net))
		e->keep[p->between] = p->share;
	e->keep[p->steps] = p->need;
	if (expanded_flow_fill(e) < (int64_t)(net->nodes - 1) * p->parts)
		return why(
			EINVAL, "twophase: its step lengths do not deliver all on %s", net->name);
	expanded_flow_cancel(e);
	return 0;
}

static int check(const struct problem *problem, int steps)
{
	const struct network *net = &problem->net;
	double arcs = (double)net->nodes * net->ports * steps;

	if (problem->order[0])
		return why(EINVAL, "twophase has no order '%s': it has only one", problem->order);
	if (steps > EXPANSION_STEPS || arcs > MOST_ARCS)
		return why(EINVAL,
			"twophase: %s in %d steps has a time-expanded network of %.0f "
			"arcs, more than %d; use a tree family, such as bfs",
			net->name, steps, arcs, MOST_ARCS);
	return 0;
}

static int two_phases(struct plan **plan, const struct problem *problem)
{
	const struct network *net = &problem->net;
	struct phases p = { 0 };
	int error;

	(net->kind == &kind_ccc ? lengths_on_ccc : lengths_on_butterfly)(&p, net->dimension);
	error = check(problem, p.steps);
	if (error)
		return error;
	p.open = malloc((size_t)net->nodes * (size_t)net->ports * sizeof *p.open);
	p.share = malloc((size_t)net->nodes * sizeof *p.share);
	p.need = malloc((size_t)net->nodes * sizeof *p.need);
	if (!p.open || !p.share || !p.need)
		error = why(ENOMEM, "no memory for two phases on %s", net->name);
	if (!error)
		error = expanded_flow_new(&p.e, net, p.steps);
	if (!error) {
		assign_roles(&p, net);
		error = fill(&p, net);
	}
	if (!error)
		error = flow_paths_plan(plan, problem, p.e, p.parts);
	expanded_flow_free(p.e);
	free(p.open);
	free(p.share);
	free(p.need);
	return error;
}

int build_scatter_twophase(struct plan **plan, const struct problem *problem)
{
	int error = two_phases(plan, problem);

	return error ? error : plan_finish(plan, plan_towards(*plan, problem->collective));
}
