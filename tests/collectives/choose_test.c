/* The chooser: it finds something for every collective everywhere, soon, and the fastest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <time.h>
#include "collectives/auto/tuned_table.h"
#include "library/library_internal.h"
#include "plan/model/simulator.h"
#include "tests/collective_help.h"
#include "tests/rates_help.h"

static const struct rates links = { .beta = 1e-6, .tau = 1e-10, .threads = 1 << 20 };
static const struct rates two_threads = { .beta = 1e-7, .tau = 1e-10, .threads = 2 };

static struct problem ask_for(const char *network, enum collective collective)
{
	static int permutation[256];
	struct problem problem = problem_of(network, collective);

	assert_in_range(problem.net.nodes, 1, COUNT(permutation));
	odd_permutation(permutation, problem.net.nodes);
	problem.permutation = collective == PERMUTE ? permutation : NULL;
	problem.destination = problem.net.nodes - 1;
	return problem;
}

static int candidates(struct candidate list[CANDIDATES], const struct problem *problem,
	size_t bytes, const struct rates *rates)
{
	int count;

	memset(list, 0, sizeof(struct candidate) * CANDIDATES);
	count = choose(list, problem, bytes, 1, rates);
	if (count < 1)
		fail_msg("%s on %s, %zu bytes: %s", collective_name(problem->collective),
			problem->net.name, bytes, why_text());
	assert_in_range(count, 1, CANDIDATES);
	return count;
}

/* The processor's time, which other programs do not lengthen. */
static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void assert_usable(const struct problem *problem, const struct candidate *first)
{
	struct problem own = *problem;
	AUTO(plan) plan = NULL;

	memcpy(own.algorithm, first->algorithm, ALGORITHM_NAME);
	memcpy(own.order, first->order, ALGORITHM_NAME);
	MUST(collective_plan(&plan, &own));
}

static void assert_choice(const struct problem *problem, size_t bytes, const struct rates *rates)
{
	struct candidate list[CANDIDATES];
	double before = seconds_now(), took;
	int count = candidates(list, problem, bytes, rates);

	took = seconds_now() - before;
	if (took > 1)
		fail_msg("%s on %s took %.2f s to choose", collective_name(problem->collective),
			problem->net.name, took);
	assert_true(isfinite(list[0].seconds) && list[0].seconds >= 0 && !list[0].left_out);
	for (int i = 1; i < count; i++) {
		assert_true(list[i].seconds >= list[i - 1].seconds);
		assert_int_equal(isinf(list[i].seconds), list[i].left_out != NULL);
	}
	assert_usable(problem, &list[0]);
}

TEST("choose: something serves everything, and is found within a second")
{
	static const char *const networks[] = { "cube:0", "cube:1", "cube:3", "cube:8", "gh:1",
		"gh:2", "gh:37", "gh:2x3x4", "gh:4x4" };
	static const size_t bytes[] = { 0, 1, 4096, 1 << 24 };

	for (int i = 0; i < COUNT(networks); i++)
		for (int c = 0; c < COLLECTIVES; c++) {
			struct problem problem = ask_for(networks[i], (enum collective)c);

			assert_choice(&problem, bytes[(i + c) % 4], i % 2 ? &links : &two_threads);
		}
}

/* Every name that can be asked for is in the list, once for each order that is tried: those with a
 * builder of their own have one. */
TEST("choose: nothing is forgotten")
{
	struct problem problem = ask_for("cube:4", ALLTOALL);
	struct candidate list[CANDIDATES];
	char name[ALGORITHM_NAME];
	int count = candidates(list, &problem, 1000, &links), named;

	for (int a = 0; !algorithm_name_at(name, ALLTOALL, &problem.net, a); a++) {
		named = 0;
		for (int i = 0; i < count; i++)
			named += !strcmp(list[i].algorithm, name);
		memcpy(problem.algorithm, name, sizeof name);
		assert_int_equal(named, algorithm_of(&problem)->name ? 1 : 2);
	}
	for (int i = 0; i < count; i++)
		for (int k = 0; k < i; k++)
			assert_true(strcmp(list[i].algorithm, list[k].algorithm) != 0 ||
				    strcmp(list[i].order, list[k].order) != 0);
}

/* A path through 64 nodes is never the best tree, and is not planned; nor is what another algorithm
 * does as well. */
TEST("choose: trees that are too high are left out")
{
	struct problem problem = ask_for("cube:6", ALLREDUCE);
	struct candidate list[CANDIDATES];
	int count = candidates(list, &problem, 1000, &links), out = 0;

	for (int i = 0; i < count; i++)
		if (list[i].left_out && strstr(list[i].algorithm, "brg")) {
			assert_string_equal(list[i].left_out, "its trees are too high");
			out++;
		} else if (list[i].left_out) {
			assert_string_equal(list[i].left_out, "another one is the same or faster");
		}
	assert_int_equal(out, 6); /* brg, nrbrg: in two orders, and with -rb */
}

TEST("choose: choices do not change")
{
	struct candidate first[CANDIDATES], again[CANDIDATES];

	for (int c = 0; c < COLLECTIVES; c++) {
		struct problem problem = ask_for("cube:4", (enum collective)c);
		int count = candidates(first, &problem, 5000, &links);

		problem.root = 7;
		strcpy(problem.algorithm, "whatever");
		assert_int_equal(candidates(again, &problem, 5000, &links), count);
		for (int i = 0; i < count && c != SEND; i++) {
			assert_string_equal(first[i].algorithm, again[i].algorithm);
			assert_string_equal(first[i].order, again[i].order);
			assert_true(first[i].seconds == again[i].seconds);
		}
	}
}

/* On links alone the theory says what is best. */
TEST("choose: on links alone the theory says which")
{
	struct candidate list[CANDIDATES];
	struct problem problem = ask_for("cube:6", BROADCAST);

	candidates(list, &problem, 1 << 26, &links);
	assert_string_equal(list[0].algorithm, "broadcast4");
	candidates(list, &problem, 1, &links);
	assert_true(!strcmp(list[0].algorithm, "sbt") || !strcmp(list[0].algorithm, "nrsbt"));
	problem = ask_for("cube:6", ALLGATHER);
	candidates(list, &problem, 1 << 20, &links);
	assert_true(!strcmp(list[0].algorithm, "sbntc") || !strcmp(list[0].algorithm, "nrsbt"));
}

/* ---- Few bytes: some parts are empty ---- */

static double simulated(const struct problem *problem, const struct candidate *candidate,
	size_t bytes, const struct rates *rates)
{
	struct machine machine = { .beta = rates->beta, .tau = rates->tau };
	struct binding binding = { .bytes = bytes, .element = 1 };
	struct simulation simulation;
	struct problem own = *problem;
	AUTO(schedule) schedule = NULL;
	AUTO(plan) plan = NULL;

	memcpy(own.algorithm, candidate->algorithm, ALGORITHM_NAME);
	memcpy(own.order, candidate->order, ALGORITHM_NAME);
	MUST(collective_plan(&plan, &own) ||
		plan_best_packet(&binding.packet, plan, bytes, 1, rates) ||
		plan_schedule(&schedule, plan, &binding) ||
		schedule_simulate(schedule, &machine, &simulation));
	if (!schedule->asynchronous)
		simulation.asynchronous = simulation.synchronous;
	return simulation.asynchronous;
}

/* So none of the others is faster than the one that is chosen. */
TEST("choose: estimates of few bytes are the times")
{
	static const struct rates slow = { .beta = 1e-6, .tau = 1e-5, .threads = 1 << 20 };
	static const struct {
		const char *network;
		enum collective collective;
	} table[] = { { "cube:6", SCATTER }, { "cube:5", BROADCAST }, { "cube:4", ALLTOALL },
		{ "gh:3x3x3", GATHER }, { "cube:4", ALLGATHER }, { "star:4", SCATTER } };
	static const size_t bytes[] = { 1, 2, 5, 13 };

	for (int i = 0; i < COUNT(table) * COUNT(bytes); i++) {
		struct problem problem = ask_for(table[i / 4].network, table[i / 4].collective);
		struct candidate list[CANDIDATES];
		int count = candidates(list, &problem, bytes[i % 4], &slow);

		for (int k = 0; k < count && !list[k].left_out; k++) {
			double time = simulated(&problem, &list[k], bytes[i % 4], &slow);

			if (fabs(time - list[k].seconds) > 1e-9 * time)
				fail_msg("%s %s %s on %s, %zu bytes: %g s, simulated %g s",
					collective_name(problem.collective), list[k].algorithm,
					list[k].order, problem.net.name, bytes[i % 4],
					list[k].seconds, time);
		}
	}
}

/* ---- Large networks ---- */

/* A scatter and an allgather use all links where a tree uses few. Their plan is not made for the
 * choice, but its time is expected. */
TEST("choose: on links many nodes compose, as fast as expected")
{
	static const struct {
		const char *network;
		enum collective collective;
		size_t bytes;
		const char *algorithm;
	} table[] = {
		{ "gh:9x9", BROADCAST, 1 << 20, "nrsbt+nrsbt" },
		{ "gh:9x9", BROADCAST, 1000, "nrsbt" },
		{ "gh:9x9", REDUCE, 1000003, "nrsbt+nrsbt" },
		{ "gh:16x16", BROADCAST, 1 << 24, "nrsbt+nrsbt" },
		{ "torus:10x10", BROADCAST, 1 << 16, "flow+bfs" },
		{ "cube:7", BROADCAST, 1 << 24, "broadcast4" },
	};

	for (int i = 0; i < COUNT(table); i++) {
		struct problem problem = ask_for(table[i].network, table[i].collective);
		struct candidate list[CANDIDATES], best;
		size_t bytes = table[i].bytes;
		double time;

		candidates(list, &problem, bytes, &links);
		assert_int_equal(choose_fastest(&best, &problem, bytes, 1, &links), 0);
		plan_free(best.plan);
		assert_string_equal(list[0].algorithm, table[i].algorithm);
		assert_string_equal(best.algorithm, table[i].algorithm);
		assert_true(best.seconds == list[0].seconds);
		time = simulated(&problem, &best, bytes, &links);
		if (time > best.seconds * (1 + 2e-5) || time < best.seconds * 0.9)
			fail_msg("%s %s on %s: %g s expected, simulated %g s",
				collective_name(problem.collective), best.algorithm,
				problem.net.name, best.seconds, time);
	}
}

static void assert_none_composes(const char *network, const struct rates *rates)
{
	struct problem problem = problem_of(network, BROADCAST);
	struct candidate list[CANDIDATES];
	int count = candidates(list, &problem, 1 << 24, rates);

	for (int i = 0; i < count; i++)
		assert_true(list[i].left_out || !strchr(list[i].algorithm, '+'));
}

/* On this machine's threads a choice would replay the steps of all nodes; and plans with more hops
 * than fit would be refused. */
TEST("choose: threads, and more hops than fit, do not compose")
{
	struct rates here = rates_here();

	here.threads = 2;
	assert_none_composes("gh:9x9", &here);
	assert_none_composes("torus:40x40", &links);
}

/* Estimates a sole candidate, which the search does not do. */
static void estimate_sole(struct candidate *best, size_t bytes, const struct rates *rates)
{
	const struct binding whole = { .bytes = bytes, .element = 1 };
	struct estimate estimate;

	if (!isnan(best->seconds))
		return;
	assert_int_equal(plan_best_estimate(&estimate, best->plan, &whole, rates), 0);
	best->seconds = estimate.seconds;
}

static void assert_same_first(
	const struct problem *problem, size_t bytes, const struct rates *rates)
{
	struct candidate list[CANDIDATES], best;

	candidates(list, problem, bytes, rates);
	assert_int_equal(choose_fastest(&best, problem, bytes, 1, rates), 0);
	estimate_sole(&best, bytes, rates);
	plan_free(best.plan);
	if (best.seconds > (rates->here ? 1.15 : 1.01) * list[0].seconds)
		fail_msg("%s on %s, %zu bytes, %d threads: %s %s %g s, but the list has %s %s %g s",
			collective_name(problem->collective), problem->net.name, bytes,
			rates->threads, best.algorithm, best.order, best.seconds, list[0].algorithm,
			list[0].order, list[0].seconds);
}

/* The search that verbs use leaves out work. The search may miss a composed algorithm whose parts
 * overlap, and that algorithm is hardly faster. On threads the usual algorithms are enough. */
TEST("choose: the short search finds a candidate as fast as the first of the list")
{
	static const char *const networks[] = { "cube:0", "cube:1", "cube:3", "cube:4", "gh:2x3",
		"gh:4x4", "star:4", "ccc:3", "gh:6", "ring:8", "butterfly:3", "torus:3x4",
		"mesh:3x3" };
	struct rates here = rates_here();

	for (int i = 0; i < COUNT(networks); i++)
		for (int c = 0; c < COLLECTIVES; c++) {
			struct problem problem = ask_for(networks[i], (enum collective)c);
			int nodes = problem.net.nodes;

			for (size_t bytes = 1; bytes <= 1 << 24; bytes = bytes * 64 + 1) {
				here.threads = i % 2 && nodes > 1 ? (nodes + 1) / 2 : nodes;
				assert_same_first(&problem, bytes, &here);
				assert_same_first(&problem, bytes, i % 2 ? &links : &two_threads);
			}
		}
}

/* A table of measurements decides in the same way with and without the list. */
TEST("choose: a table decides without the list")
{
	struct problem problem = ask_for("cube:3", BROADCAST);
	struct tuned_row rows[] = {
		{ .bytes = 64, .algorithm = "sbt", .seconds = 2e-6 },
		{ .bytes = 64, .algorithm = "brg", .seconds = 1e-6 },
		{ .bytes = 4096, .algorithm = "sbt", .packet = 512, .seconds = 3e-6 },
		{ .bytes = 4096, .algorithm = "brg", .seconds = 9e-6 },
		{ .bytes = 4096, .algorithm = "nesbt", .seconds = 1e-9 }, /* not at 64 bytes */
	};
	struct tuned tuned = { rows, COUNT(rows), COUNT(rows) };
	struct candidate list[CANDIDATES], best;

	for (int i = 0; i < COUNT(rows); i++) {
		rows[i].collective = BROADCAST;
		rows[i].ports = ALL;
		rows[i].threads = 2;
		snprintf(rows[i].network, sizeof rows[i].network, "cube:3");
	}
	for (size_t bytes = 1; bytes < 1 << 20; bytes = 2 * bytes + 1) {
		int count = candidates(list, &problem, bytes, &two_threads);
		bool applied = tuned_apply(&tuned, list, count, &problem, 2, bytes);

		assert_int_equal(tuned_fastest(&tuned, &best, &problem, 2, bytes), applied);
		if (!applied)
			continue;
		assert_string_equal(best.algorithm, list[0].algorithm);
		assert_int_equal(best.packet, list[0].packet);
		assert_true(best.measured == list[0].measured);
	}
	assert_false(tuned_fastest(&tuned, &best, &problem, 1, 64));
}

TEST("choose: threads of several nodes balance no links")
{
	struct problem problem = ask_for("cube:3", SCATTER);
	struct rates here = rates_here();
	struct candidate list[CANDIDATES];

	for (here.threads = 2; here.threads <= 8; here.threads += 6) {
		int count = candidates(list, &problem, 4096, &here), out = 0;

		for (int i = 0; i < count; i++)
			out += list[i].left_out && strstr(list[i].left_out, "balances links");
		assert_int_equal(out, here.threads < 8 ? 3 : 0);
	}
}

/* A thread makes the packets of its nodes one after another, so the news goes to one node and from
 * there to all: over each link of a tree once up and once down. */
TEST("choose: a barrier of nodes that share threads has few packets")
{
	static const char *const networks[] = { "cube:4", "star:4", "gh:3x4", "torus:3x4",
		"mesh:4x4" };
	struct rates here = rates_here();

	for (int i = 0; i < COUNT(networks); i++)
		for (here.threads = 1; here.threads <= 2; here.threads++) {
			struct problem problem = ask_for(networks[i], BARRIER);
			struct candidate best;
			AUTO(plan) plan = NULL;

			MUST(choose_fastest(&best, &problem, 0, 1, &here));
			plan = best.plan;
			assert_false(plan->symmetric);
			assert_int_equal(plan->hops, 2 * (problem.net.nodes - 1));
		}
}
