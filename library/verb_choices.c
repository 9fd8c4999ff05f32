/* Keeps which algorithms the verbs chose, in memory and in a file beside the calibration. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/keyed_file.h"
#include "base/process.h"
#include "collectives/auto/tuned_table.h"
#include "library/machine/machine_files.h"
#include "library/verb_choices.h"

/* The file:
 *
 *	grove-choices 3
 *	version 0.1.0
 *	key CALIBRATION
 *	choice COLLECTIVE AIM NETWORK THREADS DIGITS ELEMENT DISTANCE ALGORITHM ORDER
 *
 * CALIBRATION is a hash of the calibration's costs, DISTANCE the number of the calibration's table,
 * and ORDER is - for the usual order. A line is written by a single write at the end of the file,
 * so processes do not mix their lines. */

enum {
	MOST_CHOICES = 1024 /* more choices are not kept */
};

struct verb_choice {
	enum collective collective;
	uint32_t aim;
	char network[TUNED_NETWORK];
	size_t threads, digits, element, distance;
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
};

static struct {
	bool read, replaces; /* the file is of another calibration, or broken */
	const struct calibration *calibration;
	char path[HERE_PATH + sizeof ".choices"], key[17];
	struct verb_choice *choice; /* MOST_CHOICES */
	int count, written;
} kept;

/* ---- The file ---- */

static void make_key(const struct calibration *calibration)
{
	size_t count = (size_t)calibration->count * sizeof calibration->costs[0] / sizeof(double);
	const double *cost = (const double *)(const void *)calibration->costs;
	uint64_t hash = HASH_BEGIN, word;

	for (size_t i = 0; i < count; i++) {
		memcpy(&word, &cost[i], sizeof word);
		hash = hash_word(hash, word);
	}
	snprintf(kept.key, sizeof kept.key, "%016llx", (unsigned long long)hash);
}

static int take_choice(struct text_lines *lines, void *unused)
{
	struct verb_choice *choice = &kept.choice[kept.count], read = { 0 };
	size_t *const number[] = { &read.threads, &read.digits, &read.element, &read.distance };
	size_t aim;
	int error = lines_expect(lines, 10);

	(void)unused;
	if (error || kept.count == MOST_CHOICES)
		return error;
	error = collective_named(&read.collective, lines->word[1]);
	error = error ? error : lines_size(lines, 2, &aim);
	error = error ? error : lines_word(lines, 3, sizeof read.network, read.network);
	for (int i = 0; i < 4 && !error; i++)
		error = lines_size(lines, 4 + i, number[i]);
	error = error ? error : lines_word(lines, 8, sizeof read.algorithm, read.algorithm);
	error = error ? error : lines_word(lines, 9, sizeof read.order, read.order);
	if (error)
		return error;
	read.aim = (uint32_t)aim;
	*choice = read;
	kept.count++;
	return 0;
}

static const struct keyed_file form = {
	.word = "grove-choices", .what = "choices", .remedy = "", .version = 3, .take = take_choice
};

/* Of a file that is broken, the choices before the fault are kept. */
static void read_choices(FILE *file)
{
	struct text_lines lines = { .file = file, .name = kept.path };

	kept.replaces =
		keyed_read(&form, &lines, &(struct keyed_owner){ kept.key, grove_version() }, NULL);
	kept.written = kept.replaces ? 0 : kept.count;
}

/* Reads the file once in a process. Returns false if choices are not kept. */
static bool is_open(void)
{
	const struct machine_files_names *names;
	const struct tuned *tuned;
	FILE *file;

	if (kept.read)
		return kept.path[0];
	kept.read = true;
	if (machine_files_calibration(&kept.calibration) || !kept.calibration ||
		machine_files_tuned(&tuned) || tuned)
		return false;
	names = machine_files_names();
	make_key(kept.calibration);
	kept.choice = calloc(MOST_CHOICES, sizeof *kept.choice);
	if (!kept.choice)
		return false;
	snprintf(kept.path, sizeof kept.path, "%s.choices", names->machine);
	file = fopen(kept.path, "re");
	kept.replaces = !file;
	if (!file)
		return true;
	read_choices(file);
	fclose(file);
	return true;
}

void verb_choices_open(void)
{
	process_lock(LOCK_CHOICES);
	is_open();
	process_unlock(LOCK_CHOICES);
}

/* Appends a line by a single write. */
static void write_choice(FILE *file, const struct verb_choice *choice)
{
	fprintf(file, "choice %s %u %s %zu %zu %zu %zu %s %s\n",
		collective_name(choice->collective), choice->aim, choice->network, choice->threads,
		choice->digits, choice->element, choice->distance, choice->algorithm,
		choice->order[0] ? choice->order : "-");
	fflush(file);
}

void verb_choices_write(void)
{
	FILE *file = NULL;

	process_lock(LOCK_CHOICES);
	if (kept.written < kept.count)
		file = fopen(kept.path, kept.replaces ? "we" : "ae");
	if (file && kept.replaces)
		keyed_write_heading(
			&form, file, &(struct keyed_owner){ kept.key, grove_version() });
	for (; file && kept.written < kept.count; kept.written++)
		write_choice(file, &kept.choice[kept.written]);
	if (file) {
		kept.replaces = false;
		fclose(file);
	}
	process_unlock(LOCK_CHOICES);
}

/* ---- Choices ---- */

static bool may_keep(const struct problem *problem, const struct rates *rates)
{
	return rates->here && !network_from_file(&problem->net) && problem->ports == ALL &&
	       problem->duplex == FULL && strlen(problem->net.name) < TUNED_NETWORK &&
	       !strchr(problem->net.name, ' ');
}

static struct verb_choice choice_of(
	const struct problem *problem, const struct rates *rates, size_t bytes, size_t element)
{
	struct verb_choice choice = { .collective = problem->collective,
		.aim = tuned_aim(problem),
		.threads = (size_t)rates->threads,
		.digits = bytes ? 64 - (size_t)__builtin_clzll(bytes) : 0,
		.element = element,
		.distance = (size_t)calibration_number(kept.calibration, rates->here) };

	memcpy(choice.network, problem->net.name, strlen(problem->net.name) + 1);
	memcpy(choice.algorithm, problem->algorithm, ALGORITHM_NAME);
	memcpy(choice.order, problem->order, ALGORITHM_NAME);
	return choice;
}

/* Looks at the newest choice first: a kept choice that this version cannot plan is followed by
 * another choice. */
static const struct verb_choice *find(const struct verb_choice *wanted)
{
	for (int i = kept.count - 1; i >= 0; i--) {
		const struct verb_choice *c = &kept.choice[i];

		if (c->collective == wanted->collective && c->digits == wanted->digits &&
			c->threads == wanted->threads && c->element == wanted->element &&
			c->distance == wanted->distance && c->aim == wanted->aim &&
			!strcmp(c->network, wanted->network))
			return c;
	}
	return NULL;
}

bool verb_choice_find(
	struct problem *problem, const struct rates *rates, size_t bytes, size_t element)
{
	const struct verb_choice *found = NULL;
	struct verb_choice wanted;

	process_lock(LOCK_CHOICES);
	if (is_open() && may_keep(problem, rates)) {
		wanted = choice_of(problem, rates, bytes, element);
		found = find(&wanted);
	}
	if (found) {
		memcpy(problem->algorithm, found->algorithm, ALGORITHM_NAME);
		memcpy(problem->order, found->order, ALGORITHM_NAME);
	}
	process_unlock(LOCK_CHOICES);
	return found;
}

void verb_choice_add(
	const struct problem *problem, const struct rates *rates, size_t bytes, size_t element)
{
	process_lock(LOCK_CHOICES);
	if (is_open() && kept.count < MOST_CHOICES && may_keep(problem, rates))
		kept.choice[kept.count++] = choice_of(problem, rates, bytes, element);
	process_unlock(LOCK_CHOICES);
}
