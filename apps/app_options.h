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
	const char *network, *threads; /* NULL: not given */
	bool json;
};

#define COMMON_SETTINGS(common)                                                                    \
	{ "network", &(common)->network, NULL }, { "threads", &(common)->threads, NULL },          \
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

#endif
