/* Reads tables of measured choices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/text_lines.h"
#include "base/error.h"
#include "collectives/registry.h"
#include "collectives/auto/tuned_table.h"

/* The form of a table:
 *
 *	grove-tune 1
 *	version 0.1.0
 *	key TEXT
 *	data fresh|resident|cold
 *	row COLLECTIVE[:AIM] NETWORK PORTS DUPLEX THREADS BYTES \
 *		ALGORITHM ORDER|- PACKET SECONDS PREDICTED
 *
 * A table without a line of the data holds measurements of resident data. A row is one line. AIM is
 * the aim of a send or a permutation, because the best algorithm depends on the aim, too. The rows
 * of a point differ only in algorithm, order and packet, follow one another and are written at
 * once. So an unfinished table is valid. */

struct reading {
	struct text_lines lines;
	struct tuned *tuned;
	const char *key, *version;
	bool keyed, versioned;
};

static int read_version(void *reading)
{
	struct reading *r = reading;

	if (lines_expect(&r->lines, 2))
		return -EINVAL;
	r->versioned = true;
	if (!strcmp(r->lines.word[1], r->version))
		return 0;
	return lines_refuse(&r->lines,
		"measured with grove %s, and this is %s: remove the file and run `grove tune`",
		r->lines.word[1], r->version);
}

static int read_key(void *reading)
{
	struct reading *r = reading;

	r->keyed = true;
	if (!strcmp(r->lines.rest, r->key))
		return 0;
	return lines_refuse(&r->lines,
		"measured on another machine (%s; this is %s): run `grove tune` here",
		r->lines.rest, r->key);
}

static int read_data(void *reading)
{
	struct reading *r = reading;

	if (lines_expect(&r->lines, 2))
		return -EINVAL;
	if (data_state_named(&r->tuned->data, r->lines.word[1]))
		return lines_refuse(&r->lines, "%s", why_text());
	return 0;
}

static int copy_word(struct reading *r, int i, char *to, size_t size)
{
	const char *word = r->lines.word[i];

	if (strlen(word) >= size)
		return lines_refuse(&r->lines, "'%s' is too long for a name", word);
	strcpy(to, strcmp(word, "-") != 0 ? word : "");
	return 0;
}

/* Refuses names that this version does not know: the table is of another version. */
static int check_names(struct reading *r, const struct tuned_row *row)
{
	struct problem problem = { .collective = row->collective };

	if (network_open(&problem.net, row->network))
		return lines_refuse(&r->lines, "%s", why_text());
	memcpy(problem.algorithm, row->algorithm, ALGORITHM_NAME);
	if (!algorithm_of(&problem))
		return lines_refuse(&r->lines, "%s", why_text());
	return 0;
}

/* Reads COLLECTIVE or COLLECTIVE:AIM. */
static int read_collective(struct reading *r, struct tuned_row *row)
{
	char name[ALGORITHM_NAME], *aim;
	char *end = NULL;
	int error = copy_word(r, 1, name, sizeof name);

	if (error)
		return error;
	aim = strchr(name, ':');
	if (aim) {
		*aim++ = 0;
		row->aim = (uint32_t)strtoul(aim, &end, 16);
	}
	if (collective_named(&row->collective, name))
		return lines_refuse(&r->lines, "%s", why_text());
	if (!aim != !collective_kind(row->collective)->aim || (aim && (*end || end == aim)))
		return lines_refuse(&r->lines,
			"'%s': send and permute take ':' and the number of the aim, and no other "
			"collective does",
			r->lines.word[1]);
	return 0;
}

static int read_row(void *reading)
{
	struct reading *r = reading;
	struct tuned *tuned = r->tuned;
	char *const *word = r->lines.word;
	struct tuned_row row = { 0 };
	size_t threads = 0;
	int error = lines_expect(&r->lines, 12);

	if (error)
		return error;
	if (!r->keyed || !r->versioned)
		return lines_refuse(&r->lines, "a row stands before 'version' and 'key'");
	error = read_collective(r, &row);
	if (error)
		return error;
	if (ports_named(&row.ports, word[3]) || duplex_named(&row.duplex, word[4]))
		return lines_refuse(&r->lines, "%s", why_text());
	error = copy_word(r, 2, row.network, sizeof row.network);
	error = error ? error : lines_size(&r->lines, 5, &threads);
	error = error ? error : lines_size(&r->lines, 6, &row.bytes);
	error = error ? error : copy_word(r, 7, row.algorithm, sizeof row.algorithm);
	error = error ? error : copy_word(r, 8, row.order, sizeof row.order);
	error = error ? error : lines_size(&r->lines, 9, &row.packet);
	error = error ? error : lines_real(&r->lines, 10, 0, &row.seconds);
	error = error ? error : lines_real(&r->lines, 11, 0, &row.predicted);
	error = error ? error : check_names(r, &row);
	if (!error)
		error = array_reserve(&tuned->row, &tuned->room, tuned->rows + 1, sizeof row);
	if (error)
		return error;
	row.threads = threads < NETWORK_NODES ? (int)threads : NETWORK_NODES;
	tuned->row[tuned->rows++] = row;
	return 0;
}

static const struct line_kind kinds[] = {
	{ "row", read_row },
	{ "version", read_version },
	{ "key", read_key },
	{ "data", read_data },
	{ NULL, NULL },
};

static int read_first(struct reading *r)
{
	size_t version;
	int error = lines_version(&r->lines, "grove-tune", "table of choices", &version);

	if (error)
		return error;
	if (version != TUNED_VERSION)
		return lines_refuse(&r->lines,
			"version %zu, and this grove reads version %d: remove the file and run "
			"`grove tune`",
			version, TUNED_VERSION);
	return 0;
}

int tuned_read(
	struct tuned *tuned, FILE *file, const char *name, const char *key, const char *version)
{
	struct reading r = { .lines = { .file = file, .name = name },
		.tuned = tuned,
		.key = key,
		.version = version };
	int error = read_first(&r);

	*tuned = (struct tuned){ .data = DATA_RESIDENT };
	if (!error)
		error = lines_read_all(&r.lines, kinds, NULL, &r);
	if (!error && !(r.keyed && r.versioned))
		error = lines_refuse(&r.lines, "the file is cut off: it needs 'version' and 'key'");
	if (error)
		tuned_free(tuned);
	return error;
}

void tuned_free(struct tuned *tuned)
{
	free(tuned->row);
	*tuned = (struct tuned){ 0 };
}
