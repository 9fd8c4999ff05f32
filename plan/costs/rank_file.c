/* Reads and writes files of the costs between the ranks of an MPI. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/keyed_file.h"
#include "plan/costs/quantity_rows.h"
#include "plan/costs/rank_costs.h"

/* The rows, which `man grove` describes as well. TABLE is a number, from 0.
 *
 *	mpi own|common|few TEXT		a table: the cores of the ranks, and the name of the MPI
 *	cost TABLE same-host|other-host BYTES SECONDS LOW HIGH
 */

enum {
	OF_TABLE = RANK_LINKS * MESSAGE_SIZES
};

static void name(size_t i, char text[QUANTITY_NAME])
{
	snprintf(text, QUANTITY_NAME, "%d %s %zu", (int)(i / OF_TABLE),
		rank_link_name((enum rank_link)(i / MESSAGE_SIZES % RANK_LINKS)),
		message_size((int)(i % MESSAGE_SIZES)));
}

static struct quantity *at(void *costs, size_t i)
{
	struct rank_table *table = &((struct rank_costs *)costs)->table[i / OF_TABLE];

	return &table->message[i / MESSAGE_SIZES % RANK_LINKS][i % MESSAGE_SIZES];
}

static struct quantities quantities(struct rank_costs *costs)
{
	return (struct quantities){ (size_t)costs->count * OF_TABLE, MESSAGE_SIZES, name, at, costs,
		0 };
}

static int read_mpi(struct text_lines *lines, struct rank_costs *costs)
{
	struct rank_table *table = &costs->table[costs->count];
	const char *mpi = lines->rest + strcspn(lines->rest, " \t");
	int cores = lines->words > 1 ? rank_cores_named(lines->word[1]) : -1;

	mpi += strspn(mpi, " \t");
	if (costs->count == RANK_TABLES)
		return lines_refuse(lines, "more than %d tables", (int)RANK_TABLES);
	if (cores < 0)
		return lines_refuse(lines, "cores are own, common or few");
	if (!*mpi || strlen(mpi) >= MPI_NAME)
		return lines_refuse(
			lines, "the name of an MPI has 1 to %d characters", MPI_NAME - 1);
	if (rank_costs_find(costs, mpi, (enum rank_cores)cores))
		return lines_refuse(lines, "a second table of %s", mpi);
	table->cores = (enum rank_cores)cores;
	strcpy(table->mpi, mpi);
	costs->count++;
	return 0;
}

struct reading {
	struct rank_costs *costs;
	struct quantities all;
};

static int take(struct text_lines *lines, void *into)
{
	struct reading *reading = into;

	if (!strcmp(lines->word[0], "mpi"))
		return read_mpi(lines, reading->costs);
	reading->all.count = quantities(reading->costs).count;
	return quantity_read(lines, &reading->all);
}

static const struct keyed_file form = { .word = "grove-ranks",
	.what = "costs of ranks",
	.remedy = "run `grove-mpi calibrate` here",
	.version = 2,
	.ends = true,
	.take = take };

/* Checks that each table has a link, and each link all sizes. */
static int check_table(const struct text_lines *lines, const struct rank_table *table)
{
	int links = 0;

	for (int link = 0; link < RANK_LINKS; link++) {
		int sizes = 0;

		for (int i = 0; i < MESSAGE_SIZES; i++)
			sizes += table->message[link][i].seconds > 0;
		if (sizes % MESSAGE_SIZES)
			return lines_refuse(lines, "%s: link %s has %d sizes of %d", table->mpi,
				rank_link_name((enum rank_link)link), sizes, MESSAGE_SIZES);
		links += sizes > 0;
	}
	return links ? 0 : lines_refuse(lines, "%s has no costs", table->mpi);
}

int rank_costs_read(struct rank_costs *costs, FILE *file, const char *file_name, const char *key)
{
	struct text_lines lines = { .file = file, .name = file_name };
	struct reading reading = { costs, quantities(costs) };
	int error;

	memset(costs, 0, sizeof *costs);
	error = keyed_read(&form, &lines, &(struct keyed_owner){ .key = key }, &reading);
	for (int i = 0; i < costs->count && !error; i++)
		error = check_table(&lines, &costs->table[i]);
	if (error)
		costs->count = 0;
	return error;
}

int rank_costs_write(struct rank_costs *costs, FILE *file, const char *key)
{
	struct quantities all = quantities(costs);

	keyed_write_heading(&form, file, &(struct keyed_owner){ .key = key });
	fputs("# Costs of messages between the ranks of an MPI, measured by `grove-mpi "
	      "calibrate`.\n"
	      "# cost TABLE LINK BYTES: seconds from one rank to another, and the range of "
	      "several looks.\n",
		file);
	for (int i = 0; i < costs->count; i++)
		fprintf(file, "mpi %s %s\n", rank_cores_name(costs->table[i].cores),
			costs->table[i].mpi);
	quantities_write(file, &all);
	fputs("end\n", file);
	return ferror(file) ? why(EIO, "the costs of ranks cannot be written") : 0;
}
