/* Plain accesses of the runtime's own files, as the compiler reports them to a thread sanitizer. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/explorer/model.h"
#include "tests/explorer/threads.h"

/* A file that is compiled with -fsanitize=thread calls these functions before each access to
 * memory. The sanitizer itself is not linked. Of the accesses those count that touch what the
 * scenario has said to be shared: a counter of a coverage tool, or a thread's own stack, is not the
 * program's. */
enum {
	RANGES = 8
};

static struct range {
	const char *begin, *end;
} ranges[RANGES];
static int count;

void plain_forget(void)
{
	count = 0;
}

void plain_watch(const void *address, size_t bytes)
{
	ranges[count++] = (struct range){ address, (const char *)address + bytes };
}

static void note(const void *address, size_t bytes, bool write)
{
	const char *at = address;

	if (current_thread() < 0)
		return;
	for (int i = 0; i < count; i++)
		if (at >= ranges[i].begin && at < ranges[i].end) {
			plain_access(address, bytes, write);
			return;
		}
}

#define ACCESS(bytes)                                                                              \
	void __tsan_read##bytes(const void *address);                                              \
	void __tsan_write##bytes(const void *address);                                             \
	void __tsan_unaligned_read##bytes(const void *address);                                    \
	void __tsan_unaligned_write##bytes(const void *address);                                   \
	void __tsan_read##bytes(const void *address)                                               \
	{                                                                                          \
		note(address, bytes, false);                                                       \
	}                                                                                          \
	void __tsan_write##bytes(const void *address)                                              \
	{                                                                                          \
		note(address, bytes, true);                                                        \
	}                                                                                          \
	void __tsan_unaligned_read##bytes(const void *address)                                     \
	{                                                                                          \
		note(address, bytes, false);                                                       \
	}                                                                                          \
	void __tsan_unaligned_write##bytes(const void *address)                                    \
	{                                                                                          \
		note(address, bytes, true);                                                        \
	}

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)

void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);
void __tsan_read_range(const void *address, size_t bytes);
void __tsan_write_range(const void *address, size_t bytes);

void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller)
{
	(void)caller;
}

void __tsan_func_exit(void)
{
}

void __tsan_read_range(const void *address, size_t bytes)
{
	note(address, bytes, false);
}

void __tsan_write_range(const void *address, size_t bytes)
{
	note(address, bytes, true);
}

void *explorer_copy(void *to, const void *from, size_t bytes)
{
	note(from, bytes, false);
	note(to, bytes, true);
	return memmove(to, from, bytes);
}
