/* grove: collectives on the cores of one machine, by schedules over many spanning trees at once.
 *
 * Threads, pinned to cores, are the nodes of an interconnection network (cube:3, gh:2x3x4, gh:6).
 * They exchange buffers through lock-free rings, one for each directed link, and carry out
 * collectives by plans: schedules that are verified before they run.
 *
 *	struct grove_team *team;
 *	grove_team_open(&team, &(struct grove_team_options){ .network = "cube:3" });
 *	grove_team_run(team, body, argument);     // body(me, argument) on every node
 *	grove_team_close(team);
 *
 *	... and in body:
 *	grove_allreduce(me, in, out, count, GROVE_F64, GROVE_SUM);
 *
 * Conventions
 *	Argument order and meaning follow MPI. Sizes are in bytes, counts in elements, times in
 *	seconds; both are those of one block: what one node contributes, or one node gets.
 *	Every call returns 0, or -errno; then grove_why() is one line for a human. Common to all:
 *	-EINVAL	an argument is wrong, or nodes called with different arguments. NULL is wrong
 *		unless its comment says otherwise; functions that return a pointer return NULL then.
 *		So is GROVE_IN_PLACE as an output, and a size that no memory can hold
 *	-ENOMEM	out of memory; or what is asked for needs more than there is: then nothing has begun,
 *		and the line says how much, and the least packet, the largest block or the largest
 *		network that fits
 *	-ETIMEDOUT	no progress in the whole team for the team's timeout; the line says who
 *		waits for whom: the node behind the semicolon is one that keeps others waiting
 *	-ECANCELED	another node failed or left, and the team is aborted
 *	-ECHILD	the team was opened by another process (after fork)
 *	-EDEADLK	the call would wait for its own caller: any verb, grove_execute or grove_detach
 *		inside a fold, as any node of that team; grove_team_run, _each, _execute, _close, _late,
 *		grove_predict or grove_link_peak inside a body or a fold of the same team's threads
 *	-EBUSY	another thread is in the way, see below
 *	What a failed call should have filled (a team, a node, a plan, figures, seconds) is NULL or 0.
 *	After -ETIMEDOUT, -ECANCELED, or -EINVAL by different arguments, a team can only be closed.
 *	Different arguments are found before a byte is copied by a node that gets a packet of the other
 *	call, and by nodes that wait for an eighth of the timeout: in that very operation. A node whose
 *	part is over without a packet from the other one, as that of a root with a small message, leaves
 *	with 0. Then the next operation that uses the link between the two returns -EINVAL; or, where
 *	none does, grove_team_run and grove_team_each, or grove_team_close. The line names both nodes,
 *	the first operation in which they differ, and both values; a permutation, an algorithm and a
 *	caller's fold by numbers.
 *	Zero bytes, with NULL for buffers, is a collective that moves nothing. Input and output
 *	may not overlap, except that folding collectives take GROVE_IN_PLACE as input.
 *
 * Structs
 *	Fields that are left 0 take their usual values. A struct that begins with its size may get
 *	more fields at its end in later versions. A program that sets fields that came after 0.1 sets
 *	`size` to sizeof the struct. A library that is older than the program refuses such fields
 *	(-EINVAL) unless they are 0. All other structs stay as they are.
 *
 * Threads
 *	A struct grove_node belongs to one thread at a time: -EBUSY for another thread while the node
 *	is inside a verb, -EINVAL otherwise. A struct grove_plan is immutable and may be used by any
 *	number of threads and teams. grove_team_run, _each, _execute, _close, _late, grove_predict and
 *	grove_link_peak are for one thread at a time: -EBUSY while another one is inside such a call
 *	of the same team, which goes on undisturbed. _close and _late are also refused while threads
 *	are attached, or inside a verb. Nothing may be called of a team that has been closed.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef GROVE_H
#define GROVE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GROVE_API __attribute__((visibility("default")))

#define GROVE_VERSION_MAJOR 0
#define GROVE_VERSION_MINOR 1
#define GROVE_VERSION_PATCH 0

/* "0.1.0": the library's own version. */
GROVE_API const char *grove_version(void);

/* The line that says why the last call of this thread failed; "" when it did not: read it before the calls
 * that clean up. Calls that cannot fail, and those that tell a property of a team, a node or a plan, leave the
 * line of the call before. */
GROVE_API const char *grove_why(void);

/* ---- Teams ------------------------------------------------------------------------------ */

struct grove_team; /* the nodes of a network, their links and their threads */
struct grove_node; /* one node of a team, as its thread knows it */

/* Cores and cpus are those of the process, whichever thread asks: usable is each cpu that at least one of its
 * threads may run on (taskset, control groups, a thread that is bound by hand), that is one of GNU OpenMP's
 * places (with OMP_PLACES or OMP_PROC_BIND it binds the first thread before main), or that stands in the list of
 * likwid-pin. A program that binds all its threads to one cpu has one; `pin` keeps a team on fewer. */

/* In place of a number of threads. */
#define GROVE_CALLER (-1) /* the caller's own threads, by grove_attach */
#define GROVE_CORES (-2)  /* as many as there are usable cores, at most one for each node */

/* Links like those of the papers' machines. A team that is given a pace keeps, on the real clock, each
 * directed link busy beta + bytes tau for each packet, and each node to the port model and duplex
 * of the plan, as grove_problem names them. The bytes still cross every link, and no packet starts
 * before its bytes are there. So what was written for threads shows the times of a machine of
 * links; nodes may be many more than cores. Times keep within some percent where beta is 100 us or
 * more; grove_team_late says how well they were kept. */
struct grove_pace {
	double beta; /* seconds for each packet */
	double tau;  /* seconds for each byte */
};

/* The pace of a machine by name: "ipsc", "unit"; `grove list machines`. -EINVAL: there is none. */
GROVE_API int grove_machine(struct grove_pace *pace, const char *name);

struct grove_team_options {
	size_t size; /* of the struct; 0: the fields of version 0.1 (Structs, above) */
	const char *network; /* "cube:3", "gh:2x3x4", "gh:6" (complete); "machine:16": of 16 nodes,
				the one whose digits are this machine's packages, last-level
				caches and cores, where the nodes fill them evenly; within one
				cache gh:16. "machine": a node for each core */
	int threads;	     /* 0: one for each node; a number; GROVE_CALLER; GROVE_CORES */
	const char *pin;     /* NULL or "auto", "none", a list of cpus "0,2-5", or a likwid
				expression "S0:0-3". "auto": distinct cores first, near ones next to
				each other; under likwid-pin its list, in its order. A hint:
				grove_team_pinned says what came of it */
	/* NULL or "auto", "spin", "yield", "park". Where there are more threads than usable cores,
	 * threads that would spin yield: the one that is waited for may want the core. */
	const char *wait;
	double timeout; /* seconds without progress; 0: 10. A packet that is being copied or folded
			        is no progress yet: allow for your slowest fold */
	const struct grove_pace *pace; /* NULL: as fast as this machine goes. Copied */
};

/* Opens a team. 0; -EINVAL for an unknown network or option; -EAGAIN or -ENOMEM when threads or
 * memory do not suffice, with the largest network of the kind that fits. The caller's own
 * affinity is never changed. */
GROVE_API int grove_team_open(struct grove_team **team, const struct grove_team_options *options);

/* Ends the threads and frees the team; NULL is fine. -EBUSY while nodes are attached or another thread
 * runs the team, -EDEADLK inside a body: then the team is as it was. -EINVAL: it is closed, but
 * callers' threads had called different operations, which nothing has shown before. */
GROVE_API int grove_team_close(struct grove_team *team);

GROVE_API int grove_team_nodes(const struct grove_team *team);
GROVE_API int grove_team_threads(const struct grove_team *team);

/* The cpu that thread `thread` was pinned to, -1 when it is not pinned. */
GROVE_API int grove_team_pinned(const struct grove_team *team, int thread);

/* Of a team with a pace, since the last call: how late its latest node was, as a share of the time
 * that it spent in collectives. With 0.05, times are at most some 5 % longer than the pace says.
 * -EINVAL for a team without a pace. */
GROVE_API int grove_team_late(struct grove_team *team, double *share);

/* What a node does. Returns 0 or -errno; the first error aborts the team's nodes. */
typedef int grove_body(struct grove_node *me, void *argument);

/* SPMD: body on every node at once, each in a thread of its own, which may call the verbs below.
 * Returns when all have returned: 0 or the first error. Needs a thread for each node (else
 * -EINVAL; then grove_team_each and grove_team_execute are the way). */
GROVE_API int grove_team_run(struct grove_team *team, grove_body *body, void *argument);

/* Phased: body on every node, by however many threads there are, several nodes in turn on each.
 * Body may not call verbs when there are fewer threads than nodes: they return -EDEADLK, also for
 * a node that has a thread for itself. */
GROVE_API int grove_team_each(struct grove_team *team, grove_body *body, void *argument);

/* The caller's own threads: takes part as node `node` until grove_detach. For teams opened with
 * GROVE_CALLER, in an `omp parallel` region or any threads; -EBUSY when the node is taken. A thread
 * that ends without grove_detach, in whatever way, aborts the team. */
GROVE_API int grove_attach(struct grove_team *team, int node, struct grove_node **me);
GROVE_API int grove_detach(struct grove_node *me);

GROVE_API int grove_node_number(const struct grove_node *me);
GROVE_API struct grove_team *grove_node_team(const struct grove_node *me);

/* ---- Elements and how they are combined ---------------------------------------------------- */

enum grove_type {
	GROVE_U8,
	GROVE_I8,
	GROVE_U16,
	GROVE_I16,
	GROVE_U32,
	GROVE_I32,
	GROVE_U64,
	GROVE_I64,
	GROVE_F32,
	GROVE_F64,
	GROVE_TYPES,
	GROVE_TYPE_RANGE = 0x7fffffff /* no type: in C++ an enumeration holds no value beyond its own */
};

/* An element of n bytes (1 to 65535), for a caller's own fold. */
#define GROVE_ELEMENT(n) ((enum grove_type)(0x10000 + (n)))

/* result[i] = left[i] combined with right[i], for i < count. result may be left. Must be
 * commutative and associative: the order in which nodes combine depends on the plan alone, so
 * results are the same bits on every run, but it is not the order of the nodes.
 * The function may end its thread, and in C++ it may throw: the team is aborted, and before the caller's
 * cleanup handlers and destructors run, nobody uses this thread's buffers any more. For that, code with
 * folds needs unwind tables, which compilers make on most machines unasked (gcc: -fexceptions). Only
 * inside the function may a thread be cancelled asynchronously. */
typedef void grove_fold_function(void *result, const void *left, const void *right, size_t count,
	enum grove_type type, void *context);

struct grove_fold {
	grove_fold_function *function;
	void *context;
	const char *name;
};

/* Sum, product, minimum, maximum; and, or, exclusive or of the bits (integers only: -EINVAL).
 * Integers wrap around. */
#define GROVE_SUM (grove_builtin_fold(0))
#define GROVE_PROD (grove_builtin_fold(1))
#define GROVE_MIN (grove_builtin_fold(2))
#define GROVE_MAX (grove_builtin_fold(3))
#define GROVE_AND (grove_builtin_fold(4))
#define GROVE_OR (grove_builtin_fold(5))
#define GROVE_XOR (grove_builtin_fold(6))

/* The fold behind each name above: the same pointer at every call, never freed; NULL for another
 * number. Any thread. A function, because a program would copy the size of a variable into itself. */
GROVE_API const struct grove_fold *grove_builtin_fold(int number) __attribute__((const));

/* As the input of a folding collective: the output holds the input, and is overwritten. */
#define GROVE_IN_PLACE ((const void *)-1)

/* ---- Collectives: called by every node with the same arguments, in the same order ----------- */

/* buffer[bytes] of the root to all. */
GROVE_API int grove_broadcast(struct grove_node *me, void *buffer, size_t bytes, int root);

/* out[count] at the root: the inputs of all, combined. out is ignored elsewhere. */
GROVE_API int grove_reduce(struct grove_node *me, const void *in, void *out, size_t count,
	enum grove_type type, const struct grove_fold *fold, int root);

/* out[bytes] of node v: bytes [v * bytes, (v + 1) * bytes) of the root's in, ignored elsewhere. */
GROVE_API int grove_scatter(
	struct grove_node *me, const void *in, void *out, size_t bytes, int root);

/* The root's out[nodes * bytes]: the inputs of all, in the order of the nodes. */
GROVE_API int grove_gather(
	struct grove_node *me, const void *in, void *out, size_t bytes, int root);

/* out[nodes * bytes] everywhere: the inputs of all. */
GROVE_API int grove_allgather(struct grove_node *me, const void *in, void *out, size_t bytes);

/* in[nodes * count]; out[count] of node v: block v of all inputs, combined. */
GROVE_API int grove_reducescatter(struct grove_node *me, const void *in, void *out, size_t count,
	enum grove_type type, const struct grove_fold *fold);

/* out[count] everywhere: the inputs of all, combined; the same bits everywhere. */
GROVE_API int grove_allreduce(struct grove_node *me, const void *in, void *out, size_t count,
	enum grove_type type, const struct grove_fold *fold);

/* in and out [nodes * bytes]: block v of node u's in becomes block u of node v's out. */
GROVE_API int grove_alltoall(struct grove_node *me, const void *in, void *out, size_t bytes);

/* out[bytes] of node permutation[v]: the input of node v. permutation[nodes], the same on all. */
GROVE_API int grove_permute(
	struct grove_node *me, const void *in, void *out, size_t bytes, const int *permutation);

/* Returns when every node has called it. */
GROVE_API int grove_barrier(struct grove_node *me);

/* ---- Plans: a schedule made once and run many times ----------------------------------------- */

struct grove_plan;

#define GROVE_PACKET_AUTO ((size_t)-1)

/* A matrix over the nodes of a team, cut in lines and columns of blocks of ceil(rows / lines) x
 * ceil(columns / lines) items, of which the last ones are smaller or empty. With it a plan transposes
 * blocks as it moves them, each by its receiver in one pass, from where it lies:
 *	alltoall	a node has one of N lines: its `in` is at the first item of its rows, its `out` at
 *			the first of its rows of the transpose
 *	permute		a node v has one of sqrt(N) x sqrt(N) blocks, that of line v / sqrt(N) and column
 *			v % sqrt(N): `in` is at its first item, `out` at the first of the one that it gets
 * Each block is forwarded by reference. `bytes` of the plan is that of a whole block, padding and all;
 * inputs and outputs have none: only items of the matrix are read and written. */
struct grove_matrix {
	size_t rows, columns; /* items */
	size_t item;	      /* bytes of each; 1, 2, 4 and 8 are fastest */
	size_t in_stride;     /* bytes from a row to the next one; 0: columns * item */
	size_t out_stride;    /* of the transpose; 0: rows * item */
	const int *line;      /* line[x]: the line that node x has, or the nodes that x stands for
				 above; NULL: line x. Copied */
};

/* Transposes a whole matrix in memory, by the calling thread: item (i, j) of `in` becomes item (j, i) of
 * `out`; `line` is not looked at. Strides as above; any thread. -EINVAL: a stride is less than a row, or buffers
 * are NULL or overlap. */
GROVE_API int grove_transpose(const struct grove_matrix *matrix, const void *in, void *out);

struct grove_problem {
	size_t size;		/* of the struct; 0: the fields of version 0.1 (Structs, above) */
	const char *collective; /* "broadcast" ... "alltoall", "send", "permute", "barrier" */
	const char *algorithm;	/* "nesbt"; NULL: chosen for the network and `bytes` */
	int root, destination;	/* destination: of send */
	const char *ports;	/* NULL or "all", "sendrecv", "exchange", "single" */
	const char *duplex;	/* NULL or "full", "half" */
	const char *order;	/* a schedule's variant; NULL: the usual one */
	const int *permutation; /* of permute; copied */
	size_t bytes;		/* expected, of one block; the choice is made for it */
	size_t packet;		/* no packet carries more bytes; 0: no limit; GROVE_PACKET_AUTO */
	enum grove_type type;	/* of folding collectives */
	const struct grove_fold
		*fold; /* of folding collectives; NULL: GROVE_SUM. Kept by address */
	const struct grove_pace *pace; /* choices are made for such links; NULL: for threads */
	/* What crosses links on a block's way over several: "copy", its bytes; "reference", word of it,
	 * and its bytes are copied once, from where it begins to where it ends. NULL or "auto": what is
	 * expected to be faster. Folds need "copy", and so do teams with a pace. */
	const char *forward;
	const struct grove_matrix *matrix; /* of alltoall and permute: transposes. NULL: no. Copied */
};

/* Makes and verifies a plan. An algorithm asked for by name is that algorithm or an error. */
GROVE_API int grove_plan_make(
	struct grove_plan **plan, const char *network, const struct grove_problem *problem);
GROVE_API void grove_plan_free(
	struct grove_plan *plan); /* not while a team uses it; NULL is fine */

/* The name of the algorithm, chosen or asked for. */
GROVE_API const char *grove_plan_algorithm(const struct grove_plan *plan);

/* "copy" or "reference": how the plan forwards blocks of that many bytes on a team without a pace. By
 * reference no bytes cross a link, so figures and predictions of links say nothing of it. */
GROVE_API const char *grove_plan_forward(const struct grove_plan *plan, size_t bytes);

/* One node's part of a plan, as the verbs: all nodes call it. in and out as for that collective;
 * broadcast and send use out alone. */
GROVE_API int grove_execute(struct grove_node *me, const struct grove_plan *plan, const void *in,
	void *out, size_t bytes);

/* One node's buffers. */
struct grove_buffers {
	const void *in;
	void *out;
};

/* Phased: runs the plan for all nodes, buffers[nodes], by however many threads there are. */
GROVE_API int grove_team_execute(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes);

/* What a plan amounts to for blocks of that size. */
struct grove_figures {
	size_t steps;	      /* start-ups */
	size_t volume;	      /* bytes: the sum over steps of the largest packet */
	size_t transmissions; /* bytes over all links */
	size_t busiest_link;  /* bytes over the link that carries most */
	size_t links;	      /* links used */
};
GROVE_API int grove_plan_figures(
	const struct grove_plan *plan, size_t bytes, struct grove_figures *figures);

/* Seconds that the model predicts on this team, from its measured start-up and transfer times. The
 * first call measures them (some 20 ms). */
GROVE_API int grove_predict(
	struct grove_team *team, const struct grove_plan *plan, size_t bytes, double *seconds);

/* What one link of this team carries at most, measured at the first call. */
GROVE_API int grove_link_peak(struct grove_team *team, double *bytes_per_second);

#ifdef __cplusplus
}
#endif

#endif
