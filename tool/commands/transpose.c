/* Runs `grove transpose`: transposes or turns a matrix or a picture through the links of a
 * network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "base/monotonic.h"
#include "tool/applications/app_launches.h"
#include "tool/applications/matrix_work.h"
#include "tool/files/need.h"
#include "tool/output/json_out.h"
#include "tool/output/whole_file.h"

static bool by_submatrices(const struct options *options)
{
	return option_given(options, OPTION_LAYOUT) && !strcmp(options->layout, "submatrices");
}

/* Cuts the matrix for the requested change, and measures the change in each way. */
static struct app_results change(
	const struct options *options, struct app_session *s, struct matrix_work *w)
{
	const struct matrix_file *m = w->matrix;
	struct matrix_layout *l = &w->layout;
	struct app_results results = results_for(s, options);
	bool striped = option_given(options, OPTION_STRIPED);

	w->nodes = s->nodes;
	w->turn = turn_of(options->turn, striped, m->fortran);
	layout_make(l, s->nodes, by_submatrices(options), option_given(options, OPTION_GRAY));
	if (!w->turn.transposes && !by_submatrices(options))
		layout_join(l);
	layout_cut(l, m->rows, m->columns, m->item);
	w->result = need_memory(need_product(m->rows, m->columns), m->item);
	for (int i = 0; i < results.ways; i++) {
		struct app_series *series = &results.series[i];

		series->argument = w;
		series->need_right = need_turned;
		series->spoil = matrix_spoil;
		(w->turn.degrees || striped ? turn_run : transposition_run)(w, s, series);
	}
	return results;
}

static void print_text(const struct options *options, const struct matrix_layout *l,
	const struct app_results *results)
{
	report_table(results);
	for (int i = 0; i < results->ways; i++) {
		printf("transpose: %zu x %zu items of %zu byte%s by %s%s", l->rows, l->columns,
			l->item, l->item == 1 ? "" : "s",
			option_given(options, OPTION_STRIPED) ? "striped " : "",
			by_submatrices(options) ? "submatrices" : "rows");
		if (options->turn)
			printf(", turned by %d", options->turn);
		printf(": ");
		report_line(results, i);
	}
}

static void print_json(const struct options *options, const struct matrix_layout *l,
	const struct app_results *results)
{
	report_json_begin("transpose", options->word[0], options->word[1]);
	json_size("rows", l->rows);
	json_size("columns", l->columns);
	json_size("item_bytes", l->item);
	json_text("layout", by_submatrices(options) ? "submatrices" : "rows");
	json_bool("gray", option_given(options, OPTION_GRAY));
	json_bool("striped", option_given(options, OPTION_STRIPED));
	json_whole("turn", options->turn);
	report_json_end(results);
}

int command_transpose(const struct options *options)
{
	struct app_session s;
	struct matrix_file matrix;
	struct matrix_work work = { .matrix = &matrix };
	struct app_results results;
	FILE *out;

	if (by_submatrices(options) && option_given(options, OPTION_STRIPED))
		return refuse("--striped: a node stores rows in stripes, and by --layout "
			      "submatrices it stores none");
	matrix_read(&matrix, options->word[0]);
	matrix_need_ending(&matrix, options->word[1]);
	need_done(whole_file_open(&out, options->word[1]));
	app_session_open(&s, options, by_submatrices(options) ? "cube:4" : "cube:3");
	s.read = matrix.file.seconds;
	results = change(options, &s, &work);
	launches_take(&results, options);
	report_picture(&results, options->picture, "transpose");
	matrix_replace(&matrix, work.result, work.turn.transposes);
	s.write = monotonic_seconds();
	matrix_write(&matrix, out);
	need_done(whole_file_close(out, 0));
	s.write = monotonic_seconds() - s.write;
	(options->form == FORM_JSON ? print_json : print_text)(options, &work.layout, &results);
	results_close(&results);
	app_session_close(&s);
	matrix_free(&matrix);
	return STATUS_DONE;
}
