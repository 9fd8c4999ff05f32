/* Reads schedules from the text that schedule_print writes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/size.h"
#include "base/error.h"
#include "analysis/format/lexer.h"
#include "analysis/format/plan_text.h"

/* The form is shown in text.c. A line is one thing, so the reader goes line by line. */
struct reader {
	struct scan scan;
	struct heading heading;
	int heading_line, column[FIELDS]; /* where the heading and its fields stand; 0: nowhere */
	struct schedule *schedule;
	int step;	     /* -1 before the first */
	struct range *range; /* of the packet that is read */
	size_t ranges, room;
};

/* ---- The heading ---- */

static int read_permutation(struct reader *r)
{
	int64_t *number = NULL;
	size_t count = 0, room = 0;
	int error = 0;

	do {
		if (count == FILE_NODES)
			error = scan_expected(&r->scan, "no more numbers than nodes");
		if (!error)
			error = array_reserve(&number, &room, count + 1, sizeof *number);
		if (!error)
			error = scan_number(&r->scan, &number[count++]);
	} while (!error && scan_accept(&r->scan, ","));
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
	const char *first = r->scan.at;
	size_t length;
	int error;

	r->column[field] = (int)(first - r->scan.start) + 1;
	r->heading.given[field] = true;
	if (field_type(field) == FIELD_NUMBERS)
		return read_permutation(r);
	if (field_type(field) == FIELD_NUMBER && !size)
		return scan_number(&r->scan, &r->heading.number[field]);
	error = scan_word(&r->scan, word, &length);
	if (error)
		return error;
	error = size ? set_size(&r->heading, field, word, length)
		     : heading_word(&r->heading, field, word, length);
	return error ? scan_wrong(&r->scan, first) : 0;
}

static int read_field(struct reader *r)
{
	const char *first = r->scan.at;

	for (int field = FIELD_NETWORK + 1; field < FIELDS; field++) {
		r->scan.at = first;
		if (!scan_accept(&r->scan, field_name(field)) || !scan_accept(&r->scan, "="))
			continue;
		if (!r->heading.given[field])
			return read_value(r, field);
		why(EINVAL, "%s: stands here twice", field_name(field));
		return scan_wrong(&r->scan, first);
	}
	r->scan.at = first;
	return scan_expected(&r->scan,
		"name=value: root, destination, bytes, packet, ports, duplex, order, "
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

	r->heading_line = r->scan.line;
	for (int i = 0; i < 3 && !error; i++)
		error = scan_end(&r->scan)
				? scan_expected(&r->scan, "collective, algorithm and network")
				: read_value(r, first[i]);
	while (!error && !scan_end(&r->scan))
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

	scan_blanks(&r->scan);
	first = r->scan.at;
	error = scan_number(&r->scan, &step);
	if (!error && file_step(step))
		error = scan_wrong(&r->scan, first);
	r->step = (int)step;
	if (!error && !scan_end(&r->scan))
		error = scan_expected(&r->scan, "the end of the line");
	return error;
}

static int read_node(struct reader *r, int32_t *v)
{
	const char *first;
	int64_t number;
	int error;

	scan_blanks(&r->scan);
	first = r->scan.at;
	error = scan_number(&r->scan, &number);
	if (!error && file_node(&r->schedule->problem.net, number))
		error = scan_wrong(&r->scan, first);
	*v = (int32_t)number;
	return error;
}

/* block[begin:end]. Pieces without bytes carry nothing and are dropped. */
static int read_piece(struct reader *r)
{
	static const char *const behind[3] = { "[", ":", "]" };
	const char *first = r->scan.at;
	struct range range;
	int64_t piece[3];
	int error = 0;

	for (int i = 0; i < 3 && !error; i++) {
		error = scan_number(&r->scan, &piece[i]);
		if (!error && !scan_accept(&r->scan, behind[i]))
			error = scan_expected(&r->scan, behind[i]);
	}
	if (error)
		return error;
	if (file_range(&range, r->schedule, piece))
		return scan_wrong(&r->scan, first);
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
	int error = r->step < 0 ? scan_expected(&r->scan, "a step before the first packet") : 0;

	if (!error)
		error = read_node(r, &packet.from);
	if (!error && !scan_accept(&r->scan, "->"))
		error = scan_expected(&r->scan, "->");
	if (!error)
		error = read_node(r, &packet.to);
	if (error)
		return error;
	packet.fold = scan_accept(&r->scan, "fold");
	for (r->ranges = 0; !error && !scan_end(&r->scan);)
		error = read_piece(r);
	if (error)
		return error;
	packet.count = (uint32_t)r->ranges;
	error = file_add(r->schedule, packet, r->range);
	return error == -EINVAL ? scan_wrong(&r->scan, r->scan.start) : error;
}

static int read_line(struct reader *r)
{
	if (scan_end(&r->scan))
		return 0;
	if (!r->schedule)
		return read_heading(r);
	return scan_accept(&r->scan, "step") ? read_step(r) : read_packet(r);
}

int schedule_read(struct schedule **schedule, const char *text, size_t length)
{
	struct reader r = { .scan = { .at = text }, .step = -1 };
	const char *end = text + length;
	int error = 0;

	if (length > FILE_TEXT)
		return why(EINVAL, "%zu bytes of text are too many for a plan", length);
	while (!error && scan_line(&r.scan, end))
		error = read_line(&r);
	if (!error && !r.schedule)
		error = why(EINVAL, "line %d, column 1: expected a plan", r.scan.line);
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
