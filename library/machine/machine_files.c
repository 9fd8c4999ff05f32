/* Finds and reads this machine's calibration, costs between ranks and tuned choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/error.h"
#include "base/surroundings.h"
#include "collectives/auto/tuned_table.h"
#include "grove.h"
#include "library/machine/machine_files.h"
#include "runtime/machine/cpus.h"
#include "base/process.h"

/* A file: the name, and the result of reading the file. */
struct kept {
	char *path; /* HERE_PATH characters or more */
	bool named; /* by grove's own variable, not by a search in a home */
	bool there; /* read without an error */
	int error;
	char text[512]; /* the reason of the error */
};

static struct {
	bool named; /* the names are known */
	bool read;
	struct machine_files_names names;
	struct kept of_machine, of_tuned, of_ranks;
	struct calibration calibration;
	struct tuned tuned;
	struct rank_costs ranks;
} here;

/* Hashes the key by FNV-1a, which is the same on every machine and in every version. */
static uint32_t number_of(const char *key)
{
	uint32_t hash = 2166136261u;

	for (; *key; key++)
		hash = (hash ^ (unsigned char)*key) * 16777619u;
	return hash;
}

/* Finds the folder of the files in a home, as the XDG base directory specification says. A name
 * that is too long means no folder, and no file: "". */
static void find_home(char folder[HERE_PATH])
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int length = 0;

	if (state && state[0] == '/')
		length = snprintf(folder, HERE_PATH, "%s/grove", state);
	else if (home && home[0] == '/')
		length = snprintf(folder, HERE_PATH, "%s/.local/state/grove", home);
	if (!length || length >= HERE_PATH)
		folder[0] = 0;
}

static void find_in_home(char path[HERE_PATH], const char *name)
{
	char folder[HERE_PATH];

	find_home(folder);
	if (!folder[0] || snprintf(path, HERE_PATH, "%s/%s-%08x", folder, name,
				  number_of(here.names.key)) >= HERE_PATH)
		path[0] = 0;
}

static void find_path(struct kept *kept, const char *variable, const char *name)
{
	const char *given = getenv(variable);

	kept->named = given;
	kept->path[0] = 0;
	if (!given) {
		find_in_home(kept->path, name);
	} else if (snprintf(kept->path, HERE_PATH, "%s", given) >= HERE_PATH) {
		kept->path[0] = 0;
		kept->error = why(
			EINVAL, "%s is a name of more than %d characters", variable, HERE_PATH - 1);
	}
}

/* Returns true if a file that could not be opened counts as no file. A home may belong to another
 * user, may not be searchable, or may lead nowhere; nobody asked for a file there. A file named by
 * grove's own variable is absent only when it does not exist. */
static bool is_absent(bool named, int error)
{
	if (error == ENOENT || error == ENOTDIR)
		return true;
	return !named &&
	       (error == EACCES || error == EPERM || error == ELOOP || error == ENAMETOOLONG);
}

/* Opens the file. Returns NULL without an error when there is no file. */
static FILE *open_kept(struct kept *kept)
{
	FILE *file = kept->path[0] ? fopen(kept->path, "re") : NULL;

	if (kept->path[0] && !file && !is_absent(kept->named, errno))
		kept->error = why(
			errno == ENOMEM ? ENOMEM : EINVAL, "%s: %s", kept->path, strerror(errno));
	return file;
}

static int read_machine(FILE *file, const char *name)
{
	return calibration_read(&here.calibration, file, name, here.names.key);
}

static int read_tuned(FILE *file, const char *name)
{
	return tuned_read(&here.tuned, file, name, here.names.key, grove_version());
}

static int read_ranks(FILE *file, const char *name)
{
	return rank_costs_read(&here.ranks, file, name, here.names.key);
}

static void read_kept(struct kept *kept, int (*read)(FILE *file, const char *name))
{
	FILE *file = open_kept(kept);

	if (file) {
		kept->error = read(file, kept->path);
		kept->there = !kept->error;
		fclose(file);
	}
	snprintf(kept->text, sizeof kept->text, "%s", kept->error ? why_text() : "");
}

void machine_files_ranks_path(char ranks[RANKS_PATH], const char *machine)
{
	snprintf(ranks, RANKS_PATH, "%s%s", machine, machine[0] ? ".ranks" : "");
}

static bool may_have_home(void)
{
	char folder[HERE_PATH];

	find_home(folder);
	return folder[0] && (!access(folder, F_OK) || !is_absent(false, errno));
}

/* Returns true if there may be a file. Most processes have none, and need not learn the key, for
 * which /proc/cpuinfo is read: it has a paragraph for each cpu. */
static bool may_have_files(void)
{
	const char *machine = getenv("GROVE_MACHINE"), *tune = getenv("GROVE_TUNE");

	return (machine && machine[0]) || (tune && tune[0]) ||
	       ((!machine || !tune) && may_have_home());
}

static int find_names(void)
{
	int error = cpus_key(here.names.key, sizeof here.names.key);

	if (error)
		return error;
	here.of_machine = (struct kept){ .path = here.names.machine };
	here.of_tuned = (struct kept){ .path = here.names.tune };
	find_path(&here.of_machine, "GROVE_MACHINE", "machine");
	find_path(&here.of_tuned, "GROVE_TUNE", "tune");
	here.of_ranks = (struct kept){ .path = here.names.ranks, .named = here.of_machine.named };
	machine_files_ranks_path(here.names.ranks, here.names.machine);
	here.named = true;
	return 0;
}

static int read_files(void)
{
	read_kept(&here.of_ranks, read_ranks);
	read_kept(&here.of_machine, read_machine);
	if (here.of_machine.error != -ENOMEM)
		read_kept(&here.of_tuned, read_tuned);
	if (here.of_machine.error == -ENOMEM)
		return -ENOMEM;
	if (here.of_tuned.error != -ENOMEM)
		return 0;
	tuned_free(&here.tuned);
	return -ENOMEM;
}

/* Reads everything once; the names only if there may be files, or if they are `wanted`. After a
 * lack of memory the next call tries again. */
static int read_once(bool wanted)
{
	PLAIN_SURROUNDINGS;
	int error = 0;

	process_lock(LOCK_FILES);
	if (!here.named && (wanted || (!here.read && may_have_files())))
		error = find_names();
	if (!error && !here.read && here.named) {
		error = read_files();
		here.named = !error; /* what was read is forgotten with the names */
	}
	if (!error)
		here.read = true;
	process_unlock(LOCK_FILES);
	return error;
}

int machine_files_read(const struct machine_files_names **names)
{
	*names = &here.names;
	return read_once(true);
}

static int look(const struct kept *kept)
{
	int error = read_once(false);

	if (error)
		return error;
	return kept->error ? why(-kept->error, "%s", kept->text) : 0;
}

int machine_files_calibration(const struct calibration **calibration)
{
	int error = look(&here.of_machine);

	*calibration = !error && here.of_machine.there ? &here.calibration : NULL;
	return error;
}

int machine_files_tuned(const struct tuned **tuned)
{
	int error = look(&here.of_tuned);

	*tuned = !error && here.of_tuned.there ? &here.tuned : NULL;
	return error;
}

int machine_files_ranks(const struct rank_costs **ranks)
{
	int error = look(&here.of_ranks);

	*ranks = !error && here.of_ranks.there ? &here.ranks : NULL;
	return error;
}
