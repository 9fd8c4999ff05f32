/* Converts 16-bit floats to 32 bits and back, rounded to the nearest value, ties to even. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_HALF_FLOAT_H
#define RUNTIME_KERNELS_HALF_FLOAT_H

#include <stdint.h>
#include <string.h>

/* f16 has 5 bits of exponent and 10 of mantissa (IEEE binary16), bf16 the upper half of an f32.
 * NaNs stay NaNs, and become one quiet NaN on the way back. All cases are computed and one is
 * selected, so that loops vectorise. No f32 here is subnormal, unless a bf16 is: a program may
 * have switched subnormals off. */

static inline float float_of_bits(uint32_t bits)
{
	float value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline uint32_t bits_of_float(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

enum {
	F16_MIN = 0x38800000,  /* bits of 2^-14, the least normal f16 */
	F16_HALF = 0x3f000000, /* bits of 1/2, which has the last place of a subnormal f16 */
	F16_END = 0x47800000,  /* bits of 2^16, beyond all f16 */
	F32_INF = 0x7f800000,
	f16_NAN = 0x7e00,
	bf16_NAN = 0x7fc0,
	BIAS = (127 - 15) << 23
};

static inline float f16_value(uint16_t half)
{
	uint32_t sign = (uint32_t)(half & 0x8000) << 16, bits = (uint32_t)(half & 0x7fff) << 13;
	float small = float_of_bits(F16_MIN + bits) - float_of_bits(F16_MIN);
	uint32_t usual = bits + BIAS, last = bits + 2 * (uint32_t)BIAS;
	uint32_t all = half & 0x7c00 ? usual : bits_of_float(small);

	return float_of_bits(sign | ((half & 0x7c00) == 0x7c00 ? last : all));
}

static inline uint16_t f16_from(float value)
{
	uint32_t bits = bits_of_float(value), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
	uint32_t usual = (size - BIAS + 0xfff + (size >> 13 & 1)) >> 13;
	uint32_t small = bits_of_float(float_of_bits(size) + 0.5f) - F16_HALF;
	uint32_t all = size < F16_MIN ? small : usual;

	if (size > F32_INF)
		return f16_NAN;
	return (uint16_t)(sign | (size < F16_END ? all : 0x7c00));
}

static inline float bf16_value(uint16_t half)
{
	return float_of_bits((uint32_t)half << 16);
}

static inline uint16_t bf16_from(float value)
{
	uint32_t bits = bits_of_float(value);
	uint32_t usual = (bits + 0x7fff + (bits >> 16 & 1)) >> 16;

	return (uint16_t)((bits & 0x7fffffff) > F32_INF ? bf16_NAN : usual);
}

#endif
