/* Conversions of 16-bit floats: every value, and all values between two neighbours. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "tests/runtime/half_formats.h"

static bool same(double x, double y)
{
	return (isnan(x) && isnan(y)) || (x == y && signbit(x) == signbit(y));
}

TEST("all values of 16 bits are right")
{
	for (const struct format *f = formats; f < formats + 2; f++)
		for (uint32_t h = 0; h < 0x10000; h++) {
			double want = defined(f, (uint16_t)h);
			float value = f->value((uint16_t)h);
			uint16_t nan = (uint16_t)((2 << f->exponent) - 1) << (f->mantissa - 1);

			if (!same((double)value, want) || f->from(value) != (isnan(want) ? nan : h))
				fail_msg("%d bits: 0x%04x", f->exponent, h);
		}
}

/* The value halfway between two neighbours goes to the even one, values beside it to the nearer. */
TEST("values between are rounded to nearest")
{
	for (const struct format *f = formats; f < formats + 2; f++) {
		uint16_t infinite = (uint16_t)(((1 << f->exponent) - 1) << f->mantissa);

		for (uint16_t h = 0; h < infinite; h++) {
			double low = defined(f, h), step = low - defined(f, (uint16_t)(h - 1));
			double high =
				h + 1 == infinite ? low + step : defined(f, (uint16_t)(h + 1));
			float middle = (float)((low + high) / 2);

			assert_int_equal(f->from(middle), h + h % 2);
			assert_int_equal(f->from(-middle), 0x8000 | (h + h % 2));
			assert_int_equal(f->from(nextafterf(middle, 0)), h);
			assert_int_equal(f->from(nextafterf(middle, INFINITY)), h + 1);
		}
		assert_int_equal(f->from(3e38f * 10), infinite);
		assert_int_equal(f->from(1e-45f), 0);
	}
}
