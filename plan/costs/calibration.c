/* Reads calibrations, line by line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "base/text_lines.h"
#include "base/error.h"
#include "plan/costs/calibration.h"

/* The format, which `man grove` describes as well:
 *
 *	grove-machine 3
 *	key TEXT
 *	distance				for each distance of the cores: a table of costs
 *	class NAME				for each class of pairs that the machine has
 *	start NAME SECONDS LOW HIGH		these lines belong to the class above
 *	place NAME SECONDS LOW HIGH
 *	copy WAY STATE BYTES SECONDS LOW HIGH
 *	end
 *
 * The last line shows that the file is complete. Version 2 had a single table, and no line
 * `distance`. */

struct calibration_reading {
	struct text_lines lines;
	struct calibration *calibration;
	struct measured_costs *costs; /* the last table */
	struct pair_costs *pair;      /* of the last line `class` */
	const char *key;	      /* of this machine */
	bool keyed;
	bool begun[PAIR_CLASSES];
};

static int read_key(void *reading)
{
	struct calibration_reading *r = reading;

	r->keyed = true;
	if (!r->key || !strcmp(r->lines.rest, r->key))
		return 0;
	return lines_refuse(&r->lines,
		"measured on another machine (%s; this is %s): run `grove calibrate` here",
		r->lines.rest, r->key);
}

/* Checks that each class has the quantities without which nothing can be said about its links. */
static int check_table(const struct calibration_reading *r)
{
	for (int i = 0; i < PAIR_CLASSES; i++) {
		const struct pair_costs *pair = &r->costs->pair[i];
		enum start_up start = i == SAME_THREAD ? START_PACKET : START_INLINE;
		enum copy_way way = i == SAME_THREAD ? COPY_WITHIN : COPY_ONE_END;

		if (!r->begun[i] && i == SAME_THREAD)
			return lines_refuse(&r->lines, "there is no class same-thread");
		if (r->begun[i] && !(pair->start[start].seconds > 0))
			return lines_refuse(&r->lines, "class %s has no line 'start %s'",
				pair_class_name((enum pair_class)i), start_up_name(start));
		for (int state = 0; state < DATA_COLD && r->begun[i]; state++)
			if (isnan(pair_copy_seconds(pair, way, (enum data_state)state, 1)))
				return lines_refuse(&r->lines, "class %s has no line 'copy %s %s'",
					pair_class_name((enum pair_class)i), copy_way_name(way),
					data_state_name((enum data_state)state));
	}
	return 0;
}

/* Begins a table. */
static int begin_table(struct calibration_reading *r)
{
	if (r->calibration->count == DISTANCES)
		return lines_refuse(&r->lines, "more than %d distances", DISTANCES);
	r->costs = &r->calibration->costs[r->calibration->count++];
	r->pair = NULL;
	memset(r->begun, false, sizeof r->begun);
	return 0;
}

static int read_distance(void *reading)
{
	struct calibration_reading *r = reading;
	int error = lines_expect(&r->lines, 1);

	if (!error && r->costs)
		error = check_table(r);
	return error ? error : begin_table(r);
}

static int read_class(void *reading)
{
	struct calibration_reading *r = reading;
	enum pair_class class;
	int error = lines_expect(&r->lines, 2);

	if (!error && !r->costs)
		error = begin_table(r);
	if (error)
		return error;
	if (pair_class_named(&class, r->lines.word[1]))
		return lines_refuse(&r->lines, "%s", why_text());
	if (r->begun[class])
		return lines_refuse(&r->lines, "a second line for class %s", r->lines.word[1]);
	r->begun[class] = true;
	r->pair = &r->costs->pair[class];
	return 0;
}

/* Reads a median and its interval, from word `first` to the line's end. */
static int read_quantity(struct calibration_reading *r, int first, struct quantity *quantity)
{
	double *const part[] = { &quantity->seconds, &quantity->low, &quantity->high };
	int error = 0;

	if (quantity->seconds > 0)
		return lines_refuse(
			&r->lines, "a second line for %s %s", r->lines.word[0], r->lines.word[1]);
	for (int i = 0; i < 3 && !error; i++)
		error = lines_real(&r->lines, first + i, 1e-18, part[i]);
	if (!error && !(quantity->low <= quantity->seconds && quantity->seconds <= quantity->high))
		return lines_refuse(&r->lines, "%s is not between %s and %s", r->lines.word[first],
			r->lines.word[first + 1], r->lines.word[first + 2]);
	return error;
}

/* Checks that the line has its words, and that a class stands above the line. */
static int expect_in_class(const struct calibration_reading *r, int words)
{
	if (!r->pair)
		return lines_refuse(&r->lines, "'%s' stands before any 'class'", r->lines.word[0]);
	return lines_expect(&r->lines, words);
}

/* Reads a line of a kind of which the names have numbers. */
static int read_named(struct calibration_reading *r, int number, struct quantity *quantity)
{
	if (number < 0)
		return lines_refuse(&r->lines, "'%s %s' is not known to this version of grove",
			r->lines.word[0], r->lines.word[1]);
	return read_quantity(r, 2, &quantity[number]);
}

static int read_start(void *reading)
{
	struct calibration_reading *r = reading;
	int error = expect_in_class(r, 5);

	return error ? error : read_named(r, start_up_named(r->lines.word[1]), r->pair->start);
}

static int read_place(void *reading)
{
	struct calibration_reading *r = reading;
	int error = expect_in_class(r, 5);

	return error ? error : read_named(r, byte_place_named(r->lines.word[1]), r->pair->place);
}

static int read_copy(void *reading)
{
	struct calibration_reading *r = reading;
	enum data_state state;
	size_t bytes;
	int error = expect_in_class(r, 7), way, size;

	if (error)
		return error;
	way = copy_way_named(r->lines.word[1]);
	if (way < 0)
		return lines_refuse(&r->lines, "'copy %s' is not known to this version of grove",
			r->lines.word[1]);
	if (data_state_named(&state, r->lines.word[2]))
		return lines_refuse(&r->lines, "%s", why_text());
	error = lines_size(&r->lines, 3, &bytes);
	size = error ? 0 : copy_size_number(bytes);
	if (size < 0)
		return lines_refuse(&r->lines, "copies of %zu bytes are not measured", bytes);
	return error ? error : read_quantity(r, 4, &r->pair->copy[way][state][size]);
}

static const struct line_kind kinds[] = {
	{ "key", read_key },
	{ "distance", read_distance },
	{ "class", read_class },
	{ "start", read_start },
	{ "place", read_place },
	{ "copy", read_copy },
	{ NULL, NULL },
};

static int read_version(struct calibration_reading *r)
{
	size_t version;
	int error = lines_version(&r->lines, "grove-machine", "calibration", &version);

	if (error)
		return error;
	if (version < CALIBRATION_OLDEST || version > CALIBRATION_VERSION)
		return lines_refuse(&r->lines,
			"version %zu, and this grove reads versions %d to %d: run `grove "
			"calibrate` again",
			version, CALIBRATION_OLDEST, CALIBRATION_VERSION);
	return 0;
}

/* Checks what a whole file has. */
static int check_file(const struct calibration_reading *r)
{
	if (!r->keyed)
		return lines_refuse(&r->lines, "the file does not say of which machine it is: "
					       "there is no line 'key'");
	if (!r->costs)
		return lines_refuse(&r->lines, "there is no class same-thread");
	return check_table(r);
}

int calibration_read(struct calibration *calibration, FILE *file, const char *name, const char *key)
{
	struct calibration_reading r = {
		.lines = { .file = file, .name = name }, .calibration = calibration, .key = key
	};
	int error;

	memset(calibration, 0, sizeof *calibration);
	error = read_version(&r);
	if (!error)
		error = lines_read_all(&r.lines, kinds, "end", &r);
	if (!error)
		error = check_file(&r);
	if (!error && calibration->count > 1 && isnan(calibration_least_trip(calibration)))
		error = lines_refuse(
			&r.lines, "a table of several distances has no line 'start line'");
	if (!error)
		calibration_settle(calibration);
	return error;
}
