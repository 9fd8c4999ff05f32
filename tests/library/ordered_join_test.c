/* Folds in the order of the nodes, where packets are folded as they arrive: by random plans, and
 * with large blocks of which both ends of a link fold parts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "library/library_internal.h"
#include "tests/affine_help.h"
#include "tests/sanitized.h"

enum {
	NODES = 5,
	MOST = 100000 /* elements */
};

static struct map in[8][MOST], out[8][MOST + 1], right[MOST];

/* Finds the result of nodes 0 to nodes - 1. */
static void fold_all(int nodes, size_t count, bool composes)
{
	memcpy(right, in[0], count * sizeof *right);
	for (int v = 1; v < nodes && composes; v++)
		compose(right, right, in[v], count, 0, NULL);
	for (int v = 1; v < nodes && !composes; v++)
		for (size_t i = 0; i < count; i++) {
			uint64_t a, b;

			memcpy(&a, &right[i], sizeof a);
			memcpy(&b, &in[v][i], sizeof b);
			a += b;
			memcpy(&right[i], &a, sizeof a);
		}
}

static void fill(int nodes, size_t count)
{
	for (int v = 0; v < nodes; v++) {
		for (size_t i = 0; i < count; i++)
			in[v][i] = (struct map){ (uint32_t)(v * 2 + 3) * 40503u + 2 * (uint32_t)i,
				(uint32_t)(v + 1) * 7919u ^ (uint32_t)i };
		memset(out[v], 0xee, (count + 1) * sizeof **out);
	}
}

static bool is_right(int v, size_t count)
{
	static const struct map guard = { 0xeeeeeeee, 0xeeeeeeee };

	return !memcmp(out[v], right, count * sizeof *right) &&
	       !memcmp(&out[v][count], &guard, sizeof guard);
}

/* ---- Random plans ---- */

/* The runs that nodes can make: first to last is has[node][first][last]. */
struct world {
	bool has[NODES][NODES][NODES];
	uint32_t seed;
	char text[20000];
	size_t length;
};

static uint32_t dice(struct world *w, uint32_t sides)
{
	w->seed = w->seed * 1664525 + 1013904223;
	return (w->seed >> 8) % sides;
}

static void say(struct world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct world *w, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	w->length +=
		(size_t)vsnprintf(w->text + w->length, sizeof w->text - w->length, format, list);
	va_end(list);
}

/* Returns true if a node may join first ... between with between + 1 ... last: in the bracket the
 * first part is the largest power of two of nodes that leaves a node, and begins at its double. */
static bool may_join(int first, int between, int last, bool bracketed)
{
	int half = 1;

	while (2 * half < last - first + 1)
		half *= 2;
	return !bracketed || (between + 1 - first == half && first % (2 * half) == 0);
}

/* Shorter runs first, so that longer runs are made of these. */
static void join(bool (*has)[NODES], bool bracketed)
{
	for (int more = 1; more < NODES; more++)
		for (int first = 0; first + more < NODES; first++)
			for (int between = first; between < first + more; between++)
				has[first][first + more] |=
					may_join(first, between, first + more, bracketed) &&
					has[first][between] && has[between + 1][first + more];
}

/* Sends some run that the node can make, in one piece or in two. */
static void send_any(struct world *w, const struct world *before, int from, int to, size_t bytes)
{
	int first, last;
	size_t cut = bytes / 16 * 8;

	do {
		first = (int)dice(w, NODES);
		last = (int)dice(w, NODES);
	} while (first > last || !before->has[from][first][last]);
	if (dice(w, 2) && cut)
		say(w, "  %d -> %d  %d[0:%zu] %d[%zu:%zu]\n", from, to, first * NODES + last, cut,
			first * NODES + last, cut, bytes);
	else
		say(w, "  %d -> %d  %d[0:%zu]\n", from, to, first * NODES + last, bytes);
	w->has[to][first][last] = true;
}

static const char *const kinds[] = { "ordered-reduce", "ordered-allreduce", "ordered-scan",
	"scan" };

enum {
	REDUCES,
	REDUCES_ALL,
	SCANS,
	SCANS_FREELY
};

/* Returns the number of nodes whose contributions node v's result has. */
static int result_of(int kind, int root, int v)
{
	if (kind == REDUCES)
		return v == root ? NODES : 0;
	return kind >= SCANS ? v + 1 : NODES;
}

/* Nodes send runs back and forth, and at last all that a node may lack. */
static void invent(struct world *w, int kind, int root, size_t bytes)
{
	uint32_t steps = 1 + dice(w, 6), often = 2 + dice(w, 4);

	memset(w->has, 0, sizeof w->has);
	for (int v = 0; v < NODES; v++)
		w->has[v][v][v] = true;
	w->length = 0;
	say(w, "%s mine gh:%d", kinds[kind], NODES);
	if (kind == REDUCES)
		say(w, " root=%d", root);
	say(w, " bytes=%zu\n", bytes);
	for (uint32_t step = 0; step < steps; step++) {
		struct world before = *w;

		say(w, "step %u\n", step);
		for (int from = 0; from < NODES; from++)
			for (int to = 0; to < NODES; to++)
				if (from != to && dice(w, often) == 0)
					send_any(w, &before, from, to, bytes);
		for (int v = 0; v < NODES; v++)
			join(w->has[v], kind != SCANS_FREELY);
	}
	say(w, "step %u\n", steps);
	for (int v = 0; v < NODES; v++) {
		int last = result_of(kind, root, v) - 1;

		for (int from = 0; from <= last && !w->has[v][0][last]; from++)
			if (from != v)
				say(w, "  %d -> %d  %d[0:%zu]\n", from, v, from * NODES + from,
					bytes);
	}
}

/* Where nodes have results, and how many elements. */
struct shape {
	int kind, root;
	size_t count;
	bool in_place;
};

static void run_text(struct grove_team *team, const char *text, const struct shape *s)
{
	struct grove_fold ordered = grove_fold_ordered(&composition);
	struct grove_plan_options options = { .type = GROVE_ELEMENT(8),
		.fold = s->kind == SCANS_FREELY ? &composition : &ordered };
	struct grove_buffers buffers[NODES];
	AUTO(grove_plan) plan = NULL;

	if (grove_plan_read(&plan, text, strlen(text), &options))
		fail_msg("%s\n%s", grove_why(), text);
	fill(NODES, s->count);
	for (int v = 0; v < NODES; v++) {
		bool here = s->in_place && result_of(s->kind, s->root, v);

		buffers[v] = (struct grove_buffers){ here ? GROVE_IN_PLACE : in[v], out[v] };
		if (here)
			memcpy(out[v], in[v], s->count * 8);
	}
	if (grove_team_execute(team, plan, buffers, s->count * 8))
		fail_msg("%s\n%s", grove_why(), text);
	for (int v = 0; v < NODES; v++) {
		int nodes = result_of(s->kind, s->root, v);

		fold_all(nodes, s->count, true);
		if (nodes && !is_right(v, s->count))
			fail_msg("node %d of\n%s", v, text);
	}
}

static struct grove_team *team_on(const char *network, int threads)
{
	return OPEN_TEAM(.network = network, .threads = threads);
}

TEST("random plans fold in order")
{
	AUTO(grove_team) team = team_on("gh:5", 1);
	static struct world w = { .seed = 1 };

	for (int i = 0; i < 1000; i++) {
		struct shape s = { (int)dice(&w, COUNT(kinds)), (int)dice(&w, NODES),
			dice(&w, 2) ? 3 : 300, i % 4 == 0 };

		invent(&w, s.kind, s.root, s.count * 8);
		if (is_sampled())
			run_text(team, w.text, &s);
	}
}

TEST("runs that cross and runs after the result wait")
{
	static const char crossed[] =
		"scan mine gh:5 bytes=24\n"
		"step 0\n  1 -> 4  6[0:24]\n  2 -> 4  12[0:24]\n  3 -> 4  18[0:24]\n"
		"  0 -> 1  0[0:24]\n  0 -> 2  0[0:24]\n  1 -> 2  6[0:24]\n"
		"  0 -> 3  0[0:24]\n  1 -> 3  6[0:24]\n  2 -> 3  12[0:24]\n"
		"step 1\n  0 -> 4  0[0:24]\n  4 -> 0  7[0:24]\n  4 -> 2  14[0:24]\n";
	static const char behind[] =
		"ordered-reduce mine gh:5 root=2 bytes=24\n"
		"step 0\n  1 -> 0  6[0:24]\n  2 -> 0  12[0:24]\n  3 -> 0  18[0:24]\n"
		"  4 -> 0  24[0:24]\nstep 1\n  0 -> 2  4[0:24]\n"
		"step 2\n  0 -> 2  0[0:24]\n  1 -> 2  6[0:24]\n";
	AUTO(grove_team) team = team_on("gh:5", 1);

	run_text(team, crossed, &(struct shape){ SCANS_FREELY, 0, 3, false });
	run_text(team, behind, &(struct shape){ REDUCES, 2, 3, false });
}

/* ---- Usual plans ---- */

/* Counts the instructions of all nodes that fold what waited in scratch. */
static int count_waits(const struct grove_plan *plan, int nodes, size_t bytes, int root)
{
	int waits = 0;

	for (int v = 0; v < nodes; v++) {
		struct lowering lowering = { .inline_bytes = 40 };
		struct program *program;
		struct binding binding;
		ENDED(tape_free) struct tape tape = { 0 };

		assert_int_equal(plan_binding(&binding, plan, bytes, root), 0);
		assert_int_equal(plan_tape(&tape, plan->plan, &binding, v, false), 0);
		MUST(program_lower(&program, &plan->problem, &tape, &binding, &lowering, v));
		for (size_t i = 0; i < program->instructions; i++)
			waits += program->instruction[i].action == FOLD_BYTES;
		program_free(program);
	}
	return waits;
}

TEST("no packet of a usual plan waits")
{
	static const struct {
		const char *network, *collective, *algorithm;
		int nodes, root;
	} usual[] = { { "cube:3", "reduce", "updown", 8, 0 },
		{ "cube:3", "reduce", "updown", 8, 5 }, { "cube:3", "allreduce", "updown", 8, 0 },
		{ "cube:3", "allreduce", "doubling", 8, 0 },
		{ "cube:3", "allreduce", "halving", 8, 0 }, { "gh:3", "reduce", "updown", 3, 0 } };
	struct grove_fold ordered = grove_fold_ordered(&composition);

	for (size_t i = 0; i < COUNT(usual); i++) {
		int waits;
		AUTO(grove_plan) plan = PLAN_OF(usual[i].network, .collective = usual[i].collective,
			.algorithm = usual[i].algorithm, .root = usual[i].root, .packet = 800,
			.type = GROVE_ELEMENT(8), .fold = &ordered);

		waits = count_waits(plan, usual[i].nodes, 8000, usual[i].root);
		if (waits)
			fail_msg("%s %s on %s, root %d: %d packets wait", usual[i].collective,
				usual[i].algorithm, usual[i].network, usual[i].root, waits);
	}
}

/* ---- Large blocks ---- */

static void run_large(struct grove_team *team, const char *network, const char *collective,
	const char *algorithm, const struct grove_fold *fold, int type)
{
	int nodes = grove_team_nodes(team);
	struct grove_buffers buffers[8];
	AUTO(grove_plan) plan = PLAN_OF(network, .collective = collective, .algorithm = algorithm,
		.type = type, .fold = fold, .bytes = MOST * 8);

	fill(nodes, MOST);
	fold_all(nodes, MOST, type != GROVE_U64);
	for (int time = 0; time < 6; time++) { /* trials of ways to copy are among them */
		for (int v = 0; v < nodes; v++) {
			memset(out[v], 0xee, sizeof out[v]);
			buffers[v] = (struct grove_buffers){ in[v], out[v] };
		}
		MUST(grove_team_execute(team, plan, buffers, MOST * 8));
		for (int v = 0; v < nodes; v++)
			if ((v == 0 || collective[0] == 'a') && !is_right(v, MOST))
				fail_msg("%s %s on %s: node %d", collective, algorithm, network, v);
	}
}

TEST("large blocks are folded")
{
	static const char *const networks[] = { "cube:1", "gh:4", "cube:3" };
	struct grove_fold sum = grove_fold_ordered(GROVE_SUM);
	struct grove_fold ordered = grove_fold_ordered(&composition);

	for (size_t i = 0; i < COUNT(networks); i++) {
		AUTO(grove_team) team = team_on(networks[i], 0);

		for (int k = 0; k < 2; k++) {
			const struct grove_fold *fold = k ? &ordered : &sum;
			int type = k ? GROVE_ELEMENT(8) : GROVE_U64;

			run_large(team, networks[i], "reduce", "updown", fold, type);
			run_large(team, networks[i], "allreduce", "updown", fold, type);
			run_large(team, networks[i], "allreduce", "doubling", fold, type);
			run_large(team, networks[i], "allreduce", "halving", fold, type);
		}
	}
}
