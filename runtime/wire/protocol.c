/* Keeps the processes of a team together: failures, meetings, votes, questions, and the end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "runtime/drive/gone.h"
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

static struct told_fault fault_tell(const struct team *team)
{
	struct told_fault fault = { .error = (int32_t)load_acquire(&team->fault.error), /* X2 */
		.result = -team->fault.result };

	memcpy(fault.line, team->fault.reason, sizeof fault.line);
	return fault;
}

static void fault_learn(struct team *team, const struct told_fault *fault)
{
	team_fail(team, &(struct abort_state){ fault->error, fault->result }, "%s", fault->line);
}

static void abort_tell(struct wires *hub)
{
	struct abort_parcel parcel = { .fault = fault_tell(hub->team), .job = hub->turns.jobs };

	if (!hub->failure.told)
		tell_all(hub, ABORT, &parcel, sizeof parcel);
	hub->failure.told = true;
}

static void abort_learn(struct wires *hub, const struct told_fault *fault)
{
	hub->failure.told = hub->failure.from_others = true;
	fault_learn(hub->team, fault);
}

/* A process that has not begun the job yet, or still ends the job before, takes part in the job and
 * its end, as all do. */
void abort_came(struct wires *hub, const struct parcel *parcel)
{
	const struct abort_parcel *abort = (const struct abort_parcel *)parcel;

	if (has_failed(hub))
		return;
	if (hub->in_job && abort->job == hub->turns.jobs)
		abort_learn(hub, &abort->fault);
	else
		hub->failure.early = abort->fault;
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

/* The last one goes first: the others then get the same messages as before. */
static void wire_cancel(struct wire *wire)
{
	for (uint32_t n = wire->in.posted; n-- != wire->in.landed;)
		wires_cancel(wire->wires, &wire->in.body[n % KEPT_BODIES].carriage);
}

/* The other process expects bodies once a parcel has come, and at most AHEAD at a time. It throws
 * away those that it does not expect. */
static void wire_end(struct wire *wire)
{
	bool used = wire->out.ring && load_own(&wire->out.ring->taken);

	for (int k = 0; k < AHEAD && used; k++)
		empty_send(wire);
}

/* Bodies that are expected end: those that have begun with their message, the others without. */
static void expect_nothing(struct wires *wires)
{
	for (struct wire *wire = wires->all; wire; wire = wire->next)
		if (wires->carrier->cancel)
			wire_cancel(wire);
		else
			wire_end(wire);
	wires->failure.expects_nothing = true;
}

void failure_move(struct wires *wires)
{
	struct wires *hub = wires->hub;
	const struct told_fault fault = fault_tell(wires->team);

	if (!has_failed(hub))
		fault_learn(hub->team, &fault);
	abort_tell(hub);
	if (!wires->failure.expects_nothing)
		expect_nothing(wires);
	trash_receive(hub);
}

/* ---- Meetings ---- */

/* Returns a parcel without which the other processes would wait for ever, or NULL: the wires have
 * failed. */
static void *parcel_needed(struct wires *wires, enum parcel_kind kind, size_t bytes)
{
	void *parcel = parcel_new(wires, kind, bytes);

	if (parcel)
		return parcel;
	snprintf(wires->carrier->why, sizeof wires->carrier->why, "no memory for the %s of a team",
		kind == MEET ? "meeting" : "last message");
	wires_fail(wires);
	return NULL;
}

static void round_tell(struct wires *hub, uint32_t meeting)
{
	const struct meeting *m = &hub->meeting[meeting];
	size_t values = m->count * sizeof *m->least, bytes = sizeof(struct meet_parcel) + values;
	struct meet_parcel *parcel = parcel_needed(hub, MEET, bytes);
	int to = hub->carrier->process + (1 << m->told);

	if (!parcel)
		return;
	parcel->meeting = meeting;
	parcel->part = m->told + 1;
	parcel->count = m->count;
	memcpy(parcel->least, m->least, values);
	parcel_send(hub, parcel, to % hub->carrier->processes, bytes);
}

/* In round k each process tells the process at distance 2^k the least values that it knows, once
 * its own values (part 0) and those of the rounds before (parts 1 to k) are among them. Values that
 * come before their round, or twice, do no harm. */
static void meeting_add(
	struct wires *hub, uint32_t meeting, uint32_t part, const int64_t *values, uint32_t count)
{
	struct meeting *m = &hub->meeting[meeting];

	for (uint32_t k = 0; k < count; k++)
		if (k >= m->count || values[k] < m->least[k])
			m->least[k] = values[k];
	m->count = count;
	m->parts |= 1u << part;
	for (; m->parts >> m->told & 1 && 1 << m->told < hub->carrier->processes; m->told++)
		round_tell(hub, meeting);
	store_own(&m->met, m->parts >> m->told & 1);
}

void meet_came(struct wires *hub, const struct parcel *parcel)
{
	const struct meet_parcel *theirs = (const struct meet_parcel *)parcel;

	meeting_add(hub, theirs->meeting, theirs->part, theirs->least, theirs->count);
}

static bool has_met(void *meeting)
{
	return load_own(&((const struct meeting *)meeting)->met);
}

/* A process outside of jobs may look at nothing for long, so what it tells has left. In simulated
 * time a message leaves when the receiver looks. */
static bool has_met_and_told(void *wires)
{
	const struct wires *hub = wires;

	return load_own(&hub->meeting[(hub->meetings[0] - 1) % MEETINGS].met) &&
	       (hub->carrier->sleeps || !hub->parcels.leaving);
}

/* Replaces the values by the least of all processes. `me`: the worker that waits in a job, or NULL:
 * then nothing but the carrier's failure ends the wait. A team that fails in a job has no further
 * meetings in jobs, so what comes of the last one is left. */
static int meet(struct wires *hub, struct worker *me, int64_t *values, int count)
{
	bool in_job = me;
	uint32_t meeting = in_job * MEETINGS + hub->meetings[in_job]++ % MEETINGS;
	struct meeting *m = &hub->meeting[meeting];
	const struct wait wait = { has_met, m, &hub->team->times.call, NULL, hub->team, me };
	int error = 0;

	wires_lock(hub);
	meeting_add(hub, meeting, 0, values, (uint32_t)count);
	wires_unlock(hub);
	if (in_job)
		error = wait_for(&wait);
	else
		wires_until(hub, has_met_and_told, hub);
	if (error || hub->broken)
		return error ? error : -EIO;
	wires_lock(hub);
	memcpy(values, m->least, (size_t)count * sizeof *values);
	*m = (struct meeting){ 0 };
	wires_unlock(hub);
	return 0;
}

int wires_meet(struct worker *me)
{
	int64_t nothing = 0;

	return meet(me->team->spread.wires, me, &nothing, 0);
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

enum {
	WORDS = sizeof(struct told_fault) / sizeof(int64_t)
};

/* All take over the verdict of that process: the words of the others are the greatest. */
static void verdict_share(struct wires *wires, int process, struct told_fault *verdict)
{
	int64_t word[WORDS];

	memcpy(word, verdict, sizeof word);
	for (int k = 0; k < WORDS && process != wires->carrier->process; k++)
		word[k] = INT64_MAX;
	wires_least(wires->team, word, WORDS);
	memcpy(verdict, word, sizeof word);
}

int wires_confer(struct team *team, int error)
{
	struct wires *wires = team->spread.wires;
	int64_t first = error ? wires->carrier->process : NOBODY;
	struct told_fault verdict = { .error = -error };

	if (wires != wires->hub)
		return error; /* a node of a sub-team comes alone */
	wires_least(team, &first, 1);
	if (first == NOBODY && !wires->broken)
		return 0;
	strncpy(verdict.line, why_text(), sizeof verdict.line - 1);
	verdict_share(wires, (int)first, &verdict);
	return wires->broken ? team_refuse(team) : why(verdict.error, "%s", verdict.line);
}

/* A node of this process says at the end of each job that it has gone. What nodes elsewhere said in
 * an earlier job would come true again after 2^31 jobs. */
static void marks_take_back(struct team *team)
{
	for (int v = 0; v < team->net.nodes; v++)
		if (!node_is_here(&team->node[v]))
			store_own(&team->node[v].news.gone, 0);
}

void wires_begin(struct team *team)
{
	struct wires *wires = team->spread.wires;

	wires_lock(wires);
	wires->in_job = true;
	turns_begin(wires);
	memset(wires->end.gone, 0, (size_t)team->net.nodes * sizeof *wires->end.gone);
	marks_take_back(team);
	if (wires->failure.early.error)
		abort_learn(wires, &wires->failure.early);
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
	struct told_fault verdict = fault_tell(team);

	verdict_share(wires, process, &verdict);
	if (wires->broken)
		return;
	fault_learn(team, &verdict);
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
	same = votes[HISTORY_LOW] == ~votes[HISTORY_HIGH] && votes[INTACT];
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
static void tell_nodes(struct wires *wires, int process, bool stands)
{
	const struct team *team = wires->team;
	size_t bytes = sizeof(struct state_parcel) + (size_t)team->here * sizeof(struct told_node);
	bool left = wires->end.parted;
	struct state_parcel *parcel =
		left ? parcel_needed(wires, STATE, bytes) : parcel_new(wires, STATE, bytes);

	if (!parcel)
		return;
	parcel->process = wires->carrier->process;
	parcel->nodes = 0;
	parcel->stands = stands;
	parcel->left = left;
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
		tell_nodes(wires, ((const struct state_parcel *)parcel)->process,
			family_stands(team, monotonic_now() - lately(team)));
}

/* A node that has gone may have taken lent bytes of which the sender does not know yet. So a node
 * counts as gone when the process says so again. */
static void learn_gone(struct wires *wires, int v)
{
	if (wires->end.gone[v])
		store_release(&wires->team->node[v].news.gone, job_to_go(wires->team)); /* G1 */
	wires->end.gone[v] = true;
}

void state_came(struct wires *wires, const struct parcel *parcel)
{
	const struct state_parcel *state = (const struct state_parcel *)parcel;
	struct peer *peer = &wires->peer[state->process];

	store_own(&peer->stood, state->stands ? monotonic_now() : 0);
	for (uint32_t n = 0; n < state->nodes; n++) {
		const struct told_node *told = &state->node[n];

		node_learn_state(&wires->team->node[told->number], told);
		if (state->job != wires->turns.jobs)
			wires->end.gone[told->number] = false;
		else if (told->gone)
			learn_gone(wires, told->number);
	}
	peer->left = state->left;
	wires->end.absent -= peer->left;
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
	if (!wires->end.parted &&
		(has_failed(wires) ? !wires->hub->parcels.leaving : sends_all(wires))) {
		wires->end.parted = true;
		for (int p = 0; p < wires->carrier->processes; p++)
			if (is_other(wires, p))
				tell_nodes(wires, p, true);
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
