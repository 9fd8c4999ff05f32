/* Starts this program once more, as a launch that hands records over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LAUNCH_PROCESS_H
#define PERF_LAUNCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* A launch is this program in a process of its own, with arguments of its parent's choice. The
 * environment names the descriptor to which the launch writes its records: as structs, since both
 * sides are the same program. Functions return 0, or -errno. */

#define LAUNCH_VARIABLE "GROVE_LAUNCH"

struct launch {
	pid_t process;
	int descriptor; /* from which the records come */
};

/* Returns the descriptor if this process is a launch, else -1. */
int launch_descriptor(void);

int launch_write(int descriptor, const void *record, size_t bytes);

/* Starts a launch with the arguments word[0], word[1] ... NULL. A launch ends with its parent. */
int launch_begin(struct launch *launch, char *const *word);

/* Reads a record. Returns 1, 0 at the end of the records, or -errno. While no record comes, asks
 * `stop` each second; true ends the launch by SIGTERM. NULL: never. */
int launch_read(const struct launch *launch, void *record, size_t bytes, bool (*stop)(void));

/* Waits for the end of the launch. Stores the status as waitpid does. */
int launch_end(const struct launch *launch, int *status);

#endif
