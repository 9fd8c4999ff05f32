/* Makes permutations of the nodes, by name or from a file.
 *
 * The names mean the same as in the command `grove`. A seed of a random permutation gives the same
 * permutation everywhere, too. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "apps/fail.h"
#include "apps/input.h"
#include "apps/app_memory.h"
#include "apps/app_options.h"
#include "apps/permutation_input.h"

static void inversion(int *p, int nodes, long unused)
{
	(void)unused;
	for (int v = 0; v < nodes; v++)
		p[v] = nodes - 1 - v;
}

static void transpose(int *p, int nodes, long unused)
{
	int side = 0;

	(void)unused;
	while ((long)side * side < nodes)
		side++;
	if (side * side != nodes)
		fail(REFUSED, "transpose needs a square number of nodes, got %d; gh:%d has %d",
			nodes, side * side, side * side);
	for (int v = 0; v < nodes; v++)
		p[v] = v % side * side + v / side;
}

/* Returns n when there are 2^n nodes. */
static int bits_of(const char *name, int nodes)
{
	if (nodes & (nodes - 1))
		fail(REFUSED, "%s needs 2^n nodes, as a cube has, got %d", name, nodes);
	return __builtin_ctz((unsigned)nodes);
}

static void bit_reversal(int *p, int nodes, long unused)
{
	int n = bits_of("bit-reversal", nodes);

	(void)unused;
	for (int v = 0; v < nodes; v++) {
		p[v] = 0;
		for (int i = 0; i < n; i++)
			p[v] |= (v >> i & 1) << (n - 1 - i);
	}
}

static void shuffle(int *p, int nodes, long unused)
{
	int n = bits_of("shuffle", nodes);

	(void)unused;
	for (int v = 0; v < nodes; v++)
		p[v] = n ? (v << 1 & (nodes - 1)) | v >> (n - 1) : 0;
}

static void rotate(int *p, int nodes, long k)
{
	for (int v = 0; v < nodes; v++)
		p[v] = (int)(((v + k) % nodes + nodes) % nodes);
}

/* Returns the next random number of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Shuffles by the algorithm of Fisher and Yates. */
static void random_order(int *p, int nodes, long seed)
{
	uint64_t state = (uint64_t)seed;

	for (int v = 0; v < nodes; v++)
		p[v] = v;
	for (int v = nodes - 1; v > 0; v--) {
		int u = (int)(next(&state) % (uint64_t)(v + 1)), held = p[v];

		p[v] = p[u];
		p[u] = held;
	}
}

static const struct rule {
	const char *name; /* with a colon: a number in [low, high] follows */
	long low, high;
	void (*fill)(int *p, int nodes, long number);
} rules[] = {
	{ "inversion", 0, 0, inversion },
	{ "transpose", 0, 0, transpose },
	{ "bit-reversal", 0, 0, bit_reversal },
	{ "shuffle", 0, 0, shuffle },
	{ "rotate:", -1000000000, 1000000000, rotate },
	{ "random:", 0, INT_MAX, random_order },
};

static void number_from_file(int *number, const struct input *file, size_t *at, int nodes)
{
	long value = 0;
	size_t begin = *at;

	for (; *at < file->size && isdigit(file->bytes[*at]) && value < nodes; ++*at)
		value = 10 * value + (file->bytes[*at] - '0');
	if (*at < file->size && isdigit(file->bytes[*at]))
		value = nodes; /* any number that is too large */
	else if (*at == begin || (*at < file->size && !isspace(file->bytes[*at])))
		fail(REFUSED, "%s has something that is no whole number at byte %zu", file->path,
			*at);
	if (value >= nodes)
		fail(REFUSED, "%s sends a slice beyond position %d, the last of %d nodes",
			file->path, nodes - 1, nodes);
	*number = (int)value;
}

/* Returns the bytes of the byte order mark that some editors put in front of a text. */
static size_t mark_bytes(const struct input *file)
{
	const unsigned char *b = file->bytes;

	if (file->size > 1 && (b[0] >= 0xfe || !b[0] || !b[1]))
		fail(REFUSED, "%s is UTF-16 or UTF-32: save the file as UTF-8", file->path);
	return file->size > 2 && !memcmp(b, "\xef\xbb\xbf", 3) ? 3 : 0;
}

static void from_file(int *p, const char *path, int nodes)
{
	struct input file;
	size_t at;
	int v = 0;

	input_read(&file, path);
	at = mark_bytes(&file);
	for (;; v++) {
		while (at < file.size && isspace(file.bytes[at]))
			at++;
		if (at == file.size || v == nodes)
			break;
		number_from_file(&p[v], &file, &at, nodes);
	}
	if (v < nodes || at < file.size)
		fail(REFUSED, "%s has %s numbers than the network has nodes, %d", path,
			v < nodes ? "fewer" : "more", nodes);
	free(file.bytes);
}

/* Checks a permutation from a file. A named permutation needs no check. */
static void need_each_once(const int *p, int nodes, const char *text)
{
	unsigned char *seen = memory((size_t)nodes, 1);
	int v = 0;

	memset(seen, 0, (size_t)nodes);
	while (v < nodes && !seen[p[v]]++)
		v++;
	free(seen);
	if (v < nodes)
		fail(REFUSED, "%s is no permutation: two slices go to position %d", text, p[v]);
}

static const struct rule *rule_of(const char *text)
{
	for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
		size_t length = strlen(rules[i].name);

		if (strncmp(text, rules[i].name, length))
			continue;
		if (rules[i].name[length - 1] == ':' || !text[length])
			return &rules[i];
	}
	return NULL;
}

int *permutation_make(const char *text, int nodes)
{
	const struct rule *rule = rule_of(text);
	int *p = memory((size_t)nodes, sizeof *p);

	if (!rule && access(text, F_OK) && errno == ENOENT)
		fail(REFUSED,
			"there is no permutation '%s', and no such file; there are inversion, "
			"transpose, bit-reversal, shuffle, rotate:K, random:SEED",
			text);
	if (rule)
		rule->fill(p, nodes,
			rule->low == rule->high ? 0
						: option_number(text, strchr(text, ':') + 1,
							  rule->low, rule->high));
	else
		from_file(p, text, nodes);
	need_each_once(p, nodes, text);
	return p;
}
