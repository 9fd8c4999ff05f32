/* Reads schedules from JSON, the form that other software reads and writes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/format/json_cursor.h"
#include "plan/format/plan_file.h"
#include "plan/format/plan_json.h"

/* Unknown fields are ignored, because files may contain more than grove needs. Each known field
 * must occur once and have the right type; the needed fields must be there. A refusal begins with
 * the path of the field, or with line and column where the text is not JSON at all. */

/* ---- The heading ---- */

static int read_permutation(struct plan_header *heading, struct json_cursor value)
{
	int64_t *number = NULL;
	size_t count = 0, room = 0;
	int error = 0;

	if (*value.at != '[')
		return why(EINVAL, "permutation: is not an array of nodes");
	for (bool more = json_first(&value); more && !error; more = !error && json_more(&value)) {
		if (count == FILE_NODES)
			error = why(EINVAL, "permutation: is not an array of nodes");
		if (!error)
			error = array_reserve(&number, &room, count + 1, sizeof *number);
		if (!error && !json_whole_at(value, &number[count]))
			error = why(EINVAL, "permutation[%zu]: is not a whole number", count);
		count++;
		if (!error)
			error = json_skip(&value);
	}
	if (!error)
		error = plan_header_permute(heading, number, count);
	free(number);
	return error;
}

/* Reads an array of exactly `count` whole numbers, and goes past the array. */
static bool read_numbers(struct json_cursor *value, int64_t *number, int count)
{
	struct json_cursor own = *value;
	int found = 0;
	bool right = *own.at == '[', more;

	for (more = right && json_first(&own); more && right; more = right && json_more(&own)) {
		right = found < count && json_whole_at(own, &number[found]) && !json_skip(&own);
		found++;
	}
	*value = own;
	return right && found == count;
}

static int read_links(struct plan_header *heading, struct json_cursor value)
{
	int64_t link[2];
	int error = 0;

	if (*value.at != '[')
		return why(EINVAL, "links: is not an array of [node, node]");
	for (bool more = json_first(&value); more && !error; more = !error && json_more(&value)) {
		if (!read_numbers(&value, link, 2))
			return why(EINVAL, "links[%zu]: is not [node, node]", heading->links);
		error = plan_header_link(heading, link[0], link[1]);
	}
	return error;
}

static int read_word(struct plan_header *heading, enum field field, struct json_cursor value)
{
	char word[FILE_WORD];
	size_t length;

	if (!json_string_at(value, word, sizeof word, &length))
		return why(EINVAL, "%s: is not a string", field_name(field));
	return plan_header_word(heading, field, word, length);
}

static int read_field(struct plan_header *heading, enum field field, struct json_cursor value)
{
	heading->given[field] = true;
	switch (field_type(field)) {
	case FIELD_NUMBERS:
		return read_permutation(heading, value);
	case FIELD_PAIRS:
		return read_links(heading, value);
	case FIELD_NUMBER:
		return json_whole_at(value, &heading->number[field])
			       ? 0
			       : why(EINVAL, "%s: is not a whole number", field_name(field));
	default:
		return read_word(heading, field, value);
	}
}

static int read_heading(struct schedule **schedule, struct plan_header *heading,
	const struct json_cursor value[FIELDS])
{
	int error = 0;

	for (int field = 0; field < FIELDS && !error; field++)
		if (value[field].at)
			error = read_field(heading, field, value[field]);
	return error ? error : plan_header_open(schedule, heading);
}

/* ---- Packets ---- */

enum member {
	STEP,
	FROM,
	TO,
	OP,
	PIECES,
	MEMBERS
};

static const char *const members[MEMBERS] = { "step", "from", "to", "op", "pieces" };

/* The packet being read, and memory for its pieces. */
struct json_reader {
	struct schedule *schedule;
	struct json_cursor member[MEMBERS];
	size_t index;
	struct range *range;
	size_t room;
};

static int wrong_member(const struct json_reader *r, enum member member, const char *what)
{
	char text[256];

	snprintf(text, sizeof text, "%s", what);
	return why(EINVAL, "transfers[%zu].%s: %s", r->index, members[member], text);
}

static int read_number(const struct json_reader *r, enum member member, int64_t *number)
{
	if (!r->member[member].at)
		return wrong_member(r, member, "is missing");
	if (!json_whole_at(r->member[member], number))
		return wrong_member(r, member, "is not a whole number");
	return 0;
}

static int read_step(const struct json_reader *r, int32_t *step)
{
	int64_t number = 0;
	int error = read_number(r, STEP, &number);

	if (!error && plan_file_step(number))
		error = wrong_member(r, STEP, why_text());
	*step = error ? 0 : (int32_t)number;
	return error;
}

static int read_node(const struct json_reader *r, enum member member, int32_t *v)
{
	int64_t number = 0;
	int error = read_number(r, member, &number);

	if (!error && plan_file_node(&r->schedule->problem.net, number))
		error = wrong_member(r, member, why_text());
	*v = error ? 0 : (int32_t)number;
	return error;
}

/* Packets are copied unless the file says that they are folded. */
static int read_op(const struct json_reader *r, uint16_t *fold)
{
	char word[4];
	size_t length;
	bool right =
		json_string_at(r->member[OP], word, sizeof word, &length) && length == sizeof word;

	*fold = right && !memcmp(word, "fold", sizeof word);
	if (!r->member[OP].at || *fold || (right && !memcmp(word, "copy", sizeof word)))
		return 0;
	return wrong_member(r, OP, "is neither \"copy\" nor \"fold\"");
}

static int read_piece(
	const struct json_reader *r, struct json_cursor *value, struct range *range, size_t i)
{
	int64_t piece[3];
	char text[256];

	if (!read_numbers(value, piece, 3))
		return why(EINVAL, "transfers[%zu].pieces[%zu]: is not [block, begin, end]",
			r->index, i);
	if (!plan_file_range(range, r->schedule, piece))
		return 0;
	snprintf(text, sizeof text, "%s", why_text());
	return why(EINVAL, "transfers[%zu].pieces[%zu]: %s", r->index, i, text);
}

/* Reads the pieces of a packet. Pieces without bytes carry nothing and are dropped; a barrier's
 * packets have no pieces. */
static int read_pieces(struct json_reader *r, uint32_t *count)
{
	struct json_cursor value = r->member[PIECES];
	int error = 0;
	size_t i = 0;

	*count = 0;
	if (!value.at && !collective_has_bytes(r->schedule->problem.collective))
		return 0;
	if (!value.at)
		return wrong_member(r, PIECES, "is missing");
	if (*value.at != '[')
		return wrong_member(r, PIECES, "is not an array");
	for (bool more = json_first(&value); more && !error; more = !error && json_more(&value)) {
		error = array_reserve(&r->range, &r->room, *count + (size_t)1, sizeof *r->range);
		if (!error)
			error = read_piece(r, &value, &r->range[*count], i++);
		*count += !error && r->range[*count].begin < r->range[*count].end;
	}
	return error;
}

static int read_packet(struct json_reader *r, struct json_cursor *object)
{
	struct packet packet = { 0 };
	int line = object->line, error;

	if (*object->at != '{')
		return why(EINVAL, "transfers[%zu]: is not an object", r->index);
	error = json_members(object, members, MEMBERS, r->member);
	if (!error)
		error = read_step(r, &packet.step);
	if (!error)
		error = read_node(r, FROM, &packet.from);
	if (!error)
		error = read_node(r, TO, &packet.to);
	if (!error)
		error = read_op(r, &packet.fold);
	if (!error)
		error = read_pieces(r, &packet.count);
	return error ? error : plan_file_add(r->schedule, packet, r->range, line);
}

static int read_packets(struct schedule *schedule, struct json_cursor array)
{
	struct json_reader r = { .schedule = schedule };
	int error = 0;

	if (!array.at || *array.at != '[')
		return why(EINVAL, "transfers: %s", array.at ? "is not an array" : "is missing");
	for (bool more = json_first(&array); more && !error; more = !error && json_more(&array)) {
		error = read_packet(&r, &array);
		r.index++;
	}
	free(r.range);
	return error;
}

/* ---- The plan ---- */

/* Checks the whole text, and finds the fields: the heading comes first, wherever it stands. */
static int find_fields(struct json_cursor value[FIELDS + 1], const char *text, size_t length)
{
	struct json_cursor json = json_begin(text, length);
	const char *name[FIELDS + 1];
	int error;

	if (length > FILE_TEXT)
		return why(EINVAL, "%zu bytes of text are too many for a plan", length);
	for (int field = 0; field < FIELDS; field++)
		name[field] = field_name(field);
	name[FIELDS] = "transfers";
	error = json_members(&json, name, FIELDS + 1, value);
	return error ? error : json_finish(&json);
}

int schedule_read_json(struct schedule **schedule, const char *text, size_t length)
{
	struct json_cursor value[FIELDS + 1];
	struct plan_header heading = { 0 };
	struct schedule *read = NULL;
	int error = find_fields(value, text, length);

	if (!error)
		error = read_heading(&read, &heading, value);
	if (!error)
		error = read_packets(read, value[FIELDS]);
	if (!error)
		error = plan_file_close(read, &heading);
	if (error)
		schedule_free(read);
	else
		*schedule = read;
	plan_header_free(&heading);
	return error;
}
