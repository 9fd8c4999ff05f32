/* What the tests of schedules share: schedules from text, and random ones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_PLAN_HELP_H
#define TESTS_PLAN_HELP_H

#include <errno.h>
#include "tests/topology_help.h"
#include "plan/json.h"
#include "plan/promise.h"
#include "plan/text.h"

/* A small generator that gives the same numbers everywhere: below `limit`. */
static inline uint32_t dice(uint64_t *state, uint32_t limit)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((*state >> 33) % limit);
}

static inline struct schedule *schedule_of(const char *text)
{
	struct schedule *schedule;

	if (schedule_read(&schedule, text, strlen(text)))
		fail_msg("%s", why_text());
	return schedule;
}

static inline struct problem problem_of(const char *network, enum collective collective)
{
	struct problem problem = { .collective = collective, .ports = ALL, .duplex = FULL };

	if (network_open(&problem.net, network))
		fail_msg("%s", why_text());
	return problem;
}

static inline char *text_of(
	const struct schedule *schedule, int (*print)(const struct schedule *schedule, FILE *file))
{
	char *text;
	size_t length;
	FILE *file = open_memstream(&text, &length);

	assert_non_null(file);
	if (print(schedule, file))
		fail_msg("%s", why_text());
	fclose(file);
	return text;
}

enum {
	DICE_BYTES = 12
};

static inline struct range dice_range(uint64_t *state, const struct problem *problem)
{
	struct range range = { .block = dice(state, (uint32_t)promise_blocks(problem)) };

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

#endif
