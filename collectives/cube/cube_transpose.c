/* Builds L.C. INVERSION: nodes a 2^c + b and b 2^c + a of a cube of 2c dimensions exchange. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/arith.h"
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/tree_schedule.h"
#include "collectives/transforms.h"
#include "collectives/discipline.h"
#include "collectives/cube/cube_transpose.h"
#include "topology/networks/kinds.h"

/* Where a and b differ in k bits, both halves of the node's number must be flipped in each of these
 * bits. The nodes whose halves differ in the same k bits are a cube of k dimensions. A logical link
 * of that cube leads to the node with bit i of both halves flipped, by two ways of two links.
 *
 *	A -- bit i of a --> C			A, B differ in bit i of both halves;
 *	|                   |			the halves of A and B differ in bit i,
 * bit i of b          bit i of b		the halves of C and D do not
 *	v                   v
 *	D -- bit i of a --> B
 *
 * Along these links each node's message goes to the opposite corner, cut in k portions. Portion x
 * goes by the differing bits x, x + 1, ... (mod k). On each logical link a portion is cut in p
 * packets for each of the two ways. The packets go at times y p, y p + 1, ... on the y-th link of
 * the portion, and the node between sends each packet on a time later. Packets of the next link can
 * follow at once if p >= 2, because packet t of the next link has come by then. So the exchange
 * takes Q + 1 times, Q = k p. With the same Q for all k, every packet has M / 2Q bytes.
 *
 * Every directed link belongs to a single logical link: the first link of a way where the halves
 * differ in the bit of the directed link, and the second link where the halves agree.
 *
 * With `--order short` every k has its own Q, the least multiple of k that is 2c or more. That is
 * for messages that are too short for as many packets as the common Q has. The packets then have
 * different sizes.
 *
 * A finer cut is R rounds, a round every Q times: the second links of a round end while the first
 * links of the next round begin. The exchange is then Q R sends of M / (2 Q R) and one time more,
 * as with p R packets.
 *
 * Source: Stout & Wagar 1990, section 7.2. */

int transpose_sends(const struct network *net, bool common, int k)
{
	int c = net->digits / 2, least = c > 1 ? 2 * c : 1, sends = 1;

	if (!common)
		return (least + k - 1) / k * k;
	for (int i = 2; i <= c; i++)
		sends = common_multiple(sends, i);
	return sends < least ? 2 * sends : sends;
}

int transpose_units(const struct network *net, bool common)
{
	int units = 1;

	for (int k = 1; k <= net->digits / 2; k++)
		units = common_multiple(units, 2 * transpose_sends(net, common, k));
	return units;
}

int applies_to_square_cubes(const struct network *net)
{
	return net->kind == &kind_cube && net->digits && net->digits % 2 == 0 ? 0 : -EINVAL;
}

int serves_transposition(const struct problem *problem)
{
	int c = problem->net.digits / 2, side = 1 << c, *goal = problem->permutation;

	for (int v = 0; goal && v < problem->net.nodes; v++)
		if (goal[v] != v % side * side + v / side)
			return why(EINVAL,
				"permute %s: exchanges a 2^%d + b with b 2^%d + a, but node %d "
				"sends to %d; permuted-send serves any permutation",
				problem->algorithm, c, c, v, goal[v]);
	return goal ? 0 : why(EINVAL, "permute: needs a permutation");
}

/* A plan in the making. part_at[u] is the part that begins at unit u of a message. */
struct transposer {
	struct plan *plan;
	int c;
	bool common;
	int *part_at;
};

/* Adds one part of a block over one logical link: two hops. */
static int add_part(
	const struct transposer *t, int v, int from, int first, int second, int part, int time)
{
	struct hop hop = { .time = time,
		.from = from,
		.block = (uint32_t)v,
		.part = (uint32_t)part,
		.port = (uint16_t)first };
	int error = plan_add(t->plan, hop);

	hop.time++;
	hop.from = from ^ 1 << first;
	hop.port = (uint16_t)second;
	return error ? error : plan_add(t->plan, hop);
}

/* Adds a packet over the logical link of bit i: an even packet crosses bit i of the lower half
 * first, an odd packet crosses bit i of the upper half first. */
static int add_packet(
	const struct transposer *t, int v, int from, int i, int packet, int units, int time)
{
	int first = packet % 2 ? i + t->c : i, second = packet % 2 ? i : i + t->c, error = 0;
	int end = t->part_at[(packet + 1) * units];

	for (int part = t->part_at[packet * units]; part < end && !error; part++)
		error = add_part(t, v, from, first, second, part, time);
	return error;
}

/* Adds the message of node v, whose halves differ in these k bits. */
static int add_message(const struct transposer *t, int v, const int *bit, int k)
{
	const struct network *net = &t->plan->problem.net;
	int sends = k ? transpose_sends(net, t->common, k) : 0, packets = k ? sends / k : 0;
	int units = k ? transpose_units(net, t->common) / (2 * sends) : 0, error = 0;

	for (int portion = 0; portion < k; portion++)
		for (int y = 0, at = v; y < k; y++) {
			int i = bit[(portion + y) % k];

			for (int p = 0; p < 2 * packets && !error; p++)
				error = add_packet(t, v, at, i, portion * 2 * packets + p, units,
					y * packets + p / 2);
			at ^= 1 << i | 1 << (i + t->c);
		}
	return error;
}

static int add_messages(const struct transposer *t)
{
	int error = 0;

	for (int v = 0; v < t->plan->problem.net.nodes && !error; v++) {
		int bit[NETWORK_DIGITS], k = 0;

		for (int i = 0; i < t->c; i++)
			if ((v >> i ^ v >> (i + t->c)) & 1)
				bit[k++] = i;
		error = add_message(t, v, bit, k);
	}
	return error ? error : plan_sort(t->plan);
}

/* Cuts the message: a part begins where any packet begins. */
static int cut_message(struct transposer *t)
{
	const struct network *net = &t->plan->problem.net;
	int units = transpose_units(net, t->common), parts = 0, error;
	uint32_t *cut = malloc(((size_t)units + 1) * sizeof *cut);

	t->part_at = calloc((size_t)units + 1, sizeof *t->part_at);
	if (!cut || !t->part_at) {
		free(cut);
		return why(ENOMEM, "no memory for a plan on %s", net->name);
	}
	for (int k = 1; k <= t->c; k++)
		for (int u = 0; u < units; u += units / (2 * transpose_sends(net, t->common, k)))
			t->part_at[u] = 1;
	for (int u = 0; u < units; u++)
		if (t->part_at[u]) {
			t->part_at[u] = parts;
			cut[parts++] = (uint32_t)u;
		}
	t->part_at[units] = parts;
	cut[parts] = (uint32_t)units;
	t->plan->parts = parts;
	error = parts < units ? plan_cut(t->plan, cut) : 0;
	free(cut);
	return error;
}

static int check(const struct problem *problem, bool common)
{
	const struct network *net = &problem->net;
	double sends = transpose_sends(net, common, net->digits / 2);
	double hops = (common ? 1 : 4) * (double)net->nodes * net->digits * sends;

	if (hops > 1 << 26)
		return why(ENOMEM, "permute %s on %s has about %.2g hops, too many: use %s",
			problem->algorithm, net->name, hops,
			common ? "--order short, or fewer nodes" : "fewer nodes");
	return discipline_check(problem);
}

int build_transposition(struct plan **plan, const struct problem *problem)
{
	const struct network *net = &problem->net;
	struct transposer t = { .c = net->digits / 2, .common = !problem->order[0] };
	int error = check(problem, t.common);

	if (!error)
		error = plan_new(plan, problem, 1);
	if (error)
		return error;
	t.plan = *plan;
	t.plan->even = t.common;
	error = cut_message(&t);
	error = plan_finish(plan, error ? error : add_messages(&t));
	free(t.part_at);
	if (error || !t.common)
		return error;
	/* Every link has as many packets in a round. */
	return plan_kept(plan, plan_pipeline_from(*plan, transpose_sends(net, true, 1)));
}
