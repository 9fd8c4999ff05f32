/* Opens teams whose nodes are in several processes, for the libraries that bring a carrier. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/machine/machine_files.h"
#include "library/plan_cache.h"
#include "library/rank_levels.h"
#include "library/sized_struct.h"
#include "library/wired.h"
#include "runtime/wire/wires.h"
#include "runtime/node/team_state.h"

/* Without a table, node v is in process v / k: low dimensions stay in a process. */
static int places_make(int **places, const struct network *net, const struct grove_wired *wired)
{
	int processes = wired->carrier->processes, nodes = net->nodes;

	*places = NULL;
	if (!wired->process_of && nodes % processes)
		return why(EINVAL, "%s: %d nodes do not spread evenly over %d ranks", net->name,
			nodes, processes);
	*places = malloc(sizeof **places * (size_t)nodes);
	if (!*places)
		return why(ENOMEM, "no memory for the places of %d nodes", nodes);
	for (int v = 0; v < nodes; v++)
		(*places)[v] = wired->process_of ? wired->process_of[v] : v / (nodes / processes);
	return 0;
}

static int places_check(const int *places, const struct network *net, int processes)
{
	int *count = calloc((size_t)processes, sizeof *count), error = 0;

	if (!count)
		return why(ENOMEM, "no memory for %d ranks", processes);
	for (int v = 0; v < net->nodes && !error; v++)
		if (places[v] < 0 || places[v] >= processes)
			error = why(EINVAL, "node %d in rank %d: there are ranks 0 to %d", v,
				places[v], processes - 1);
		else
			count[places[v]]++;
	for (int p = 0; p < processes && !error; p++)
		if (!count[p])
			error = why(EINVAL, "rank %d has no node of %s", p, net->name);
	free(count);
	return error;
}

/* Returns true if the nodes of the process have numbers in a row. */
static bool places_follow(const int *places, const struct network *net, const struct wiring *wiring)
{
	int first = 0;

	while (places[first] != wiring->process)
		first++;
	for (int v = first; v < first + wiring->here; v++)
		if (v >= net->nodes || places[v] != wiring->process)
			return false;
	return true;
}

/* Without a number a process has a thread for each core of its share, where nodes can take turns on
 * a thread. */
static int threads_choose(struct team_options *own, const struct grove_wired *wired, bool follow)
{
	int here = own->wiring->here;
	double cores = wired->carrier->cores;

	if (!own->threads)
		own->threads = !follow || cores >= here ? GROVE_NODES : cores < 1 ? 1 : (int)cores;
	if (own->threads > 0 && own->threads < here && !follow)
		return why(EINVAL,
			"rank %d: nodes take turns on a thread only if their numbers follow each "
			"other; take a thread for each node (GROVE_NODES)",
			own->wiring->process);
	return 0;
}

static int open_team(struct team **team, struct team_options *own, const struct grove_wired *wired,
	int **kept, struct carried_wiring *carried)
{
	int *places, error = places_make(&places, &own->net, wired);
	struct wiring *wiring = &carried->wiring;

	if (!error)
		error = places_check(places, &own->net, wired->carrier->processes);
	wiring->process_of = places;
	for (int v = 0; !error && v < own->net.nodes; v++)
		wiring->here += places[v] == wiring->process;
	if (!error)
		error = threads_choose(own, wired, places_follow(places, &own->net, wiring));
	if (!error)
		error = options_open(team, own);
	if (error)
		free(places);
	*kept = error ? NULL : places;
	return error;
}

/* Without times the links are those of threads: there is a single process. */
static void keep(struct team *team, const struct grove_wired *wired, int *places)
{
	struct cached_team *kept = team->kept;

	kept->costs = rank_slowest(&wired->between);
	kept->places = places;
}

/* A machine whose file is wrong has no costs here: a verb on threads says why. */
void grove_wired_within(struct grove_wired_within *within)
{
	struct rates rates;

	*within = (struct grove_wired_within){ 0 };
	if (thread_rates(&rates, 2) || !rates.here)
		return;
	within->packet = rates.here->packet;
	within->beta[0] = 2 * rates.here->packet;
	within->tau[0] = rates.here->class[SAME_THREAD].tau;
	within->beta[1] = rates.here->beta;
	within->tau[1] = rates.here->tau;
}

/* A file that was calibrated by another MPI keeps nothing for this one. */
int grove_wired_kept(struct grove_wired_between *between, const char *mpi, int cores)
{
	const struct rank_costs *costs;
	const struct rank_table *table;
	int error = machine_files_ranks(&costs);

	*between = (struct grove_wired_between){ 0 };
	table = !error && costs ? rank_costs_find(costs, mpi, (enum rank_cores)cores) : NULL;
	for (int link = 0; link < RANK_LINKS && table; link++)
		between->calibrated |= rank_link_fit(
			table, (enum rank_link)link, &between->beta[link], &between->tau[link]);
	return error;
}

int grove_wired_levels(struct grove_team *team, const struct grove_wired *wired,
	const struct grove_wired_within *within, const int *threads)
{
	struct cached_team *kept = team_inside(team)->kept;
	const struct rank_places places = { .nodes = team_inside(team)->net.nodes,
		.processes = wired->carrier->processes,
		.process_of = kept->places,
		.host_of = wired->host_of,
		.threads = threads };
	int error = rank_levels_make(&kept->levels, &kept->cores, &places, &wired->between, within);

	kept->leveled = error > 0;
	return error < 0 ? error : 0;
}

size_t grove_wired_bodies(struct grove_team *team, size_t most)
{
	return team_fold_bodies(team_inside(team), most);
}

static int check_options(const struct grove_team_options *options)
{
	if (options->pace)
		return why(EINVAL, "a team over several processes has no pace");
	if (options->caller_waits)
		return why(EINVAL, "a team over several processes takes no option `caller_waits`: "
				   "the calling thread is the thread of a rank that has one");
	if (options->threads == GROVE_CALLER)
		return why(EINVAL, "a team over several processes has threads of its own");
	return 0;
}

int grove_wired_open(struct grove_team **team, const struct grove_wired *wired)
{
	struct carried_wiring carried = { .carrier = wired->carrier,
		.wiring = { .process = wired->carrier->process, .open = wires_open } };
	struct team_options own = { .wiring = &carried.wiring };
	struct team *opened;
	int *places = NULL;
	int error = check_options(&wired->options);

	if (!error)
		error = read_options(&own, &wired->options);
	if (!wired->options.pin)
		own.pin = "none";
	wired->carrier->alone = true; /* until the team is open */
	if (!error)
		error = open_team(&opened, &own, wired, &places, &carried);
	if (error)
		return error;
	wired->carrier->alone = false;
	keep(opened, wired, places);
	*team = team_outside(opened);
	return why_answer(0);
}

int grove_wired_options(struct grove_team_options *own, const struct grove_team_options *theirs)
{
	return sized_read(SIZED_TEAM_OPTIONS, own, theirs);
}

int grove_wired_refuse(int error, const char *line)
{
	return why(-error, "%s", line);
}
