/* Chooses cpus for the threads of a team, or reads the caller's choice, and binds threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "runtime/machine/pinning.h"

enum {
	LARGEST = 1 << 20
};

int pins_add(struct pins *pins, int number)
{
	int error = array_reserve(
		&pins->number, &pins->room, (size_t)pins->count + 1, sizeof *pins->number);

	if (!error)
		pins->number[pins->count++] = number;
	return error;
}

/* Adds all usable cpus: distinct cores first, near cores next to each other. */
static int pins_auto(struct pins *pins, const struct cpus *cpus)
{
	int error = 0;

	for (int sibling = 0; pins->count < cpus->usable && !error; sibling++)
		for (int i = 0; i < cpus->count && !error; i++)
			if (cpus->cpu[i].usable && cpus->cpu[i].sibling == sibling)
				error = pins_add(pins, cpus->cpu[i].number);
	return error;
}

/* Reads a number at *text, and moves *text past the number. Returns -1 if there is no number. */
static int number_at(const char **text)
{
	char *end;
	long number;

	if (!isdigit((unsigned char)**text))
		return -1;
	errno = 0;
	number = strtol(*text, &end, 10);
	if (errno || number > LARGEST)
		return -1;
	*text = end;
	return (int)number;
}

int list_read(const char *text, add_function *add, void *to)
{
	const char *at = text;
	int error = 0, first, last;

	do {
		first = last = number_at(&at);
		if (*at == '-') {
			at++;
			last = number_at(&at);
		}
		if (first < 0 || last < first || (*at && *at != ','))
			return why(EINVAL, "'%s' is not a list of numbers: write 0,2-5", text);
		for (int number = first; number <= last && !error; number++)
			error = add(to, number);
	} while (!error && *at++ == ',');
	return error;
}

struct choice {
	struct pins *pins;
	const struct cpus *cpus;
};

static int add_numbered(void *choice, int number)
{
	struct choice *c = choice;
	const struct cpu *cpu = cpu_numbered(c->cpus, number);

	if (!cpu)
		return why(EINVAL, "there is no cpu %d", number);
	if (!cpu->usable)
		return why(EINVAL, "cpu %d is not usable by this process", number);
	return pins_add(c->pins, number);
}

static int pins_part(struct pins *pins, const struct cpus *cpus, const char *part)
{
	if (isdigit((unsigned char)*part))
		return list_read(part, add_numbered, &(struct choice){ pins, cpus });
	return pins_expression(pins, cpus, part);
}

static int pins_parts(struct pins *pins, const struct cpus *cpus, const char *text)
{
	char *copy = strdup(text), *rest = copy, *part;
	int error = copy ? 0 : why(ENOMEM, "no memory to read '%s'", text);

	while (!error && (part = strsep(&rest, "@"))) {
		error = pins_part(pins, cpus, part);
		if (error)
			error = why(-error, "pin '%s': %s", text, why_text());
	}
	free(copy);
	return error;
}

/* LIKWID_PIN lists cpus in the order in which threads are created. The first cpu of the list
 * belongs to the first thread, which exists already, and so stands at the end. */
static void last_first(struct pins *pins)
{
	int last = pins->number[pins->count - 1];

	memmove(pins->number + 1, pins->number, (size_t)(pins->count - 1) * sizeof last);
	pins->number[0] = last;
}

/* Adds the cpus of `likwid-pin -c`, in the order of that list. Adds none if likwid-pin does not run
 * the program, or if the list cannot be read. */
static int pins_likwid(struct pins *pins, const struct cpus *cpus)
{
	const char *list = getenv("LIKWID_PIN");
	int error = list ? list_read(list, add_numbered, &(struct choice){ pins, cpus }) : 0;

	if (error)
		pins_free(pins);
	else if (pins->count)
		last_first(pins);
	return error == -ENOMEM ? error : 0;
}

int pins_read(struct pins *pins, const struct cpus *cpus, const char *text)
{
	int error = 0;

	*pins = (struct pins){ 0 };
	if (!text || !strcmp(text, "auto")) {
		error = pins_likwid(pins, cpus);
		pins->spread = pins->count ? SPREAD_CPUS : SPREAD_CORES;
		if (!error && !pins->count)
			error = pins_auto(pins, cpus);
		if (!pins->count)
			pins->spread = SPREAD_NONE;
	} else if (strcmp(text, "none"))
		error = pins_parts(pins, cpus, text);
	if (error)
		pins_free(pins);
	return error;
}

void pins_free(struct pins *pins)
{
	free(pins->number);
	*pins = (struct pins){ 0 };
}

int attributes_bind(pthread_attr_t *attributes, int number)
{
	struct cpu_set one = { { 0 } };

	cpu_set_add(&one, number);
	return pthread_attr_setaffinity_np(
		attributes, sizeof one, (const cpu_set_t *)(const void *)&one);
}

bool thread_bind(pthread_t thread, int number)
{
	struct cpu_set one = { { 0 } };

	cpu_set_add(&one, number);
	return !pthread_setaffinity_np(thread, sizeof one, (const cpu_set_t *)(const void *)&one);
}
