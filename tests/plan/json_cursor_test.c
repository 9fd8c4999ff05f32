/* JSON of plan files: the reader accepts what jansson accepts, and finds the same values. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include "plan/format/json_cursor.h"
#include "tests/plan_help.h"

static bool is_json(const char *text, size_t length)
{
	struct json_cursor json = json_begin(text, length);

	return !json_skip(&json) && !json_finish(&json);
}

/* The text is a block of its own size, so that a byte too far is noticed. */
static void assert_agreed(const char *text, size_t length, int accepted[2])
{
	json_error_t wrong;
	json_t *value = json_loadb(text, length, JSON_DECODE_ANY, &wrong);
	bool ours = is_json(text, length);

	accepted[ours]++;
	/* A number beyond 1e308 is refused by its exponent alone, also where 0 stands in front. */
	if (ours != (value != NULL) && (ours || !strstr(why_text(), "exponent")))
		fail_msg("%s: '%.*s' (jansson: %s, grove: %s)", ours ? "accepted" : "refused",
			(int)length, text, value ? "right" : wrong.text, why_text());
	json_decref(value);
}

static const char *const values[] = { "null", "true", "false", "0", "-0", "12", "-7.25", "1e5",
	"2E-3", "4e+2", "0.0e1", "9223372036854775807", "-9223372036854775808",
	"9223372036854775808", "\"\"", "\"a b\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
	"\"\\u0041\\u00e9\\u20ac\\uD83D\\uDE00\"", "\"\\ud800\"", "\"\\udc00\\ud800\"",
	"\"\\u12g4\"", "\"\303\251 \342\202\254 \360\237\230\200\"", "\"\355\240\200\"",
	"\"\300\200\"", "\"\364\220\200\200\"", "\"\177\"", "\"\t\"", "[]", "[ ]", "[1]", "[1, 2]",
	"[1,]", "[,1]", "{}", "{ }", "{\"a\":1}", "{\"a\": 1, \"b\" : [2]}", "{\"a\"}",
	"{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "-", "1e", "tru", "truer", "'a'",
	"\"a", "[", "{", "]", "}", "1 2", "/**/1", "", " ", "\n[\n1\n]\r\n\t" };

TEST("json cursor: jansson agrees on each value")
{
	int accepted[2] = { 0 };

	for (int i = 0; i < COUNT(values); i++)
		assert_agreed(values[i], strlen(values[i]), accepted);
	assert_in_range(accepted[true], 20, 40);
}

/* Values within arrays and objects, damaged at random in some places. */
static size_t dice_text(uint64_t *seed, char text[512])
{
	static const char bytes[] = "0123456789-+.eE \"\\[]{}:,\n\t\r\033\377\303abtrufnls";
	size_t length = 0;

	for (uint32_t i = 0, count = dice(seed, 5); i <= count; i++) {
		const char *const forms[] = { "%s%s", "[%s%s", ",%s%s", "%s%s]", "{\"x\":%s%s",
			"%s%s}" };
		const char *form = forms[dice(seed, COUNT(forms))];

		length += (size_t)snprintf(text + length, 512 - length, form,
			values[dice(seed, COUNT(values))], dice(seed, 3) ? "" : "]");
	}
	for (uint32_t k = dice(seed, 3); k && length; k--)
		text[dice(seed, (uint32_t)length)] = bytes[dice(seed, sizeof bytes - 1)];
	return length;
}

TEST("json cursor: jansson agrees on 100000 damaged texts")
{
	int accepted[2] = { 0 };
	uint64_t seed = 5;

	for (int i = 0; i < 100000; i++) {
		FREED char *own = NULL;
		char text[512];
		size_t length = dice_text(&seed, text);

		own = malloc(length + 1);
		assert_non_null(own);
		memcpy(own, text, length);
		own = realloc(own, length ? length : 1);
		assert_agreed(own, length, accepted);
	}
	assert_in_range(accepted[true], 500, 50000);
}

TEST("json cursor: strings and numbers have their values")
{
	static const char *const texts[] = { "\"a b\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
		"\"\\u0041\\u00e9\\u20ac\\uD83D\\uDE00\"", "\"\"" };
	static const struct {
		const char *text;
		bool whole;
		int64_t number;
	} numbers[] = { { "12", true, 12 }, { "-0", true, 0 }, { "1.0", false, 0 },
		{ "1e3", false, 0 }, { "9223372036854775807", true, INT64_MAX },
		{ "-9223372036854775808", true, INT64_MIN }, { "\"1\"", false, 0 },
		{ "null", false, 0 } };

	for (int i = 0; i < COUNT(texts); i++) {
		json_t *value = json_loads(texts[i], JSON_DECODE_ANY, NULL);
		char text[64];
		size_t length = 0;

		assert_true(
			json_string_at(json_begin(texts[i], strlen(texts[i])), text, 64, &length));
		assert_int_equal(length, json_string_length(value));
		assert_memory_equal(text, json_string_value(value), length);
		json_decref(value);
	}
	for (int i = 0; i < COUNT(numbers); i++) {
		int64_t number = 0;

		assert_int_equal(json_whole_at(json_begin(numbers[i].text, strlen(numbers[i].text)),
					 &number),
			numbers[i].whole);
		assert_true(!numbers[i].whole || number == numbers[i].number);
	}
}

/* A name may be written with escapes; a name of another object does not count. */
TEST("json cursor: members are found by their names")
{
	static const char *const names[] = { "bytes", "to" };
	static const char text[] = "{\"x\":{\"to\":1},\n \"\\u0062ytes\" : 8 , \"toe\":3}";
	struct json_cursor json = json_begin(text, sizeof text - 1), value[2];
	int64_t number;

	assert_int_equal(json_members(&json, names, 2, value), 0);
	assert_int_equal(json_finish(&json), 0);
	assert_true(json_whole_at(value[0], &number) && number == 8);
	assert_int_equal(value[0].line, 2);
	assert_null(value[1].at);
	json = json_begin("{\"to\":1,\n\"t\\u006f\":2}", 21);
	assert_int_equal(json_members(&json, names, 2, value), -EINVAL);
	assert_string_equal(why_text(), "line 2, column 1: a name that stands here twice");
}
