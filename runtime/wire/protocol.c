/* Keeps the processes of a team together: aborts, meetings, questions, and the end of teams. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/monotonic.h"
#include "runtime/drive/standstill.h"
#include "runtime/drive/wait.h"
#include "runtime/wire/protocol.h"

/* protocol.h has the table of states. Where memory for most parcels is short, the others wait for
 * their timeout. */

static bool is_other(const struct wires *wires, int process)
{
	return process != wires->carrier->process && wires->peer[process].address >= 0;
}

/* Sends a copy of the parcel to the process. */
static bool tell(
	struct wires *wires, int process, enum parcel_kind kind, const void *parcel, size_t bytes)
{
	unsigned char *copy = parcel_new(wires, kind, bytes);
	size_t head = sizeof(struct parcel);

	if (!copy)
		return false;
	memcpy(copy + head, (const unsigned char *)parcel + head, bytes - head);
	parcel_send(wires, copy, process, bytes);
	return true;
}

/* Begins with the next process, so that not all processes tell the same one first. */
static bool tell_all(struct wires *wires, enum parcel_kind kind, const void *parcel, size_t bytes)
{
	int processes = wires->carrier->processes;
	bool all = true;

	for (int r = 1; r < processes; r++) {
		int process = (wires->carrier->process + r) % processes;

		if (is_other(wires, process))
			all &= tell(wires, process, kind, parcel, bytes);
	}
	return all;
}

/* The others would wait for ever. */
static void lacks_memory(struct wires *wires)
{
	snprintf(wires->carrier->why, sizeof wires->carrier->why,
		"no memory for the last message of a team");
	wires_fail(wires);
}

/* ---- Aborts ---- */

/* Tells the other processes of the abort, unless another process told this process, or the team at
 * the top has failed, too: the other processes then learn of the abort from that team. */
void abort_tell(struct wires *wires)
{
	const struct team *team = wires->team;
	struct abort_parcel parcel = { .job = wires->turns.jobs,
		.error = (int32_t)load_acquire(&team->fault), /* X2 */
		.result = -team->result };

	if (wires->hub != wires && load_acquire(&wires->hub->team->fault)) /* X2 */
		wires->told = true;
	if (!wires->told) {
		wires->told = true;
		memcpy(parcel.line, team->reason, sizeof parcel.line);
		tell_all(wires, ABORT, &parcel, sizeof parcel);
	}
	trash_all(wires);
}

static void abort_keep(struct wires *wires, const struct abort_parcel *parcel)
{
	if (!wires->early)
		wires->early = malloc(sizeof *wires->early);
	if (wires->early)
		*wires->early = *parcel;
}

/* An abort of a job that has ended here is known already. */
void abort_came(struct wires *wires, const struct parcel *parcel)
{
	const struct abort_parcel *abort = (const struct abort_parcel *)parcel;

	if (abort->job < wires->turns.jobs || load_acquire(&wires->team->fault)) /* X2 */
		return;
	if (abort->job > wires->turns.jobs || !wires->in_job) {
		abort_keep(wires, abort);
		return;
	}
	wires->told = wires->from_others = true;
	team_fail(wires->team, &(struct abort_state){ abort->error, abort->result }, "%s",
		abort->line);
}

void wires_begin(struct team *team)
{
	struct wires *wires = team->wires;
	struct abort_parcel *early = wires->early;

	wires_lock(wires);
	wires->in_job = true;
	turns_first(wires);
	memset(wires->leaving, 0, (size_t)team->net.nodes * sizeof *wires->leaving);
	wires->early = NULL;
	if (early && early->job == wires->turns.jobs)
		abort_came(wires, &early->parcel);
	free(early);
	wires_unlock(wires);
}

/* ---- Meetings ---- */

static struct meet_parcel **place_of(struct meetings *meetings, int round, uint64_t number)
{
	return &meetings->came[round][number % 2];
}

/* A meeting that an abort breaks off may leave parcels. The next job's meetings have greater
 * numbers. */
void meet_came(struct wires *wires, const struct parcel *parcel)
{
	const struct meet_parcel *meet = (const struct meet_parcel *)parcel;
	size_t bytes = sizeof *meet + meet->count * sizeof *meet->value;
	struct meet_parcel **place =
		place_of(meet->votes ? &wires->votes : &wires->in_jobs, meet->round, meet->number);

	if (*place && (*place)->number > meet->number)
		return;
	free(*place);
	*place = malloc(bytes);
	if (*place)
		memcpy(*place, meet, bytes);
	else
		lacks_memory(wires);
}

void meetings_free(struct wires *wires)
{
	for (int r = 0; r < MEET_ROUNDS; r++)
		for (int k = 0; k < 2; k++) {
			free(wires->in_jobs.came[r][k]);
			free(wires->votes.came[r][k]);
		}
}

struct meeting {
	struct wires *wires;
	struct meetings *all;
	uint64_t number;
	int round;
};

/* With the lock. */
static bool has_come(void *what)
{
	const struct meeting *m = what;
	const struct meet_parcel *came = *place_of(m->all, m->round, m->number);

	return came && came->number == m->number;
}

static bool has_met(void *what)
{
	const struct meeting *m = what;
	bool met;

	wires_lock(m->wires);
	met = has_come(what);
	wires_unlock(m->wires);
	return met;
}

static void round_begin(const struct meeting *m, const int64_t *values, int count)
{
	struct wires *wires = m->wires;
	size_t bytes = sizeof(struct meet_parcel) + (size_t)count * sizeof *values;
	int processes = wires->carrier->processes;
	struct meet_parcel *parcel;

	wires_lock(wires);
	parcel = parcel_new(wires, MEET, bytes);
	if (parcel) {
		parcel->votes = m->all == &wires->votes;
		parcel->round = (uint16_t)m->round;
		parcel->count = (uint32_t)count;
		parcel->number = m->number;
		memcpy(parcel->value, values, (size_t)count * sizeof *values);
		parcel_send(wires, parcel, (wires->carrier->process + (1 << m->round)) % processes,
			bytes);
	} else {
		lacks_memory(wires);
	}
	wires_unlock(wires);
}

static void round_end(const struct meeting *m, int64_t *values, int count)
{
	struct meet_parcel **place = place_of(m->all, m->round, m->number);

	for (int k = 0; k < count; k++)
		if ((*place)->value[k] < values[k])
			values[k] = (*place)->value[k];
	free(*place);
	*place = NULL;
}

/* Outside of a job nothing but the carrier's failure ends the wait. */
static int await_round(struct meeting *m)
{
	wires_until(m->wires, has_come, m);
	return m->wires->broken ? -EIO : 0;
}

/* In round k each process tells the process at distance 2^k the least values of all processes up to
 * that distance before the sender. `me`: the worker that waits in a job, or NULL. */
static int meet(struct wires *wires, struct worker *me, int64_t *values, int count)
{
	struct meetings *all = me ? &wires->in_jobs : &wires->votes;
	struct meeting m = { wires, all, ++all->number, 0 };
	const struct wait wait = { has_met, &m, &wires->team->call, NULL, wires->team, me };

	for (; 1 << m.round < wires->carrier->processes; m.round++) {
		int error;

		round_begin(&m, values, count);
		error = me ? wait_for(&wait) : await_round(&m);
		if (error)
			return error;
		round_end(&m, values, count);
	}
	return 0;
}

int wires_meet(struct worker *me)
{
	return meet(me->team->wires, me, NULL, 0);
}

void wires_least(struct team *team, int64_t *values, int count)
{
	struct wires *wires = team->wires;
	int most = (PARCEL_BYTES - (int)sizeof(struct meet_parcel)) / (int)sizeof *values;

	/* A sub-team has no jobs: each node comes and goes alone. */
	for (int k = 0; k < count && wires->hub == wires; k += most)
		meet(wires, NULL, values + k, count - k < most ? count - k : most);
}

/* ---- Questions ---- */

/* How far a process looks back, in nanoseconds. The whole team is checked each eighth of the
 * timeout (wait.c). */
static int64_t lately(const struct team *team)
{
	double timeout = team->timeout <= 1e9 ? team->timeout : 10;

	return (int64_t)(timeout * 1e9 / 2);
}

/* Tells the state of all nodes that are here. */
static bool tell_nodes(struct wires *wires, int process, enum parcel_kind kind, bool stands)
{
	const struct team *team = wires->team;
	size_t bytes = sizeof(struct state_parcel) + (size_t)team->here * sizeof(struct told_node);
	struct state_parcel *parcel = parcel_new(wires, kind, bytes);

	if (!parcel)
		return false;
	parcel->process = wires->carrier->process;
	parcel->nodes = 0;
	parcel->stands = stands;
	parcel->job = wires->turns.jobs;
	for (int v = 0; v < team->net.nodes; v++)
		if (node_is_here(&team->node[v]))
			node_tell_state(&parcel->node[parcel->nodes++], &team->node[v]);
	parcel_send(wires, parcel, process, bytes);
	return true;
}

void ask_came(struct wires *wires, const struct parcel *parcel)
{
	const struct team *team = wires->team;

	if (!wires->left && !wires->trashing && !wires->hub->trashing)
		tell_nodes(wires, ((const struct state_parcel *)parcel)->process, ANSWER,
			family_stands(team, monotonic_now() - lately(team)));
}

/* A node that has gone may have taken lent bytes of which the sender does not know yet. So a node
 * counts as gone when the process says so again. */
static void learn_gone(struct wires *wires, int v)
{
	if (wires->leaving[v])
		store_release(&wires->team->node[v].news.gone, 1); /* G1 */
	wires->leaving[v] = true;
}

void answer_came(struct wires *wires, const struct parcel *parcel)
{
	const struct state_parcel *answer = (const struct state_parcel *)parcel;

	store_own(&wires->peer[answer->process].stood, answer->stands ? monotonic_now() : 0);
	for (uint32_t n = 0; n < answer->nodes; n++) {
		const struct told_node *told = &answer->node[n];

		node_learn_state(&wires->team->node[told->number], told);
		if (answer->job != wires->turns.jobs)
			wires->leaving[told->number] = false;
		else if (told->gone)
			learn_gone(wires, told->number);
	}
}

/* A process that all nodes have left answers no more. */
static void learn_left(struct wires *wires)
{
	const struct team *team = wires->team;

	for (int v = 0; v < team->net.nodes; v++)
		if (wires->peer[team->process_of[v]].left)
			learn_gone(wires, v);
}

void wires_ask(struct team *team)
{
	struct wires *wires = team->wires;
	const struct state_parcel parcel = { .process = wires->carrier->process };

	if (wires->carrier->sleeps || !wires_try(wires))
		return;
	learn_left(wires);
	if (!wires->parted)
		tell_all(wires, ASK, &parcel, sizeof parcel);
	wires_unlock(wires);
}

bool wires_stand(struct team *team)
{
	const struct wires *wires = team->wires;
	int64_t since = monotonic_now() - lately(team);

	for (int p = 0; p < wires->carrier->processes; p++)
		if (p != wires->carrier->process && wires->peer[p].address != NO_MEMBER &&
			load_own(&wires->peer[p].stood) < since)
			return false;
	return true;
}

/* ---- The end of a sub-team ---- */

void wires_leave(struct team *team)
{
	struct wires *wires = team->wires;

	wires_lock(wires);
	wires->left = true;
	wires_move(wires, false);
	wires_unlock(wires);
}

void left_came(struct wires *wires, const struct parcel *parcel)
{
	const struct state_parcel *left = (const struct state_parcel *)parcel;

	for (uint32_t n = 0; n < left->nodes; n++) {
		const struct told_node *told = &left->node[n];
		struct node *node = &wires->team->node[told->number];

		node_learn_state(node, told);
		node->operation = told->operation;
		node->history = told->history;
	}
	wires->peer[left->process].left = true;
	wires->absent--;
}

bool leave_hopeless(const struct wires *wires)
{
	return wires->broken || !wires->left || load_acquire(&wires->team->fault) || /* X2 */
	       load_acquire(&wires->hub->team->fault);				     /* X2 */
}

static bool has_sent_all(const struct wires *wires)
{
	for (int k = 0; k < wires->count; k++)
		if (wires->wire[k].leaving.left || !wire_has_begun_all(&wires->wire[k]))
			return false;
	return true;
}

/* Packets that its nodes have sent may leave after a node. */
void leave_move(struct wires *wires)
{
	if (!wires->left || load_own(&wires->over))
		return;
	if (!wires->parted && has_sent_all(wires)) {
		for (int p = 0; p < wires->carrier->processes; p++)
			if (is_other(wires, p) && !tell_nodes(wires, p, LEFT, true))
				lacks_memory(wires);
		wires->parted = true;
	}
	if (wires->parted && !wires->absent && wires_quiet(wires)) {
		wires->hub->moves++;
		store_release(&wires->over, 1); /* V1 */
	}
}

bool wires_over(const struct team *team)
{
	return load_acquire(&team->wires->over); /* V2 */
}

/* ---- The end of everything on its way ---- */

void mark_came(struct wires *wires, const struct parcel *parcel)
{
	(void)parcel;
	wires->hub->marks++;
}

static bool all_quiet(void *wires)
{
	const struct wires *hub = wires;

	for (const struct wires *each = hub; each; each = each->beside)
		if (!wires_quiet(each))
			return false;
	return hub->marks >= hub->carrier->processes - 1;
}

/* No body runs in any process, and no node waits. A process that waits receives all, and throws
 * away the bodies that no node will take. */
bool wires_settle(struct team *team)
{
	struct wires *hub = team->wires;
	const struct parcel parcel = { 0 };

	wires_lock(hub);
	for (struct wires *each = hub; each; each = each->beside)
		trash_all(each);
	if (!tell_all(hub, MARK, &parcel, sizeof parcel))
		lacks_memory(hub);
	wires_unlock(hub);
	wires_until(hub, all_quiet, hub);
	hub->marks -= hub->carrier->processes - 1;
	return !hub->broken;
}
