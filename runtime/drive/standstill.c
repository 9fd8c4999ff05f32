/* Keeps when each thread of a team last found nothing to do, and counts moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/drive/gone.h"
#include "runtime/drive/standstill.h"

static struct worker *worker_top(struct worker *me)
{
	while (me->above)
		me = me->above->worker;
	return me;
}

/* Only a thread of the caller's may be several workers at the top. A worker's `next` is the
 * thread's own (thread_exit.c), and `several` holds for each of the thread's workers of the
 * team. */
static void others_stand(const struct worker *me, int64_t time)
{
	struct team *team = me->team;

	for (int w = 0; w < team->workers; w++) {
		struct worker *other = &team->worker[w];

		if (load_own(&other->inside) &&
			pthread_equal(load_own(&other->self), load_own(&me->self)))
			store_own(&other->idle_since, time);
	}
}

void worker_stands(struct worker *me, int64_t time)
{
	struct worker *top = worker_top(me);

	store_own(&top->idle_since, time);
	if (top->several && time != ABSENT)
		others_stand(top, time);
}

bool family_stands(const struct team *team, int64_t time)
{
	while (team->family.above)
		team = team->family.above;
	for (int w = 0; w < team->workers; w++)
		if (worker_idle_since(&team->worker[w]) <= time)
			return false;
	return true;
}

/* Two equal results mean that none of the team's own nodes has moved in between. */
static uint64_t team_moves(const struct team *team)
{
	uint64_t moves = load_own(&team->meeting.met);

	for (int v = 0; v < team->net.nodes; v++)
		moves +=
			load_own(&team->node[v].news.moves) + load_own(&team->node[v].news.entered);
	return moves;
}

static uint64_t moves_below(struct team *team)
{
	uint64_t moves = team_moves(team);

	pthread_mutex_lock(&team->family.below_lock);
	for (struct team *sub = team->family.below; sub; sub = sub->family.beside)
		moves += moves_below(sub);
	pthread_mutex_unlock(&team->family.below_lock);
	return moves;
}

uint64_t family_moves(struct team *team)
{
	return moves_below(team_top(team));
}
