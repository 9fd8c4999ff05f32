/* Prints the errors of the model and the losses of auto, as tables or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "tool/output/json_out.h"
#include "tool/output/loss_report.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

enum {
	WORST = 10 /* rows in the table of the worst rows */
};

/* Writes the name of the row's group. */
static const char *group_text(char text[TABLE_CELL], const struct loss_row *row, enum loss_key key)
{
	char size[UNITS_TEXT];
	const char *const names[LOSS_KEYS] = { [LOSS_ALL] = "all",
		[LOSS_COLLECTIVE] = row->collective,
		[LOSS_NETWORK] = row->network,
		[LOSS_BYTES] = size_text(size, row->bytes),
		[LOSS_DATA] = data_state_name(row->data),
		[LOSS_FORWARD] = forward_name(row->forward) };

	snprintf(text, TABLE_CELL, "%.*s", TABLE_CELL - 1, names[key]);
	return text;
}

/* Returns true if no row before belongs to the same group. */
static bool first_of_group(const struct loss_report *report, int i, enum loss_key key)
{
	for (int k = 0; k < i; k++)
		if (loss_same_group(&report->row[k], &report->row[i], key))
			return false;
	return true;
}

/* Writes a number, or a dash for NAN. */
static const char *number_text(char text[UNITS_TEXT], double number)
{
	if (isnan(number))
		snprintf(text, UNITS_TEXT, "-");
	else
		snprintf(text, UNITS_TEXT, "%.2f", number);
	return text;
}

typedef int group_visitor(
	const struct loss_row *row, enum loss_key key, const struct loss_figures *f, void *context);

static int each_group(const struct loss_report *report, group_visitor *visit, void *context)
{
	struct loss_figures figures;
	int error = 0;

	for (int key = 0; key < LOSS_KEYS; key++)
		for (int i = 0; i < report->rows && !error; i++) {
			if (!first_of_group(report, i, (enum loss_key)key))
				continue;
			error = loss_figures(
				&figures, report->row, report->rows, i, (enum loss_key)key);
			if (!error)
				error = visit(
					&report->row[i], (enum loss_key)key, &figures, context);
		}
	return error;
}

static int group_row(
	const struct loss_row *row, enum loss_key key, const struct loss_figures *f, void *context)
{
	char name[TABLE_CELL], rows[UNITS_TEXT], error[UNITS_TEXT], error_95[UNITS_TEXT];
	char points[UNITS_TEXT], loss[UNITS_TEXT], worst[UNITS_TEXT];

	snprintf(rows, sizeof rows, "%d", f->rows);
	snprintf(points, sizeof points, "%d", f->points);
	table_row(context,
		(const char *[]){ group_text(name, row, key), rows, number_text(error, f->error),
			number_text(error_95, f->error_95), points, number_text(loss, f->loss),
			number_text(worst, f->worst_loss) });
	return 0;
}

static int by_error(const void *a, const void *b)
{
	double x = loss_error(*(const struct loss_row *const *)a),
	       y = loss_error(*(const struct loss_row *const *)b);

	return (x < y) - (x > y);
}

static void worst_row(struct table *table, const struct loss_row *row)
{
	char name[TABLE_CELL], size[UNITS_TEXT], predicted[UNITS_TEXT], measured[UNITS_TEXT],
		error[UNITS_TEXT];

	snprintf(name, sizeof name, "%s%s%s", row->algorithm, row->order[0] ? " " : "", row->order);
	table_row(table,
		(const char *[]){ row->collective, name, row->network, size_text(size, row->bytes),
			data_state_name(row->data), forward_name(row->forward),
			time_text(predicted, row->predicted), time_text(measured, row->measured),
			number_text(error, loss_error(row)) });
}

/* Prints the rows with the largest errors. */
static int print_worst(const struct loss_report *report)
{
	static const char *const headings[] = { "<collective", "<algorithm", "<network", "size",
		"<data", "<forward", "predicted", "measured", "error", NULL };
	const struct loss_row **worst = calloc((size_t)report->rows + 1, sizeof *worst);
	struct table table;
	int known = 0;

	if (!worst)
		return why(ENOMEM, "no memory for %d rows", report->rows);
	for (int i = 0; i < report->rows; i++)
		if (!isnan(loss_error(&report->row[i])))
			worst[known++] = &report->row[i];
	qsort(worst, (size_t)known, sizeof *worst, by_error);
	table_open(&table, headings);
	for (int i = 0; i < known && i < WORST; i++)
		worst_row(&table, worst[i]);
	printf("\nthe largest errors\n");
	table_close(&table);
	free(worst);
	return 0;
}

int loss_print_text(const struct loss_report *report)
{
	static const char *const headings[] = { "<group", "rows", "error", "95 %", "points", "loss",
		"worst", NULL };
	struct table table;
	int error;

	table_open(&table, headings);
	error = each_group(report, group_row, &table);
	printf("error: how many times a prediction is off, of all candidates: the geometric mean "
	       "and the 95th\npercentile. loss: how many times longer auto's choice takes than the "
	       "fastest candidate.\n");
	table_close(&table);
	return error ? error : print_worst(report);
}

static int group_object(
	const struct loss_row *row, enum loss_key key, const struct loss_figures *f, void *context)
{
	static const char *const keys[LOSS_KEYS] = { "all", "collective", "network", "bytes",
		"data", "forward" };
	char name[TABLE_CELL];

	(void)context;
	json_line();
	json_open(NULL, '{');
	json_text("by", keys[key]);
	json_text("group", group_text(name, row, key));
	json_whole("rows", f->rows);
	json_real("error", f->error);
	json_real("error_95", f->error_95);
	json_whole("points", f->points);
	json_real("loss", f->loss);
	json_real("worst_loss", f->worst_loss);
	json_close('}');
	return 0;
}

static void row_object(const struct loss_row *row)
{
	json_line();
	json_open(NULL, '{');
	json_text("collective", row->collective);
	json_text("algorithm", row->algorithm);
	json_text("order", row->order);
	json_text("network", row->network);
	json_size("bytes", row->bytes);
	json_size("packet", row->packet);
	json_text("data", data_state_name(row->data));
	json_text("forward", forward_name(row->forward));
	json_whole("point", row->point);
	json_bool("chosen", row->chosen);
	json_real("predicted_s", row->predicted);
	json_real("measured_s", row->measured);
	json_close('}');
}

int loss_print_json(const struct loss_report *report)
{
	int error;

	json_open(NULL, '{');
	json_text("version", grove_version());
	json_text("machine", report->machine);
	json_open("groups", '[');
	error = each_group(report, group_object, NULL);
	json_close(']');
	json_open("rows", '[');
	for (int i = 0; i < report->rows; i++)
		row_object(&report->row[i]);
	json_close(']');
	json_close('}');
	putchar('\n');
	return error;
}
