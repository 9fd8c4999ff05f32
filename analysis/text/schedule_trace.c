/* Draws schedules as traces in Chrome's format, which Perfetto and chrome://tracing show. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include "base/error.h"
#include "analysis/text/schedule_text.h"
#include "analysis/draw/tree_drawing.h"

/* The Trace Event Format has a complete event ("X") for each packet, in microseconds, and names of
 * rows in metadata events ("M"). A process is a node, a thread is a link of the node. Nodes count
 * from 1 in the trace, since viewers reserve process 0. Labels have no quotes and no
 * backslashes, so nothing needs escaping. */

static void name_node(const struct schedule *schedule, int v, FILE *file)
{
	char label[NETWORK_LABEL];

	network_label(&schedule->problem.net, v, label);
	fprintf(file,
		"{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,"
		"\"args\":{\"name\":\"node %s\"}},\n"
		"{\"ph\":\"M\",\"name\":\"process_sort_index\",\"pid\":%d,"
		"\"args\":{\"sort_index\":%d}},\n",
		v + 1, label, v + 1, v);
}

static void name_link(const struct schedule *schedule, const struct packet *packet, FILE *file)
{
	char label[NETWORK_LABEL];

	network_label(&schedule->problem.net, packet->to, label);
	fprintf(file,
		"{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,"
		"\"args\":{\"name\":\"to %s\"}},\n",
		packet->from + 1, packet->port + 1, label);
}

static int compare_links(const void *a, const void *b)
{
	const struct packet *x = *(const struct packet *const *)a;
	const struct packet *y = *(const struct packet *const *)b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->port > y->port) - (x->port < y->port);
}

/* Names the rows that have packets, in the order of nodes and ports. */
static int name_rows(const struct schedule *schedule, FILE *file)
{
	const struct packet **link = malloc((schedule->packets + 1) * sizeof *link);

	if (!link)
		return why(ENOMEM, "no memory to draw %zu packets", schedule->packets);
	for (size_t k = 0; k < schedule->packets; k++)
		link[k] = &schedule->packet[k];
	if (schedule->packets)
		qsort(link, schedule->packets, sizeof *link, compare_links);
	for (size_t k = 0; k < schedule->packets; k++) {
		if (!k || link[k - 1]->from != link[k]->from)
			name_node(schedule, link[k]->from, file);
		if (!k || compare_links(&link[k - 1], &link[k]))
			name_link(schedule, link[k], file);
	}
	free(link);
	return 0;
}

static void draw_packet(const struct schedule *schedule, size_t k, const struct way_list *list,
	const double time[2], FILE *file)
{
	const struct packet *packet = &schedule->packet[k];
	const struct range *range = &schedule->range[packet->first];

	fprintf(file,
		"{\"ph\":\"X\",\"pid\":%d,\"tid\":%d,\"ts\":%.6f,\"dur\":%.6f,"
		"\"name\":\"step %d%s\",\"args\":{\"bytes\":%zu,\"pieces\":%u",
		packet->from + 1, packet->port + 1, time[0] * 1e6, (time[1] - time[0]) * 1e6,
		packet->step, packet->fold ? " fold" : "", packet->bytes, packet->count);
	if (packet->count)
		fprintf(file, ",\"block\":%" PRIu64 ",\"begin\":%zu", range->block, range->begin);
	for (int i = 0; i < list->count; i++)
		fprintf(file, "%s%d", i ? "," : ",\"ways\":[", list->way[i]);
	fputs(list->count ? "]}}" : "}}", file);
}

static int draw(const struct plan_ways *ways, const double *start, const double *end, FILE *file)
{
	const struct schedule *schedule = ways->schedule;
	struct way_list list = { 0 };
	int error;

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", file);
	error = name_rows(schedule, file);
	for (size_t k = 0; k < schedule->packets && !error; k++) {
		error = ways_of_packet(ways, &schedule->packet[k], &list);
		draw_packet(schedule, k, &list, (double[]){ start[k], end[k] }, file);
		fputs(k + 1 < schedule->packets ? ",\n" : "\n", file);
	}
	fputs("]}\n", file);
	way_list_free(&list);
	return error ? error : draw_end(file);
}

int schedule_draw_trace(const struct schedule *schedule, const struct machine *machine, FILE *file)
{
	struct plan_ways ways = { 0 };
	double *start;
	int error;

	if (schedule->packets > DRAW_PACKETS)
		return why(EINVAL, "%zu packets; a trace shows at most %d", schedule->packets,
			DRAW_PACKETS);
	start = calloc(schedule->packets + 1, 2 * sizeof *start);
	if (!start)
		return why(ENOMEM, "no memory to draw %zu packets", schedule->packets);
	error = schedule_clock(schedule, machine, start, start + schedule->packets);
	if (!error)
		error = ways_open(&ways, schedule);
	if (!error)
		error = draw(&ways, start, start + schedule->packets, file);
	ways_free(&ways);
	free(start);
	return error;
}
