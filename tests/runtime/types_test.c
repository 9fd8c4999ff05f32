/* Folds of 16-bit floats, complex numbers, booleans and pairs: the kernels, and the verbs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <complex.h>
#include <grove.h>
#include <math.h>
#include "tests/teams.h"
#include "runtime/kernels/fold.h"
#include "tests/runtime/half_formats.h"

/* ---- Folds against the plainest loop ---- */

enum {
	LONGEST = 67,
	ELEMENT_MOST = 16
};

static const int new_types[] = { GROVE_F16, GROVE_BF16, GROVE_C64, GROVE_C128, GROVE_BOOL,
	GROVE_I32_I32, GROVE_F32_I32, GROVE_I64_I32, GROVE_F64_I32, GROVE_I64_I64, GROVE_F64_I64 };

static const char *const fold_names[] = { "sum", "prod", "min", "max", "and", "or", "xor", "minloc",
	"maxloc" };

static bool is_pair(int type)
{
	return type >= GROVE_I32_I32 && type <= GROVE_F64_I64;
}

static void half_combined(uint16_t *to, const uint16_t *x, const uint16_t *y, int type, int fold)
{
	const struct format *f = &formats[type == GROVE_BF16];
	double a = defined(f, *x), b = defined(f, *y);

	if (fold >= 2)
		*to = (a < b) == (fold == 2) ? *x : *y;
	else
		*to = f->from((float)(fold ? a * b : a + b));
}

static void complex_combined(void *to, const void *x, const void *y, int type, int fold)
{
	float complex f, g;
	double complex d, e;

	memcpy(type == GROVE_C64 ? (void *)&f : (void *)&d, x, type_bytes(type));
	memcpy(type == GROVE_C64 ? (void *)&g : (void *)&e, y, type_bytes(type));
	if (type == GROVE_C64)
		f = fold ? f * g : f + g;
	else
		d = fold ? d * e : d + e;
	memcpy(to, type == GROVE_C64 ? (void *)&f : (void *)&d, type_bytes(type));
}

struct pair {
	double value;
	int64_t index;
};

/* Values of these tests are small whole numbers, so a double holds each. */
static struct pair pair_read(const unsigned char *from, int type)
{
	bool wide = type >= GROVE_I64_I32, whole = (type - GROVE_I32_I32) % 2 == 0;
	bool far = type >= GROVE_I64_I64;
	int32_t i = 0, j = 0;
	int64_t k = 0, l = 0;
	float f = 0;
	double d = 0;
	size_t at = wide ? 8 : 4;

	memcpy(wide ? whole ? (void *)&k : (void *)&d : whole ? (void *)&i : (void *)&f, from, at);
	memcpy(far ? (void *)&l : (void *)&j, from + at, far ? 8 : 4);
	return (struct pair){ wide ? whole ? (double)k : d : whole ? i : (double)f, far ? l : j };
}

static void pair_write(unsigned char *to, int type, struct pair p)
{
	bool wide = type >= GROVE_I64_I32, whole = (type - GROVE_I32_I32) % 2 == 0;
	bool far = type >= GROVE_I64_I64;
	int32_t i = whole ? (int32_t)p.value : 0, j = (int32_t)p.index;
	int64_t k = whole ? (int64_t)p.value : 0;
	float f = (float)p.value;
	size_t at = wide ? 8 : 4;

	memset(to, 0, 2 * at);
	memcpy(to,
		wide	? whole ? (void *)&k : (void *)&p.value
		: whole ? (void *)&i
			: (void *)&f,
		at);
	memcpy(to + at, far ? (void *)&p.index : (void *)&j, far ? 8 : 4);
}

static void pair_combined(
	unsigned char *to, const unsigned char *x, const unsigned char *y, int type, int fold)
{
	struct pair a = pair_read(x, type), b = pair_read(y, type);
	double order = fold == 7 ? a.value - b.value : b.value - a.value;

	pair_write(to, type, order < 0 || (order == 0 && a.index < b.index) ? a : b);
}

static void combined(
	unsigned char *to, const unsigned char *x, const unsigned char *y, int type, int fold)
{
	if (is_pair(type))
		pair_combined(to, x, y, type, fold);
	else if (type == GROVE_BOOL)
		*to = fold == 4 ? *x && *y : fold == 5 ? *x || *y : !*x != !*y;
	else if (type == GROVE_C64 || type == GROVE_C128)
		complex_combined(to, x, y, type, fold);
	else
		half_combined((uint16_t *)(void *)to, (const uint16_t *)(const void *)x,
			(const uint16_t *)(const void *)y, type, fold);
}

/* Element i of node v: small whole numbers, of which all sums and most products are exact. Complex
 * numbers are Gaussian primes without conjugates, so no part of a product is a 0 with a sign. */
static void element_fill(unsigned char *to, int type, int v, size_t i)
{
	static const int primes[][2] = { { 2, 1 }, { 3, 2 }, { 4, 1 } };
	int number = (int)((size_t)(v * 7 + 3) * (i + 1) % 11) - 5;
	const int *prime = primes[(v + (int)i) % COUNT(primes)], sign = number < 0 ? -1 : 1;
	float parts[2] = { (float)(sign * prime[0]), (float)(sign * prime[1]) };
	double wide[2] = { sign * prime[0], sign * prime[1] };
	uint16_t half = formats[type == GROVE_BF16].from((float)number);

	if (is_pair(type))
		pair_write(to, type, (struct pair){ number, (v * 5 + (int)i) % 3 });
	else if (type == GROVE_BOOL)
		*to = (unsigned char)(number < 0 ? 0 : number * 50);
	else if (type == GROVE_C64)
		memcpy(to, parts, sizeof parts);
	else if (type == GROVE_C128)
		memcpy(to, wide, sizeof wide);
	else
		memcpy(to, &half, sizeof half);
}

static void check_fold(int type, int fold, size_t count, size_t shift)
{
	size_t size = type_bytes(type), bytes = count * size;
	_Alignas(16) unsigned char left[LONGEST * ELEMENT_MOST], right[sizeof left],
		want[sizeof left], got[sizeof left + 16], also[sizeof left + 16];
	struct folding folding;

	assert_int_equal(folding_resolve(&folding, type, grove_builtin_fold(fold)), 0);
	for (size_t i = 0; i < count; i++) {
		element_fill(left + i * size, type, (int)count, i);
		element_fill(right + i * size, type, (int)count + 1, i);
		combined(want + i * size, left + i * size, right + i * size, type, fold);
	}
	memset(got, 0x5a, sizeof got);
	memset(also, 0x5a, sizeof also);
	folding.kernel(got + shift, also + shift, left, right, folding_count(&folding, bytes));
	if (memcmp(got + shift, want, bytes) || memcmp(also + shift, want, bytes) ||
		got[shift + bytes] != 0x5a || also[shift + bytes] != 0x5a)
		fail_msg("%s of %zu %s", fold_names[fold], count, type_name(type));
	folding_apply(&folding, got + shift, right, left, bytes);
	if (memcmp(got + shift, want, bytes))
		fail_msg("%s of %zu %s, exchanged", fold_names[fold], count, type_name(type));
	folding_apply(&folding, left, left, right, bytes);
	assert_memory_equal(left, want, bytes);
}

TEST("folds are those of the plainest loop")
{
	struct folding folding;

	for (int t = 0; t < COUNT(new_types); t++)
		for (int fold = 0; fold < COUNT(fold_names); fold++)
			for (size_t count = 0; !folding_resolve(&folding, new_types[t],
						       grove_builtin_fold(fold)) &&
					       count < LONGEST;
				count++)
				check_fold(new_types[t], fold, count, count % 8);
}

/* A NaN comes first, -0 equals 0, and equal pairs give the same bits from either side. */
TEST("extremes of pairs are the same from either side")
{
	static const double values[] = { NAN, -INFINITY, -1, -0.0, 0.0, 1, INFINITY };

	for (int i = 0; i < COUNT(values) * 2; i++)
		for (int j = 0; j < COUNT(values) * 2; j++) {
			struct pair x = { values[i / 2], i % 2 }, y = { values[j / 2], j % 2 };
			struct pair xy, yx;

			GROVE_MAXLOC->function(&xy, &x, &y, 1, GROVE_F64_I64, NULL);
			GROVE_MAXLOC->function(&yx, &y, &x, 1, GROVE_F64_I64, NULL);
			assert_memory_equal(&xy, &yx, sizeof xy);
			assert_int_equal(isnan(xy.value), isnan(x.value) || isnan(y.value));
			if (x.value == y.value || (isnan(x.value) && isnan(y.value)))
				assert_int_equal(xy.index, i % 2 && j % 2);
		}
}

TEST("wrong folds are refused with the right ones")
{
	static const char *const has[] = { [GROVE_F16] = "sum, prod, min, max",
		[GROVE_BF16] = "sum, prod, min, max",
		[GROVE_C64] = "sum, prod",
		[GROVE_C128] = "sum, prod",
		[GROVE_BOOL] = "and, or, xor",
		[GROVE_F64_I64] = "minloc, maxloc" };
	struct folding folding;
	char line[160];

	for (int type = GROVE_F16; type < GROVE_TYPES; type++)
		for (int fold = 0; fold < COUNT(fold_names); fold++) {
			const char *right = is_pair(type) ? has[GROVE_F64_I64] : has[type];
			const char *here = strstr(right, fold_names[fold]);
			size_t length = strlen(fold_names[fold]);
			bool known = here && (here[length] == ',' || !here[length]);
			int error = folding_resolve(&folding, type, grove_builtin_fold(fold));

			assert_int_equal(error, known ? 0 : -EINVAL);
			snprintf(line, sizeof line, "%s: not for %s, which has %s",
				fold_names[fold], type_name(type), right);
			if (error)
				assert_string_equal(why_text(), line);
		}
}

/* ---- Verbs ---- */

struct trial {
	int type;
	int fold, root;
	size_t count;
};

enum {
	NODES_MOST = 24,
	COUNT_MOST = 301
};

static void serial(unsigned char *to, const struct trial *t, int last, size_t at)
{
	_Alignas(16) unsigned char next[ELEMENT_MOST], sum[ELEMENT_MOST], before[ELEMENT_MOST];

	element_fill(sum, t->type, 0, at);
	for (int v = 1; v <= last; v++) {
		element_fill(next, t->type, v, at);
		memcpy(before, sum, sizeof sum);
		combined(sum, before, next, t->type, t->fold);
	}
	memcpy(to, sum, type_bytes(t->type));
}

static int right_from(
	const struct trial *t, const unsigned char *out, int last, size_t first, size_t count)
{
	_Alignas(16) unsigned char want[ELEMENT_MOST];
	size_t size = type_bytes(t->type);

	for (size_t i = 0; i < count; i++) {
		serial(want, t, last, first + i);
		if (memcmp(out + i * size, want, size))
			return -EDOM;
	}
	return 0;
}

static int all_verbs(struct grove_node *me, void *argument)
{
	const struct trial *t = argument;
	const struct grove_fold *fold = grove_builtin_fold(t->fold);
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me));
	size_t size = type_bytes(t->type), all = (size_t)nodes * t->count;
	FREED unsigned char *in = malloc(all * size + 1), *out = malloc(all * size + 1);

	HOLDS(in && out);
	for (size_t i = 0; i < all; i++)
		element_fill(in + i * size, t->type, v, i);
	TRY(grove_allreduce(me, in, out, t->count, t->type, fold));
	TRY(right_from(t, out, nodes - 1, 0, t->count));
	TRY(grove_reduce(me, in, out, t->count, t->type, fold, t->root));
	if (v == t->root)
		TRY(right_from(t, out, nodes - 1, 0, t->count));
	TRY(grove_scan(me, in, out, t->count, t->type, fold));
	TRY(right_from(t, out, v, 0, t->count));
	TRY(grove_reducescatter(me, in, out, t->count, t->type, fold));
	return right_from(t, out, nodes - 1, (size_t)v * t->count, t->count);
}

static void try_verbs(const char *network, int threads, struct trial *t)
{
	AUTO(grove_team) team = OPEN_TEAM(.network = network, .threads = threads);

	t->root = grove_team_nodes(team) - 1;
	if (grove_team_run(team, all_verbs, t))
		fail_msg("%s of %zu %s on %s: %s", fold_names[t->fold], t->count,
			type_name(t->type), network, grove_why());
}

/* Sums and products are exact in any order: fewer than 24 nodes, and small factors. */
TEST("verbs fold the new types")
{
	static const char *const networks[] = { "cube:0", "cube:3", "gh:5", "star:3" };
	static const size_t counts[] = { 0, 1, 37, COUNT_MOST };
	static const struct trial trials[] = { { .type = GROVE_F16 },
		{ .type = GROVE_BF16, .fold = 3 }, { .type = GROVE_C64 },
		{ .type = GROVE_C128, .fold = 1 }, { .type = GROVE_BOOL, .fold = 6 },
		{ .type = GROVE_I32_I32, .fold = 7 }, { .type = GROVE_F64_I32, .fold = 8 } };

	for (int n = 0; n < COUNT(networks); n++)
		for (int t = 0; t < COUNT(trials); t++)
			for (int c = 0; c < COUNT(counts); c++) {
				struct trial trial = trials[t];

				trial.count = counts[c];
				try_verbs(networks[n], 1, &trial);
			}
}

static int differ(struct grove_node *me, void *argument)
{
	uint16_t in[4] = { 0 }, out[4];

	return grove_allreduce(
		me, in, out, 4, grove_node_number(me) == 1 ? GROVE_BF16 : GROVE_F16, GROVE_SUM);
}

TEST("types that differ are named")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:1");

	assert_int_equal(grove_team_run(team, differ, NULL), -EINVAL);
	MUST(!strstr(grove_why(), "sum of f16") || !strstr(grove_why(), "sum of bf16"));
}
