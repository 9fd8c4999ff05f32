/* Computes the ratios that the papers promise. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/arith.h"
#include "perf/paper_ratios.h"

/* Each ratio is the ratio of two closed forms from the papers. The forms are written here a second
 * time, independent of the plans and of analysis/formulas. */

static double packets(const struct setting *s)
{
	return s->bytes / (double)s->packet;
}

/* The SBT takes n P steps, a dimension at a time; n trees with the labels
 * f(i,j) take P + n steps. */
double ratio_of_broadcast_one_port(const struct setting *s)
{
	return s->n * packets(s) / (packets(s) + s->n);
}

/* P + n - 1 steps against P/n + n steps. */
double ratio_of_broadcast_all_ports(const struct setting *s)
{
	return (packets(s) + s->n - 1) / (packets(s) / s->n + s->n);
}

/* The TCBT sends a packet in every third step at best, in 3 P + 2 n - 5 steps; the n trees
 * send a packet in each step. */
double ratio_of_complete_tree(const struct setting *s)
{
	return (3 * packets(s) + 2 * s->n - 5) / (packets(s) + s->n);
}

/* With a single port and a packet for each block the root sends N - 1 packets along either tree,
 * and is the last node to finish. */
double ratio_of_root_alone(const struct setting *s)
{
	(void)s;
	return 1;
}

/* Returns the time of n start-ups when that many blocks cross the busiest link. */
static double steps_time(const struct setting *s, double blocks)
{
	return s->n * s->beta + blocks * s->bytes * s->tau;
}

/* Returns the number of classes of words of n bits under rotation (necklaces), without the class of
 * 0. This is the number of nodes in the largest subtree of the SBnT. */
static double necklaces(int n)
{
	double words = 0;

	for (int turn = 0; turn < n; turn++) {
		words += pow(2, common_divisor(n, turn)); /* words that the rotation keeps */
	}
	return words / n - 1;
}

/* Half of all blocks cross a link of the root, against the blocks of the
 * largest balanced subtree. */
double ratio_of_scatter_balanced(const struct setting *s)
{
	return steps_time(s, s->nodes / 2) / steps_time(s, necklaces(s->n));
}

/* Half of all blocks cross a link of the root, against an n-th of the blocks. */
double ratio_of_half_against_nth(const struct setting *s)
{
	return steps_time(s, s->nodes / 2) / steps_time(s, (s->nodes - 1) / s->n);
}

/* With a single port every node gets N - 1 blocks in sequence: in N - 1 steps from a neighbour on a
 * circuit, in N/2 steps from both neighbours in turn, or in n exchanges. */
double ratio_of_circuit(const struct setting *s)
{
	double volume = (s->nodes - 1) * s->bytes * s->tau;

	return ((s->nodes - 1) * s->beta + volume) / (s->n * s->beta + volume);
}

double ratio_of_circuit_both_ways(const struct setting *s)
{
	double volume = (s->nodes - 1) * s->bytes * s->tau;

	return (s->nodes / 2 * s->beta + volume) / (s->n * s->beta + volume);
}

/* N/2 blocks cross the busiest link in each of n exchanges, against N/2 blocks
 * in all exchanges together. */
double ratio_of_exchange(const struct setting *s)
{
	return steps_time(s, s->n * s->nodes / 2) / steps_time(s, s->nodes / 2);
}

/* P steps with the parts in turn, against P/n + n - 1 steps with waves a step apart. */
double ratio_of_broadcast_waves(const struct setting *s)
{
	return packets(s) / (packets(s) / s->n + s->n - 1);
}

/* Two exchanges take 2 n steps, in which M bytes cross the busiest link, against Q + 1 steps of
 * M/2Q bytes. Q is the least common multiple of 1 ... n/2, or the least multiple of this number
 * that is at least n (for n > 2). */
double ratio_of_transposition(const struct setting *s)
{
	static const int least[] = { [2] = 1, [4] = 4, [6] = 6 };
	double q = least[s->n], twice = 2 * s->n * s->beta + s->bytes * s->tau;

	return twice / ((q + 1) * (s->beta + s->bytes / (2 * q) * s->tau));
}

/* N - 1 blocks cross a link of each node (half of the bins, a quarter, ...), against an n-th of the
 * blocks over each link. A block is an N-th of the bins. */
double ratio_of_histogram(const struct setting *s)
{
	return steps_time(s, s->nodes - 1) / steps_time(s, (s->nodes - 1) / s->n);
}

/* A whole message goes down a tree of the star's diameter D, against n - 1 trees of a
 * height of at most D + n + gcd(n, i) - 2. Two trees share a link, so each tree carries
 * half a packet in a step. */
double ratio_of_star(const struct setting *s)
{
	int n = s->n, diameter = 3 * (n - 1) / 2, height = 0;

	for (int i = 1; i < n; i++)
		height = (int)fmax(height, diameter + n + common_divisor(n, i) - 2);
	return (packets(s) + diameter - 1) / (2 * packets(s) / (n - 1) + height - 1);
}

/* Broadcasts on cube-connected cycles along 2 trees of height 2d + d/2 + 2, and along 3 trees
 * of height 3d + 3, each with its best packets. The time is (sqrt(M tau / trees) +
 * sqrt((height - 1) beta)) squared. */
double ratio_of_cycles(const struct setting *s)
{
	double two = sqrt(s->bytes * s->tau / 2) + sqrt((2 * s->n + s->n / 2 + 1) * s->beta);
	double three = sqrt(s->bytes * s->tau / 3) + sqrt((3 * s->n + 2) * s->beta);

	return pow(two / three, 2);
}

/* Returns the message, in start-ups, at which both broadcasts take the same time. */
double length_crossover(int d)
{
	return pow((sqrt(3 * d + 2) - sqrt(2 * d + d / 2 + 1)) / (sqrt(0.5) - sqrt(1.0 / 3)), 2);
}

double length_below_crossover(int d)
{
	return length_crossover(d) / 8;
}

double length_above_crossover(int d)
{
	return length_crossover(d) * 16;
}

/* Broadcasts on butterflies along 2 trees of height d + d/2 + 1, and along
 * 4 trees of height 2d + 1. */
double ratio_of_butterflies(const struct setting *s)
{
	double two = packets(s) / 2 + s->n + s->n / 2, four = packets(s) / 4 + 2 * s->n;

	return two / four;
}

/* n hops of a whole message, against n hops over all links: hop k cuts the
 * message among n C(n-1,k) links. */
double ratio_of_corner(const struct setting *s)
{
	double ways = 1, parts = 0;

	for (int k = 0; k < s->n; k++) {
		parts += 1 / (ways * s->n);
		ways = ways * (s->n - 1 - k) / (k + 1);
	}
	return steps_time(s, s->n) / steps_time(s, parts);
}

/* Digit by digit, N/k blocks cross a link of the root, against an n(k-1)-th of all
 * blocks, with n = 2 digits. */
double ratio_of_radix_scatter(const struct setting *s)
{
	double digits = 2, k = s->n, steps = digits * s->beta, block = s->bytes * s->tau;

	return (steps + s->nodes / k * block) /
	       (steps + (s->nodes - 1) / (digits * (k - 1)) * block);
}
