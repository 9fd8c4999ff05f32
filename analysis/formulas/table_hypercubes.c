/* Lists the closed forms of Johnsson & Ho's trees on cubes, and of the SBT and others on gh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_tables.h"

/* An allgather's formula, and the all-reduce's, which is twice the allgather's on slices; `batch`
 * and `sum` are both in units of M. Under SINGLE the two directions of an exchange take turns. */
#define ALLGATHER_LINES(name, order, kind, ports, how, range, batch, under, sum, citation)         \
	{ ALLGATHER, name, order, kind, ports, how,                                                \
		"sum" range " ceil(" batch "M/(" under "B)) beta + " sum " M tau", citation },     \
	{                                                                                          \
		ALLREDUCE, name, order, kind, ports, (how) | PER_NODE,                             \
			"2 (sum" range " ceil(" batch "M/(" under "N B)) beta + " sum " M/N tau)", \
			citation "; " SW("section 8")                                              \
	}
#define ALLGATHER_SINGLE(name, kind, how, range, batch, under, sum)                                \
	{ ALLGATHER, name, "", kind, F_SINGLE, how,                                                \
		"2 (sum" range " ceil(" batch "M/(" under "B)) beta + " sum " M tau)", DERIVED },  \
	{                                                                                          \
		ALLREDUCE, name, "", kind, F_SINGLE, (how) | PER_NODE,                             \
			"4 (sum" range " ceil(" batch "M/(" under "N B)) beta + " sum " M/N tau)", \
			DERIVED                                                                    \
	}
#define ALLTOALL_SINGLE(name, kind, how, range, batch, under, sum)                                 \
	{                                                                                          \
		ALLTOALL, name, "", kind, F_SINGLE, how,                                           \
			"2 (sum" range " ceil(" batch "M/(" under "B)) beta + " sum " M tau)",     \
			DERIVED                                                                    \
	}

/* An all-to-all in both scheduling disciplines, which take equally long. */
#define ALLTOALL_BOTH(name, kind, how, text, citation)                                             \
	{ ALLTOALL, name, "", kind, F_ALL, how, text, citation },                                  \
	{                                                                                          \
		ALLTOALL, name, "postorder", kind, F_ALL, how, text, citation                      \
	}

/* Along the labels of the links of the sbnt, one after another: only the sum of the steps has a
 * closed form. */
#define LABELS(name, ports, how, times, slices, labels, part)                                      \
	{ ALLGATHER, name, "", "cube", ports, WHOLE | (how),                                       \
		times "(" labels " beta + (N-1) M tau)", JH("table 10" part) },                    \
		{ ALLREDUCE, name, "", "cube", ports, WHOLE | PER_NODE | (how),                    \
			slices "(" labels " beta + (N-1) M/N tau)",                                \
			JH("table 10" part) "; " SW("section 8") },                                \
	{                                                                                          \
		ALLTOALL, name, "", "cube", ports, WHOLE | (how),                                  \
			times "(" labels " beta + n N/2 M tau)", JH("table 15" part)               \
	}
#define ONE_PATH ", with one path to a node: 2n-2 labels"

/* n = 2: the trees share no link, and are pipelined. */
static bool is_square(const struct problem *problem)
{
	return problem->net.digits == 2;
}

static bool is_no_square(const struct problem *problem)
{
	return problem->net.digits != 2;
}

/* clang-format off */
const struct formula formulas_hypercubes[] = {
	/* One to all: tables 4 and 5. */
	{ BROADCAST, "brg", "", "cube", F_ALL | F_SENDRECV, HALF_TOO,
		"(ceil(M/B)+N-2) (beta + B tau)", JH("table 4, with send and receive at once") },
	{ BROADCAST, "brg", "", "cube", F_EXCHANGE | F_SINGLE, HALF_TOO,
		"(2 ceil(M/B)+N-3) (beta + B tau)", JH("table 4") },
	{ BROADCAST, "nrbrg", "", "cube", F_ALL, PER_DIMENSION,
		"ceil(M/(nB)) (N-1) beta + (N-1) M/n tau", JH("table 5"), NULL, is_no_square },
	{ BROADCAST, "nrbrg", "", "cube", F_ALL, PER_DIMENSION,
		"(ceil(M/(nB))+N-2) (beta + B tau)", DERIVED, NULL, is_square },
	{ BROADCAST, "sbt", "", NULL, F_ALL, HALF_TOO,
		"(ceil(M/B)+n-1) (beta + B tau)", JH("table 5") },
	{ BROADCAST, "sbt", "", "cube", ONE, HALF_TOO,
		"n ceil(M/B) (beta + B tau)", JH("table 4") },
	{ BROADCAST, "sbt", "", "gh", ONE, HALF_TOO,
		"sum_{i<n} (k_i-1) ceil(M/B) (beta + B tau)", DERIVED },
	{ BROADCAST, "tcbt", "", "cube", F_ALL, HALF_TOO,
		"(ceil(M/B)+n-1) (beta + B tau)", JH("table 5") },
	{ BROADCAST, "tcbt", "", "cube", F_SENDRECV, HALF_TOO,
		"(2 ceil(M/B)+2n-4) (beta + B tau)", JH("section 4.1.3") },
	{ BROADCAST, "tcbt", "", "cube", F_EXCHANGE | F_SINGLE, HALF_TOO,
		"(2 ceil(M/B)+[n>2] (ceil(M/B)+2n-5)) (beta + B tau)", JH("table 4") },
	{ BROADCAST, "nrsbt", "", "cube", F_ALL, PER_DIMENSION,
		"n ceil(M/(nB)) beta + M tau", JH("table 5") },
	{ BROADCAST, "nrsbt", "", "cube", ONE, PER_DIMENSION,
		"sum_{i<2n-1} ceil(min(i+1,2n-1-i) M/(nB)) beta + n M tau", JH("table 4") },
	{ BROADCAST, "nesbt", "", "cube", F_ALL, PER_DIMENSION,
		"(ceil(M/(nB))+n) (beta + B tau)", JH("table 5") },
	{ BROADCAST, "nesbt", "whole", "cube", F_ALL, ONE_WAY,
		"(ceil(M/B)+n) (beta + B tau)", DERIVED },
	{ BROADCAST, "nesbt", "", "cube", PAIRS, PER_DIMENSION,
		"(ceil(M/B)+n) (beta + B tau)", JH("table 4, theorem 4.1") },
	{ BROADCAST, "nesbt", "", "cube", F_SINGLE, PER_DIMENSION,
		"(2 ceil(M/B)+n-1) (beta + B tau)", JH("theorem 4.3") },
	{ BROADCAST, "sbnt", "", "cube", F_ALL, HALF_TOO,
		"(ceil(M/B)+n-1) (beta + B tau)", DERIVED },
	{ BROADCAST, "sbnt", "", "cube", ONE, HALF_TOO,
		"(n ceil(M/B)+n-2) (beta + B tau)", DERIVED },
	{ BROADCAST, "bfs", "", NULL, F_ALL, HALF_TOO,
		"(ceil(M/B)+n-1) (beta + B tau)", DERIVED },

	/* One to each: tables 7 and 8. */
	{ SCATTER, "brg", "", "cube", F_ALL | F_SENDRECV, HALF_TOO,
		"(N-1) ceil(M/B) beta + (N-1) M tau", JH("section 5.1") },
	{ SCATTER, "brg", "", "cube", F_EXCHANGE | F_SINGLE, HALF_TOO,
		"(2N-3) ceil(M/B) beta + (2N-3) M tau", JH("table 7") },
	{ SCATTER, "sbt", "", "cube", F_ALL, HALF_TOO,
		"sum_{l<n} ceil(C(n-1,l) M/B) beta + N/2 M tau", JH("table 7") },
	{ SCATTER, "sbt", "", "gh", F_ALL, HALF_TOO,
		"sum_{l<n} ceil(e(1,n,l) M/B) beta + N/k_0 M tau, e(1,n,l): nodes whose digit 0 is "
		"0 and that have l other digits", DERIVED },
	{ SCATTER, "sbt", "", "cube", ONE, HALF_TOO,
		"sum_{i<n} ceil(2^i M/B) beta + (N-1) M tau", JH("table 7") },
	{ SCATTER, "sbt", "", "gh", ONE, HALF_TOO,
		"sum_{i<n} (k_i-1) ceil(k_(i+1)..k_(n-1) M/B) beta + (N-1) M tau", DERIVED },
	{ SCATTER, "brg", "stream", "cube", F_ALL | F_SENDRECV, SMALL,
		"ceil((N-1) M/B) beta + (N-1) M tau, B <= M", JH("table 7") },
	{ SCATTER, "brg", "stream", "cube", F_EXCHANGE | F_SINGLE, 0,
		"(ceil((N-1) M/b) + ceil((N-2) M/b)) beta + (2N-3) M tau, b = min(B,M)",
		JH("table 7") },
	{ SCATTER, "nrbrg", "postorder", "cube", F_ALL, PER_DIMENSION,
		"sum_{i=1..N-1} ceil(i M/(nB)) beta + N(N-1)/2n M tau", JH("table 7") },
	{ SCATTER, "sbt", "stream", NULL, F_ALL, SMALL | HALF_TOO,
		"ceil(N/k_0 M/B) beta + N/k_0 M tau, B <= M",
		"derived from Johnsson & Ho 1986, section 5.1.5" },
	{ SCATTER, "sbt", "gray", "cube", ANY, HALF_TOO,
		"(N-1) ceil(M/B) beta + (N-1) M tau", JH("section 5.1") },
	{ SCATTER, "tcbt", "", "cube", F_ALL, HALF_TOO,
		"(ceil(N/4 M/B) + sum_{i<n-1} ceil(2^i M/B)) beta + (3N/4-1) M tau",
		JH("table 7") },
	{ SCATTER, "tcbt", "", "cube", ONE, HALF_TOO,
		"(ceil(N/2 M/B) + ceil((N/2-1) M/B) + 2 sum_{i=1..n-2} ceil((2^i-1) M/B)) beta + "
		"(2N-2n-1) M tau", JH("table 7, exactly") },
	{ SCATTER, "nrsbt", "stream", "cube", F_ALL, PER_DIMENSION | SMALL | HALF_TOO,
		"ceil((N-1) M/(nB)) beta + (N-1) M/n tau, B <= M", JH("section 5.1.5") },
	{ SCATTER, "nrsbt", "", "cube", F_ALL, PER_DIMENSION,
		"sum_{l=1..n} ceil(C(n,l) M/(nB)) beta + (N-1) M/n tau", JH("table 7") },
	{ SCATTER, "nrsbt", "", "cube", ONE, PER_DIMENSION,
		"sum_{i<n} (ceil((N-2^i) M/(nB)) + ceil((2^i-1) M/(nB))) beta + (N-1) M tau",
		JH("table 7") },
	{ SCATTER, "nesbt", "", "cube", F_ALL, PER_DIMENSION,
		"(ceil(M/(nB)) + ceil((n-1) M/(nB)) + sum_{l=2..n} ceil(C(n,l) M/(nB))) beta + "
		"(N-1) M/n tau", DERIVED },
	{ SCATTER, "nesbt", "", "cube", PAIRS, PER_DIMENSION,
		"(n ceil((N-1) M/(nB)) + sum_{i<n} ceil(2^i M/(nB))) beta + (N-1)(n+1)/n M tau",
		DERIVED },
	{ SCATTER, "sbntc", "stream", "cube", F_ALL, PER_DIMENSION | SMALL | HALF_TOO,
		"ceil((N-1) M/(nB)) beta + (N-1) M/n tau, B <= M", JH("section 5.1.5") },
	{ SCATTER, "sbntc", "", "cube", F_ALL, PER_DIMENSION,
		"sum_{l=1..n} ceil(C(n,l) M/(nB)) beta + (N-1) M/n tau", JH("table 7") },

	/* All to all: tables 10 to 14. */
	ALLGATHER_LINES("brg", "", "cube", F_ALL | PAIRS, 0,
		"_{l<N-1}", "", "", "(N-1)", JH("table 10")),
	ALLGATHER_SINGLE("brg", "cube", 0, "_{l<N-1}", "", "", "(N-1)"),
	ALLGATHER_LINES("nrbrg", "", "cube", F_ALL, PER_DIMENSION,
		"_{l<N-1}", "", "n ", "(N-1)/n", JH("table 12")),
	ALLGATHER_LINES("nrbrg", "", "cube", PAIRS, PER_DIMENSION,
		"_{l<n(N-1)}", "", "n ", "(N-1)", DERIVED),
	ALLGATHER_SINGLE("nrbrg", "cube", PER_DIMENSION,
		"_{l<n(N-1)}", "", "n ", "(N-1)"),
	ALLGATHER_LINES("sbt", "", "cube", F_ALL, 0,
		"_{l<n}", "C(n-1,l) ", "", "N/2", JH("table 12")),
	ALLGATHER_LINES("sbt", "", "gh", F_ALL, 0,
		"_{l<n}", "e(0,n-1,l) ", "", "N/k_(n-1)", DERIVED),
	ALLGATHER_LINES("sbt", "", "cube", PAIRS, 0,
		"_{l<n}", "2^l ", "", "(N-1)", JH("table 10")),
	ALLGATHER_LINES("sbt", "", "gh", F_SENDRECV, 0,
		"_{i<n} (k_i-1)", "k_0..k_(i-1) ", "", "(N-1)", DERIVED),
	ALLGATHER_SINGLE("sbt", "cube", 0, "_{l<n}", "2^l ", "", "(N-1)"),
	ALLGATHER_LINES("sbt", "dimension", "cube", F_ALL | PAIRS, 0,
		"_{l<n}", "2^l ", "", "(N-1)", JH("table 10")),
	ALLGATHER_LINES("nrsbt", "", "cube", F_ALL, PER_DIMENSION,
		"_{l=1..n}", "C(n,l) ", "n ", "(N-1)/n", JH("table 12")),
	ALLGATHER_LINES("nrsbt", "", "cube", PAIRS, PER_DIMENSION,
		"_{l<2n-1}", "min(2^(l+1)-1,N-2^(l-n+1)) ", "n ", "(N-1)", JH("table 10")),
	ALLGATHER_SINGLE("nrsbt", "cube", PER_DIMENSION,
		"_{l<2n-1}", "min(2^(l+1)-1,N-2^(l-n+1)) ", "n ", "(N-1)"),
	ALLGATHER_LINES("nrsbt", "rotations", "cube", F_ALL, PER_DIMENSION,
		"_{l<n}", "2^l ", "n ", "(N-1)/n", SW("COMPLETE BROADCAST")),
	ALLGATHER_LINES("nesbt", "", "cube", F_ALL, PER_DIMENSION,
		"_{l<=n}", "(C(n,l)-[l=1]) ", "n ", "(N-1)/n", JH("table 12")),
	ALLGATHER_LINES("nesbt", "", "cube", PAIRS, PER_DIMENSION,
		"_{l<2n}", "(l<n: 2^l; else N-1-2^(l-n)) ", "n ", "(N-1)", JH("table 10")),
	ALLGATHER_SINGLE("nesbt", "cube", PER_DIMENSION,
		"_{l<2n}", "(l<n: 2^l; else N-1-2^(l-n)) ", "n ", "(N-1)"),
	ALLGATHER_LINES("sbntc", "", "cube", F_ALL, PER_DIMENSION,
		"_{l=1..n}", "C(n,l) ", "n ", "(N-1)/n", JH("table 12")),
	LABELS("sbnt", PAIRS, 0, "", "2 ", "(2n-2)", ONE_PATH),
	LABELS("sbnt", F_SINGLE, 0, "2 ", "4 ", "(2n-2)", ONE_PATH),
	LABELS("sbntc", PAIRS, PER_DIMENSION, "", "2 ", "(2n-1)", ": 2n-1 labels"),
	LABELS("sbntc", F_SINGLE, PER_DIMENSION, "2 ", "4 ", "(2n-1)", ": 2n-1 labels"),
	{ BARRIER, "sbt", "", "cube", F_ALL | PAIRS, 0,
		"n beta", DERIVED },
	{ BARRIER, "sbt", "", "cube", F_SINGLE, 0,
		"2n beta", DERIVED },

	/* All-reduce by reduce, then broadcast. */
	{ ALLREDUCE, "brg-rb", "", "cube", F_ALL, 0,
		"(ceil(M/B)+2N-3) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "doubling", "", "cube", F_ALL | PAIRS, 0,
		"n ceil(M/B) beta + n M tau", "Thakur, Rabenseifner & Gropp 2005, section 4" },
	{ ALLREDUCE, "sbt-rb", "", NULL, F_ALL, 0,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "sbt-rb", "", "cube", PAIRS, 0,
		"((2n-1) ceil(M/B)+1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "sbt-rb", "", "cube", F_SINGLE, 0,
		"2n ceil(M/B) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "sbnt-rb", "", "cube", F_ALL, 0,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "bfs-rb", "", NULL, F_ALL, 0,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "nrbrg-rb", "", "cube", F_ALL, PER_DIMENSION,
		"2 (N-1) (ceil(M/(nB)) beta + M/n tau)", DERIVED, NULL, is_no_square },
	{ ALLREDUCE, "nrsbt-rb", "", "cube", F_ALL, PER_DIMENSION,
		"2n ceil(M/(nB)) beta + 2 M tau", DERIVED },
	{ ALLREDUCE, "nrsbt-rb", "", "cube", ONE, PER_DIMENSION,
		"2 (sum_{i<2n-1} ceil(min(i+1,2n-1-i) M/(nB)) beta + n M tau)", DERIVED },
	{ ALLREDUCE, "nesbt-rb", "", "cube", F_ALL, PER_DIMENSION,
		"2 (n+1) (ceil(M/(nB)) beta + M/n tau)", DERIVED, NULL, is_no_square },
	{ ALLREDUCE, "nesbt-rb", "", "cube", PAIRS, PER_DIMENSION,
		"4n ceil(M/(nB)) beta + 4 M tau", DERIVED, NULL, is_no_square },

	/* Each to each: tables 15 to 18. */
	{ ALLTOALL, "brg", "", "cube", F_ALL, 0,
		"sum_{i<N-1} ceil((floor(i/2)+1) M/B) beta + N^2/4 M tau", DERIVED },
	{ ALLTOALL, "brg", "postorder", "cube", F_ALL, 0,
		"sum_{i=1..N-1} ceil(i M/B) beta + N(N-1)/2 M tau", JH("theorem 7.3") },
	{ ALLTOALL, "brg", "", "cube", PAIRS, 0,
		"sum_{i=1..N-1} ceil(i M/B) beta + N(N-1)/2 M tau", JH("table 15") },
	ALLTOALL_SINGLE("brg", "cube", 0, "_{i=1..N-1}", "i ", "", "N(N-1)/2"),
	ALLTOALL_BOTH("nrbrg", "cube", PER_DIMENSION,
		"sum_{i=1..N-1} ceil(i M/(nB)) beta + N(N-1)/2n M tau", JH("table 17")),
	{ ALLTOALL, "nrbrg", "", "cube", PAIRS, PER_DIMENSION,
		"n sum_{i=1..N-1} ceil(i M/(nB)) beta + N(N-1)/2 M tau", DERIVED },
	ALLTOALL_BOTH("sbt", "cube", 0,
		"sum_{l<n} (ceil(s_l M/B) beta + s_l M tau), s_l = max_{d<n} 2^(n-1-d) C(d,l)",
		JH("table 17, lemma 3.18")),
	{ ALLTOALL, "sbt", "", "gh", F_ALL, 0,
		"sum_{l<n} (ceil(s_l M/B) beta + s_l M tau), "
		"s_l = max_{i<n} [k_i>1] k_0..k_(i-1) e(i+1,n,l), e(a,b,l): nodes with l of the "
		"digits a to b-1", DERIVED },
	{ ALLTOALL, "sbt", "", "cube", PAIRS, 0,
		"n ceil(NM/(2B)) beta + n N/2 M tau", JH("table 15") },
	{ ALLTOALL, "sbt", "", "gh", F_SENDRECV, 0,
		"sum_{i<n} (k_i-1) (ceil(N/k_i M/B) beta + N/k_i M tau)", DERIVED },
	ALLTOALL_SINGLE("sbt", "cube", 0, "_{i<n}", "N/2 ", "", "n N/2"),
	{ ALLTOALL, "sbt", "dimension", "cube", F_ALL | PAIRS, 0,
		"n ceil(NM/(2B)) beta + n N/2 M tau", JH("table 15") },
	ALLTOALL_BOTH("nrsbt", "cube", PER_DIMENSION,
		"sum_{i=1..n} ceil(sum_{l=i..n} C(n,l) M/(nB)) beta + N/2 M tau",
		JH("section 7.1")),
	{ ALLTOALL, "nrsbt", "", "cube", PAIRS, PER_DIMENSION,
		"sum_{i<2n-1} ceil(min(i+1,2n-1-i) N M/(2nB)) beta + n N/2 M tau", JH("table 15") },
	ALLTOALL_SINGLE("nrsbt", "cube", PER_DIMENSION,
		"_{i<2n-1}", "min(i+1,2n-1-i) N/2 ", "n ", "n N/2"),
	{ ALLTOALL, "nrsbt", "rotations", "cube", F_ALL, PER_DIMENSION,
		"n ceil(NM/(2nB)) beta + N/2 M tau", JH("table 17, n rotations") },
	ALLTOALL_BOTH("nesbt", "cube", PER_DIMENSION,
		"sum_{i<=n} ceil(sum_{l=i..n} (C(n,l)-[l=1]) M/(nB)) beta + (N/2+(N-2)/n) M tau",
		JH("table 17")),
	{ ALLTOALL, "nesbt", "", "cube", PAIRS, PER_DIMENSION,
		"(sum_{i=2..n+1} ceil((i N/2-1) M/(nB)) + sum_{i=1..n} ceil((i N/2-1) M/(nB))) "
		"beta + (n N/2+N-2) M tau", JH("table 15, corrected") },
	{ ALLTOALL, "nesbt", "", "cube", F_SINGLE, PER_DIMENSION,
		"2 ((sum_{i=2..n+1} ceil((i N/2-1) M/(nB)) + sum_{i=1..n} ceil((i N/2-1) M/(nB))) "
		"beta + (n N/2+N-2) M tau)", DERIVED },
	ALLTOALL_BOTH("sbntc", "cube", PER_DIMENSION,
		"sum_{i=1..n} ceil(sum_{l=i..n} C(n,l) M/(nB)) beta + N/2 M tau", JH("table 17")),

	/* One to one, and permutations. */
	{ SEND, "sbt", "", NULL, F_ALL | F_SENDRECV, 0,
		"(ceil(M/B)+h-1) (beta + B tau)", DERIVED },
	{ SEND, "sbt", "", NULL, F_EXCHANGE | F_SINGLE, 0,
		"(ceil(M/B)+[h>1] (ceil(M/B)+h-2)) (beta + B tau)", DERIVED },
	{ PERMUTE, "permuted-send", "", "cube", F_ALL, PER_DIMENSION | PER_NODE,
		
		"2 sum_{i=1..n} ceil(sum_{l=i..n} C(n,l) M/(nNB)) beta + M tau",
		SW("PERMUTED SEND") },
	{ PERMUTE, "permuted-send", "", "cube", PAIRS,
		PER_DIMENSION | PER_NODE,
		"2n sum_{i=1..n} ceil(sum_{l=i..n} C(n,l) M/(nNB)) beta + n M tau", DERIVED },
	{ .text = NULL },
};
/* clang-format on */
