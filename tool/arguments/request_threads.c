/* Asks for what a request needs to run on threads: rates, links with given times, and room. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "perf/timing/process_group.h"
#include "plan/model/thread_time.h"
#include "runtime/machine/cpus.h"
#include "runtime/node/team_limits.h"
#include "tool/arguments/fold_names.h"
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
	error = group_rates(rates, net, options->threads);
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

/* A process whose own status is 0 has said nothing. */
int status_agreed(int status)
{
	int joined = group_confer(status ? why(status, "%s", last_said()) : 0);

	return !status && joined ? say(-joined, "%s", why_text()) : -joined;
}

/* The library goes on without a named file that is missing, since `calibrate` and `tune` may still
 * have to write it. A measurement that is asked for with that file must not. */
static int named_file_exists(const char *variable, const char *writer)
{
	const char *path = getenv(variable);

	if (!path || !*path || !access(path, F_OK) || errno != ENOENT)
		return STATUS_DONE;
	return refuse("%s: %s: there is no such file; `%s` writes it", variable, path, writer);
}

int group_fits(const struct options *options)
{
	const char *file = request_file(options);
	int status = STATUS_DONE;

	if (!options->paced) /* whose machine is given */
		status = named_file_exists("GROVE_MACHINE", "grove calibrate");
	if (!options->paced && status == STATUS_DONE)
		status = named_file_exists("GROVE_TUNE", "grove tune");
	if (status != STATUS_DONE || process_is_alone())
		return status;
	if (options->paced)
		return refuse("--clock paced: links between ranks have no given times");
	if (options->forward != FORWARD_COPY)
		return refuse("--forward: between ranks all bytes cross every link on their way; "
			      "leave the option out");
	if (options->pin)
		return refuse("--pin: the launcher of the MPI binds its ranks; leave the option "
			      "out");
	if (process_is_simulated() && option_given(options, OPTION_DATA))
		return refuse("--data: caches take no simulated time; leave the option out");
	if (process_is_simulated() && options->threads > 1)
		return refuse("--threads: a simulated rank has one thread");
	if (options->runs > 1)
		return refuse("--runs: a launch is a process, and over MPI a rank can start none; "
			      "start the launcher several times");
	if (file && !strcmp(file, "-"))
		return refuse("-: only the first rank has the standard input; name a file that "
			      "all ranks can read");
	return STATUS_DONE;
}

int request_wrap(struct grove_plan **plan, struct request *request, const struct options *options)
{
	int error;

	if (collective_folds(request->schedule->problem.collective) &&
		fold_fits(options->type, options->fold))
		return refuse("--fold: %s", why_text());
	error = plan_of_schedule(plan, request->schedule, options->type, options->fold);
	if (error)
		return say(error == -EINVAL ? STATUS_FAILED : status_of(error), "%s", why_text());
	request->schedule = NULL;
	return STATUS_DONE;
}
