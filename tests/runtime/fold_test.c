/* Tests of folding: every type and operation, on every length, against the plainest loop. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
#include "runtime/kernels/fold.h"
#include "tool/arguments/fold_names.h"

enum {
	LONGEST = 133
};

static const char *const names[] = { "sum", "prod", "min", "max", "and", "or", "xor" };

static uint64_t random_bits(void)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

/* One element, in arithmetic that is wide enough to have no surprises: 128 bits, then cut. */
static void combine_integer(void *result, const void *left, const void *right, size_t bytes,
	bool sign, const char *name)
{
	__int128 x = 0, y = 0, z;

	memcpy(&x, left, bytes);
	memcpy(&y, right, bytes);
	if (sign && x >> (8 * bytes - 1))
		x -= (__int128)1 << 8 * bytes;
	if (sign && y >> (8 * bytes - 1))
		y -= (__int128)1 << 8 * bytes;
	z = !strcmp(name, "sum")    ? x + y
	    : !strcmp(name, "prod") ? (__int128)((unsigned __int128)x * (unsigned __int128)y)
	    : !strcmp(name, "min")  ? (x < y ? x : y)
	    : !strcmp(name, "max")  ? (x > y ? x : y)
	    : !strcmp(name, "and")  ? (x & y)
	    : !strcmp(name, "or")   ? (x | y)
				    : (x ^ y);
	memcpy(result, &z, bytes);
}

static void combine_float(
	void *result, const void *left, const void *right, size_t bytes, const char *name)
{
	float f, g;
	double x, y, z;

	memcpy(bytes == 4 ? (void *)&f : (void *)&x, left, bytes);
	memcpy(bytes == 4 ? (void *)&g : (void *)&y, right, bytes);
	if (bytes == 4) {
		x = (double)f;
		y = (double)g;
	}
	z = !strcmp(name, "sum")    ? x + y
	    : !strcmp(name, "prod") ? x * y
	    : !strcmp(name, "min")  ? fmin(x, y)
				    : fmax(x, y);
	f = (float)z;
	memcpy(result, bytes == 4 ? (void *)&f : (void *)&z, bytes);
}

static void fill(unsigned char *bytes, size_t count, int type)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t bits = random_bits();
		double d = (double)(int64_t)bits * 1e-12;
		float f = (float)d;
		const void *from = type == GROVE_F64   ? (void *)&d
				   : type == GROVE_F32 ? (void *)&f
						       : (void *)&bits;

		memcpy(bytes + i * type_bytes(type), from, type_bytes(type));
	}
}

static void check_one(int type, const char *name, size_t count, size_t shift, bool in_place)
{
	static unsigned char left[8 * LONGEST + 8], right[8 * LONGEST + 8],
		result[8 * LONGEST + 16];
	unsigned char expected[8 * LONGEST + 8];
	size_t size = type_bytes(type), bytes = count * size;
	struct folding folding;

	assert_int_equal(folding_resolve(&folding, type, fold_named(name)), 0);
	fill(left + shift, count, type);
	fill(right + shift, count, type);
	for (size_t i = 0; i < bytes; i += size)
		if (type >= GROVE_F32)
			combine_float(
				expected + i, left + shift + i, right + shift + i, size, name);
		else
			combine_integer(expected + i, left + shift + i, right + shift + i, size,
				type % 2 == 1, name);
	memset(result, 0x5a, sizeof result);
	if (in_place)
		memcpy(result + shift, left + shift, bytes);
	folding_apply(&folding, result + shift, in_place ? result + shift : left + shift,
		right + shift, bytes);
	if (memcmp(result + shift, expected, bytes))
		fail_msg("%s of %zu %s at byte %zu", name, count, type_name(type), shift);
	assert_int_equal(result[shift + bytes], 0x5a);
}

TEST("fold combines every type with every operation")
{
	for (int type = 0; type <= GROVE_F64; type++)
		for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
			for (size_t count = 0; count <= LONGEST && (type < GROVE_F32 || n < 4);
				count++) {
				check_one(type, names[n], count, 0, false);
				check_one(type, names[n], count, count % 8, true);
			}
}

static void check_two(int type, const char *name, size_t count)
{
	static unsigned char left[8 * LONGEST], right[8 * LONGEST], first[8 * LONGEST + 1],
		second[8 * LONGEST + 1], expected[8 * LONGEST];
	size_t bytes = count * type_bytes(type);
	struct folding folding;

	assert_int_equal(folding_resolve(&folding, type, fold_named(name)), 0);
	fill(left, count, type);
	fill(right, count, type);
	folding_apply(&folding, expected, left, right, bytes);
	first[bytes] = second[bytes] = 0x5a;
	folding.kernel(first, second, left, right, folding_count(&folding, bytes));
	if (memcmp(first, expected, bytes) || memcmp(second, expected, bytes))
		fail_msg("%s of %zu %s, twice", name, count, type_name(type));
	assert_true(first[bytes] == 0x5a && second[bytes] == 0x5a);
}

TEST("fold stores the same in two places")
{
	for (int type = 0; type <= GROVE_F64; type++)
		for (size_t n = 0; n < (type < GROVE_F32 ? sizeof names / sizeof names[0] : 4); n++)
			for (size_t count = 0; count <= LONGEST; count++)
				check_two(type, names[n], count);
}

TEST("fold refuses bits of floats")
{
	struct folding folding;

	for (size_t n = 4; n < 7; n++) {
		assert_int_equal(
			folding_resolve(&folding, GROVE_F32, fold_named(names[n])), -EINVAL);
		assert_int_equal(
			folding_resolve(&folding, GROVE_F64, fold_named(names[n])), -EINVAL);
	}
	assert_string_equal(why_text(), "xor: not for f64, which has sum, prod, min, max");
}

TEST("fold refuses what is no type")
{
	struct folding folding;

	assert_int_equal(folding_resolve(&folding, GROVE_TYPES, GROVE_SUM), -EINVAL);
	assert_int_equal(folding_resolve(&folding, -1, GROVE_SUM), -EINVAL);
	assert_int_equal(folding_resolve(&folding, 0x10000, GROVE_SUM), -EINVAL);
	assert_int_equal(folding_resolve(&folding, GROVE_ELEMENT(3), GROVE_SUM), -EINVAL);
	assert_int_equal(folding_resolve(&folding, GROVE_F64, NULL), -EINVAL);
	assert_int_equal(folding_resolve(&folding, GROVE_F64, &(struct grove_fold){ 0 }), -EINVAL);
	assert_int_equal(type_bytes(GROVE_ELEMENT(65536)), 0);
	assert_int_equal(type_bytes(GROVE_ELEMENT(65535)), 65535);
}

static void bits_equal(const void *left, const void *right, size_t bytes, const char *what)
{
	if (memcmp(left, right, bytes))
		fail_msg("%s", what);
}

/* The floats, and the bits of their NaNs. */
static const struct nan_bits {
	int type;
	size_t bytes;
	uint64_t exponent, sign, quiet; /* of each part; a part with other bits below is a NaN */
} nan_bits[] = { { GROVE_F16, 2, 0x7c00, 0x8000, 0x200 }, { GROVE_BF16, 2, 0x7f80, 0x8000, 0x40 },
	{ GROVE_F32, 4, 0x7f800000, 0x80000000, 0x400000 },
	{ GROVE_F64, 8, 0x7ff0000000000000, 0x8000000000000000, 0x8000000000000 } };

static bool is_the_nan(const void *result, const struct nan_bits *t)
{
	uint64_t bits = 0;

	memcpy(&bits, result, t->bytes);
	return bits == (t->exponent | t->quiet);
}

/* Folds `count` pairs of a NaN with a NaN or a number: in vectors, and what is left. */
static void fold_nans(
	const struct nan_bits *t, int type, size_t number, size_t count, uint64_t x, uint64_t y)
{
	unsigned char left[37 * 8], right[37 * 8], result[37 * 8], also[37 * 8];
	struct folding folding;

	if (folding_resolve(&folding, type, grove_builtin_fold((int)number)))
		return;
	for (size_t i = 0; i < count; i++) {
		memcpy(left + i * t->bytes, &x, t->bytes);
		memcpy(right + i * t->bytes, &y, t->bytes);
	}
	for (int turn = 0; turn < 2; turn++) {
		folding.kernel(result, turn ? also : NULL, turn ? left : right, turn ? right : left,
			count * t->bytes / folding.element);
		for (size_t i = 0; i < count; i++)
			if (!is_the_nan(result + i * t->bytes, t) ||
				(turn && !is_the_nan(also + i * t->bytes, t)))
				fail_msg("%s of %zu-byte floats, element %zu of %zu",
					folding.fold.name, t->bytes, i, count);
	}
}

TEST("a result is one nan")
{
	for (size_t k = 0; k < sizeof nan_bits / sizeof *nan_bits; k++) {
		const struct nan_bits *t = &nan_bits[k];
		uint64_t nan = t->exponent | t->quiet;
		uint64_t values[] = { nan, nan | t->sign, nan | 1, nan | t->sign | 3,
			t->exponent | 1, t->exponent, t->exponent | t->sign, 0, t->quiet };

		for (size_t i = 0; i < 5 * 9; i++)
			for (size_t number = 0; number < 4; number++)
				for (size_t count = 2; count <= 36; count += count < 8 ? 2 : 28) {
					uint64_t x = values[i / 9], y = values[i % 9];

					fold_nans(t, t->type, number, count, x, y);
					if (t->bytes >= 4)
						fold_nans(t, t->bytes == 4 ? GROVE_C64 : GROVE_C128,
							number, count, x, y);
				}
	}
}

/* Where an element lies in a vector, and which factor is on the left, must not show. */
TEST("a complex product has the same bits anywhere")
{
	double left[2 * 37], right[2 * 37], product[2 * 37], alone[2], swapped[2 * 37];
	float f[5][2 * 37];

	for (int i = 0; i < 2 * 37; i++) {
		left[i] = sin(i + 1) * 3;
		right[i] = cos(i * i + 2) * 7;
		f[0][i] = (float)left[i];
		f[1][i] = (float)right[i];
	}
	GROVE_PROD->function(product, left, right, 37, GROVE_C128, NULL);
	GROVE_PROD->function(swapped, right, left, 37, GROVE_C128, NULL);
	GROVE_PROD->function(f[2], f[0], f[1], 37, GROVE_C64, NULL);
	GROVE_PROD->function(f[3], f[1], f[0], 37, GROVE_C64, NULL);
	bits_equal(product, swapped, sizeof product, "c128, swapped");
	bits_equal(f[2], f[3], sizeof f[2], "c64, swapped");
	for (int i = 0; i < 2 * 37; i += 2) {
		GROVE_PROD->function(alone, left + i, right + i, 1, GROVE_C128, NULL);
		bits_equal(alone, product + i, sizeof alone, "c128, alone");
		GROVE_PROD->function(f[4], f[0] + i, f[1] + i, 1, GROVE_C64, NULL);
		bits_equal(f[4], f[2] + i, 2 * sizeof f[4][0], "c64, alone");
	}
}

TEST("fold of floats gives the same bits in either order")
{
	const double values[] = { 0.0, -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN, -NAN, 5e-324 };
	const size_t n = sizeof values / sizeof values[0];

	for (size_t i = 0; i < n * n; i++)
		for (size_t f = 0; f < 2; f++) {
			double x = values[i / n], y = values[i % n], xy, yx;
			float u = (float)x, v = (float)y, uv, vu;
			const struct grove_fold *fold = f ? GROVE_MAX : GROVE_MIN;

			fold->function(&xy, &x, &y, 1, GROVE_F64, NULL);
			fold->function(&yx, &y, &x, 1, GROVE_F64, NULL);
			bits_equal(&xy, &yx, sizeof xy, "f64");
			fold->function(&uv, &u, &v, 1, GROVE_F32, NULL);
			fold->function(&vu, &v, &u, 1, GROVE_F32, NULL);
			bits_equal(&uv, &vu, sizeof uv, "f32");
			assert_int_equal(isnan(xy), isnan(x) || isnan(y));
			if (x == 0 && y == 0)
				assert_int_equal(signbit(xy) != 0,
					f ? signbit(x) && signbit(y) : signbit(x) || signbit(y));
		}
}

static void add_triples(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	unsigned char *r = result;
	const unsigned char *x = left, *y = right;

	assert_int_equal(type, GROVE_ELEMENT(3));
	assert_int_equal(count, 3);
	++*(int *)context;
	for (size_t i = 0; i < 3 * count; i++)
		r[i] = (unsigned char)(x[i] + y[i]);
}

TEST("fold calls a callers own function")
{
	int calls = 0;
	const struct grove_fold own = { add_triples, &calls, "triples" };
	unsigned char left[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 },
		      right[9] = { 9, 8, 7, 6, 5, 4, 3, 2, 1 };
	struct folding folding;

	assert_int_equal(folding_resolve(&folding, GROVE_ELEMENT(3), &own), 0);
	assert_int_equal(folding.element, 3);
	folding_apply(&folding, left, left, right, sizeof left);
	for (size_t i = 0; i < sizeof left; i++)
		assert_int_equal(left[i], 10);
	assert_int_equal(calls, 1);
}

TEST("fold knows its names")
{
	int type;

	for (int t = 0; t < GROVE_TYPES; t++) {
		assert_int_equal(type_named(&type, type_name(t)), 0);
		assert_int_equal(type, t);
	}
	assert_int_equal(type_named(&type, "f8"), -EINVAL);
	assert_null(fold_named("mean"));
	assert_ptr_equal(fold_named("sum"), GROVE_SUM);
	assert_ptr_equal(fold_named("prod"), GROVE_PROD);
	assert_ptr_equal(fold_named("min"), GROVE_MIN);
	assert_ptr_equal(fold_named("max"), GROVE_MAX);
	assert_ptr_equal(fold_named("and"), GROVE_AND);
	assert_ptr_equal(fold_named("or"), GROVE_OR);
	assert_ptr_equal(fold_named("xor"), GROVE_XOR);
	assert_null(grove_builtin_fold(-1));
	assert_ptr_equal(fold_named("minloc"), GROVE_MINLOC);
	assert_ptr_equal(fold_named("maxloc"), GROVE_MAXLOC);
	assert_null(grove_builtin_fold(9));
}

/* Peers compare these words, and say in words how two of them differ. */
TEST("fold is described by one word")
{
	const struct grove_fold own = { add_triples, NULL, "triples" };
	const struct {
		const struct grove_fold *fold;
		int type;
		const char *phrase;
	} table[] = { { GROVE_SUM, GROVE_F64, ", sum of f64" },
		{ GROVE_XOR, GROVE_U8, ", xor of u8" },
		{ &own, GROVE_I32, ", a caller's fold of i32" },
		{ &own, GROVE_ELEMENT(3), ", a caller's fold of elements of 3 bytes" } };
	char phrase[FOLDING_PHRASE] = "unchanged";
	struct folding folding;

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		assert_int_equal(folding_resolve(&folding, table[i].type, table[i].fold), 0);
		folding_describe(folding_word(&folding), phrase);
		assert_string_equal(phrase, table[i].phrase);
	}
	assert_int_equal(folding_word(NULL), 0);
	folding_describe(0, phrase);
	assert_string_equal(phrase, "");
}
