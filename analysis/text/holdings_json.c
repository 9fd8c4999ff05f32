/* Prints as JSON the pieces that each node holds at the beginning, and the arrivals of each
 * step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include "analysis/text/schedule_text.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/holdings.h"
#include "plan/lists/ways.h"
#include "base/error.h"

/*	{ "things": [[block, begin, end], ...], "ways": [way, ...], "contributors": false,
 *	  "begin": [[node, thing], ...],
 *	  "steps": [{ "step": 0, "arrived": [[node, thing], ...] }, ...],
 *	  "lacks": [[node, thing], ...] }
 *
 * Where nodes combine, the contributors of the thing on the node follow the thing, in the order of
 * the nodes, a node as often as the node's part was counted. What nodes lack in the end follows,
 * and is null in a scan. */

static void write_things(const struct holdings *h, FILE *file)
{
	bool bytes = collective_has_bytes(h->schedule->problem.collective);

	fputs("{ \"things\": [", file);
	for (size_t i = 0; i < h->things; i++) {
		struct range r = bytes ? holdings_range(h, i) : (struct range){ 0 };

		fprintf(file, "%s[%" PRIu64 ", %zu, %zu]", i ? ", " : "", r.block, r.begin, r.end);
	}
	fputs("],\n", file);
}

/* Writes the way of each thing. A barrier's news has no way, which is written as 0. */
static int write_ways(const struct holdings *h, FILE *file)
{
	bool bytes = collective_has_bytes(h->schedule->problem.collective);
	struct plan_ways ways;
	int error = ways_open(&ways, h->schedule);

	if (error)
		return error;
	fputs("  \"ways\": [", file);
	for (size_t i = 0; i < h->things; i++) {
		struct range r = bytes ? holdings_range(h, i) : (struct range){ 0 };
		const struct way_piece *piece = bytes ? ways_first(&ways, &r) : NULL;

		fprintf(file, "%s%d", i ? ", " : "", piece ? piece->way : 0);
	}
	fprintf(file, "], \"contributors\": %s,\n", h->counts > 1 ? "true" : "false");
	ways_free(&ways);
	return 0;
}

static void write_thing(const struct holdings *h, size_t thing, int v, FILE *file)
{
	const uint8_t *held = holdings_of(h, thing, v);

	fprintf(file, "[%d, %zu", v, thing);
	for (size_t u = 0; u < h->counts && h->counts > 1; u++)
		for (int i = 0; i < held[u]; i++)
			fprintf(file, ", %zu", u);
	putc(']', file);
}

static bool arrived(const struct holdings *h, size_t thing, int v)
{
	return h->arrived[holdings_at(h, thing, v)];
}

/* Writes the things of all nodes of which `has` is true. */
static void write_nodes(
	const struct holdings *h, bool (*has)(const struct holdings *, size_t, int), FILE *file)
{
	const char *between = "[";

	for (int v = 0; v < h->schedule->problem.net.nodes; v++)
		for (size_t i = 0; i < h->things; i++) {
			if (!has(h, i, v))
				continue;
			fputs(between, file);
			write_thing(h, i, v, file);
			between = ", ";
		}
	fputs(*between == '[' ? "[]" : "]", file);
}

static void write_steps(struct holdings *h, FILE *file)
{
	const struct schedule *s = h->schedule;

	fputs("  \"steps\": [", file);
	for (size_t i = 0; i < s->packets;) {
		fprintf(file, "%s\n    { \"step\": %d, \"arrived\": ", i ? "," : "",
			s->packet[i].step);
		i = holdings_step(h, i);
		write_nodes(h, arrived, file);
		fputs(" }", file);
	}
	fputs("],\n", file);
}

static void write_lacks(const struct holdings *h, FILE *file)
{
	fputs("  \"lacks\": ", file);
	if (collective_joins(h->schedule->problem.collective))
		fputs("null", file);
	else
		write_nodes(h, holdings_lack, file);
	fputs(" }\n", file);
}

int schedule_print_holdings(const struct schedule *schedule, FILE *file)
{
	struct holdings h = { 0 };
	int error;

	if (schedule->view)
		return why(EINVAL, "a view of one node does not say what all nodes hold");
	error = holdings_open(&h, schedule);
	if (error)
		return error;
	write_things(&h, file);
	error = write_ways(&h, file);
	fputs("  \"begin\": ", file);
	write_nodes(&h, holdings_have, file);
	fputs(",\n", file);
	write_steps(&h, file);
	write_lacks(&h, file);
	holdings_close(&h);
	return error ? error : draw_end(file);
}
