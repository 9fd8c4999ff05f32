/* Prints schedules as JSON, the form that other software reads and writes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include "base/error.h"
#include "analysis/format/plan_file.h"
#include "analysis/format/plan_json.h"

/* The names of the fields are a contract with other software. The first line holds the header's
 * fields, and each packet has a line. plan_json_read.c reads this form. */

static void print_string(const char *text, FILE *file)
{
	putc('"', file);
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			fprintf(file, "\\%c", *text);
		else if ((unsigned char)*text < 0x20)
			fprintf(file, "\\u%04x", (unsigned)*text);
		else
			putc(*text, file);
	putc('"', file);
}

static void print_permutation(const struct schedule *schedule, FILE *file)
{
	const int *p = schedule->problem.permutation;

	for (int v = 0; v < schedule->problem.net.nodes; v++)
		fprintf(file, "%s%d", v ? "," : "[", p[v]);
	putc(']', file);
}

static void print_heading(
	const struct schedule *schedule, const struct plan_header *heading, FILE *file)
{
	for (int field = 0, count = 0; field < FIELDS; field++) {
		if (!heading->given[field])
			continue;
		fprintf(file, "%s\"%s\": ", count++ ? ", " : "{ ", field_name(field));
		if (field_type(field) == FIELD_WORD)
			print_string(heading->word[field], file);
		else if (field_type(field) == FIELD_NUMBER)
			fprintf(file, "%" PRId64, heading->number[field]);
		else
			print_permutation(schedule, file);
	}
}

static void print_packet(const struct schedule *schedule, const struct packet *packet, FILE *file)
{
	const struct range *range = schedule->range + packet->first;

	fprintf(file, "{ \"step\": %d, \"from\": %d, \"to\": %d, \"op\": \"%s\", \"pieces\": [",
		packet->step, packet->from, packet->to, packet->fold ? "fold" : "copy");
	for (uint32_t i = 0; i < packet->count; i++)
		fprintf(file, "%s[%" PRIu64 ", %zu, %zu]", i ? ", " : "", range[i].block,
			range[i].begin, range[i].end);
	fputs("] }", file);
}

int schedule_print_json(const struct schedule *schedule, FILE *file)
{
	struct plan_header heading;
	int error = plan_header_of(&heading, schedule);

	if (error)
		return error;
	print_heading(schedule, &heading, file);
	fputs(",\n  \"transfers\": [", file);
	for (size_t k = 0; k < schedule->packets; k++) {
		fputs(k ? ",\n    " : "\n    ", file);
		print_packet(schedule, &schedule->packet[k], file);
	}
	fputs(schedule->packets ? "\n  ] }\n" : "] }\n", file);
	return ferror(file) ? why(EIO, "the plan could not be written") : 0;
}
