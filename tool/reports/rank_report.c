/* Shows what `grove-mpi calibrate` measured, as a table or as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "library/machine/machine_files.h"
#include "tool/output/json_out.h"
#include "tool/reports/rank_report.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

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
				      time_text(q->seconds), time_text(q->low),
				      time_text(q->high),
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

void rank_report_print(const struct rank_table *table, int ranks, const char *path)
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

void rank_report_write(const struct rank_table *table, int ranks, const char *path)
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
