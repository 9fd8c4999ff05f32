/* Declares the library's internal structs and functions: plans with everything needed to run, and
 * link costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_LIBRARY_INTERNAL_H
#define LIBRARY_LIBRARY_INTERNAL_H

#include "grove.h"
#include "plan/model/estimate.h"
#include "plan/costs/copy_costs.h"
#include "plan/program/program.h"
#include "plan/schedule.h"
#include "runtime/kernels/fold.h"
#include "runtime/team/team.h"

/* The best packet limit for blocks of the size that was asked last. */
struct best_packet {
	bool known;
	size_t bytes, packet;
};

/* A plan as applications hold it; immutable but for `best`. A plan is either finalized, and serves
 * any size, or is a verified schedule of a file for a single size. */
struct grove_plan {
	struct plan *plan;	   /* NULL when there is a schedule */
	struct schedule *schedule; /* NULL when there is a plan */
	struct problem problem;	   /* with its root; plan or schedule owns the permutation */
	struct folding folding;	   /* type and fold of a folding collective */
	size_t packet;		   /* most bytes of a packet; 0: no limit; GROVE_PACKET_AUTO */
	enum forward forward;	   /* as requested; FORWARD_AUTO for a new plan */
	struct matrix matrix;	   /* item 0: blocks move unchanged */
	uint64_t hash;		   /* of everything that nodes must agree on except bytes and
				    * root */
	struct rates rates;	   /* the link costs that choices assumed */
	uint64_t number;	   /* unique in the process, hence usable as a cache key */
	struct grove_plan_heading heading;
	struct best_packet best;   /* where `packet` is GROVE_PACKET_AUTO; under LOCK_PACKETS */
};

/* Writes the heading of a plan that is whole. */
void plan_entitle(struct grove_plan *plan);

/* A fold in the order of the nodes belongs to a collective of its own. */
static inline void order_find(enum collective *collective, const struct grove_fold **fold)
{
	if (fold_ordered(fold))
		*collective = collective_in_order(*collective);
}

static inline bool is_in_place(const void *in, const void *out)
{
	return in == GROVE_IN_PLACE || out == GROVE_IN_PLACE;
}

static inline bool buffers_overlap(const void *a, size_t a_bytes, const void *b, size_t b_bytes)
{
	uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;

	return x < y ? y - x < a_bytes : x - y < b_bytes;
}

/* Makes a plan that has a number and a fold, but neither hops nor packets yet. Returns 0 or -errno
 * with why. */
int plan_begin(struct grove_plan **plan, const struct problem *problem, int type,
	const struct grove_fold *fold);

/* Hashes everything that must be equal on all nodes except bytes and root: the hops and the fold.
 */
uint64_t plan_agreement(const struct grove_plan *plan);

/* Does the work of grove_plan_make for a problem whose network is open, for links with the given
 * rates. The algorithm may be "auto" or empty; then the choice is made for blocks of `bytes` bytes.
 */
int plan_wrap_for(struct grove_plan **plan, const struct problem *problem, int type,
	const struct grove_fold *fold, size_t packet, size_t bytes, const struct rates *rates);

/* Verifies a schedule and makes a plan, which then owns the schedule. Returns 0, -EINVAL with line
 * and broken rule as why, or -ENOMEM. After an error the caller still owns the schedule. */
int plan_of_schedule(struct grove_plan **plan, struct schedule *schedule, int type,
	const struct grove_fold *fold);

/* Returns the fingerprint of a call: of everything that all nodes of the team must give equally. */
uint64_t plan_fingerprint(
	const struct grove_plan *plan, const struct program *program, const struct team *team);

/* Checks that no packet of a node cuts an element of a fold. Returns 0, or -EINVAL with why. */
struct tape;
int tape_check_elements(const struct tape *tape, const struct grove_plan *plan);

/* Finds the rates that choices assume for threads: the calibrated costs of this machine's links, or
 * a rough guess; the usable cores; and a network of that many nodes. Returns 0, or -EINVAL with why
 * when the calibration file is wrong or belongs to another machine. */
int thread_rates(struct rates *rates, int nodes);

/* Does the same for that many threads at once, and for these cpus; NULL or -1: any. A distance of
 * the cores that was measured up to `age` seconds ago counts. */
int thread_rates_between(struct rates *rates, int threads, const int cpus[2], double age);

/* Lists all candidates, the best first. Measurements made on this machine decide before the model
 * does. Returns the number of candidates, or -errno with why. */
struct candidate;
int auto_choose(struct candidate *list, const struct problem *problem, size_t bytes, size_t element,
	const struct rates *rates);

/* Finds the first of these candidates in less time. Returns 0, or -errno with why. */
int auto_fastest(struct candidate *best, const struct problem *problem, size_t bytes,
	size_t element, const struct rates *rates);

/* Makes a new plan transpose its blocks on the way, as blocks of this matrix, which is copied.
 * Returns 0, or -EINVAL or -ENOMEM with why. */
int plan_transpose(struct grove_plan *plan, const struct grove_matrix *matrix);

/* Fills in the binding of a plan to blocks of that many bytes. */
int plan_binding(struct binding *binding, const struct grove_plan *plan, size_t bytes, int root);

/* Checks that memory holds the programs of all nodes for blocks of that many bytes, the bytes that
 * nodes keep for forwarding, and `more` bytes of buffers. Returns 0, -EINVAL, or -ENOMEM; why says
 * how much fits. */
int plan_runs(const struct grove_plan *plan, size_t bytes, double more);

/* The names are "copy", "reference" and "auto". forward_named returns 0 or -EINVAL with why. */
const char *forward_name(enum forward forward);
int forward_named(enum forward *forward, const char *name);

/* Finds the way that an application asks for (NULL: FORWARD_AUTO). Returns 0, or -EINVAL with why:
 * no such way, or one that this collective, or a pace, can not have. */
int forward_asked(enum forward *forward, const char *name, enum collective collective, bool paced);

/* Returns how a plan forwards blocks of that many bytes: FORWARD_COPY or FORWARD_REFERENCE. The
 * answer is the same on all nodes. For a plan that leaves the choice open, paced teams forward by
 * copy whatever this function returns. */
enum forward plan_forward(const struct grove_plan *plan, size_t bytes);

/* Returns true if no node can read another node's memory, or must not: bytes are forwarded by copy.
 * An explicit forward by reference is refused: -EINVAL with why. */
bool team_forwards_by_copy(const struct team *team);
int refuse_reference(const struct team *team);

/* Checks that the plan is for a team's network. A plan numbers the nodes and ports of a single
 * network; in another network the same numbers mean other links. Returns 0, or -EINVAL with why. */
int network_check(const struct grove_plan *plan, const struct team *team);

/* Check that the plan can have blocks of that many bytes, and a node these buffers. Return 0, or
 * -EINVAL with why. */
int blocks_check(const struct grove_plan *plan, size_t bytes);
int buffers_check(
	const struct grove_plan *plan, int v, const void *in, const void *out, size_t bytes);

/* Does the same for buffers of that many bytes. */
int buffers_check_bytes(
	enum collective collective, const void *in, size_t input, const void *out, size_t output);

/* Puts a node's buffers in a call, in which the bytes of a block are set already. Either buffer may
 * be GROVE_IN_PLACE. */
void call_buffers(struct call *call, enum collective collective, int v, const void *in, void *out);

/* Fills in the call of a node. Returns 0, -EINVAL (buffers overlap or are NULL, bytes hold no whole
 * number of elements, or the network is another network), or -ENOMEM. The program stays valid until
 * the node's thread has prepared 64 other operations (prepared.h). */
int node_prepare(struct node *me, const struct grove_plan *plan, const void *in, void *out,
	size_t bytes, struct call *call);

/* Converts the costs of a calibrated machine to rates, for fresh data, with that many threads
 * working at once. */
struct rates machine_rates(const struct machine *machine, int threads);

/* A few costs of links between threads. */
struct link_costs {
	double beta;	   /* seconds for a packet, from one thread to another */
	double packet;	   /* seconds for a packet between nodes of one thread */
	double tau;	   /* seconds for a byte, from the other core's cache, just written */
	double folded_tau; /* tau between nodes of the same thread */
};

/* Makes a machine of a few costs. Each cost stands for all sizes and states of the data. The
 * machine refers to `costs`, which is all zeros at first. */
void rough_machine(
	struct machine *machine, struct measured_costs *costs, const struct link_costs *links);

/* Predicts by the model the seconds that this plan takes on this team, for data in this state. */
int plan_predict(struct team *team, const struct grove_plan *plan, size_t bytes,
	enum data_state data, double *seconds);

/* Makes the caches that the verbs use and grove_team_free frees. grove_team_open calls this
 * function; a team that the runtime opened needs this call. */
int library_attach(struct team *team);

/* ---- The options of a team, as applications write them ---- */

/* Fills in all options but `caller_waits`, pace and wiring. Returns 0, -EINVAL or -ENOMEM with
 * why. */
int read_options(struct team_options *own, const struct grove_team_options *options);

/* Opens a team with all that the library keeps. Returns what team_open returns. */
int options_open(struct team **team, const struct team_options *own);

#endif
