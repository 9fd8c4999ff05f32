/* Reads the command lines of the applications. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "apps/fail.h"
#include "apps/app_options.h"

enum {
	SETTINGS_MAX = 15,
	SECONDS_MAX = 3600,
	FIRST = 256 /* the value that getopt_long returns for setting 0 */
};

static int table_make(struct option *table, const struct app_setting *settings)
{
	int count = 0;

	for (; settings[count].name && count < SETTINGS_MAX; count++)
		table[count] = (struct option){ settings[count].name,
			settings[count].text ? required_argument : no_argument, NULL,
			FIRST + count };
	table[count] = (struct option){ "help", no_argument, NULL, 'h' };
	table[count + 1] = (struct option){ 0 };
	return count;
}

/* Refuses an unknown option. getopt leaves the letter of a short option in optopt; a long option is
 * the last word that getopt read. */
static _Noreturn void unknown(char *last_word, const struct app_setting *settings)
{
	char known[256] = "", letter[] = { '-', (char)optopt, '\0' };
	const char *what = optopt && optopt < FIRST ? letter : last_word;
	int length = 0;

	for (; settings->name; settings++)
		length += snprintf(
			known + length, sizeof known - (size_t)length, "--%s, ", settings->name);
	fail(REFUSED, "there is no option '%s'; there are %s--help", what, known);
}

static _Noreturn void help(const struct usage *usage)
{
	printf("%s"
	       "  --network NET   cube:3, gh:2x3x4, star:4, ccc:3, butterfly:3 ... [%s]\n"
	       "  --threads P     threads that run the nodes [as many as cores, at most N]\n"
	       "  --seconds S     measures until the time is known within 5 %%, or S seconds\n"
	       "                  have passed [0.5]\n"
	       "  --runs R        R launches, a process each; times are medians over launches,\n"
	       "                  and --links and --picture show the first launch [1]\n"
	       "  --links         a table of all links: bytes, busy time, bandwidth\n"
	       "  --picture FILE  the network as SVG, each link coloured by its bandwidth\n"
	       "  --json          the results as a JSON object\n"
	       "  --help          this text\n"
	       "\n"
	       "A table has the time of each step and its share of the whole, the rate of the\n"
	       "busiest link, and the time that the model of the network predicted. All steps\n"
	       "but reading and writing files are repeated; in each repetition the nodes write\n"
	       "their inputs anew. The result is compared with a plain computation.\n"
	       "\n"
	       "Exit status: 0 done; 1 a check failed; 2 wrong usage, or a refused file or\n"
	       "request; 3 timed out.\n",
		usage->text, usage->network);
	need_printed();
	exit(0);
}

static void files_take(int argc, char **argv, const char **files, int count)
{
	if (argc - optind < count)
		fail(REFUSED, "%s is missing; see --help", argc - optind ? "OUT" : "IN");
	if (argc - optind > count)
		fail(REFUSED, "'%s' is one file too many; see --help", argv[optind + count]);
	for (int i = 0; i < count; i++)
		files[i] = argv[optind + i];
}

void options_read(int argc, char **argv, const struct app_setting *settings, const char **files,
	int count, const struct usage *usage)
{
	struct option table[SETTINGS_MAX + 2];
	int known = table_make(table, settings), got;

	while ((got = getopt_long(argc, argv, ":h", table, NULL)) != -1) {
		if (got == 'h') {
			help(usage);
		}
		if (got == ':')
			fail(REFUSED, "%s needs an argument; see --help", argv[optind - 1]);
		if (got < FIRST || got >= FIRST + known)
			unknown(argv[optind - 1], settings);
		if (settings[got - FIRST].text)
			*settings[got - FIRST].text = optarg;
		else
			*settings[got - FIRST].flag = true;
	}
	files_take(argc, argv, files, count);
}

long option_number(const char *name, const char *text, long low, long high)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (isspace((unsigned char)text[0]) || end == text || *end)
		fail(REFUSED, "%s: '%s' is not a whole number", name, text);
	if (errno || value < low || value > high)
		fail(REFUSED, "%s: %s is out of range: %ld to %ld", name, text, low, high);
	return value;
}

double option_seconds(const char *name, const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (isspace((unsigned char)text[0]) || end == text || *end)
		fail(REFUSED, "%s: '%s' is not a number of seconds", name, text);
	if (!(value >= 0 && value <= SECONDS_MAX))
		fail(REFUSED, "%s: %s is out of range: 0 to %d seconds", name, text, SECONDS_MAX);
	return value;
}

struct ways option_ways(const char *text, const struct common *common)
{
	const char *asked = common->picture ? "--picture" : "--links";

	if (!text || !strcmp(text, "copy"))
		return (struct ways){ { "copy" }, 1 };
	if (!strcmp(text, "reference") && (common->links || common->picture))
		fail(REFUSED, "%s: by reference no bytes cross a link; take --forward copy or both",
			asked);
	if (!strcmp(text, "reference"))
		return (struct ways){ { "reference" }, 1 };
	if (strcmp(text, "both") != 0)
		fail(REFUSED, "--forward: there is no '%s'; there are copy, reference and both",
			text);
	return (struct ways){ { "copy", "reference" }, 2 };
}
