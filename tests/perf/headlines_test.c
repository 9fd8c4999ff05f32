/* Headlines: what the papers promise is what the simulator finds, for every row of the table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
#include "grove_measure.h"
#include "perf/claim_run.h"

static const struct grove_pace paces[] = { { 2e-3, 2e-6 }, { 1e-3, 1e-8 }, { 1e-4, 1e-6 } };

/* Packets are whole bytes, best packets whole rounds, and where trees share a link the last packets
 * do not wait for a step. */
TEST("simulated ratios are the papers")
{
	const struct paper_claim *h;

	for (int i = 0; (h = paper_claim_at(i)); i++)
		for (int n = h->from; n <= h->to; n += h->by)
			for (size_t p = 0; p < sizeof paces / sizeof paces[0]; p++) {
				struct reproduction r;

				if (foretell(&r, h, n, &paces[p]))
					fail_msg("%s on %s: %s", h->name, r.network, why_text());
				if (!(fabs(r.simulator / r.paper - 1) < 0.04))
					fail_msg("%s on %s: the paper says %g, the simulator %g",
						h->name, r.network, r.paper, r.simulator);
			}
}

TEST("headlines have names of their own")
{
	for (int i = 0; paper_claim_at(i); i++) {
		assert_ptr_equal(paper_claim_named(paper_claim_at(i)->name), paper_claim_at(i));
		assert_int_equal((paper_claim_at(i)->packets != 0) +
					 (paper_claim_at(i)->bytes != 0) +
					 (paper_claim_at(i)->length != NULL),
			1);
	}
	assert_null(paper_claim_named("nothing"));
}

TEST("a schedule that does not exist is an error")
{
	struct paper_claim wrong = *paper_claim_at(0);
	struct reproduction r;

	wrong.after.algorithm = "sundial";
	assert_true(foretell(&r, &wrong, 3, &paces[0]) < 0);
	assert_non_null(strstr(why_text(), "sundial"));
}
