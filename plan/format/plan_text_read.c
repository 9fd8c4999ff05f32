/* Reads schedules from the text that schedule_print writes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/size_text.h"
#include "base/error.h"
#include "plan/format/lexer.h"
#include "plan/format/plan_text.h"

/* The reader goes line by line, because each line is a header, a step or a packet. plan_text.c
 * shows the form. */
struct text_reader {
	struct lexer lexer;
	struct plan_header heading;
	int heading_line, column[FIELDS]; /* places of the header and its fields; 0: nowhere */
	struct schedule *schedule;
	int step;	     /* -1 before the first */
	struct range *range; /* pieces of the packet being read */
	size_t ranges, room;
};

/* ---- The heading ---- */

static int read_permutation(struct text_reader *r)
{
	int64_t *number = NULL;
	size_t count = 0, room = 0;
	int error = 0;

	do {
		if (count == FILE_NODES)
			error = lexer_expected(&r->lexer, "no more numbers than nodes");
		if (!error)
			error = array_reserve(&number, &room, count + 1, sizeof *number);
		if (!error)
			error = lexer_number(&r->lexer, &number[count++]);
	} while (!error && lexer_accept(&r->lexer, ","));
	if (!error)
		error = plan_header_permute(&r->heading, number, count);
	free(number);
	return error;
}

/* Reads 0-1,1-2; a graph with one node has no links. */
static int read_links(struct text_reader *r)
{
	int64_t u = 0, v = 0;
	int error = 0;

	if (r->lexer.at == r->lexer.end || *r->lexer.at < '0' || *r->lexer.at > '9')
		return 0;
	do {
		error = lexer_number(&r->lexer, &u);
		if (!error && !lexer_accept(&r->lexer, "-"))
			error = lexer_expected(&r->lexer, "-");
		if (!error)
			error = lexer_number(&r->lexer, &v);
		if (!error)
			error = plan_header_link(&r->heading, u, v);
	} while (!error && lexer_accept(&r->lexer, ","));
	return error;
}

/* Reads bytes, which people may write as sizes: 64K. */
static int set_size(
	struct plan_header *heading, enum field field, char word[FILE_WORD + 1], size_t length)
{
	size_t size;

	word[length < FILE_WORD ? length : FILE_WORD] = 0;
	if (size_parse(&size, word))
		return why(EINVAL, "%s: %s", field_name(field), why_text());
	heading->number[field] = (int64_t)size; /* below 0 beyond 2^63, which no heading may be */
	return 0;
}

static int read_value(struct text_reader *r, enum field field)
{
	bool size = field == FIELD_BYTES || field == FIELD_PACKET;
	char word[FILE_WORD + 1];
	const char *first = r->lexer.at;
	size_t length;
	int error;

	r->column[field] = (int)(first - r->lexer.start) + 1;
	r->heading.given[field] = true;
	if (field_type(field) == FIELD_NUMBERS)
		return read_permutation(r);
	if (field_type(field) == FIELD_PAIRS)
		return read_links(r);
	if (field_type(field) == FIELD_NUMBER && !size)
		return lexer_number(&r->lexer, &r->heading.number[field]);
	error = lexer_word(&r->lexer, word, &length);
	if (error)
		return error;
	error = size ? set_size(&r->heading, field, word, length)
		     : plan_header_word(&r->heading, field, word, length);
	return error ? lexer_wrong(&r->lexer, first) : 0;
}

/* Accepts "name=" of any field. Returns FIELDS where something else stands. */
static enum field accept_name(struct lexer *lexer)
{
	const char *first = lexer->at;

	for (int field = FIELD_NETWORK + 1; field < FIELDS; field++) {
		lexer->at = first;
		if (lexer_accept(lexer, field_name(field)) && lexer_accept(lexer, "="))
			return field;
	}
	lexer->at = first;
	return FIELDS;
}

static int read_field(struct text_reader *r)
{
	const char *first = r->lexer.at;
	enum field field = accept_name(&r->lexer);

	if (field == FIELDS)
		return lexer_expected(&r->lexer,
			"name=value: root, destination, bytes, packet, ports, duplex, order, "
			"permutation, links");
	if (!r->heading.given[field])
		return read_value(r, field);
	why(EINVAL, "%s: stands here twice", field_name(field));
	return lexer_wrong(&r->lexer, first);
}

/* Adds the place of the wrong field to an error of the header. Returns -EINVAL. */
static int wrong_heading(const struct text_reader *r)
{
	int column = r->column[r->heading.wrong];

	return why(
		EINVAL, "line %d, column %d: %s", r->heading_line, column ? column : 1, why_text());
}

/* Returns true where no word stands: at the end of the line, or at "name=". */
static bool words_end(struct lexer ahead)
{
	return lexer_end(&ahead) || accept_name(&ahead) < FIELDS;
}

/* Returns true if the next word is the last word. */
static bool is_last_word(struct lexer ahead)
{
	char word[FILE_WORD + 1];
	size_t length;

	return lexer_word(&ahead, word, &length) || words_end(ahead);
}

/* The algorithm's name may be left out: a plan need not have a name. */
static int read_heading(struct text_reader *r)
{
	static const enum field first[] = { FIELD_COLLECTIVE, FIELD_ALGORITHM, FIELD_NETWORK };
	int error = 0;

	r->heading_line = r->lexer.line;
	for (int i = 0; i < 3 && !error; i++) {
		lexer_blanks(&r->lexer);
		if (words_end(r->lexer))
			error = lexer_expected(&r->lexer, "collective, name (if any) and network");
		else if (first[i] != FIELD_ALGORITHM || !is_last_word(r->lexer))
			error = read_value(r, first[i]);
	}
	while (!error && !lexer_end(&r->lexer))
		error = read_field(r);
	if (error)
		return error;
	error = plan_header_open(&r->schedule, &r->heading);
	return error == -EINVAL ? wrong_heading(r) : error;
}

/* ---- Steps and packets ---- */

static int read_step(struct text_reader *r)
{
	const char *first;
	int64_t step;
	int error;

	lexer_blanks(&r->lexer);
	first = r->lexer.at;
	error = lexer_number(&r->lexer, &step);
	if (!error && plan_file_step(step))
		error = lexer_wrong(&r->lexer, first);
	r->step = (int)step;
	if (!error && !lexer_end(&r->lexer))
		error = lexer_expected(&r->lexer, "the end of the line");
	return error;
}

static int read_node(struct text_reader *r, int32_t *v)
{
	const char *first;
	int64_t number;
	int error;

	lexer_blanks(&r->lexer);
	first = r->lexer.at;
	error = lexer_number(&r->lexer, &number);
	if (!error && plan_file_node(&r->schedule->problem.net, number))
		error = lexer_wrong(&r->lexer, first);
	*v = (int32_t)number;
	return error;
}

/* Reads block[begin:end]. Pieces without bytes carry nothing and are dropped. */
static int read_piece(struct text_reader *r)
{
	static const char *const behind[3] = { "[", ":", "]" };
	const char *first = r->lexer.at;
	struct range range;
	int64_t piece[3];
	int error = 0;

	for (int i = 0; i < 3 && !error; i++) {
		error = lexer_number(&r->lexer, &piece[i]);
		if (!error && !lexer_accept(&r->lexer, behind[i]))
			error = lexer_expected(&r->lexer, behind[i]);
	}
	if (error)
		return error;
	if (plan_file_range(&range, r->schedule, piece))
		return lexer_wrong(&r->lexer, first);
	if (range.begin == range.end)
		return 0;
	error = array_reserve(&r->range, &r->room, r->ranges + 1, sizeof range);
	if (!error)
		r->range[r->ranges++] = range;
	return error;
}

static int read_packet(struct text_reader *r)
{
	struct packet packet = { .step = r->step };
	int error = r->step < 0 ? lexer_expected(&r->lexer, "a step before the first packet") : 0;

	if (!error)
		error = read_node(r, &packet.from);
	if (!error && !lexer_accept(&r->lexer, "->"))
		error = lexer_expected(&r->lexer, "->");
	if (!error)
		error = read_node(r, &packet.to);
	if (error)
		return error;
	packet.fold = lexer_accept(&r->lexer, "fold");
	for (r->ranges = 0; !error && !lexer_end(&r->lexer);)
		error = read_piece(r);
	if (error)
		return error;
	packet.count = (uint32_t)r->ranges;
	error = plan_file_add(r->schedule, packet, r->range, r->lexer.line);
	return error == -EINVAL ? lexer_wrong(&r->lexer, r->lexer.start) : error;
}

static int read_line(struct text_reader *r)
{
	if (lexer_end(&r->lexer))
		return 0;
	if (!r->schedule)
		return read_heading(r);
	return lexer_accept(&r->lexer, "step") ? read_step(r) : read_packet(r);
}

int schedule_read(struct schedule **schedule, const char *text, size_t length)
{
	struct text_reader r = { .lexer = { .at = text }, .step = -1 };
	const char *end = text + length;
	int error = 0;

	if (length > FILE_TEXT)
		return why(EINVAL, "%zu bytes of text are too many for a plan", length);
	while (!error && lexer_line(&r.lexer, end))
		error = read_line(&r);
	if (!error && !r.schedule)
		error = why(EINVAL, "line %d, column 1: expected a plan", r.lexer.line);
	if (!error) {
		error = plan_file_close(r.schedule, &r.heading);
		error = error == -EINVAL ? wrong_heading(&r) : error;
	}
	if (error)
		schedule_free(r.schedule);
	else
		*schedule = r.schedule;
	plan_header_free(&r.heading);
	free(r.range);
	return error;
}
