/* Reads calibrations, line by line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include "base/text_lines.h"
#include "base/error.h"
#include "plan/model/calibration.h"

/* The format, which `man grove` describes as well:
 *
 *	grove-machine 1
 *	key TEXT
 *	class NAME BETA TAU MEMORY_TAU		for each class of pairs that the machine has
 *	packet SECONDS
 *	piece SECONDS
 *	fold SECONDS
 *	crossing inline|long WAY STALL
 *	serial SHARE
 *	copy cached|memory ONE BOTH
 *	end
 *
 * The last line shows that the file is complete. */

struct calibration_reading {
	struct text_lines lines;
	struct machine *machine;
	const char *key; /* of this machine */
	bool keyed, ended;
};

static int read_key(struct calibration_reading *r)
{
	r->keyed = true;
	if (!r->key || !strcmp(r->lines.rest, r->key))
		return 0;
	return lines_refuse(&r->lines,
		"measured on another machine (%s; this is %s): run `grove calibrate` here",
		r->lines.rest, r->key);
}

static int read_class(struct calibration_reading *r)
{
	struct link_class class = { 0 };
	enum pair_class pair;
	int error = lines_expect(&r->lines, 5);

	if (!error && pair_class_named(&pair, r->lines.word[1]))
		return lines_refuse(&r->lines, "%s", why_text());
	if (!error)
		error = lines_real(&r->lines, 2, 1e-12, &class.beta);
	if (!error)
		error = lines_real(&r->lines, 3, 0, &class.tau);
	if (!error)
		error = lines_real(&r->lines, 4, 0, &class.memory_tau);
	if (error)
		return error;
	if (r->machine->class[pair].beta > 0)
		return lines_refuse(&r->lines, "a second line for class %s", r->lines.word[1]);
	r->machine->class[pair] = class;
	return 0;
}

static int read_packet(struct calibration_reading *r)
{
	int error = lines_expect(&r->lines, 2);

	return error ? error : lines_real(&r->lines, 1, 0, &r->machine->packet);
}

static int read_piece(struct calibration_reading *r)
{
	int error = lines_expect(&r->lines, 2);

	return error ? error : lines_real(&r->lines, 1, 0, &r->machine->piece);
}

static int read_fold(struct calibration_reading *r)
{
	int error = lines_expect(&r->lines, 2);

	return error ? error : lines_real(&r->lines, 1, 0, &r->machine->fold);
}

static int read_crossing(struct calibration_reading *r)
{
	struct link_loop_cost *crossing = r->machine->crossing;
	int error = lines_expect(&r->lines, 4);

	if (error)
		return error;
	if (!strcmp(r->lines.word[1], "long"))
		crossing++;
	else if (strcmp(r->lines.word[1], "inline") != 0)
		return lines_refuse(
			&r->lines, "'crossing %s': there are inline and long", r->lines.word[1]);
	error = lines_real(&r->lines, 2, 0, &crossing->way);
	return error ? error : lines_real(&r->lines, 3, 0, &crossing->stall);
}

static int read_serial(struct calibration_reading *r)
{
	int error = lines_expect(&r->lines, 2);

	if (!error)
		error = lines_real(&r->lines, 1, 0, &r->machine->serial);
	if (!error && r->machine->serial > 1)
		return lines_refuse(&r->lines, "'%s' is a share, at most 1", r->lines.word[1]);
	return error;
}

static int read_copy(struct calibration_reading *r)
{
	int error = lines_expect(&r->lines, 4);
	double *limits = r->machine->copy.cached;

	if (error)
		return error;
	if (!strcmp(r->lines.word[1], "memory"))
		limits = r->machine->copy.memory;
	else if (strcmp(r->lines.word[1], "cached") != 0)
		return lines_refuse(
			&r->lines, "'copy %s': there are cached and memory", r->lines.word[1]);
	error = lines_real(&r->lines, 2, 0, &limits[0]);
	return error ? error : lines_real(&r->lines, 3, 0, &limits[1]);
}

static int read_end(struct calibration_reading *r)
{
	r->ended = true;
	return lines_expect(&r->lines, 1);
}

static const struct {
	const char *word;
	int (*read)(struct calibration_reading *reading);
} kinds[] = {
	{ "key", read_key },
	{ "class", read_class },
	{ "packet", read_packet },
	{ "piece", read_piece },
	{ "fold", read_fold },
	{ "crossing", read_crossing },
	{ "serial", read_serial },
	{ "copy", read_copy },
	{ "end", read_end },
};

static int read_line(struct calibration_reading *r)
{
	if (r->ended)
		return lines_refuse(&r->lines, "'end' must be the last line");
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (!strcmp(r->lines.word[0], kinds[i].word))
			return kinds[i].read(r);
	return lines_refuse(
		&r->lines, "'%s' is not known to this version of grove", r->lines.word[0]);
}

static int read_version(struct calibration_reading *r)
{
	size_t version;
	int found = lines_next(&r->lines);

	if (found < 0)
		return found;
	if (!found || strcmp(r->lines.word[0], "grove-machine") != 0)
		return why(EINVAL, "%s, line %d: no calibration, which begins with 'grove-machine'",
			r->lines.name, r->lines.number ? r->lines.number : 1);
	if (lines_expect(&r->lines, 2) || lines_size(&r->lines, 1, &version))
		return -EINVAL;
	if (version != CALIBRATION_VERSION)
		return lines_refuse(&r->lines,
			"version %zu, and this grove reads version %d: run `grove calibrate` again",
			version, CALIBRATION_VERSION);
	return 0;
}

/* Takes beta and tau of the farthest class in the file: no pair of cores is farther apart. */
static int find_farthest(struct calibration_reading *r)
{
	for (int pair = PAIR_CLASSES - 1; pair >= 0; pair--)
		if (r->machine->class[pair].beta > 0) {
			r->machine->beta = r->machine->class[pair].beta;
			r->machine->tau = r->machine->class[pair].tau;
			return 0;
		}
	return lines_refuse(&r->lines, "the file names no class of pairs");
}

int calibration_read(struct machine *machine, FILE *file, const char *name, const char *key)
{
	struct calibration_reading r = {
		.lines = { .file = file, .name = name }, .machine = machine, .key = key
	};
	int error, found = 0;

	*machine = (struct machine){ .name = "here",
		.text = "this machine, as measured by `grove calibrate`",
		.citation = "" };
	error = read_version(&r);
	while (!error && (found = lines_next(&r.lines)) == 1)
		error = read_line(&r);
	if (error || found < 0)
		return error ? error : found;
	if (!r.ended)
		return lines_refuse(&r.lines, "the file is cut off: its last line must be 'end'");
	if (!r.keyed)
		return lines_refuse(&r.lines, "the file does not say of which machine it is: "
					      "there is no line 'key'");
	return find_farthest(&r);
}
