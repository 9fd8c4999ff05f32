/* The team: nodes, their links and their threads, and the execution of programs on them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_H
#define RUNTIME_TEAM_H

#include "plan/program/program.h"
#include "runtime/kernels/fold.h"

enum waiting {
	WAIT_AUTO,
	WAIT_SPIN,
	WAIT_YIELD,
	WAIT_PARK
};

struct pacing;

struct team_options {
	struct network net;
	int threads;	 /* of the team; GROVE_CALLER: none of its own */
	const char *pin; /* NULL or "auto", "none", a list, a likwid expression */
	enum waiting wait;
	double timeout;		     /* seconds without progress anywhere in the team */
	const struct pacing *pacing; /* pace.h; NULL: as fast as the machine goes */
};

struct team;
struct node;   /* one node; belongs to one thread at a time */
struct worker; /* one of the team's threads, with a run of nodes */

enum {
	BY_REFERENCE = 1 /* a bit that folding_word leaves free */
};

/* One node's part of one collective. */
struct call {
	const struct program *program;
	const void *input;
	void *output;
	const struct folding *folding; /* NULL when nothing is folded */
	uint64_t fingerprint;	       /* of all arguments that must agree */
	const char *name;	       /* for messages: "allreduce"; static storage */
	size_t bytes;		       /* for messages */
	int root, destination;	       /* for messages; -1: none; 0: none, else 1 more than the node */
	uint64_t how;		       /* for messages: folding_word, and whether by reference */
};

int team_open(struct team **team, const struct team_options *options);
int team_close(struct team *team);

const struct network *team_network(const struct team *team);
int team_threads(const struct team *team); /* 0 for GROVE_CALLER */
int team_pinned(const struct team *team, int thread);
size_t team_inline_bytes(const struct team *team); /* payload that a slot holds */
struct node *team_node(struct team *team, int v);

/* Room for the rooms above: one pointer of theirs for a team and for each node, and what frees it. */
void team_keep(struct team *team, void *kept, void (*release)(void *));
void *team_kept(const struct team *team);
void **node_kept(struct node *me);

int node_number(const struct node *me);
struct team *node_team(const struct node *me);

/* Runs body on every thread of the team, each with its worker; returns 0 or the first error. The
 * calling thread waits. */
typedef int worker_body(struct worker *me, void *argument);
int team_dispatch(struct team *team, worker_body *body, void *argument);

/* The same for bodies that call what they like: also -EINVAL when nodes called different operations and
 * no node has noticed, since none of them needed another's packet. */
int team_run(struct team *team, worker_body *body, void *argument);

/* The run of nodes that a worker has: first ... first + count - 1. */
int worker_number(const struct worker *me);
int worker_first(const struct worker *me);
int worker_nodes(const struct worker *me);

/* The caller's own thread as a node. */
int team_attach(struct team *team, int v, struct node **me);
int node_detach(struct node *me);

/* May this thread call blocking verbs as this node now? 0, -EDEADLK in a folded phase, -ECHILD after
 * fork, -ECANCELED after an abort; with why. */
int node_may_block(struct node *me);

/* One node's part, to its end: 0, -ETIMEDOUT, -ECANCELED, -EINVAL (different arguments), -ENOMEM.
 * On an error everything that was lent has come back or been revoked. */
int node_call(struct node *me, const struct call *call);

/* The parts of all nodes of a worker, stepped in turn: calls[worker_nodes]. */
int worker_call(struct worker *me, const struct call *calls);

/* Aborts the team: every call returns -ECANCELED, the line says `reason`. */
void team_abort(struct team *team, const char *reason);

/* All threads of a dispatch meet; spins. For measurements: returns at the same instant, nearly. */
int worker_meet(struct worker *me);

#endif
