/* 16-bit floats by the definition of their bits, for the tests of types. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_HALF_FORMATS_H
#define TESTS_HALF_FORMATS_H

#include <math.h>
#include <stdint.h>
#include "runtime/kernels/half_float.h"

struct format {
	int exponent, mantissa; /* bits */
	float (*value)(uint16_t half);
	uint16_t (*from)(float value);
};

static const struct format formats[] = { { 5, 10, f16_value, f16_from },
	{ 8, 7, bf16_value, bf16_from } };

static inline double defined(const struct format *f, uint16_t half)
{
	int most = (1 << f->exponent) - 1, bias = most / 2;
	int exponent = half >> f->mantissa & most, fraction = half & ((1 << f->mantissa) - 1);
	double sign = half >> 15 ? -1 : 1;

	if (exponent == most)
		return fraction ? NAN : sign * INFINITY;
	if (exponent)
		fraction += 1 << f->mantissa;
	return sign * ldexp(fraction, (exponent ? exponent : 1) - bias - f->mantissa);
}

#endif
