/* Computes the time of rounds with packets of different sizes, in steps or without steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/pipeline_time.h"

/* In steps a round takes S beta + V tau, and each further round takes as long as a turn. Without
 * steps a round takes as long as the slowest chain of packets, in which each packet waits for the
 * packet before: the largest of several times S beta + V tau. Two of these times are kept, the
 * largest where bytes cost most and the largest where start-ups cost most. The largest packet
 * limits the rate at which rounds begin (Stout & Wagar 1990, section 3: O.C. SEND 4):
 *
 *	T(R) = (R - 1) (beta + widest u tau) + max_i (S_i beta + V_i u tau),   u = bytes / (R units)
 *
 * The time is least at R = sqrt((V - widest) tau bytes / (units beta)). */

/* The start-ups and the units that each further round adds. */
static double start_ups(const struct plan *plan)
{
	return plan->asynchronous || !plan->interval ? 1 : plan->interval;
}

static double units(const struct plan *plan)
{
	return plan->asynchronous ? plan->rate.widest : plan->rate.turn;
}

double pipeline_time(const struct plan *plan, double rounds, double unit, double beta, double tau)
{
	double one = 0;

	for (int i = 0; i < 2; i++)
		one = fmax(one, plan->rate.line[i].steps * beta +
					plan->rate.line[i].volume * unit * tau);
	return one + (rounds - 1) * (start_ups(plan) * beta + units(plan) * unit * tau);
}

double pipeline_time_best_rounds(const struct plan *plan, double bytes, double beta, double tau)
{
	double more = plan->rate.line[0].volume - units(plan);

	if (!(more > 0))
		return 1;
	more *= tau * bytes / ((double)plan_units(plan) * start_ups(plan) * beta);
	return fmax(1, floor(sqrt(more) + 0.5));
}
