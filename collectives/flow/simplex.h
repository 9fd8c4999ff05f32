/* Declares the linear program of the step lengths: few variables, inequalities added in turn. */
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
 * that all inequalities allow. A small tilt chooses the vertex with the largest last terms among
 * the vertices of the least sum, and keeps the method from cycling. Returns 0; -ENOENT, without an
 * error line, if there is no such x; or -ENOMEM with why. */
int simplex(const struct inequality *row, int rows, int terms, double tilt, double *x);

#endif
