/* Keeps which algorithms the verbs chose, for the next team and for the next process. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_VERB_CHOICES_H
#define LIBRARY_VERB_CHOICES_H

#include "library/library_internal.h"

/* A choice by the model takes a few hundred microseconds, and is the same in each process while the
 * calibration is the same. So choices are kept in a file beside the calibration, whose name is the
 * name of the calibration followed by ".choices". The file is a cache: a file of another
 * calibration or version is replaced, as is a file with a line that cannot be read, and a file that
 * cannot be written is not an error. Without a calibration, and where a table of tuned choices
 * decides, nothing is kept. Any thread may call these functions. */

/* Reads the file, once in a process, so that no verb waits for it. */
void verb_choices_open(void);

/* Finds the kept choice for such a problem and block size, and writes algorithm and order into the
 * problem. Sizes with the same number of binary digits share a choice. Returns false if there is no
 * kept choice. */
bool verb_choice_find(
	struct problem *problem, const struct rates *rates, size_t bytes, size_t element);

/* Keeps the choice that the problem names. */
void verb_choice_add(
	const struct problem *problem, const struct rates *rates, size_t bytes, size_t element);

/* Appends all new choices to the file. */
void verb_choices_write(void);

#endif
