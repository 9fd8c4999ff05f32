/* Arithmetic that the language leaves out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_ARITH_H
#define BASE_ARITH_H

/* The larger of two numbers that are not NaN. Unlike fmax(3) it is never a function call. */
static inline double larger(double a, double b)
{
	return a > b ? a : b;
}

/* The greatest common divisor of two numbers from 0 on. */
static inline int common_divisor(int a, int b)
{
	while (b) {
		int rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

#endif
