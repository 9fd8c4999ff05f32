/* Who is blamed: a thousand times one node of a random team does something wrong, and must be
 * named. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include "grove_measure.h"
#include "tests/sanitized.h"
#include "tests/verbs.h"

enum {
	INJECTIONS = SANITIZED ? 60 : 1000,
	AT_ONCE = SANITIZED ? 4 : 10, /* teams that run at a time: they sleep most of it */
	NODES = 8,		      /* at most */
	OPERATIONS = 200,
	MOST = 3000, /* elements of a block */
	TIMEOUT_MS = SANITIZED ? 1500 : 100
};

/* What the culprit does instead of one of the operations. */
enum op {
	LEAVES,	      /* returns, or detaches */
	IS_SLOW,      /* in its own code, for longer than the timeout: no mistake */
	FOLDS_SLOWLY, /* the same in a fold */
	CALLS_OTHER,  /* another collective */
	CALLS_ROOT,   /* with another root */
	CALLS_SIZE,   /* with more elements */
	SKIPS,
	DEEDS
};

static const char *const ops[DEEDS] = { "leaves", "is slow", "folds slowly",
	"calls another collective", "calls another root", "calls another size", "skips one" };

struct element {
	int owner; /* whose part of the sum it is */
	int value;
};

struct operation {
	int verb, root;
	size_t count;
};

struct injection {
	struct grove_team *team;
	const char *network;
	enum op op;
	int nodes, culprit, threads, at, operations;
	bool paced;
	struct operation operation[OPERATIONS];
	struct grove_fold fold;
	_Atomic int returned; /* nodes that have ended */
	_Atomic bool slept;
	int called[NODES]; /* operations, by each */
	pthread_mutex_t lock;
	int error;
	char line[600];
};

static void sleep_ms(double ms)
{
	usleep((useconds_t)(ms * 1000));
}

static uint32_t draw(uint64_t *state, uint32_t below)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)((*state >> 33) % below);
}

/* ---- What nodes do ---- */

static void fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	struct injection *in = context;
	const struct element *a = left, *b = right;
	struct element *to = result;

	if (in->op == FOLDS_SLOWLY && count && a->owner == in->culprit && !in->slept) {
		in->slept = true;
		sleep_ms(2.5 * TIMEOUT_MS);
	}
	for (size_t i = 0; i < count; i++)
		to[i] = (struct element){ a[i].owner, a[i].value + b[i].value };
}

static int call(struct grove_node *me, const struct operation *o, struct injection *in,
	struct element *from, struct element *to)
{
	static const char *const names[] = { "broadcast", "reduce", "scatter", "gather",
		"allgather", "reducescatter", "allreduce", "alltoall", "barrier" };
	const char *verb = names[o->verb < 8 ? o->verb : 8];
	bool folds = strstr(verb, "reduce");

	return call_verb(me, &(struct grove_operation){ .verb = verb,
				     .in = from,
				     .out = to,
				     .count = o->count * (folds ? 1 : sizeof *from),
				     .type = GROVE_ELEMENT(sizeof *from),
				     .fold = &in->fold,
				     .root = o->root });
}

/* Instead of an operation. False: that was it. */
static bool misbehave(struct injection *in, struct operation *o)
{
	switch (in->op) {
	case LEAVES:
		return false;
	case IS_SLOW:
		sleep_ms(2.5 * TIMEOUT_MS);
		return true;
	case CALLS_OTHER:
		o->verb = o->verb == 8 ? 6 : 8;
		return true;
	case CALLS_ROOT:
		o->root = (o->root + 1) % in->nodes;
		return true;
	case CALLS_SIZE:
		o->count++;
		return true;
	default:
		return true;
	}
}

static int operate(struct grove_node *me, struct injection *in, struct element *buffer)
{
	int v = grove_node_number(me), error = 0;
	struct element *to = buffer + (size_t)NODES * (MOST + 1);

	for (int i = 0; i < NODES * (MOST + 1); i++)
		buffer[i] = (struct element){ v, i };
	for (int k = 0; k < in->operations && !error; k++) {
		struct operation o = in->operation[k];
		bool now = v == in->culprit && k == in->at;

		if (now && in->op == SKIPS)
			continue;
		if (now && !misbehave(in, &o))
			return 0;
		in->called[v]++;
		error = call(me, &o, in, buffer, to);
	}
	return error;
}

static void note_failure(struct injection *in, int error)
{
	pthread_mutex_lock(&in->lock);
	if (error && !in->error) {
		in->error = error;
		snprintf(in->line, sizeof in->line, "%s", grove_why());
	}
	pthread_mutex_unlock(&in->lock);
}

static int body(struct grove_node *me, void *argument)
{
	struct injection *in = argument;
	FREED struct element *buffer = calloc(2 * NODES * (MOST + 1), sizeof *buffer);
	int error = buffer ? operate(me, in, buffer) : -ENOMEM;

	note_failure(in, error);
	in->returned++;
	return error;
}

struct guest {
	struct injection *in;
	int node;
	pthread_barrier_t *meet; /* one that came late would be missing for the others */
};

static void *guest_main(void *argument)
{
	struct guest *guest = argument;
	struct grove_node *me;

	if (grove_attach(guest->in->team, guest->node, &me))
		abort();
	pthread_barrier_wait(guest->meet);
	body(me, guest->in);
	grove_detach(me);
	return NULL;
}

static void run_guests(struct injection *in)
{
	struct guest guest[NODES];
	pthread_t thread[NODES];
	pthread_barrier_t meet;

	if (pthread_barrier_init(&meet, NULL, (unsigned)in->nodes))
		abort();
	for (int v = 0; v < in->nodes; v++) {
		guest[v] = (struct guest){ in, v, &meet };
		if (pthread_create(&thread[v], NULL, guest_main, &guest[v]))
			abort();
	}
	for (int v = 0; v < in->nodes; v++)
		pthread_join(thread[v], NULL);
	pthread_barrier_destroy(&meet);
}

/* ---- One injection ---- */

static void choose_operations(struct injection *in, uint64_t *random)
{
	static const size_t counts[] = { 1, 2, 5, 40, 600, MOST };
	bool many = draw(random, 4) == 0; /* of one kind: who need not wait runs far ahead */

	in->operations = many ? 20 + (int)draw(random, OPERATIONS - 20) : 1 + (int)draw(random, 12);
	for (int k = 0; k < in->operations; k++) {
		in->operation[k] = (struct operation){ .verb = (int)draw(random, 9),
			.root = (int)draw(random, (uint32_t)in->nodes),
			.count = counts[draw(random, many ? 3 : 6)] };
		if (many && k)
			in->operation[k] = in->operation[0];
	}
	in->at = (int)draw(random, (uint32_t)(in->operations < 12 ? in->operations : 12));
}

/* So that the op differs from what the others do. */
static void choose_deed(struct injection *in, uint64_t *random)
{
	struct operation *o = &in->operation[in->at];

	in->op = draw(random, DEEDS);
	if (in->op == FOLDS_SLOWLY)
		o->verb = 5 + (int)draw(random, 2);
	if (in->op == CALLS_ROOT)
		o->verb = (int)draw(random, 4);
	if (in->op == CALLS_SIZE && o->verb == 8)
		o->verb = 7;
}

static void injection_open(struct injection *in, uint64_t *random)
{
	static const char *const networks[] = { "cube:1", "gh:3", "cube:2", "cube:3", "gh:2x3",
		"gh:6", "star:3", "gh:8" };
	static const char *const waits[] = { NULL, "park", "yield" };
	static const struct grove_pace pace = { 2e-5, 1e-9 };
	struct grove_team_options options = { .network = networks[draw(random, 8)],
		.threads = draw(random, 2) ? GROVE_CALLER : GROVE_NODES,
		.timeout = TIMEOUT_MS * 1e-3,
		.wait = waits[draw(random, 3)] };

	*in = (struct injection){ .fold = { fold, in, "own" },
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.network = options.network,
		.threads = options.threads,
		.paced = draw(random, 6) == 0 };
	options.pace = in->paced ? &pace : NULL;
	if (grove_team_open(&in->team, &options)) {
		fprintf(stderr, "%s\n", grove_why());
		abort();
	}
	in->nodes = grove_team_nodes(in->team);
	in->culprit = (int)draw(random, (uint32_t)in->nodes);
	choose_operations(in, random);
	choose_deed(in, random);
}

static void injection_run(struct injection *in)
{
	if (in->threads == GROVE_CALLER)
		run_guests(in);
	else
		note_failure(in, grove_team_run(in->team, body, in));
	note_failure(in, grove_team_free(in->team));
}

/* The node that the line blames; a second one where two calls differ. */
static void blamed(const char *line, int *one, int *two)
{
	const char *last = strstr(line, "; ");

	*one = *two = -1;
	if (last && (sscanf(last, "; node %d", one) == 1 ||
			    sscanf(last, "; no thread is attached as node %d", one) == 1))
		if (!strstr(line, "has ended after"))
			return;
	sscanf(line, "node %d", one);
	last = strstr(line, ", node ");
	if (last)
		sscanf(last, ", node %d", two);
}

static bool is_right(const struct injection *in)
{
	bool slow = in->op == FOLDS_SLOWLY || in->op == IS_SLOW;
	int one, two;

	blamed(in->line, &one, &two);
	return slow ? !in->error : in->error && (one == in->culprit || two == in->culprit);
}

struct batch {
	uint64_t random;
	int right;
	char wrong[1200];
};

static void *run_batch(void *argument)
{
	struct batch *batch = argument;
	FREED struct injection *in = malloc(sizeof *in);

	for (int i = 0; in && i < INJECTIONS / AT_ONCE; i++) {
		injection_open(in, &batch->random);
		injection_run(in);
		batch->right += is_right(in);
		if (!is_right(in))
			snprintf(batch->wrong, sizeof batch->wrong,
				"%s, node %d %s in #%d of %d (verb %d), %s%s: %d %s", in->network,
				in->culprit, ops[in->op], in->at + 1, in->operations,
				in->operation[in->at].verb,
				in->threads == GROVE_CALLER ? "attached" : "own threads",
				in->paced ? ", paced" : "", in->error, in->line);
	}
	return NULL;
}

TEST("the culprit is named")
{
	struct batch batch[AT_ONCE] = { 0 };
	pthread_t thread[AT_ONCE];
	int right = 0;

	for (int b = 0; b < AT_ONCE; b++) {
		batch[b].random = (uint64_t)b * 977 + 5;
		assert_int_equal(pthread_create(&thread[b], NULL, run_batch, &batch[b]), 0);
	}
	for (int b = 0; b < AT_ONCE; b++) {
		assert_int_equal(pthread_join(thread[b], NULL), 0);
		right += batch[b].right;
		if (*batch[b].wrong)
			fprintf(stderr, "# %s\n", batch[b].wrong);
	}
	assert_int_equal(right, INJECTIONS);
}
