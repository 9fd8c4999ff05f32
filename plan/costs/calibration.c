/* Reads and writes calibrations. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "base/keyed_file.h"
#include "plan/costs/calibration.h"
#include "plan/costs/quantity_rows.h"

/* The rows, which `man grove` describes as well. DISTANCE is the number of a table, from 0.
 *
 *	cost DISTANCE CLASS start NAME SECONDS LOW HIGH
 *	cost DISTANCE CLASS place NAME SECONDS LOW HIGH
 *	cost DISTANCE CLASS copy WAY STATE BYTES SECONDS LOW HIGH
 */

enum {
	OF_PAIR = sizeof(struct pair_costs) / sizeof(struct quantity),
	OF_TABLE = PAIR_CLASSES * OF_PAIR,
	PLACES_FROM = START_UPS, /* of a pair's quantities, the first of that kind */
	COPIES_FROM = PLACES_FROM + BYTE_PLACES
};

/* Joins words. A reader asks for hundreds of names, which formats would make five times as long. */
static void join(char text[QUANTITY_NAME], const char *const word[], int words)
{
	char *end = text;

	for (int i = 0; i < words; i++)
		end = stpcpy(stpcpy(end, i ? " " : ""), word[i]);
}

static void name(size_t i, char text[QUANTITY_NAME])
{
	static const char *const tables[DISTANCES] = { "0", "1", "2", "3", "4", "5" };
	static const char *const sizes[COPY_SIZES] = { "1024", "4096", "16384", "65536", "262144",
		"1048576", "4194304", "16777216", "67108864" };
	size_t kind = i % OF_PAIR, copy = kind - COPIES_FROM;
	const char *word[6] = { tables[i / OF_TABLE],
		pair_class_name((enum pair_class)(i / OF_PAIR % PAIR_CLASSES)) };

	if (kind < PLACES_FROM) {
		word[2] = "start";
		word[3] = start_up_name((enum start_up)kind);
	} else if (kind < COPIES_FROM) {
		word[2] = "place";
		word[3] = byte_place_name((enum byte_place)(kind - PLACES_FROM));
	} else {
		word[2] = "copy";
		word[3] = copy_way_name((enum copy_way)(copy / (DATA_STATES * COPY_SIZES)));
		word[4] = data_state_name((enum data_state)(copy / COPY_SIZES % DATA_STATES));
		word[5] = sizes[copy % COPY_SIZES];
	}
	join(text, word, kind < COPIES_FROM ? 4 : 6);
}

static struct quantity *at(void *costs, size_t i)
{
	return (struct quantity *)costs + i;
}

/* A table is emptied when its first row comes: few machines have all tables, which are fifty
 * pages. */
static struct quantity *at_new(void *calibration, size_t i)
{
	struct calibration *new = calibration;

	for (; (size_t) new->count <= i / OF_TABLE; new->count++)
		memset(&new->costs[new->count], 0, sizeof new->costs[0]);
	return at(new->costs, i);
}

static int take(struct text_lines *lines, void *all)
{
	return quantity_read(lines, all);
}

static const struct keyed_file form = { .word = "grove-machine",
	.what = "calibration",
	.remedy = "run `grove calibrate` here",
	.version = 4,
	.ends = true,
	.take = take };

static bool is_measured(const struct pair_costs *pair)
{
	for (size_t i = 0; i < OF_PAIR; i++)
		if (((const struct quantity *)pair)[i].seconds > 0)
			return true;
	return false;
}

/* Checks that each class has the quantities without which nothing can be said about its links. */
static int check_pair(const struct text_lines *lines, const struct pair_costs *pair, int class)
{
	enum start_up start = class == SAME_THREAD ? START_PACKET : START_INLINE;
	enum copy_way way = class == SAME_THREAD ? COPY_WITHIN : COPY_ONE_END;

	if (class != SAME_THREAD && !is_measured(pair))
		return 0;
	if (!(pair->start[start].seconds > 0))
		return lines_refuse(lines, "there is no cost '%s start %s'",
			pair_class_name((enum pair_class) class), start_up_name(start));
	for (int state = 0; state < DATA_COLD; state++)
		if (isnan(pair_copy_seconds(pair, way, (enum data_state)state, 1)))
			return lines_refuse(lines, "there is no cost '%s copy %s %s'",
				pair_class_name((enum pair_class) class), copy_way_name(way),
				data_state_name((enum data_state)state));
	return 0;
}

/* Checks each table, of which the first at least must be there. */
static int check(const struct text_lines *lines, struct calibration *calibration)
{
	int error = 0;

	at_new(calibration, 0);
	for (int i = 0; i < calibration->count * PAIR_CLASSES && !error; i++)
		error = check_pair(lines,
			&calibration->costs[i / PAIR_CLASSES].pair[i % PAIR_CLASSES],
			i % PAIR_CLASSES);
	if (!error && calibration->count > 1 && isnan(calibration_least_trip(calibration)))
		error = lines_refuse(lines, "of several distances, one has no cost 'start line'");
	return error;
}

int calibration_read(
	struct calibration *calibration, FILE *file, const char *file_name, const char *key)
{
	struct text_lines lines = { .file = file, .name = file_name };
	struct quantities all = { (size_t)DISTANCES * OF_TABLE, OF_PAIR, name, at_new, calibration,
		0 };
	int error;

	calibration->count = 0;
	error = keyed_read(&form, &lines, &(struct keyed_owner){ .key = key }, &all);
	if (!error)
		error = check(&lines, calibration);
	if (!error)
		calibration_settle(calibration);
	return error;
}

int calibration_write(struct calibration *calibration, FILE *file, const char *key)
{
	size_t count = (size_t)calibration->count * OF_TABLE;
	struct quantities all = { count, OF_PAIR, name, at, calibration->costs, 0 };

	keyed_write_heading(&form, file, &(struct keyed_owner){ .key = key });
	fputs("# What `grove calibrate` measured: seconds, each with its 95 % interval.\n"
	      "# cost DISTANCE CLASS: the cores' distance; two nodes of a thread, or two cores\n"
	      "# start NAME: packets. place NAME: a byte, by the place where it is read\n"
	      "# copy WAY STATE BYTES: of bare copies\n",
		file);
	quantities_write(file, &all);
	fputs("end\n", file);
	return ferror(file) ? why(EIO, "the calibration cannot be written") : 0;
}
