/* Reads benchmarks from JSON and pairs their rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/row_comparison.h"

/* ---- Reading ---- */

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
	const json_t *time = json_object_get(value, "time_s");
	const json_t *bytes = json_object_get(value, "bytes");
	int error;

	if (!json_is_integer(bytes) || json_integer_value(bytes) < 0)
		return why(EINVAL, "bytes is missing, or no size");
	row->bytes = (size_t)json_integer_value(bytes);
	row->nodes = json_integer_value(json_object_get(value, "nodes"));
	row->predicted = number_or_nan(value, "predicted_s");
	row->rate = number_or_nan(value, "link_Bps");
	row->peak = number_or_nan(value, "peak_Bps");
	row->root = json_integer_value(json_object_get(value, "root"));
	read_conditions(row, value);
	error = read_text(row->collective, value, "collective", NULL);
	if (!error)
		error = read_text(row->algorithm, value, "algorithm", "");
	if (!error)
		error = read_text(row->network, value, "network", "");
	if (!error)
		error = read_text(row->clock, value, "clock", "native");
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

/* Returns true for a row without a time: refused, or with a wrong byte. */
static bool is_untimed(const json_t *row)
{
	const char *check = json_string_value(json_object_get(row, "check"));

	return json_object_get(row, "error") || (check && !strcmp(check, "fail"));
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
		if (error) {
			char text[256];

			snprintf(text, sizeof text, "%s", why_text());
			error = why(EINVAL, "result %zu: %s", i, text);
		}
		file->rows++;
	}
	return error;
}

int bench_file_read(struct bench_file *file, const char *name)
{
	json_error_t problem;
	FILE *stream = fopen(name, "r");
	json_t *json = stream ? json_loadf(stream, 0, &problem) : NULL;
	const json_t *results = json_object_get(json, "results");
	char text[256];
	int error;

	*file = (struct bench_file){ 0 };
	if (!stream)
		return why(EINVAL, "%s: cannot be read: %s", name, strerror(errno));
	fclose(stream);
	if (!json)
		return problem.line < 1 ? why(EINVAL, "%s: cannot be read", name)
					: why(EINVAL, "%s: line %d, column %d: no JSON", name,
						  problem.line, problem.column);
	if (!json_is_array(results) ||
		strcmp(json_string_value(json_object_get(json, "schema"))
				? json_string_value(json_object_get(json, "schema"))
				: "",
			"grove-bench") != 0)
		error = why(
			EINVAL, "%s: is no benchmark, as `grove bench --json` writes them", name);
	else if ((error = read_rows(file, results)) == -EINVAL) {
		snprintf(text, sizeof text, "%s", why_text());
		error = why(EINVAL, "%s: %s", name, text);
	}
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

/* ---- Pairing ---- */

/* Returns true if the rows are of the same operation, though perhaps on data in other states. */
static bool like_operation(const struct bench_row *a, const struct bench_row *b)
{
	return a->nodes == b->nodes && a->bytes == b->bytes &&
	       !strcmp(a->collective, b->collective) && !strcmp(a->clock, b->clock);
}

static bool same_operation(const struct bench_row *a, const struct bench_row *b)
{
	return like_operation(a, b) && !strcmp(a->data, b->data);
}

static bool same_way(const struct bench_row *a, const struct bench_row *b)
{
	return a->root == b->root && !strcmp(a->algorithm, b->algorithm) &&
	       !strcmp(a->network, b->network);
}

/* Returns the fastest row of the operation, or NULL without such a row. */
static const struct bench_row *fastest(const struct bench_file *file, const struct bench_row *like)
{
	const struct bench_row *best = NULL;

	for (size_t i = 0; i < file->rows; i++)
		if (same_operation(&file->row[i], like) &&
			(!best || file->row[i].median < best->median))
			best = &file->row[i];
	return best;
}

static const struct bench_row *same(const struct bench_file *file, const struct bench_row *like)
{
	for (size_t i = 0; i < file->rows; i++)
		if (same_operation(&file->row[i], like) && same_way(&file->row[i], like))
			return &file->row[i];
	return NULL;
}

/* Returns true if a row of this operation has the same algorithm,
 * network and root in both files. */
static bool has_same(
	const struct bench_file *a, const struct bench_file *b, const struct bench_row *like)
{
	for (size_t i = 0; i < a->rows; i++)
		if (same_operation(&a->row[i], like) && same(b, &a->row[i]))
			return true;
	return false;
}

static const struct bench_row *partner(
	const struct bench_file *a, const struct bench_file *b, const struct bench_row *row)
{
	if (has_same(a, b, row))
		return same(b, row);
	return fastest(a, row) == row ? fastest(b, row) : NULL;
}

static double quotient(double up, double down)
{
	return down > 0 ? up / down : 0;
}

/* The operations of a single launch cannot tell by how much another launch differs. Launches of the
 * same row with the cores at the same distance differed by up to two fifths, so the interval is at
 * least a fifth of the median to each side. */
static struct bench_row repeatable(const struct bench_row *row)
{
	static const double doubt = 1.2;
	struct bench_row same = *row;

	if (row->launches < 2) {
		same.low = fmin(row->low, row->median / doubt);
		same.high = fmax(row->high, row->median * doubt);
	}
	return same;
}

/* Returns the largest ratio of the rows' bare lines, either way, if the cores' distance differs, or
 * changed during a row; else 1. */
static double distance_ratio(const struct bench_row *a, const struct bench_row *b)
{
	if (!(a->line_low > 0) || !(b->line_low > 0))
		return 1;
	if (!a->moved && !b->moved && a->line_low <= b->line_high && b->line_low <= a->line_high)
		return 1;
	return fmax(a->line_high / b->line_low, b->line_high / a->line_low);
}

/* Returns true if the distance of the cores differs by more than a line's round trips do. */
static bool is_moved(const struct bench_row *a, const struct bench_row *b, double distance)
{
	double ratio = a->line > b->line ? a->line / b->line : b->line / a->line;

	return distance > 1 && (a->moved || b->moved || ratio > 1.15);
}

/* What the distance of the cores explains is no difference between the rows. */
static struct bench_pair pair_of(const struct bench_row *a, const struct bench_row *b)
{
	struct bench_row x = repeatable(a), y = repeatable(b);
	double distance = distance_ratio(a, b);

	return (struct bench_pair){ a, b, quotient(b->median, a->median),
		quotient(y.low, x.high) / distance, quotient(y.high, x.low) * distance,
		is_moved(a, b, distance) };
}

const char *bench_verdict(const struct bench_pair *pair)
{
	if (pair->low > 1)
		return "A faster";
	return pair->high > 0 && pair->high < 1 ? "B faster" : "no difference shown";
}

long bench_pairs(struct bench_pair **pair, const struct bench_file *a, const struct bench_file *b)
{
	long pairs = 0;

	*pair = calloc(a->rows + 1, sizeof **pair);
	if (!*pair)
		return why(ENOMEM, "no memory for %zu rows", a->rows);
	for (size_t i = 0; i < a->rows; i++) {
		const struct bench_row *x = &a->row[i], *y = partner(a, b, x);

		if (!y)
			continue;
		(*pair)[pairs++] = pair_of(x, y);
	}
	return pairs;
}

bool bench_states_differ(const struct bench_file *a, const struct bench_file *b)
{
	for (size_t i = 0; i < a->rows; i++)
		for (size_t k = 0; k < b->rows; k++)
			if (like_operation(&a->row[i], &b->row[k]) &&
				strcmp(a->row[i].data, b->row[k].data) != 0)
				return true;
	return false;
}
