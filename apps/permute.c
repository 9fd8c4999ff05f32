/* Puts the slices of a file in another order, through the links of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "apps/fail.h"
#include "apps/input.h"
#include "apps/app_memory.h"
#include "apps/app_options.h"
#include "apps/output.h"
#include "apps/permutation_input.h"
#include "apps/app_json.h"
#include "apps/app_launches.h"
#include "apps/app_report.h"
#include "apps/app_session.h"

static const char usage[] =
	"Usage: permute IN OUT --permutation PERMUTATION [OPTION]...\n"
	"\n"
	"Cuts the file IN in N equal slices, one for each node of a network, sends slice v to\n"
	"position p(v) through the links, and writes the slices in the new order to OUT, which\n"
	"may be IN.\n"
	"\n"
	"OUT is as long as IN. When N does not divide that length, fewer than N bytes of padding\n"
	"make the last slices equal to the others. Padding that comes to a place inside OUT\n"
	"leaves the place free, and just as many bytes come to places after the end of OUT. Such\n"
	"a byte is sent on by p again, until the byte comes to a place inside, which is a free\n"
	"place. So p followed by its inverse gives IN back, byte for byte, for any length.\n"
	"\n"
	"  --permutation inversion      v to N-1-v\n"
	"                transpose      a sqrt(N) + b to b sqrt(N) + a; N must be a square\n"
	"                bit-reversal   the bits of v backwards; N must be a power of two\n"
	"                shuffle        the bits of v one to the left, round; N as before\n"
	"                rotate:K       v to v + K modulo N\n"
	"                random:SEED    the same seed gives the same permutation everywhere\n"
	"                FILE           p(0) to p(N-1), white space between the numbers\n"
	FORWARD_USAGE;

struct permute_options {
	struct common common;
	const char *permutation, *forward;
	struct ways ways;
	const char *files[2];
};

/* The data that the nodes share. */
struct permute_work {
	struct input file;
	unsigned char *result; /* as long as the file */
	size_t slice;	       /* bytes */
	int nodes;
	int *to, *from; /* the permutation and its inverse */
	struct room room;
};

static void options_take(struct permute_options *o, int argc, char **argv)
{
	const struct app_setting settings[] = {
		COMMON_SETTINGS(&o->common),
		{ "permutation", &o->permutation, NULL },
		{ "forward", &o->forward, NULL },
		{ NULL, NULL, NULL },
	};

	*o = (struct permute_options){ 0 };
	options_read(argc, argv, settings, o->files, 2,
		&(struct usage){ usage, "cube:3; for transpose cube:4" });
	if (!o->permutation)
		fail(REFUSED, "--permutation is missing: inversion, transpose, bit-reversal, "
			      "shuffle, rotate:K, random:SEED, or a file");
	o->ways = option_ways(o->forward, &o->common);
}

/* Returns how many bytes of slice v are inside the file. */
static size_t inside(const struct permute_work *w, int v)
{
	size_t begin = (size_t)v * w->slice;

	if (begin >= w->file.size)
		return 0;
	return w->file.size - begin < w->slice ? w->file.size - begin : w->slice;
}

static int load(struct grove_node *me, void *argument)
{
	const struct permute_work *w = argument;
	int v = grove_node_number(me);
	size_t bytes = inside(w, v);

	if (bytes)
		memcpy(room_in(&w->room, v), w->file.bytes + (size_t)v * w->slice, bytes);
	memset(room_in(&w->room, v) + bytes, 0, w->slice - bytes);
	return 0;
}

static int unload(struct grove_node *me, void *argument)
{
	const struct permute_work *w = argument;
	int v = grove_node_number(me);
	size_t bytes = inside(w, v);

	if (bytes)
		memcpy(w->result + (size_t)v * w->slice, room_out(&w->room, v), bytes);
	return 0;
}

/* Returns the place to which p, or its inverse, sends the byte at a place of the padded file. */
static size_t sent(const struct permute_work *w, const int *p, size_t place)
{
	return (size_t)p[place / w->slice] * w->slice + place % w->slice;
}

/* Fills the places inside the file that received padding. From the padding's origin the function
 * goes backwards along p to a place outside the file that received a byte of the file. That byte
 * fills the empty place. */
static void fill(const struct permute_work *w)
{
	size_t end = (size_t)w->nodes * w->slice;

	for (size_t q = w->file.size; q < end; q++) {
		size_t free_place = sent(w, w->to, q), last = q;

		if (free_place >= w->file.size)
			continue;
		while (sent(w, w->from, last) >= w->file.size)
			last = sent(w, w->from, last);
		w->result[free_place] =
			room_out(&w->room, (int)(last / w->slice))[last % w->slice];
	}
}

/* Compares each byte of the result with the byte of the file that belongs there, found by going
 * backwards along p from the byte's place to the first place inside the file. */
static void need_right(void *argument)
{
	const struct permute_work *w = argument;

	fill(w);
	for (size_t q = 0; q < w->file.size; q++) {
		size_t origin = sent(w, w->from, q);

		while (origin >= w->file.size)
			origin = sent(w, w->from, origin);
		if (w->result[q] != w->file.bytes[origin])
			fail(CHECK_FAILED, "byte %zu of the result is not byte %zu of the file", q,
				origin);
	}
}

static void spoil(void *argument)
{
	const struct permute_work *w = argument;

	room_spoil(&w->room, w->nodes);
	memory_spoil(w->result, w->file.size);
}

static void permute(struct app_session *s, struct permute_work *w, struct app_series *series)
{
	const struct grove_problem problem = { .collective = "permute",
		.bytes = w->slice,
		.permutation = w->to,
		.forward = series->forward };

	series->argument = w;
	series->need_right = need_right;
	series->spoil = spoil;
	room_open(&w->room, s->nodes, w->slice, w->slice);
	series_body(series, "cut", load);
	series_collective(series, "exchange", s, &problem, w->room.nodes);
	series_body(series, "join", unload);
	series_measure(series, s);
	room_close(&w->room);
}

static void permute_all(const struct permute_options *o, struct app_session *s,
	struct permute_work *w, struct app_results *results)
{
	w->nodes = s->nodes;
	w->slice = part(w->file.size, s->nodes);
	w->to = permutation_make(o->permutation, s->nodes);
	w->from = memory((size_t)s->nodes, sizeof *w->from);
	w->result = memory(w->file.size, 1);
	for (int v = 0; v < s->nodes; v++)
		w->from[w->to[v]] = v;
	*results = (struct app_results){ .session = s, .ways = o->ways.count };
	for (int i = 0; i < o->ways.count; i++) {
		results->series[i].forward = o->ways.name[i];
		permute(s, w, &results->series[i]);
	}
}

static void work_free(struct permute_work *w)
{
	free(w->to);
	free(w->from);
	free(w->result);
	free(w->file.bytes);
}

static void report(const struct permute_options *o, const struct permute_work *w,
	const struct app_results *results)
{
	if (o->common.json) {
		printf("{ \"application\": \"permute\", ");
		json_text("input", o->files[0]);
		json_text("output", o->files[1]);
		printf("\"size\": %zu, \"slice\": %zu, ", w->file.size, w->slice);
		json_text("permutation", o->permutation);
		json_results(results);
		return;
	}
	report_table(results);
	for (int i = 0; i < results->ways; i++) {
		printf("permute: %zu bytes, %zu for each node, by ", w->file.size, w->slice);
		print_plain(stdout, o->permutation);
		printf(": ");
		report_line(results, i);
	}
}

int main(int argc, char **argv)
{
	struct permute_options o;
	struct app_session s;
	struct permute_work w;
	struct app_results results;

	options_take(&o, argc, argv);
	input_read(&w.file, o.files[0]);
	output_open(o.files[1]);
	session_open(&s, &o.common, strcmp(o.permutation, "transpose") ? "cube:3" : "cube:4");
	s.read = w.file.seconds;
	permute_all(&o, &s, &w, &results);
	launches_take(&results, argv);
	report_picture(&results, o.common.picture, "permute");
	s.write = seconds_now();
	output_write(w.result, w.file.size);
	output_commit();
	s.write = seconds_now() - s.write;
	report(&o, &w, &results);
	need_printed();
	results_close(&results);
	session_close(&s);
	work_free(&w);
	return 0;
}
