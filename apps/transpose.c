/* Transposes or turns a matrix or a picture in a file, through the links of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "apps/app_json.h"
#include "apps/app_launches.h"
#include "apps/app_memory.h"
#include "apps/app_options.h"
#include "apps/app_report.h"
#include "apps/fail.h"
#include "apps/matrix_work.h"
#include "apps/output.h"

static const char usage[] =
	"Usage: transpose IN OUT [OPTION]...\n"
	"\n"
	"Transposes the matrix in the file IN and writes the transpose to OUT, which may be IN.\n"
	"A matrix is a 2-D .npy file of NumPy's, or a binary PGM or PPM picture; OUT is of the\n"
	"same kind. The matrix is cut in blocks, which lie on the nodes of a network and change\n"
	"places through the links.\n"
	"\n"
	"  --layout rows   a node stores rows: an all-to-all exchange (the default)\n"
	"  --layout submatrices\n"
	"                  a node stores one of sqrt(N) x sqrt(N) submatrices: a permutation;\n"
	"                  the number N of nodes must be a square\n"
	"  --striped       by rows: node v of N stores the rows v, v + N, v + 2N .. of the\n"
	"                  matrix, and of the result\n"
	"  --turn 90|180|270\n"
	"                  turns the matrix clockwise by so many degrees in place of transposing\n"
	"  --gray          neighbouring rows or submatrices lie on neighbouring nodes of a cube,\n"
	"                  by Gray codes; N must be a power of two\n"
	FORWARD_USAGE
	"                  By copy, blocks are cut out of the matrix, padded to a common size,\n"
	"                  exchanged, and then transposed. By reference a node transposes while\n"
	"                  reading: a single pass.\n";

struct transpose_options {
	struct common common;
	const char *layout, *forward, *turn;
	struct ways ways;
	bool submatrices, gray, striped;
	const char *files[2];
};

static void options_take(struct transpose_options *o, int argc, char **argv)
{
	const struct app_setting settings[] = {
		COMMON_SETTINGS(&o->common),
		{ "layout", &o->layout, NULL },
		{ "gray", NULL, &o->gray },
		{ "striped", NULL, &o->striped },
		{ "turn", &o->turn, NULL },
		{ "forward", &o->forward, NULL },
		{ NULL, NULL, NULL },
	};

	*o = (struct transpose_options){ .layout = "rows" };
	options_read(argc, argv, settings, o->files, 2,
		&(struct usage){ usage, "cube:3; by submatrices cube:4" });
	o->submatrices = !strcmp(o->layout, "submatrices");
	if (!o->submatrices && strcmp(o->layout, "rows"))
		fail(REFUSED, "there is no layout '%s'; there are rows and submatrices", o->layout);
	if (o->submatrices && o->striped)
		fail(REFUSED, "--striped: a node stores rows in stripes, and by --layout "
			      "submatrices it stores none");
	o->ways = option_ways(o->forward, &o->common);
	turn_of(o->turn, o->striped, false);
}

/* Cuts the matrix for the requested change, and measures the change in each way. */
static void change(const struct transpose_options *o, struct app_session *s,
	struct matrix_work *w, struct app_results *results)
{
	const struct matrix_file *m = w->matrix;
	struct matrix_layout *l = &w->layout;

	w->nodes = s->nodes;
	w->turn = turn_of(o->turn, o->striped, m->fortran);
	layout_make(l, s->nodes, o->submatrices, o->gray);
	if (!w->turn.transposes && !o->submatrices)
		layout_join(l);
	layout_cut(l, m->rows, m->columns, m->item);
	w->result = memory(times(m->rows, m->columns), m->item);
	*results = (struct app_results){ .session = s, .ways = o->ways.count };
	for (int i = 0; i < o->ways.count; i++) {
		struct app_series *series = &results->series[i];

		*series = (struct app_series){ .forward = o->ways.name[i],
			.argument = w,
			.need_right = need_turned,
			.spoil = matrix_spoil };
		(w->turn.degrees || o->striped ? turn_run : transposition_run)(w, s, series);
	}
}

static void print_text(const struct transpose_options *o, const struct matrix_layout *l,
	const struct app_results *results)
{
	report_table(results);
	for (int i = 0; i < results->ways; i++) {
		printf("transpose: %zu x %zu items of %zu byte%s by %s%s", l->rows, l->columns,
			l->item, l->item == 1 ? "" : "s", o->striped ? "striped " : "", o->layout);
		printf(o->turn ? ", turned by %s: " : ": ", o->turn);
		report_line(results, i);
	}
}

static void print_json(const struct transpose_options *o, const struct matrix_layout *l,
	const struct app_results *results)
{
	printf("{ \"application\": \"transpose\", ");
	json_text("input", o->files[0]);
	json_text("output", o->files[1]);
	printf("\"rows\": %zu, \"columns\": %zu, \"item_bytes\": %zu, ", l->rows, l->columns,
		l->item);
	json_text("layout", o->layout);
	printf("\"gray\": %s, \"striped\": %s, \"turn\": %s, ", o->gray ? "true" : "false",
		o->striped ? "true" : "false", o->turn ? o->turn : "0");
	json_results(results);
}

int main(int argc, char **argv)
{
	struct transpose_options o;
	struct app_session s;
	struct matrix_file matrix;
	struct matrix_work work = { .matrix = &matrix };
	struct app_results results;

	options_take(&o, argc, argv);
	matrix_read(&matrix, o.files[0]);
	output_open(o.files[1]);
	session_open(&s, &o.common, o.submatrices ? "cube:4" : "cube:3");
	s.read = matrix.file.seconds;
	change(&o, &s, &work, &results);
	launches_take(&results, argv);
	report_picture(&results, o.common.picture, "transpose");
	matrix_replace(&matrix, work.result, work.turn.transposes);
	s.write = seconds_now();
	matrix_write(&matrix);
	output_commit();
	s.write = seconds_now() - s.write;
	(o.common.json ? print_json : print_text)(&o, &work.layout, &results);
	need_printed();
	results_close(&results);
	session_close(&s);
	matrix_free(&matrix);
	return 0;
}
