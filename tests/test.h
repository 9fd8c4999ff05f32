/* A test is a sentence and a body; a program runs the tests of its file as they stand there.
 *
 *	TEST("a reversed plan reversed again is the same plan")
 *	{
 *		assert_...
 *	}
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/error.h"
#include "tests/ends.h"

/* The call succeeds. */
#define MUST(call)                                                                                 \
	do {                                                                                       \
		if (call)                                                                          \
			fail_msg("%s", why_text());                                                \
	} while (0)

/* The call fails with this error, and says why in these words: REFUSES(call, EINVAL, "root 9"). */
#define REFUSES(call, error, words)                                                                \
	do {                                                                                       \
		assert_int_equal(call, -(error));                                                  \
		if (!strstr(why_text(), words))                                                    \
			fail_msg("'%s' does not say '%s'", why_text(), words);                     \
	} while (0)

/* A function that returns an error leaves with -EBADMSG unless this holds, and says where. */
#define HOLDS(what)                                                                                \
	do {                                                                                       \
		if (!(what)) {                                                                     \
			fprintf(stderr, "# %s:%d: not %s (%s)\n", __FILE__, __LINE__, #what,       \
				why_text());                                                       \
			return -EBADMSG;                                                           \
		}                                                                                  \
	} while (0)

/* Constructors with a number run in its order, before those without. */
#define TEST(sentence) TEST_AT_LINE(sentence, __LINE__)
#define TEST_AT_LINE(sentence, line) TEST_NUMBER(sentence, line)
#define TEST_NUMBER(sentence, line)                                                                \
	static void test_##line(void **state);                                                     \
	__attribute__((constructor(1000 + line))) static void add_test_##line(void)                \
	{                                                                                          \
		test_table[test_count++] =                                                         \
			(struct CMUnitTest){ sentence, test_##line, set_up_test, end_test, NULL }; \
	}                                                                                          \
	static void test_##line(__attribute__((unused)) void **state)

/* A test whose body is called time after time: `calls` gets the body as `each`. */
#define TEST_EACH(sentence, calls, ...)                                                            \
	TEST_CALLED(void, each, sentence, calls, __LINE__, __VA_ARGS__)

/* A test whose body returns this type, and which `calls` calls by this name. */
#define TEST_CALLED(type, name, sentence, calls, line, ...)                                        \
	TEST_CALLED_NUMBER(type, name, sentence, calls, line, __VA_ARGS__)
#define TEST_CALLED_NUMBER(type, name, sentence, calls, line, ...)                                 \
	static type name##_##line(__VA_ARGS__);                                                    \
	TEST_NUMBER(sentence, line)                                                                \
	{                                                                                          \
		type (*const name)(__VA_ARGS__) = name##_##line;                                   \
		calls;                                                                             \
	}                                                                                          \
	static type name##_##line(__VA_ARGS__)

/* What a file does before its first test, before and after each, and after the last. */
#define BEFORE_TESTS HOOK(before_tests)
#define BEFORE_EACH_TEST HOOK(before_each_test)
#define AFTER_EACH_TEST HOOK(after_each_test)
#define AFTER_TESTS HOOK(after_tests)
#define HOOK(name)                                                                                 \
	static void name##_do(void);                                                               \
	__attribute__((constructor)) static void name##_set(void)                                  \
	{                                                                                          \
		name = name##_do;                                                                  \
	}                                                                                          \
	static void name##_do(void)

enum {
	MOST_TESTS = 100
};

static struct CMUnitTest test_table[MOST_TESTS];
static size_t test_count;
static void (*before_tests)(void), (*before_each_test)(void), (*after_each_test)(void),
	(*after_tests)(void);

static inline int set_up_test(__attribute__((unused)) void **state)
{
	if (before_each_test)
		before_each_test();
	return 0;
}

static inline int end_test(__attribute__((unused)) void **state)
{
	if (after_each_test)
		after_each_test();
	return 0;
}

/* The tests of this file cannot run here. */
static inline void skip_tests(const char *reason)
{
	printf("1..0 # SKIP %s\n", reason);
	exit(77);
}

int main(void)
{
	int failed;

	if (before_tests)
		before_tests();
	failed = _cmocka_run_group_tests("tests", test_table, test_count, NULL, NULL);
	if (after_tests)
		after_tests();
	return failed;
}

#endif
