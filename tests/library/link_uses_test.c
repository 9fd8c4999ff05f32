/* Watched links: bytes and packets are those of the plan, and busy times those of the work. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <time.h>
#include "tests/test.h"
#include "grove_measure.h"

enum {
	LINKS = 256,
	NODES = 24
};

/* A team, a plan and buffers for blocks of that many bytes. */
struct scene {
	struct grove_team *team;
	struct grove_plan *plan;
	struct grove_buffers buffers[NODES];
	unsigned char *memory;
	size_t bytes;
	double seconds; /* of the last operation */
};

static void scene_open(struct scene *s, const char *network, int threads,
	const struct grove_problem *problem, size_t bytes)
{
	struct grove_team_options options = { .network = network, .threads = threads };
	size_t room;
	int nodes;

	MUST(grove_team_open(&s->team, &options) || grove_plan_make(&s->plan, network, problem));
	nodes = grove_team_nodes(s->team);
	room = (size_t)nodes * bytes;
	s->bytes = bytes;
	s->memory = calloc(2 * (size_t)nodes, room);
	assert_non_null(s->memory);
	for (size_t v = 0; v < (size_t)nodes; v++)
		s->buffers[v] = (struct grove_buffers){ s->memory + 2 * v * room,
			s->memory + (2 * v + 1) * room };
}

static void scene_close(struct scene *s)
{
	grove_plan_free(s->plan);
	assert_int_equal(grove_team_free(s->team), 0);
	free(s->memory);
}

static void execute(struct scene *s)
{
	MUST(grove_team_time(s->team, s->plan, s->buffers, s->bytes, &s->seconds));
}

static void watch(struct scene *s, int on)
{
	MUST(grove_team_watch_links(s->team, on));
}

/* The figures of a plan, as the links counted them. */
struct counted {
	struct grove_figures figures;
	size_t packets;
	double busiest; /* seconds */
};

static struct counted counted(struct scene *s)
{
	struct grove_link_use links[LINKS];
	struct counted c = { { 0 }, 0, 0 };
	size_t count = LINKS;

	if (grove_team_links(s->team, links, &count) || count > LINKS)
		fail_msg("%zu links: %s", count, grove_why());
	for (size_t i = 0; i < count; i++) {
		size_t bytes = links[i].bytes;

		c.figures.transmissions += bytes;
		c.figures.links += links[i].packets > 0;
		if (bytes > c.figures.busiest_link)
			c.figures.busiest_link = bytes;
		c.packets += links[i].packets;
		assert_true(links[i].packets ? links[i].busy > 0 : links[i].busy == 0);
		if (links[i].busy > c.busiest)
			c.busiest = links[i].busy;
	}
	return c;
}

/* ---- Bytes ---- */

static const int around[NODES] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
	19, 20, 21, 22, 23, 0 };

static const struct {
	const char *network;
	int threads;
	struct grove_problem problem;
} cases[] = {
	{ "gh:2", 2, { .collective = "alltoall" } },
	{ "gh:2", 1, { .collective = "gather" } },
	{ "cube:3", 2, { .collective = "alltoall" } },
	{ "cube:3", 8, { .collective = "broadcast", .algorithm = "nesbt" } },
	{ "cube:3", 3, { .collective = "reducescatter", .algorithm = "histogram" } },
	{ "cube:3", 1, { .collective = "allreduce", .algorithm = "nesbt-rb" } },
	{ "gh:2x3x4", 2, { .collective = "permute", .permutation = around } },
	{ "star:4", 2, { .collective = "scatter" } },
	{ "ccc:3", 2, { .collective = "allgather" } },
};

TEST("links count the bytes of the plan")
{
	static const size_t sizes[] = { 8, 200, 4096, 100000 };

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
			struct grove_problem problem = cases[i].problem;
			struct grove_figures figures;
			struct counted c;
			ENDED(scene_close) struct scene s;

			problem.forward = "copy";
			problem.bytes = sizes[k];
			scene_open(&s, cases[i].network, cases[i].threads, &problem, sizes[k]);
			execute(&s);
			watch(&s, 1);
			execute(&s);
			c = counted(&s);
			assert_int_equal(grove_plan_figures(s.plan, sizes[k], &figures), 0);
			if (c.figures.transmissions != figures.transmissions ||
				c.figures.busiest_link != figures.busiest_link ||
				c.figures.links != figures.links || c.busiest > s.seconds)
				fail_msg("%s %s of %zu bytes: %zu bytes over %zu links, %zu over "
					 "the busiest, which was busy for %g of %g s",
					cases[i].network, problem.collective, sizes[k],
					c.figures.transmissions, c.figures.links,
					c.figures.busiest_link, c.busiest, s.seconds);
		}
}

TEST("counters add up until links are watched anew")
{
	struct grove_problem problem = {
		.collective = "alltoall", .bytes = 1000, .forward = "copy"
	};
	struct counted one, two;
	ENDED(scene_close) struct scene s;

	scene_open(&s, "cube:2", 2, &problem, 1000);
	watch(&s, 1);
	assert_int_equal(counted(&s).packets, 0);
	execute(&s);
	one = counted(&s);
	execute(&s);
	two = counted(&s);
	assert_int_equal(two.packets, 2 * one.packets);
	assert_int_equal(two.figures.transmissions, 2 * one.figures.transmissions);
	watch(&s, 0);
	execute(&s);
	assert_int_equal(counted(&s).packets, two.packets);
	watch(&s, 1);
	execute(&s);
	assert_int_equal(counted(&s).packets, one.packets);
}

TEST("by reference packets are empty")
{
	struct grove_problem problem = {
		.collective = "alltoall", .bytes = 50000, .forward = "reference"
	};
	struct counted c;
	ENDED(scene_close) struct scene s;

	scene_open(&s, "cube:3", 2, &problem, 50000);
	watch(&s, 1);
	execute(&s);
	c = counted(&s);
	assert_int_equal(c.figures.transmissions, 0);
	assert_true(c.packets > 0);
}

/* ---- Times ---- */

static void fold_slowly(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)result, (void)left, (void)right, (void)count, (void)type, (void)context;
	nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
}

TEST("a link is busy while its packet is combined")
{
	static const struct grove_fold slow = { fold_slowly, NULL, "slow" };
	struct grove_problem problem = { .collective = "reduce", .fold = &slow, .type = GROVE_U8 };
	ENDED(scene_close) struct scene s;
	double busy;

	scene_open(&s, "gh:2", 2, &problem, 8);
	watch(&s, 1);
	execute(&s);
	busy = counted(&s).busiest;
	assert_true(busy >= 0.02 && busy <= s.seconds);
}

/* Returns the part of an execution in which the busiest link was busy. No core copies 64 MiB in a
 * ms, as it would seem if a part of the time were forgotten. */
static double busy_part(struct scene *s, const char *collective)
{
	double busy;

	watch(s, 1);
	execute(s);
	busy = counted(s).busiest;
	if (busy < 1e-3 || busy > s->seconds)
		fail_msg("%s: busy for %g of %g s", collective, busy, s->seconds);
	return busy / s->seconds;
}

/* Also where both ends copy parts, and where a node copies its own bytes meanwhile. On a busy
 * machine an end may wait long for its core, so there are several tries. */
TEST("a link is busy from the first part to the last")
{
	static const char *const collectives[] = { "broadcast", "gather", "permute" };
	static const int swap[2] = { 1, 0 };
	size_t bytes = 64 << 20;

	for (size_t i = 0; i < sizeof collectives / sizeof collectives[0]; i++) {
		struct grove_problem problem = { .collective = collectives[i],
			.bytes = bytes,
			.forward = "copy",
			.permutation = swap };
		ENDED(scene_close) struct scene s;
		double most = 0;

		scene_open(&s, "gh:2", 2, &problem, bytes);
		execute(&s);
		for (int tries = 0; tries < 5 && most < 1.0 / 3; tries++)
			most = fmax(most, busy_part(&s, collectives[i]));
		if (most < 1.0 / 3)
			fail_msg("%s: busy for %g of the time", collectives[i], most);
	}
}
