/* Reads the rows of a benchmark from JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/text_mark.h"
#include "perf/row_comparison.h"

static int read_text(
	char text[COMPARE_NAME], const json_t *row, const char *field, const char *otherwise)
{
	const json_t *value = json_object_get(row, field);
	const char *found = value ? json_string_value(value) : otherwise;

	if (!found || strlen(found) >= COMPARE_NAME)
		return why(EINVAL, "%s is missing, or no name", field);
	strcpy(text, found);
	return 0;
}

static int read_seconds(double *seconds, const json_t *time, const char *field)
{
	const json_t *value = json_object_get(time, field);

	*seconds = value && json_is_number(value) ? json_number_value(value) : -1;
	return *seconds >= 0 ? 0 : why(EINVAL, "time_s.%s is missing, or no time", field);
}

/* Returns a number of the row; NAN if it is not there or null. */
static double number_or_nan(const json_t *row, const char *field)
{
	const json_t *value = json_object_get(row, field);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Reads how many launches there were, and how far the cores were from each other. */
static void read_conditions(struct bench_row *row, const json_t *value)
{
	const json_t *line = json_object_get(value, "line_s");
	const json_t *flags = json_object_get(value, "flags");
	json_int_t launches = json_integer_value(json_object_get(value, "launches"));
	size_t runs = json_array_size(json_object_get(value, "runs"));

	row->launches = runs ? runs : launches > 0 ? (size_t)launches : 1;
	row->line = json_number_value(json_object_get(line, "median"));
	row->line_low = json_number_value(json_object_get(line, "ci_low"));
	row->line_high = json_number_value(json_object_get(line, "ci_high"));
	for (size_t i = 0; i < json_array_size(flags); i++) {
		const char *flag = json_string_value(json_array_get(flags, i));

		row->moved |= flag && !strcmp(flag, "moved");
	}
}

static int read_row(struct bench_row *row, const json_t *value)
{
	static const struct {
		const char *field, *otherwise; /* NULL: needed */
		size_t offset;
	} texts[] = { { "collective", NULL, offsetof(struct bench_row, collective) },
		{ "sizes", "", offsetof(struct bench_row, sizes) },
		{ "type", "", offsetof(struct bench_row, type) },
		{ "fold", "", offsetof(struct bench_row, fold) },
		{ "style", "phased", offsetof(struct bench_row, style) },
		{ "algorithm", "", offsetof(struct bench_row, algorithm) },
		{ "network", "", offsetof(struct bench_row, network) },
		{ "clock", "native", offsetof(struct bench_row, clock) } };
	const json_t *time = json_object_get(value, "time_s");
	const json_t *bytes = json_object_get(value, "bytes");
	int error = 0;

	if (!json_is_integer(bytes) || json_integer_value(bytes) < 0)
		return why(EINVAL, "bytes is missing, or no size");
	row->bytes = (size_t)json_integer_value(bytes);
	row->nodes = json_integer_value(json_object_get(value, "nodes"));
	row->predicted = number_or_nan(value, "predicted_s");
	row->rate = number_or_nan(value, "link_Bps");
	row->peak = number_or_nan(value, "peak_Bps");
	row->root = json_integer_value(json_object_get(value, "root"));
	read_conditions(row, value);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0] && !error; i++)
		error = read_text((char *)row + texts[i].offset, value, texts[i].field,
			texts[i].otherwise);
	if (!error && json_is_null(json_object_get(value, "data")))
		row->data[0] = 0;
	else if (!error)
		error = read_text(row->data, value, "data", "resident");
	if (!error)
		error = read_seconds(&row->median, time, "median");
	if (!error)
		error = read_seconds(&row->low, time, "ci_low");
	return error ? error : read_seconds(&row->high, time, "ci_high");
}

/* Returns true for a row without a time: refused, with a wrong byte, or no longer than a reading of
 * the clock. */
static bool is_untimed(const json_t *row)
{
	const char *check = json_string_value(json_object_get(row, "check"));

	return json_object_get(row, "error") || (check && !strcmp(check, "fail")) ||
	       json_is_null(json_object_get(json_object_get(row, "time_s"), "median"));
}

static int read_rows(struct bench_file *file, const json_t *results)
{
	size_t count = json_array_size(results);
	int error = 0;

	file->row = calloc(count + 1, sizeof *file->row);
	if (!file->row)
		return why(ENOMEM, "no memory for %zu rows", count);
	for (size_t i = 0; i < count && !error; i++) {
		const json_t *value = json_array_get(results, i);

		if (is_untimed(value))
			continue;
		error = read_row(&file->row[file->rows], value);
		if (error)
			error = why(EINVAL, "result %zu: %s", i, why_text());
		file->rows++;
	}
	return error;
}

int bench_file_read(struct bench_file *file, const char *name)
{
	json_error_t problem;
	FILE *stream = fopen(name, "r");
	int error = stream ? text_mark_pass(stream, name)
			   : why(EINVAL, "%s: cannot be read: %s", name, strerror(errno));
	json_t *json = error ? NULL : json_loadf(stream, 0, &problem);
	int unread = stream && ferror(stream) ? errno : 0;
	const json_t *results = json_object_get(json, "results");

	*file = (struct bench_file){ 0 };
	if (stream)
		fclose(stream);
	if (error)
		return error;
	if (!json)
		return unread || problem.line < 1
			       ? why(EINVAL, "%s: cannot be read: %s", name,
					 strerror(unread ? unread : ENOMEM))
			       : why(EINVAL, "%s: line %d, column %d: no JSON", name,
					 problem.line, problem.column);
	if (!json_is_array(results) ||
		strcmp(json_string_value(json_object_get(json, "schema"))
				? json_string_value(json_object_get(json, "schema"))
				: "",
			"grove-bench") != 0)
		error = why(EINVAL, "%s: is not a benchmark, as `grove bench --json` writes them",
			name);
	else if ((error = read_rows(file, results)) == -EINVAL)
		error = why(EINVAL, "%s: %s", name, why_text());
	json_decref(json);
	if (error)
		bench_file_free(file);
	return error;
}

void bench_file_free(struct bench_file *file)
{
	free(file->row);
	*file = (struct bench_file){ 0 };
}
