/* Makes the plan of a request, and makes the choices that the request leaves open. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "collectives/registry.h"
#include "library/library_internal.h"
#include "plan/lists/expanded_size.h"
#include "plan/format/plan_file.h"
#include "tool/output/progress.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"

void request_close(struct request *request)
{
	plan_free(request->plan);
	schedule_free(request->schedule);
	free(request->problem.permutation);
	free(request->candidate);
	*request = (struct request){ 0 };
}

int request_choose(struct request *request, const struct rates *rates)
{
	struct problem *problem = &request->problem;

	request->packet = GROVE_PACKET_AUTO;
	progress_stage("planning");
	if (strcmp(problem->algorithm, "auto"))
		return STATUS_DONE;
	if (problem->order[0])
		return refuse("--order %s: auto chooses the order as well; name an algorithm",
			problem->order);
	request->candidate = calloc(CANDIDATES, sizeof *request->candidate);
	if (!request->candidate)
		return refuse("no memory for the candidates");
	request->rates = *rates;
	request->candidates =
		auto_choose(request->candidate, problem, request->bytes, request->element, rates);
	if (request->candidates < 0)
		return say_why(request->candidates);
	memcpy(problem->algorithm, request->candidate[0].algorithm, ALGORITHM_NAME);
	memcpy(problem->order, request->candidate[0].order, ALGORITHM_NAME);
	if (!isnan(request->candidate[0].measured))
		request->packet = request->candidate[0].packet;
	return STATUS_DONE;
}

/* Returns the machine for packets larger than the internal packets of the machine's own system: the
 * start-ups of internal packets become a part of tau. */
static struct machine for_large_packets(const struct machine *machine)
{
	struct machine large = *machine;

	if (machine->internal) {
		large.beta = machine->beta > machine->again ? machine->beta - machine->again : 0;
		large.tau += machine->again / (double)machine->internal;
	}
	return large;
}

/* Returns the best packet. A packet is larger than the internal packets only if that is faster even
 * with a start-up for each internal packet. Such a packet is a multiple of the internal packet. */
static size_t best_packet(const struct request *request, const struct machine *machine)
{
	size_t small = binding_best_packet(
		request->plan, request->bytes, request->element, machine->beta, machine->tau);
	struct machine large = for_large_packets(machine);
	size_t best, internal = machine->internal / request->element * request->element;

	if (!small || !internal || small <= internal)
		return small;
	best = binding_best_packet(
		request->plan, request->bytes, request->element, large.beta, large.tau);
	return best < 2 * internal ? internal : best / internal * internal;
}

/* Makes the plan. */
static int make_plan(struct request *request, const struct options *options)
{
	const struct machine *machine = &options->machine;
	const struct network *net = &request->problem.net;
	/* A machine of links works on all links at the same time. */
	struct rates rates = { .beta = machine->beta,
		.tau = machine->tau,
		.threads = net->nodes * (net->ports + 1) };
	int status = request_choose(request, &rates), error;

	if (status != STATUS_DONE)
		return status;
	error = collective_plan(&request->plan, &request->problem);
	if (error) {
		request->plan = NULL;
		return say_why(error);
	}
	request->binding = (struct binding){ request->bytes, request->element, options->packet,
		request->problem.root };
	if (options->packet != GROVE_PACKET_AUTO)
		return STATUS_DONE;
	if (!rates.levels) {
		request->binding.packet = best_packet(request, machine);
		return STATUS_DONE;
	}
	error = plan_best_packet(
		&request->binding.packet, request->plan, request->bytes, request->element, &rates);
	return error ? say_why(error) : STATUS_DONE;
}

static int count_pieces(double *pieces, const struct request *request)
{
	const struct plan *plan = request->plan;
	double nodes = plan->symmetric ? plan->problem.net.nodes : 1;
	struct cutting cutting;
	struct expanded_size bulk;
	int error = binding_apply(&cutting, plan, &request->binding);

	if (!error)
		error = expanded_size_of(&bulk, plan, &request->binding);
	if (error)
		return say_why(error);
	*pieces = (double)plan->hops * nodes * (double)(cutting.rounds ? cutting.rounds : 1);
	*pieces = fmax(*pieces, bulk.packets); /* packets may be smaller than pieces */
	return STATUS_DONE;
}

int request_planned(struct request *request, double *pieces, const struct options *options)
{
	int status;

	if (request_file(options)) {
		status = request_read(request, options);
		*pieces = status == STATUS_DONE ? (double)request->schedule->ranges : 0;
		return status;
	}
	if (options->words < 3)
		return refuse("too few words: grove %s %s", options->command->name,
			options->command->form);
	status = request_open(
		request, options, options->word[0], options->word[1], options->word[2]);
	if (status != STATUS_DONE)
		return status;
	status = make_plan(request, options);
	if (status == STATUS_DONE)
		status = count_pieces(pieces, request);
	if (status != STATUS_DONE)
		request_close(request);
	return status;
}

/* Refuses a list that would be too long to be read again as a file. */
static int check_list(const struct request *request)
{
	const struct plan *plan = request->plan;
	double pieces = 0;
	int status = count_pieces(&pieces, request);

	if (status != STATUS_DONE || pieces <= FILE_RANGES)
		return status;
	return refuse("%s %s on %s moves %.3g pieces, more than %.3g: use fewer nodes%s",
		collective_name(plan->problem.collective), plan->problem.algorithm,
		plan->problem.net.name, pieces, (double)FILE_RANGES,
		plan->pipelined && request->binding.packet ? ", or larger packets (--packet)" : "");
}

/* Keeps the schedule if `error` is 0. Returns an exit status. */
static int keep_schedule(struct request *request, struct schedule *schedule, int error)
{
	if (error)
		return say_why(error);
	request->schedule = schedule;
	return STATUS_DONE;
}

int request_schedule(struct request *request)
{
	struct schedule *schedule = NULL;
	int status = request->schedule ? STATUS_DONE : check_list(request), error;

	if (status != STATUS_DONE || request->schedule)
		return status;
	progress_stage("listing packets");
	error = plan_schedule(&schedule, request->plan, &request->binding);
	return keep_schedule(request, schedule, error);
}

int request_view(struct request *request)
{
	struct schedule *schedule = NULL;
	int error;

	if (request->schedule)
		return STATUS_DONE;
	progress_stage("listing packets");
	error = plan_view(&schedule, request->plan, &request->binding);
	return keep_schedule(request, schedule, error);
}
