/* Asks other processes for the state of nodes, answers such questions, and tells that nodes have
 * left a sub-team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/monotonic.h"
#include "runtime/drive/standstill.h"
#include "runtime/wire/control.h"

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
	struct control_out *out =
		control_new(wires, &(struct control){ .kind = LEFT,
					   .nodes = (uint32_t)team->here,
					   .sent = wires->hub->sent[process] + 1 });
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
	wires->left_at[control->process] = control->sent;
	wires->absent--;
}

/* ---- Nodes that have gone ---- */

/* A node that has gone may have sent packets that are still under way on other channels of the
 * carrier. The node may also have taken lent bytes of which the sender does not know yet. So a node
 * counts as gone when the process says so again, and all headers that were sent before that have
 * come. */
static void learn_gone(struct wires *wires, int process, uint64_t sent, int v)
{
	if (wires->leaving[v] && wires->hub->received[process] >= sent)
		store_release(&wires->team->node[v].news.gone, 1); /* G1 */
	wires->leaving[v] = true;
}

/* A process that all nodes have left answers no more. */
static void learn_left(struct wires *wires)
{
	const struct team *team = wires->team;

	for (int v = 0; v < team->net.nodes; v++) {
		int process = team->process_of[v];

		if (wires->left_at[process])
			learn_gone(wires, process, wires->left_at[process], v);
	}
}

void answer_came(struct wires *wires, const struct control *control)
{
	const struct told_node *told = (const struct told_node *)(control + 1);

	store_own(&wires->stood[control->process], control->stands ? monotonic_now() : 0);
	for (uint32_t n = 0; n < control->nodes; n++) {
		node_learn_state(&wires->team->node[told[n].number], &told[n]);
		if (control->number != wires->jobs)
			wires->leaving[told[n].number] = false;
		else if (told[n].gone)
			learn_gone(wires, control->process, control->sent, told[n].number);
	}
}

void wires_ask(struct team *team)
{
	struct wires *wires = team->wires;

	if (wires->carrier->sleeps || !wires_try(wires))
		return;
	learn_left(wires);
	control_send_all(wires, &(struct control){ .kind = ASK });
	wires_unlock(wires);
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
