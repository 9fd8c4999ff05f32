/* The command lines of the applications. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_OPTIONS_H
#define APPS_APP_OPTIONS_H

#include <stdbool.h>

/* One option: where its argument goes, or else the flag that it sets. */
struct app_setting {
	const char *name; /* without the dashes */
	const char **text;
	bool *flag;
};

/* What every application takes. */
struct common {
	const char *network, *threads; /* NULL: not given */
	bool json;
};

#define COMMON_SETTINGS(common)                                                                    \
	{ "network", &(common)->network, NULL }, { "threads", &(common)->threads, NULL },          \
	{                                                                                          \
		"json", NULL, &(common)->json                                                      \
	}

/* What --help prints in front of the options that all have, and their default network. */
struct usage {
	const char *text, *network;
};

/* Reads the command line: the settings, ended by one without a name, and files[count], which all
 * must be there. --help prints the usage. Whatever is wrong ends the program. */
void options_read(int argc, char **argv, const struct app_setting *settings, const char **files,
	int count, const struct usage *usage);

/* The whole number in [low, high] that `text`, the argument of option `name`, must be. */
long option_number(const char *name, const char *text, long low, long high);

#endif
