/* Prints as a table the pieces that each node holds after each step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/text/schedule_text.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/holdings.h"
#include "base/array.h"
#include "base/error.h"

/*	  a  bytes 0 to 512 of block 0        the pieces
 *	  b  bytes 512 to 1024 of block 0
 *
 *	           0   1   2   3              the nodes
 *	  begin   ab   -   -   -
 *	  step 0  ab   A   B   -              capitals have just arrived
 *	  step 1  ab   a   b  AB
 *
 * More pieces than letters have numbers, and a + marks a number that has just arrived. Where nodes
 * combine, the contributors follow: A:0+1. */

enum {
	LETTERS = 26,
	MOST_COLUMNS = 1 << 12, /* characters of a line */
	MOST_LINES = 1 << 12
};

struct cells_text {
	const struct holdings *holdings;
	char *line; /* a cell as text, in an array that grows */
	size_t length, room;
	int error;
};

static void append(struct cells_text *t, const char *text)
{
	size_t more = strlen(text);

	if (!t->error)
		t->error = array_reserve(&t->line, &t->room, t->length + more + 1, 1);
	if (t->error)
		return;
	memcpy(t->line + t->length, text, more + 1);
	t->length += more;
}

static void append_name(struct cells_text *t, size_t thing, bool arrived)
{
	char name[32];

	if (t->holdings->things <= LETTERS)
		snprintf(name, sizeof name, "%c", (arrived ? 'A' : 'a') + (int)thing);
	else
		snprintf(name, sizeof name, "%s%zu", arrived ? "+" : "", thing);
	append(t, name);
}

/* Adds the contributors, as in ":0+1+1". */
static void append_contributors(struct cells_text *t, const uint8_t *count)
{
	const char *between = ":";
	char node[32];

	for (size_t u = 0; u < t->holdings->counts; u++)
		for (int i = 0; i < count[u]; i++, between = "+") {
			snprintf(node, sizeof node, "%s%zu", between, u);
			append(t, node);
		}
}

/* Writes what node v holds into the line. */
static void write_cell(struct cells_text *t, int v)
{
	const struct holdings *h = t->holdings;
	bool apart = h->counts > 1 || h->things > LETTERS;

	t->length = 0;
	append(t, "");
	for (size_t i = 0; i < h->things; i++) {
		if (!holdings_have(h, i, v))
			continue;
		if (apart && t->length)
			append(t, " ");
		append_name(t, i, h->arrived[holdings_at(h, i, v)]);
		if (h->counts > 1)
			append_contributors(t, holdings_of(h, i, v));
	}
	if (!t->length)
		append(t, "-");
}

/* ---- Lines ---- */

/* Finds the width of each node's column, in a first pass over all steps. */
static int find_widths(struct cells_text *t, struct holdings *h, int *width)
{
	const struct schedule *s = h->schedule;
	size_t next = 0, lines = 0, sum = 0;
	char number[16];

	for (int v = 0; v < s->problem.net.nodes; v++)
		width[v] = snprintf(number, sizeof number, "%d", v);
	for (bool more = true; more && !t->error; lines++) {
		for (int v = 0; v < s->problem.net.nodes; v++) {
			write_cell(t, v);
			width[v] = (int)t->length > width[v] ? (int)t->length : width[v];
		}
		more = next < s->packets;
		next = more ? holdings_step(h, next) : next;
	}
	for (int v = 0; v < s->problem.net.nodes; v++)
		sum += (size_t)width[v] + 2;
	if (!t->error && (sum > MOST_COLUMNS || lines > MOST_LINES))
		return why(EINVAL,
			"what %d nodes hold over %zu steps is more than a table shows: use fewer "
			"nodes or larger packets",
			s->problem.net.nodes, lines - 1);
	return t->error;
}

static void write_line(struct cells_text *t, const char *name, const int *width, FILE *file)
{
	fprintf(file, "  %-10s", name);
	for (int v = 0; v < t->holdings->schedule->problem.net.nodes && !t->error; v++) {
		write_cell(t, v);
		fprintf(file, "  %*s", width[v], t->error ? "" : t->line);
	}
	putc('\n', file);
}

static void write_things(const struct holdings *h, FILE *file)
{
	const struct problem *problem = &h->schedule->problem;

	if (!collective_has_bytes(problem->collective)) {
		fputs("  a  news of the nodes after the colon\n", file);
		return;
	}
	for (size_t i = 0; i < h->things; i++) {
		struct range r = holdings_range(h, i);
		uint64_t nodes = (uint64_t)problem->net.nodes;

		if (h->things <= LETTERS)
			fprintf(file, "  %c", 'a' + (int)i);
		else
			fprintf(file, "  %zu", i);
		fprintf(file, "  bytes %zu to %zu of ", r.begin, r.end);
		if (collective_joins(problem->collective))
			fprintf(file, "the fold of nodes %llu to %llu\n",
				(unsigned long long)(r.block / nodes),
				(unsigned long long)(r.block % nodes));
		else
			fprintf(file, "block %llu\n", (unsigned long long)r.block);
	}
}

static void write_nodes(const struct schedule *s, const int *width, FILE *file)
{
	fprintf(file, "\n  %-10s", "node");
	for (int v = 0; v < s->problem.net.nodes; v++)
		fprintf(file, "  %*d", width[v], v);
	putc('\n', file);
}

static void write_steps(struct cells_text *t, struct holdings *h, const int *width, FILE *file)
{
	const struct schedule *s = h->schedule;
	char name[24];

	write_nodes(s, width, file);
	write_line(t, "begin", width, file);
	for (size_t i = 0; i < s->packets && !t->error;) {
		snprintf(name, sizeof name, "step %d", s->packet[i].step);
		i = holdings_step(h, i);
		write_line(t, name, width, file);
	}
	fprintf(file, "\n  %s have just arrived; - holds nothing\n",
		h->things <= LETTERS ? "capitals" : "numbers with +");
}

/* Goes through the steps twice: once for the widths, once for the table. */
static int draw(const struct schedule *schedule, int *width, FILE *file)
{
	struct holdings h = { 0 };
	struct cells_text t = { .holdings = &h };
	int error = holdings_open(&h, schedule);

	if (!error)
		error = find_widths(&t, &h, width);
	holdings_close(&h);
	if (!error)
		error = holdings_open(&h, schedule);
	if (!error) {
		write_things(&h, file);
		write_steps(&t, &h, width, file);
		error = t.error;
	}
	holdings_close(&h);
	free(t.line);
	return error ? error : draw_end(file);
}

int schedule_draw_holdings(const struct schedule *schedule, FILE *file)
{
	int *width = array_zeros((size_t)schedule->problem.net.nodes, sizeof *width), error;

	if (schedule->view)
		error = why(EINVAL, "a view of one node does not say what all nodes hold");
	else if (!width)
		error = why(
			ENOMEM, "no memory for a table of %d nodes", schedule->problem.net.nodes);
	else
		error = draw(schedule, width, file);
	free(width);
	return error;
}
