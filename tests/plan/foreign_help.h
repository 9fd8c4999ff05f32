/* Correct schedules that no move of grove builds, as other programs make them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_FOREIGN_HELP_H
#define TESTS_FOREIGN_HELP_H

#include "base/size.h"
#include "tests/plan_help.h"

static inline struct schedule *foreign_new(
	const char *network, enum collective collective, size_t bytes)
{
	struct problem problem = problem_of(network, collective);
	struct schedule *schedule;

	strcpy(problem.algorithm, "foreign");
	assert_int_equal(schedule_new(&schedule, &problem), 0);
	schedule->bytes = bytes;
	return schedule;
}

/* A packet of at most 64 ranges over the link from u to v. */
static inline void foreign_send(
	struct schedule *s, int step, int u, int v, bool fold, const struct range *range, int count)
{
	struct packet packet = { .step = step, .from = u, .to = v, .fold = fold };
	int port = network_port_to(&s->problem.net, u, v);

	assert_true(port >= 0);
	packet.port = (uint16_t)port;
	packet.count = (uint32_t)count;
	assert_int_equal(schedule_add(s, packet, range), 0);
}

static inline struct schedule *foreign_done(struct schedule *s)
{
	assert_int_equal(schedule_sort(s), 0);
	return s;
}

/* Everyone exchanges all it has with its neighbour in each dimension, and folds what comes. */
static inline struct schedule *recursive_doubling(int n, size_t bytes)
{
	char name[16];
	struct range all = { 0, 0, bytes };
	struct schedule *s;

	snprintf(name, sizeof name, "cube:%d", n);
	s = foreign_new(name, ALLREDUCE, bytes);
	for (int d = 0; d < n; d++)
		for (int v = 0; v < 1 << n; v++)
			foreign_send(s, d, v, v ^ 1 << d, true, &all, 1);
	return foreign_done(s);
}

/* Bruck's allgather: in step k node v has blocks v, v + 1, .. v + 2^k - 1 and sends them to v -
 * 2^k, as many as are still missing there. */
static inline struct schedule *bruck_allgather(int nodes, size_t bytes)
{
	char name[16];
	struct schedule *s;

	snprintf(name, sizeof name, "gh:%d", nodes);
	s = foreign_new(name, ALLGATHER, bytes);
	for (int step = 0, have = 1; have < nodes; step++, have *= 2)
		for (int v = 0; v < nodes; v++) {
			struct range range[64];
			int count = 0;

			for (; count < have && have + count < nodes; count++)
				range[count] =
					(struct range){ (uint64_t)((v + count) % nodes), 0, bytes };
			foreign_send(s, step, v, (v - have + nodes) % nodes, false, range, count);
		}
	return foreign_done(s);
}

/* Slices go once around the ring to be summed, and once to be spread. */
static inline struct schedule *ring_allreduce(int nodes, size_t bytes)
{
	char name[16];
	struct schedule *s;

	snprintf(name, sizeof name, "gh:%d", nodes);
	s = foreign_new(name, ALLREDUCE, bytes);
	for (int step = 0; step < 2 * nodes - 2; step++)
		for (int v = 0; v < nodes; v++) {
			uint64_t slice = (uint64_t)((v - step + 2 * nodes) % nodes);
			struct range range = { 0, cut(bytes, slice, (uint64_t)nodes),
				cut(bytes, slice + 1, (uint64_t)nodes) };

			foreign_send(s, step, v, (v + 1) % nodes, step < nodes - 1, &range,
				range.begin < range.end);
		}
	return foreign_done(s);
}

/* Halves of what is left go to the node in the middle. */
static inline struct schedule *binomial_scatter(int nodes, size_t bytes)
{
	char name[16];
	struct schedule *s;
	int reach = 1, step = 0;

	snprintf(name, sizeof name, "gh:%d", nodes);
	s = foreign_new(name, SCATTER, bytes);
	while (reach < nodes)
		reach *= 2;
	for (; reach > 1; reach /= 2, step++)
		for (int v = 0; v + reach / 2 < nodes; v += reach) {
			struct range range[64];
			int count = 0;

			for (int u = v + reach / 2; u < v + reach && u < nodes; u++)
				range[count++] = (struct range){ (uint64_t)u, 0, bytes };
			foreign_send(s, step, v, v + reach / 2, false, range, count);
		}
	return foreign_done(s);
}

/* Everyone who has the message sends it to all its neighbours, the root included, twice. */
static inline struct schedule *flooding(const char *network, size_t bytes)
{
	struct schedule *s = foreign_new(network, BROADCAST, bytes);
	const struct network *net = &s->problem.net;
	struct range all = { 0, 0, bytes };

	for (int step = 0; step < network_diameter(net) + 2; step++)
		for (int v = 0; v < net->nodes; v++)
			for (int p = 0; p < net->ports; p++)
				if (network_distance(net, 0, v) <= step)
					foreign_send(s, step, v, network_neighbour(net, v, p),
						false, &all, 1);
	return foreign_done(s);
}

#endif
