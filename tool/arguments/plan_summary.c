/* Computes the figures of a plan without listing the packets of all nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "plan/model/pipeline_metrics.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/arguments/plan_summary.h"

bool plan_summary_counts(const struct request *request, double most)
{
	const struct plan *plan = request->plan;
	struct cutting cutting;

	return plan->pipelined && plan_countable(plan) && !plan->asynchronous &&
	       !binding_apply(&cutting, plan, &request->binding) &&
	       (double)plan->hops * (double)cutting.rounds > most;
}

int plan_summary_counted(struct schedule_report *answer, struct request *request,
	const struct machine *machine, double *synchronous)
{
	const struct plan *plan = request->plan;
	struct figures figures;
	struct schedule *s;
	int error;

	progress_stage("counting packets");
	error = plan_count(&figures, synchronous, plan, &request->binding, machine);

	if (!error)
		error = schedule_new(&s, &plan->problem);
	if (error)
		return say_why(error);
	s->problem.root = request->binding.root;
	s->bytes = request->binding.bytes;
	s->packet_bytes = request->binding.packet;
	s->asynchronous = plan->asynchronous;
	s->steps = (int)figures.steps;
	schedule_report_counted(answer, s, &figures);
	request->schedule = s;
	return STATUS_DONE;
}

int plan_summary_open(
	struct schedule_report *answer, struct request *request, const struct machine *machine)
{
	double synchronous;
	int status;

	if (plan_summary_counts(request, 0))
		return plan_summary_counted(answer, request, machine, &synchronous);
	status = request_view(request);
	return status == STATUS_DONE ? schedule_report_open(answer, request->schedule) : status;
}
