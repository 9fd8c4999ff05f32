/* Runs `grove calibrate`, which measures this machine, or links between ranks, and keeps what it
 * measured. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "library/machine/machine_files.h"
#include "perf/calibration/calibration_run.h"
#include "perf/timing/process_group.h"
#include "tool/arguments/options.h"
#include "tool/reports/calibration_report.h"
#include "tool/output/diagnostics.h"
#include "tool/output/progress.h"
#include "tool/output/whole_file.h"
#include "tool/output/json_out.h"
#include "tool/output/table.h"
#include "tool/output/units.h"
#include "plan/costs/rank_costs.h"

static const char *const cores_texts[RANK_CORES] = { "with cores of their own",
	"that may use each other's cores", "on fewer cores" };

static const char *const texts[RANK_LINKS] = { "ranks of a host", "ranks of two hosts" };

static bool is_measured(const struct rank_table *table, int link)
{
	return table->message[link][0].seconds > 0;
}

static void add_rows(struct table *rows, const struct rank_table *table, enum rank_link link)
{
	double beta, tau;

	if (!rank_link_fit(table, link, &beta, &tau))
		return;
	for (int i = 0; i < MESSAGE_SIZES; i++) {
		const struct quantity *q = &table->message[link][i];

		table_row(
			rows, (const char *const[]){ texts[link], size_text(message_size(i)),
				      time_text(q->seconds), time_text(q->low), time_text(q->high),
				      time_text(beta + tau * (double)message_size(i)) });
	}
}

static void print_fit(const struct rank_table *table, enum rank_link link)
{
	double beta, tau;

	if (rank_link_fit(table, link, &beta, &tau))
		printf("%s: %s for each packet, %s\n", texts[link], time_text(beta),
			rate_text(1 / tau));
}

/* Print or write the table, and the name of the file that keeps it. */
static void rank_report_print(const struct rank_table *table, int ranks, const char *path)
{
	static const char *const headings[] = { "<between", "message", "time", "from", "to",
		"fitted", NULL };
	struct table rows;

	printf("%s\n%s, %d ranks %s\n\n", machine_files_names()->key, table->mpi, ranks,
		cores_texts[table->cores]);
	table_open(&rows, headings);
	for (int link = 0; link < RANK_LINKS; link++)
		add_rows(&rows, table, (enum rank_link)link);
	table_close(&rows);
	putchar('\n');
	for (int link = 0; link < RANK_LINKS; link++)
		print_fit(table, (enum rank_link)link);
	printf("kept in %s for auto and predictions\n", path);
}

static void write_messages(const struct quantity *message)
{
	json_open("messages", '[');
	for (int i = 0; i < MESSAGE_SIZES; i++) {
		json_row();
		json_size("bytes", message_size(i));
		json_real("seconds", message[i].seconds);
		json_reals("looks", (const double[]){ message[i].low, message[i].high }, 2);
		json_close('}');
	}
	json_close(']');
}

static void write_link(const struct rank_table *table, enum rank_link link)
{
	double beta, tau;

	rank_link_fit(table, link, &beta, &tau);
	json_open(NULL, '{');
	json_text("link", rank_link_name(link));
	json_real("beta", beta);
	json_real("tau", tau);
	write_messages(table->message[link]);
	json_close('}');
}

static void rank_report_write(const struct rank_table *table, int ranks, const char *path)
{
	json_open(NULL, '{');
	json_text("file", path);
	json_text("key", machine_files_names()->key);
	json_text("mpi", table->mpi);
	json_whole("ranks", ranks);
	json_text("cores", rank_cores_name(table->cores));
	json_open("links", '[');
	for (int link = 0; link < RANK_LINKS; link++)
		if (is_measured(table, link))
			write_link(table, (enum rank_link)link);
	json_close(']');
	json_close('}');
}

static const char no_place[] = "there is no place for the file: HOME is not set; use --output FILE";

static void watch(double share)
{
	progress("measuring: %.0f %%", 100 * share);
}

/* Reads what the file knows of other distances. A file that does not fit this machine or version
 * knows nothing. */
static void read_kept(struct calibration *kept, const char *path)
{
	FILE *file = fopen(path, "re");

	if (!file || calibration_read(kept, file, path, machine_files_names()->key))
		kept->count = 0;
	if (file)
		fclose(file);
}

static int keep(struct calibration *kept, const char *path)
{
	FILE *file;
	int error = whole_file_make(&file, path);

	if (error)
		return error;
	return whole_file_close(file, calibration_write(kept, file, machine_files_names()->key));
}

/* ---- Over MPI ---- */

/* Joins the table with what the file knows of other MPIs. */
static int keep_table(const struct rank_table *table, const char *path)
{
	static struct rank_costs costs;
	const char *key = machine_files_names()->key;
	FILE *file = fopen(path, "re");
	int error;

	if (!file || rank_costs_read(&costs, file, path, key))
		costs.count = 0;
	if (file)
		fclose(file);
	rank_costs_add(&costs, table);
	error = whole_file_make(&file, path);
	return error ? error : whole_file_close(file, rank_costs_write(&costs, file, key));
}

/* The first rank keeps and shows the table. */
static int calibrate_ranks(const struct options *options)
{
	char path[RANKS_PATH];
	struct rank_table table = { 0 };
	const struct machine_files_names *names;
	int error = machine_files_read(&names);

	machine_files_ranks_path(path, options->output ? options->output : names->machine);
	if (!error && !path[0])
		error = why(EINVAL, "%s", no_place);
	error = group_confer(error);
	if (!error)
		error = process_group()->calibrate(&table);
	if (!error)
		error = group_confer(process_group()->number ? 0 : keep_table(&table, path));
	if (error)
		return say_why(error);
	if (options->form == FORM_JSON)
		rank_report_write(&table, process_group()->count, path);
	else
		rank_report_print(&table, process_group()->count, path);
	return STATUS_DONE;
}

/* ---- Threads ---- */

int command_calibrate(const struct options *options)
{
	static struct calibration measured, kept;
	const struct machine_files_names *names;
	const char *path;
	int error;

	if (!process_is_alone())
		return calibrate_ranks(options);
	error = machine_files_read(&names);
	path = options->output ? options->output : names->machine;
	if (error)
		return say_why(error);
	if (!path[0])
		return refuse("%s", no_place);
	error = calibrate(&measured, watch);
	progress_end();
	if (!error) {
		read_kept(&kept, path);
		for (int i = 0; i < measured.count; i++)
			calibration_add(&kept, &measured.costs[i]);
		error = keep(&kept, path);
	}
	if (error)
		return say_why(error);
	if (options->form == FORM_JSON)
		calibration_report_write(&measured, &kept, path);
	else
		calibration_report_print(&measured, &kept, path);
	return STATUS_DONE;
}
