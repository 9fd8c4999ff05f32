/* grove: collectives on the cores of a single machine, by schedules over many spanning trees at
 * once.
 *
 * Threads, pinned to cores, are the nodes of an interconnection network (cube:3, gh:2x3x4, gh:6).
 * The nodes exchange buffers through lock-free rings, one ring for each directed link, and carry
 * out collectives by plans: schedules that are verified before the nodes run.
 *
 *	struct grove_team *team;
 *	grove_team_open(&team, &(struct grove_team_options){ .network = "cube:3" });
 *	grove_team_run(team, body, argument);     // body(me, argument) on every node
 *	grove_team_free(team);
 *
 *	... and in body:
 *	grove_allreduce(me, in, out, count, GROVE_F64, GROVE_SUM);
 *
 * Argument order and meaning follow MPI. Sizes are in bytes, counts in elements, times in seconds.
 * Sizes and counts are for a single block: the contribution of a node, or the result at a node.
 *
 * Every call returns 0, or -errno; then grove_why() is a line for a human. The man page grove(7)
 * says what all calls have in common: the errors, how a team heals, which node may see which
 * writes, which thread may call, where threads run, what first calls cost, and how structs may
 * grow. grove_measure.h has the instruments, and grove.hpp the same for C++. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef GROVE_H
#define GROVE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GROVE_API __attribute__((visibility("default")))

/* The version of this header. */
#define GROVE_VERSION_MAJOR 0
#define GROVE_VERSION_MINOR 1
#define GROVE_VERSION_PATCH 0

/* Returns "0.1.0", the library's own version. */
GROVE_API const char *grove_version(void);

/* Returns the line that says why the last call of this thread failed; "" when that call succeeded.
 * Read the line before calls that clean up. Calls that cannot fail, and calls that return a
 * property of a team, a node or a plan, leave the line of the call before. */
GROVE_API const char *grove_why(void);

/* ---- Teams ------------------------------------------------------------------------------ */

/* A team and one of its nodes. Only pointers to both are public. */
struct grove_team; /* the nodes of a network, their links and their threads */
struct grove_node; /* a node of a team, as its thread knows the node */

/* Special values for a number of threads. */
#define GROVE_CALLER (-1) /* the caller's own threads, by grove_attach */
#define GROVE_NODES (-2)  /* a thread for each node */

/* The options of a team. Only `network` must be set. */
struct grove_team_options {
	size_t size;	     /* of the struct; 0: the fields of version 0.1 */
	const char *network; /* "cube:3", "gh:2x3x4", "gh:6" (complete), "star:4", "ccc:3",
			      * "butterfly:3", "ring:5", "torus:3x4", "mesh:3x3"; "cube:3~0-1,5-7"
			      * without these links; "graph:FILE" with a line "u v" for each link;
			      * "machine:16" with the digits of this machine's packages, last-level
			      * caches and cores; "machine" with a node for each core. grove(7) has
			      * all forms */
	int threads;	     /* 0: one for each usable core, at most one for each node; a number;
			      * GROVE_NODES; GROVE_CALLER. With fewer threads than nodes, nodes take
			      * turns on a thread. The thread that runs the team is one of them */
	const char *pin;     /* NULL or "auto", "none", a list of cpus "0,2-5", or a likwid
			      * expression "S0:0-3". "auto": distinct cores, free of other teams. A
			      * hint: grove_team_pinned returns the result */
	/* NULL or "auto", "spin", "yield", "park". With more threads than usable cores, threads
	 * that would spin yield, because another thread may need the core to make progress. */
	const char *wait;
	double timeout; /* seconds in which every node waits; 0: 10. INFINITY: no limit. Any time
			 * that nodes spend outside of waits is free */
	const struct grove_pace *pace; /* of links, grove_measure.h; NULL: as fast as this
					* machine goes. Copied */
	size_t stack; /* bytes of stack for each body of grove_team_run: at least 65536; 0: 1 MiB.
		       * With a thread for each node, the thread has at least that many bytes */
	int helper;   /* not 0: a further thread, not pinned, carries on requests of nodes whose
		     * threads compute, except calls with a caller's fold. It sleeps while there are
		     * none. For teams with a thread for each node and without a pace */
	int caller_waits; /* not 0: the thread that runs the team only waits, and all threads of the
			   * team are its own. Not with GROVE_CALLER, nor over several processes */
};

/* Opens a team. Returns 0; -EINVAL for an unknown network or option; -EAGAIN or -ENOMEM when
 * threads or memory do not suffice, with the largest network of the kind that fits. The caller's
 * own affinity is never changed. */
GROVE_API int grove_team_open(struct grove_team **team, const struct grove_team_options *options);

/* Ends the threads and frees the team; NULL is allowed. Returns -EBUSY while nodes are attached or
 * another thread runs the team, -EDEADLK inside a body; then the team is unchanged. Returns -EINVAL
 * when the team is freed but callers' threads had called different operations, and no earlier call
 * has reported the difference. */
GROVE_API int grove_team_free(struct grove_team *team);

/* Returns the number of a team's nodes. */
GROVE_API int grove_team_nodes(const struct grove_team *team);

/* The function of a node. Returns 0 or -errno; the first result that is not 0 aborts the team's
 * nodes. No exception of C++ may leave the function. */
typedef int grove_body(struct grove_node *me, void *argument);

/* SPMD execution: runs body on every node at once. Bodies may call verbs. Returns after all bodies
 * have returned: 0 or the first error, which is -errno, or what a body returned if that is not 0.
 *
 * With fewer threads than nodes, bodies take turns on a thread, each on a stack of its own: a body
 * goes on until it waits in a verb, returns or ends its thread. Such a body must not wait for
 * another node in any other way (bodies that do need GROVE_NODES), nor hold a lock of the thread
 * while it calls a verb; a body that sleeps in a lock fails with -ETIMEDOUT. -ENOMEM: no memory for
 * that many stacks. grove(7) has more: the calling thread, signals, fork, bodies that end their
 * thread. */
GROVE_API int grove_team_run(struct grove_team *team, grove_body *body, void *argument);

/* Phased execution: runs body on every node with any number of threads, several nodes in turn on
 * each thread. Body may not call verbs when there are fewer threads than nodes: then every verb
 * returns -EDEADLK, also for a node that has a thread for itself. */
GROVE_API int grove_team_phase(struct grove_team *team, grove_body *body, void *argument);

/* Makes the calling thread a node of the team, number `node`, until grove_detach. For teams opened
 * with GROVE_CALLER, in an `omp parallel` region or any threads; -EBUSY when the node is taken. A
 * thread that ends in any way without grove_detach aborts the team. */
GROVE_API int grove_attach(struct grove_team *team, int node, struct grove_node **me);
GROVE_API int grove_detach(struct grove_node *me);

/* Return the number of a node in its team, from 0 on, and the team. */
GROVE_API int grove_node_number(const struct grove_node *me);
GROVE_API struct grove_team *grove_node_team(const struct grove_node *me);

/* ---- Sub-teams: parts of a team, each with collectives of its own -------------------------- */

/* The colour of a node that becomes no node of any sub-team. */
#define GROVE_NO_COLOUR (-1)

/* Splits a team, as MPI_Comm_split does: nodes that give the same colour (0 or more) become the
 * nodes of a team of their own, numbered by key, and by node number where keys are equal. All nodes
 * of the team call this function, as they call a collective. *sub is the caller's node in its
 * sub-team, for all calls of a node; with GROVE_NO_COLOUR *sub is NULL. `network` is the network of
 * the caller's sub-team, with as many nodes as the sub-team has; NULL: complete ("gh:5"). Nodes of
 * different colours may name different networks. Sub-teams and the team may run collectives at the
 * same time. A node leaves a sub-team by grove_leave, without waiting for other nodes, or when its
 * body returns; the last node frees the sub-team.
 *
 * -EINVAL: the network is wrong for the sub-team, nodes of a colour name different networks, or the
 * colour is negative. From grove_leave of the last node, -EINVAL: nodes had called different
 * operations without noticing. */
GROVE_API int grove_split(
	struct grove_node *me, int colour, int key, const char *network, struct grove_node **sub);
GROVE_API int grove_leave(struct grove_node *sub);

/* ---- Elements and folds -------------------------------------------------------------------- */

/* The types of elements. Where a call takes a type, it takes one of these numbers or GROVE_ELEMENT.
 * A later version may have more types; the numbers stay the same, and only GROVE_TYPES, the number
 * of types that this header knows, grows.
 *
 * A bool is a byte: 0 is false, other bytes are true, and a fold gives 0 or 1. A pair is a
 * struct of a value and an index, as MPI_2INT, MPI_FLOAT_INT, MPI_LONG_INT and MPI_DOUBLE_INT
 * are: struct { double value; int32_t index; } has 16 bytes, and the 4 bytes after the index are
 * 0 in results. */
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
	GROVE_F16,     /* IEEE binary16, C's _Float16 */
	GROVE_BF16,    /* the upper 16 bits of a float */
	GROVE_C64,     /* float _Complex */
	GROVE_C128,    /* double _Complex */
	GROVE_BOOL,    /* _Bool */
	GROVE_I32_I32, /* pairs: value, then index */
	GROVE_F32_I32,
	GROVE_I64_I32,
	GROVE_F64_I32,
	GROVE_I64_I64,
	GROVE_F64_I64,
	GROVE_TYPES
};

/* The type of an element of n bytes (1 to 65535), for a caller's own fold. */
#define GROVE_ELEMENT(n) (0x10000 + (int)(n))

/* The function of a fold: result[i] = left[i] combined with right[i], for i < count. result may be
 * left. The fold must be associative and commutative, since the plan decides the order in which
 * nodes combine; a plan gives the same bits on every run, and sums of floats differ in bits from
 * plan to plan. Folds that round, and folds that do not commute: grove_fold_ordered. Scan and
 * exscan always combine in the order of the nodes. The function may end its thread, and in C++ may
 * throw: grove(7). */
typedef void grove_fold_function(
	void *result, const void *left, const void *right, size_t count, int type, void *context);

/* A fold: a function, the context that each call of the function gets, and a name for messages. */
struct grove_fold {
	grove_fold_function *function;
	void *context;
	const char *name;
};

/* The folds of grove: sum, product, minimum, maximum; and, or, exclusive or of the bits of
 * integers, or of bools; minimum and maximum of pairs, with the index of the value that was found
 * (the lowest of equal values; a NaN comes before all numbers). Each name is a call, so a static
 * variable cannot be initialized with it. A verb refuses a fold that the type does not have with
 * -EINVAL, and names the folds that it has:
 *
 *				SUM PROD  MIN MAX  AND OR XOR  MINLOC MAXLOC
 *	integers		 x    x    x   x    x   x  x
 *	floats of any width	 x    x    x   x
 *	complex			 x    x
 *	bool				            x   x  x
 *	pairs							 x      x */
#define GROVE_SUM (grove_builtin_fold(0))
#define GROVE_PROD (grove_builtin_fold(1))
#define GROVE_MIN (grove_builtin_fold(2))
#define GROVE_MAX (grove_builtin_fold(3))
#define GROVE_AND (grove_builtin_fold(4))
#define GROVE_OR (grove_builtin_fold(5))
#define GROVE_XOR (grove_builtin_fold(6))
#define GROVE_MINLOC (grove_builtin_fold(7))
#define GROVE_MAXLOC (grove_builtin_fold(8))

/* Returns the fold of a number, 0 for GROVE_SUM to 8 for GROVE_MAXLOC: the same pointer at every
 * call, never freed; NULL for another number. (A function, because an application would copy the
 * size of a variable into itself.) */
GROVE_API const struct grove_fold *grove_builtin_fold(int number) __attribute__((const));

/* Returns a fold that all folding verbs combine in the order of the nodes and in one bracket, which
 * the number of nodes alone decides: the bits of a sum of floats depend on nothing else. `fold`
 * need not commute, as an operator of MPI_Op_create without `commute`, but must be associative,
 * except for rounding. Calls read `fold` through the result, so `fold` must exist while the result
 * is used. NULL is wrong: then the result has no function, and every call refuses the result. Plans
 * of such folds have names that begin with "ordered-"; grove(7) has the bracket.
 *
 *	struct grove_fold sum = grove_fold_ordered(GROVE_SUM);
 *	grove_allreduce(me, in, out, count, GROVE_F64, &sum); */
GROVE_API struct grove_fold grove_fold_ordered(const struct grove_fold *fold);

/* Stands for a buffer, as MPI_IN_PLACE: the input of folding collectives (reduce: at the root),
 * gather (at the root), allgather and alltoall, whose output holds the input; the output of
 * scatter, at the root; and the same where blocks have sizes of their own. Results are the same as
 * with two buffers. grove(7) says which sizes are ignored then, and what is copied. */
#define GROVE_IN_PLACE ((void *)-1)

/* ---- Collectives: called by every node with the same arguments, in the same order ---------- */

/* Sends buffer[bytes] of the root to all nodes. */
GROVE_API int grove_broadcast(struct grove_node *me, void *buffer, size_t bytes, int root);

/* Combines the inputs of all nodes into out[count] at the root. out is ignored at other nodes. */
GROVE_API int grove_reduce(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold, int root);

/* Gives node v in out[bytes] the bytes [v * bytes, (v + 1) * bytes) of the root's in. in is ignored
 * at other nodes. */
GROVE_API int grove_scatter(
	struct grove_node *me, const void *in, void *out, size_t bytes, int root);

/* Collects the inputs of all nodes in the root's out[nodes * bytes], in the order of the nodes. */
GROVE_API int grove_gather(
	struct grove_node *me, const void *in, void *out, size_t bytes, int root);

/* Collects the inputs of all nodes in every node's out[nodes * bytes]. */
GROVE_API int grove_allgather(struct grove_node *me, const void *in, void *out, size_t bytes);

/* Combines block v of all inputs into out[count] of node v; in[nodes * count]. */
GROVE_API int grove_reducescatter(struct grove_node *me, const void *in, void *out, size_t count,
	int type, const struct grove_fold *fold);

/* Combines the inputs of all nodes into out[count] of every node; the same bits everywhere. */
GROVE_API int grove_allreduce(struct grove_node *me, const void *in, void *out, size_t count,
	int type, const struct grove_fold *fold);

/* Combines the inputs of nodes 0 to v, in the order of the nodes, into out[count] of node v. The
 * fold must be associative and need not commute. Prefix sums, as MPI_Scan. */
GROVE_API int grove_scan(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold);

/* Does the same as grove_scan with the inputs of nodes 0 to v - 1 only. Node 0's out is left as it
 * is, but must be a buffer as on other nodes (MPI_Exscan ignores the buffer); otherwise as
 * MPI_Exscan. */
GROVE_API int grove_exscan(struct grove_node *me, const void *in, void *out, size_t count, int type,
	const struct grove_fold *fold);

/* Exchanges blocks between all nodes: block v of node u's in becomes block u of node v's out. in
 * and out have nodes * bytes bytes. */
GROVE_API int grove_alltoall(struct grove_node *me, const void *in, void *out, size_t bytes);

/* Blocks with sizes of their own, as MPI's scatterv, gatherv, allgatherv, alltoallv and
 * reduce_scatter. Sizes and places are in bytes: block v of a buffer has bytes[v] bytes, and lies
 * at[v] bytes after the beginning of the buffer. at == NULL: the blocks lie one after another. Any
 * size may be 0; a buffer without bytes may be NULL. Input blocks may overlap each other, output
 * blocks may not (-EINVAL). Arrays may change after the call. A node says the sizes of its own
 * blocks alone; allgatherv needs all sizes on all nodes. -EINVAL on all nodes: a block has
 * different sizes at its two ends; the line names both nodes and both sizes, and no byte of such a
 * block is copied. grove(7) says how blocks and sizes travel. */
GROVE_API int grove_scatterv(struct grove_node *me, const void *in, const size_t *in_bytes,
	const size_t *in_at, void *out, size_t out_bytes, int root);
GROVE_API int grove_gatherv(struct grove_node *me, const void *in, size_t in_bytes, void *out,
	const size_t *out_bytes, const size_t *out_at, int root);
GROVE_API int grove_allgatherv(struct grove_node *me, const void *in, size_t in_bytes, void *out,
	const size_t *out_bytes, const size_t *out_at);
GROVE_API int grove_alltoallv(struct grove_node *me, const void *in, const size_t *in_bytes,
	const size_t *in_at, void *out, const size_t *out_bytes, const size_t *out_at);

/* Combines block v of all inputs into out of node v. Block v has bytes[v] bytes, which are whole
 * elements, and follows block v - 1. bytes[nodes] is the same on all nodes. As
 * MPI_Reduce_scatter. */
GROVE_API int grove_reducescatterv(struct grove_node *me, const void *in, void *out,
	const size_t *bytes, int type, const struct grove_fold *fold);

/* Sends the input of node v to out[bytes] of node permutation[v]. permutation[nodes] is the same on
 * all nodes; where nodes pass the same array, its numbers stay until all of these nodes have
 * returned. */
GROVE_API int grove_permute(
	struct grove_node *me, const void *in, void *out, size_t bytes, const int *permutation);

/* Waits until every node has called grove_barrier. */
GROVE_API int grove_barrier(struct grove_node *me);

/* ---- Messages: from node to node, outside of collectives ----------------------------------- */

/* Special nodes and tags of messages. GROVE_NOBODY is not a node, so nothing is sent or received,
 * as with MPI_PROC_NULL. A receiver accepts any sender or tag by GROVE_ANY. */
#define GROVE_NOBODY (-2)
#define GROVE_ANY (-1)

/* What a receiver learns about a message. */
struct grove_message {
	int from, tag;
	size_t bytes;
};

/* Send buffer[bytes] to any node of the team, and receive bytes from any node. The pair of nodes
 * need not be neighbours: messages cross no link of the network, and messages and collectives do
 * not wait for each other. A receiver gets the oldest message from that node with its tag (0 or
 * more), or with any tag by GROVE_ANY. With `message` the receiver accepts up to `bytes` bytes, and
 * *message says what came; with NULL the message must have exactly `bytes` bytes.
 *
 * grove_send returns when the buffer may be used again: up to 2 KiB (4 KiB to another process) are
 * copied, and the sender goes on; with more bytes the sender waits for the receiver. grove_recv
 * returns when the bytes are there. All that the sender wrote before it sent is visible to the
 * receiver. Messages are for grove_team_run and attached threads (not grove_team_phase).
 *
 * -EINVAL: there is no such node, the team has a pace, or the two ends differ in size, which aborts
 * the team with a line that names both nodes and both values. -EDEADLK: the node sends to itself,
 * or receives from itself. -ETIMEDOUT, -ECANCELED as for collectives. -ENOMEM, which aborts the
 * team: memory for messages is short. */
GROVE_API int grove_send(struct grove_node *me, const void *buffer, size_t bytes, int to, int tag);
GROVE_API int grove_recv(struct grove_node *me, void *buffer, size_t bytes, int from, int tag,
	struct grove_message *message);

/* Sends and receives at the same time, as MPI_Sendrecv with a single tag. The two nodes may be the
 * same, and may be the caller itself. */
GROVE_API int grove_sendrecv(struct grove_node *me, const void *out, size_t out_bytes, int to,
	void *in, size_t in_bytes, int from, int tag, struct grove_message *message);

/* What a node exchanges with a neighbour: sends out[out_bytes] and receives in[in_bytes]. */
struct grove_neighbour {
	int node; /* any node of the team, or GROVE_NOBODY beyond a boundary */
	const void *out;
	size_t out_bytes;
	void *in;
	size_t in_bytes;
	/* Not NULL: the message lies in rows of the buffer, and the bytes above are 0. */
	const struct grove_subarray *out_subarray, *in_subarray;
};

/* Exchanges messages with all nodes of a list at the same time, as MPI_Neighbor_alltoallw does:
 * each as by grove_send and grove_recv with tag 0 and exact sizes. A node that is several times in
 * the list gets and gives several messages, in the order of the list. Only the nodes of the lists
 * take part. Both buffers may be the same array, if no bytes that are received overlap other bytes
 * of the call: the borders of a stencil. */
GROVE_API int grove_exchange(
	struct grove_node *me, const struct grove_neighbour *neighbours, int count);

/* ---- Subarrays: blocks that do not lie in one piece ---------------------------------------- */

/* A block of a buffer in rows that lie `stride` bytes apart: a column or a part of a matrix, as
 * MPI_Type_vector and MPI_Type_create_subarray describe; with planes, a part of an array of three
 * dimensions. The bytes of the block are those of its rows, row after row and plane after plane.
 *
 *	// rows i to i + 9, columns j to j + 4 of double a[m][n]
 *	struct grove_subarray part = { .at = (i * n + j) * sizeof(double),
 *		.bytes = 5 * sizeof(double), .rows = 10, .stride = n * sizeof(double) };
 *
 * grove_exchange and all operations by name take subarrays. Nodes only agree on the bytes of a
 * block: it may be a column at one node, and lie in one piece at another. A block without rows, or
 * with rows of 0 bytes, has no bytes.
 *
 * -EINVAL: rows or planes are larger than the stride to the next one; the block has other bytes
 * than the operation says; a row cuts an element of a folding collective; or the subarray is larger
 * than memory. */
struct grove_subarray {
	size_t at;	     /* bytes from the beginning of the buffer to the first row */
	size_t bytes;	     /* of a row */
	size_t rows;	     /* of a plane */
	size_t stride;	     /* bytes from the beginning of a row to the next row */
	size_t planes;	     /* 0: one */
	size_t plane_stride; /* bytes from the beginning of a plane to the next plane */
};

/* ---- Plans: a schedule made once and run many times ---------------------------------------- */

/* A plan: who sends which bytes over which link, and when. Only pointers to plans are public. */
struct grove_plan;

/* As the largest packet of a plan: the size that is expected to be fastest. */
#define GROVE_PACKET_AUTO ((size_t)-1)

/* A matrix over the nodes of a team, cut in lines and columns of blocks of ceil(rows / lines) x
 * ceil(columns / lines) items; the last blocks are smaller or empty. A plan with a matrix
 * transposes blocks as the blocks move: each receiver transposes in one pass from the block's first
 * place.
 *	alltoall	a node has one of N lines: its `in` is at the first item of its rows,
 *			its `out` at the first item of its rows of the transpose
 *	permute		a node v has one of sqrt(N) x sqrt(N) blocks, in line line[v / sqrt(N)] and
 *			column line[v % sqrt(N)]: `in` is at the first item of that block, `out`
 *			at the first item of the block that the node gets
 * Each block is forwarded by reference. `bytes` of the plan is the size of a whole block with
 * padding. Inputs and outputs have no padding: only items of the matrix are read and written. */
struct grove_matrix {
	size_t rows, columns; /* items */
	size_t item;	      /* bytes of an item; 1, 2, 4, 8 and 16 are fastest */
	size_t in_stride;     /* bytes from a row to the next one; 0: columns * item */
	size_t out_stride;    /* of the transpose; 0: rows * item */
	const int *line;      /* alltoall: line[v] is the line of node v; permute: of lines
			       * and columns of blocks. NULL: line[x] is x. Copied */
};

/* Transposes a whole matrix in memory, by the calling thread: item (i, j) of `in` becomes item (j,
 * i) of `out`; `line` is ignored. Strides as in struct grove_matrix; any thread. -EINVAL: a stride
 * is less than a row, or buffers are NULL or overlap. */
GROVE_API int grove_transpose(const struct grove_matrix *matrix, const void *in, void *out);

/* What a plan is to do, and how. Only `collective` must be set. */
struct grove_problem {
	size_t size;		/* of the struct; 0: the fields of version 0.1 */
	const char *collective; /* "broadcast" ... "alltoall", "send", "permute", "barrier",
				"scan", "exscan"; with any fold "ordered-reduce",
				"ordered-allreduce", "ordered-reducescatter",
				"ordered-scan", "ordered-exscan" */
	const char *algorithm;	/* "nesbt"; NULL: chosen for the network and `bytes` */
	int root, destination;	/* destination: of send */
	const char *ports;	/* NULL or "all", "sendrecv", "exchange", "single" */
	const char *duplex;	/* NULL or "full", "half" */
	const char *order;	/* a variant of the schedule; NULL: the usual order */
	const int *permutation; /* of permute; copied */
	size_t bytes;		/* expected size of a block, for the choice */
	size_t packet;		/* no packet carries more bytes; 0: no limit; GROVE_PACKET_AUTO */
	int type;		/* of folding collectives */
	const struct grove_fold
		*fold; /* of folding collectives; NULL: GROVE_SUM. Kept by address */
	const struct grove_pace *pace; /* the links that choices assume; NULL: threads' links */
	/* How a block passes nodes on its way: "copy" sends the bytes over each link; with
	 * "reference" links carry only notices, and the bytes are copied once, from the first
	 * node's memory to the last node's (zero-copy). NULL or "auto": the way that is expected to
	 * be faster. Folds and teams with a pace need "copy". */
	const char *forward;
	const struct grove_matrix *matrix; /* alltoall and permute: transposes; NULL: no. Copied */
};

/* Makes and verifies a plan. An algorithm asked for by name is that algorithm or an error. */
GROVE_API int grove_plan_make(
	struct grove_plan **plan, const char *network, const struct grove_problem *problem);
GROVE_API void grove_plan_free(
	struct grove_plan *plan); /* not while a team uses the plan; NULL is allowed */

/* What a plan is for. */
struct grove_plan_heading {
	const char *collective;
	const char *algorithm; /* chosen or requested; of a plan that was read the name in its
				* text, or "" */
	const char *network;   /* as in grove_team_options */
	int root;	       /* 0 where there is none */
	size_t bytes; /* of a block; 0: of any size, as grove_plan_make makes plans. A plan that
		       * was read is for a single size */
};

/* Returns what a plan is for; it stays as long as the plan. */
GROVE_API const struct grove_plan_heading *grove_plan_heading(const struct grove_plan *plan);

/* Runs a node's part of a plan. Like the verbs, all nodes call this function. in and out as for
 * that collective; broadcast and send use only out. */
GROVE_API int grove_execute(struct grove_node *me, const struct grove_plan *plan, const void *in,
	void *out, size_t bytes);

/* The buffers of a node. */
struct grove_buffers {
	const void *in;
	void *out;
};

/* Phased execution: runs the plan for all nodes, buffers[nodes], with any number of threads. */
GROVE_API int grove_team_execute(struct grove_team *team, const struct grove_plan *plan,
	const struct grove_buffers *buffers, size_t bytes);

/* The sizes and places of a node's blocks in an operation (grove_call), as in grove_alltoallv. The
 * arrays have an entry for each block of the node's buffer: nodes entries where the buffer has a
 * block for each node, otherwise a single entry. An array of a buffer that the node does not have
 * is ignored. With a plan, blocks have sizes of their own in a scatter, gather, allgather, alltoall
 * or reducescatter. */
struct grove_blocks {
	const size_t *in_bytes, *in_at; /* at NULL: one block after another */
	const size_t *out_bytes, *out_at;
};

/* ---- Requests: calls that are started now and waited for later ----------------------------- */

/* A node starts an operation and goes on with other work: MPI's Ibcast, Isend and so on, and with
 * grove_prepare MPI's Bcast_init, Send_init and so on.
 *
 *	struct grove_request *request;
 *
 *	grove_start(me, &(struct grove_operation){ .verb = "allreduce", .in = x, .out = y,
 *		.count = n, .type = GROVE_F64, .fold = GROVE_SUM }, &request);
 *	...				// neither write x nor use y
 *	grove_wait(&request);		// y is there; request is NULL
 *
 * All nodes of a team start collectives, and call verbs, in the same order; tests and waits may
 * come in any order. Requests go on in calls of the node that wait, start or test, and between such
 * calls by the option `helper` alone. From the start to the end the inputs may not be changed, and
 * the outputs may not be used. A body must have waited for what it started before it returns.
 *
 * A request belongs to its node, for one thread at a time. -EINVAL and -ENOMEM by wrong arguments:
 * nothing has begun. All other errors come with the test or wait, and are those of the verb.
 * -EDEADLK in grove_team_phase with fewer threads than nodes. grove(7) has the order of requests
 * and messages, what must stay in memory, and what an error ends. */
struct grove_request;

/* The arguments of a verb, a plan or a message, by name. */
struct grove_operation {
	size_t size; /* of the struct; 0: the fields of version 0.1 */
	/* "broadcast", "reduce", "scatter", "gather", "allgather", "reducescatter", "allreduce",
	 * "scan", "exscan", "alltoall", "permute", "barrier", "send", "recv"; NULL with a plan */
	const char *verb;
	const struct grove_plan *plan; /* as grove_execute; NULL: the verb chooses */
	const void *in;		       /* as in the verb; send: the buffer */
	void *out;		       /* as in the verb; broadcast, recv: the buffer */
	size_t count; /* of folding verbs elements, of all others and of plans bytes */
	int type;
	const struct grove_fold *fold; /* NULL: GROVE_SUM */
	int root;
	const int *permutation;
	/* Not NULL: each block has a size of its own, as in the verbs that end with v. */
	const struct grove_blocks *blocks;
	int node, tag; /* of send and recv: the other node. A node may send to itself */
	struct grove_message *message; /* of recv, as in grove_recv; filled in at the end */
	/* Not NULL: the blocks of the input (send: the message), and of the output (broadcast,
	 * recv: the buffer). The arrays have an entry for each block of the node's buffer: nodes
	 * entries where the buffer has a block for each node, otherwise a single entry. Each block
	 * has the bytes that `count` says; or, with `blocks`, the bytes of its subarray, and the
	 * sizes and places in `blocks` do not count for that buffer. An array of a buffer that the
	 * node does not have, or that is GROVE_IN_PLACE, is ignored. Not for plans with a matrix,
	 * and not for the output of a reducescatter in place, which also holds the blocks of other
	 * nodes (-EINVAL). */
	const struct grove_subarray *in_subarrays, *out_subarrays;
};

/* Runs an operation, as the verb, message or plan of that name does, and returns what that call
 * returns. Arguments are given by name, blocks may be subarrays, and a plan's blocks may have sizes
 * of their own:
 *
 *	// rows of node 0's matrix come to the same place in the matrix of every node
 *	struct grove_subarray rows = {
 *		.at = first, .bytes = width, .rows = count, .stride = stride };
 *
 *	grove_call(me, &(struct grove_operation){ .verb = "broadcast", .out = matrix,
 *		.count = width * count, .out_subarrays = &rows }); */
GROVE_API int grove_call(struct grove_node *me, const struct grove_operation *operation);

/* Starts an operation. *request is there until the operation has ended by a test or a wait, which
 * sets the request to NULL. */
GROVE_API int grove_start(struct grove_node *me, const struct grove_operation *operation,
	struct grove_request **request);

/* Prepares an operation, and starts nothing: a persistent request. grove_request_start starts the
 * operation, again and again, always after the end of the time before (-EBUSY), with the same
 * buffers. grove_request_free ends the request (-EBUSY while it is started; NULL is allowed);
 * otherwise the request ends with the team or sub-team. A request may be started in a later
 * grove_team_run, also after the team has failed and healed. */
GROVE_API int grove_prepare(struct grove_node *me, const struct grove_operation *operation,
	struct grove_request **request);
GROVE_API int grove_request_start(struct grove_request *request);
GROVE_API int grove_request_free(struct grove_request *request);

/* Waits until the operation has ended, and returns its result. NULL, and a persistent request that
 * is not started, are allowed: there is nothing to wait for. A node that shares its thread gives
 * way to the other nodes of the thread, as in verbs. -ECANCELED at once, from a test as well, when
 * the operation needs a node that has gone. */
GROVE_API int grove_wait(struct grove_request **request);

/* Does not wait: *done is 1 if the operation has ended (then as grove_wait), and 0 otherwise. A
 * node that shares its thread gives way once. */
GROVE_API int grove_test(struct grove_request **request, int *done);

/* Wait for all requests[count], of any nodes of this thread, and return the first error; or for
 * any, with its index, or -1 if none of the requests is started. The index may also be -1 if the
 * team had failed before the call. grove_wait_any returns -ECANCELED for a node that has gone only
 * when each of the requests needs such a node. */
GROVE_API int grove_wait_all(struct grove_request **requests, int count);
GROVE_API int grove_wait_any(struct grove_request **requests, int count, int *index);

/* ---- Plans of your own: a plan as text or JSON --------------------------------------------- */

/* A plan's text has a heading with collective, name, network, root and bytes, and then a line for
 * each packet:
 *
 *	broadcast mine cube:2 bytes=8
 *	step 0
 *	  0 -> 1  0[0:8]
 *	step 1
 *	  0 -> 2  0[0:8]
 *	  1 -> 3  0[0:8]
 *
 * The page "Plan files" (docs/plans.md) has the whole form, also as JSON, and every rule. The
 * command reads and writes the same form: `grove plan`, `verify`, `run`, `explore`. The functions
 * that read and write plans may be called by any number of threads at once. */

/* What a plan's text does not say, as in struct grove_problem. */
struct grove_plan_options {
	size_t size; /* of the struct; 0: the fields of version 0.1 */
	int type;    /* of folding collectives */
	const struct grove_fold
		*fold;	     /* of folding collectives; NULL: GROVE_SUM. Kept by address */
	const char *forward; /* NULL, "auto" or "copy": the bytes cross each link, as the text says;
			      * "reference": the packets are notices */
	const struct grove_matrix *matrix; /* alltoall and permute: transposes; NULL: no. Copied */
};

/* Reads a plan from text[length], which needs no 0 at its end; a first character { means JSON. The
 * plan is verified: a plan that grove_plan_read returns runs as a plan of grove_plan_make does, for
 * blocks of the `bytes` of its heading. Each node may read the text, or all nodes may share a plan.
 * options may be NULL. A plan for graph:NAME has the links of the graph in its heading, and runs on
 * a team of the same name and links, in the order of the team's file or as grove writes links. No
 * file is opened. As with grove_plan_make, the links of a graph that was never named before are
 * kept until the process ends.
 *
 * -EINVAL: the text is not a plan, and the line has the place; the plan breaks a rule, and the line
 * has the line of the text, the rule, and the first packet that breaks the rule; or a packet cuts
 * an element of the type. */
GROVE_API int grove_plan_read(struct grove_plan **plan, const char *text, size_t length,
	const struct grove_plan_options *options);

/* A rule that a plan breaks. */
struct grove_refusal {
	int line; /* of the packet, in the text; 0: the text has no such line, as for bytes that
		   * never arrive, or the words tell the place */
	int step, from, to; /* of the packet; -1: there is none */
	char rule[16];	    /* "link", "causality", "conflict", "ports", "duplex", "delivery",
			     * "contribution", "packet"; "format": the text is not a plan */
	char text[480];	    /* in words, a single line */
};

/* Finds all rules that a plan breaks, and writes refusals[*count] at most, and 100 at most. Sets
 * *count to the number of all broken rules: 0 for a right plan. Each fault is told as if the other
 * faults were mended. refusals may be NULL if *count is 0. Returns 0 for wrong plans, too. */
GROVE_API int grove_plan_refusals(
	const char *text, size_t length, struct grove_refusal *refusals, size_t *count);

/* Writes the packets of a plan for blocks of that many bytes, as "text" (or NULL) or as "json".
 * *text is the caller's, to be freed by free(), and ends with a 0 that *length does not count.
 * Type, fold, forward and matrix are not part of the text. A plan that was read is written as a
 * plan that says the same, and written a second time gives the same bytes. -EINVAL: no such form,
 * bytes for which the plan is not, or more packets (4194304) or pieces (8388608) than a plan's text
 * may have. */
GROVE_API int grove_plan_write(
	const struct grove_plan *plan, size_t bytes, const char *form, char **text, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
