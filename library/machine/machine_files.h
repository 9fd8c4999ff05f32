/* Finds and reads the files kept about this machine: its calibration, the costs between ranks, and
 * the table of tuned choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MACHINE_FILES_H
#define LIBRARY_MACHINE_FILES_H

#include "plan/costs/calibration.h"
#include "plan/costs/rank_costs.h"

struct tuned;

enum {
	HERE_PATH = 1024,
	RANKS_PATH = HERE_PATH + 8
};

/* The names of the files. Each machine has its own files, even where many machines share a home:
 *	$GROVE_MACHINE	or grove/machine-KEY in $XDG_STATE_HOME, or in ~/.local/state
 *	$GROVE_TUNE	or grove/tune-KEY there
 * The costs between the ranks of an MPI are in a file beside the calibration, whose name is that of
 * the calibration followed by ".ranks". KEY is a hash of the machine's key. A variable set to the
 * empty string means no file. A named file that does not exist counts as no file. So do a home that
 * may not be searched and a file in a home that may not be read. The name of no file is "". */
struct machine_files_names {
	char machine[HERE_PATH], tune[HERE_PATH];
	char ranks[RANKS_PATH];
	char key[MACHINE_KEY]; /* in words, as the files contain the key */
};

/* Writes the name of the file of ranks beside that calibration; "" beside "". */
void machine_files_ranks_path(char ranks[RANKS_PATH], const char *machine);

/* Reads the machine's key and all files, once in a process; the other functions call this
 * function. Returns 0, or -ENOMEM with why; then names and key are "". */
int machine_files_read(const struct machine_files_names **names);

static inline const struct machine_files_names *machine_files_names(void)
{
	const struct machine_files_names *names;

	machine_files_read(&names);
	return names;
}

/* Return the contents of the files, read once in a process; NULL where there is no file. Return 0,
 * or -EINVAL with why: the file is wrong, or belongs to another machine or version. Any thread may
 * call these functions. */
int machine_files_calibration(const struct calibration **calibration);
int machine_files_tuned(const struct tuned **tuned);
int machine_files_ranks(const struct rank_costs **ranks);

#endif
