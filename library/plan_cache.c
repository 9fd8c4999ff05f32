/* Makes and frees the caches of a team, and chooses each verb's plan once for all nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/process.h"
#include "base/surroundings.h"
#include "library/machine/distance.h"
#include "library/native_choice.h"
#include "library/node_program.h"
#include "library/plan_cache.h"
#include "library/paced_plans.h"
#include "library/prepared.h"
#include "library/verb_choices.h"
#include "runtime/messages/channel.h"
#include "runtime/team/sub_team.h"
#include "runtime/node/transport.h"

/* ---- Requests ---- */

void kept_request_add(struct cached_node *kept, struct kept_request *request)
{
	request->next = kept->requests;
	if (request->next)
		request->next->before = request;
	kept->requests = request;
}

/* The team heals. */
static void requests_pass(struct cached_node *kept)
{
	for (struct kept_request *r = kept->requests; r; r = r->next)
		r->past = true;
}

void kept_request_free(struct cached_node *kept, struct kept_request *request)
{
	if (request->before)
		request->before->next = request->next;
	else
		kept->requests = request->next;
	if (request->next)
		request->next->before = request->before;
	program_let_go(request->first);
	program_let_go(request->program);
	free(request->exchange);
	block_memory_free(&request->memory);
	free(request);
}

static void requests_free(struct cached_team *k)
{
	for (int v = 0; v < k->team->net.nodes && k->node; v++)
		while (k->node[v].requests)
			kept_request_free(&k->node[v], k->node[v].requests);
}

/* ---- Making and freeing ---- */

static void release(void *kept)
{
	struct cached_team *k = kept;
	int nodes = k->team->net.nodes;

	requests_free(k);
	for (int v = 0; v < nodes && k->node; v++) {
		native_choices_free(&k->node[v]);
		program_free(k->node[v].dropped);
		block_memory_free(&k->node[v].memory);
	}
	while (k->plans) {
		struct cached_plan *next = k->plans->next;

		grove_plan_free(k->plans->plan);
		free(k->plans);
		k->plans = next;
	}
	native_group_free(k->native);
	verb_choices_write();
	pthread_mutex_destroy(&k->lock);
	channels_free(k->team->channels);
	free(k->node);
	free(k->call);
	prepared_free(k);
	free(k->quick);
	free(k->places);
	free(k->cores);
	free(k);
}

/* The team is as new, but keeps its plans. The requests of a sub-team end with the sub-team. */
static void renew(void *kept)
{
	struct cached_team *k = kept;

	channels_empty(k->team->channels);
	prepared_renew(k);
	if (team_is_sub(k->team))
		requests_free(k);
	for (int v = 0; v < k->team->net.nodes; v++)
		requests_pass(&k->node[v]);
}

/* Finds the distance of the cores with the team, so that the first verb does not wait for the
 * measurement. A verb that needs what can not be found says so. */
static void find_distance(const struct team *team)
{
	const struct machine *machine;
	int cpus[2];

	if (!team->pace && !team_is_wired(team) && team_cpus(team, cpus))
		distance_machine(&machine, cpus, TRIP_KEEPS);
}

int library_attach(struct team *team)
{
	size_t nodes = (size_t)team->net.nodes;
	struct cached_team *k = calloc(1, sizeof *k);
	PLAIN_SURROUNDINGS;

	if (!k)
		return why(ENOMEM, "no memory for a team");
	k->team = team;
	pthread_mutex_init(&k->lock, NULL);
	k->node = calloc(nodes, sizeof *k->node);
	k->call = calloc(nodes, sizeof *k->call);
	if (!k->node || !k->call || prepared_open(k) || channels_open(team)) {
		release(k);
		return why(ENOMEM, "no memory for a team of %zu nodes", nodes);
	}
	for (size_t v = 0; v < nodes; v++)
		team->node[v].kept = &k->node[v];
	/* The files are read with the team, so that no verb waits for the files. A verb that needs
	 * a wrong file says so. */
	verb_choices_open();
	find_distance(team);
	k->rated = !team_is_wired(team) && !team_rates(&k->rates, team);
	team_keep(team, k, release, renew);
	return 0;
}

/* ---- The verbs' plans ---- */

/* Returns the class of a block size. Sizes of the same class share a plan, which was chosen for the
 * first size requested. */
static int class_of(size_t bytes)
{
	return bytes ? 64 - __builtin_clzll(bytes) : 0;
}

static bool folds_equal(const struct grove_fold *a, const struct grove_fold *b)
{
	return a->function == b->function && a->context == b->context;
}

static bool serves(
	const struct cached_plan *kept, const struct plan_key *key, const int *permutation)
{
	const struct problem *problem = &kept->plan->problem;

	if (kept->class != class_of(key->bytes) || kept->sized != key->sized ||
		kept->late != key->late || problem->collective != key->collective ||
		problem->root != key->root)
		return false;
	if (collective_folds(key->collective) &&
		(kept->plan->folding.type != key->type ||
			!folds_equal(&kept->plan->folding.fold, &key->fold)))
		return false;
	return !permutation || !memcmp(permutation, problem->permutation,
				       sizeof *permutation * (size_t)problem->net.nodes);
}

static struct cached_plan *find(
	struct cached_team *k, const struct plan_key *key, const int *permutation)
{
	struct cached_plan *kept = k->plans;

	while (kept && !serves(kept, key, permutation))
		kept = kept->next;
	return kept;
}

/* Makes the plan of a verb whose blocks have sizes of their own. Where all nodes are neighbours,
 * each block takes its own link in one step. Otherwise blocks go by reference; the sizes of blocks
 * hardly count then, so the choice is that for the smallest block. */
static int choose_sized(struct grove_plan **plan, const struct problem *problem,
	const struct plan_key *key, struct rates rates)
{
	struct problem direct = *problem;
	int error;

	memcpy(direct.algorithm, "bfs", sizeof "bfs");
	if (problem->net.ports == problem->net.nodes - 1 &&
		!plan_wrap_for(plan, &direct, key->type, NULL, 0, key->bytes, &rates)) {
		(*plan)->forward = FORWARD_COPY;
		return 0;
	}
	rates.forward = FORWARD_REFERENCE;
	error = plan_wrap_for(
		plan, problem, key->type, NULL, GROVE_PACKET_AUTO, key->bytes, &rates);
	if (!error)
		(*plan)->forward = FORWARD_REFERENCE;
	return error;
}

/* Makes the plan of a verb, by the kept choice for such a call if there is one. */
static int choose_plan(struct grove_plan **plan, const struct problem *problem,
	const struct plan_key *key, const struct rates *rates)
{
	size_t element = collective_folds(key->collective) ? type_bytes(key->type) : 1;
	struct problem own = *problem;
	int error;

	if (!key->late && verb_choice_find(&own, rates, key->bytes, element) &&
		!plan_wrap_for(
			plan, &own, key->type, &key->fold, GROVE_PACKET_AUTO, key->bytes, rates))
		return 0;
	error = plan_wrap_for(
		plan, problem, key->type, &key->fold, GROVE_PACKET_AUTO, key->bytes, rates);
	if (!error && !key->late)
		verb_choice_add(&(*plan)->problem, rates, key->bytes, element);
	return error;
}

static int make(struct cached_team *k, const struct plan_key *key, const int *permutation)
{
	PLAIN_SURROUNDINGS;
	struct cached_plan *kept = calloc(1, sizeof *kept);
	struct problem problem = { .collective = key->collective,
		.net = k->team->net,
		.root = key->root,
		.ports = ALL,
		.duplex = FULL,
		.permutation = (int *)(uintptr_t)permutation };
	int error = 0;

	if (!kept)
		return why(ENOMEM, "no memory for a plan");
	kept->class = class_of(key->bytes);
	kept->sized = key->sized;
	kept->late = key->late;
	if (!k->rated)
		error = team_rates(&k->rates, k->team);
	k->rated = !error;
	if (!error)
		error = key->sized ? choose_sized(&kept->plan, &problem, key, k->rates)
				   : choose_plan(&kept->plan, &problem, key, &k->rates);
	if (error) {
		free(kept);
		return error;
	}
	kept->next = k->plans;
	k->plans = kept;
	return 0;
}

int plans_find(struct team *team, const struct plan_key *key, const int *permutation,
	struct grove_plan **plan)
{
	struct cached_team *k = team->kept;
	struct cached_plan *kept;
	int error = 0, state;

	/* Choosing reads files of the system, where a thread may be cancelled. A cancelled thread
	 * would keep the lock. */
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	lock_take(&k->lock);
	kept = find(k, key, permutation);
	if (!kept) {
		error = make(k, key, permutation);
		kept = k->plans;
	}
	if (!error) {
		kept->users++;
		*plan = kept->plan;
	}
	pthread_mutex_unlock(&k->lock);
	pthread_setcancelstate(state, &state);
	return error;
}

void plans_release(struct team *team, const struct grove_plan *plan)
{
	struct cached_team *k = team->kept;
	struct cached_plan **at = &k->plans, *kept;

	lock_take(&k->lock);
	while ((*at)->plan != plan)
		at = &(*at)->next;
	kept = *at;
	if (!--kept->users && collective_permutes(plan->problem.collective)) {
		*at = kept->next;
		grove_plan_free(kept->plan);
		free(kept);
	}
	pthread_mutex_unlock(&k->lock);
}
