/* Asks other processes how far their nodes are, and answers; and tells that nodes have left a
 * sub-team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/team/standstill.h"
#include "runtime/team/wait.h"
#include "runtime/wire/control.h"

void wires_ask(struct team *team)
{
	struct wires *wires = team->wires;

	if (wires->carrier->sleeps || !wires_try(wires))
		return;
	control_send_all(wires, &(struct control){ .kind = ASK });
	wires_unlock(wires);
}

/* The time for which a process looks back, in nanoseconds: between looks at the whole team an
 * eighth of the timeout passes (wait.c). */
static int64_t lately(const struct team *team)
{
	double timeout = team->timeout <= 1e9 ? team->timeout : 10;

	return (int64_t)(timeout * 1e9 / 2);
}

void answer(struct wires *wires, int process)
{
	const struct team *team = wires->team;
	bool stands = family_stands(team, monotonic_now() - lately(team));
	struct control_out *out = control_new(
		wires, &(struct control){ .kind = ANSWER,
			       .number = wires->jobs,
			       .nodes = (uint32_t)team->here,
			       .stands = stands,
			       .sent = wires->hub->sent[process] + 1 }); /* with this answer */
	int n = 0;

	for (int v = 0; out && v < team->net.nodes; v++)
		if (node_is_here(&team->node[v]))
			node_tell_state(&out->node[n++], &team->node[v]);
	control_send(wires, out, process);
}

/* ---- Leaving a sub-team ---- */

static void tell_left(struct wires *wires, int process)
{
	const struct team *team = wires->team;
	struct control_out *out = control_new(
		wires, &(struct control){ .kind = LEFT, .nodes = (uint32_t)team->here });
	int n = 0;

	for (int v = 0; out && v < team->net.nodes; v++)
		if (node_is_here(&team->node[v])) {
			node_tell_state(&out->node[n], &team->node[v]);
			out->node[n].operation = team->node[v].operation;
			out->node[n++].history = team->node[v].history;
		}
	control_send(wires, out, process);
}

void wires_leave(struct team *team)
{
	struct wires *wires = team->wires;

	wires_lock(wires);
	for (int p = 0; p < wires->carrier->processes; p++)
		if (p != wires->carrier->process && wires->base_of[p] >= 0)
			tell_left(wires, p);
	wires->left = true;
	wires_move(wires, false);
	wires_unlock(wires);
}

void left_came(struct wires *wires, const struct control *control)
{
	const struct told_node *told = (const struct told_node *)(control + 1);

	for (uint32_t n = 0; n < control->nodes; n++) {
		struct node *node = &wires->team->node[told[n].number];

		node_learn_state(node, &told[n]);
		node->operation = told[n].operation;
		node->history = told[n].history;
	}
	wires->absent--;
}

bool wires_over(const struct team *team)
{
	return load_acquire(&team->wires->over); /* V2 */
}

/* A node that has gone may have sent packets that are still on their way, on other channels of the
 * carrier; and it may have taken lent bytes of which the sender does not know yet. So a node is
 * gone when its process has said so twice, and all headers have come that were sent before the
 * second time. */
static void learn_gone(struct wires *wires, const struct control *control, int v)
{
	bool same_job = control->number == wires->jobs;

	if (same_job && wires->leaving[v] &&
		wires->hub->received[control->process] >= control->sent)
		store_release(&wires->team->node[v].news.gone, 1); /* G1 */
	wires->leaving[v] = same_job;
}

void answer_came(struct wires *wires, const struct control *control)
{
	const struct told_node *told = (const struct told_node *)(control + 1);

	store_own(&wires->stood[control->process], control->stands ? monotonic_now() : 0);
	for (uint32_t n = 0; n < control->nodes; n++) {
		node_learn_state(&wires->team->node[told[n].number], &told[n]);
		if (told[n].gone)
			learn_gone(wires, control, told[n].number);
	}
}

bool wires_stand(struct team *team)
{
	const struct wires *wires = team->wires;
	int64_t since = monotonic_now() - lately(team);

	for (int p = 0; p < wires->carrier->processes; p++)
		if (p != wires->carrier->process && wires->base_of[p] != NO_MEMBER &&
			load_own(&wires->stood[p]) < since)
			return false;
	return true;
}
