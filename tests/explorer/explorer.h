/* What a scenario sees of the explorer: its threads, plain memory, waiting, and the verdict. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXPLORER_EXPLORER_H
#define TESTS_EXPLORER_EXPLORER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "tests/explorer/atomics.h"

enum {
	THREADS = 4
};

/* A scenario is a small closed program: `prepare` fills its memory, then the threads run, and
 * `finish` looks at what came out. It is run once for each execution, so it must be deterministic
 * but for what the explorer decides. */
struct scenario {
	const char *name;
	void (*prepare)(const struct scenario *scenario);
	void (*thread[THREADS])(void);
	void (*finish)(void);		 /* may be NULL */
	unsigned capacity, items, flags; /* for the scenario's own use */
	bool early; /* one futex_wait of each thread may return for no reason */
	enum effort {
		QUICK,
		NORMAL,
		LONG
	} effort; /* see explorer_test.c */
};

/* A scenario whose threads spin on several words at a time says on how many when it prepares. */
enum {
	SPUN_MOST = 3
};
extern int spun_words;

/* What came of all its executions. */
struct finding {
	unsigned long executions; /* distinct ones, run to their end */
	unsigned long cut;	  /* given up half-way, being the same as another one */
	unsigned events;	  /* in the longest */
	char failure[240];	  /* of the first execution that failed; empty when none did */
};

/* Sanitizers make an execution ten times slower, and more. */
extern const bool explorer_is_slow;

/* Runs every execution, up to the first that fails. */
struct finding explore(const struct scenario *scenario);

/* The same without leaving out any execution that is known to be equal to another: slow, and what
 * the test of the reduction compares with. */
struct finding explore_naively(const struct scenario *scenario);

/* In `finish`: a number for the execution: which store each load read, and the order of stores. */
uint64_t execution_hash(void);

/* In `finish`: the last value of a word. */
uint32_t last_value(_Atomic uint32_t *word);

/* Memory that is not atomic. Two accesses to one address, one of them a write, that are not
 * ordered by happens-before are a race, and the scenario fails. */
void plain_access(const volatile void *address, size_t bytes, bool write);
#define GET(object) (plain_access(&(object), sizeof(object), false), (object))
#define PUT(object, value)                                                                         \
	(plain_access(&(object), sizeof(object), true), (void)((object) = (value)))

/* In `prepare`: of files that are compiled for it (plain.c) every access to these bytes is seen. */
void plain_watch(const void *address, size_t bytes);

/* The thread has looked in vain, by its last load, and looks again once there is something newer
 * to see: rounds that see what they have seen before change nothing, and are left out. */
void spin(void);

/* This thread ends: the destructor of the runtime's key runs. */
void thread_end(void);

/* The scenario fails unless `truth`. */
void expect(bool truth, const char *sentence);

#endif
