/* The words of a plan file's header: characters that print are taken, all other bytes are refused.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/format/plan_file.h"
#include "tests/plan_help.h"

static int take(enum field field, const char *text)
{
	struct plan_header header = { 0 };
	int error = plan_header_word(&header, field, text, strlen(text));

	if (!error)
		assert_string_equal(header.word[field], text);
	assert_int_equal(header.given[field], !error);
	return error;
}

/* The first and the last character of each length in UTF-8, and of the ranges that are left out. */
TEST("plan words: characters that print are taken")
{
	static const char *const words[] = { "", " ", "~", "\u00a0", "\u07ff", "\u0800", "\ud7ff",
		"\ue000", "\ufffd", "\U00010000", "\U0010ffff", "a\u00e9b" };

	for (int i = 0; i < COUNT(words); i++)
		if (take(FIELD_ALGORITHM, words[i]))
			fail_msg("word %d: %s", i, why_text());
}

TEST("plan words: other bytes are refused, by their number")
{
	static const struct {
		const char *word;
		int byte;
	} table[] = {
		{ "\1", 1 }, { "a\x1f", 2 }, { "ab\x7f", 3 }, /* controls */
		{ "\xc2\x80", 1 }, { "\xc2\x9f", 1 },	      /* controls of two bytes */
		{ "\x80", 1 }, { "\xbf", 1 },		      /* no beginning */
		{ "\xc1\xbf", 1 }, { "\xe0\x9f\xbf", 1 }, { "\xf0\x8f\xbf\xbf", 1 }, /* too long */
		{ "\uffff", 1 }, { "a\ufffe", 2 },		      /* not in XML */
		{ "\xed\xa0\x80", 1 },				      /* half of a pair of UTF-16 */
		{ "\xf4\x90\x80\x80", 1 }, { "\xf5\x80\x80\x80", 1 }, /* beyond Unicode */
		{ "a\xc3", 2 }, { "a\xe1\x80", 2 }, { "\xf1\x80\x80", 1 },  /* cut off */
		{ "\xc3z", 1 }, { "\xe1\x80z", 1 }, { "\xf1\x80\x80z", 1 }, /* not continued */
	};

	for (int i = 0; i < COUNT(table); i++) {
		char reason[64];

		snprintf(reason, sizeof reason, "algorithm: byte %d is not a printable character",
			table[i].byte);
		assert_int_equal(take(FIELD_ALGORITHM, table[i].word), -EINVAL);
		if (strcmp(why_text(), reason) != 0)
			fail_msg("row %d: not '%s', but '%s'", i, reason, why_text());
	}
}

/* The bytes that follow belong to the next word. */
TEST("plan words: a character ends with its word")
{
	struct plan_header header = { 0 };

	assert_int_equal(plan_header_word(&header, FIELD_ORDER, "\u00e9", 1), -EINVAL);
	assert_string_equal(why_text(), "order: byte 1 is not a printable character");
	assert_int_equal(plan_header_word(&header, FIELD_ORDER, "\u00e9", 2), 0);
}

TEST("plan words: a word that is too long is refused")
{
	static char word[ALGORITHM_NAME + 1];

	memset(word, 'a', ALGORITHM_NAME - 1);
	assert_int_equal(take(FIELD_ALGORITHM, word), 0);
	word[ALGORITHM_NAME - 1] = 'a';
	REFUSES(take(FIELD_ALGORITHM, word), EINVAL, "algorithm: longer than");
}
