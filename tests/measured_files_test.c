/* Files of measurements: each line that is broken is refused by its number and for its reason. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text_lines.h"
#include "collectives/auto/tuned_table.h"
#include "plan/model/calibration.h"
#include "tests/plan_help.h"

enum {
	MOST_LINES = 16,
	TEXT = 4 * LINES_LENGTH
};

/* The line of that number, from 1, becomes another; NULL: the line goes. Line 0: the file is empty.
 */
struct broken {
	int line;
	const char *text, *reason;
};

static const char *const calibration[MOST_LINES] = { "grove-machine 1", "key this machine",
	"class same-thread 1e-6 1e-9 0", "class same-l2 2e-6 2e-9 3e-9", "packet 1e-7",
	"piece 1e-8", "fold 1e-8", "crossing inline 1e-7 1e-8", "crossing long 2e-7 2e-8",
	"serial 0.5", "copy cached 1e10 2e10", "copy memory 5e9 6e9", "end" };

static const struct broken broken_calibrations[] = {
	{ 0, "", "line 1: no calibration" },
	{ 1, "grove-tune 1", "line 1: no calibration" },
	{ 1, "grove-machine", "line 1: 'grove-machine' has 1 words, and needs 2" },
	{ 1, "grove-machine one", "line 1: 'one' is not a whole number" },
	{ 1, "grove-machine 2", "line 1: version 2, and this grove reads version 1" },
	{ 2, "key another machine", "measured on another machine (another machine; this is" },
	{ 2, NULL, "there is no line 'key'" },
	{ 3, "class same-planet 1e-6 1e-9 0",
		"line 3: there is no class of core pairs 'same-planet'" },
	{ 3, "class same-thread 1e-6 1e-9", "has 4 words, and needs 5: the line is cut off" },
	{ 3, "class same-thread 1e-6 1e-9 0 0", "has 6 words, and needs 5" },
	{ 3, "class same-thread 0 1e-9 0", "line 3: '0' is not a number of at least 1e-12" },
	{ 3, "class same-thread 1e-6 -1 0", "'-1' is not a number of at least 0" },
	{ 3, "class same-thread 1e-6 1e-9 nan", "'nan' is not a number" },
	{ 4, "class same-thread 2e-6 2e-9 0", "line 4: a second line for class same-thread" },
	{ 5, "packet", "has 1 words, and needs 2" },
	{ 5, "packet soon", "line 5: 'soon' is not a number" },
	{ 6, "piece", "has 1 words, and needs 2" },
	{ 6, "piece 1e-8x", "line 6: '1e-8x' is not a number" },
	{ 7, "fold", "has 1 words, and needs 2" },
	{ 7, "fold inf", "line 7: 'inf' is not a number" },
	{ 8, "crossing inline 1e-7", "has 3 words, and needs 4" },
	{ 8, "crossing short 1e-7 1e-8", "'crossing short': there are inline and long" },
	{ 8, "crossing inline x 1e-8", "'x' is not a number" },
	{ 9, "crossing long 1e-7 y", "'y' is not a number" },
	{ 10, "serial", "has 1 words, and needs 2" },
	{ 10, "serial -0.5", "'-0.5' is not a number of at least 0" },
	{ 10, "serial 1.5", "'1.5' is a share, at most 1" },
	{ 11, "copy cached 1e10", "has 3 words, and needs 4" },
	{ 11, "copy paper 1e10 2e10", "'copy paper': there are cached and memory" },
	{ 11, "copy cached x 2e10", "'x' is not a number" },
	{ 12, "copy memory 5e9 y", "'y' is not a number" },
	{ 12, "speed 9", "line 12: 'speed' is not known to this version of grove" },
	{ 12, "\033[2J 9", "line 12: '?[2J' is not known" },
	{ 12, "end", "line 13: 'end' must be the last line" },
	{ 13, "end now", "has 2 words, and needs 1" },
	{ 13, NULL, "the file is cut off: its last line must be 'end'" },
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
	struct machine machine;

	return calibration_read(&machine, file, "file", "this machine");
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
	assert_reads(read_calibration, calibration, NULL, 1, "line 13: the line is cut off");
	assert_reads(read_table, table, NULL, 2, "line 5: the line is cut off");
	memset(text, '#', LINES_LENGTH - 2);
	assert_reads(read_table, table, &longest, 0, NULL);
	memset(text, '#', LINES_LENGTH);
	assert_reads(read_table, table, &longest, 0, "line 4: the line is too long");
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
		CHECK("measured files: a folder is refused", a_folder_is_no_file),
	};

	return cmocka_run_group_tests_name("measured files", checks, NULL, NULL);
}
