/* Reads and writes elements of each type, by conversions that share no line with the kernels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>
#include "perf/data/element_values.h"
#include "runtime/kernels/fold.h"

enum {
	F64_MANTISSA = 52,
	F64_BIAS = 1023
};

const struct element_shape *element_shape(int type)
{
	static const struct element_shape shapes[GROVE_TYPES] = {
		[GROVE_U8] = { INTEGERS, GROVE_U8, 0 },
		[GROVE_I8] = { INTEGERS, GROVE_I8, 0 },
		[GROVE_U16] = { INTEGERS, GROVE_U16, 0 },
		[GROVE_I16] = { INTEGERS, GROVE_I16, 0 },
		[GROVE_U32] = { INTEGERS, GROVE_U32, 0 },
		[GROVE_I32] = { INTEGERS, GROVE_I32, 0 },
		[GROVE_U64] = { INTEGERS, GROVE_U64, 0 },
		[GROVE_I64] = { INTEGERS, GROVE_I64, 0 },
		[GROVE_F32] = { FLOATS, GROVE_F32, 0 },
		[GROVE_F64] = { FLOATS, GROVE_F64, 0 },
		[GROVE_F16] = { FLOATS, GROVE_F16, 0 },
		[GROVE_BF16] = { FLOATS, GROVE_BF16, 0 },
		[GROVE_C64] = { COMPLEX_NUMBERS, GROVE_F32, 0 },
		[GROVE_C128] = { COMPLEX_NUMBERS, GROVE_F64, 0 },
		[GROVE_BOOL] = { BOOLS, GROVE_U8, 0 },
		[GROVE_I32_I32] = { PAIRS, GROVE_I32, GROVE_I32 },
		[GROVE_F32_I32] = { PAIRS, GROVE_F32, GROVE_I32 },
		[GROVE_I64_I32] = { PAIRS, GROVE_I64, GROVE_I32 },
		[GROVE_F64_I32] = { PAIRS, GROVE_F64, GROVE_I32 },
		[GROVE_I64_I64] = { PAIRS, GROVE_I64, GROVE_I64 },
		[GROVE_F64_I64] = { PAIRS, GROVE_F64, GROVE_I64 },
	};

	return &shapes[type];
}

static bool element_signed(int type)
{
	return type == GROVE_I8 || type == GROVE_I16 || type == GROVE_I32 || type == GROVE_I64;
}

/* Reads an integer as 64 bits, with its sign extended if the type is signed. */
static uint64_t integer_read(const unsigned char *from, int type)
{
	size_t bits = 8 * type_bytes(type);
	uint64_t x = 0;

	memcpy(&x, from, bits / 8);
	if (element_signed(type) && bits < 64 && x >> (bits - 1))
		x |= ~UINT64_C(0) << bits;
	return x;
}

/* A 16-bit float: 1 bit of sign, the exponent, and that many bits of mantissa. */
struct half_format {
	int mantissa, bias;
};

static struct half_format half_format(int type)
{
	return type == GROVE_F16 ? (struct half_format){ 10, 15 } : (struct half_format){ 7, 127 };
}

/* The bits of the exponent and of the mantissa move to their places in a double. */
static double half_read(uint64_t half, struct half_format format)
{
	uint64_t size = half & 0x7fff, bits = (half >> 15) << 63;
	double x;

	if (size)
		bits |= (size + ((uint64_t)(F64_BIAS - format.bias) << format.mantissa))
			<< (F64_MANTISSA - format.mantissa);
	memcpy(&x, &bits, sizeof x);
	return x;
}

static uint16_t half_of(double x, struct half_format format)
{
	uint64_t bits, size;

	memcpy(&bits, &x, sizeof bits);
	size = bits << 1 >> 1;
	if (size)
		size = (size >> (F64_MANTISSA - format.mantissa)) -
		       ((uint64_t)(F64_BIAS - format.bias) << format.mantissa);
	return (uint16_t)((bits >> 63) << 15 | size);
}

double number_read(const unsigned char *from, int type)
{
	float f;
	double x;

	switch (type) {
	case GROVE_F32:
		memcpy(&f, from, sizeof f);
		return (double)f;
	case GROVE_F64:
		memcpy(&x, from, sizeof x);
		return x;
	case GROVE_F16:
	case GROVE_BF16:
		return half_read(integer_read(from, GROVE_U16), half_format(type));
	default:
		return (double)(int64_t)integer_read(from, type);
	}
}

void number_write(unsigned char *to, int type, double number)
{
	float f = (float)number;
	uint16_t half;
	int64_t whole;

	switch (type) {
	case GROVE_F32:
		memcpy(to, &f, sizeof f);
		return;
	case GROVE_F64:
		memcpy(to, &number, sizeof number);
		return;
	case GROVE_F16:
	case GROVE_BF16:
		half = half_of(number, half_format(type));
		memcpy(to, &half, sizeof half);
		return;
	default:
		whole = (int64_t)number;
		memcpy(to, &whole, type_bytes(type));
	}
}
