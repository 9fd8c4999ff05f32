/* Draws the plot of --plot by gnuplot: time and link bandwidth over size, several series in one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "perf/environment.h"
#include "tool/reports/bench_plot.h"
#include "tool/reports/bench_table.h"
#include "tool/output/diagnostics.h"
#include "tool/output/units.h"
#include "tool/output/whole_file.h"

int bench_plot_check(const char *path)
{
	const char *ending = path ? strrchr(path, '.') : NULL;
	FILE *file;
	int error;

	if (!path)
		return STATUS_DONE;
	if (!ending || strcmp(ending, ".svg") != 0)
		return refuse("--plot %s: the plot is an SVG; name a file that ends in .svg", path);
	if (system("command -v gnuplot >/dev/null 2>&1"))
		return refuse("--plot: there is no gnuplot, which draws the plot (gnuplot-nox)");
	error = whole_file_open(&file, path);
	if (error)
		return say_why(error);
	whole_file_close(file, -1); /* leaves no file */
	return STATUS_DONE;
}

static int add(struct bench_plot *plot, const struct plot_row *row)
{
	if (!(row->bytes > 0)) /* has no place on a logarithmic axis */
		return 0;
	if (array_reserve(&plot->row, &plot->room, plot->rows + 1, sizeof *row))
		return why(ENOMEM, "no memory for a plot");
	plot->row[plot->rows++] = *row;
	return 0;
}

int bench_plot_add(struct bench_plot *plot, const struct bench_result *result)
{
	const struct problem *problem = &result->what.problem;
	const struct run_result *run = &result->run;
	const struct stats *time = &result->time;
	struct plot_row row = { .bytes = (double)result->what.bytes,
		.time = time->median,
		.low = time->ci_low,
		.high = time->ci_high,
		.predicted = run->predicted_s,
		.rate = run->link_Bps,
		.peak = run->peak_Bps };

	if (isnan(bench_figure(result, time->median)))
		return 0;
	snprintf(row.algorithm, sizeof row.algorithm, "%s", problem->algorithm);
	snprintf(row.name, sizeof row.name, "%s \t %s%s%s",
		verb_form_name(&result->what.form, problem->collective), problem->net.name,
		run->data ? ", " : "", run->data ? run->data : "");
	return add(plot, &row);
}

void bench_plot_free(struct bench_plot *plot)
{
	free(plot->row);
	*plot = (struct bench_plot){ 0 };
}

/* ---- The program for gnuplot ---- */

/* Returns the row after the series that begins with row i: rows of one name whose sizes grow. */
static size_t series_end(const struct bench_plot *plot, size_t i)
{
	const struct plot_row *row = plot->row;

	while (++i < plot->rows && !strcmp(row[i].name, row[i - 1].name) &&
		row[i].bytes > row[i - 1].bytes)
		;
	return i;
}

/* Writes text between single quotes, which are doubled inside. */
static void write_quoted(FILE *gnuplot, const char *text)
{
	putc('\'', gnuplot);
	for (; *text; text++)
		fprintf(gnuplot, *text == '\'' ? "''" : *text < ' ' ? "?" : "%c", *text);
	putc('\'', gnuplot);
}

/* Writes the title of a series. Where the algorithm changes from size to size, it is `auto`. */
static void write_title(FILE *gnuplot, const struct plot_row *row, size_t rows)
{
	const char *algorithm = row->algorithm, *tab = strchr(row->name, '\t');
	char title[sizeof row->name + sizeof row->algorithm];

	for (size_t i = 1; i < rows; i++)
		if (strcmp(row[i].algorithm, algorithm) != 0)
			algorithm = "auto";
	snprintf(title, sizeof title, "%.*s%s%s", (int)(tab - row->name), row->name, algorithm,
		tab + 1);
	write_quoted(gnuplot, title);
}

static void write_number(FILE *gnuplot, double number)
{
	if (isfinite(number) && number > 0)
		fprintf(gnuplot, " %.9g", number);
	else
		fputs(" NaN", gnuplot);
}

static void write_data(FILE *gnuplot, const struct bench_plot *plot)
{
	for (size_t i = 0; i < plot->rows; i = series_end(plot, i)) {
		fprintf(gnuplot, "$s%zu << EOD\n", i);
		for (size_t k = i; k < series_end(plot, i); k++) {
			const struct plot_row *row = &plot->row[k];
			const double numbers[] = { row->bytes, row->time, row->low, row->high,
				row->predicted, row->rate, row->peak };

			for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
				write_number(gnuplot, numbers[n]);
			putc('\n', gnuplot);
		}
		fputs("EOD\n", gnuplot);
	}
}

/* Writes a panel: a curve for each series, and a broken curve for what is expected of it. */
static void write_panel(
	FILE *gnuplot, const struct bench_plot *plot, const char *curve, const char *expected)
{
	int number = 0;

	for (size_t i = 0; i < plot->rows; i = series_end(plot, i)) {
		fprintf(gnuplot, "%s $s%zu using %s lc %d title ", number ? "," : "plot", i, curve,
			number + 1);
		write_title(gnuplot, &plot->row[i], series_end(plot, i) - i);
		fprintf(gnuplot, ", $s%zu using %s lc %d notitle", i, expected, ++number);
	}
	putc('\n', gnuplot);
}

/* Returns the least size of a row that is at least `from`; INFINITY if there is none. */
static double size_from(const struct bench_plot *plot, double from)
{
	double least = INFINITY;

	for (size_t i = 0; i < plot->rows; i++)
		if (plot->row[i].bytes >= from)
			least = fmin(least, plot->row[i].bytes);
	return least;
}

/* Labels ten of the sizes at most. Gnuplot's own labels have kiB, and gaps before a lone B; its
 * axes would end just before the label of the largest size. */
static void write_sizes(FILE *gnuplot, const struct bench_plot *plot)
{
	double size = size_from(plot, 0), most = 0;
	const char *before = "set xtics (";
	double factor;

	for (size_t i = 0; i < plot->rows; i++)
		most = fmax(most, plot->row[i].bytes);
	fprintf(gnuplot, "set xrange [%.9g:%.9g]\n", size / 1.02, most * 1.02);
	factor = fmax(pow(most / size, 1. / 9), 1.001);
	for (; isfinite(size); size = size_from(plot, size * factor), before = ", ")
		fprintf(gnuplot, "%s'%s' %.0f", before, size_text((size_t)size), size);
	fputs(")\n", gnuplot);
}

static void write_program(
	FILE *gnuplot, const struct bench_plot *plot, const char *machine, const char *output)
{
	bool rates = false;

	for (size_t i = 0; i < plot->rows; i++)
		rates |= isfinite(plot->row[i].rate) && plot->row[i].rate > 0;
	fprintf(gnuplot, "set terminal svg size 1000,%zu noenhanced background 'white'\n",
		480 + 10 * plot->rows);
	fputs("set output ", gnuplot);
	write_quoted(gnuplot, output);
	putc('\n', gnuplot);
	write_data(gnuplot, plot);
	fprintf(gnuplot, "set multiplot layout 1,%d title ", 1 + rates);
	write_quoted(gnuplot, machine);
	fputs("\nset logscale x 2\nset logscale y\nset grid\nset key below\n"
	      "set xlabel 'size of a block'\n",
		gnuplot);
	write_sizes(gnuplot, plot);
	fputs("set title 'time of one operation, with its 95 % interval; broken: predicted'\n"
	      "set format y '%.0s %cs'\n",
		gnuplot);
	write_panel(gnuplot, plot, "1:2:3:4 with yerrorlines", "1:5 with lines dt 2");
	if (rates) {
		fputs("set title 'bandwidth of the busiest link; broken: its peak'\n"
		      "set format y '%.0s %cB/s'\n",
			gnuplot);
		write_panel(gnuplot, plot, "1:6 with linespoints", "1:7 with lines dt 3");
	}
	fputs("unset multiplot\n", gnuplot);
}

static int write_picture(const struct bench_plot *plot, const char *machine, const char *path)
{
	FILE *file, *gnuplot;
	int error = plot->rows ? whole_file_open(&file, path)
			       : why(EINVAL, "there is nothing to plot: no row has both a size and "
					     "a time");

	if (error)
		return say_why(error);
	gnuplot = popen("gnuplot 2>/dev/null", "w");
	if (gnuplot)
		write_program(gnuplot, plot, machine, whole_file_temporary());
	if (!gnuplot || pclose(gnuplot))
		error = why(EIO, "%s cannot be written by gnuplot", path);
	error = whole_file_close(file, error);
	return error ? say_why(error) : STATUS_DONE;
}

int bench_plot_write(const struct bench_plot *plot, const char *path)
{
	struct environment e;
	char machine[sizeof e.cpu_model + sizeof e.date + 8];

	environment_read(&e);
	snprintf(machine, sizeof machine, "%s, %s", e.cpu_model, e.date);
	return write_picture(plot, machine, path);
}

static int add_file(struct bench_plot *plot, const struct bench_file *file, const char *name)
{
	int error = 0;

	for (size_t i = 0; i < file->rows && !error; i++) {
		const struct bench_row *from = &file->row[i];
		struct plot_row row = { .bytes = (double)from->bytes,
			.time = from->median,
			.low = from->low,
			.high = from->high,
			.predicted = from->predicted,
			.rate = from->rate,
			.peak = from->peak };

		memcpy(row.algorithm, from->algorithm, sizeof row.algorithm);
		snprintf(row.name, sizeof row.name, "%.64s: %s \t %s%s%s", name, from->collective,
			from->network, from->data[0] ? ", " : "", from->data);
		error = add(plot, &row);
	}
	return error;
}

int bench_plot_files(const struct bench_file file[2], const char *const name[2], const char *path)
{
	struct bench_plot plot = { 0 };
	int error = add_file(&plot, &file[0], name[0]), status;

	if (!error)
		error = add_file(&plot, &file[1], name[1]);
	status = error ? say_why(error) : write_picture(&plot, "", path);
	bench_plot_free(&plot);
	return status;
}
