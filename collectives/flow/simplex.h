/* The linear program behind step lengths: few variables, inequalities that come one by one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FLOW_SIMPLEX_H
#define COLLECTIVES_FLOW_SIMPLEX_H

enum {
	SUM_TERMS = 64
};

/* sum of factor[i] * x[i] >= least, with some factor that is not 0. */
struct inequality {
	double factor[SUM_TERMS], least;
};

/* Finds x[0 ... terms - 1] >= 0, a vertex, for which the sum of (1 - i * tilt) x[i] is the least
 * that all inequalities allow. A small tilt chooses among those of the least sum the one in which
 * the last terms are large, and keeps the method from treading on the spot. 0; -ENOENT, without a
 * line, when there is none; -ENOMEM with why. */
int simplex(const struct inequality *row, int rows, int terms, double tilt, double *x);

#endif
