/* Lists the closed forms of Stout & Wagar's sends, and of the collectives made from these sends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/arith.h"
#include "collectives/cube/corner_split.h"
#include "analysis/formulas/formula_letters.h"
#include "analysis/formulas/formula_tables.h"
#include "collectives/cube/distribute_waves.h"

/* In the texts g is the number of groups, and K_j the sum over k = 0 ... j of 1/C(j,k): 1, 2, 5/2,
 * 8/3, 8/3, 13/5, 151/60, ... (the paper prints 2 2/3 for K_5). A message needs the least common
 * multiple of 1 ... n units for all packets to be whole. */

static int units_of_way(const struct problem *problem)
{
	return (int)corner_units(CORNER_EVEN, formula_links(problem));
}

static int units_of_cube(const struct problem *problem)
{
	return (int)corner_units(CORNER_EVEN, problem->net.digits);
}

static int units_of_lanes(const struct problem *problem)
{
	return problem->net.digits * units_of_way(problem);
}

static bool is_given(const struct problem *problem)
{
	return problem->permutation != NULL;
}

/* ---- DISTRIBUTE 2 ---- */

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
	struct distribute_waves wavelets;
	int n = problem->net.digits;
	double end;

	if (distribute_waves_in_waves(&wavelets, n))
		return false;
	end = wavelets.waves * machine->beta + (ldexp(1, n) - 1) / n * bytes * machine->tau;
	return distribute_waves_end(&wavelets, bytes, machine->beta, machine->tau) <=
	       end * (1 + 1e-12);
}

#define GROUPS(quotient) ", g = ceil(M/" quotient ")"
#define ACROSS(h, bytes) "(g+" h "-1) beta + (g-1+K_(" h "-1))/(" h "g) " bytes " tau"
#define AROUND(bytes) "(g+h+1) beta + (gh+h+K_(h-1))/(gh) " bytes " tau"
#define LARGER "max(" ACROSS("h", "hM/n") ",[h<n] (" AROUND("M/n") "))"
#define EXCHANGE(name, text, parts, section)                                                       \
	{                                                                                          \
		PERMUTE, name, "", "cube", F_ALL, 0, text GROUPS("(nB)"), SW(section), parts,      \
			is_given                                                                   \
	}

/* clang-format off */
const struct formula formulas_sends[] = {
	{ SEND, "ocsend1", "", "cube", F_ALL, HALF_TOO,
		"n ceil(M/B) beta + n M tau", SW("O.C. SEND 1") },
	{ SEND, "ocsend2", "", "cube", F_ALL, HALF_TOO | PER_DIMENSION,
		"n ceil(M/(nB)) beta + M tau", SW("O.C. SEND 2") },
	{ SEND, "ocsend3", "", "cube", F_ALL, HALF_TOO,
		"sum_{k<n} ceil(M/(n C(n-1,k) B)) beta + K_(n-1)/n M tau", SW("O.C. SEND 3"),
		units_of_way },
	{ SEND, "ocsend4", "", "cube", F_ALL, HALF_TOO,
		ACROSS("n", "M") GROUPS("(nB)") ", least at g^2 = (K_(n-1)-1) M tau/(n beta)",
		SW("O.C. SEND 4"), units_of_way },
	{ SEND, "xocsend1", "", "cube", F_ALL, HALF_TOO,
		"(2 ceil(M/B) + sum_{k<h} ceil(M/(h C(h-1,k) B))) beta + (2h+K_(h-1))/h M tau",
		SW("X.O.C. SEND 1"), units_of_way },
	{ SEND, "xocsend2", "", "cube", F_ALL, HALF_TOO,
		AROUND("M") GROUPS("B") ", least at g^2 = (h+K_(h-1)) M tau/(h beta)",
		SW("X.O.C. SEND 2"), units_of_way },
	{ SEND, "arbitrary1", "", "cube", F_ALL, HALF_TOO,
		ACROSS("h", "M") GROUPS("(hB)") ", least at g^2 = (K_(h-1)-1) M tau/(h beta)",
		SW("ARBITRARY SEND 1"), units_of_way },
	{ SEND, "arbitrary2", "", "cube", F_ALL, HALF_TOO | PER_DIMENSION,
		"(g+s-1) (beta + M/(ng) tau), s = (h<=n-2: h+2; else n), g = ceil(M/(nB)), "
		"least at g^2 = (s-1) M tau/(n beta)",
		SW("ARBITRARY SEND 2, corrected") },
	{ SEND, "arbitrary3", "", "cube", F_ALL, HALF_TOO,
		LARGER GROUPS("(nB)"), SW("ARBITRARY SEND 3, corrected"), units_of_lanes },

	{ SCATTER, "distribute1", "", "cube", F_ALL, HALF_TOO,
		"sum_{k<n} ceil(C(n,k) M/(nB)) beta + (N-1)/n M tau", SW("DISTRIBUTE 1"),
		units_of_cube },
	{ SCATTER, "distribute2", "", "cube", F_ALL, HALF_TOO | WHOLE,
		"s beta + (N-1)/n M tau, s = sum_{i<n} [n sum_{j<i} (n-1)^j<N-1], for start-ups "
		"that are short against M tau",
		SW("DISTRIBUTE 2, corrected"), units_of_cube, .while_short = waves_hide_wavelets },

	{ ALLGATHER, "complete-broadcast", "", "cube", F_ALL, ONE_WAY | PER_DIMENSION,
		"sum_{k<n} ceil(2^k M/(nB)) beta + (N-1)/n M tau", SW("COMPLETE BROADCAST") },
	{ ALLTOALL, "complete-exchange", "", "cube", F_ALL, 0,
		"sum_{k<n} ceil(sum_{j<=k} C(n,j) M/(nB)) beta + N/2 M tau",
		SW("COMPLETE EXCHANGE"), units_of_cube },
	{ PERMUTE, "inversion", "", "cube", F_ALL, PER_DIMENSION,
		"n ceil(M/(nB)) beta + M tau", SW("INVERSION") },

	/* Two nodes exchange by two sends at once. */
	EXCHANGE("corner-exchange", ACROSS("n", "M"), units_of_way, "section 3, as O.C. SEND 4"),
	EXCHANGE("arbitrary-exchange", LARGER, units_of_lanes, "section 4, as ARBITRARY SEND 3"),
	{ .text = NULL },
};
/* clang-format on */
