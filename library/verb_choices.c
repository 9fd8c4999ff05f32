/* Keeps which algorithms the verbs chose, in memory and in a file beside the calibration. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "collectives/auto/tuned_table.h"
#include "library/machine/machine_files.h"
#include "library/verb_choices.h"
#include "base/process.h"

/* The file:
 *
 *	grove-choices 2 VERSION CALIBRATION
 *	COLLECTIVE AIM NETWORK THREADS DIGITS ELEMENT DISTANCE ALGORITHM ORDER
 *
 * DISTANCE is the number of the calibration's table.
 * CALIBRATION is a hash of the calibration's bytes, and ORDER is - for the usual order. A line is
 * written by a single write at the end of the file, so processes do not mix their lines. */

enum {
	MOST_CHOICES = 1024, /* more choices are not kept */
	LINE_BYTES = 256,
	HEADING_BYTES = 64
};

struct verb_choice {
	enum collective collective;
	uint32_t aim;
	char network[TUNED_NETWORK];
	int threads, digits;
	size_t element;
	int distance; /* the number of the calibration's table */
	char algorithm[ALGORITHM_NAME], order[ALGORITHM_NAME];
};

static struct {
	bool read, replaces; /* the file is of another calibration */
	const struct calibration *calibration;
	char path[HERE_PATH + sizeof ".choices"], heading[HEADING_BYTES];
	struct verb_choice *choice; /* MOST_CHOICES */
	int count, written;
} kept;

/* ---- The file ---- */

/* Writes the heading for the calibration in this file. Returns false if there is no calibration. */
static bool find_heading(const char *machine)
{
	FILE *file = machine[0] ? fopen(machine, "re") : NULL;
	uint64_t hash = 14695981039346656037u; /* FNV-1a */
	unsigned char part[4096];
	size_t bytes;

	if (!file)
		return false;
	while ((bytes = fread(part, 1, sizeof part, file)))
		for (size_t i = 0; i < bytes; i++)
			hash = (hash ^ part[i]) * 1099511628211u;
	fclose(file);
	snprintf(kept.heading, sizeof kept.heading, "grove-choices 2 %s %016llx\n", grove_version(),
		(unsigned long long)hash);
	return true;
}

/* Reads a line. Returns false if the line is no choice. */
static bool read_choice(struct verb_choice *choice, const char *line)
{
	char collective[ALGORITHM_NAME];

	*choice = (struct verb_choice){ 0 };
	if (sscanf(line, "%31s %u %127s %d %d %zu %d %31s %31s", collective, &choice->aim,
		    choice->network, &choice->threads, &choice->digits, &choice->element,
		    &choice->distance, choice->algorithm, choice->order) != 9)
		return false;
	if (!strcmp(choice->order, "-"))
		choice->order[0] = 0;
	return !collective_named(&choice->collective, collective);
}

static void read_choices(FILE *file)
{
	char line[LINE_BYTES];

	if (!fgets(line, sizeof line, file) || strcmp(line, kept.heading) != 0) {
		kept.replaces = true;
		return;
	}
	while (kept.count < MOST_CHOICES && fgets(line, sizeof line, file))
		kept.count += read_choice(&kept.choice[kept.count], line);
	kept.written = kept.count;
}

/* Reads the file once in a process. Returns false if choices are not kept. */
static bool is_open(void)
{
	const struct machine_files_names *names = machine_files_names();
	const struct tuned *tuned;
	FILE *file;

	if (kept.read)
		return kept.path[0];
	kept.read = true;
	if (machine_files_calibration(&kept.calibration) || !kept.calibration ||
		machine_files_tuned(&tuned) || tuned || !find_heading(names->machine))
		return false;
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
	fprintf(file, "%s %u %s %d %d %zu %d %s %s\n", collective_name(choice->collective),
		choice->aim, choice->network, choice->threads, choice->digits, choice->element,
		choice->distance, choice->algorithm, choice->order[0] ? choice->order : "-");
	fflush(file);
}

void verb_choices_write(void)
{
	FILE *file = NULL;

	process_lock(LOCK_CHOICES);
	if (kept.written < kept.count)
		file = fopen(kept.path, kept.replaces ? "we" : "ae");
	if (file && kept.replaces)
		fputs(kept.heading, file);
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
		.threads = rates->threads,
		.digits = bytes ? 64 - __builtin_clzll(bytes) : 0,
		.element = element,
		.distance = calibration_number(kept.calibration, rates->here) };

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

	if (!may_keep(problem, rates))
		return false;
	process_lock(LOCK_CHOICES);
	if (is_open()) {
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
	if (!may_keep(problem, rates))
		return;
	process_lock(LOCK_CHOICES);
	if (is_open() && kept.count < MOST_CHOICES)
		kept.choice[kept.count++] = choice_of(problem, rates, bytes, element);
	process_unlock(LOCK_CHOICES);
}
