/* Reads the numbers of a file, of any size and byte order, as doubles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "tool/files/need.h"
#include "tool/files/npy.h"
#include "tool/files/numbers.h"

#define SWAP_8(word) (word)

/* Defines the loader of a type, whose bits are the bits of an unsigned word of the same size. */
#define LOADER(name, type, word_type, swapped, value)                                              \
	static void name(double *to, const unsigned char *from, size_t count, bool swap)           \
	{                                                                                          \
		for (size_t i = 0; i < count; i++) {                                               \
			word_type word;                                                            \
			type number;                                                               \
                                                                                                   \
			memcpy(&word, from + i * sizeof word, sizeof word);                        \
			word = swap ? swapped(word) : word;                                        \
			memcpy(&number, &word, sizeof number);                                     \
			to[i] = value(number);                                                     \
		}                                                                                  \
	}

/* Converts IEEE 754 binary16: 1 bit sign, 5 exponent, 10 fraction. */
static double half(uint16_t bits)
{
	int exponent = bits >> 10 & 31, fraction = bits & 1023;
	double size = exponent == 31 ? (fraction ? NAN : INFINITY)
		      : exponent     ? ldexp(1024 + fraction, exponent - 25)
				     : ldexp(fraction, -24);

	return bits >> 15 ? -size : size;
}

LOADER(load_u8, uint8_t, uint8_t, SWAP_8, (double))
LOADER(load_i8, int8_t, uint8_t, SWAP_8, (double))
LOADER(load_u16, uint16_t, uint16_t, __builtin_bswap16, (double))
LOADER(load_i16, int16_t, uint16_t, __builtin_bswap16, (double))
LOADER(load_u32, uint32_t, uint32_t, __builtin_bswap32, (double))
LOADER(load_i32, int32_t, uint32_t, __builtin_bswap32, (double))
LOADER(load_u64, uint64_t, uint64_t, __builtin_bswap64, (double))
LOADER(load_i64, int64_t, uint64_t, __builtin_bswap64, (double))
LOADER(load_f16, uint16_t, uint16_t, __builtin_bswap16, half)
LOADER(load_f32, float, uint32_t, __builtin_bswap32, (double))
LOADER(load_f64, double, uint64_t, __builtin_bswap64, (double))

static const struct {
	char kind;
	size_t item;
	numbers_loader *load;
} types[] = {
	{ 'b', 1, load_u8 },
	{ 'u', 1, load_u8 },
	{ 'u', 2, load_u16 },
	{ 'u', 4, load_u32 },
	{ 'u', 8, load_u64 },
	{ 'i', 1, load_i8 },
	{ 'i', 2, load_i16 },
	{ 'i', 4, load_i32 },
	{ 'i', 8, load_i64 },
	{ 'f', 2, load_f16 },
	{ 'f', 4, load_f32 },
	{ 'f', 8, load_f64 },
};

void numbers_of_bytes(struct numbers *numbers, const struct input *file)
{
	*numbers = (struct numbers){ file->bytes, file->size, 1, 'u', false, load_u8 };
}

void numbers_of_npy(struct numbers *n, const struct input *file)
{
	struct npy npy;
	const char *wrong = npy_read(&npy, file->bytes, file->size);

	if (wrong)
		end_command(STATUS_REFUSED, "%s %s", file->path, wrong);
	*n = (struct numbers){ file->bytes + npy.begin, npy.count, npy.item, npy.kind,
		npy.big != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__), NULL };
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (types[i].kind == n->kind && types[i].item == n->item)
			n->load = types[i].load;
	if (!n->load)
		end_command(STATUS_REFUSED,
			"%s does not hold numbers that can be put in bins: integers, floats of 2, "
			"4 "
			"or 8 bytes, or booleans",
			file->path);
	need_whole(file->path, "array", file->size - npy.begin, n->count * n->item);
}
