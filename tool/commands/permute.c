/* Runs `grove permute`: puts the slices of a file in another order, through the links of a
 * network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "base/monotonic.h"
#include "tool/applications/app_launches.h"
#include "tool/files/input.h"
#include "tool/files/need.h"
#include "tool/arguments/permutation_file.h"
#include "tool/output/json_out.h"
#include "tool/output/whole_file.h"

/* The data that the nodes share. */
struct permute_work {
	struct input file;
	unsigned char *result; /* as long as the file */
	size_t slice;	       /* bytes */
	int nodes;
	int *to, *from; /* the permutation and its inverse */
	struct room room;
};

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
		w->result[free_place] = room_out(&w->room, (int)(last / w->slice))[last % w->slice];
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
			end_command(STATUS_FAILED,
				"byte %zu of the result is not byte %zu of the file", q, origin);
	}
}

static void spoil(void *argument)
{
	const struct permute_work *w = argument;

	room_spoil(&w->room, w->nodes);
	bytes_spoil(w->result, w->file.size);
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

static struct app_results permute_all(
	const struct options *options, struct app_session *s, struct permute_work *w)
{
	struct app_results results = results_for(s, options);

	w->nodes = s->nodes;
	w->slice = part_size(w->file.size, s->nodes);
	w->to = need_memory((size_t)s->nodes, sizeof *w->to);
	w->from = need_memory((size_t)s->nodes, sizeof *w->from);
	w->result = need_memory(w->file.size, 1);
	need_done(permutation_read(w->to, &s->net, options->permutation));
	for (int v = 0; v < s->nodes; v++)
		w->from[w->to[v]] = v;
	for (int i = 0; i < results.ways; i++)
		permute(s, w, &results.series[i]);
	return results;
}

static void work_free(struct permute_work *w)
{
	free(w->to);
	free(w->from);
	free(w->result);
	free(w->file.bytes);
}

static void print_json(const struct options *options, const struct permute_work *w,
	const struct app_results *results)
{
	report_json_begin("permute", options->word[0], options->word[1]);
	json_size("size", w->file.size);
	json_size("slice", w->slice);
	json_text("permutation", options->permutation);
	report_json_end(results);
}

static void print_text(const struct options *options, const struct permute_work *w,
	const struct app_results *results)
{
	report_table(results);
	for (int i = 0; i < results->ways; i++) {
		printf("permute: %zu bytes, %zu for each node, by %s: ", w->file.size, w->slice,
			options->permutation);
		report_line(results, i);
	}
}

int command_permute(const struct options *options)
{
	struct app_session s;
	struct permute_work w;
	struct app_results results;
	FILE *out;

	if (!options->permutation)
		return refuse("--permutation is missing: inversion, transpose, bit-reversal, "
			      "shuffle, corners, swap:A,B, rotate:K, random:SEED, or a file");
	input_read(&w.file, options->word[0]);
	need_done(whole_file_open(&out, options->word[1]));
	app_session_open(
		&s, options, strcmp(options->permutation, "transpose") ? "cube:3" : "cube:4");
	s.read = w.file.seconds;
	results = permute_all(options, &s, &w);
	launches_take(&results, options);
	report_picture(&results, options->picture, "permute");
	s.write = monotonic_seconds();
	fwrite(w.result, 1, w.file.size, out);
	need_done(whole_file_close(out, 0));
	s.write = monotonic_seconds() - s.write;
	(options->form == FORM_JSON ? print_json : print_text)(options, &w, &results);
	results_close(&results);
	app_session_close(&s);
	work_free(&w);
	return STATUS_DONE;
}
