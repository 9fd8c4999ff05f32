/* Opens a team with nodes, links and threads, all or nothing, and closes a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "runtime/node/abort.h"
#include "runtime/team/team_hold.h"
#include "runtime/team/team_memory.h"
#include "runtime/paced/pace.h"
#include "runtime/machine/cpus.h"
#include "runtime/team/team_threads.h"
#include "runtime/team/thread_exit.h"
#include "runtime/team/sub_team.h"
#include "runtime/node/call_record.h"
#include "runtime/drive/crew.h"
#include "runtime/team/helper.h"
#include "runtime/team/outside.h"
#include "runtime/drive/pending.h"
#include "runtime/drive/wait.h"
#include "runtime/team/wiring.h"

enum {
	/* Of a core's own cache: a body that the receiver folds. Two bodies are in the cache at a
	 * time, beside the operands and the results (reduce of 16 MiB between two processes, with 1
	 * MiB for each core: in an eighth 2.7 ms, a quarter 2.3, a half 3.2, whole 5.1). */
	FOLDED_PART = 4
};

static void caches_note(struct team *team, const struct cpus *cpus)
{
	team->links.own_cache = cpus->own_cache ? cpus->own_cache : SIZE_MAX;
	team->links.folded_body = team->links.own_cache / FOLDED_PART;
}

static int nodes_here(const struct team_options *options)
{
	return options->wiring ? options->wiring->here : options->net.nodes;
}

/* Returns the number of threads that the options ask for, or -EINVAL with why. */
static int threads_asked(const struct team_options *options, const struct cpus *cpus)
{
	int nodes = nodes_here(options), threads = options->threads;

	if (threads == GROVE_NODES)
		return nodes;
	if (threads == 0)
		return cpus->threads < nodes ? cpus->threads : nodes;
	if (threads < GROVE_CALLER || threads > nodes)
		return why(EINVAL, "%d threads: a team of %d nodes takes 1 to %d", threads, nodes,
			nodes);
	return threads;
}

static int team_build(
	struct team *team, const struct team_options *options, const struct cpus *cpus)
{
	struct demand demand;
	int error = demand_measure(&demand, &team->net, team->threads);
	bool starts;

	if (!error)
		error = team_memory_open(team, &demand);
	if (error)
		return error;
	if (options->pacing)
		error = pace_open(team, options->pacing);
	if (error)
		return error;
	operations_open(team);
	if (options->wiring)
		error = options->wiring->open(team, options->wiring);
	if (error)
		return error;
	caches_note(team, cpus);
	starts = team->threads && !(options->wiring && team->threads == 1);
	if (starts)
		error = threads_place(team, cpus, options->pin);
	if (error)
		return error;
	team->cores = threads_cores(team, cpus->threads);
	backoff_choose(team, options->wait, team->cores);
	error = starts ? threads_start(team) : 0;
	return !error && options->helper ? helper_open(team) : error;
}

static int check_helper(const struct team_options *options, int threads)
{
	if (options->pacing)
		return why(EINVAL, "a team with a pace has no requests, and so no helper");
	if (threads != GROVE_CALLER && threads != nodes_here(options))
		return why(EINVAL,
			"%d nodes share %d thread%s: a helper is for teams with a thread for each "
			"node (GROVE_NODES)",
			nodes_here(options), threads, threads == 1 ? "" : "s");
	return 0;
}

/* Sets what the options say of a team of zeros. */
static void options_note(struct team *new, const struct team_options *options, int threads)
{
	pthread_mutex_init(&new->family.below_lock, NULL);
	new->process = load_own(&process_generation);
	new->net = options->net;
	new->times.timeout = options->timeout > 0 ? options->timeout : 10;
	new->bodies.stack = options->stack ? options->stack : STACK_USUAL;
	new->threads = threads == GROVE_CALLER ? 0 : threads;
	new->workers = threads == GROVE_CALLER ? nodes_here(options) : threads;
	new->here = nodes_here(options);
	/* A library of messages may demand that only one thread calls it. */
	new->primary_at = -1;
	new->primary = options->wiring ? new->threads == 1 : new->threads && !options->caller_waits;
	if (options->wiring) {
		new->spread.process_of = options->wiring->process_of;
		new->spread.process_here = options->wiring->process;
	}
}

static void team_free(struct team *team)
{
	pace_close(team);
	crews_close(team);
	outside_free(team);
	team_memory_free(team);
	pthread_mutex_destroy(&team->family.below_lock);
	free(team->bodies.helper);
	free(team->spread.places);
	free(team);
}

static int open_on(struct team **team, const struct team_options *options, const struct cpus *cpus)
{
	int threads = threads_asked(options, cpus), error;
	struct team *new;

	if (threads < GROVE_CALLER)
		return threads;
	error = options->helper ? check_helper(options, threads) : 0;
	if (error)
		return error;
	if (!(options->timeout >= 0))
		return why(EINVAL, "%g is not a timeout: write seconds, or INFINITY",
			options->timeout);
	new = array_zeros_aligned(1, sizeof *new);
	if (!new)
		return why(ENOMEM, "no memory for a team");
	options_note(new, options, threads);
	error = team_build(new, options, cpus);
	if (!error) {
		*team = new;
		return 0;
	}
	threads_close(new);
	if (new->spread.wires)
		new->spread.transport->close(new);
	team_free(new);
	return error;
}

int team_open(struct team **team, const struct team_options *options)
{
	struct cpus cpus;
	int error = threads_watch();

	if (!error)
		error = cpus_read(&cpus);
	if (error)
		return error;
	error = open_on(team, options, &cpus);
	cpus_free(&cpus);
	return error;
}

static int close_begin(struct team *team)
{
	int error = team_hold_begin(team);

	if (error)
		return error;
	error = team_hold_off(team, CLOSING);
	if (error)
		team_hold_end(team);
	return error;
}

/* Callers' threads come and go. When the last thread has gone, all nodes must have made the same
 * calls. */
static int guests_agree(struct team *team)
{
	if (team->spread.transport && !team->threads && !team->spread.transport->over(team))
		return 0; /* the nodes of other processes may still be there */
	return team->threads || !team_sound(team) || team_agrees(team) ? 0 : team_refuse(team);
}

/* A forked child has no threads of the team to end, and no attached threads. A body that forked
 * goes on in the child, on a stack of the team. */
int team_close(struct team *team)
{
	bool own;
	int error;

	if (!team)
		return 0;
	own = !team_forked(team);
	error = own ? close_begin(team) : team_hold_outside(team);
	if (error)
		return error;
	if (own) {
		helper_close(team);
		outside_close(team);
		threads_close(team);
		error = guests_agree(team);
	} else {
		team_forget(team);
		sub_teams_unlock(team);
	}
	sub_teams_free(team);
	if (team->spread.wires && own)
		team->spread.transport->close(team);
	if (team->release)
		team->release(team->kept);
	team_free(team);
	return error;
}

int team_pinned(const struct team *team, int thread)
{
	if (thread < team->primary || thread >= team->threads)
		return -1;
	return load_own(&team->worker[thread].cpu);
}

size_t team_fold_bodies(struct team *team, size_t most)
{
	if (most < team->links.folded_body)
		team->links.folded_body = most;
	return team->links.folded_body;
}

int team_confer(struct team *team, int error)
{
	return team->spread.transport ? team->spread.transport->confer(team, error) : error;
}

void team_least(struct team *team, int64_t *values, int count)
{
	if (team->spread.transport)
		team->spread.transport->least(team, values, count);
}

/* The bits of numbers that are not negative have the order of the numbers. */
double team_greatest(struct team *team, double value)
{
	int64_t bits;

	memcpy(&bits, &value, sizeof bits);
	bits = ~bits;
	team_least(team, &bits, 1);
	bits = ~bits;
	memcpy(&value, &bits, sizeof value);
	return value;
}

void team_keep(struct team *team, void *kept, void (*release)(void *), void (*renew)(void *))
{
	team->renew = renew;
	team->kept = kept;
	team->release = release;
}
