/* Makes one call of the library below for all nodes of a process, which fold and copy around it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/native_group.h"
#include "runtime/drive/gone.h"
#include "runtime/drive/pending.h"
#include "runtime/node/team_state.h"
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
 *	thread		the last node; relaxed: only that thread looks for its own number
 *	done		the last node
 *	member		the node, before it comes
 *	all else	the last node, between its addition and `done`
 *
 *	edges
 *	O1 -> O2	came	the buffers of the nodes that came before
 *	O3 -> O4	done	the results, and the error
 */
struct group_member {
	struct node *node;
	const unsigned char *in;
	unsigned char *out;
	uint64_t fingerprint;
	_Atomic uint32_t claim; /* of the buffers: ring.h */
	_Atomic uint64_t calls; /* to which the node has come */
};

struct native_group {
	int first, nodes; /* of this process */
	_Atomic uint32_t came;
	_Atomic uint64_t done; /* calls */
	_Atomic uint32_t thread; /* number, and 1, of the one that works; 0: none */
	int error;		/* of the last call */
	unsigned char *held;	/* for blocks of all nodes */
	size_t room;
	struct group_member member[];
};

/* ---- The group ---- */

static struct native_group *group_new(const struct team *team)
{
	struct native_group *group;
	int nodes = 0, first = 0;

	for (int v = team_network(team)->nodes - 1; v >= 0; v--)
		if (team_has_node(team, v)) {
			first = v;
			nodes++;
		}
	group = calloc(1, sizeof *group + (size_t)nodes * sizeof *group->member);
	if (!group)
		return NULL;
	group->first = first;
	group->nodes = nodes;
	return group;
}

struct native_group *native_group_of(struct node *me)
{
	struct cached_team *kept = team_kept(me->team);
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

/* ---- The call of the process ---- */

static size_t block_of(const struct native_call *call)
{
	return call->count * (call->fold ? type_bytes(call->type) : 1);
}

struct native_call native_group_call(const struct native_call *call, int nodes)
{
	struct native_call own = *call;

	own.in = NULL;
	own.out = NULL;
	switch (call->collective) {
	case SCATTER:
	case GATHER:
	case ALLGATHER:
	case REDUCESCATTER:
		own.count *= (size_t)nodes;
		break;
	case ALLTOALL:
		own.count *= (size_t)nodes * (size_t)nodes;
		break;
	case SCAN: /* the fold of all processes before */
		own.collective = EXSCAN;
		break;
	default:
		break;
	}
	return own;
}

/* A call under way: `own` is the process's. */
struct group_work {
	struct native_group *group;
	const struct native_call *call;
	struct native_call own;
	size_t block; /* bytes, of a node's */
	size_t all;   /* processes */
	int process;
};

static const struct group_member *root_of(const struct group_work *w)
{
	int root = w->call->root_node - w->group->first;

	return root >= 0 && root < w->group->nodes ? &w->group->member[root] : NULL;
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

/* Returns the bytes of the process's input in held memory, and sets *out to those of its output.
 * The library writes to a node what a node gets as it is. */
static size_t sizes_of(const struct group_work *w, size_t *out)
{
	size_t nodes = (size_t)w->group->nodes;

	*out = w->call->shared ? w->block : 0;
	switch (w->call->collective) {
	case SCATTER:
		*out = nodes * w->block;
		return 0;
	case GATHER:
	case ALLGATHER:
		*out *= w->all * nodes;
		return nodes * w->block;
	case REDUCESCATTER:
		*out = nodes * w->block;
		return w->all * nodes * w->block;
	case ALLTOALL:
		*out = w->all * nodes * nodes * w->block;
		return *out;
	case SCAN:
	case EXSCAN:
		*out = 2 * w->block;
		return w->block;
	case BARRIER:
	case BROADCAST:
		return 0;
	default:
		return w->block;
	}
}

static void fold_inputs(const struct group_work *w, unsigned char *to, size_t bytes)
{
	const struct group_member *member = w->group->member;

	memcpy(to, member[0].in, bytes);
	for (int k = 1; k < w->group->nodes; k++)
		folding_apply(w->call->folding, to, to, member[k].in, bytes);
}

/* The blocks for a process follow one another, those of the first node first. */
static void pack_all(const struct group_work *w, unsigned char *to, bool back)
{
	size_t nodes = (size_t)w->group->nodes, block = w->block;
	const struct group_member *member = w->group->member;

	for (size_t p = 0; p < w->all; p++)
		for (size_t k = 0; k < nodes; k++)
			for (size_t l = 0; l < nodes; l++, to += block)
				if (back) /* node k of process p sent this to node l here */
					memcpy(member[l].out + (p * nodes + k) * block, to, block);
				else
					memcpy(to, member[k].in + (p * nodes + l) * block, block);
}

static void copy_blocks(const struct group_work *w, unsigned char *held, bool back)
{
	for (int k = 0; k < w->group->nodes; k++, held += w->block) {
		const struct group_member *member = &w->group->member[k];

		if (!back)
			memcpy(held, member->in, w->block);
		else if (member->out != held)
			memcpy(member->out, held, w->block);
	}
}

/* Prepares the call of the process. Returns 0 or -ENOMEM with why. */
static int work_begin(struct group_work *w)
{
	const struct group_member *root = root_of(w), *first = w->group->member;
	size_t out, in = sizes_of(w, &out);
	unsigned char *held = hold(w->group, in + out + 1);

	if (!held)
		return why(ENOMEM, "no memory for the blocks of a process");
	w->own.in = held;
	w->own.out = held + in;
	if (w->call->collective == BROADCAST && root)
		w->own.out = root->out;
	else if (!out)
		w->own.out = collective_names_root(w->call->collective) && root ? root->out
										 : first->out;
	switch (w->call->collective) {
	case SCATTER:
		w->own.in = root ? root->in : NULL;
		break;
	case GATHER:
	case ALLGATHER:
		copy_blocks(w, held, false);
		break;
	case ALLTOALL:
		pack_all(w, held, false);
		break;
	case BARRIER:
	case BROADCAST:
		break;
	default:
		fold_inputs(w, held, in);
	}
	return 0;
}

static void copy_to_nodes(const struct group_work *w, const unsigned char *from, size_t bytes)
{
	for (int k = 0; k < w->group->nodes; k++)
		if (w->group->member[k].out != from)
			memcpy(w->group->member[k].out, from, bytes);
}

static void copy_to_root(const struct group_work *w, size_t bytes)
{
	const struct group_member *root = root_of(w);

	if (root && root->out != w->own.out)
		memcpy(root->out, w->own.out, bytes);
}

/* `before` is the fold of all processes before, if there are any, with room for another. A node's
 * input may be its output. */
static void give_prefixes(const struct group_work *w, unsigned char *before)
{
	const struct group_member *member = w->group->member;
	unsigned char *next = before + w->block;
	bool any = w->process > 0;

	for (int k = 0; k < w->group->nodes; k++, any = true) {
		unsigned char *spare = before;

		if (any)
			folding_apply(w->call->folding, next, before, member[k].in, w->block);
		else
			memcpy(next, member[k].in, w->block);
		if (w->call->collective == SCAN)
			memcpy(member[k].out, next, w->block);
		else if (any)
			memcpy(member[k].out, before, w->block);
		before = next;
		next = spare;
	}
}

static void work_end(const struct group_work *w)
{
	size_t nodes = (size_t)w->group->nodes;
	unsigned char *got = w->own.out;

	switch (w->call->collective) {
	case BROADCAST:
	case ALLREDUCE:
		copy_to_nodes(w, got, w->block);
		break;
	case ALLGATHER:
		copy_to_nodes(w, got, w->all * nodes * w->block);
		break;
	case GATHER:
		copy_to_root(w, w->all * nodes * w->block);
		break;
	case REDUCE:
		copy_to_root(w, w->block);
		break;
	case SCATTER:
	case REDUCESCATTER:
		copy_blocks(w, got, true);
		break;
	case ALLTOALL:
		pack_all(w, got, true);
		break;
	case SCAN:
	case EXSCAN:
		give_prefixes(w, got);
		break;
	default:
		break;
	}
}

/* ---- The nodes ---- */

static bool all_call_the_same(const struct native_group *group)
{
	for (int k = 1; k < group->nodes; k++)
		if (group->member[k].fingerprint != group->member[0].fingerprint)
			return false;
	return true;
}

/* Returns false if a node has revoked its buffers. */
static bool claim_buffers(struct native_group *group, const struct node *me)
{
	for (int k = 0; k < group->nodes; k++)
		if (group->first + k != me->number &&
			exchange_own(&group->member[k].claim, TAKEN) == REVOKED)
			return false;
	return true;
}

static int work(struct native_group *group, struct node *me, const struct native_call *call)
{
	struct group_work w = { .group = group,
		.call = call,
		.own = native_group_call(call, group->nodes),
		.block = block_of(call),
		.all = (size_t)(team_network(me->team)->nodes / group->nodes),
		.process = group->first / group->nodes };
	int error;

	if (!claim_buffers(group, me) || !all_call_the_same(group)) {
		wires_doubt(me->team);
		return -EAGAIN;
	}
	error = work_begin(&w);
	if (!error)
		error = wires_perform(me, &w.own);
	if (!error && !team_sound(me->team))
		error = team_refuse(me->team);
	if (!error)
		work_end(&w);
	return error;
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
			node_gone(team_node(a->team, a->group->first + k)))
			return true;
	return false;
}

static bool is_over(void *awaited)
{
	return one_has_gone(awaited) || is_done(awaited);
}

static uint32_t thread_of(const struct node *me)
{
	return (uint32_t)worker_number(me->worker) + 1;
}

/* Takes the buffers back, unless another thread works with them. */
static bool withdraw(const struct awaited_work *a, const struct node *me)
{
	struct group_member *member = &a->group->member[me->number - a->group->first];

	return exchange_own(&member->claim, REVOKED) == OFFERED ||
	       load_own(&a->group->thread) == thread_of(me);
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
	member->in = call->in;
	member->out = call->out;
	member->fingerprint = call->fingerprint;
	store_own(&member->claim, OFFERED);
	store_own(&member->calls, a.before + 1);
	if (add_acquire_release(&group->came, 1) + 1 != (uint32_t)group->nodes) /* O1, O2 */
		return await_work(&a, me);
	store_own(&group->thread, thread_of(me));
	error = group->error = work(group, me, call);
	store_own(&group->thread, 0);
	store_own(&group->came, 0);
	store_release(&group->done, a.before + 1); /* O3 */
	wake_others(group, me);
	return error;
}
