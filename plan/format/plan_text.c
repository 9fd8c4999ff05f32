/* Prints schedules as text that people read and edit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "base/error.h"
#include "plan/format/plan_file.h"
#include "plan/format/plan_text.h"

/*	broadcast nesbt cube:3 root=0 bytes=1024 packet=128 ports=all duplex=full
 *	# 6 steps; ...
 *	step 0
 *	  0 -> 1  0[0:128]
 *	step 1
 *	  3 -> 1 fold 0[0:64] 2[64:128]
 *
 * The first line is the problem: collective, algorithm, network, then name=value. A packet is a
 * line with the packet's pieces as block[begin:end]. A name that is not a plain word stands in
 * quotes, where \ quotes " and \. A # begins a comment that ends with the line. plan_text_read.c
 * reads this form. */

static bool is_plain(const char *word)
{
	return *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					   "0123456789._:+-/")];
}

static void print_word(const char *word, FILE *file)
{
	if (is_plain(word)) {
		fputs(word, file);
		return;
	}
	putc('"', file);
	for (; *word; word++) {
		if (*word == '"' || *word == '\\')
			putc('\\', file);
		putc(*word, file);
	}
	putc('"', file);
}

static void print_permutation(const struct schedule *schedule, FILE *file)
{
	const int *p = schedule->problem.permutation;

	for (int v = 0; v < schedule->problem.net.nodes; v++)
		fprintf(file, "%s%d", v ? "," : "", p[v]);
}

static void print_links(const struct plan_header *heading, FILE *file)
{
	for (size_t i = 0; i < heading->links; i++)
		fprintf(file, "%s%" PRId64 "-%" PRId64, i ? "," : "", heading->link[i][0],
			heading->link[i][1]);
}

/* Prints the header without the numbers of nodes and steps, which follow from the rest: people who
 * edit the file need not count. */
static void print_heading(
	const struct schedule *schedule, const struct plan_header *heading, FILE *file)
{
	for (int field = 0; field < FIELDS; field++) {
		if (!heading->given[field] || field == FIELD_NODES || field == FIELD_STEPS)
			continue;
		if (field == FIELD_ALGORITHM && !heading->word[field][0])
			continue;
		if (field > FIELD_NETWORK)
			fprintf(file, " %s=", field_name(field));
		else if (field > 0)
			putc(' ', file);
		if (field_type(field) == FIELD_WORD)
			print_word(heading->word[field], file);
		else if (field_type(field) == FIELD_NUMBER)
			fprintf(file, "%" PRId64, heading->number[field]);
		else if (field_type(field) == FIELD_PAIRS)
			print_links(heading, file);
		else
			print_permutation(schedule, file);
	}
	fprintf(file, "\n# %d steps, %zu packets\n", schedule->steps, schedule->packets);
}

static void print_packet(const struct schedule *schedule, const struct packet *packet, FILE *file)
{
	const struct range *range = schedule->range + packet->first;

	fprintf(file, "  %d -> %d", packet->from, packet->to);
	if (packet->count || packet->fold)
		fputs(packet->fold ? " fold" : " ", file);
	for (uint32_t i = 0; i < packet->count; i++)
		fprintf(file, " %" PRIu64 "[%zu:%zu]", range[i].block, range[i].begin,
			range[i].end);
	putc('\n', file);
}

int schedule_print(const struct schedule *schedule, FILE *file)
{
	struct plan_header heading;
	int step = -1, error = plan_header_of(&heading, schedule);

	if (!error)
		print_heading(schedule, &heading, file);
	plan_header_free(&heading);
	if (error)
		return error;
	for (size_t k = 0; k < schedule->packets; k++) {
		if (schedule->packet[k].step != step) {
			step = schedule->packet[k].step;
			fprintf(file, "step %d\n", step);
		}
		print_packet(schedule, &schedule->packet[k], file);
	}
	return ferror(file) ? why(EIO, "the plan could not be written") : 0;
}
