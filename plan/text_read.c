/* Reads schedules from the text that schedule_print writes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/size.h"
#include "base/why.h"
#include "plan/file.h"
#include "plan/text.h"

/* The form is shown in text.c. A line is one thing, so the reader goes line by line; `at` never
 * passes `end`, which is the end of the line, and the text need not end in a zero. */
struct reader {
	const char *at, *end, *start; /* of this line; start: where it begins */
	int line;
	struct heading heading;
	int heading_line, column[FIELDS]; /* where the heading and its fields stand; 0: nowhere */
	struct schedule *schedule;
	int step;	     /* -1 before the first */
	struct range *range; /* of the packet that is read */
	size_t ranges, room;
};

/* Puts the place in front of what is wrong: the line that was last recorded by why(). */
static int wrong_at(const struct reader *r, const char *place)
{
	return why(
		EINVAL, "line %d, column %d: %s", r->line, (int)(place - r->start) + 1, why_text());
}

static int expected(const struct reader *r, const char *what)
{
	why(EINVAL, "expected %s", what);
	return wrong_at(r, r->at);
}

static void skip_blanks(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
		r->at++;
}

static bool at_end(struct reader *r)
{
	skip_blanks(r);
	return r->at == r->end || *r->at == '#';
}

/* Skips the blanks and these characters, when they come next. */
static bool accept(struct reader *r, const char *characters)
{
	size_t length = strlen(characters);

	skip_blanks(r);
	if ((size_t)(r->end - r->at) < length || memcmp(r->at, characters, length))
		return false;
	r->at += length;
	return true;
}

static int read_number(struct reader *r, int64_t *number)
{
	const char *first;

	skip_blanks(r);
	first = r->at;
	for (*number = 0; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
		*number = *number * 10 + (*r->at - '0');
		if (*number > FILE_NUMBER) {
			why(EINVAL, "a number beyond 2^53");
			return wrong_at(r, first);
		}
	}
	return r->at == first ? expected(r, "a number") : 0;
}

/* ---- The heading ---- */

static bool ends_word(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '#' || c == '"';
}

/* Takes a word, plain or in quotes, into `word`; what is too long is cut behind its room, where
 * heading_word finds it too long. */
static int read_word(struct reader *r, char word[FILE_WORD + 1], size_t *length)
{
	bool quoted = accept(r, "\""), closed = false;

	for (*length = 0; r->at < r->end; r->at++) {
		closed = quoted && *r->at == '"';
		if (closed || (!quoted && ends_word(*r->at)))
			break;
		if (quoted && *r->at == '\\' && r->at + 1 < r->end)
			r->at++;
		if (*length <= FILE_WORD)
			word[(*length)++] = *r->at;
	}
	if (quoted && !closed)
		return expected(r, "a closing quote");
	r->at += closed;
	return quoted || *length ? 0 : expected(r, "a name");
}

static int read_permutation(struct reader *r)
{
	int64_t *number = NULL;
	size_t count = 0, room = 0;
	int error = 0;

	do {
		if (count == FILE_NODES)
			error = expected(r, "no more numbers than nodes");
		if (!error)
			error = array_reserve(&number, &room, count + 1, sizeof *number);
		if (!error)
			error = read_number(r, &number[count++]);
	} while (!error && accept(r, ","));
	if (!error)
		error = heading_permute(&r->heading, number, count);
	free(number);
	return error;
}

/* Bytes may be written as people write sizes: 64K. */
static int set_size(
	struct heading *heading, enum field field, char word[FILE_WORD + 1], size_t length)
{
	size_t size;

	word[length < FILE_WORD ? length : FILE_WORD] = 0;
	if (size_parse(&size, word) || size > (size_t)FILE_NUMBER)
		return why(EINVAL, "%s: no number of bytes", field_name(field));
	heading->number[field] = (int64_t)size;
	return 0;
}

static int read_value(struct reader *r, enum field field)
{
	bool size = field == FIELD_BYTES || field == FIELD_PACKET;
	char word[FILE_WORD + 1];
	const char *first = r->at;
	size_t length;
	int error;

	r->column[field] = (int)(first - r->start) + 1;
	r->heading.given[field] = true;
	if (field_type(field) == FIELD_NUMBERS)
		return read_permutation(r);
	if (field_type(field) == FIELD_NUMBER && !size)
		return read_number(r, &r->heading.number[field]);
	error = read_word(r, word, &length);
	if (error)
		return error;
	error = size ? set_size(&r->heading, field, word, length)
		     : heading_word(&r->heading, field, word, length);
	return error ? wrong_at(r, first) : 0;
}

static int read_field(struct reader *r)
{
	const char *first = r->at;

	for (int field = FIELD_NETWORK + 1; field < FIELDS; field++) {
		r->at = first;
		if (!accept(r, field_name(field)) || !accept(r, "="))
			continue;
		if (!r->heading.given[field])
			return read_value(r, field);
		why(EINVAL, "%s: stands here twice", field_name(field));
		return wrong_at(r, first);
	}
	r->at = first;
	return expected(r, "name=value: root, destination, bytes, packet, ports, duplex, order, "
			   "permutation");
}

/* The same for what is wrong with the heading as a whole. */
static int wrong_heading(const struct reader *r)
{
	int column = r->column[r->heading.wrong];

	return why(
		EINVAL, "line %d, column %d: %s", r->heading_line, column ? column : 1, why_text());
}

static int read_heading(struct reader *r)
{
	static const enum field first[] = { FIELD_COLLECTIVE, FIELD_ALGORITHM, FIELD_NETWORK };
	int error = 0;

	r->heading_line = r->line;
	for (int i = 0; i < 3 && !error; i++)
		error = at_end(r) ? expected(r, "collective, algorithm and network")
				  : read_value(r, first[i]);
	while (!error && !at_end(r))
		error = read_field(r);
	if (error)
		return error;
	error = heading_open(&r->schedule, &r->heading);
	return error == -EINVAL ? wrong_heading(r) : error;
}

/* ---- Steps and packets ---- */

static int read_step(struct reader *r)
{
	const char *first;
	int64_t step;
	int error;

	skip_blanks(r);
	first = r->at;
	error = read_number(r, &step);
	if (!error && file_step(step))
		error = wrong_at(r, first);
	r->step = (int)step;
	if (!error && !at_end(r))
		error = expected(r, "the end of the line");
	return error;
}

static int read_node(struct reader *r, int32_t *v)
{
	const char *first;
	int64_t number;
	int error;

	skip_blanks(r);
	first = r->at;
	error = read_number(r, &number);
	if (!error && file_node(&r->schedule->problem.net, number))
		error = wrong_at(r, first);
	*v = (int32_t)number;
	return error;
}

/* block[begin:end]. Pieces without bytes carry nothing and are dropped. */
static int read_piece(struct reader *r)
{
	static const char *const behind[3] = { "[", ":", "]" };
	const char *first = r->at;
	struct range range;
	int64_t piece[3];
	int error = 0;

	for (int i = 0; i < 3 && !error; i++) {
		error = read_number(r, &piece[i]);
		if (!error && !accept(r, behind[i]))
			error = expected(r, behind[i]);
	}
	if (error)
		return error;
	if (file_range(&range, r->schedule, piece))
		return wrong_at(r, first);
	if (range.begin == range.end)
		return 0;
	error = array_reserve(&r->range, &r->room, r->ranges + 1, sizeof range);
	if (!error)
		r->range[r->ranges++] = range;
	return error;
}

static int read_packet(struct reader *r)
{
	struct packet packet = { .step = r->step };
	int error = r->step < 0 ? expected(r, "a step before the first packet") : 0;

	if (!error)
		error = read_node(r, &packet.from);
	if (!error && !accept(r, "->"))
		error = expected(r, "->");
	if (!error)
		error = read_node(r, &packet.to);
	if (error)
		return error;
	packet.fold = accept(r, "fold");
	for (r->ranges = 0; !error && !at_end(r);)
		error = read_piece(r);
	if (error)
		return error;
	packet.count = (uint32_t)r->ranges;
	error = file_add(r->schedule, packet, r->range);
	return error == -EINVAL ? wrong_at(r, r->start) : error;
}

static int read_line(struct reader *r)
{
	if (at_end(r))
		return 0;
	if (!r->schedule)
		return read_heading(r);
	return accept(r, "step") ? read_step(r) : read_packet(r);
}

int schedule_read(struct schedule **schedule, const char *text, size_t length)
{
	struct reader r = { .at = text, .step = -1 };
	const char *end = text + length;
	int error = 0;

	if (length > FILE_TEXT)
		return why(EINVAL, "%zu bytes of text are too many for a plan", length);
	while (r.at < end && !error) {
		r.start = r.at;
		r.end = memchr(r.at, '\n', (size_t)(end - r.at));
		r.end = r.end ? r.end : end;
		r.line++;
		error = read_line(&r);
		r.at = r.end < end ? r.end + 1 : end;
	}
	if (!error && !r.schedule)
		error = why(EINVAL, "line %d, column 1: expected a plan", r.line + 1);
	if (!error && file_close(r.schedule, &r.heading))
		error = wrong_heading(&r);
	if (error)
		schedule_free(r.schedule);
	else
		*schedule = r.schedule;
	heading_free(&r.heading);
	free(r.range);
	return error;
}
