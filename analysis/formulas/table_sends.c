/* Lists the closed forms of Stout & Wagar's sends, and of the collectives made from these sends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/binomial.h"
#include "base/error.h"
#include "collectives/cube/corner_split.h"
#include "analysis/formulas/formula_letters.h"
#include "analysis/formulas/formula_tables.h"
#include "collectives/cube/distribute_waves.h"

/* In the texts g is the number of groups, and K_j the sum over k = 0 ... j of 1/C(j,k): 1, 2, 5/2,
 * 8/3, 8/3, 13/5, 151/60, ... (the paper prints 2 2/3 for K_5). A message needs the least common
 * multiple of 1 ... n units for all packets to be whole. */

static double sum_of_inverses(int j)
{
	return formula_indexed('K', j, NULL);
}

static int links_of(const struct problem *problem)
{
	return network_distance(&problem->net, problem->root, problem->destination);
}

/* Returns the number of groups. Packets are as large as the share of a group: the quotient is
 * whole. */
static double groups(double share, double packet)
{
	return packet > 0 && share > packet ? round(share / packet) : 1;
}

/* Returns the number of packets of a group; the largest packets are equal. */
static int one_packet(const struct problem *problem)
{
	(void)problem;
	return 1;
}

static int a_packet_for_each_port(const struct problem *problem)
{
	return problem->net.digits;
}

static int units_of_way(const struct problem *problem)
{
	return (int)corner_units(CORNER_EVEN, links_of(problem));
}

static int units_of_cube(const struct problem *problem)
{
	return (int)corner_units(CORNER_EVEN, problem->net.digits);
}

static int units_of_lanes(const struct problem *problem)
{
	return problem->net.digits * units_of_way(problem);
}

/* ---- To a single node ---- */

/* Computes O.C. SEND 4 of so many bytes across h dimensions in g groups; and X.O.C. SEND 2. */
static void across(int h, double g, double bytes, double *steps, double *volume)
{
	*steps = h ? g + h - 1 : 0;
	*volume = h ? (g - 1 + sum_of_inverses(h - 1)) / (h * g) * bytes : 0;
}

static void around(int h, double g, double bytes, double *steps, double *volume)
{
	*steps = h ? g + h + 1 : 0;
	*volume = h ? (g * h + h + sum_of_inverses(h - 1)) / (g * h) * bytes : 0;
}

static int ocsend4(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	int h = links_of(problem);

	across(h, groups(h ? bytes / h : 0, packet), bytes, steps, volume);
	return 0;
}

static int xocsend2(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	around(links_of(problem), groups(bytes, packet), bytes, steps, volume);
	return 0;
}

static int arbitrary3(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	int n = problem->net.digits, h = links_of(problem);

	across(h, groups(bytes / n, packet), bytes * h / n, steps, volume);
	return 0;
}

static int arbitrary3_around(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	int n = problem->net.digits, h = links_of(problem);

	around(h < n ? h : 0, groups(bytes / n, packet), bytes / n, steps, volume);
	return 0;
}

/* ---- To each node ---- */

static int distribute2(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	struct distribute_waves wavelets;
	int n = problem->net.digits;

	if (packet > 0)
		return why(ENOENT, "known only for packets without a limit");
	*volume = (ldexp(1, n) - 1) / n * bytes;
	*steps = distribute_waves_in_waves(&wavelets, n) ? 0 : wavelets.waves;
	return *steps > 0 ? 0 : -ENOENT;
}

/* Returns the number of messages that a wavelet has for a link from distance l to the next
 * distance. */
static double load(const struct distribute_waves *w, const struct distribute_wave *x, int l)
{
	return binomial(w->d, x->distance) / (w->d * binomial(w->d - 1, l)) * (x->end - x->begin) /
	       w->units;
}

/* Returns the time at which all messages have arrived, if all links between two distances have the
 * same load and each packet leaves as early as possible; m is the bytes of a message. */
static double distribute_waves_end(
	const struct distribute_waves *w, double m, double beta, double tau)
{
	double wave[NETWORK_DIGITS] = { 0 }, free[NETWORK_DIGITS] = { 0 }, last = 0;

	for (int i = 0; i < w->count; i++) {
		const struct distribute_wave *x = &w->wavelet[i];
		bool opens = !i || w->wavelet[i - 1].wave != x->wave;

		free[0] += (opens ? beta : 0) + tau * m * load(w, x, 0);
		wave[x->wave] = free[0];
	}
	for (int i = 0; i < w->count; i++) {
		const struct distribute_wave *x = &w->wavelet[i];
		double now = wave[x->wave];

		for (int l = 1; l < x->distance; l++)
			free[l] = now = fmax(now, free[l]) + beta + tau * m * load(w, x, l);
		last = fmax(last, now);
	}
	return last;
}

/* Returns true if start-ups are short enough, against a message's bytes, for waves to hide the
 * start-ups of the wavelets: node 0 is the last to end. */
static bool waves_hide_wavelets(
	const struct problem *problem, double bytes, const struct machine *machine)
{
	double steps, volume, end;
	struct distribute_waves wavelets;

	if (distribute2(problem, bytes, 0, &steps, &volume) ||
		distribute_waves_in_waves(&wavelets, problem->net.digits))
		return false;
	end = steps * machine->beta + volume * machine->tau;
	return distribute_waves_end(&wavelets, bytes, machine->beta, machine->tau) <=
	       end * (1 + 1e-12);
}

#define GROUPS(quotient) ", g = ceil(M/" quotient ")"
#define ACROSS(h, bytes) "(g+" h "-1) beta + (g-1+K_(" h "-1))/(" h "g) " bytes " tau"
#define AROUND(bytes) "(g+h+1) beta + (gh+h+K_(h-1))/(gh) " bytes " tau"

/* clang-format off */
const struct formula formulas_sends[] = {
	{ SEND, "ocsend1", "", "cube", F_ALL, HALF_TOO,
		"n ceil(M/B) beta + n M tau", SW("O.C. SEND 1") },
	{ SEND, "ocsend2", "", "cube", F_ALL, HALF_TOO | PER_DIMENSION,
		"n ceil(M/(nB)) beta + M tau", SW("O.C. SEND 2") },
	{ SEND, "ocsend3", "", "cube", F_ALL, HALF_TOO,
		"sum_{k<n} ceil(M/(n C(n-1,k) B)) beta + K_(n-1)/n M tau", SW("O.C. SEND 3"),
		NULL, units_of_way },
	{ SEND, "ocsend4", "", "cube", F_ALL, HALF_TOO | ASYNCHRONOUS,
		ACROSS("n", "M") GROUPS("(nB)") ", least at g^2 = (K_(n-1)-1) M tau/(n beta)",
		SW("O.C. SEND 4"), ocsend4, units_of_way, .lanes = links_of },
	{ SEND, "xocsend1", "", "cube", F_ALL, HALF_TOO,
		"(2 ceil(M/B) + sum_{k<h} ceil(M/(h C(h-1,k) B))) beta + (2h+K_(h-1))/h M tau",
		SW("X.O.C. SEND 1"), NULL, units_of_way },
	{ SEND, "xocsend2", "", "cube", F_ALL, HALF_TOO | ASYNCHRONOUS,
		AROUND("M") GROUPS("B") ", least at g^2 = (h+K_(h-1)) M tau/(h beta)",
		SW("X.O.C. SEND 2"), xocsend2, units_of_way, .lanes = one_packet },
	{ SEND, "arbitrary1", "", "cube", F_ALL, HALF_TOO | ASYNCHRONOUS,
		ACROSS("h", "M") GROUPS("(hB)") ", least at g^2 = (K_(h-1)-1) M tau/(h beta)",
		SW("ARBITRARY SEND 1"), ocsend4, units_of_way, .lanes = links_of },
	{ SEND, "arbitrary2", "", "cube", F_ALL, HALF_TOO | PER_DIMENSION | EVEN,
		"(g+s-1) (beta + M/(ng) tau), s = (h<=n-2: h+2; else n), g = ceil(M/(nB)), "
		"least at g^2 = (s-1) M tau/(n beta)",
		SW("ARBITRARY SEND 2, corrected") },
	{ SEND, "arbitrary3", "", "cube", F_ALL, HALF_TOO | ASYNCHRONOUS,
		"the larger of " ACROSS("h", "hM/n") " and, for h < n, " AROUND("M/n")
		GROUPS("(nB)"),
		SW("ARBITRARY SEND 3, corrected"), arbitrary3, units_of_lanes,
		.other = arbitrary3_around, .lanes = a_packet_for_each_port },

	{ SCATTER, "distribute1", "", "cube", F_ALL, HALF_TOO,
		"sum_{k<n} ceil(C(n,k) M/(nB)) beta + (N-1)/n M tau", SW("DISTRIBUTE 1"), NULL,
		units_of_cube },
	{ SCATTER, "distribute2", "", "cube", F_ALL, HALF_TOO | ASYNCHRONOUS | WHOLE,
		"k beta + (N-1)/n M tau, k the least with n ((n-1)^k-1)/(n-2) >= N-1, for "
		"start-ups that are short against M tau",
		SW("DISTRIBUTE 2, corrected"), distribute2, units_of_cube,
		.while_short = waves_hide_wavelets },

	{ ALLGATHER, "complete-broadcast", "", "cube", F_ALL, ONE_WAY | PER_DIMENSION,
		"sum_{k<n} ceil(2^k M/(nB)) beta + (N-1)/n M tau", SW("COMPLETE BROADCAST") },
	{ ALLTOALL, "complete-exchange", "", "cube", F_ALL, 0,
		"sum_{k<n} ceil(sum_{j<=k} C(n,j) M/(nB)) beta + N/2 M tau",
		SW("COMPLETE EXCHANGE"), NULL, units_of_cube },
	{ PERMUTE, "inversion", "", "cube", F_ALL, PER_DIMENSION,
		"n ceil(M/(nB)) beta + M tau", SW("INVERSION") },
	{ .text = NULL },
};
/* clang-format on */
