/* Reads and writes tables of measured choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "base/keyed_file.h"
#include "collectives/auto/tuned_table.h"
#include "collectives/registry.h"

/* The rows, which `man grove` describes as well:
 *
 *	data fresh|resident|cold
 *	row COLLECTIVE AIM NETWORK PORTS DUPLEX THREADS BYTES \
 *		ALGORITHM ORDER|- PACKET SECONDS PREDICTED
 *
 * A table without a line of the data holds measurements of resident data. A row is one line. AIM is
 * the aim of a send or a permutation, because the best algorithm depends on the aim, too; else 0.
 * The rows of a point differ only in algorithm, order and packet, follow one another and are
 * written at once. So an unfinished table is valid. */

/* Refuses names that this version does not know: the table is of another version. */
static int check_names(const struct text_lines *lines, const struct tuned_row *row)
{
	struct problem problem = { .collective = row->collective };

	if (row->aim && !collective_kind(row->collective)->aim)
		return lines_refuse(lines, "'%s' has no aim", lines->word[1]);
	if (network_open(&problem.net, row->network))
		return lines_refuse(lines, "%s", why_text());
	memcpy(problem.algorithm, row->algorithm, ALGORITHM_NAME);
	if (!algorithm_of(&problem))
		return lines_refuse(lines, "%s", why_text());
	return 0;
}

static int read_row(const struct text_lines *lines, struct tuned_row *row)
{
	char *const *word = lines->word;
	size_t aim = 0, threads = 0;
	int error = lines_expect(lines, 13);

	if (error)
		return error;
	if (collective_named(&row->collective, word[1]) || ports_named(&row->ports, word[4]) ||
		duplex_named(&row->duplex, word[5]))
		return lines_refuse(lines, "%s", why_text());
	error = lines_size(lines, 2, &aim);
	error = error ? error : lines_word(lines, 3, sizeof row->network, row->network);
	error = error ? error : lines_size(lines, 6, &threads);
	error = error ? error : lines_size(lines, 7, &row->bytes);
	error = error ? error : lines_word(lines, 8, sizeof row->algorithm, row->algorithm);
	error = error ? error : lines_word(lines, 9, sizeof row->order, row->order);
	error = error ? error : lines_size(lines, 10, &row->packet);
	error = error ? error : lines_real(lines, 11, 0, &row->seconds);
	error = error ? error : lines_real(lines, 12, 0, &row->predicted);
	row->aim = (uint32_t)aim;
	row->threads = threads < NETWORK_NODES ? (int)threads : NETWORK_NODES;
	return error ? error : check_names(lines, row);
}

static int take(struct text_lines *lines, void *into)
{
	struct tuned *tuned = into;
	struct tuned_row row;
	int error;

	if (!strcmp(lines->word[0], "data")) {
		error = lines_expect(lines, 2);
		if (!error && data_state_named(&tuned->data, lines->word[1]))
			error = lines_refuse(lines, "%s", why_text());
		return error;
	}
	if (strcmp(lines->word[0], "row") != 0)
		return lines_unknown(lines);
	error = read_row(lines, &row);
	if (!error)
		error = array_reserve(&tuned->row, &tuned->room, tuned->rows + 1, sizeof row);
	if (!error)
		tuned->row[tuned->rows++] = row;
	return error;
}

static const struct keyed_file form = { .word = "grove-tune",
	.what = "table of choices",
	.remedy = "remove the file and run `grove tune`",
	.version = 2,
	.take = take };

int tuned_read(
	struct tuned *tuned, FILE *file, const char *name, const char *key, const char *version)
{
	struct text_lines lines = { .file = file, .name = name };
	int error;

	*tuned = (struct tuned){ .data = DATA_RESIDENT };
	error = keyed_read(&form, &lines, &(struct keyed_owner){ key, version }, tuned);
	if (error)
		tuned_free(tuned);
	return error;
}

void tuned_free(struct tuned *tuned)
{
	free(tuned->row);
	*tuned = (struct tuned){ 0 };
}

void tuned_write_heading(FILE *file, const char *key, const char *version, enum data_state data)
{
	keyed_write_heading(&form, file, &(struct keyed_owner){ key, version });
	fprintf(file,
		"data %s\n"
		"# What `grove tune` measured; it goes on where this ends.\n"
		"# row COLLECTIVE AIM NETWORK PORTS DUPLEX THREADS BYTES ALGORITHM ORDER PACKET "
		"SECONDS PREDICTED\n",
		data_state_name(data));
}

void tuned_write_row(FILE *file, const struct tuned_row *row)
{
	fprintf(file, "row %s %u %s %s %s %d %zu %s %s %zu %.4g %.4g\n",
		collective_name(row->collective), (unsigned)row->aim, row->network,
		ports_name(row->ports), duplex_name(row->duplex), row->threads, row->bytes,
		row->algorithm, row->order[0] ? row->order : "-", row->packet, row->seconds,
		row->predicted);
}
