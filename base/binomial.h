/* The binomial coefficient, for closed forms and for sizes of schedules. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_BINOMIAL_H
#define BASE_BINOMIAL_H

/* Returns C(n, k), and 0 for k < 0 or k > n. Exact below 2^53 / n. */
static inline double binomial(int n, int k)
{
	double value = 1;

	for (int i = 1; i <= k; i++)
		value = value * (n - k + i) / i;
	return k < 0 || k > n ? 0 : value;
}

#endif
