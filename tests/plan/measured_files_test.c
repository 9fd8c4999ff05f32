/* Files of measurements: each line that is broken is refused by its number and for its reason. */
/* SPDX-License-Identifier: BSD-2-Clause */
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

static const char *const calibration[MOST_LINES] = { "grove-machine 4", "key this machine",
	"cost 0 same-thread start packet 1e-7 9e-8 2e-7",
	"cost 0 same-thread copy within fresh 1024 1e-7 1e-7 1e-7",
	"cost 0 same-thread copy within resident 1024 1e-7 1e-7 1e-7",
	"cost 0 same-l2 start inline 2e-7 1e-7 3e-7",
	"cost 0 same-l2 place memory 1e-10 1e-10 2e-10",
	"cost 0 same-l2 copy one-end fresh 1024 1e-7 1e-7 1e-7",
	"cost 0 same-l2 copy one-end resident 4096 1e-7 1e-7 1e-7", "end" };

/* Two distances of the cores. */
static const char *const distances[MOST_LINES] = { "grove-machine 4", "key this machine",
	"cost 0 same-thread start packet 1e-7 9e-8 2e-7",
	"cost 0 same-thread copy within fresh 1024 1e-7 1e-7 1e-7",
	"cost 0 same-thread copy within resident 1024 1e-7 1e-7 1e-7",
	"cost 0 same-l2 start inline 2e-7 1e-7 3e-7", "cost 0 same-l2 start line 5e-8 5e-8 5e-8",
	"cost 0 same-l2 copy one-end fresh 1024 1e-7 1e-7 1e-7",
	"cost 0 same-l2 copy one-end resident 4096 1e-7 1e-7 1e-7",
	"cost 1 same-thread start packet 1e-7 9e-8 2e-7",
	"cost 1 same-thread copy within fresh 1024 1e-7 1e-7 1e-7",
	"cost 1 same-thread copy within resident 1024 1e-7 1e-7 1e-7",
	"cost 1 same-l2 start inline 2e-7 1e-7 3e-7", "cost 1 same-l2 start line 5e-7 5e-7 5e-7",
	"cost 1 same-l2 copy one-end fresh 1024 1e-7 1e-7 1e-7",
	"cost 1 same-l2 copy one-end resident 4096 1e-7 1e-7 1e-7", "end" };

static const struct broken broken_distances[] = {
	{ 3, NULL, "line 16: there is no cost 'same-thread start packet'" },
	{ 7, NULL, "of several distances, one has no cost 'start line'" },
	{ 10, NULL, "line 16: there is no cost 'same-thread start packet'" },
	{ 10, "cost 2 same-thread start packet 1e-7 9e-8 2e-7",
		"line 17: there is no cost 'same-thread start packet'" },
	{ 10, "cost 6 same-thread start packet 1e-7 9e-8 2e-7",
		"line 10: no cost is called '6 same-thread start packet'" },
	{ 13, NULL, "there is no cost 'same-l2 start inline'" },
	{ 14, NULL, "of several distances, one has no cost 'start line'" },
};

static const struct broken broken_calibrations[] = {
	{ 0, "", "line 1: no calibration" },
	{ 1, "grove-tune 1", "line 1: no calibration" },
	{ 1, "grove-machine", "line 1: 'grove-machine' has 1 words, and needs 2" },
	{ 1, "grove-machine one", "line 1: 'one' is not a whole number" },
	{ 1, "grove-machine 3",
		"line 1: version 3, and this grove reads version 4: run `grove calibrate` here" },
	{ 2, "key another machine", "measured on another machine (another machine; this is" },
	{ 2, NULL, "line 2: 'cost' stands before the line 'key'" },
	{ 3, NULL, "there is no cost 'same-thread start packet'" },
	{ 3, "cost 1e-7 9e-8", "line 3: 'cost' needs a name and three numbers" },
	{ 3, "cost 0 same-thread start packet 1e-7 9e-8",
		"no cost is called '0 same-thread start'; a line has a name and three numbers" },
	{ 3, "cost 0 same-thread start packet 1e-7 9e-8 2e-7 0",
		"no cost is called '0 same-thread start packet 1e-7'" },
	{ 3, "cost 0 same-thread start engine 1e-7 9e-8 2e-7",
		"no cost is called '0 same-thread start engine'" },
	{ 3, "cost 0 same-planet start packet 1e-7 9e-8 2e-7",
		"no cost is called '0 same-planet start packet'" },
	{ 3, "cost 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "needs a name and three numbers" },
	{ 3, "cost 0 same-thread start packet 0 0 2e-7",
		"line 3: '0' is not a number of at least 1e-18" },
	{ 3, "cost 0 same-thread start packet -1 0 2e-7", "'-1' is not a number" },
	{ 3, "cost 0 same-thread start packet soon 0 2e-7", "line 3: 'soon' is not a number" },
	{ 3, "cost 0 same-thread start packet 1e-7 9e-8 inf", "'inf' is not a number" },
	{ 3, "cost 0 same-thread start packet 1e-7x 9e-8 2e-7", "'1e-7x' is not a number" },
	{ 3, "cost 0 same-thread start packet 1e-7 2e-7 3e-7",
		"line 3: 1e-7 is not between 2e-7 and 3e-7" },
	{ 3, "cost 0 same-thread start packet 1e-7 9e-8 9.9e-8", "line 3: 1e-7 is not between" },
	{ 4, NULL, "there is no cost 'same-thread copy within fresh'" },
	{ 4, "cost 0 same-thread copy within stale 1024 1e-7 1e-7 1e-7", "within stale 1024'" },
	{ 4, "cost 0 same-thread copy within fresh 1K 1e-7 1e-7 1e-7", "within fresh 1K'" },
	{ 4, "cost 0 same-thread copy within fresh 1000 1e-7 1e-7 1e-7", "within fresh 1000'" },
	{ 4, "cost 0 same-thread copy within fresh 1024 1e-7 nan 1e-7", "'nan' is not a number" },
	{ 5, "cost 0 same-thread copy within fresh 1024 1e-7 1e-7 1e-7",
		"line 5: a second line for the cost '0 same-thread copy within fresh 1024'" },
	{ 6, NULL, "there is no cost 'same-l2 start inline'" },
	{ 7, "cost 0 same-l2 place home 1e-10 1e-10 2e-10", "'0 same-l2 place home'" },
	{ 7, "cost 0 same-l2 place memory 3e-10 1e-10 2e-10", "line 7: 3e-10 is not between" },
	{ 8, NULL, "there is no cost 'same-l2 copy one-end fresh'" },
	{ 9, "speed 9", "line 9: 'speed' is not known to this version of grove" },
	{ 9, "\033[2J 9", "line 9: '?[2J' is not known" },
	{ 9, "end", "line 10: 'end' must be the last line" },
	{ 10, "end now", "has 2 words, and needs 1" },
	{ 10, NULL, "the file is cut off: there is no line 'end'" },
};

static const char *const table[MOST_LINES] = { "grove-tune 2", "version 0.1", "key this machine",
	"row broadcast 0 cube:3 all full 2 1024 nesbt - 128 1e-5 2e-5",
	"row send 7 cube:3 all full 2 1024 ocsend3 - 0 1e-5 2e-5" };

static const struct broken broken_tables[] = {
	{ 0, "", "line 1: no table of choices" },
	{ 1, "grove-machine 1", "line 1: no table of choices" },
	{ 1, "grove-tune 2 2", "has 3 words, and needs 2" },
	{ 1, "grove-tune x", "'x' is not a whole number" },
	{ 1, "grove-tune 9", "version 9, and this grove reads version 2" },
	{ 2, "version", "has 1 words, and needs 2" },
	{ 2, "version 0.0", "measured with grove 0.0, and this is 0.1" },
	{ 2, NULL, "'row' stands before the line 'version'" },
	{ 3, "key another", "measured on another machine (another; this is this machine)" },
	{ 3, NULL, "line 3: 'row' stands before the line 'key'" },
	{ 4, "data warm", "there are fresh, resident and cold" },
	{ 4, "column 1", "'column' is not known to this version of grove" },
	{ 4, "row broadcast 0 cube:3 all full 2 1024 nesbt - 128 1e-5",
		"has 12 words, and needs 13" },
	{ 4, "row shout 0 cube:3 all full 2 1024 nesbt - 128 1e-5 2e-5", "'shout'" },
	{ 4, "row broadcast 1 cube:3 all full 2 1024 nesbt - 128 1e-5 2e-5",
		"'broadcast' has no aim" },
	{ 5, "row send 7g cube:3 all full 2 1024 ocsend3 - 0 1e-5 2e-5",
		"'7g' is not a whole number" },
	{ 4, "row broadcast 0 dice:3 all full 2 1024 nesbt - 128 1e-5 2e-5",
		"'dice:3' is not a network" },
	{ 4, "row broadcast 0 cube:3 some full 2 1024 nesbt - 128 1e-5 2e-5", "'some'" },
	{ 4, "row broadcast 0 cube:3 all empty 2 1024 nesbt - 128 1e-5 2e-5", "'empty'" },
	{ 4, "row broadcast 0 cube:3 all full -2 1024 nesbt - 128 1e-5 2e-5",
		"'-2' is not a whole number" },
	{ 4, "row broadcast 0 cube:3 all full 2 1k nesbt - 128 1e-5 2e-5",
		"'1k' is not a whole number" },
	{ 4, "row broadcast 0 cube:3 all full 2 99999999999999999999 nesbt - 128 1e-5 2e-5",
		"'99999999999999999999' is not a whole number" },
	{ 4, "row broadcast 0 cube:3 all full 2 1024 oak - 128 1e-5 2e-5", "'oak'" },
	{ 4, "row broadcast 0 cube:3 all full 2 1024 nesbt - x 1e-5 2e-5",
		"'x' is not a whole number" },
	{ 4, "row broadcast 0 cube:3 all full 2 1024 nesbt - 128 soon 2e-5",
		"'soon' is not a number" },
	{ 4, "row broadcast 0 cube:3 all full 2 1024 nesbt - 128 1e-5 later",
		"'later' is not a number" },
	{ 4, NULL, NULL },
};

/* The file with that line broken, its end cut by that many bytes. NULL: as it is. */
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

TEST("measured files: each broken line of a calibration is refused")
{
	assert_reads(read_calibration, calibration, NULL, 0, NULL);
	for (int i = 0; i < COUNT(broken_calibrations); i++)
		assert_reads(read_calibration, calibration, &broken_calibrations[i], 0,
			broken_calibrations[i].reason);
	assert_reads(read_calibration, distances, NULL, 0, NULL);
	for (int i = 0; i < COUNT(broken_distances); i++)
		assert_reads(read_calibration, distances, &broken_distances[i], 0,
			broken_distances[i].reason);
}

TEST("measured files: each broken line of a table of choices is refused")
{
	assert_reads(read_table, table, NULL, 0, NULL);
	for (int i = 0; i < COUNT(broken_tables); i++)
		assert_reads(read_table, table, &broken_tables[i], 0, broken_tables[i].reason);
}

/* A number of which the end is missing would be another number. */
TEST("measured files: a line without an end, or too long, is refused")
{
	static char text[2 * LINES_LENGTH];
	const struct broken longest = { 4, text, NULL };

	assert_reads(read_calibration, calibration, NULL, 1, "line 10: the line is cut off");
	assert_reads(read_table, table, NULL, 2, "line 5: the line is cut off");
	memset(text, '#', LINES_LENGTH - 2);
	assert_reads(read_table, table, &longest, 0, NULL);
	memset(text, '#', LINES_LENGTH);
	assert_reads(read_table, table, &longest, 0, "line 4: the line is too long");
}

/* What follows a byte of value 0 would be left out without a word. */
TEST("measured files: a byte of value 0 is refused")
{
	static const char text[] = "grove-tune 2\nver\0sion 0.1\n";
	FILE *file = fmemopen((void *)(uintptr_t)text, sizeof text - 1, "r");

	assert_non_null(file);
	assert_int_equal(read_table(file), -EINVAL);
	assert_string_equal(why_text(),
		"file, line 2: the line has a byte of value 0: this is not a text file");
	fclose(file);
}

TEST("measured files: a folder is refused")
{
	FILE *folder = fopen("/", "r");

	assert_non_null(folder);
	REFUSES(read_calibration(folder), EIO, "file cannot be read");
	assert_int_equal(read_table(folder), -EIO);
	fclose(folder);
}
