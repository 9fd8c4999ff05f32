/* Reads likwid's expressions, which name cpus by the part of the machine in which the cpus lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "runtime/machine/pinning.h"

/* The syntax is that of likwid-pin(1), section CPU EXPRESSION; pinning.h lists the forms. In every
 * domain only usable cpus count. Cpus have two orders. By index, all physical cores come before
 * their siblings. In E: expressions the siblings of a core are adjacent, so that E:N:4:1:2 takes
 * every second cpu. */

static const char letters[] = "NSDCM";

enum {
	WORDS = 5
};

/* The usable cpus of a domain. */
struct members {
	const char *name;
	int count;
	int *number;
};

struct indexed {
	struct pins *pins;
	const struct members *members;
};

/* Cuts "E:N:4:1:2" at the colons, in place. Returns the number of words; WORDS + 1 for too many. */
static int words_cut(char *text, char *word[WORDS])
{
	int words = 0;
	char *next;

	while ((next = strsep(&text, ":"))) {
		if (words == WORDS)
			return WORDS + 1;
		word[words++] = next;
	}
	return words;
}

/* Reads a domain, "S0" or "N", as a kind and a number. Returns 0, or -EINVAL. */
static int domain_read(enum domain *kind, int *number, const struct cpus *cpus, const char *name)
{
	const char *letter = *name ? strchr(letters, *name) : NULL;

	if (!letter)
		return why(EINVAL, "'%s' is not a domain: write N, S0, D0, C0 or M0", name);
	*kind = (enum domain)(letter - letters);
	*number = 0;
	if (*kind == DOMAIN_NODE && !name[1])
		return 0;
	if (*kind == DOMAIN_NODE || number_parse(number, name + 1, 0, 1 << 20))
		return why(EINVAL, "'%s' is not a domain: write N, S0, D0, C0 or M0", name);
	if (*number >= cpus->domains[*kind])
		return why(EINVAL, "there is no domain %s: %c0 to %c%d", name, *letter, *letter,
			cpus->domains[*kind] - 1);
	return 0;
}

/* Appends the cpus of a domain in compact order: all for sibling = -1, else only these siblings. */
static void members_append(
	struct members *members, const struct cpus *cpus, enum domain kind, int number, int sibling)
{
	for (int i = 0; i < cpus->count; i++) {
		const struct cpu *cpu = &cpus->cpu[i];

		if (cpu->usable && cpu->domain[kind] == number &&
			(sibling < 0 || cpu->sibling == sibling))
			members->number[members->count++] = cpu->number;
	}
}

static int members_of(struct members *members, const struct cpus *cpus, enum domain kind,
	int number, bool compact)
{
	members->count = 0;
	members->number = calloc((size_t)cpus->count, sizeof *members->number);
	if (!members->number)
		return why(ENOMEM, "no memory for a list of %d cpus", cpus->count);
	if (compact)
		members_append(members, cpus, kind, number, -1);
	else
		for (int sibling = 0; sibling < cpus->count; sibling++)
			members_append(members, cpus, kind, number, sibling);
	return 0;
}

static int members_named(
	struct members *members, const struct cpus *cpus, const char *name, bool compact)
{
	enum domain kind = DOMAIN_NODE;
	int number = 0, error = domain_read(&kind, &number, cpus, name);

	members->name = name;
	members->number = NULL;
	return error ? error : members_of(members, cpus, kind, number, compact);
}

static int add_indexed(void *indexed, int index)
{
	const struct indexed *i = indexed;

	if (index >= i->members->count)
		return why(EINVAL, "domain %s has %d usable cpus, there is none with index %d",
			i->members->name, i->members->count, index);
	return pins_add(i->pins, i->members->number[index]);
}

/* Reads, e.g., "S0:0-3". */
static int read_indexed(
	struct pins *pins, const struct cpus *cpus, const char *name, const char *list)
{
	struct members members;
	int error = members_named(&members, cpus, name, false);

	if (!error)
		error = list_read(list, add_indexed, &(struct indexed){ pins, &members });
	free(members.number);
	return error;
}

/* Adds chunks of `chunk` cpus, `stride` apart, until there are `threads` cpus. After the last cpu
 * of the domain the first one follows, as in likwid. */
static int add_chunks(
	struct pins *pins, const struct members *members, int threads, int chunk, int stride)
{
	int error = 0;

	if (!members->count)
		return why(EINVAL, "domain %s has no usable cpu", members->name);
	for (int t = 0; t < threads && !error; t++) {
		int64_t at = (int64_t)(t / chunk) * stride + t % chunk;

		error = pins_add(pins, members->number[at % members->count]);
	}
	return error;
}

/* Reads, e.g., "E:N:4" or "E:N:4:1:2". */
static int read_chunks(struct pins *pins, const struct cpus *cpus, char *word[WORDS], int words)
{
	struct members members;
	int threads, chunk = 1, stride = 1, error;

	if (number_parse(&threads, word[2], 1, 1 << 20))
		return -EINVAL;
	if (words == 5 && (number_parse(&chunk, word[3], 1, 1 << 20) ||
				  number_parse(&stride, word[4], 1, 1 << 20)))
		return -EINVAL;
	error = members_named(&members, cpus, word[1], true);
	if (!error)
		error = add_chunks(pins, &members, threads, chunk, stride);
	free(members.number);
	return error;
}

/* Adds the index-th cpu of each domain of the kind, if the domain has that many. */
static int add_row(struct pins *pins, const struct cpus *cpus, enum domain kind, int index)
{
	int error = 0;

	for (int d = 0; d < cpus->domains[kind] && !error; d++) {
		struct members members;

		error = members_of(&members, cpus, kind, d, false);
		if (!error && index < members.count)
			error = pins_add(pins, members.number[index]);
		free(members.number);
	}
	return error;
}

/* Reads, e.g., "M:scatter" or "M:scatter:4". */
static int read_scattered(
	struct pins *pins, const struct cpus *cpus, const char *name, const char *threads)
{
	const char *letter = *name && !name[1] ? strchr(letters, *name) : NULL;
	int before = pins->count, count = cpus->usable, error = 0;

	if (!letter)
		return why(EINVAL, "'%s' is not a kind of domain: write N, S, D, C or M", name);
	if (threads && number_parse(&count, threads, 1, cpus->usable))
		return -EINVAL;
	for (int index = 0; pins->count - before < count && !error; index++)
		error = add_row(pins, cpus, (enum domain)(letter - letters), index);
	if (!error)
		pins->count = before + count;
	return error;
}

static int read_words(
	struct pins *pins, const struct cpus *cpus, char *word[WORDS], int words, const char *text)
{
	if (words == 2 && !strcmp(word[0], "L"))
		return read_indexed(pins, cpus, "N", word[1]);
	if (words == 3 && !strcmp(word[0], "L"))
		return read_indexed(pins, cpus, word[1], word[2]);
	if ((words == 3 || words == 5) && !strcmp(word[0], "E"))
		return read_chunks(pins, cpus, word, words);
	if ((words == 2 || words == 3) && !strcmp(word[1], "scatter"))
		return read_scattered(pins, cpus, word[0], words == 3 ? word[2] : NULL);
	if (words == 2)
		return read_indexed(pins, cpus, word[0], word[1]);
	return why(EINVAL, "'%s': write auto, none, 0,2-5, S0:0-3, E:N:4:1:2 or M:scatter", text);
}

int pins_expression(struct pins *pins, const struct cpus *cpus, const char *text)
{
	char *copy = strdup(text), *word[WORDS];
	int error;

	if (!copy)
		return why(ENOMEM, "no memory to read '%s'", text);
	error = read_words(pins, cpus, word, words_cut(copy, word), text);
	free(copy);
	return error;
}
