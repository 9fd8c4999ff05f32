/* Runs a program once for each place where it allocates, and lets that allocation fail. Preloaded.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/failer.h"

/* Before main begins, the process becomes a server: each run is a fork, which goes on into main.
 * The first run, in which nothing fails, is what the others are compared with. A run ends well with
 * status 0 and the same output, without the memory that was not there; or with status 2 and one
 * line that names memory or threads. Then it has left no file behind. What is wrong is said on
 * standard output.
 *
 *	FAILER_SEEN	a file for sites that failed in runs of other programs: they are left out
 *	FAILER_TIMES	set: the output has measured times, and is not compared
 *	FAILER_EARLY	set: the program measures for long: each run is ended after 0.3 s
 */

enum {
	SITES = 1 << 14,
	TEXT = 1 << 20,
	FAULTS = 10, /* are enough */
	SECONDS = 20
};

/* What all runs share. */
struct shared {
	struct site site[SITES];
	size_t sites;
	bool first; /* no run has ended */
};

struct seen {
	size_t sites;
	uint64_t number[SITES];
};

struct run {
	int status;
	int out, err; /* what it said, and who asked for what failed, as files in memory */
	int who;
	off_t written; /* bytes of the files that it made */
	int files;
};

static struct shared *shared;
static struct run this_run;
static bool in_run;

static void fault(long number, const struct run *run, const char *text)
{
	char said[256] = "", who[1024] = "";

	if (pread(run->err, said, sizeof said - 1, 0) < 0 ||
		pread(run->who, who, sizeof who - 1, 0) < 0)
		text = "nothing can be read";
	said[strcspn(said, "\n")] = '\0';
	printf("allocation %ld: %s; status %d, '%s'\n%s", number, text, run->status, said, who);
}

/* ---- Files that a run makes ---- */

static bool is_old(char *const *old, int count, const char *name)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(old[i], name))
			return true;
	return false;
}

/* The names in this folder, for ever. */
static int list_files(char **name, int room)
{
	DIR *folder = opendir(".");
	struct dirent *entry;
	int count = 0;

	while (folder && (entry = readdir(folder)) && count < room)
		name[count++] = strdup(entry->d_name);
	if (folder)
		closedir(folder);
	return count;
}

/* Counts and removes what is new. */
static void clean(struct run *run, char *const *old, int count)
{
	char *now[SITES / 64];
	int files = list_files(now, SITES / 64);
	struct stat stat_of;

	for (int i = 0; i < files; i++) {
		if (!is_old(old, count, now[i]) && !stat(now[i], &stat_of)) {
			run->files++;
			run->written += stat_of.st_size;
			unlink(now[i]);
		}
		free(now[i]);
	}
}

/* ---- One run ---- */

static void end_of_run(void)
{
	if (!in_run)
		return;
	if (shared->first)
		shared->sites = failer_watched();
	shared->first = false;
	failer_print(this_run.who);
}

static void end_early(int signal)
{
	(void)signal;
	end_of_run();
	_exit(EXIT_SUCCESS);
}

/* Returns true in the run itself, which goes on into main. */
static bool begin(struct run *run, long failing)
{
	const struct itimerval early = { .it_value = { 0, 300000 } },
			       late = { .it_value = { SECONDS, 0 } };
	pid_t child;

	*run = (struct run){ .status = -1,
		.out = memfd_create("out", 0),
		.err = memfd_create("err", 0),
		.who = memfd_create("who", 0) };
	this_run = *run;
	fflush(stdout);
	child = fork();
	if (child == 0) {
		dup2(run->out, STDOUT_FILENO);
		dup2(run->err, STDERR_FILENO);
		if (getenv("FAILER_EARLY"))
			signal(SIGALRM, end_early);
		setitimer(ITIMER_REAL, getenv("FAILER_EARLY") ? &early : &late, NULL);
		in_run = true;
		atexit(end_of_run);
		failer_watch(failing ? NULL : shared->site, SITES);
		failer_arm(failing);
		return true;
	}
	waitpid(child, &run->status, 0);
	return false;
}

static void end(const struct run *run)
{
	close(run->out);
	close(run->err);
	close(run->who);
}

static bool same_output(const struct run *a, const struct run *b)
{
	static char x[TEXT], y[TEXT];
	ssize_t length = pread(a->out, x, sizeof x, 0);

	return length == pread(b->out, y, sizeof y, 0) && !memcmp(x, y, (size_t)length);
}

static bool one_line(const struct run *run)
{
	char said[1024];
	ssize_t length = pread(run->err, said, sizeof said - 1, 0);

	said[length < 0 ? 0 : length] = '\0';
	return length > 0 && strchr(said, '\n') == said + length - 1 &&
	       (strstr(said, "memory") || strstr(said, "thread"));
}

static const char *judge(const struct run *run, const struct run *first, bool times)
{
	if (WIFSIGNALED(run->status))
		return WTERMSIG(run->status) == SIGALRM ? "does not end" : "crashes";
	if (WEXITSTATUS(run->status) == 0) {
		if (!times && !same_output(run, first))
			return "other output";
		if (getenv("FAILER_EARLY"))
			return NULL;
		return run->files != first->files || run->written != first->written ? "other files"
										    : NULL;
	}
	if (WEXITSTATUS(run->status) != 2)
		return "not status 2";
	if (!one_line(run))
		return "not one line that names memory or threads";
	return run->files ? "leaves a file behind" : NULL;
}

/* ---- All runs ---- */

static bool is_new(struct seen *seen, uint64_t number)
{
	for (size_t i = 0; i < seen->sites; i++)
		if (seen->number[i] == number)
			return false;
	if (seen->sites < SITES)
		seen->number[seen->sites++] = number;
	return true;
}

static struct seen *open_seen(void)
{
	const char *name = getenv("FAILER_SEEN");
	int file = name ? open(name, O_RDWR | O_CREAT, 0600) : -1;

	if (file < 0 || ftruncate(file, sizeof(struct seen)))
		exit(EXIT_FAILURE);
	return mmap(NULL, sizeof(struct seen), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
}

/* Returns in a run; the server itself ends here. */
__attribute__((constructor)) static void serve(void)
{
	bool times = getenv("FAILER_TIMES") != NULL;
	static char *old[SITES / 64];
	struct run first, run;
	struct seen *seen;
	int faults = 0, files, failed = 0;

	unsetenv("LD_PRELOAD");
	seen = open_seen();
	shared = mmap(
		NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	shared->first = true;
	files = list_files(old, SITES / 64);
	if (begin(&first, 0))
		return;
	clean(&first, old, files);
	if (first.status)
		fault(0, &first, "does not succeed with memory");
	for (size_t i = 0; i < shared->sites && !first.status && faults < FAULTS; i++) {
		const char *wrong;

		if (!is_new(seen, shared->site[i].number))
			continue;
		if (begin(&run, shared->site[i].first))
			return;
		clean(&run, old, files);
		wrong = judge(&run, &first, times);
		if (wrong)
			fault(shared->site[i].first, &run, wrong);
		faults += wrong != NULL;
		failed++;
		end(&run);
	}
	printf("%d allocations failed, %d faults\n", failed, faults + (first.status != 0));
	fflush(stdout);
	_exit(faults || first.status ? EXIT_FAILURE : EXIT_SUCCESS);
}
