/* A team is nodes with links and threads; programs are executed on a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_TEAM_H
#define RUNTIME_TEAM_TEAM_H

#include "runtime/drive/waiting.h"
#include "runtime/node/call.h"

struct pacing;
struct wiring;

struct team_options {
	struct network net;
	int threads; /* 0: for each usable core; GROVE_NODES: for each node; GROVE_CALLER: none */
	const char *pin; /* NULL or "auto", "none", a list, a likwid expression */
	enum waiting wait;
	double timeout;		     /* seconds in which every node waits; above 1e9: for ever */
	size_t stack;		     /* bytes for a body; 0: the usual number */
	bool helper;		     /* a thread that carries on pending calls */
	bool caller_waits;	     /* the thread that runs the team is not its thread 0 */
	const struct pacing *pacing; /* pace.h; NULL: as fast as the machine goes */
	const struct wiring *wiring; /* wires.h; NULL: all nodes are in this process */
};

int team_open(struct team **team, const struct team_options *options);
int team_close(struct team *team);

int team_pinned(const struct team *team, int thread);
/* Lowers the limit of bodies that the receiver folds to `most` bytes (runtime/node/port.h), before
 * the first job. Returns the limit. */
size_t team_fold_bodies(struct team *team, size_t most);

/* For a wired team: all processes get the first error of any, or the greatest value, or the least
 * of each of the values. For other teams: the process's own. */
int team_confer(struct team *team, int error);
double team_greatest(struct team *team, double value);
void team_least(struct team *team, int64_t *values, int count);

/* Keeps a pointer of library/, with a function to free the pointer and a function that is called
 * when the team heals (NULL: none). */
void team_keep(struct team *team, void *kept, void (*release)(void *), void (*renew)(void *));

/* Runs body on every thread of the team, with that thread's worker. The calling thread waits.
 * Returns 0 or the first error. */
int team_dispatch(struct team *team, worker_body *body, void *argument);

/* Does the same for bodies that may call different operations. Also returns -EINVAL if nodes called
 * different operations and no node noticed, because no node needed another node's packet. Body
 * finds `outer`, the application's body, in the team's job. */
int team_run(struct team *team, worker_body *body, outer_body *outer, void *argument);

/* Runs body on every node of the team, for bodies that may block in calls. With fewer threads than
 * nodes the bodies of a thread take turns (crew.h). Otherwise as team_run, or -ENOMEM when there is
 * no memory for stacks. */
int team_run_nodes(struct team *team, node_body *body, outer_body *outer, void *argument);

/* Attaches the caller's own thread as a node, and detaches that thread. */
int team_attach(struct team *team, int v, struct node **me);
int node_detach(struct node *me);

/* Returns 0, or -EINVAL with why if the node, of a team or of a sub-team, is not the caller's to
 * detach. */
int node_may_leave(const struct node *me);

/* Returns 0 if this thread may call blocking verbs as this node now. Otherwise returns -EDEADLK in
 * a phase of nodes that share threads, -ECHILD after a fork, -ECANCELED after an abort, with
 * why. */
int node_may_block(struct node *me);

/* Runs a node's part of a collective to the end. Returns 0, -ETIMEDOUT, -ECANCELED, -EINVAL
 * (different arguments) or -ENOMEM. After an error all memory that was lent has come back or been
 * revoked. */
int node_call(struct node *me, const struct call *call);

/* Runs the parts of all nodes of a worker in folded execution: calls[me->nodes]. */
int worker_call(struct worker *me, const struct call *calls);

/* All threads of a dispatch meet, by spinning. For measurements: all return at nearly the same
 * instant. */
int worker_meet(struct worker *me);

#endif
