/* Threads as the runtime knows them: they yield, and a key of their own sees their end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/explorer/threads.h"
#include "tests/explorer/model.h"

static const void *values[THREADS];
static void (*destructor)(void *value);

/* Whoever yields waits for its last look to find something newer. */
int sched_yield(void)
{
	spin();
	return 0;
}

/* The runtime has one key. */
int pthread_key_create(pthread_key_t *key, void (*end)(void *value))
{
	*key = 0;
	destructor = end;
	return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
	(void)key;
	return (void *)(uintptr_t)values[current_thread()];
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
	(void)key;
	values[current_thread()] = value;
	return 0;
}

void threads_forget(void)
{
	for (int t = 0; t < THREADS; t++)
		values[t] = NULL;
}

void thread_end(void)
{
	const void *value = values[current_thread()];

	values[current_thread()] = NULL;
	if (value)
		destructor((void *)(uintptr_t)value);
}
