/* The ring, parking, landing and leaving under all interleavings and outcomes that C11 allows. */
/* SPDX-License-Identifier: BSD-2-Clause */

/* ring.h, split_claim.h, park.h and read_guard.h of runtime/ring themselves, and split_copy.c,
 * recall.c, thread_exit.c, shared_turns.c and native_group.c, are compiled here, with each atomic
 * access handed to the explorer (explorer/model.h has the memory model, explorer/choices.c the
 * search). Bounds: every execution of the scenarios of explorer/scenarios.c is explored, none is
 * sampled. Capacity is a power of two, so 1, 2 and 4 stand for "up to 3". With waiting by spinning
 * there are up to capacity + 3 packets; with parking fewer, as the lines printed below say.
 *
 * EXPLORER_LONG=1 in the environment adds scenarios that take minutes; under sanitizers only the
 * quickest are run, and one order of four is weakened. Left-out scenarios are printed.
 * EXPLORER_TRACE=1 prints the execution that failed. */
#include "tests/test.h"
#include "tests/explorer/litmus.h"
#include "tests/explorer/scenarios.h"
#include "tests/explorer/sites.h"
#include "tests/sanitized.h"

TEST("litmus outcomes are those of rc11")
{
	for (int i = 0; i < litmus_count; i++) {
		const char *seen;

		explore(&litmus[i].scenario);
		seen = litmus_seen();
		if (strcmp(seen, litmus[i].outcomes))
			fail_msg("%s: %s", litmus[i].scenario.name, seen);
	}
}

/* The hashes of executions, in no order. */
static uint64_t hashes[1 << 16];
static unsigned hash_count, hash_repeats;

static void note_hash(void)
{
	uint64_t hash = execution_hash();

	for (unsigned i = 0; i < hash_count; i++)
		if (hashes[i] == hash) {
			hash_repeats++;
			return;
		}
	assert_true(hash_count < sizeof hashes / sizeof hashes[0]);
	hashes[hash_count++] = hash;
}

/* Whether it is worth the time; says so when it is not. */
static bool worthwhile(const struct scenario *scenario)
{
	enum effort effort = getenv("EXPLORER_LONG") ? LONG : explorer_is_slow ? QUICK : NORMAL;

	if (scenario->effort > effort)
		print_message("# %-36s packets %u, capacity %u: left out (%s)\n", scenario->name,
			scenario->items, scenario->capacity,
			scenario->effort == LONG ? "set EXPLORER_LONG=1" : "slow under sanitizers");
	return scenario->effort <= effort;
}

/* Every graph that the naive search finds, the other finds, and finds once. */
static void compare_searches(struct scenario scenario)
{
	struct finding finding;
	unsigned reduced;

	scenario.finish = note_hash;
	hash_count = hash_repeats = 0;
	finding = explore(&scenario);
	reduced = hash_count;
	if (hash_repeats || finding.executions != reduced)
		fail_msg("%s: %u executions came twice", scenario.name, hash_repeats);
	finding = explore_naively(&scenario);
	if (hash_count != reduced)
		fail_msg("%s: %u executions of %u were left out", scenario.name,
			hash_count - reduced, hash_count);
	print_message("# %-40s %4u executions instead of %lu\n", scenario.name, reduced,
		finding.executions);
}

TEST("reduction loses no execution")
{
	for (int i = 0; i < litmus_count; i++)
		compare_searches(litmus[i].scenario);
	for (int i = 0; i < small_scenario_count; i++)
		if (worthwhile(&small_scenarios[i]))
			compare_searches(small_scenarios[i]);
}

TEST("no execution fails")
{
	unsigned long executions = 0;

	for (int i = 0; i < scenario_count; i++) {
		const struct scenario *scenario = &scenarios[i];
		struct finding finding;

		if (!worthwhile(scenario))
			continue;
		finding = explore(scenario);
		print_message("# %-36s packets %u, capacity %u: %7lu executions, %3u events\n",
			scenario->name, scenario->items, scenario->capacity, finding.executions,
			finding.events);
		if (finding.failure[0])
			fail_msg("%s", finding.failure);
		executions += finding.executions;
	}
	print_message("# %lu executions in all\n", executions);
}

/* The files that are explored. */
static bool is_explored(const char *file)
{
	return strstr(file, "runtime/ring/ring.h") || strstr(file, "runtime/ring/park.h") ||
	       strstr(file, "runtime/ring/split_claim.h") ||
	       strstr(file, "runtime/ring/read_guard.h") ||
	       strstr(file, "runtime/node/split_copy.c") || strstr(file, "runtime/node/recall.c") ||
	       strstr(file, "runtime/team/thread_exit.c") ||
	       strstr(file, "runtime/wire/shared_turns.c") ||
	       strstr(file, "library/native_group.c") || strstr(file, "library/native_work.c");
}

/* Called for each line of the files that has an access stronger than relaxed. */
static void must_be_known(const char *path, int line, const char *text)
{
	int i = 0;

	while (i < site_count && (sites[i].site.line != line || strcmp(sites[i].site.file, path)))
		i++;
	if (i == site_count)
		fail_msg("%s:%d was never reached: %s", path, line, text);
	if (sites[i].label[0] == '?')
		fail_msg("%s:%d has no label: %s", path, line, text);
}

TEST("every access of the files is reached")
{
	int scanned = 0;

	for (int i = 0; i < site_count; i++)
		if (is_explored(sites[i].site.file)) {
			assert_int_equal(site_scan(sites[i].site.file, must_be_known), 0);
			scanned++;
		}
	assert_true(scanned > 0);
}

static bool some_scenario_fails(
	enum effort effort, const char *label, const char *function, const char *order)
{
	for (int i = 0; i < scenario_count; i++) {
		struct finding finding;

		if (scenarios[i].effort != effort)
			continue;
		finding = explore(&scenarios[i]);
		if (finding.failure[0]) {
			print_message("# %s in %s, %s: %s\n#\t\t(%s, packets %u, capacity %u)\n",
				label, function, order, finding.failure, scenarios[i].name,
				scenarios[i].items, scenarios[i].capacity);
			return true;
		}
	}
	return false;
}

static bool weakening_fails(int site, enum order order)
{
	static const char *const names[] = { "relaxed", "acquire", "release", "acquire-release" };
	const char *label = sites[site].label, *function = sites[site].site.function;
	bool fails;

	site_weaken(site, order);
	fails = some_scenario_fails(QUICK, label, function, names[order]) ||
		(!explorer_is_slow && some_scenario_fails(NORMAL, label, function, names[order]));
	site_weaken(-1, RELAXED);
	if (!fails)
		print_message("# %s in %s could be %s\n", label, function, names[order]);
	return fails;
}

TEST("every weaker order fails")
{
	const int written = site_count; /* a weakened execution may come to others */
	int missed = 0, tried = 0;

	for (int i = 0; i < written; i++) {
		enum order weaker[2];

		if (!is_explored(sites[i].site.file))
			continue;
		for (int w = site_weaker(&sites[i], weaker); w-- > 0;)
			if (is_sampled()) {
				tried++;
				missed += !weakening_fails(i, weaker[w]);
			}
	}
	assert_true(tried > 0);
	assert_int_equal(missed, 0);
}

static bool goes_to_and_fro(const struct scenario *scenario)
{
	return scenario->prepare == leaving_prepare && scenario->flags & TO_AND_FRO;
}

static bool fails_to_and_fro(int site, enum order order)
{
	int scenario = 0;
	struct finding finding;

	while (scenario < scenario_count && !goes_to_and_fro(&scenarios[scenario]))
		scenario++;
	assert_true(scenario < scenario_count);
	site_weaken(site, order);
	finding = explore(&scenarios[scenario]);
	site_weaken(-1, RELAXED);
	if (!finding.failure[0])
		print_message("# %s could be weaker\n", sites[site].label);
	return finding.failure[0];
}

/* Which part is whose hangs on the order that the receiver has said. */
TEST("landing to and fro needs every order of the share")
{
	const int written = site_count;
	int missed = 0, tried = 0;

	if (explorer_is_slow)
		skip();
	for (int i = 0; i < written; i++) {
		enum order weaker[2];

		if (!strstr(sites[i].site.file, "runtime/ring/split_claim.h"))
			continue;
		for (int w = site_weaker(&sites[i], weaker); w-- > 0; tried++)
			missed += !fails_to_and_fro(i, weaker[w]);
	}
	assert_true(tried > 0);
	assert_int_equal(missed, 0);
}

TEST("every mistake fails")
{
	for (int i = 0; i < mistake_count; i++) {
		const struct mistake *mistake = &mistakes[i];
		struct finding finding = explore(&mistake->scenario);

		if (strncmp(finding.failure, mistake->failure, strlen(mistake->failure)))
			fail_msg("%s: expected \"%s\", got \"%s\"", mistake->scenario.name,
				mistake->failure, finding.failure);
	}
}
