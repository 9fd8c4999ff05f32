/* Lists the closed forms of exchanges of two nodes: the same as for the sends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "analysis/formulas/formula_tables.h"

/* Finds the send from the first node to the second node; the send's formula has the numbers. */
static const struct formula *send_of(struct problem *send, const struct problem *problem)
{
	int root = 0;

	*send = *problem;
	while (problem->permutation && root < problem->net.nodes - 1 &&
		problem->permutation[root] == root)
		root++;
	send->collective = SEND;
	send->root = root;
	send->destination = problem->permutation ? problem->permutation[root] : root;
	send->permutation = NULL;
	snprintf(send->algorithm, sizeof send->algorithm, "%s",
		problem->algorithm[0] == 'c' ? "ocsend4" : "arbitrary3");
	return formula_of(send);
}

static int there(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	struct problem send;
	const struct formula *f = send_of(&send, problem);

	return f->figures(&send, bytes, packet, steps, volume);
}

/* Computes the other lanes of ARBITRARY SEND 3. */
static int around(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	struct problem send;
	const struct formula *f = send_of(&send, problem);

	return f->other(&send, bytes, packet, steps, volume);
}

static int parts(const struct problem *problem)
{
	struct problem send;
	const struct formula *f = send_of(&send, problem);

	return formula_cuts(f, &send);
}

static int lanes(const struct problem *problem)
{
	struct problem send;
	const struct formula *f = send_of(&send, problem);

	return f->lanes(&send);
}

static bool is_known(const struct problem *problem)
{
	struct problem send;

	return problem->permutation && send_of(&send, problem);
}

#define EXCHANGE_LINE(name, how, text, source, other_figures)                                      \
	{                                                                                          \
		PERMUTE, name, "", "cube", F_ALL, how, text, SW(source), there, parts, is_known,   \
			.other = other_figures, .lanes = lanes                                     \
	}

const struct formula formulas_exchange[] = {
	EXCHANGE_LINE("corner-exchange", ASYNCHRONOUS,
		"(g+n-1) beta + (g-1+K_(n-1))/(ng) M tau, g = ceil(M/(nB)), as O.C. SEND 4",
		"section 3", NULL),
	EXCHANGE_LINE("arbitrary-exchange", ASYNCHRONOUS,
		"that of ARBITRARY SEND 3: the larger of (g+h-1) beta + (g-1+K_(h-1))/(hg) hM/n "
		"tau and, "
		"for h < n, (g+h+1) beta + (gh+h+K_(h-1))/(gh) M/n tau, g = ceil(M/(nB))",
		"section 4", around),
	{ .text = NULL },
};
