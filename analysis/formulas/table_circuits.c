/* Lists the closed forms of schedules along Hamiltonian paths and round circuits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_tables.h"

/* The links of an even circuit have two colours. */
static bool is_even(const struct problem *problem)
{
	return problem->net.nodes % 2 == 0;
}

static bool is_even_and_full(const struct problem *problem)
{
	return is_even(problem) && problem->duplex == FULL;
}

static bool is_even_one_way(const struct problem *problem)
{
	return is_even(problem) && (problem->duplex == HALF || problem->ports == SINGLE);
}

static bool is_even_and_half(const struct problem *problem)
{
	return is_even(problem) && formula_is_half(problem);
}

#define OPPOSITE(kind, ports, how, holds, text, source)                                            \
	{                                                                                          \
		BROADCAST, "hp2", "", kind, ports, how, text, source, formula_two_parts, holds     \
	}
#define MIDDLE(kind, ports, text, source)                                                          \
	{                                                                                          \
		BROADCAST, "hpmid", "", kind, ports, HALF_TOO, text, source                        \
	}
#define RING(name, kind, ports, how, holds, text, source)                                          \
	{                                                                                          \
		ALLGATHER, name, "", kind, ports, how, text, source, NULL, holds                   \
	}
#define CIRCUITS(kind)                                                                             \
	OPPOSITE(kind, F_ALL, 0, NULL, "(ceil(M/(2B))+N-2) (beta + B tau)", JH("section 4.2")),    \
		OPPOSITE(kind, F_ALL, HALF_TOO, is_even_and_half,                                  \
			"(2 ceil(M/(2B))+N-3) (beta + B tau), N even", DERIVED),                   \
		OPPOSITE(kind, PAIRS, 0, is_even_and_full,                                         \
			"(ceil(M/B)+N-2) (beta + B tau), N even", JH("section 4.2")),              \
		OPPOSITE(kind, ONE, HALF_TOO | SHORTER, is_even_one_way,                           \
			"(4 ceil(M/(2B))+N-3) (beta + B tau), N even", DERIVED),                   \
		MIDDLE(kind, F_ALL, "(ceil(M/B)+floor(N/2)-1) (beta + B tau)", JH("section 4.2")), \
		MIDDLE(kind, ONE, "(2 ceil(M/B)+ceil(N/2)-2) (beta + B tau)", JH("section 4.2")),  \
		RING("ring", kind, F_ALL | F_SENDRECV, HALF_TOO, NULL,                             \
			"ceil(M/B) (N-1) beta + (N-1) M tau", JH("table 11, section 6.1")),        \
		RING("ring", kind, F_EXCHANGE | F_SINGLE, HALF_TOO, is_even,                       \
			"(2 ceil(M/B)+(N-2) ceil(2M/B)) beta + 2 (N-1) M tau, N even", DERIVED),   \
		RING("ring2", kind, F_ALL, 0, NULL,                                                \
			"ceil(M/B) floor(N/2) beta + floor(N/2) M tau", JH("section 6.1")),        \
		RING("ring2", kind, PAIRS, 0, is_even,                                             \
			"(ceil(M/B)+(N/2-1) ceil(2M/B)) beta + (N-1) M tau, N even",               \
			JH("section 6.1")),                                                        \
		RING("ring2", kind, F_ALL, HALF_TOO, formula_is_half,                              \
			"ceil(M/B) (N-1) beta + (N-1) M tau", DERIVED),                            \
		RING("ring2", kind, ONE, HALF_TOO, is_even_one_way,                                \
			"2 ((ceil(M/B)+(N/2-1) ceil(2M/B)) beta + (N-1) M tau), N even", DERIVED)

const struct formula formulas_circuits[] = {
	CIRCUITS(NULL),
	CIRCUITS("butterfly"),
	CIRCUITS("ring"),
	CIRCUITS("torus"),
	{ .text = NULL },
};
