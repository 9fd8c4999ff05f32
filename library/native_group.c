/* Makes one call of the library below for all nodes of a process, which fold and copy around it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/native_choice.h"
#include "library/native_work.h"
#include "runtime/drive/gone.h"
#include "runtime/drive/pending.h"
#include "runtime/node/transport.h"
#include "runtime/wire/wires.h"

/* The nodes of a process leave their buffers here. The last node that comes does the work for all,
 * and the others wait. The last node claims the buffers of each other node, and a node whose wait
 * fails with the team revokes its own, each by one exchange: the first decides. After a revocation
 * nobody works; a node whose buffers were claimed waits until another thread has done the work.
 * Where the last node is on the same thread, that node waits, too: so the work waits only while it
 * uses no buffers of nodes, and looks at the team before it uses them again.
 *
 *	writers
 *	came		each node, by addition; the last node, when the work is done
 *	claim		the node, before it comes; then both by exchange; relaxed: O1 -> O2 and
 *			O3 -> O4 bring the buffers
 *	done		the last node
 *	member, buffers	the node, before it comes
 *	all else	the last node, between its addition and `done`
 *
 *	edges
 *	O1 -> O2	came	the buffers of the nodes that came before
 *	O3 -> O4	done	the results, and the error
 */
enum {
	TAKEN_BY = REVOKED + 1 /* and the number of the thread */
};

struct group_member {
	struct node *node;
	uint64_t fingerprint;
	_Atomic uint32_t claim; /* of the buffers: OFFERED, REVOKED, or who has taken them */
	_Atomic uint64_t calls; /* to which the node has come */
};

struct native_group {
	int first, nodes; /* of this process */
	_Atomic uint32_t came;
	_Atomic uint64_t done; /* calls */
	int error;		/* of the last call */
	unsigned char *held;	/* for blocks of all nodes */
	size_t room;
	struct native_buffers *buffers; /* [nodes] */
	struct group_member member[];
};

/* ---- The group ---- */

static struct native_group *group_new(const struct team *team)
{
	struct native_group *group;
	int nodes = 0, first = 0;

	for (int v = team->net.nodes - 1; v >= 0; v--)
		if (team_has_node(team, v)) {
			first = v;
			nodes++;
		}
	group = calloc(1, sizeof *group +
			(size_t)nodes * (sizeof *group->member + sizeof *group->buffers));
	if (!group)
		return NULL;
	group->buffers = (struct native_buffers *)&group->member[nodes];
	group->first = first;
	group->nodes = nodes;
	return group;
}

struct native_group *native_group_of(struct node *me)
{
	struct cached_team *kept = me->team->kept;
	struct native_group *group;

	pthread_mutex_lock(&kept->lock);
	if (!kept->native)
		kept->native = group_new(me->team);
	group = kept->native;
	pthread_mutex_unlock(&kept->lock);
	if (!group)
		why(ENOMEM, "no memory for the nodes of a process");
	return group;
}

void native_group_free(struct native_group *group)
{
	if (group)
		free(group->held);
	free(group);
}

/* Returns memory for the process's input and output, or NULL. */
static unsigned char *hold(struct native_group *group, size_t bytes)
{
	if (bytes > group->room) {
		free(group->held);
		group->held = malloc(bytes);
		group->room = group->held ? bytes : 0;
	}
	return group->held;
}

/* ---- The nodes ---- */

static bool all_call_the_same(const struct native_group *group)
{
	for (int k = 1; k < group->nodes; k++)
		if (group->member[k].fingerprint != group->member[0].fingerprint)
			return false;
	return true;
}

/* Returns the word of buffers that the node's thread has taken. */
static uint32_t taken_by(const struct node *me)
{
	return TAKEN_BY + (uint32_t)me->worker->number;
}

/* Returns false if a node has revoked its buffers. */
static bool claim_buffers(struct native_group *group, const struct node *me)
{
	for (int k = 0; k < group->nodes; k++)
		if (group->first + k != me->number &&
			exchange_own(&group->member[k].claim, taken_by(me)) == REVOKED)
			return false;
	return true;
}

static int work(struct native_group *group, struct node *me, const struct native_call *call)
{
	const struct thread_share alone = { 0, 1 };
	struct native_work w = { .call = call,
		.node = group->buffers,
		.nodes = group->nodes,
		.process = group->first / group->nodes,
		.processes = me->team->net.nodes / group->nodes };
	int error;

	if (!claim_buffers(group, me) || !all_call_the_same(group)) {
		wires_doubt(me->team);
		return -EAGAIN;
	}
	native_work_open(&w);
	if (!hold(group, w.in + w.out + 1))
		return why(ENOMEM, "no memory for the blocks of a process");
	native_work_hold(&w, group->held, group->held + w.in);
	native_work_pack(&w);
	native_work_fold(&w, alone);
	error = wires_perform(me, &w.own);
	if (!error && !team_sound(me->team))
		error = team_refuse(me->team);
	if (error)
		return error;
	native_work_give(&w, alone);
	native_work_unpack(&w);
	return 0;
}

struct awaited_work {
	struct native_group *group;
	struct team *team;
	uint64_t before;
};

static bool is_done(const struct awaited_work *a)
{
	return load_acquire(&a->group->done) != a->before; /* O4 */
}

/* Returns true if a node that has not come has gone. */
static bool one_has_gone(const struct awaited_work *a)
{
	for (int k = 0; k < a->group->nodes; k++)
		if (load_own(&a->group->member[k].calls) <= a->before &&
			node_gone(&a->team->node[a->group->first + k]))
			return true;
	return false;
}

static bool is_over(void *awaited)
{
	return one_has_gone(awaited) || is_done(awaited);
}

/* Takes the buffers back, unless another thread works with them. */
static bool withdraw(const struct awaited_work *a, const struct node *me)
{
	struct group_member *member = &a->group->member[me->number - a->group->first];
	uint32_t claim = exchange_own(&member->claim, REVOKED);

	return claim == OFFERED || claim == taken_by(me);
}

static int await_work(const struct awaited_work *a, struct node *me)
{
	int error = node_wait(me, is_over, (void *)(uintptr_t)a);

	if ((error || !is_done(a)) && withdraw(a, me)) {
		wires_doubt(me->team);
		return error ? error : -EAGAIN;
	}
	while (!is_done(a))
		sched_yield();
	return error ? error : a->group->error;
}

static void wake_others(const struct native_group *group, const struct node *me)
{
	const struct worker *last = me->worker;

	for (int k = 0; k < group->nodes; k++) {
		struct worker *worker = group->member[k].node->worker;

		if (worker != me->worker && worker != last)
			parker_wake(worker->parker);
		last = worker;
	}
}

int native_group_perform(
	struct native_group *group, struct node *me, const struct native_call *call)
{
	struct awaited_work a = { group, me->team, load_own(&group->done) };
	struct group_member *member = &group->member[me->number - group->first];
	int error;

	if (group->nodes == 1)
		return wires_perform(me, call);
	member->node = me;
	group->buffers[me->number - group->first] =
		(struct native_buffers){ call->in, call->out };
	member->fingerprint = call->fingerprint;
	store_own(&member->claim, OFFERED);
	store_own(&member->calls, a.before + 1);
	if (add_acquire_release(&group->came, 1) + 1 != (uint32_t)group->nodes) /* O1, O2 */
		return await_work(&a, me);
	error = group->error = work(group, me, call);
	store_own(&group->came, 0);
	store_release(&group->done, a.before + 1); /* O3 */
	wake_others(group, me);
	return error;
}
