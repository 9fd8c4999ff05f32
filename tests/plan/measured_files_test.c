/* Files of measurements: each line that is broken is refused by its number and for its reason. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text_lines.h"
#include "collectives/auto/tuned_table.h"
#include "plan/costs/calibration.h"
#include "tests/plan_help.h"

enum {
	MOST_LINES = 24,
	TEXT = 4 * LINES_LENGTH
};

/* The line of that number, from 1, becomes another; NULL: the line goes. Line 0: the file is empty.
 */
struct broken {
	int line;
	const char *text, *reason;
};

static const char *const calibration[MOST_LINES] = { "grove-machine 2", "key this machine",
	"class same-thread", "start packet 1e-7 9e-8 2e-7", "copy within fresh 1024 1e-7 1e-7 1e-7",
	"copy within resident 1024 1e-7 1e-7 1e-7", "class same-l2", "start inline 2e-7 1e-7 3e-7",
	"place memory 1e-10 1e-10 2e-10", "copy one-end fresh 1024 1e-7 1e-7 1e-7",
	"copy one-end resident 4096 1e-7 1e-7 1e-7", "end" };

/* Two distances of the cores. */
static const char *const distances[MOST_LINES] = { "grove-machine 3", "key this machine",
	"distance", "class same-thread", "start packet 1e-7 9e-8 2e-7",
	"copy within fresh 1024 1e-7 1e-7 1e-7", "copy within resident 1024 1e-7 1e-7 1e-7",
	"class same-l2", "start inline 2e-7 1e-7 3e-7", "start line 5e-8 5e-8 5e-8",
	"copy one-end fresh 1024 1e-7 1e-7 1e-7", "copy one-end resident 4096 1e-7 1e-7 1e-7",
	"distance", "class same-thread", "start packet 1e-7 9e-8 2e-7",
	"copy within fresh 1024 1e-7 1e-7 1e-7", "copy within resident 1024 1e-7 1e-7 1e-7",
	"class same-l2", "start inline 2e-7 1e-7 3e-7", "start line 5e-7 5e-7 5e-7",
	"copy one-end fresh 1024 1e-7 1e-7 1e-7", "copy one-end resident 4096 1e-7 1e-7 1e-7",
	"end" };

static const struct broken broken_distances[] = {
	{ 1, "grove-machine 4", "line 1: version 4, and this grove reads versions 2 to 3" },
	{ 3, "distance 5e-8", "line 3: 'distance' has 2 words, and needs 1" },
	{ 4, "class same-l3", "line 13: there is no class same-thread" },
	{ 8, "distance", "line 9: 'start' stands before any 'class'" },
	{ 9, NULL, "line 12: class same-l2 has no line 'start inline'" },
	{ 10, NULL, "a table of several distances has no line 'start line'" },
	{ 13, NULL, "line 13: a second line for class same-thread" },
	{ 14, NULL, "line 14: 'start' stands before any 'class'" },
	{ 19, NULL, "class same-l2 has no line 'start inline'" },
	{ 20, NULL, "a table of several distances has no line 'start line'" },
};

static const struct broken broken_calibrations[] = {
	{ 0, "", "line 1: no calibration" },
	{ 1, "grove-tune 1", "line 1: no calibration" },
	{ 1, "grove-machine", "line 1: 'grove-machine' has 1 words, and needs 2" },
	{ 1, "grove-machine one", "line 1: 'one' is not a whole number" },
	{ 1, "grove-machine 1",
		"line 1: version 1, and this grove reads versions 2 to 3: run `grove calibrate` "
		"again" },
	{ 2, "key another machine", "measured on another machine (another machine; this is" },
	{ 2, NULL, "there is no line 'key'" },
	{ 3, "class same-planet", "line 3: there is no class of core pairs 'same-planet'" },
	{ 3, "class", "has 1 words, and needs 2: the line is cut off" },
	{ 3, "class same-thread 1", "has 3 words, and needs 2" },
	{ 3, NULL, "line 3: 'start' stands before any 'class'" },
	{ 3, "class same-l3", "there is no class same-thread" },
	{ 4, NULL, "class same-thread has no line 'start packet'" },
	{ 4, "start packet 1e-7 9e-8", "has 4 words, and needs 5: the line is cut off" },
	{ 4, "start packet 1e-7 9e-8 2e-7 0", "has 6 words, and needs 5" },
	{ 4, "start engine 1e-7 9e-8 2e-7", "'start engine' is not known" },
	{ 4, "start packet 0 0 2e-7", "line 4: '0' is not a number of at least 1e-18" },
	{ 4, "start packet -1 0 2e-7", "'-1' is not a number" },
	{ 4, "start packet soon 0 2e-7", "line 4: 'soon' is not a number" },
	{ 4, "start packet 1e-7 9e-8 inf", "'inf' is not a number" },
	{ 4, "start packet 1e-7x 9e-8 2e-7", "'1e-7x' is not a number" },
	{ 4, "start packet 1e-7 2e-7 3e-7", "line 4: 1e-7 is not between 2e-7 and 3e-7" },
	{ 4, "start packet 1e-7 9e-8 9.9e-8", "line 4: 1e-7 is not between" },
	{ 5, NULL, "class same-thread has no line 'copy within fresh'" },
	{ 5, "copy within fresh 1024 1e-7 1e-7", "has 6 words, and needs 7" },
	{ 5, "copy without fresh 1024 1e-7 1e-7 1e-7", "'copy without' is not known" },
	{ 5, "copy within stale 1024 1e-7 1e-7 1e-7", "'stale' is no state of the data" },
	{ 5, "copy within fresh 1K 1e-7 1e-7 1e-7", "'1K' is not a whole number" },
	{ 5, "copy within fresh 1000 1e-7 1e-7 1e-7", "copies of 1000 bytes are not measured" },
	{ 5, "copy within fresh 1024 1e-7 nan 1e-7", "'nan' is not a number" },
	{ 6, "copy within fresh 1024 1e-7 1e-7 1e-7", "line 6: a second line for copy within" },
	{ 7, "class same-thread", "line 7: a second line for class same-thread" },
	{ 8, NULL, "class same-l2 has no line 'start inline'" },
	{ 9, "place home 1e-10 1e-10 2e-10", "'place home' is not known" },
	{ 9, "place memory 1e-10 1e-10", "has 4 words, and needs 5" },
	{ 9, "place memory 3e-10 1e-10 2e-10", "line 9: 3e-10 is not between" },
	{ 10, NULL, "class same-l2 has no line 'copy one-end fresh'" },
	{ 11, "start inline 1e-7 1e-7 1e-7", "line 11: a second line for start inline" },
	{ 11, "speed 9", "line 11: 'speed' is not known to this version of grove" },
	{ 11, "\033[2J 9", "line 11: '?[2J' is not known" },
	{ 11, "end", "line 12: 'end' must be the last line" },
	{ 12, "end now", "has 2 words, and needs 1" },
	{ 12, NULL, "the file is cut off: its last line must be 'end'" },
};

static const char *const table[MOST_LINES] = { "grove-tune 1", "version 0.1", "key this machine",
	"row broadcast cube:3 all full 2 1024 nesbt - 128 1e-5 2e-5",
	"row send:7 cube:3 all full 2 1024 ocsend3 - 0 1e-5 2e-5" };

static const struct broken broken_tables[] = {
	{ 0, "", "line 1: no table of choices" },
	{ 1, "grove-machine 1", "line 1: no table of choices" },
	{ 1, "grove-tune 1 2", "has 3 words, and needs 2" },
	{ 1, "grove-tune x", "'x' is not a whole number" },
	{ 1, "grove-tune 9", "version 9, and this grove reads version 1" },
	{ 2, "version", "has 1 words, and needs 2" },
	{ 2, "version 0.0", "measured with grove 0.0, and this is 0.1" },
	{ 2, NULL, "a row stands before 'version' and 'key'" },
	{ 3, "key another", "measured on another machine (another; this is this machine)" },
	{ 3, NULL, "line 3: a row stands before 'version' and 'key'" },
	{ 4, "data warm", "there are fresh, resident and cold" },
	{ 4, "column 1", "'column' is not known to this version of grove" },
	{ 4, "row broadcast cube:3 all full 2 1024 nesbt - 128 1e-5",
		"has 11 words, and needs 12" },
	{ 4, "row shout cube:3 all full 2 1024 nesbt - 128 1e-5 2e-5", "'shout'" },
	{ 4, "row broadcast:1 cube:3 all full 2 1024 nesbt - 128 1e-5 2e-5",
		"the number of the aim" },
	{ 5, "row send cube:3 all full 2 1024 ocsend3 - 0 1e-5 2e-5", "the number of the aim" },
	{ 5, "row send: cube:3 all full 2 1024 ocsend3 - 0 1e-5 2e-5", "the number of the aim" },
	{ 5, "row send:7g cube:3 all full 2 1024 ocsend3 - 0 1e-5 2e-5", "the number of the aim" },
	{ 4, "row broadcast dice:3 all full 2 1024 nesbt - 128 1e-5 2e-5",
		"'dice:3' is not a network" },
	{ 4, "row broadcast cube:3 some full 2 1024 nesbt - 128 1e-5 2e-5", "'some'" },
	{ 4, "row broadcast cube:3 all empty 2 1024 nesbt - 128 1e-5 2e-5", "'empty'" },
	{ 4, "row broadcast cube:3 all full -2 1024 nesbt - 128 1e-5 2e-5",
		"'-2' is not a whole number" },
	{ 4, "row broadcast cube:3 all full 2 1k nesbt - 128 1e-5 2e-5",
		"'1k' is not a whole number" },
	{ 4, "row broadcast cube:3 all full 2 99999999999999999999 nesbt - 128 1e-5 2e-5",
		"'99999999999999999999' is not a whole number" },
	{ 4, "row broadcast cube:3 all full 2 1024 oak - 128 1e-5 2e-5", "'oak'" },
	{ 4, "row broadcast cube:3 all full 2 1024 nesbt - x 1e-5 2e-5",
		"'x' is not a whole number" },
	{ 4, "row broadcast cube:3 all full 2 1024 nesbt - 128 soon 2e-5",
		"'soon' is not a number" },
	{ 4, "row broadcast cube:3 all full 2 1024 nesbt - 128 1e-5 later",
		"'later' is not a number" },
	{ 4, NULL, NULL },
};

/* The file with that line broken, its end cut by so many bytes. NULL: as it is. */
static FILE *write_broken(
	const char *const line[MOST_LINES], const struct broken *broken, size_t cut)
{
	static char text[TEXT];
	size_t length = 0;

	for (int i = 0; i < MOST_LINES && line[i]; i++) {
		const char *as = broken && broken->line == i + 1 ? broken->text : line[i];

		if (as && !(broken && !broken->line))
			length += (size_t)sprintf(text + length, "%s\n", as);
	}
	return length > cut ? fmemopen(text, length - cut, "r") : fopen("/dev/null", "r");
}

typedef int reader(FILE *file);

static int read_calibration(FILE *file)
{
	static struct calibration read;

	return calibration_read(&read, file, "file", "this machine");
}

static int read_table(FILE *file)
{
	struct tuned tuned;
	int error = tuned_read(&tuned, file, "file", "this machine", "0.1");

	if (error)
		assert_null(tuned.row);
	tuned_free(&tuned);
	return error;
}

static void assert_reads(reader *read, const char *const line[], const struct broken *broken,
	size_t cut, const char *reason)
{
	FILE *file = write_broken(line, broken, cut);
	int error = read(file);

	fclose(file);
	if (!reason && error)
		fail_msg("refused: %s", why_text());
	if (reason && (!error || strncmp(why_text(), "file, line ", 11) != 0 ||
			      !strstr(why_text(), reason)))
		fail_msg("not '%s', but '%s'", reason, error ? why_text() : "accepted");
}

static void calibrations(void **state)
{
	(void)state;
	assert_reads(read_calibration, calibration, NULL, 0, NULL);
	for (int i = 0; i < COUNT(broken_calibrations); i++)
		assert_reads(read_calibration, calibration, &broken_calibrations[i], 0,
			broken_calibrations[i].reason);
	assert_reads(read_calibration, distances, NULL, 0, NULL);
	for (int i = 0; i < COUNT(broken_distances); i++)
		assert_reads(read_calibration, distances, &broken_distances[i], 0,
			broken_distances[i].reason);
}

static void tables(void **state)
{
	(void)state;
	assert_reads(read_table, table, NULL, 0, NULL);
	for (int i = 0; i < COUNT(broken_tables); i++)
		assert_reads(read_table, table, &broken_tables[i], 0, broken_tables[i].reason);
}

/* A number of which the end is missing would be another number. */
static void lines_without_an_end(void **state)
{
	static char text[2 * LINES_LENGTH];
	const struct broken longest = { 4, text, NULL };

	(void)state;
	assert_reads(read_calibration, calibration, NULL, 1, "line 12: the line is cut off");
	assert_reads(read_table, table, NULL, 2, "line 5: the line is cut off");
	memset(text, '#', LINES_LENGTH - 2);
	assert_reads(read_table, table, &longest, 0, NULL);
	memset(text, '#', LINES_LENGTH);
	assert_reads(read_table, table, &longest, 0, "line 4: the line is too long");
}

/* What follows a byte of value 0 would be left out without a word. */
static void a_byte_of_value_0_is_refused(void **state)
{
	static const char text[] = "grove-tune 1\nver\0sion 0.1\n";
	FILE *file = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");

	(void)state;
	assert_non_null(file);
	assert_int_equal(read_table(file), -EINVAL);
	assert_string_equal(why_text(),
		"file, line 2: the line has a byte of value 0: this is not a text file");
	fclose(file);
}

static void a_folder_is_no_file(void **state)
{
	FILE *folder = fopen("/", "r");

	(void)state;
	assert_non_null(folder);
	assert_int_equal(read_calibration(folder), -EIO);
	assert_non_null(strstr(why_text(), "file cannot be read"));
	assert_int_equal(read_table(folder), -EIO);
	fclose(folder);
}

int main(void)
{
	const struct CMUnitTest checks[] = {
		CHECK("measured files: each broken line of a calibration is refused", calibrations),
		CHECK("measured files: each broken line of a table of choices is refused", tables),
		CHECK("measured files: a line without an end, or too long, is refused",
			lines_without_an_end),
		CHECK("measured files: a byte of value 0 is refused", a_byte_of_value_0_is_refused),
		CHECK("measured files: a folder is refused", a_folder_is_no_file),
	};

	return cmocka_run_group_tests_name("measured files", checks, NULL, NULL);
}
