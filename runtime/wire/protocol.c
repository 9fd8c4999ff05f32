/* Keeps the processes of a team together: failures, meetings, votes, questions, and the end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "runtime/drive/standstill.h"
#include "runtime/drive/wait.h"
#include "runtime/wire/protocol.h"

/* protocol.h has the table of states. Where memory for most parcels is short, the others wait for
 * their timeout. */

static bool has_failed(const struct wires *wires)
{
	return load_acquire(&wires->team->fault.error); /* X2 */
}

static bool is_other(const struct wires *wires, int process)
{
	return process != wires->carrier->process && wires->peer[process].address >= 0;
}

/* Sends a copy of the parcel to all. Begins with the next process, so that not all processes tell
 * the same one first. */
static void tell_all(struct wires *wires, enum parcel_kind kind, const void *parcel, size_t bytes)
{
	int processes = wires->carrier->processes;
	size_t head = sizeof(struct parcel);

	for (int r = 1; r < processes; r++) {
		int process = (wires->carrier->process + r) % processes;
		unsigned char *copy =
			is_other(wires, process) ? parcel_new(wires, kind, bytes) : NULL;

		if (!copy)
			continue;
		memcpy(copy + head, (const unsigned char *)parcel + head, bytes - head);
		parcel_send(wires, copy, process, bytes);
	}
}

/* ---- Failures ---- */

static void abort_tell(struct wires *hub)
{
	struct abort_parcel parcel = { .error = (int32_t)load_acquire(
					       &hub->team->fault.error), /* X2 */
		.result = -hub->team->fault.result,
		.job = hub->turns.jobs };

	if (hub->failure.told)
		return;
	hub->failure.told = true;
	memcpy(parcel.line, hub->team->fault.reason, sizeof parcel.line);
	tell_all(hub, ABORT, &parcel, sizeof parcel);
}

static void abort_learn(struct wires *hub, const struct abort_parcel *abort)
{
	hub->failure.told = hub->failure.from_others = true;
	team_fail(
		hub->team, &(struct abort_state){ abort->error, abort->result }, "%s", abort->line);
}

/* A process that has not begun the job yet, or still ends the job before, takes part in the job and
 * its end, as all do. */
void abort_came(struct wires *hub, const struct parcel *parcel)
{
	const struct abort_parcel *abort = (const struct abort_parcel *)parcel;

	if (has_failed(hub))
		return;
	if (hub->in_job && abort->job == hub->turns.jobs) {
		abort_learn(hub, abort);
		return;
	}
	if (!hub->failure.early)
		hub->failure.early = malloc(sizeof *hub->failure.early);
	if (hub->failure.early)
		*hub->failure.early = *abort;
}

/* A body for which no node asked. */
struct trash {
	struct carriage carriage; /* first: the address is also the address of this struct */
	struct piece piece;
	struct wires *hub;
	unsigned char bytes[];
};

void trash_ended(struct carriage *carriage)
{
	struct trash *trash = (struct trash *)carriage;

	trash->hub->failure.trash--;
	free(trash);
}

/* Receives all bodies that have come and that nobody expects. Where memory is short, a sender waits
 * until its process ends. */
static void trash_receive(struct wires *hub)
{
	struct carriage found = { .kind = TRASH_IN, .pieces = 1, .place = -1 };
	struct trash *trash;

	while (!hub->broken && hub->carrier->finds(hub->carrier, &found) &&
		(trash = malloc(sizeof *trash + found.came)) != NULL) {
		trash->hub = hub;
		trash->piece = (struct piece){ trash->bytes, found.came };
		trash->carriage = found;
		trash->carriage.piece = &trash->piece;
		hub->failure.trash++;
		wires_start(hub, &trash->carriage);
	}
}

/* Bodies that are expected end without a message. The last one goes first: the others then get the
 * same messages as before. */
static void expect_nothing(struct wires *wires)
{
	for (struct wire *wire = wires->all; wire; wire = wire->next)
		for (uint32_t n = wire->in.posted; n-- != wire->in.landed;)
			wires_cancel(wires, &wire->in.body[n % KEPT_BODIES].carriage);
	wires->failure.expects_nothing = true;
}

void failure_move(struct wires *wires)
{
	const struct team *team = wires->team;
	struct wires *hub = wires->hub;

	if (!has_failed(hub))
		team_fail(hub->team,
			&(struct abort_state){
				load_acquire(&team->fault.error), -team->fault.result }, /* X2 */
			"%s", team->fault.reason);
	abort_tell(hub);
	if (!wires->failure.expects_nothing)
		expect_nothing(wires);
	trash_receive(hub);
}

/* ---- Meetings ---- */

enum {
	MEET_MOST = 64
};

/* A round of a meeting. */
struct meeting {
	struct wires *wires;
	struct carriage out, in;
	struct piece sent, got;
	int64_t theirs[MEET_MOST];
	int open; /* carriages under way */
};

static void meeting_start(struct meeting *m, struct carriage *carriage)
{
	wires_start(m->wires, carriage);
	m->open += carriage->place >= 0;
}

void meeting_ended(struct carriage *carriage)
{
	((struct meeting *)carriage->owner)->open--;
}

/* Meetings in a job have tags behind those of bodies: what is left of them after a failure is
 * thrown away like bodies. */
static void round_begin(
	struct meeting *m, struct wires *wires, bool in_job, int round, int64_t *values, int count)
{
	int processes = wires->carrier->processes, distance = 1 << round,
	    own = wires->carrier->process;
	size_t bytes = (size_t)count * sizeof *values;

	*m = (struct meeting){ .wires = wires,
		.sent = { (unsigned char *)values, bytes },
		.got = { (unsigned char *)m->theirs, bytes } };
	m->in = (struct carriage){ .channel = in_job ? BODIES : TOGETHER,
		.process = (own - distance + processes) % processes,
		.tag = in_job ? wires->carrier->most_tag - round : round,
		.piece = &m->got,
		.pieces = 1,
		.kind = MEETING,
		.place = -1,
		.owner = m };
	m->out = m->in;
	m->out.sends = true;
	m->out.process = (own + distance) % processes;
	m->out.piece = &m->sent;
	wires_lock(wires);
	meeting_start(m, &m->in);
	meeting_start(m, &m->out);
	wires_unlock(wires);
}

/* With the lock. */
static bool is_quiet(void *meeting)
{
	return !((struct meeting *)meeting)->open;
}

static bool has_met(void *meeting)
{
	struct wires *wires = ((struct meeting *)meeting)->wires;
	bool met;

	wires_lock(wires);
	met = is_quiet(meeting);
	wires_unlock(wires);
	return met;
}

/* Outside of a job nothing but the carrier's failure ends the wait. */
static int round_end(struct meeting *m, struct worker *me)
{
	struct wires *wires = m->wires;
	const struct wait wait = { has_met, m, &wires->team->times.call, NULL, wires->team, me };
	int error = me ? wait_for(&wait) : 0;

	if (error) {
		wires_lock(wires);
		wires_cancel(wires, &m->in);
		wires_unlock(wires);
	}
	wires_until(wires, is_quiet, m);
	return error ? error : wires->broken ? -EIO : 0;
}

/* In round k each process tells the process at distance 2^k the least values of all processes up to
 * that distance before the sender. `me`: the worker that waits in a job, or NULL. */
static int meet(struct wires *wires, struct worker *me, int64_t *values, int count)
{
	struct meeting m;
	int error = 0;

	for (int round = 0; 1 << round < wires->carrier->processes && !error; round++) {
		round_begin(&m, wires, me, round, values, count);
		error = round_end(&m, me);
		for (int k = 0; k < count && !error; k++)
			if (m.theirs[k] < values[k])
				values[k] = m.theirs[k];
	}
	return error;
}

int wires_meet(struct worker *me)
{
	return meet(me->team->spread.wires, me, NULL, 0);
}

void wires_least(struct team *team, int64_t *values, int count)
{
	struct wires *wires = team->spread.wires;

	/* A sub-team has no jobs: each node comes and goes alone. */
	for (int k = 0; k < count && wires->hub == wires; k += MEET_MOST)
		meet(wires, NULL, values + k, count - k < MEET_MOST ? count - k : MEET_MOST);
}

/* ---- Jobs ---- */

/* Votes. A process that learned of a fault from another process leaves the word to that process. */
static const int64_t NOBODY = INT64_MAX, SECOND_HAND = INT64_C(1) << 32;

struct shared_fault {
	int32_t error, result;
	char line[REASON];
};

static void verdict_tell(struct wires *wires, int process, struct shared_fault *verdict)
{
	if (!wires->broken &&
		wires->carrier->tell(wires->carrier, process, verdict, sizeof *verdict))
		wires_fail(wires);
}

int wires_confer(struct team *team, int error)
{
	struct wires *wires = team->spread.wires;
	int64_t first = error ? wires->carrier->process : NOBODY;
	struct shared_fault verdict = { .error = -error };

	if (wires != wires->hub)
		return error; /* a node of a sub-team comes alone */
	wires_least(team, &first, 1);
	if (first == NOBODY && !wires->broken)
		return 0;
	strncpy(verdict.line, why_text(), sizeof verdict.line - 1);
	verdict_tell(wires, (int)first, &verdict);
	return wires->broken ? team_refuse(team) : why(verdict.error, "%s", verdict.line);
}

void wires_begin(struct team *team)
{
	struct wires *wires = team->spread.wires;

	wires_lock(wires);
	wires->in_job = true;
	turns_begin(wires);
	memset(wires->end.gone, 0, (size_t)team->net.nodes * sizeof *wires->end.gone);
	if (wires->failure.early)
		abort_learn(wires, wires->failure.early);
	wires_unlock(wires);
}

static const struct node *first_here(const struct team *team)
{
	int v = 0;

	while (!node_is_here(&team->node[v]))
		v++;
	return &team->node[v];
}

/* Returns true if the process's own nodes have made equal calls, and nothing of an operation is
 * left. */
static bool intact_here(const struct team *team)
{
	const struct node *first = first_here(team);
	bool intact = true;

	for (int v = 0; v < team->net.nodes; v++) {
		const struct node *node = &team->node[v];

		if (node_is_here(node))
			intact &= node->calls.operation == first->calls.operation &&
				  node->calls.history == first->calls.history &&
				  load_own(&node->news.left) == first->calls.operation;
	}
	return intact;
}

/* All processes take over the fault of one process. */
static void share_fault(struct wires *wires, int process)
{
	struct team *team = wires->team;
	struct shared_fault verdict = { .error = (int32_t)load_acquire(&team->fault.error), /* X2 */
		.result = -team->fault.result };

	memcpy(verdict.line, team->fault.reason, sizeof verdict.line);
	verdict_tell(wires, process, &verdict);
	if (wires->broken)
		return;
	team_fail(team, &(struct abort_state){ verdict.error, verdict.result }, "%s", verdict.line);
	memcpy(team->fault.reason, verdict.line, sizeof team->fault.reason);
	team->fault.result = -verdict.result;
	store_ordered(&team->fault.error, verdict.error); /* X1 */
}

static void job_over(struct wires *wires)
{
	wires_lock(wires);
	wires->in_job = false;
	wires->turns.jobs++;
	wires_unlock(wires);
}

enum {
	FIRST_FAULT,
	OPERATIONS_LOW,
	OPERATIONS_HIGH,
	HISTORY_LOW,
	HISTORY_HIGH,
	INTACT,
	VOTES
};

/* After a difference each process learns the calls of all nodes: team_agrees then finds the same
 * difference in each. */
bool wires_agree(struct team *team)
{
	struct wires *wires = team->spread.wires;
	const struct node *first = first_here(team);
	int64_t process = wires->carrier->process;
	int64_t votes[VOTES] = { [FIRST_FAULT] = NOBODY,
		[OPERATIONS_LOW] = (int64_t)first->calls.operation,
		[OPERATIONS_HIGH] = ~(int64_t)first->calls.operation,
		[HISTORY_LOW] = (int64_t)first->calls.history,
		[HISTORY_HIGH] = ~(int64_t)first->calls.history,
		[INTACT] = intact_here(team) };
	bool same;

	turn_end(wires);
	if (has_failed(wires))
		votes[FIRST_FAULT] = wires->failure.from_others ? process + SECOND_HAND : process;
	if (!wires->broken)
		wires_least(team, votes, VOTES);
	if (wires->broken)
		return false;
	same = votes[OPERATIONS_LOW] == ~votes[OPERATIONS_HIGH] &&
	       votes[HISTORY_LOW] == ~votes[HISTORY_HIGH] && votes[INTACT];
	if (votes[FIRST_FAULT] != NOBODY) {
		share_fault(wires, (int)(votes[FIRST_FAULT] % SECOND_HAND));
	} else if (!same) {
		wires_part(wires);
	}
	wires->failure.told = !same || votes[FIRST_FAULT] != NOBODY; /* all know */
	job_over(wires);
	return same;
}

/* ---- Questions ---- */

/* How far a process looks back, in nanoseconds. The whole team is checked each eighth of the
 * timeout (wait.c). */
static int64_t lately(const struct team *team)
{
	double timeout = team->times.timeout <= 1e9 ? team->times.timeout : 10;

	return (int64_t)(timeout * 1e9 / 2);
}

/* Tells the state of all nodes that are here. */
static void tell_nodes(struct wires *wires, int process, enum parcel_kind kind, bool stands)
{
	const struct team *team = wires->team;
	size_t bytes = sizeof(struct state_parcel) + (size_t)team->here * sizeof(struct told_node);
	struct state_parcel *parcel = parcel_new(wires, kind, bytes);

	if (!parcel && kind == ANSWER)
		return;
	if (!parcel) { /* the others would wait for ever */
		snprintf(wires->carrier->why, sizeof wires->carrier->why,
			"no memory for the last message of a team");
		wires_fail(wires);
		return;
	}
	parcel->process = wires->carrier->process;
	parcel->nodes = 0;
	parcel->stands = stands;
	parcel->job = wires->turns.jobs;
	for (int v = 0; v < team->net.nodes; v++)
		if (node_is_here(&team->node[v]))
			node_tell_state(&parcel->node[parcel->nodes++], &team->node[v]);
	parcel_send(wires, parcel, process, bytes);
}

void ask_came(struct wires *wires, const struct parcel *parcel)
{
	const struct team *team = wires->team;

	if (!wires->end.left && !has_failed(wires->hub))
		tell_nodes(wires, ((const struct state_parcel *)parcel)->process, ANSWER,
			family_stands(team, monotonic_now() - lately(team)));
}

/* A node that has gone may have taken lent bytes of which the sender does not know yet. So a node
 * counts as gone when the process says so again. */
static void learn_gone(struct wires *wires, int v)
{
	if (wires->end.gone[v])
		store_release(&wires->team->node[v].news.gone, 1); /* G1 */
	wires->end.gone[v] = true;
}

void answer_came(struct wires *wires, const struct parcel *parcel)
{
	const struct state_parcel *answer = (const struct state_parcel *)parcel;

	store_own(&wires->peer[answer->process].stood, answer->stands ? monotonic_now() : 0);
	for (uint32_t n = 0; n < answer->nodes; n++) {
		const struct told_node *told = &answer->node[n];

		node_learn_state(&wires->team->node[told->number], told);
		if (answer->job != wires->turns.jobs)
			wires->end.gone[told->number] = false;
		else if (told->gone)
			learn_gone(wires, told->number);
	}
}

/* A process that all nodes have left answers no more. */
static void learn_left(struct wires *wires)
{
	const struct team *team = wires->team;

	for (int v = 0; v < team->net.nodes; v++)
		if (wires->peer[team->spread.process_of[v]].left)
			learn_gone(wires, v);
}

void wires_ask(struct team *team)
{
	struct wires *wires = team->spread.wires;
	const struct state_parcel parcel = { .process = wires->carrier->process };

	if (wires->carrier->sleeps || !wires_try(wires))
		return;
	learn_left(wires);
	if (!wires->end.parted)
		tell_all(wires, ASK, &parcel, sizeof parcel);
	wires_unlock(wires);
}

bool wires_stand(struct team *team)
{
	const struct wires *wires = team->spread.wires;
	int64_t since = monotonic_now() - lately(team);

	for (int p = 0; p < wires->carrier->processes; p++)
		if (p != wires->carrier->process && wires->peer[p].address != NO_MEMBER &&
			load_own(&wires->peer[p].stood) < since)
			return false;
	return true;
}

/* ---- The end ---- */

static bool is_over(void *wires)
{
	return load_own(&((const struct wires *)wires)->end.over);
}

void wires_part(struct wires *wires)
{
	wires_leave(wires->team);
	wires_until(wires, is_over, wires);
}

void wires_leave(struct team *team)
{
	struct wires *wires = team->spread.wires;

	wires_lock(wires);
	wires->end.left = true;
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
		node->calls.operation = told->operation;
		node->calls.history = told->history;
	}
	wires->peer[left->process].left = true;
	wires->end.absent--;
}

static bool sends_all(struct wires *wires)
{
	bool all = true;

	for (struct wire *wire = wires->all; wire; wire = wire->next) {
		wire_send(wire);
		all &= !wire->out.leaving.left && wire_has_begun_all(wire);
	}
	return all;
}

/* Packets that its nodes have sent may leave after a node. */
void leave_move(struct wires *wires)
{
	if (!wires->end.left || load_own(&wires->end.over))
		return;
	if (!wires->end.parted && (has_failed(wires) || sends_all(wires))) {
		wires->end.parted = true;
		for (int p = 0; p < wires->carrier->processes; p++)
			if (is_other(wires, p))
				tell_nodes(wires, p, LEFT, true);
	}
	if (wires->end.parted && !wires->end.absent && wires_quiet(wires)) {
		wires->hub->moves++;
		store_release(&wires->end.over, 1); /* V1 */
	}
}

bool wires_over(const struct team *team)
{
	return load_acquire(&team->spread.wires->end.over); /* V2 */
}
