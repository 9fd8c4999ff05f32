/* Explains the choice of a request: the costs that decided, and all candidates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "library/library_internal.h"
#include "library/machine/machine_files.h"
#include "library/rank_levels.h"
#include "plan/model/thread_time.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"
#include "tool/output/progress.h"
#include "tool/output/table.h"
#include "tool/output/units.h"

int explain_nothing(const char *algorithm)
{
	return refuse("--explain lists the candidates of `auto`; here '%s' is named", algorithm);
}

int explain_fits(const struct options *options)
{
	if (option_given(options, OPTION_EXPLAIN) && options->form != FORM_TEXT)
		return refuse("--explain is for people: leave out --json or --csv");
	if (option_given(options, OPTION_EXPLAIN) && options->words == MOST_WORDS &&
		options->command->bit != FOR_BENCH && strcmp(options->word[1], "auto") != 0)
		return explain_nothing(options->word[1]);
	return STATUS_DONE;
}

/* Prints the reason why the first candidate is the first. */
static void print_reason(const struct request *request)
{
	const struct candidate *c = request->candidate;
	const struct calibration *calibration = NULL;
	int able = 0;

	for (int i = 0; i < request->candidates; i++)
		able += !c[i].left_out;
	printf("%s on %s: auto chose %s%s%s, ", collective_name(request->problem.collective),
		request->problem.net.name, request->problem.algorithm,
		request->problem.order[0] ? " " : "", request->problem.order);
	if (able == 1)
		printf("the only one that is worth a plan under ports %s, duplex %s\n",
			ports_name(request->problem.ports), duplex_name(request->problem.duplex));
	else if (!isnan(c[0].measured))
		printf("measured fastest in %s\n", machine_files_names()->tune);
	else if (request->rates.source)
		printf("predicted fastest %s\n", request->rates.source);
	else
		printf("predicted fastest%s\n",
			!request->rates.here || machine_files_calibration(&calibration) ? ""
			: calibration
				? " by this machine's calibration"
				: " by a guess at this machine: `grove calibrate` measures it");
}

/* Returns the rate for seconds a byte, or NAN for a way that a single thread does not have. */
static double rate_of(double byte)
{
	return byte > 0 ? 1 / byte : NAN;
}

static void print_links(size_t links, const char *where, double beta, double tau)
{
	if (links)
		printf("%4zu links %s: %s for each packet, %s\n", links, where,
			time_text(beta), rate_text(rate_of(tau)));
}

/* Prints the links of each level of ranks, and their costs. Without levels all links are between
 * ranks. */
static void print_levels(const struct request *request, const struct machine *levels)
{
	const struct network *net = &request->problem.net;
	size_t links[PAIR_CLASSES] = { 0 }, all = 0;

	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			int to = network_neighbour(net, v, p);

			if (to < 0 || to == v)
				continue;
			all++;
			if (levels)
				links[machine_link(levels, net->nodes, v, to) - levels->class]++;
		}
	for (int class = PAIR_CLASSES - 1; levels && class >= 0; class --)
		print_links(links[class], rank_level_name(levels, (enum pair_class) class),
			levels->class[class].beta, levels->class[class].tau);
	if (!levels)
		print_links(all, "between ranks", request->rates.beta, request->rates.tau);
	else if (!rank_levels_count(levels, &request->problem))
		puts("the choice took all links for the slowest of these: to simulate so many "
		     "blocks takes long");
}

/* Prints the costs that decided. */
static void print_costs(const struct request *request)
{
	const struct machine *levels = request->rates.levels;
	struct operation operation;
	struct operation_costs c;

	if (request->rates.source)
		print_levels(request, levels);
	if (!request->rates.here || !isnan(request->candidate[0].measured) ||
		!thread_costs(
			&c, &operation, &request->problem, (double)request->bytes, &request->rates))
		return;
	printf("a packet costs %s and takes %s between threads; each core touches %s of %s data, "
	       "and copies\n%s within a thread, %s between threads, both cores together %s\n",
		time_text(2 * c.packet), time_text(c.inlined.way + c.inlined.stall),
		size_text((size_t)operation.touched), data_state_name(operation.state),
		rate_text(rate_of(c.within[BYTES_OWN][0])),
		rate_text(rate_of(c.between[BYTES_OWN][0])),
		rate_text(rate_of(c.both[BYTES_OWN])));
}

void request_explain(const struct request *request)
{
	static const char *const headings[] = { "<algorithm", "<order", "expected", "measured", "<",
		NULL };
	struct table table;

	if (!request->candidate)
		return;
	progress_output();
	print_reason(request);
	print_costs(request);
	table_open(&table, headings);
	for (int i = 0; i < request->candidates; i++) {
		const struct candidate *c = &request->candidate[i];

		table_row(&table,
			(const char *const[]){ c->algorithm, c->order[0] ? c->order : "-",
				time_text(c->seconds), time_text(c->measured),
				c->left_out ? c->left_out : "" });
	}
	table_close(&table);
	putchar('\n');
}
