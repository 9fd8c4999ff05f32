/* Reports the problem of a schedule and its figures, for people and for programs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include "runtime/kernels/fold.h"
#include "tool/reports/schedule_report.h"
#include "tool/output/json_out.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/units.h"

/* A view has the problem of all nodes, and its figures count the packets of all nodes. */

int schedule_report_open(struct schedule_report *answer, const struct schedule *schedule)
{
	int error;

	*answer = (struct schedule_report){ .schedule = schedule };
	error = schedule_figures(schedule, &answer->figures);
	if (!error)
		error = schedule_survival(schedule, &answer->survival);
	return error ? say_why(error) : STATUS_DONE;
}

/* Each node but the root needs a block. A schedule that moves less than twice these bytes sends
 * each byte along a single path. */
void schedule_report_counted(struct schedule_report *answer, const struct schedule *schedule,
	const struct figures *figures)
{
	const struct problem *problem = &schedule->problem;
	uint64_t needed = (uint64_t)(problem->net.nodes - 1) * schedule->bytes;

	*answer = (struct schedule_report){ schedule, *figures,
		{ 0, collective_folds(problem->collective) ||
				figures->transmissions < 2 * needed } };
}

/* Returns the limit of the schedule, or without a limit the bytes of the largest packet. */
static size_t packet_of(const struct schedule *s)
{
	return s->packet_bytes ? s->packet_bytes : schedule_largest_packet(s);
}

void schedule_report_write_problem(const struct schedule_report *answer)
{
	const struct schedule *s = answer->schedule;
	const struct problem *problem = &s->problem;

	json_text("network", problem->net.name);
	json_text("collective", collective_name(problem->collective));
	json_text("algorithm", problem->algorithm);
	if (problem->order[0])
		json_text("order", problem->order);
	json_whole("root", problem->root);
	if (collective_sends(problem->collective))
		json_whole("destination", problem->destination);
	json_whole("nodes", problem->net.nodes);
	json_size("bytes", s->bytes);
	json_size("packet", packet_of(s));
	json_text("ports", ports_name(answer->figures.ports));
	json_text("duplex", duplex_name(problem->duplex));
	if (!collective_permutes(problem->collective))
		return;
	json_open("permutation", '[');
	for (int v = 0; v < problem->net.nodes; v++)
		json_whole(NULL, problem->permutation[v]);
	json_close(']');
}

void schedule_report_write_figures(const struct schedule_report *answer)
{
	const struct figures *f = &answer->figures;

	json_whole("steps", answer->schedule->steps);
	json_size("packets", f->packets);
	json_size("volume_bytes", f->volume);
	json_size("transmissions_bytes", f->transmissions);
	json_size("busiest_link_bytes", f->busiest_link);
	json_size("links_used", f->links_used);
	json_whole("survives_link_failures", answer->survival.failures);
	if (!answer->survival.exact)
		json_bool("survives_more", true);
	if (answer->schedule->problem.net.ports &&
		network_symmetric(&answer->schedule->problem.net))
		json_whole(
			"network_survives_link_failures", answer->schedule->problem.net.ports - 1);
}

void folding_write(enum collective collective, int type, const struct grove_fold *fold)
{
	if (!collective_folds(collective))
		return;
	json_text("type", type_name(type));
	json_text("fold", (fold ? fold : GROVE_SUM)->name);
}

void problem_print(const struct problem *problem, size_t size, size_t limit)
{
	progress_output();
	printf("%s %s%s%s", collective_name(problem->collective), problem->algorithm,
		name_gap(problem), problem->net.name);
	if (problem->order[0])
		printf(", order %s", problem->order);
	if (collective_rooted(problem->collective))
		printf(", root %d", problem->root);
	if (collective_sends(problem->collective))
		printf(", destination %d", problem->destination);
	if (!collective_has_bytes(problem->collective)) {
		putchar('\n');
		return;
	}
	printf("\nblocks of %s", size_text(size));
	if (!size)
		puts(": nothing moves");
	else if (limit)
		printf(", packets of up to %s\n", size_text(limit));
	else
		puts(", packets of any size");
}

void schedule_report_print_problem(const struct schedule_report *answer)
{
	const struct schedule *s = answer->schedule;

	problem_print(&s->problem, s->bytes, packet_of(s));
	printf("ports %s, duplex %s\n", ports_name(answer->figures.ports),
		duplex_name(s->problem.duplex));
}

void fact_print(const char *name, const char *value, const char *text)
{
	printf("  %-15s %11s  %s\n", name, value, text);
}

static const char *survival_text(const struct schedule_report *answer)
{
	if (answer->figures.packets && !answer->survival.failures)
		return "that this plan survives: each byte takes one path";
	return "that this plan survives: bytes take several paths";
}

/* Prints how many link failures the plan survives and, on a Cayley graph, how many the network
 * survives. Its nodes are alike: with d links each, the nodes stay connected until d links fail
 * (Mader 1971). After f failures another plan has d - f spanning trees from any root, and no two
 * trees share a link in the same direction (Edmonds 1973). */
static void print_survival(const struct schedule_report *answer)
{
	int ports = answer->schedule->problem.net.ports;

	fact_print("link failures",
		short_text("%s%d", answer->survival.exact ? "" : ">= ", answer->survival.failures),
		survival_text(answer));
	if (ports < 2 || !network_symmetric(&answer->schedule->problem.net))
		return;
	fact_print("", short_text("%d", ports - 1),
		short_text("that the network survives: %d - f trees are left", ports));
}

void schedule_report_print_figures(const struct schedule_report *answer)
{
	const struct figures *f = &answer->figures;

	fact_print("steps", short_text("%d", answer->schedule->steps), "start-ups in sequence");
	fact_print("packets", short_text("%llu", (unsigned long long)f->packets), "over all links");
	fact_print("volume", size_text(f->volume), "the largest packet of each step, summed");
	fact_print("transmissions", size_text(f->transmissions), "over all links");
	fact_print("busiest link", size_text(f->busiest_link),
		"over the link that carries most");
	fact_print("links used", short_text("%llu", (unsigned long long)f->links_used),
		short_text("of %lld", network_links(&answer->schedule->problem.net)));
	print_survival(answer);
}
