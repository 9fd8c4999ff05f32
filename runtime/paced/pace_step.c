/* Steps a paced node: its packets take the time of the model, on real threads, with real bytes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "runtime/node/abort.h"
#include "runtime/paced/pace_state.h"
#include "runtime/node/port.h"

/* pace_state.h has the tables of writers and edges. */

/* ---- The beginning and the end of a program ---- */

static int make_room(struct node *me, size_t instructions)
{
	struct paced *p = me->paced;

	if (p->room >= instructions)
		return 0;
	free(p->state);
	free(p->active);
	p->state = malloc(instructions * sizeof *p->state);
	p->active = malloc(instructions * sizeof *p->active);
	p->room = p->state && p->active ? instructions : 0;
	if (p->room)
		return 0;
	team_fail(me->team, &(struct abort_state){ ENOMEM, ENOMEM },
		"node %d: no memory to pace %zu instructions", me->number, instructions);
	return -ENOMEM;
}

int pace_begin(struct node *me, const struct program *program)
{
	const struct dependences *d = program->dependences;
	struct paced *p = me->paced;

	if (!d) {
		team_fail(me->team, &(struct abort_state){ EINVAL, EINVAL },
			"node %d: the program was not made for a team with a pace", me->number);
		return -EINVAL;
	}
	if (make_room(me, program->instructions))
		return -ENOMEM;
	p->began = p->until = now(me->team);
	p->undone = program->instructions;
	p->actives = 0;
	for (size_t i = 0; i < program->instructions; i++) {
		p->state[i] = (struct instruction_state){ p->began, p->began, d->predecessors[i] };
		if (!d->predecessors[i])
			p->active[p->actives++] = (uint32_t)i;
	}
	return 0;
}

/* Counts the time from `due` until `done`, but each moment only once. */
static void note_late(struct paced *p, double due, double done)
{
	store_own(&p->late, load_own(&p->late) + later(0, done - later(due, p->counted)));
	p->counted = later(p->counted, done);
}

/* An operation ends when its last packet ends. Any later moment is the thread's lateness. */
static enum outcome end(struct node *me, double time)
{
	struct paced *p = me->paced;

	if (time < p->until)
		return BLOCKED;
	note_late(p, p->until, time);
	store_own(&p->spent, load_own(&p->spent) + time - p->began);
	node_end(me);
	return ENDED;
}

/* ---- Instructions ---- */

/* When an instruction ended: `end` is for links and ports, `there` for instructions that need the
 * bytes written. */
struct paced_moment {
	double end, there;
};

/* Tells the successors that wait for links and ports, or the successors that wait for anything
 * else. */
static void tell(struct node *me, uint32_t done, const struct paced_moment *moment, bool ports)
{
	const struct dependences *d = me->program->dependences;
	struct paced *p = me->paced;

	for (size_t k = d->first[done]; k < d->first[done + 1]; k++) {
		const struct successor *next = &d->successor[k];
		struct instruction_state *state = &p->state[next->instruction];

		if ((next->why == PORTS) != ports)
			continue;
		if (next->why == PORTS)
			state->start = later(state->start, moment->end);
		else if (next->why == BYTES)
			state->there = later(state->there, moment->there);
		if (!--state->missing)
			p->active[p->actives++] = next->instruction;
	}
}

/* Queues the packet at its link. The start in the slot is as late as this node knows. */
static enum outcome queue_packet(struct node *me, const struct instruction *i,
	struct instruction_state *state, const struct paced_moment *moment)
{
	struct ring *ring = port_of(me, i)->out;

	if (!packet_reserve(me, i, ring))
		return BLOCKED;
	*time_of(me->team, ring, ring->tail) = later(state->start, state->there);
	ring_push(ring);
	state->position = ring->tail;
	state->sent = true;
	store_own(&me->news.moves, ++me->moves); /* other nodes may go on now */
	tell(me, (uint32_t)(i - me->program->instruction), moment, false);
	return MOVED;
}

/* If both ends decide about the end of a packet, the receiver tells the end to the sender. */
static enum outcome hear_end(struct node *me, const struct instruction *i,
	const struct instruction_state *state, struct paced_moment *moment)
{
	struct ring *ring = port_of(me, i)->out;

	if (!ring_returned(ring, state->position))
		return BLOCKED;
	moment->end = *time_of(me->team, ring, state->position - 1);
	return MOVED;
}

static enum outcome send_packet(struct node *me, const struct instruction *i,
	struct instruction_state *state, struct paced_moment *moment)
{
	if (!state->sent && queue_packet(me, i, state, moment) == BLOCKED)
		return BLOCKED;
	if (me->program->dependences->coupled)
		return hear_end(me, i, state, moment);
	moment->end = later(state->start, state->there) + packet_seconds(me->team, i);
	return MOVED;
}

static enum outcome receive_packet(struct node *me, const struct instruction *i,
	const struct instruction_state *state, struct paced_moment *moment)
{
	struct ring *ring = port_of(me, i)->in;
	double *time = time_of(me->team, ring, load_own(&ring->head)), start, copied;
	enum outcome outcome;
	struct slot *slot;

	if (!ring_front(ring))
		return BLOCKED;
	start = later(state->start, *time);
	if (now(me->team) < start)
		return BLOCKED;
	slot = packet_front(me, i, ring, &outcome);
	if (!slot)
		return outcome;
	if (slot->extents && !slot_take(slot))
		return BROKEN;
	packet_land(me, i, packet_of(slot, 0));
	copied = now(me->team);
	moment->end = *time = start + packet_seconds(me->team, i);
	moment->there = later(later(moment->end, copied), state->there);
	note_late(me->paced, moment->end, copied);
	ring_pop(ring);
	return MOVED;
}

static enum outcome perform(struct node *me, const struct instruction *i,
	struct instruction_state *state, struct paced_moment *moment)
{
	*moment = (struct paced_moment){ state->there, state->there };
	switch (i->action) {
	case SEND_PACKET:
		return send_packet(me, i, state, moment);
	case AWAIT_RETURN: {
		const struct port *port = port_of(me, i);

		return ring_returned(port->out, port->sent + i->count) ? MOVED : BLOCKED;
	}
	case COPY_BYTES:
		bytes_copy(i, me->extent, me->space, false);
		return MOVED;
	case FOLD_BYTES:
		bytes_fold(i, me->extent, me->space, me->folding);
		return MOVED;
	default:
		return receive_packet(me, i, state, moment);
	}
}

/* Tells the successors of an instruction that is done. If the instruction sent a packet, the
 * successors that only need the packet to be queued have been told already. */
static void release(struct node *me, uint32_t done, const struct paced_moment *moment)
{
	struct paced *p = me->paced;

	p->undone--;
	p->until = later(p->until, later(moment->end, moment->there));
	if (!p->state[done].sent)
		tell(me, done, moment, false);
	tell(me, done, moment, true);
}

enum outcome pace_step(struct pending *in_call)
{
	struct node *me = in_call->node;
	const struct instruction *program;
	struct paced *p = me->paced;
	uint64_t before = me->moves;
	struct paced_moment moment;

	if (!me->program)
		return BROKEN;
	program = me->program->instruction;

	for (size_t k = 0; k < p->actives;) {
		uint32_t i = p->active[k];
		enum outcome outcome = perform(me, &program[i], &p->state[i], &moment);

		me->next = &program[i];
		if (outcome == BROKEN)
			return BROKEN;
		if (outcome == BLOCKED) {
			k++;
			continue;
		}
		store_own(&me->news.moves, ++me->moves);
		p->active[k] = p->active[--p->actives];
		release(me, i, &moment);
	}
	if (p->undone == 0 && end(me, now(me->team)) == ENDED)
		return ENDED;
	if (p->undone)
		me->next = &program[p->active[0]]; /* the instruction that waits, for reports */
	return me->moves != before ? MOVED : BLOCKED;
}

bool pace_sent(const struct node *me, uint32_t *position)
{
	const struct instruction_state *state =
		&me->paced->state[me->next - me->program->instruction];

	if (!me->paced->undone || !state->sent)
		return false;
	*position = state->position;
	return true;
}

bool pace_ending(const struct node *me)
{
	return !me->paced->undone;
}
