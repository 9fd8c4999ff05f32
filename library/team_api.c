/* Opens and closes teams for applications, and runs bodies on all nodes of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "grove_measure.h"
#include "library/plan_cache.h"
#include "library/handles.h"
#include "library/sized_struct.h"
#include "library/machine/machine_levels.h"
#include "runtime/machine/cpus.h"
#include "runtime/paced/pace.h"
#include "runtime/node/abort.h"
#include "runtime/drive/pending.h"
#include "runtime/team/sub_team.h"

const char *grove_why(void)
{
	return why_text();
}

enum {
	STACK_LEAST = 64 << 10 /* bytes; calls of grove take less than half of these */
};

static int read_wait(enum waiting *waiting, const char *name)
{
	static const char *const names[] = { "auto", "spin", "yield", "park" };

	for (int i = WAIT_AUTO; i <= WAIT_PARK; i++)
		if (!name || !strcmp(name, names[i])) {
			*waiting = i;
			return 0;
		}
	return why(EINVAL, "there is no way to wait '%s'; there are auto, spin, yield, park", name);
}

int read_options(struct team_options *own, const struct grove_team_options *options)
{
	int error;

	if (!options->network)
		return why(EINVAL, "grove_team_open: the network must not be NULL");
	if (options->stack && options->stack < STACK_LEAST)
		return why(EINVAL, "a stack of %zu bytes is too small for a body: at least %d KiB",
			options->stack, STACK_LEAST >> 10);
	if (!(options->timeout >= 0))
		return why(EINVAL, "a timeout of %g seconds is not one", options->timeout);
	own->threads = options->threads;
	own->helper = options->helper;
	own->pin = options->pin;
	own->stack = options->stack;
	own->timeout = options->timeout > 0 ? options->timeout : 10;
	error = machine_levels_network(&own->net, options->network, NULL);
	return error ? error : read_wait(&own->wait, options->wait);
}

int options_open(struct team **team, const struct team_options *own)
{
	int error = team_open(team, own);

	if (error)
		return error;
	error = library_attach(*team);
	if (error)
		team_close(*team);
	return error;
}

static int check_caller(const struct grove_team_options *options)
{
	if (options->threads == GROVE_CALLER && options->caller_waits)
		return why(EINVAL, "a team of callers' threads takes no option `caller_waits`: "
				   "nothing runs it");
	return 0;
}

static int open_team(struct grove_team **team, const struct grove_team_options *options)
{
	struct team_options own = { 0 };
	struct pacing pacing;
	struct team *opened;
	int error = read_options(&own, options);

	if (options->pace) {
		pacing = (struct pacing){ options->pace->beta, options->pace->tau, NULL };
		own.pacing = &pacing;
	}
	own.caller_waits = options->caller_waits;
	if (!error)
		error = check_caller(options);
	if (!error)
		error = options_open(&opened, &own);
	if (!error)
		*team = team_outside(opened);
	return error;
}

int grove_team_open(struct grove_team **team, const struct grove_team_options *options)
{
	struct grove_team_options own;
	int error;

	if (team)
		*team = NULL;
	if (!team || !options)
		return why(EINVAL, "grove_team_open: team and options must not be NULL");
	error = sized_read(SIZED_TEAM_OPTIONS, &own, options);
	if (!error)
		error = open_team(team, &own);
	return why_answer(error);
}

int grove_team_free(struct grove_team *team)
{
	if (team && team_is_sub(team_inside(team)))
		return why(EINVAL, "grove_team_free: the last node to leave frees a sub-team");
	return why_answer(team ? team_close(team_inside(team)) : 0);
}

int grove_team_nodes(const struct grove_team *team)
{
	return team ? team_inside(team)->net.nodes
		    : why(EINVAL, "grove_team_nodes: the team is NULL");
}

int grove_team_threads(const struct grove_team *team)
{
	return team ? team_inside(team)->threads
		    : why(EINVAL, "grove_team_threads: the team is NULL");
}

int grove_team_pinned(const struct grove_team *team, int thread)
{
	return team ? team_pinned(team_inside(team), thread)
		    : why(EINVAL, "grove_team_pinned: the team is NULL");
}

int grove_node_number(const struct grove_node *me)
{
	return me ? node_inside(me)->number : why(EINVAL, "grove_node_number: the node is NULL");
}

struct grove_team *grove_node_team(const struct grove_node *me)
{
	if (me)
		return team_outside(node_inside(me)->team);
	why(EINVAL, "grove_node_team: the node is NULL");
	return NULL;
}

int grove_attach(struct grove_team *team, int node, struct grove_node **me)
{
	struct node *attached;
	int error;

	if (me)
		*me = NULL;
	if (!team || !me)
		return why(EINVAL, "grove_attach: the team or the place for the node is NULL");
	if (team_is_sub(team_inside(team)))
		return why(EINVAL, "grove_attach: the nodes of a sub-team come from grove_split");
	error = team_attach(team_inside(team), node, &attached);
	if (!error)
		*me = node_outside(attached);
	return why_answer(error);
}

static int may_end(struct node *me)
{
	int error = node_may_leave(me);

	return error ? error : pending_detach(me);
}

static int detach(struct node *me)
{
	int below, error;

	if (team_is_sub(me->team))
		return why(EINVAL,
			"grove_detach: node %d is of a sub-team, which it leaves by grove_leave",
			me->number);
	error = may_end(me);
	if (error)
		return error;
	below = sub_teams_leave(me);
	error = node_detach(me);
	return error ? error : below;
}

static int leave(struct node *me)
{
	int error;

	if (!team_is_sub(me->team))
		return why(EINVAL,
			"grove_leave: node %d is of no sub-team; an attached node is given back by "
			"grove_detach, and a node of grove_team_run by the end of its body",
			me->number);
	error = may_end(me);
	return error ? error : sub_team_leave(me);
}

int grove_detach(struct grove_node *me)
{
	if (!me)
		return why(EINVAL, "grove_detach: the node is NULL");
	return why_answer(detach(node_inside(me)));
}

int grove_leave(struct grove_node *me)
{
	if (!me)
		return why(EINVAL, "grove_leave: the node is NULL");
	return why_answer(leave(node_inside(me)));
}

/* ---- Bodies ---- */

/* Runs the body of a node, which then leaves the sub-teams that the body did not leave. The first
 * error counts, with its line. */
static int body_of(struct node *me, void *argument)
{
	int error = me->team->job.body.outer(node_outside(me), argument);
	char line[REASON];

	if (!error)
		error = pending_close(me);
	if (!error)
		return sub_teams_leave(me);
	if (!*why_text())
		why(-error, "the body of node %d returned %d", me->number, error);
	snprintf(line, sizeof line, "%s", why_text());
	/* Calls that the body began and did not wait for are not the first fault. */
	team_fail(me->team, &(struct abort_state){ ECANCELED, -error }, "%s", line);
	pending_break(me);
	sub_teams_leave(me);
	return why(-error, "%s", line);
}

static int run_bodies(struct worker *me, void *argument)
{
	int error = 0;

	for (int i = 0; i < me->nodes && !error; i++)
		error = body_of(&me->team->node[me->first + i], argument);
	return error;
}

int grove_team_phase(struct grove_team *team, grove_body *body, void *argument)
{
	if (!team || !body)
		return why(EINVAL, "the team or the body is NULL");
	return why_answer(team_run(team_inside(team), run_bodies, body, argument));
}

int grove_team_run(struct grove_team *team, grove_body *body, void *argument)
{
	if (!team || !body)
		return why(EINVAL, "the team or the body is NULL");
	return why_answer(team_run_nodes(team_inside(team), body_of, body, argument));
}
