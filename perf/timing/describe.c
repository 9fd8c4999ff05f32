/* Describes a measurement: its conditions, and the predictions of the model and the bound. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "perf/timing/bare_groups.h"
#include "perf/timing/joined_results.h"
#include "perf/timing/process_group.h"
#include "perf/timing/session.h"
#include "analysis/lower_bound.h"
#include "runtime/machine/cpus.h"
#include "runtime/node/transport.h"

static const char *const flags[] = { "folded", "oversubscribed", "unpinned", "few_samples", "noisy",
	"late", "shared", "loaded", "moved", "throttled", "hidden" };

static const double MOST_LATE = 0.05; /* share of the time */

const char *flag_name(int bit)
{
	return bit >= 0 && (size_t)bit < sizeof flags / sizeof flags[0] ? flags[bit] : NULL;
}

const char *check_name(enum check check)
{
	static const char *const names[] = { "off", "pass", "fail" };

	return names[check];
}

const char *clock_name(const struct run_options *options)
{
	return options->pace ? "paced" : process_is_simulated() ? "simulated" : "native";
}

/* Returns the only cpu that this process may use, or -1. */
static int cpu_of_process(void)
{
	cpu_set_t usable;
	int cpu = 0;

	CPU_ZERO(&usable);
	if (sched_getaffinity(0, sizeof usable, &usable) || CPU_COUNT(&usable) != 1)
		return -1;
	while (!CPU_ISSET(cpu, &usable))
		cpu++;
	return cpu;
}

/* Returns the only cpu on which a thread may run, or -1. The launcher of an MPI binds processes. */
static int thread_cpu(const struct team *team, int thread)
{
	if (process_is_simulated())
		return -1;
	return team_is_wired(team) ? cpu_of_process() : team_pinned(team, thread);
}

/* Writes the cpus of all processes' threads, such as "0,1", and ends with dots if the room is too
 * small. */
static void cpus_text(char *text, size_t size, struct team *team)
{
	int threads = team->threads, first = process_group()->number * threads;
	size_t length = 0;

	text[0] = 0;
	for (int t = 0; t < threads * process_group()->count; t++) {
		int number = t >= first && t < first + threads ? thread_cpu(team, t - first) : -1;
		char cpu[16] = "-";

		number = join_greatest(team, number);
		if (number >= 0)
			snprintf(cpu, sizeof cpu, "%d", number);
		if (length + strlen(cpu) + sizeof ",..." >= size) {
			snprintf(text + length, size - length, ",...");
			return;
		}
		length += (size_t)snprintf(text + length, size - length, "%s%s", t ? "," : "", cpu);
	}
}

/* Returns true if two threads of this process are bound to the same cpu. */
static bool shares_cpus(const struct team *team)
{
	struct cpu_set seen = { { 0 } };

	for (int t = 0; t < team->threads; t++) {
		if (cpu_set_has(&seen, thread_cpu(team, t)))
			return true;
		cpu_set_add(&seen, thread_cpu(team, t));
	}
	return false;
}

static int hidden_flag(void)
{
	const struct cpus *cpus = process_is_simulated() ? NULL : cpus_machine();

	return cpus && cpus->hidden ? FLAG_HIDDEN : 0;
}

int time_flags(const struct stats *time)
{
	int found = time->samples < STATS_FEWEST ? FLAG_FEW_SAMPLES : 0;

	return time->ci_high - time->ci_low > time->median / 5 ? found | FLAG_NOISY : found;
}

int session_flags(const struct team *team)
{
	int threads = team->threads, found = 0;

	if (threads < team->here)
		found |= FLAG_FOLDED;
	if (process_is_simulated())
		return found; /* what threads and cores do takes no simulated time */
	if (threads > cores_usable() || team->spread.oversubscribed)
		found |= FLAG_OVERSUBSCRIBED;
	for (int t = 0; t < threads; t++)
		if (thread_cpu(team, t) < 0)
			found |= FLAG_UNPINNED;
	if (shares_cpus(team))
		found |= FLAG_SHARED;
	return found;
}

/* Simulates links of the given pace, and computes how well the threads kept the pace. */
static int describe_pace(
	const struct session *session, const struct grove_pace *pace, struct run_result *result)
{
	const struct grove_plan *plan = session->plan;
	size_t bytes = session->pattern.bytes;
	struct simulation simulation = { .asynchronous = NAN, .synchronous = NAN };
	struct pace_kept kept;
	int error = session->sizes
			    ? 0
			    : plan_simulate(plan, bytes, plan->problem.root, pace, &simulation);

	if (error)
		return error;
	result->peak_Bps = pace->tau > 0 ? 1 / pace->tau : NAN;
	result->bound_s = NAN;
	if (!session->sizes)
		result->bound_s = problem_bound(&plan->problem, bytes,
			&(struct machine){ .name = "paced", .beta = pace->beta, .tau = pace->tau });
	result->predicted_s = simulation.asynchronous;
	result->synchronous_s = simulation.synchronous;
	team_pace(session->team, &kept);
	result->late = kept.spent > 0 ? kept.late / kept.spent : 0;
	result->flags |= result->late > MOST_LATE ? FLAG_LATE : 0;
	return 0;
}

static void describe_threads(
	const struct session *session, const struct limit_times *limits, struct run_result *result)
{
	size_t bytes = session->pattern.bytes;

	result->data = process_is_simulated() ? NULL : data_state_name(session->keeper.state);
	result->bound_s = limits->bound;
	result->peak_Bps = (double)result->figures.busiest_link / limits->peak;
	if (session->sizes ||
		/* the model does not know the copy within a node */
		(bytes && !result->figures.busiest_link) ||
		/* a message may cross several links, and the measured ranks lie far apart */
		process_is_simulated() ||
		plan_predict(session->team, session->plan, bytes, session->keeper.state,
			&result->predicted_s) ||
		!(result->predicted_s > 0) || /* the model knows nothing of empty calls */
		(team_is_wired(session->team) && result->flags & FLAG_OVERSUBSCRIBED))
		result->predicted_s = NAN;
}

/* Returns the rate of a link; NAN if no bytes cross a link. */
static double rate_of(size_t bytes, double seconds)
{
	return bytes && seconds > 0 ? (double)bytes / seconds : NAN;
}

/* Fills in the figures of the plan, and how it forwards. Figures of bytes are known where blocks
 * have one size. Messages use no link. */
static int describe_plan(const struct session *session, struct run_result *result)
{
	const struct grove_plan *plan = session->plan;
	int error = grove_plan_figures(plan, session->pattern.bytes, &result->figures);

	result->forward = plan_forward(plan, session->pattern.bytes);
	if (session->sizes)
		result->figures = (struct grove_figures){ .links = result->figures.links };
	if (session->form.messages) {
		result->figures.links = 0;
		result->forward = FORWARD_COPY;
	}
	return error;
}

int session_describe(const struct session *session, double seconds,
	const struct limit_times *limits, struct run_result *result)
{
	double delivered = bare_delivered(session);
	int error = team_confer(session->team, describe_plan(session, result));
	struct grove_pace pace;

	if (error)
		return error;
	result->processes = process_group()->count;
	result->threads = session->team->threads * result->processes;
	result->flags |= join_flags(session->team, session_flags(session->team) | hidden_flag());
	cpus_text(result->cpus, sizeof result->cpus, session->team);
	result->synchronous_s = result->late = NAN;
	result->data = NULL;
	if (!team_is_wired(session->team) && pace_of(session->team, &pace))
		error = describe_pace(session, &pace, result);
	else
		describe_threads(session, limits, result);
	result->delivered_Bps = delivered > 0 && seconds > 0 ? delivered / seconds : NAN;
	if (result->forward == FORWARD_REFERENCE)
		result->link_Bps = result->peak_Bps = NAN;
	else
		result->link_Bps = rate_of(result->figures.busiest_link, seconds);
	return error;
}
