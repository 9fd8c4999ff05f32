/* Walks over the values of a JSON text, which is never copied. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_FORMAT_JSON_CURSOR_H
#define PLAN_FORMAT_JSON_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place in a text that ends at `end`, without a zero. A cursor is a value: a copy stays at its
 * place. Each function of type int returns 0, or -EINVAL with line and column as why. */
struct json_cursor {
	const char *at, *end, *start; /* start: the first character of the line */
	int line;
};

/* Goes to the only value of the text, whose first character tells what the value is: one of {["-tfn
 * or a digit. */
struct json_cursor json_begin(const char *text, size_t length);

/* Refuses what stands at this place. Returns -EINVAL. */
int json_wrong(const struct json_cursor *json, const char *what);

/* Goes past a value, and checks all that the value holds. */
int json_skip(struct json_cursor *json);

/* Checks that nothing but blanks follows. */
int json_finish(struct json_cursor *json);

/* Walk over an array, from its [ to the place past its ]:
 *
 *	for (more = json_first(&json); more; more = json_more(&json))
 *		... read or skip the value, which must have been skipped once before
 */
bool json_first(struct json_cursor *json);
bool json_more(struct json_cursor *json);

/* Goes past an object, checks all that the object holds, and finds the members of these names.
 * `at` is NULL for a name that the object does not have. Refuses a name that occurs twice. */
int json_members(
	struct json_cursor *json, const char *const *name, int names, struct json_cursor *value);

/* Goes past a string. At most `room` bytes are copied; *length counts all bytes. */
int json_read_string(struct json_cursor *json, char *text, size_t room, size_t *length);

/* Read a value that was skipped before. Return false for a value of another kind, or for none. */
bool json_whole_at(struct json_cursor json, int64_t *number);
bool json_string_at(struct json_cursor json, char *text, size_t room, size_t *length);

#endif
