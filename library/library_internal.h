/* The library from inside: plans with all that they need to run, and what a team keeps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_LIBRARY_INTERNAL_H
#define LIBRARY_LIBRARY_INTERNAL_H

#include "grove.h"
#include "plan/model/estimate.h"
#include "plan/model/machine.h"
#include "plan/program/program.h"
#include "plan/schedule.h"
#include "runtime/team/team.h"

/* A plan as applications hold it. Immutable. Either a finalized plan, for any size; or a verified
 * schedule of a file, for the size it has. */
struct grove_plan {
	struct plan *plan;	   /* NULL when there is a schedule */
	struct schedule *schedule; /* NULL when there is a plan */
	struct problem problem;	   /* with its root; the permutation belongs to plan or schedule */
	struct folding folding;	   /* of folding collectives */
	size_t packet;		   /* no packet carries more; 0: no limit; GROVE_PACKET_AUTO */
	enum forward forward;	   /* as it was asked for; of a new plan FORWARD_AUTO */
	struct matrix matrix;	   /* item 0: blocks move as they are */
	uint64_t hash;		   /* of what nodes must agree on, but for bytes and root */
	struct rates rates;	   /* that choices were made for */
	uint64_t number;	   /* never used twice in a process: a cache may keep it */
};

static inline bool buffers_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

	return x < y ? y - x < a_bytes : x - y < b_bytes;
}

/* As grove_plan_make, from a problem whose network is open and whose algorithm may be "auto" or
 * empty; bytes is what the choice is made for. */
int plan_wrap(struct grove_plan **plan, const struct problem *problem, enum grove_type type,
	const struct grove_fold *fold, size_t packet, size_t bytes);

/* The same for links other than those of threads. */
int plan_wrap_for(struct grove_plan **plan, const struct problem *problem, enum grove_type type,
	const struct grove_fold *fold, size_t packet, size_t bytes, const struct rates *rates);

/* What choices assume of threads: this machine's links as they were calibrated, or a rough guess, its
 * usable cores, and a network of that many nodes. 0, or -EINVAL with why: what was kept of this machine
 * is of another one, or wrong. */
int thread_rates(struct rates *rates, int nodes);

/* All candidates, the one to take first: by what was measured of them here, else by the model. Returns
 * how many, or -errno with why. */
struct candidate;
int auto_choose(struct candidate *list, const struct problem *problem, size_t bytes, size_t element,
	const struct rates *rates);

/* From a schedule, which is verified here, and then belongs to the plan. 0, -EINVAL with the rule
 * that it breaks; then the schedule is still the caller's. */
int plan_wrap_schedule(struct grove_plan **plan, struct schedule *schedule, enum grove_type type,
	const struct grove_fold *fold);

/* The blocks of a new plan are transposed on their way: of this matrix, which is copied. 0, or -EINVAL
 * or -ENOMEM with why. */
int plan_transpose(struct grove_plan *plan, const struct grove_matrix *matrix);

/* The binding of a plan to blocks of that many bytes. */
int plan_binding(struct binding *binding, const struct grove_plan *plan, size_t bytes, int root);

/* Whether this machine's memory holds the programs of all nodes for blocks of that many bytes, with what nodes keep of
 * what they pass on, and `more` bytes of buffers. 0, -EINVAL, or -ENOMEM with what fits as why. */
int plan_runs(const struct grove_plan *plan, size_t bytes, double more);

/* "copy", "reference", "auto"; -EINVAL with why. */
const char *forward_name(enum forward forward);
int forward_named(enum forward *forward, const char *name);

/* What a plan does for blocks of that many bytes: FORWARD_COPY or FORWARD_REFERENCE. The same on all
 * nodes. Paced teams forward by copy, whatever is said here of a plan that leaves it open. */
enum forward plan_forward(const struct grove_plan *plan, size_t bytes);

/* Whether blocks of that many bytes can be those of the plan, and a node's buffers. 0, or -EINVAL with
 * why. */
int blocks_check(const struct grove_plan *plan, size_t bytes);
int buffers_check(
	const struct grove_plan *plan, int v, const void *in, const void *out, size_t bytes);

/* Fills in the call of one node: its program is lowered now, or was and is kept. 0, -EINVAL
 * (buffers overlap or are NULL, bytes are no elements, the network is another one), -ENOMEM. The
 * program stays valid until the node has prepared 16 others. */
int node_prepare(struct node *me, const struct grove_plan *plan, const void *in, void *out,
	size_t bytes, int root, struct call *call);

/* What the model knows of this team's links: measured at the first call on a pair of threads pinned
 * as the team's are. */
struct link_costs {
	double beta;	   /* seconds for a packet, from one thread to another */
	double packet;	   /* seconds for a packet between nodes of one thread */
	double tau;	   /* seconds for a byte, from the other core's cache, just written */
	double memory_tau; /* the same when caches do not hold it; 0: not measured yet */
	double peak;	   /* bytes a second, from cache to cache; 0: not measured yet */
	struct link_loop_cost crossing[2]; /* as a machine's; 0: not measured */
	double folded_tau;		  /* as tau, between nodes of one thread */
	double piece;			  /* seconds for each piece of a packet; 0: not measured */
	double fold;	      /* seconds more for a packet that is combined; 0: not measured */
	double memory_shared; /* how many times memory_tau a byte takes when all threads move some; 0:
				 as many as there are threads */
	double serial;	      /* what a second link at once costs, of the first one's time */
};

/* As estimates take them, for so many threads at once. */
struct rates costs_rates(const struct link_costs *costs, int threads);

/* From a calibration. */
struct link_costs costs_of(const struct machine *machine);

/* memory: memory_tau is wanted as well, which takes longer to measure. */
int team_costs(struct team *team, bool memory, struct link_costs *costs);

/* Seconds that the model predicts for this plan on this team. */
int plan_predict(struct team *team, const struct grove_plan *plan, size_t bytes, double *seconds);

/* What grove_team_close and the verbs keep with a team; made by grove_team_open, or here for teams
 * that the runtime opened. */
int library_attach(struct team *team);

#endif
