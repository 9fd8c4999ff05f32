/* Takes the place of the C library's allocating functions, counts their calls and makes one of them
 * fail. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "tests/failer.h"
#include "tests/sanitized.h"

#if SANITIZED /* it has an allocator of its own, which nobody else can take the place of */

void failer_arm(long number)
{
	(void)number;
}

long failer_count(void)
{
	return 0;
}

long failer_live(void)
{
	return 0;
}

void failer_watch(struct site *site, size_t room)
{
	(void)site;
	(void)room;
}

size_t failer_watched(void)
{
	return 0;
}

void failer_print(int descriptor)
{
	(void)descriptor;
}

#else

/* The program's symbols come before those of libraries, so calls from within the C library, as by
 * strdup, getline and fopen, come here too. Each function passes the call on to the next one of its
 * name. */

enum {
	CALLERS = 8,	  /* that make a site: more make more sites of one cause */
	OWN = 3,	  /* frames of this file */
	PAGE_BITS = 12,	  /* of an address, which no random placement of a program changes */
	PLACES = 1 << 17, /* for blocks that are allocated */
	BOOT = 1 << 14	  /* bytes, for what dlsym itself allocates */
};

static _Atomic long count, failing;
static struct site *watched;
static size_t watched_room;
static _Atomic size_t watched_sites;
static void *failed[CALLERS + OWN];
static int failed_frames;
static _Thread_local __attribute__((tls_model("initial-exec"))) bool inside;

static struct {
	void *(*malloc)(size_t);
	void *(*calloc)(size_t, size_t);
	void *(*realloc)(void *, size_t);
	void (*free)(void *);
	int (*posix_memalign)(void **, size_t, size_t);
	void *(*aligned_alloc)(size_t, size_t);
	void *(*mmap)(void *, size_t, int, int, int, off_t);
	int (*munmap)(void *, size_t);
	int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
} real;

static char boot[BOOT];
static size_t boot_used;

static bool is_boot(const void *block)
{
	return (const char *)block >= boot && (const char *)block < boot + BOOT;
}

static void *boot_new(size_t bytes)
{
	void *block = boot + boot_used;

	boot_used += (bytes + 15) & ~(size_t)15;
	return boot_used <= BOOT ? block : NULL;
}

static void find(void *function, const char *name)
{
	void *found = dlsym(RTLD_NEXT, name);

	memcpy(function, &found, sizeof found);
}

/* malloc comes last: until then blocks come from the boot's. */
static void find_all(void)
{
	static bool begun;

	if (begun)
		return;
	begun = true;
	find(&real.calloc, "calloc");
	find(&real.realloc, "realloc");
	find(&real.free, "free");
	find(&real.posix_memalign, "posix_memalign");
	find(&real.aligned_alloc, "aligned_alloc");
	find(&real.mmap, "mmap");
	find(&real.munmap, "munmap");
	find(&real.pthread_create, "pthread_create");
	find(&real.malloc, "malloc");
}

/* ---- What is allocated ---- */

/* A block is known by its address, since not all that is freed was allocated here: the C library
 * keeps the stacks of threads that have ended, with memory that belongs to them. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *place[PLACES];
static long live;

static size_t place_of(const void *block)
{
	size_t i = (size_t)((uintptr_t)block * UINT64_C(0x9e3779b97f4a7c15) >> 40) % PLACES;

	while (place[i] && place[i] != block)
		i = (i + 1) % PLACES;
	return i;
}

static void *kept(void *block)
{
	if (!block || inside)
		return block;
	pthread_mutex_lock(&lock);
	place[place_of(block)] = block;
	live++;
	pthread_mutex_unlock(&lock);
	return block;
}

/* What lies behind in the same run of places moves up. */
static void given_back(void *block)
{
	size_t i;

	pthread_mutex_lock(&lock);
	i = place_of(block);
	if (place[i]) {
		live--;
		place[i] = NULL;
		while (place[i = (i + 1) % PLACES]) {
			void *moved = place[i];

			place[i] = NULL;
			place[place_of(moved)] = moved;
		}
	}
	pthread_mutex_unlock(&lock);
}

/* ---- Counting and failing ---- */

static int callers(void *frame[CALLERS + OWN])
{
	return backtrace(frame, CALLERS + OWN);
}

static void watch(long number)
{
	const uintptr_t offset = ((uintptr_t)1 << PAGE_BITS) - 1;
	void *frame[CALLERS + OWN];
	int frames = callers(frame);
	uint64_t hash = 14695981039346656037u;
	size_t sites = watched_sites, i = 0;

	for (int k = OWN; k < frames; k++)
		hash = (hash ^ ((uintptr_t)frame[k] & offset)) * 1099511628211u;
	while (i < sites && watched[i].number != hash)
		i++;
	if (i == sites && sites < watched_room) {
		watched[sites] = (struct site){ hash, number };
		watched_sites = sites + 1;
	}
}

/* Behind the end of main the writer of coverage's counters allocates, and not the program. */
static void disarm(void)
{
	failing = 0;
	watched_room = 0;
}

/* Only a handler that is set within main runs before the writer of counters. */
static void disarm_at_exit(void)
{
	static atomic_flag set = ATOMIC_FLAG_INIT;

	if ((watched || failing) && !atomic_flag_test_and_set(&set))
		atexit(disarm);
}

static bool fails(void)
{
	long number;

	if (inside)
		return false;
	inside = true;
	disarm_at_exit();
	number = ++count;
	if (watched) {
		pthread_mutex_lock(&lock);
		watch(number);
		pthread_mutex_unlock(&lock);
	}
	if (number == failing)
		failed_frames = callers(failed);
	inside = false;
	return number == failing;
}

static void *no_memory(void)
{
	errno = ENOMEM;
	return NULL;
}

void failer_arm(long number)
{
	count = 0;
	failing = number;
}

long failer_count(void)
{
	return count;
}

long failer_live(void)
{
	return live;
}

/* The first backtrace of a process allocates. */
void failer_watch(struct site *site, size_t room)
{
	void *frame[CALLERS + OWN];

	inside = true;
	callers(frame);
	inside = false;
	watched_sites = 0;
	watched_room = room;
	watched = site;
}

size_t failer_watched(void)
{
	watched = NULL;
	return watched_sites;
}

void failer_print(int descriptor)
{
	if (failed_frames > OWN)
		backtrace_symbols_fd(failed + OWN - 1, failed_frames - OWN + 1, descriptor);
}

/* ---- The functions ---- */

#pragma GCC visibility push(default) /* or libraries would not find them */

void *malloc(size_t bytes)
{
	find_all();
	if (!real.malloc)
		return boot_new(bytes);
	return fails() ? no_memory() : kept(real.malloc(bytes));
}

void *calloc(size_t things, size_t bytes)
{
	find_all();
	if (!real.malloc)
		return boot_new(things * bytes); /* which is zeros */
	return fails() ? no_memory() : kept(real.calloc(things, bytes));
}

void *realloc(void *old, size_t bytes)
{
	void *block;

	if (is_boot(old)) {
		block = malloc(bytes);
		return block ? memcpy(block, old, bytes) : NULL;
	}
	find_all();
	if (fails())
		return no_memory();
	if (old)
		given_back(old);
	block = real.realloc(old, bytes);
	kept(block ? block : old);
	return block;
}

void *reallocarray(void *old, size_t things, size_t bytes)
{
	if (bytes && things > SIZE_MAX / bytes)
		return no_memory();
	return realloc(old, things * bytes);
}

void free(void *block)
{
	if (!block || is_boot(block))
		return;
	given_back(block);
	real.free(block);
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
	int error;

	find_all();
	if (fails())
		return ENOMEM;
	error = real.posix_memalign(block, alignment, bytes);
	if (!error)
		kept(*block);
	return error;
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
	find_all();
	return fails() ? no_memory() : kept(real.aligned_alloc(alignment, bytes));
}

void *mmap(void *at, size_t bytes, int protection, int flags, int descriptor, off_t offset)
{
	void *map;

	find_all();
	if (fails()) {
		errno = ENOMEM;
		return MAP_FAILED;
	}
	map = real.mmap(at, bytes, protection, flags, descriptor, offset);
	return map == MAP_FAILED ? map : kept(map);
}

int munmap(void *map, size_t bytes)
{
	find_all();
	given_back(map);
	return real.munmap(map, bytes);
}

/* What the C library allocates for a thread is its own. */
int pthread_create(
	pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument)
{
	int error;

	find_all();
	if (fails())
		return EAGAIN;
	inside = true;
	error = real.pthread_create(thread, attributes, body, argument);
	inside = false;
	return error;
}

#endif
