/* Runs `grove run`, a single run on the threads of this machine, with every byte checked. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "perf/checked_run.h"
#include "perf/timing/process_group.h"
#include "tool/reports/bench_rows.h"
#include "tool/reports/schedule_report.h"
#include "tool/output/json_out.h"
#include "tool/output/progress.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"
#include "tool/output/units.h"

/* A run and its options. */
struct asked {
	const struct options *options;
	const struct grove_plan *plan;
	size_t bytes, packet;
	const char *clock;
};

/* Finds the limit of packets. A plan from a file has no limit, but its largest packet counts. */
static int packet_of_plan(size_t *packet, const struct grove_plan *plan, size_t bytes)
{
	struct binding binding;
	int error = 0;

	if (plan->plan) {
		error = plan_binding(&binding, plan, bytes, plan->problem.root);
		*packet = binding.packet;
	} else {
		*packet = schedule_largest_packet(plan->schedule);
	}
	return error;
}

/* Writes the times of the links, and the simulator's time of nodes in step. */
static void write_pace(const struct asked *asked, const struct run_result *result)
{
	const struct machine *machine = &asked->options->machine;

	json_text("machine", machine->name);
	json_real("beta", machine->beta);
	json_real("tau", machine->tau);
	json_real("synchronous_s", result->synchronous_s);
	json_real("late", result->late);
}

static void write_result(const struct asked *asked, const struct run_result *result)
{
	const struct problem *problem = &asked->plan->problem;
	bool paced = asked->options->paced;

	json_open(NULL, '{');
	json_text("network", problem->net.name);
	json_text("collective", collective_name(problem->collective));
	json_text("algorithm", problem->algorithm);
	if (problem->order[0])
		json_text("order", problem->order);
	json_whole("root", problem->root);
	json_whole("nodes", problem->net.nodes);
	if (result->processes > 1)
		json_whole("ranks", result->processes);
	json_whole("threads", result->threads);
	json_text("cpus", result->cpus);
	json_size("bytes", asked->bytes);
	folding_write(problem->collective, asked->plan->folding.type, &asked->plan->folding.fold);
	json_size("packet", asked->packet);
	json_text("clock", asked->clock);
	json_text("forward", forward_name(result->forward));
	json_text("data", result->data);
	json_real("time_s", result->seconds);
	json_size("steps", result->figures.steps);
	if (result->forward == FORWARD_REFERENCE)
		json_real("busiest_link_bytes", NAN); /* no bytes cross links */
	else
		json_size("busiest_link_bytes", result->figures.busiest_link);
	json_size("links_used", result->figures.links);
	json_real("link_Bps", result->link_Bps);
	json_real("peak_Bps", result->peak_Bps);
	json_real("delivered_Bps", result->delivered_Bps);
	json_real("bound_s", result->bound_s);
	json_real("predicted_s", result->predicted_s);
	if (paced)
		write_pace(asked, result);
	json_text("check", check_name(result->check));
	flags_write(result->flags);
	json_close('}');
}

static void print_heading(const struct asked *asked, const struct run_result *result)
{
	const struct grove_plan *plan = asked->plan;
	const struct machine *machine = &asked->options->machine;
	int nodes = plan->problem.net.nodes;

	problem_print(&plan->problem, asked->bytes, asked->packet);
	printf("%d node%s on %d thread%s", nodes, nodes == 1 ? "" : "s", result->threads,
		result->threads == 1 ? "" : "s");
	printf("%s, %s%s\n", ranks_text(result->processes), cpus_text(result->cpus),
		result->flags & FLAG_FOLDED ? "; each thread serves several nodes in turn" : "");
	if (asked->options->paced)
		printf("paced, %s%s: %s for each packet, links of %s, ports %s, duplex %s\n",
			machine->name,
			machine->internal || machine->serial > 0 ? ", only beta and tau" : "",
			time_text(machine->beta),
			machine->tau > 0 ? rate_text(1 / machine->tau) : "any rate",
			ports_name(plan->problem.ports), duplex_name(plan->problem.duplex));
	putchar('\n');
}

static const char *bound_text(const struct asked *asked)
{
	if (!process_is_alone())
		return "not known between ranks";
	if (asked->options->paced)
		return "no schedule is faster on such links";
	return collective_has_bytes(asked->plan->problem.collective)
		       ? "bare copies of all bytes that must reach other nodes"
		       : "a bare cache line between two threads";
}

static const char *predicted_text(bool paced)
{
	if (process_is_simulated())
		return "not known in simulated time";
	if (!process_is_alone())
		return process_group()->between.calibrated
			       ? "by the simulator, from calibrated messages between ranks"
			       : "by the simulator, from messages between ranks with own cores";
	return paced ? "by the simulator, each packet as early as possible"
		     : "by the model, from the measured costs of a link";
}

static void print_times(const struct asked *asked, const struct run_result *result)
{
	bool paced = asked->options->paced;

	fact_print("time", time_text(result->seconds),
		process_is_simulated() ? "this one run, in simulated time"
		: paced		       ? "this one run, on the real clock"
			: short_text("this one run, data %s; `grove bench` repeats", result->data));
	fact_print("predicted", time_text(result->predicted_s), predicted_text(paced));
	if (paced)
		fact_print("in steps", time_text(result->synchronous_s),
			"by the simulator, if all nodes stepped together");
	fact_print("bound", time_text(result->bound_s), bound_text(asked));
	if (!paced)
		return;
	fact_print("late", short_text("%.1f %%", 100 * result->late),
		short_text("of the time of the latest node%s",
			result->flags & FLAG_LATE ? ": more than 5 %, do not trust the times"
						  : ""));
}

static void print_links(const struct run_result *result, bool paced)
{
	if (result->forward == FORWARD_REFERENCE) {
		fact_print("forwarded", "reference",
			"each block was copied once, from its first node;");
		fact_print("", "", "links carried empty packets, so there is no bandwidth");
		return;
	}
	fact_print("forwarded", "copy", "all bytes crossed every link on the way");
	fact_print(
		"busiest link", size_text(result->figures.busiest_link), "over the busiest link");
	if (result->figures.busiest_link)
		fact_print("link bandwidth", rate_text(result->link_Bps),
			!isfinite(result->peak_Bps)
				? "in that time"
				: short_text("in that time: %s of %s, %s",
					  share_text(result->link_Bps, result->peak_Bps),
					  paced ? "its rate" : "a bare copy's rate",
					  rate_text(result->peak_Bps)));
}

static void print_result(const struct asked *asked, const struct run_result *result)
{
	print_heading(asked, result);
	print_times(asked, result);
	print_links(result, asked->options->paced);
	if (result->check == CHECK_PASS)
		fact_print("data", "right",
			asked->bytes && collective_has_bytes(asked->plan->problem.collective)
				? "every byte of every node"
				: "no bytes, and every packet has come");
}

/* Says which way a verb keeps for this call between ranks, after it has tried all. */
static int explain_ways(const struct run_options *how, const struct grove_plan *plan, size_t bytes)
{
	static const char *const ways[NATIVE_WAYS] = { "plan", "MPI's own", "shared memory" };
	struct native_verdict verdict;
	int error = run_ways(&verdict, how, plan, bytes);

	if (error)
		return say_why(error);
	fact_print("a verb keeps", ways[verdict.chosen],
		isnan(verdict.seconds[BY_PLAN])
			? "neither the MPI's own nor shared memory gives the same result"
			: "the fastest of those tried; others must beat the plan by 5 %");
	for (int way = 0; way < NATIVE_WAYS; way++)
		if (!isnan(verdict.seconds[way]))
			fact_print("", time_text(verdict.seconds[way]), ways[way]);
	return STATUS_DONE;
}

static int run(const struct options *options, struct grove_plan *plan, size_t bytes, bool explains)
{
	struct run_options how = { options->threads, options->pin, options->wait, options->timeout,
		true, .data = options->data };
	struct asked asked = { .options = options, .plan = plan, .bytes = bytes };
	struct run_result result;
	struct grove_pace pace;
	char wrong[256];
	int error;

	if (pace_asked(&pace, options))
		how.pace = &pace;
	asked.clock = clock_name(&how);
	plan->forward = options->forward;
	error = group_confer(packet_of_plan(&asked.packet, plan, bytes));
	if (!error)
		progress_stage("running");
	error = run_plan(&result, &how, plan, bytes);
	if (error)
		return say_why(error);
	if (options->form == FORM_JSON)
		write_result(&asked, &result);
	else
		print_result(&asked, &result);
	if (result.check != CHECK_FAIL)
		return explains ? explain_ways(&how, plan, bytes) : STATUS_DONE;
	wrong_text(&result.wrong, wrong, sizeof wrong);
	return say(STATUS_FAILED, "wrong data: %s", wrong);
}

/* Makes the plan of the words. */
static int plan_request(
	struct grove_plan **plan, struct request *request, const struct options *options)
{
	struct rates rates;
	int status = request_open(
		request, options, options->word[0], options->word[1], options->word[2]);
	int error;

	if (status == STATUS_DONE && request->problem.net.nodes % process_group()->count)
		status = refuse("%s: %d nodes do not spread evenly over %d ranks",
			request->problem.net.name, request->problem.net.nodes,
			process_group()->count);
	if (status == STATUS_DONE)
		status = explain_fits(options);
	if (status == STATUS_DONE)
		status = request_fits(request, options->threads);
	/* Chooses as the library does for `auto`. The choice is made here, because
	 * --explain prints the candidates. */
	if (status == STATUS_DONE)
		status = rates_asked(&rates, &request->problem.net, options);
	if (status == STATUS_DONE)
		status = request_choose(request, &rates);
	if (status != STATUS_DONE)
		return status;
	if (option_given(options, OPTION_EXPLAIN))
		request_explain(request);
	progress_stage("planning");
	error = plan_wrap_for(plan, &request->problem, options->type, options->fold,
		options->packet == GROVE_PACKET_AUTO ? request->packet : options->packet,
		request->bytes, &rates);
	return error ? say_why(error) : STATUS_DONE;
}

static int plan_file(
	struct grove_plan **plan, struct request *request, const struct options *options)
{
	int status = request_read(request, options);

	return status == STATUS_DONE ? request_wrap(plan, request, options) : status;
}

static int find_plan(
	struct grove_plan **plan, struct request *request, const struct options *options)
{
	int status = group_fits(options);

	if (status != STATUS_DONE)
		return status;
	if (request_file(options))
		return plan_file(plan, request, options);
	if (options->words < 3)
		return refuse("too few words: grove run %s", options->command->form);
	return plan_request(plan, request, options);
}

int command_run(const struct options *options)
{
	struct request request = { 0 };
	struct grove_plan *plan = NULL;
	bool explains = option_given(options, OPTION_EXPLAIN) && !process_is_alone() &&
			!process_is_simulated();
	int status = status_agreed(find_plan(&plan, &request, options));

	if (status == STATUS_DONE)
		status = run(options, plan, request.bytes, explains && request.candidate);
	grove_plan_free(plan);
	request_close(&request);
	return status;
}
