/* Asks for what a request needs to run on threads: rates, links with given times, and room. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/paced_plans.h"
#include "plan/model/thread_time.h"
#include "runtime/machine/cpus.h"
#include "runtime/team/team_limits.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"

bool pace_asked(struct grove_pace *pace, const struct options *options)
{
	*pace = (struct grove_pace){ options->machine.beta, options->machine.tau };
	return options->paced;
}

int rates_asked(struct rates *rates, const struct network *net, const struct options *options)
{
	struct grove_pace pace;
	int error;

	if (pace_asked(&pace, options)) {
		*rates = pace_rates(&pace, net);
		return STATUS_DONE;
	}
	error = thread_rates(rates, net->nodes);
	rates->forward = options->forward;
	rates->data = options->data;
	return error ? say_why(error) : STATUS_DONE;
}

int request_fits(const struct request *request, int threads)
{
	struct limits limits;
	struct demand demand;
	int nodes = request->problem.net.nodes, error;

	if (!threads)
		threads = cores_usable();
	limits_read(&limits);
	error = demand_meet(
		&demand, &limits, &request->problem.net, threads < nodes ? threads : nodes);
	return error ? say_why(error) : STATUS_DONE;
}

int request_wrap(struct grove_plan **plan, struct request *request, const struct options *options)
{
	int error = plan_of_schedule(plan, request->schedule, options->type, options->fold);

	if (error)
		return say(error == -EINVAL ? STATUS_FAILED : status_of(error), "%s", why_text());
	request->schedule = NULL;
	return STATUS_DONE;
}
