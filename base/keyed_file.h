/* Reads and writes files of what was measured on a machine, line by line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_KEYED_FILE_H
#define BASE_KEYED_FILE_H

#include <stdbool.h>
#include "base/text_lines.h"

/* All such files have one form:
 *
 *	grove-machine 4		the word and the version of the form
 *	version 0.1.0		of grove, only in files that another version cannot use
 *	key TEXT		names the machine
 *	WORD COLUMN COLUMN ...	rows
 *	end			only in files that are written as a whole
 */
struct keyed_file {
	const char *word, *what; /* "grove-machine"; "calibration", for refusals */
	const char *remedy; /* what to do with a file that does not fit: "run `grove calibrate`" */
	int version;
	bool ends;
	/* Takes a row. Returns 0, or -errno with why. */
	int (*take)(struct text_lines *lines, void *into);
};

/* The machine and the version of grove to which a file belongs. */
struct keyed_owner {
	const char *key;     /* of the machine; when reading, NULL: any */
	const char *version; /* of grove; NULL: the file has no such line */
};

/* Reads lines->file. Returns 0, or -errno with why: the file's name, the line and the reason. */
int keyed_read(const struct keyed_file *form, struct text_lines *lines,
	const struct keyed_owner *owner, void *into);

/* Writes the lines before the rows. The caller checks the file for errors. */
void keyed_write_heading(
	const struct keyed_file *form, FILE *file, const struct keyed_owner *owner);

#endif
