/* Reads and writes files of the costs between the ranks of an MPI, line by line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/text_lines.h"
#include "plan/costs/rank_costs.h"

/* The format, which `man grove` describes as well:
 *
 *	grove-ranks 1
 *	key TEXT
 *	mpi TEXT			for each MPI, and each kind of cores
 *	cores own|common|few
 *	link same-host|other-host
 *	message BYTES SECONDS LOW HIGH	for each size; these lines belong to the link above
 *	end
 *
 * The last line shows that the file is complete. */

struct rank_reading {
	struct text_lines lines;
	struct rank_costs *costs;
	struct rank_table *table; /* the last; NULL: none yet */
	const char *key;
	int link; /* of the last line `link`; -1: none in this table */
	bool keyed, cored;
};

static int read_key(void *reading)
{
	struct rank_reading *r = reading;

	r->keyed = true;
	if (!strcmp(r->lines.rest, r->key))
		return 0;
	return lines_refuse(&r->lines,
		"measured on another machine (%s; this is %s): run `grove-mpi calibrate` here",
		r->lines.rest, r->key);
}

/* Checks the table above: each of its links has all sizes. */
static int check_table(const struct rank_reading *r)
{
	const struct rank_table *table = r->table;

	if (!table)
		return 0;
	if (!r->cored || r->link < 0)
		return lines_refuse(
			&r->lines, "an MPI has no line '%s'", r->cored ? "link" : "cores");
	for (int link = 0; link < RANK_LINKS; link++)
		for (int i = 0; i < MESSAGE_SIZES; i++)
			if ((link == r->link || table->message[link][0].seconds > 0) &&
				!(table->message[link][i].seconds > 0))
				return lines_refuse(&r->lines, "link %s has no line 'message %zu'",
					rank_link_name((enum rank_link)link), message_size(i));
	return 0;
}

static int read_mpi(void *reading)
{
	struct rank_reading *r = reading;
	int error = check_table(r);

	if (error)
		return error;
	if (r->costs->count == RANK_TABLES)
		return lines_refuse(&r->lines, "more than %d tables", (int)RANK_TABLES);
	if (r->lines.words < 2 || strlen(r->lines.rest) >= MPI_NAME)
		return lines_refuse(
			&r->lines, "the name of an MPI has 1 to %d characters", MPI_NAME - 1);
	r->table = &r->costs->table[r->costs->count++];
	memcpy(r->table->mpi, r->lines.rest, strlen(r->lines.rest) + 1);
	r->link = -1;
	r->cored = false;
	return 0;
}

static int read_cores(void *reading)
{
	struct rank_reading *r = reading;
	int error = lines_expect(&r->lines, 2), number;

	if (error)
		return error;
	if (!r->table || r->cored)
		return lines_refuse(&r->lines, "'cores' follows a line 'mpi', once");
	number = rank_cores_named(r->lines.word[1]);
	if (number < 0)
		return lines_refuse(
			&r->lines, "cores are own, common or few, not '%s'", r->lines.word[1]);
	r->cored = true;
	r->table->cores = (enum rank_cores)number;
	if (rank_costs_find(r->costs, r->table->mpi, r->table->cores) != r->table)
		return lines_refuse(&r->lines, "a second table of %s", r->table->mpi);
	return 0;
}

static int read_link(void *reading)
{
	struct rank_reading *r = reading;
	int error = lines_expect(&r->lines, 2);

	if (error)
		return error;
	if (!r->cored)
		return lines_refuse(&r->lines, "'link' stands before any 'cores'");
	if (r->link >= 0)
		error = check_table(r);
	r->link = rank_link_named(r->lines.word[1]);
	if (!error && r->link < 0)
		return lines_refuse(
			&r->lines, "links are same-host or other-host, not '%s'", r->lines.word[1]);
	if (!error && r->table->message[r->link][0].seconds > 0)
		return lines_refuse(&r->lines, "a second line for link %s", r->lines.word[1]);
	return error;
}

static int read_message(void *reading)
{
	struct rank_reading *r = reading;
	struct quantity *q;
	size_t bytes;
	int error = lines_expect(&r->lines, 5), number;

	if (error)
		return error;
	if (!r->cored || r->link < 0)
		return lines_refuse(&r->lines, "'message' stands before any 'link'");
	error = lines_size(&r->lines, 1, &bytes);
	number = error ? 0 : message_size_number(bytes);
	if (number < 0)
		return lines_refuse(&r->lines, "messages of %zu bytes are not measured", bytes);
	q = &r->table->message[r->link][number];
	if (!error && q->seconds > 0)
		return lines_refuse(&r->lines, "a second line for messages of %zu bytes", bytes);
	for (int i = 0; i < 3 && !error; i++)
		error = lines_real(&r->lines, 2 + i, 1e-18,
			(double *const[]){ &q->seconds, &q->low, &q->high }[i]);
	if (!error && !(q->low <= q->seconds && q->seconds <= q->high))
		return lines_refuse(&r->lines, "%s is not between %s and %s", r->lines.word[2],
			r->lines.word[3], r->lines.word[4]);
	return error;
}

static const struct line_kind kinds[] = {
	{ "key", read_key },
	{ "mpi", read_mpi },
	{ "cores", read_cores },
	{ "link", read_link },
	{ "message", read_message },
	{ NULL, NULL },
};

static int read_version(struct rank_reading *r)
{
	size_t version;
	int error = lines_version(&r->lines, "grove-ranks", "costs of ranks", &version);

	if (error)
		return error;
	if (version != RANK_COSTS_VERSION)
		return lines_refuse(&r->lines,
			"version %zu, and this grove reads version %d: run `grove-mpi calibrate` "
			"again",
			version, (int)RANK_COSTS_VERSION);
	return 0;
}

int rank_costs_read(struct rank_costs *costs, FILE *file, const char *name, const char *key)
{
	struct rank_reading r = {
		.lines = { .file = file, .name = name }, .costs = costs, .key = key, .link = -1
	};
	int error;

	memset(costs, 0, sizeof *costs);
	error = read_version(&r);
	if (!error)
		error = lines_read_all(&r.lines, kinds, "end", &r);
	if (!error && !r.keyed)
		error = lines_refuse(&r.lines, "there is no line 'key', which names the machine");
	if (!error)
		error = check_table(&r);
	if (error)
		costs->count = 0;
	return error;
}

static void write_link(FILE *file, const struct rank_table *table, enum rank_link link)
{
	if (!(table->message[link][0].seconds > 0))
		return;
	fprintf(file, "link %s\n", rank_link_name(link));
	for (int i = 0; i < MESSAGE_SIZES; i++) {
		const struct quantity *q = &table->message[link][i];

		fprintf(file, "message %zu %.4g %.4g %.4g\n", message_size(i), q->seconds, q->low,
			q->high);
	}
}

int rank_costs_write(const struct rank_costs *costs, FILE *file, const char *key)
{
	fprintf(file,
		"grove-ranks %d\n"
		"# Costs of messages between the ranks of an MPI, measured by `grove-mpi "
		"calibrate`.\n"
		"# message BYTES: seconds from one rank to another, and the range of several "
		"looks.\n"
		"key %s\n",
		(int)RANK_COSTS_VERSION, key);
	for (int i = 0; i < costs->count; i++) {
		const struct rank_table *table = &costs->table[i];

		fprintf(file, "mpi %s\ncores %s\n", table->mpi, rank_cores_name(table->cores));
		for (int link = 0; link < RANK_LINKS; link++)
			write_link(file, table, (enum rank_link)link);
	}
	fprintf(file, "end\n");
	return ferror(file) ? why(EIO, "the costs of ranks cannot be written") : 0;
}
