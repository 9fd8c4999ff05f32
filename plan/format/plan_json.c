/* Prints schedules as JSON, the form that other software reads and writes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include "base/error.h"
#include "plan/format/plan_file.h"
#include "plan/format/plan_json.h"
#include "plan/lists/ways.h"

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

static void print_links(const struct plan_header *heading, FILE *file)
{
	putc('[', file);
	for (size_t i = 0; i < heading->links; i++)
		fprintf(file, "%s[%" PRId64 ",%" PRId64 "]", i ? "," : "", heading->link[i][0],
			heading->link[i][1]);
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
		else if (field_type(field) == FIELD_PAIRS)
			print_links(heading, file);
		else
			print_permutation(schedule, file);
	}
}

/* Prints the least way of the packet's pieces, and all ways where the packet has several. */
static void print_ways(const struct way_list *list, FILE *file)
{
	if (!list->count)
		return;
	fprintf(file, ", \"way\": %d", list->way[0]);
	if (list->count == 1)
		return;
	for (int i = 0; i < list->count; i++)
		fprintf(file, "%s%d", i ? ", " : ", \"ways\": [", list->way[i]);
	putc(']', file);
}

static void print_packet(const struct schedule *schedule, const struct packet *packet,
	const struct way_list *list, FILE *file)
{
	const struct range *range = schedule->range + packet->first;

	fprintf(file, "{ \"step\": %d, \"from\": %d, \"to\": %d, \"op\": \"%s\", \"pieces\": [",
		packet->step, packet->from, packet->to, packet->fold ? "fold" : "copy");
	for (uint32_t i = 0; i < packet->count; i++)
		fprintf(file, "%s[%" PRIu64 ", %zu, %zu]", i ? ", " : "", range[i].block,
			range[i].begin, range[i].end);
	putc(']', file);
	print_ways(list, file);
	fputs(" }", file);
}

static int print_packets(const struct schedule *schedule, const struct plan_ways *ways, FILE *file)
{
	struct way_list list = { 0 };
	int error = 0;

	for (size_t k = 0; k < schedule->packets && !error; k++) {
		error = ways_of_packet(ways, &schedule->packet[k], &list);
		fputs(k ? ",\n    " : "\n    ", file);
		print_packet(schedule, &schedule->packet[k], &list, file);
	}
	way_list_free(&list);
	return error;
}

int schedule_print_json(const struct schedule *schedule, FILE *file)
{
	struct plan_header heading;
	struct plan_ways ways;
	int error = plan_header_of(&heading, schedule);

	if (!error)
		error = ways_open(&ways, schedule);
	if (!error)
		print_heading(schedule, &heading, file);
	plan_header_free(&heading);
	if (error)
		return error;
	fputs(",\n  \"transfers\": [", file);
	error = print_packets(schedule, &ways, file);
	fputs(schedule->packets ? "\n  ] }\n" : "] }\n", file);
	ways_free(&ways);
	if (error)
		return error;
	return ferror(file) ? why(EIO, "the plan could not be written") : 0;
}
