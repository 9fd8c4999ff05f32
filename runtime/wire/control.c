/* Messages that keep a team together: aborts and meetings, and the reception of all such
 * messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/drive/wait.h"
#include "runtime/wire/control.h"
#include "runtime/wire/counts.h"
#include "runtime/wire/parting.h"

/* ---- Sending ---- */

void control_sent(struct carriage *carriage)
{
	struct control_out *out = carriage->owner;

	out->wires->telling--;
	free(out);
}

struct control_out *control_new(const struct wires *wires, const struct control *control)
{
	struct control_out *out =
		calloc(1, sizeof *out + control->nodes * sizeof(struct told_node));

	if (!out)
		return NULL; /* the others then wait for their timeout */
	out->control = *control;
	out->control.process = wires->carrier->process;
	return out;
}

void control_send(struct wires *wires, struct control_out *out, int process)
{
	if (!out)
		return;
	if (wires->base_of[process] < 0) {
		free(out);
		return;
	}
	out->wires = wires;
	out->piece = (struct piece){ (unsigned char *)&out->control,
		sizeof out->control + out->control.nodes * sizeof *out->node };
	out->carriage = (struct carriage){ .sends = true,
		.channel = CONTROLS,
		.process = process,
		.tag = wires->base_of[process],
		.piece = &out->piece,
		.pieces = 1,
		.kind = CONTROL_OUT,
		.place = -1,
		.owner = out };
	wires->telling++;
	count_sent(wires, process);
	wires_start(wires, &out->carriage);
}

void control_send_all(struct wires *wires, const struct control *control)
{
	for (int r = 1; r < wires->carrier->processes; r++) {
		int process = (wires->carrier->process + r) % wires->carrier->processes;

		if (wires->base_of[process] >= 0)
			control_send(wires, control_new(wires, control), process);
	}
}

/* ---- Aborts ---- */

/* Tells the other processes of the abort, unless another process told this process, or the team at
 * the top has failed, too: the other processes then learn of the abort from that team. */
void abort_tell(struct wires *wires)
{
	const struct team *team = wires->team;
	struct control control = { .kind = ABORT,
		.number = wires->jobs,
		.error = load_acquire(&team->fault), /* X2 */
		.result = -team->result };

	if (wires->hub != wires && load_acquire(&wires->hub->team->fault)) /* X2 */
		wires->told = true;
	if (!wires->told) {
		wires->told = true;
		memcpy(control.line, team->reason, sizeof control.line);
		control_send_all(wires, &control);
	}
	trash_all(wires);
}

void trash_all(struct wires *wires)
{
	if (wires->trashing)
		return;
	wires->trashing = true;
	for (int k = 0; k < wires->count; k++)
		wire_discard(&wires->wire[k]);
	lanes_discard(wires);
}

/* An abort of a job that has ended here is known already. */
static void abort_came(struct wires *wires, const struct control *control)
{
	if (control->number < wires->jobs || load_acquire(&wires->team->fault)) /* X2 */
		return;
	if (control->number > wires->jobs || !wires->in_job) {
		wires->early = *control;
		return;
	}
	wires->told = wires->from_others = true;
	team_fail(wires->team, &(struct abort_state){ control->error, control->result }, "%s",
		control->line);
}

void wires_begin(struct team *team)
{
	struct wires *wires = team->wires;

	wires_lock(wires);
	wires->in_job = true;
	memset(wires->leaving, 0, (size_t)team->net.nodes * sizeof *wires->leaving);
	if (wires->early.kind && wires->early.number == wires->jobs)
		abort_came(wires, &wires->early);
	wires->early.kind = 0;
	wires_unlock(wires);
}

/* ---- Meetings ---- */

static void meet_came(struct wires *wires, const struct control *control)
{
	if (control->number > wires->met[control->round])
		wires->met[control->round] = control->number;
}

struct meeting {
	struct wires *wires;
	uint64_t number;
	int round;
};

static bool has_met(void *what)
{
	const struct meeting *meeting = what;
	bool met;

	wires_lock(meeting->wires);
	met = meeting->wires->met[meeting->round] >= meeting->number;
	wires_unlock(meeting->wires);
	return met;
}

/* In round k each process tells the process at distance 2^k that all processes up to that distance
 * before the sender have come. A meeting that an abort breaks off leaves no trace: the next job's
 * meetings have greater numbers. */
int wires_meet(struct worker *me)
{
	struct team *team = me->team;
	struct wires *wires = team->wires;
	const struct carrier *carrier = wires->carrier;
	struct meeting meeting = { wires, (wires->jobs << 32) + ++wires->meetings, 0 };
	const struct wait wait = { has_met, &meeting, &team->call, NULL, team, me };
	int error = 0;

	for (int far = 1; far < carrier->processes && !error; far *= 2, meeting.round++) {
		const struct control control = {
			.kind = MEET, .number = meeting.number, .round = (uint32_t)meeting.round
		};

		wires_lock(wires);
		control_send(wires, control_new(wires, &control),
			(carrier->process + far) % carrier->processes);
		wires_unlock(wires);
		error = wait_for(&wait);
	}
	return error;
}

/* ---- Receiving ---- */

int controls_expect(struct wires *wires)
{
	wires->control_most =
		sizeof(struct control) + (size_t)wires->team->net.nodes * sizeof(struct told_node);
	wires->control_bytes = malloc(wires->control_most);
	wires->stood = calloc((size_t)wires->carrier->processes, sizeof *wires->stood);
	wires->leaving = calloc((size_t)wires->team->net.nodes, sizeof *wires->leaving);
	wires->left_at = calloc((size_t)wires->carrier->processes, sizeof *wires->left_at);
	wires->parted_at = calloc((size_t)wires->carrier->processes, sizeof *wires->parted_at);
	if (!wires->control_bytes || !wires->stood || !wires->leaving || !wires->left_at ||
		!wires->parted_at)
		return why(ENOMEM, "no memory for messages between processes");
	wires->control_piece = (struct piece){ wires->control_bytes, wires->control_most };
	wires->control = (struct carriage){ .kept = true,
		.channel = CONTROLS,
		.process = ANY_PROCESS,
		.tag = wires->base_of[wires->carrier->process],
		.piece = &wires->control_piece,
		.pieces = 1,
		.kind = CONTROL_IN,
		.place = -1,
		.owner = wires };
	wires_start(wires, &wires->control);
	return 0;
}

void control_came(struct wires *wires)
{
	const struct control *control = (const struct control *)wires->control_bytes;

	count_received(wires, control->process);
	switch (control->kind) {
	case ABORT:
		abort_came(wires, control);
		break;
	case MEET:
		meet_came(wires, control);
		break;
	case ASK:
		if (!wires->left)
			answer(wires, control->process);
		break;
	case LEFT:
		left_came(wires, control);
		break;
	case PARTED:
		part_came(wires, control);
		break;
	default:
		answer_came(wires, control);
	}
	wires_start(wires, &wires->control);
}
