/* Reads schedules from JSON, the form that other software reads and writes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/memory_budget.h"
#include "base/error.h"
#include "analysis/format/json_lines.h"
#include "analysis/format/plan_file.h"
#include "analysis/format/plan_json.h"

/* Unknown fields are ignored, because files may contain more than grove needs. Each known field
 * must occur once and have the right type; the needed fields must be there. A refusal begins with
 * the path of the field, or with line and column where the text is no JSON at all. */

/* Limits on the memory that jansson may take for the text, checked before jansson runs. A value may
 * take a hundred times the bytes of its text. */
enum {
	JSON_CONTAINERS = 1 << 22,
	JSON_VALUES = 1 << 24
};
static const double BYTES_OF_CONTAINER = 100, BYTES_OF_VALUE = 32;

static int check_size(const char *text, size_t length)
{
	size_t containers = 0, commas = 0;
	double bytes;

	if (length > FILE_TEXT)
		return why(EINVAL, "%zu bytes of text are too many for a plan", length);
	for (size_t i = 0; i < length; i++) {
		containers += text[i] == '[' || text[i] == '{';
		commas += text[i] == ',';
	}
	if (containers > JSON_CONTAINERS || commas > JSON_VALUES)
		return why(EINVAL, "more than %d packets and pieces, or %d values", JSON_CONTAINERS,
			JSON_VALUES);
	bytes = (double)containers * BYTES_OF_CONTAINER + (double)commas * BYTES_OF_VALUE;
	return memory_budget_has(bytes)
		       ? 0
		       : memory_budget_refuse(bytes, "a plan of so much text",
				 "as text (grove plan, without --json) it needs far less");
}

/* Makes the text that jansson quotes printable, because the quote may contain any bytes. */
static int no_json(json_error_t *error)
{
	for (char *c = error->text; *c; c++)
		if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
			*c = '?';
	return why(EINVAL, "line %d, column %d: %s", error->line, error->column, error->text);
}

/* ---- The heading ---- */

static int read_permutation(struct plan_header *heading, const json_t *value)
{
	size_t count = json_array_size(value);
	int64_t *number;
	int error = 0;

	if (!json_is_array(value) || count > FILE_NODES)
		return why(EINVAL, "permutation: is no array of nodes");
	number = malloc((count + 1) * sizeof *number);
	if (!number)
		return why(ENOMEM, "no memory for a permutation of %zu nodes", count);
	for (size_t i = 0; i < count && !error; i++) {
		const json_t *v = json_array_get(value, i);

		if (json_is_integer(v))
			number[i] = json_integer_value(v);
		else
			error = why(EINVAL, "permutation[%zu]: is no whole number", i);
	}
	if (!error)
		error = plan_header_permute(heading, number, count);
	free(number);
	return error;
}

static int read_links(struct plan_header *heading, const json_t *value)
{
	int error = 0;

	if (!json_is_array(value))
		return why(EINVAL, "links: is no array of [node, node]");
	for (size_t i = 0; i < json_array_size(value) && !error; i++) {
		const json_t *link = json_array_get(value, i);
		const json_t *u = json_array_get(link, 0), *v = json_array_get(link, 1);

		if (json_array_size(link) != 2 || !json_is_integer(u) || !json_is_integer(v))
			return why(EINVAL, "links[%zu]: is no [node, node]", i);
		error = plan_header_link(heading, json_integer_value(u), json_integer_value(v));
	}
	return error;
}

static int read_field(struct plan_header *heading, enum field field, const json_t *value)
{
	heading->given[field] = true;
	switch (field_type(field)) {
	case FIELD_NUMBERS:
		return read_permutation(heading, value);
	case FIELD_PAIRS:
		return read_links(heading, value);
	case FIELD_NUMBER:
		if (!json_is_integer(value))
			return why(EINVAL, "%s: is no whole number", field_name(field));
		heading->number[field] = json_integer_value(value);
		return 0;
	default:
		if (!json_is_string(value))
			return why(EINVAL, "%s: is no string", field_name(field));
		return plan_header_word(
			heading, field, json_string_value(value), json_string_length(value));
	}
}

static int read_heading(struct schedule **schedule, struct plan_header *heading, const json_t *root)
{
	int error = 0;

	if (!json_is_object(root))
		return why(EINVAL, "line 1, column 1: expected an object");
	for (int field = 0; field < FIELDS && !error; field++) {
		const json_t *value = json_object_get(root, field_name(field));

		if (value)
			error = read_field(heading, field, value);
	}
	return error ? error : plan_header_open(schedule, heading);
}

/* ---- Packets ---- */

/* The packet being read, and memory for its pieces. */
struct json_reader {
	struct schedule *schedule;
	struct json_lines lines;
	size_t index;
	struct range *range;
	size_t room;
};

static int wrong_field(const struct json_reader *r, const char *name, const char *what)
{
	char text[256];

	snprintf(text, sizeof text, "%s", what);
	return why(EINVAL, "transfers[%zu].%s: %s", r->index, name, text);
}

static int read_number(
	const struct json_reader *r, const json_t *object, const char *name, int64_t *number)
{
	const json_t *value = json_object_get(object, name);

	if (!value)
		return wrong_field(r, name, "is missing");
	if (!json_is_integer(value))
		return wrong_field(r, name, "is no whole number");
	*number = json_integer_value(value);
	return 0;
}

static int read_step(const struct json_reader *r, const json_t *object, int32_t *step)
{
	int64_t number = 0;
	int error = read_number(r, object, "step", &number);

	if (!error && plan_file_step(number))
		error = wrong_field(r, "step", why_text());
	*step = error ? 0 : (int32_t)number;
	return error;
}

static int read_node(
	const struct json_reader *r, const json_t *object, const char *name, int32_t *v)
{
	int64_t number = 0;
	int error = read_number(r, object, name, &number);

	if (!error && plan_file_node(&r->schedule->problem.net, number))
		error = wrong_field(r, name, why_text());
	*v = error ? 0 : (int32_t)number;
	return error;
}

/* Packets are copied unless the file says that they are folded. */
static int read_op(const struct json_reader *r, const json_t *object, uint16_t *fold)
{
	const json_t *value = json_object_get(object, "op");

	*fold = 0;
	if (!value)
		return 0;
	*fold = json_is_string(value) && !strcmp(json_string_value(value), "fold");
	if (!*fold && (!json_is_string(value) || strcmp(json_string_value(value), "copy") != 0))
		return wrong_field(r, "op", "is neither \"copy\" nor \"fold\"");
	return 0;
}

static int read_piece(
	const struct json_reader *r, const json_t *value, struct range *range, size_t i)
{
	int64_t piece[3];
	bool right = json_is_array(value) && json_array_size(value) == 3;

	for (size_t k = 0; k < 3 && right; k++) {
		const json_t *number = json_array_get(value, k);

		right = json_is_integer(number);
		piece[k] = json_integer_value(number);
	}
	if (!right)
		return why(EINVAL, "transfers[%zu].pieces[%zu]: is no [block, begin, end]",
			r->index, i);
	if (plan_file_range(range, r->schedule, piece)) {
		char text[256];

		snprintf(text, sizeof text, "%s", why_text());
		return why(EINVAL, "transfers[%zu].pieces[%zu]: %s", r->index, i, text);
	}
	return 0;
}

/* Reads the pieces of a packet. Pieces without bytes carry nothing and are dropped; a barrier's
 * packets have no pieces. */
static int read_pieces(struct json_reader *r, const json_t *object, uint32_t *count)
{
	const json_t *value = json_object_get(object, "pieces");
	size_t size = json_array_size(value);
	int error;

	*count = 0;
	if (!value && !collective_has_bytes(r->schedule->problem.collective))
		return 0;
	if (!value)
		return wrong_field(r, "pieces", "is missing");
	if (!json_is_array(value))
		return wrong_field(r, "pieces", "is no array");
	error = array_reserve(&r->range, &r->room, size + 1, sizeof *r->range);
	for (size_t i = 0; i < size && !error; i++) {
		struct range *range = &r->range[*count];

		error = read_piece(r, json_array_get(value, i), range, i);
		*count += !error && range->begin < range->end;
	}
	return error;
}

static int read_packet(struct json_reader *r, const json_t *object)
{
	struct packet packet = { 0 };
	int error;

	if (!json_is_object(object))
		return why(EINVAL, "transfers[%zu]: is no object", r->index);
	error = read_step(r, object, &packet.step);
	if (!error)
		error = read_node(r, object, "from", &packet.from);
	if (!error)
		error = read_node(r, object, "to", &packet.to);
	if (!error)
		error = read_op(r, object, &packet.fold);
	if (!error)
		error = read_pieces(r, object, &packet.count);
	if (!error)
		error = plan_file_add(r->schedule, packet, r->range, json_lines_next(&r->lines));
	return error;
}

static int read_packets(struct schedule *schedule, const json_t *array, struct json_lines lines)
{
	struct json_reader r = { .schedule = schedule, .lines = lines };
	int error = 0;

	if (!json_is_array(array))
		return why(EINVAL, "transfers: %s", array ? "is no array" : "is missing");
	for (; r.index < json_array_size(array) && !error; r.index++)
		error = read_packet(&r, json_array_get(array, r.index));
	free(r.range);
	return error;
}

int schedule_read_json(struct schedule **schedule, const char *text, size_t length)
{
	struct plan_header heading = { 0 };
	struct schedule *read = NULL;
	json_error_t wrong;
	json_t *root;
	int error = check_size(text, length);

	if (error)
		return error;
	root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &wrong);
	if (!root)
		return no_json(&wrong);
	error = read_heading(&read, &heading, root);
	if (!error)
		error = read_packets(read, json_object_get(root, "transfers"),
			json_lines_of(text, length, "transfers"));
	if (!error)
		error = plan_file_close(read, &heading);
	if (error)
		schedule_free(read);
	else
		*schedule = read;
	plan_header_free(&heading);
	json_decref(root);
	return error;
}
