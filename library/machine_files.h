/* What is known of this machine: its calibration and its measured choices, kept in files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MACHINE_FILES_H
#define LIBRARY_MACHINE_FILES_H

#include "plan/model/calibration.h"

struct tuned;

enum {
	HERE_PATH = 1024
};

/* The files. Each machine has its own, even where many share a home:
 *	$GROVE_MACHINE	or grove/machine-KEY in $XDG_CONFIG_HOME, or in ~/.config
 *	$GROVE_TUNE	or grove/tune-KEY there
 * KEY is a number made of the machine's key. A variable that is set to nothing means no file. A home that
 * may not be searched, and a file in it that may not be read, are no file; so is one that is named and does
 * not exist.
 * Returns the name, "" for no file. */
const char *machine_files_path(void);
const char *machine_files_tune_path(void);

/* Finds out all that the others tell, once in a process. 0 or -ENOMEM with why: then names and key are "". */
int machine_files_read(void);

/* In words, as the files have it. */
const char *machine_files_key(void);

/* What stands in them, read once in a process; NULL where there is no file. 0, or -EINVAL with why: the
 * file is of another machine or version, or wrong. Any thread may call them. */
int machine_files_machine(const struct machine **machine);
int machine_files_tuned(const struct tuned **tuned);

#endif
