/* The costs between ranks: their file, their fit, and which measurements are believed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "perf/calibration/message_looks.h"
#include "plan/costs/rank_costs.h"
#include "tests/plan_help.h"

enum {
	TEXT = 8192,
	LINES_ROOM = 256
};

static const double BETA = 2e-6, TAU = 1e-10;

static struct rank_table table_of(const char *mpi, enum rank_cores cores, enum rank_link link)
{
	struct rank_table table = { .cores = cores };

	snprintf(table.mpi, sizeof table.mpi, "%s", mpi);
	for (int i = 0; i < MESSAGE_SIZES; i++) {
		double seconds = BETA + TAU * (double)message_size(i);

		table.message[link][i] = (struct quantity){ seconds, seconds, 2 * seconds };
	}
	return table;
}

static int read_text(struct rank_costs *costs, char *text)
{
	FILE *file = fmemopen(text, strlen(text), "r");
	int error;

	assert_non_null(file);
	error = rank_costs_read(costs, file, "ranks", "this machine");
	fclose(file);
	return error;
}

/* Writes the costs of two MPIs, the second of two kinds of links. */
static void write_text(char text[TEXT])
{
	static struct rank_costs costs;
	FILE *file = fmemopen(text, TEXT, "w");
	struct rank_table table = table_of("One MPI 1.0", CORES_OWN, SAME_HOST);

	assert_non_null(file);
	costs.count = 0;
	rank_costs_add(&costs, &table);
	table = table_of("Other MPI 2", CORES_FEW, SAME_HOST);
	rank_costs_add(&costs, &table);
	table = table_of("Other MPI 2", CORES_FEW, OTHER_HOST);
	rank_costs_add(&costs, &table);
	assert_int_equal(costs.count, 2);
	assert_int_equal(rank_costs_write(&costs, file, "this machine"), 0);
	fclose(file);
}

TEST("what is written is read")
{
	static struct rank_costs costs;
	const struct rank_table *table;
	char text[TEXT];
	double beta, tau;

	write_text(text);
	assert_int_equal(read_text(&costs, text), 0);
	assert_int_equal(costs.count, 2);
	assert_null(rank_costs_find(&costs, "One MPI 1.0", CORES_FEW));
	assert_null(rank_costs_find(&costs, "One MPI 1", CORES_OWN));
	table = rank_costs_find(&costs, "One MPI 1.0", CORES_OWN);
	assert_non_null(table);
	assert_false(rank_link_fit(table, OTHER_HOST, &beta, &tau));
	assert_true(rank_link_fit(table, SAME_HOST, &beta, &tau));
	assert_true(fabs(beta / BETA - 1) < 1e-3 && fabs(tau / TAU - 1) < 1e-3);
	table = rank_costs_find(&costs, "Other MPI 2", CORES_FEW);
	assert_non_null(table);
	assert_true(rank_link_fit(table, SAME_HOST, &beta, &tau));
	assert_true(rank_link_fit(table, OTHER_HOST, &beta, &tau));
}

/* NULL: the line goes. */
static const struct broken {
	int line;
	const char *text, *reason;
} broken[] = {
	{ 1, "grove-machine 4", "line 1: no costs of ranks" },
	{ 1, "grove-ranks 1", "line 1: version 1, and this grove reads version 2" },
	{ 1, "grove-ranks", "line 1: 'grove-ranks' has 1 words, and needs 2" },
	{ 2, "key another machine", "line 2: measured on another machine (another machine" },
	{ 2, NULL, "line 4: 'mpi' stands before the line 'key'" },
	{ 5, NULL, "no cost is called '1 same-host 8'" },
	{ 5, "mpi own", "line 5: the name of an MPI" },
	{ 5, "mpi", "line 5: cores are own, common or few" },
	{ 5, "mpi many One MPI 1.0", "line 5: cores are own, common or few" },
	{ 6, "mpi own One MPI 1.0", "line 6: a second table of One MPI 1.0" },
	{ 6, "mpi few Other MPI 2\nmpi own A third MPI", "A third MPI has no costs" },
	{ 7, NULL, "One MPI 1.0: link same-host has 6 sizes of 7" },
	{ 7, "cost 0 near 8 1e-6 1e-6 1e-6", "line 7: no cost is called '0 near 8'" },
	{ 8, "cost 0 same-host 8 1e-6 1e-6 1e-6",
		"line 8: a second line for the cost '0 same-host 8'" },
	{ 8, "cost 0 same-host 65 1e-6 1e-6 1e-6", "line 8: no cost is called '0 same-host 65'" },
	{ 8, "cost 0 same-host 64 1e-6 1e-6", "line 8: no cost is called '0 same-host'" },
	{ 8, "cost 0 same-host 64 fast 1e-6 1e-6", "line 8: 'fast' is not a number" },
	{ 8, "cost 0 same-host 64 1e-6 2e-6 3e-6", "line 8: 1e-6 is not between 2e-6 and 3e-6" },
	{ 8, "message 64 1e-6 1e-6 1e-6", "line 8: 'message' is not known" },
	{ 8, "end", "line 9: 'end' must be the last line" },
	{ 28, NULL, "the file is cut off" },
};

static void replace_line(char *to, const char *from, int number, const char *text)
{
	int line = 1;

	*to = 0;
	for (const char *end; *from; from = end + 1, line++) {
		end = strchr(from, '\n');
		if (line != number)
			strncat(to, from, (size_t)(end + 1 - from));
		else if (text)
			strcat(strcat(to, text), "\n");
	}
}

TEST("a broken line is refused")
{
	static struct rank_costs costs;
	char text[TEXT], other[TEXT + LINES_ROOM];

	for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
		write_text(text);
		replace_line(other, text, broken[i].line, broken[i].text);
		if (read_text(&costs, other) != -EINVAL || costs.count ||
			!strstr(why_text(), broken[i].reason))
			fail_msg("line %d as '%s': %s", broken[i].line,
				broken[i].text ? broken[i].text : "", why_text());
	}
}

/* Every prefix of a file is refused, or is a whole file. */
TEST("a file that is cut is refused")
{
	static struct rank_costs costs;
	char text[TEXT];
	size_t length;

	write_text(text);
	length = strlen(text);
	for (size_t at = 1; at < length; at++) {
		FREED char *cut = strndup(text, at);
		FILE *file = fmemopen(cut, at, "r");

		assert_int_equal(rank_costs_read(&costs, file, "ranks", "this machine"), -EINVAL);
		fclose(file);
	}
}

TEST("a fit has no negative costs")
{
	struct rank_table table = table_of("m", CORES_OWN, SAME_HOST);
	double beta, tau;

	assert_int_equal(message_size(MESSAGE_SIZES - 1), LARGEST_MESSAGE);
	for (int i = 0; i < MESSAGE_SIZES; i++)
		table.message[SAME_HOST][i].seconds = 1e-6;
	assert_true(rank_link_fit(&table, SAME_HOST, &beta, &tau));
	assert_true(beta > 0 && beta < 1.1e-6 && tau > 0);
	for (int i = 0; i < MESSAGE_SIZES; i++)
		table.message[SAME_HOST][i].seconds = pow((double)message_size(i), 1.2) * 1e-10;
	assert_true(rank_link_fit(&table, SAME_HOST, &beta, &tau));
	assert_true(beta > 0 && tau > 0);
}

/* A full file gives up its oldest table; a new table takes the place of the same MPI's. */
TEST("the newest tables stay")
{
	static struct rank_costs costs;
	char name[MPI_NAME];

	for (int i = 0; i <= RANK_TABLES; i++) {
		struct rank_table table;

		snprintf(name, sizeof name, "MPI %d", i);
		table = table_of(name, CORES_OWN, SAME_HOST);
		rank_costs_add(&costs, &table);
		rank_costs_add(&costs, &table);
	}
	assert_int_equal(costs.count, RANK_TABLES);
	assert_null(rank_costs_find(&costs, "MPI 0", CORES_OWN));
	assert_non_null(rank_costs_find(&costs, "MPI 1", CORES_OWN));
	assert_non_null(rank_costs_find(&costs, name, CORES_OWN));
}

static void add_look(struct message_looks *looks, double factor)
{
	const struct rank_table table = table_of("m", CORES_OWN, SAME_HOST);
	double least[MESSAGE_SIZES], median[MESSAGE_SIZES];

	for (int i = 0; i < MESSAGE_SIZES; i++) {
		least[i] = factor * table.message[SAME_HOST][i].seconds;
		median[i] = 2 * least[i];
	}
	message_looks_add(looks, SAME_HOST, least, median);
}

/* Two looks of a quiet moment are enough, among many of a busy machine. */
TEST("the least time of two looks counts")
{
	static struct message_looks looks;
	struct rank_table table = { .cores = CORES_OWN };

	add_look(&looks, 30);
	add_look(&looks, 1);
	add_look(&looks, 2);
	assert_false(message_looks_agree(&looks));
	REFUSES(message_looks_judge(&looks, &table), EIO, "looks at 7 of 7 sizes disagree");
	add_look(&looks, 1.1);
	assert_true(message_looks_agree(&looks));
	assert_int_equal(message_looks_judge(&looks, &table), 0);
	assert_true(table.message[SAME_HOST][0].seconds < 1.001 * (BETA + 8 * TAU));
	assert_true(table.message[OTHER_HOST][0].seconds == 0);
}

TEST("a small message takes no longer than a large one")
{
	static struct message_looks looks;
	const double least[MESSAGE_SIZES] = { 1e-6, 1e-6, 9e-6, 2e-6, 9e-6, 9e-6, 9e-6 };
	struct rank_table table = { .cores = CORES_OWN };

	message_looks_add(&looks, OTHER_HOST, least, least);
	message_looks_add(&looks, OTHER_HOST, least, least);
	REFUSES(message_looks_judge(&looks, &table), EIO,
		"512 bytes (other-host) took longer than 4096 bytes");
}
