/* What the tests of schedules share: schedules from text, and random ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_PLAN_HELP_H
#define TESTS_PLAN_HELP_H

#include "tests/topology_help.h"
#include "collectives/registry.h"
#include "plan/format/plan_json.h"
#include "plan/semantics.h"
#include "plan/format/plan_text.h"

ENDS(plan, plan_free(*ended))
ENDS(schedule, schedule_free(*ended))

/* A small generator that gives the same numbers everywhere: below `limit`. */
static inline uint32_t dice(uint64_t *state, uint32_t limit)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % limit);
}

static inline struct schedule *schedule_of(const char *text)
{
	struct schedule *schedule;

	MUST(schedule_read(&schedule, text, strlen(text)));
	return schedule;
}

/* Opens a network; "kite" is the graph of tests/kite.graph. */
static inline void network_of(struct network *net, const char *network)
{
	const char *source = getenv("GROVE_SOURCE");
	char name[NETWORK_NAME];

	snprintf(name, sizeof name, "%s", network);
	if (!strcmp(network, "kite"))
		snprintf(name, sizeof name, "graph:%s/tests/topology/kite.graph",
			source ? source : ".");
	MUST(network_open(net, name));
}

static inline struct problem problem_of(const char *network, enum collective collective)
{
	struct problem problem = { .collective = collective, .ports = ALL, .duplex = FULL };

	network_of(&problem.net, network);
	return problem;
}

/* By the algorithm. */
static inline struct problem problem_by(
	const char *algorithm, enum collective collective, const char *network)
{
	struct problem problem = problem_of(network, collective);

	snprintf(problem.algorithm, ALGORITHM_NAME, "%s", algorithm);
	return problem;
}

/* The plan of a problem that has one. */
static inline struct plan *plan_of(const struct problem *problem)
{
	struct plan *plan;

	if (collective_plan(&plan, problem))
		fail_msg("%s %s on %s, ports %s, duplex %s, root %d: %s",
			collective_name(problem->collective), problem->algorithm, problem->net.name,
			ports_name(problem->ports), duplex_name(problem->duplex), problem->root,
			why_text());
	return plan;
}

/* The packets of that plan, for bytes from the problem's root; packet 0: of any size. */
static inline struct schedule *schedule_made(
	const struct problem *problem, size_t bytes, size_t packet)
{
	struct binding binding = {
		.bytes = bytes, .element = 1, .packet = packet, .root = problem->root
	};
	AUTO(plan) plan = plan_of(problem);
	struct schedule *schedule;

	MUST(plan_schedule(&schedule, plan, &binding));
	return schedule;
}

/* On cube:d, by the algorithm. */
static inline struct problem cube_problem(const char *algorithm, enum collective collective, int d)
{
	char name[NETWORK_NAME];

	snprintf(name, sizeof name, "cube:%d", d);
	return problem_by(algorithm, collective, name);
}

static inline char *text_of(
	const struct schedule *schedule, int (*print)(const struct schedule *schedule, FILE *file))
{
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	MUST(print(schedule, file));
	fclose(file);
	return text;
}

enum {
	DICE_BYTES = 12
};

static inline struct range dice_range(uint64_t *state, const struct problem *problem)
{
	struct range range = { .block = dice(state, (uint32_t)semantics_blocks(problem)) };

	range.begin = dice(state, DICE_BYTES);
	range.end = range.begin + 1 + dice(state, DICE_BYTES - (uint32_t)range.begin);
	return range;
}

/* Packets at random: real links, at most one packet on each in a step, and nothing else that a
 * verifier would ask for. Pieces of a packet may overlap. */
static inline struct schedule *random_schedule(
	uint64_t *state, const struct problem *problem, int packets)
{
	struct schedule *schedule;

	assert_int_equal(schedule_new(&schedule, problem), 0);
	schedule->bytes = DICE_BYTES;
	for (int k = 0; k < packets; k++) {
		int from = (int)dice(state, (uint32_t)problem->net.nodes);
		int port = (int)dice(state, (uint32_t)problem->net.ports);
		struct packet packet = { .step = (int)dice(state, 6),
			.from = from,
			.to = network_neighbour(&problem->net, from, port),
			.port = (uint16_t)port,
			.fold = collective_folds(problem->collective) && dice(state, 2) };
		struct range range[3];

		for (size_t i = 0; i < schedule->packets; i++)
			if (schedule->packet[i].step == packet.step &&
				schedule->packet[i].from == from &&
				schedule->packet[i].port == port)
				packet.step = -1;
		if (packet.step < 0)
			continue;
		if (problem->collective != BARRIER)
			for (packet.count = 0; packet.count < 1 + dice(state, 3); packet.count++)
				range[packet.count] = dice_range(state, problem);
		assert_int_equal(schedule_add(schedule, packet, range), 0);
	}
	assert_int_equal(schedule_sort(schedule), 0);
	return schedule;
}

static inline void assert_same_schedules(const struct schedule *a, const struct schedule *b)
{
	const struct problem *p = &a->problem, *q = &b->problem;

	assert_int_equal(p->collective, q->collective);
	assert_string_equal(p->algorithm, q->algorithm);
	assert_string_equal(p->order, q->order);
	assert_string_equal(p->net.name, q->net.name);
	assert_int_equal(p->root, q->root);
	assert_int_equal(p->destination, q->destination);
	assert_int_equal(p->duplex, q->duplex);
	assert_int_equal(!p->permutation, !q->permutation);
	if (p->permutation)
		assert_memory_equal(
			p->permutation, q->permutation, sizeof(int) * (size_t)p->net.nodes);
	assert_int_equal(a->bytes, b->bytes);
	assert_int_equal(a->steps, b->steps);
	assert_int_equal(a->packets, b->packets);
	for (size_t k = 0; k < a->packets; k++) {
		struct packet x = a->packet[k], y = b->packet[k];

		assert_true(x.step == y.step && x.from == y.from && x.to == y.to);
		assert_true(x.port == y.port && x.fold == y.fold);
		assert_true(x.count == y.count && x.bytes == y.bytes);
		for (uint32_t i = 0; i < x.count; i++)
			assert_memory_equal(&a->range[x.first + i], &b->range[y.first + i],
				sizeof(struct range));
	}
}

/* A random problem of any collective on a small network. */
static inline struct problem random_problem(uint64_t *state, int permutation[9])
{
	static const char *const networks[] = { "cube:1", "cube:3", "gh:3", "gh:3x3", "gh:2x3" };
	struct problem problem =
		problem_of(networks[dice(state, 5)], (enum collective)dice(state, COLLECTIVES));
	uint32_t nodes = (uint32_t)problem.net.nodes;

	problem.root = (int)dice(state, nodes);
	problem.ports = (enum ports)dice(state, 4);
	problem.duplex = (enum duplex)dice(state, 2);
	strcpy(problem.algorithm, dice(state, 2) ? "nesbt" : "a \"name\" # of \\ ours");
	strcpy(problem.order, dice(state, 2) ? "" : "post=order");
	if (problem.collective == SEND)
		problem.destination = (int)dice(state, nodes);
	for (int v = 0; v < problem.net.nodes; v++)
		permutation[v] = problem.net.nodes - 1 - v;
	problem.permutation = problem.collective == PERMUTE ? permutation : NULL;
	return problem;
}

/* What is printed and read again is the same schedule, and prints the same. */
static inline void assert_round_trips(int (*print)(const struct schedule *schedule, FILE *file),
	int (*read)(struct schedule **schedule, const char *text, size_t length))
{
	uint64_t seed = 3;

	for (int i = 0; i < 1000; i++) {
		int permutation[9];
		struct problem problem = random_problem(&seed, permutation);
		AUTO(schedule) before = random_schedule(&seed, &problem, (int)dice(&seed, 60));
		FREED char *text = text_of(before, print), *again = NULL;
		AUTO(schedule) after = NULL;

		if (read(&after, text, strlen(text)))
			fail_msg("%s\n%s", why_text(), text);
		assert_same_schedules(before, after);
		again = text_of(after, print);
		assert_string_equal(text, again);
	}
}

/* A text and the line that refuses it. */
struct damage {
	const char *text, *why;
};

static inline void assert_refused(const struct damage *damage, int count,
	int (*read)(struct schedule **schedule, const char *text, size_t length))
{
	for (int i = 0; i < count; i++) {
		struct schedule *schedule = NULL;

		if (!read(&schedule, damage[i].text, strlen(damage[i].text)))
			fail_msg("was read: %s", damage[i].text);
		assert_null(schedule);
		if (strcmp(why_text(), damage[i].why) != 0)
			fail_msg("'%s' instead of '%s': %s", why_text(), damage[i].why,
				damage[i].text);
	}
}

/* Damages a text at random; whatever that makes of it, reading it ends well, and what can be read
 * can be printed. The text is a block of its own size, so that a byte too far is noticed. */
static inline void assert_survives(const char *text, const char *bytes, int rounds,
	int (*read)(struct schedule **schedule, const char *text, size_t length),
	int (*print)(const struct schedule *schedule, FILE *file))
{
	uint64_t seed = 11;
	int were_read = 0;

	for (int i = 0; i < rounds; i++) {
		size_t length = strlen(text) - dice(&seed, 2) * dice(&seed, (uint32_t)strlen(text));
		char *damaged = malloc(length + 1);
		struct schedule *schedule;

		memcpy(damaged, text, length);
		for (uint32_t k = dice(&seed, 4); k && length; k--)
			damaged[dice(&seed, (uint32_t)length)] =
				bytes[dice(&seed, (uint32_t)strlen(bytes))];
		damaged = realloc(damaged, length ? length : 1);
		if (!read(&schedule, damaged, length)) {
			were_read++;
			free(text_of(schedule, print));
			schedule_free(schedule);
		} else {
			assert_true(*why_text() && !strpbrk(why_text(), "\n\r\033"));
		}
		free(damaged);
	}
	assert_in_range(were_read, rounds / 100, rounds / 2);
}

#endif
