/* Lists the closed forms of Stout & Wagar's schedules. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_tables.h"
#include "collectives/cube/cube_transpose.h"

/* With one port every step of a wave becomes n steps, a dimension after another; for BROADCAST 3B
 * and 4 only where two nodes may both send and receive. Where sends and receives exclude each
 * other, all but one of a wave's n steps become 2n steps. */
static bool not_one_link(const struct problem *problem)
{
	return problem->net.digits > 1;
}

static int packets_of_transpose(const struct problem *problem)
{
	return transpose_units(&problem->net, !problem->order[0]);
}

#define BOTH(text) "2 (" text ")"
#define ONE_BY_ONE "n ceil(M/B) beta + n M tau"
#define PARTS "n ceil(M/(nB)) beta + M tau"
#define PARTS_ONE_PORT "sum_{i<2n-1} ceil(min(i+1,2n-1-i) M/(nB)) beta + n M tau"
#define ONE_WAVE "(n+1) ceil(M/(nB)) beta + (n+1)/n M tau"
#define WAVES_APART                                                                                \
	"(g+n-1) (beta + M/(ng) tau), g = ceil(M/(nB)), least at g^2 = (n-1) M tau/(n beta)"

/* clang-format off */
const struct formula formulas_stout_wagar[] = {
	{ BROADCAST, "broadcast1", "", "cube", ANY, HALF_TOO,
		ONE_BY_ONE, SW("BROADCAST 1") },
	{ BROADCAST, "broadcast2", "", "cube", F_ALL, PER_DIMENSION,
		PARTS, SW("BROADCAST 2") },
	{ BROADCAST, "broadcast2", "", "cube", ONE, PER_DIMENSION,
		PARTS_ONE_PORT, JH("table 4") },
	{ BROADCAST, "broadcast3a", "", "cube", F_ALL, PER_DIMENSION,
		ONE_WAVE, SW("BROADCAST 3A"), NULL, not_one_link },
	{ BROADCAST, "broadcast3a", "pruned", "cube", F_ALL, PER_DIMENSION,
		ONE_WAVE, SW("BROADCAST 3A"), NULL, not_one_link },
	{ BROADCAST, "broadcast3a", "", "cube", ONE, PER_DIMENSION,
		"n(n+1) ceil(M/(nB)) beta + (n+1) M tau", DERIVED, NULL, not_one_link },
	{ BROADCAST, "broadcast3b", "", "cube", PAIRS, PER_DIMENSION,
		"n^2 ceil(M/(nB)) beta + n M tau", DERIVED, NULL, not_one_link },
	{ BROADCAST, "broadcast3b", "", "cube", F_SINGLE, PER_DIMENSION | ONE_WAY,
		"n(2n-1) ceil(M/(nB)) beta + (2n-1) M tau", DERIVED, NULL, not_one_link },
	{ BROADCAST, "broadcast4", "", "cube", PAIRS, PER_DIMENSION | ONE_WAY,
		"n (g+n-1) (beta + M/(ng) tau), g = ceil(M/(nB))", DERIVED, NULL, not_one_link },
	{ BROADCAST, "broadcast3b", "", "cube", F_ALL, PER_DIMENSION,
		PARTS, SW("BROADCAST 3B") },
	{ BROADCAST, "broadcast3b", "pruned", "cube", F_ALL, PER_DIMENSION,
		PARTS, SW("BROADCAST 3B") },
	{ BROADCAST, "broadcast4", "", "cube", F_ALL, PER_DIMENSION,
		WAVES_APART, SW("BROADCAST 4") },
	{ BROADCAST, "broadcast4", "pruned", "cube", F_ALL, PER_DIMENSION,
		WAVES_APART, SW("BROADCAST 4") },
	{ ALLREDUCE, "broadcast1-rb", "", "cube", ANY, HALF_TOO,
		BOTH(ONE_BY_ONE), DERIVED },
	{ ALLREDUCE, "broadcast2-rb", "", "cube", F_ALL, PER_DIMENSION,
		BOTH(PARTS), DERIVED },
	{ ALLREDUCE, "broadcast2-rb", "", "cube", ONE, PER_DIMENSION,
		BOTH(PARTS_ONE_PORT), DERIVED },
	{ ALLREDUCE, "broadcast3b-rb", "", "cube", F_ALL, PER_DIMENSION,
		BOTH(PARTS), DERIVED },
	{ ALLREDUCE, "broadcast4-rb", "", "cube", F_ALL, PER_DIMENSION | WHOLE,
		 BOTH("n beta + M tau"), DERIVED },

	{ PERMUTE, "lc-transpose", "", "cube", F_ALL, 0,
		"(Q+1) (beta + M/(2Q) tau), Q = gq/2, g = ceil(M/(qB)), q/2: the least multiple of "
		"1..n/2, of n at least for n > 2, least at Q^2 = M tau/(2 beta)",
		SW("L.C. INVERSION"), packets_of_transpose },

	{ REDUCESCATTER, "histogram", "", "cube", F_ALL, PER_DIMENSION,
		"sum_{l<n} ceil(2^l M/(nB)) beta + (N-1)/n M tau", SW("HISTOGRAM") },
	{ .text = NULL },
};
/* clang-format on */
