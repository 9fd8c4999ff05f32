/* Arguments that differ between nodes: each kind is noticed, and both nodes and both values are
 * named. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/guests.h"
#include "tests/sanitized.h"
#include "tests/verbs.h"

enum {
	NODES = 4, /* at most */
	MOST = 40000,
	LATER = 3 /* operations after the one that differs */
};

/* Which fold, as the tables below name it. */
enum fold_of {
	SUM,
	MAX,
	ONE, /* a caller's own, and the same with another context */
	OTHER
};

/* What one node calls, and what the others do. */
struct arguments {
	const char *collective;
	int root, destination;
	size_t more; /* elements than the others have */
	int type;
	enum fold_of fold;
	size_t packet;
	int rotation;			 /* the permutation is v + rotation */
	const char *algorithm, *forward; /* of a plan, else NULL */
	const char *words;		 /* that the line says of this call */
};

static void own_fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)left, (void)type, (void)context;
	memcpy(result, right, count * sizeof(int));
}

static int contexts[2];
static const struct grove_fold one_fold = { own_fold, &contexts[0], "one" };
static const struct grove_fold other_fold = { own_fold, &contexts[1], "other" };

#define TYPED .type = GROVE_I32, .fold = SUM

/* The first is the odd one's. */
static const struct arguments cases[][2] = {
	{ { "broadcast", .root = 1, .words = "from root 1" },
		{ "broadcast", .words = "from root 0" } },
	{ { "scatter", .root = 1, .words = "from root 1" }, { "scatter", .words = "from root 0" } },
	{ { "gather", .root = 1, .words = "to root 1" }, { "gather", .words = "to root 0" } },
	{ { "reduce", .root = 1, TYPED, .words = "to root 1" },
		{ "reduce", TYPED, .words = "to root 0" } },
	{ { "broadcast", .more = 1, .words = "broadcast #1 of" },
		{ "broadcast", .words = "broadcast #1 of" } },
	{ { "alltoall", .more = 1, .words = "alltoall #1 of" },
		{ "alltoall", .words = "alltoall #1 of" } },
	{ { "allreduce", .type = GROVE_F32, .fold = SUM, .words = ", sum of f32" },
		{ "allreduce", TYPED, .words = ", sum of i32" } },
	{ { "reducescatter", .type = GROVE_I32, .fold = MAX, .words = ", max of i32" },
		{ "reducescatter", TYPED, .words = ", sum of i32" } },
	{ { "allreduce", .type = GROVE_I32, .fold = ONE, .words = " by plan " },
		{ "allreduce", .type = GROVE_I32, .fold = OTHER, .words = " by plan " } },
	{ { "permute", .rotation = 1, .words = " by plan " }, { "permute", .words = " by plan " } },
	{ { "barrier", .words = "calls barrier #1" },
		{ "allgather", .words = "calls allgather #1" } },
	{ { "broadcast", .words = "calls broadcast #1" },
		{ "allreduce", TYPED, .words = "calls allreduce #1" } },
	{ { "send", .destination = 1, .algorithm = "sbt", .words = "from root 0 to node 1" },
		{ "send", .destination = 0, .algorithm = "sbt",
			.words = "from root 0 to node 0" } },
	{ { "alltoall", .algorithm = "sbt", .forward = "reference", .words = ", by reference" },
		{ "alltoall", .algorithm = "sbt", .forward = "copy", .words = ", by copy" } },
	{ { "broadcast", .algorithm = "sbt", .packet = 4, .words = " by plan " },
		{ "broadcast", .algorithm = "sbt", .words = " by plan " } },
};

struct scene {
	struct grove_team *team;
	const struct arguments *pair;
	struct grove_plan *plan[2];
	int nodes, odd;
	size_t count;
	int later; /* operations after it */
	pthread_mutex_t lock;
	int error;
	char line[600];
};

static const struct grove_fold *fold_of(enum fold_of fold)
{
	const struct grove_fold *const folds[] = {
		[SUM] = GROVE_SUM, [MAX] = GROVE_MAX, [ONE] = &one_fold, [OTHER] = &other_fold
	};

	return folds[fold];
}

static int call(struct grove_node *me, const struct arguments *a, size_t count, int *in, int *out)
{
	int permutation[NODES], nodes = grove_team_nodes(grove_node_team(me));
	bool folds = strstr(a->collective, "reduce");

	for (int v = 0; v < nodes; v++)
		permutation[v] = (v + a->rotation) % nodes;
	return call_verb(me, &(struct grove_operation){ .verb = a->collective,
				     .in = in,
				     .out = out,
				     .count = folds ? count : (count + a->more) * sizeof *in,
				     .type = a->type,
				     .fold = fold_of(a->fold),
				     .root = a->root,
				     .permutation = permutation });
}

static void note(struct scene *s, int error)
{
	pthread_mutex_lock(&s->lock);
	if (error && !s->error) {
		s->error = error;
		snprintf(s->line, sizeof s->line, "%s", grove_why());
	}
	pthread_mutex_unlock(&s->lock);
}

static int body(struct grove_node *me, void *argument)
{
	struct scene *s = argument;
	int other = grove_node_number(me) != s->odd, error;
	FREED int *in = calloc(2 * NODES * (MOST + 1), sizeof *in);
	int *out = in + NODES * (MOST + 1);

	if (!in)
		return -ENOMEM;
	if (s->plan[other])
		error = grove_execute(me, s->plan[other], in, out, s->count * sizeof *in);
	else
		error = call(me, &s->pair[other], s->count, in, out);
	for (int i = 0; i < s->later && !error; i++)
		error = grove_barrier(me);
	note(s, error);
	return error;
}

static void scene_run(struct scene *s, const char *network, int threads)
{
	s->team = OPEN_TEAM(.network = network, .threads = threads, .timeout = SANITIZED ? 3 : 0.4);
	s->nodes = grove_team_nodes(s->team);
	for (int i = 0; i < 2; i++) {
		const struct arguments *a = &s->pair[i];
		if (a->algorithm)
			s->plan[i] = PLAN_OF(network, .collective = a->collective,
				.algorithm = a->algorithm, .root = a->root,
				.destination = a->destination, .packet = a->packet,
				.forward = a->forward);
	}
	if (threads == GROVE_CALLER)
		run_guests(s->team, body, s, true); /* one that comes too late is not told */
	else
		note(s, grove_team_run(s->team, body, s));
	note(s, grove_team_free(s->team));
	grove_plan_free(s->plan[0]);
	grove_plan_free(s->plan[1]);
}

/* Both nodes, the operation, and both values. */
static void check_line(const struct scene *s, const char *network)
{
	char odd[40];
	const char *mine, *comma;

	snprintf(odd, sizeof odd, "node %d calls %s #1", s->odd, s->pair[0].collective);
	mine = strstr(s->line, odd);
	comma = strstr(s->line, ", node ");
	if (s->error != -EINVAL || !mine || !comma || !strstr(s->line, s->pair[1].collective) ||
		!strstr(mine, s->pair[0].words) ||
		!strstr(mine == s->line ? comma : s->line, s->pair[1].words))
		fail_msg("%s, %s of %zu by node %d, %d later: %d '%s'", network,
			s->pair[0].collective, s->count, s->odd, s->later, s->error, s->line);
}

/* The first node differs, or the last one; nothing follows, or some operations do. */
static void check(const struct arguments *pair, const char *network, int threads, size_t count)
{
	static int turn;
	int nodes = network[3] == '2' ? 2 : NODES;

	for (int later = 0; later <= LATER; later += LATER) {
		struct scene s = { .pair = pair,
			.odd = turn++ % 3 % 2 ? nodes - 1 : 0,
			.count = count,
			.later = later,
			.lock = PTHREAD_MUTEX_INITIALIZER };

		if (!is_sampled())
			continue;
		scene_run(&s, network, threads);
		check_line(&s, network);
	}
}

static void check_all(int threads)
{
	static const size_t counts[] = { 2, 200, MOST };

	for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
		for (size_t i = 0; i < 3; i++) {
			check(cases[c], "gh:2", threads, counts[i]);
			check(cases[c], "cube:2", threads, counts[i]);
		}
}

TEST("threads of the team notice all differences")
{
	check_all(0);
}

TEST("callers threads notice all differences")
{
	check_all(GROVE_CALLER);
}
