/* Declares the command lines of the applications. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_OPTIONS_H
#define APPS_APP_OPTIONS_H

#include <stdbool.h>

/* An option: the place of its argument, or else the flag that the option sets. */
struct app_setting {
	const char *name; /* without the dashes */
	const char **text;
	bool *flag;
};

/* The options that every application takes. */
struct common {
	const char *network, *threads, *seconds, *runs, *picture; /* NULL: not given */
	bool links, json;
};

#define COMMON_SETTINGS(common)                                                                    \
	{ "network", &(common)->network, NULL }, { "threads", &(common)->threads, NULL },          \
		{ "seconds", &(common)->seconds, NULL }, { "runs", &(common)->runs, NULL },        \
		{ "picture", &(common)->picture, NULL }, { "links", NULL, &(common)->links },      \
	{                                                                                          \
		"json", NULL, &(common)->json                                                      \
	}

/* The start of --help's text, before the options of every application, and the default network. */
struct usage {
	const char *text, *network;
};

/* Reads the command line: the settings, ended by a setting without a name, and files[count], which
 * are all required. --help prints the usage. Any error ends the application. */
void options_read(int argc, char **argv, const struct app_setting *settings, const char **files,
	int count, const struct usage *usage);

/* Returns the whole number in `text`, the argument of option `name`. Ends the application unless
 * the number is in [low, high]. */
long option_number(const char *name, const char *text, long low, long high);

/* Returns the seconds in `text`: 0 to 3600, or the application ends. */
double option_seconds(const char *name, const char *text);

/* The ways of forwarding that --forward asks for. */
struct ways {
	const char *name[2];
	int count;
};

#define FORWARD_USAGE                                                                              \
	"  --forward copy  the bytes cross every link on their way, and the bandwidth of links\n"  \
	"                  is reported (the default)\n"                                           \
	"  --forward reference\n"                                                                 \
	"                  links carry only notices, and each block is read once, from its\n"     \
	"                  first place; the delivered bandwidth is reported\n"                    \
	"  --forward both  one way after the other, side by side\n"

/* Reads copy, reference or both; NULL: copy. Anything else ends the application, and so does
 * reference with options that ask for links. */
struct ways option_ways(const char *text, const struct common *common);

#endif
