/* Table 3.1 of Nickolov 1993: the messages for which more, but higher trees are worth it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/auto/choose.h"
#include "collectives/registry.h"
#include "analysis/formulas/crossover.h"
#include "tests/plan_help.h"

enum {
	LEAST = 3,
	MOST = 16
};

/* As printed, for d = 3 .. 16: cube-connected cycles under F* and F1, butterflies under F* and F1.
 */
static const double table_3_1[][4] = {
	{ 14.156, 8.529, 4.710, 2.935 },
	{ 10.730, 6.620, 3.348, 2.194 },
	{ 15.909, 9.938, 6.220, 4.167 },
	{ 13.240, 8.359, 5.022, 3.436 },
	{ 18.176, 11.550, 7.826, 5.412 },
	{ 15.841, 10.127, 6.695, 4.684 },
	{ 20.628, 13.240, 9.463, 6.662 },
	{ 18.482, 11.909, 8.369, 5.934 },
	{ 23.169, 14.968, 11.113, 7.913 },
	{ 21.144, 13.697, 10.043, 7.187 },
	{ 25.759, 16.718, 12.771, 9.166 },
	{ 23.817, 15.489, 11.717, 8.440 },
	{ 28.379, 18.482, 14.433, 10.419 },
	{ 26.498, 17.284, 13.391, 9.693 },
};

static const struct column {
	const char *kind, *many;
	enum ports ports;
} columns[] = { { "ccc", "adst3", ALL }, { "ccc", "adst3", EXCHANGE },
	{ "butterfly", "adst4", ALL }, { "butterfly", "adst4", EXCHANGE } };

static struct problem ask_for(const struct column *column, int d, const char *algorithm)
{
	char name[NETWORK_NAME];
	struct problem problem;

	snprintf(name, sizeof name, "%s:%d", column->kind, d);
	problem = problem_by(algorithm, BROADCAST, name);
	problem.ports = column->ports;
	return problem;
}

static double crossover(const struct column *column, int d,
	int (*pipe_of)(struct pipe *pipe, const struct problem *problem))
{
	struct problem few = ask_for(column, d, "adst2"), many = ask_for(column, d, column->many);
	struct pipe low, high;

	assert_int_equal(pipe_of(&low, &few), 0);
	assert_int_equal(pipe_of(&high, &many), 0);
	return pipe_crossover(&low, &high);
}

TEST("crossover: all 56 values of table 3.1")
{
	assert_int_equal(COUNT(table_3_1), MOST - LEAST + 1);
	for (int d = LEAST; d <= MOST; d++)
		for (int c = 0; c < COUNT(columns); c++) {
			double length = crossover(&columns[c], d, pipe_proved);

			if (fabs(length - table_3_1[d - LEAST][c]) > 0.0005)
				fail_msg("%s:%d, ports %s: %.4f, printed %.3f", columns[c].kind, d,
					ports_name(columns[c].ports), length,
					table_3_1[d - LEAST][c]);
		}
}

/* The time with whole rounds of the best number, by the schedules themselves. */
static double best_time(const struct problem *problem, double length)
{
	double best = INFINITY;
	int trees = problem->algorithm[4] - '0';
	AUTO(plan) plan = plan_of(problem);

	for (size_t rounds = 1; rounds <= 24; rounds++) {
		struct binding binding = {
			.bytes = rounds * (size_t)trees, .element = 1, .packet = 1
		};
		AUTO(schedule) schedule = NULL;
		struct figures f;

		MUST(plan_schedule(&schedule, plan, &binding) || schedule_figures(schedule, &f));
		best = fmin(
			best, (double)f.steps * (1 + length / (double)(rounds * (size_t)trees)));
	}
	return best;
}

/* No schedule is slower than its bound allows, and our crossovers are where ours cross: with all
 * ports, since adst2 has no closed form with one port. */
TEST("crossover: our schedules cross where their closed forms do, within the bounds")
{
	for (int d = LEAST; d <= 5; d++)
		for (int c = 0; c < COUNT(columns); c += 2) {
			struct problem few = ask_for(&columns[c], d, "adst2");
			struct problem many = ask_for(&columns[c], d, columns[c].many);
			double length = crossover(&columns[c], d, pipe_built);
			struct pipe proved;

			assert_true(best_time(&few, length / 2) < best_time(&many, length / 2));
			assert_true(best_time(&few, length * 2) > best_time(&many, length * 2));
			assert_int_equal(pipe_proved(&proved, &few), 0);
			/* 1 % for rounds, which are whole */
			assert_true(best_time(&few, length) <=
				    1.01 * pow(sqrt(proved.share * length) + sqrt(proved.start_ups),
						   2));
		}
}

static int64_t steps_of(const struct problem *problem, size_t rounds)
{
	size_t bytes = rounds * (size_t)(problem->algorithm[4] - '0');
	AUTO(schedule) schedule = schedule_made(problem, bytes, 1);
	struct figures f;

	MUST(schedule_figures(schedule, &f));
	return f.steps;
}

/* Lemma 1.6, lemma 1.7 with the largest labels, and both taken twice by lemma 1.8; not twice along
 * edst2, whose trees share no link (lemma 3.11). */
static int64_t most_steps(const struct problem *problem, int height, int rounds)
{
	bool twice = strcmp(problem->algorithm, "edst2") != 0 &&
		     (problem->duplex == HALF || problem->ports == SINGLE);
	int colours = network_colours(&problem->net);
	int steps = problem->ports == ALL ? rounds - 1 + height
					  : colours * (rounds - 1) + height * (colours - 1) + 1;

	return twice ? 2 * steps : steps;
}

static void assert_lemmas(const char *kind, const char *algorithm, int d)
{
	struct column column = { kind, algorithm, ALL };
	struct problem problem = ask_for(&column, d, algorithm);
	struct forest *forest;
	int height = 0;

	assert_int_equal(forest_grow(&forest, &problem.net, family_named(algorithm)), 0);
	for (int j = 0; j < forest->trees; j++)
		height = forest_height(forest, j) > height ? forest_height(forest, j) : height;
	forest_free(forest);
	for (int model = 0; model < 8; model++) {
		problem.ports = (enum ports)(model / 2);
		problem.duplex = (enum duplex)(model % 2);
		for (int rounds = 1; rounds <= 9; rounds += 4)
			assert_true(steps_of(&problem, (size_t)rounds) <=
				    most_steps(&problem, height, rounds));
	}
}

TEST("crossover: no schedule takes more steps than lemmas 3.8 to 3.11 say")
{
	for (int d = LEAST; d <= 6; d++) {
		assert_lemmas("ccc", "adst2", d);
		assert_lemmas("ccc", "adst3", d);
		assert_lemmas("butterfly", "adst2", d);
		assert_lemmas("butterfly", "adst4", d);
		assert_lemmas("butterfly", "edst2", d);
	}
}

static int place(const struct candidate *list, int count, const char *algorithm)
{
	for (int i = 0; i < count; i++)
		if (!strcmp(list[i].algorithm, algorithm))
			return i;
	fail_msg("%s is no candidate", algorithm);
	return -1;
}

/* beta = 1 us, tau = 0.1 ns: a message of length l has 10000 l bytes. */
static bool few_come_first(const struct column *column, int d, double length)
{
	const struct rates links = { .beta = 1e-6, .tau = 1e-10, .threads = 1 << 20 };
	struct problem problem = ask_for(column, d, "auto");
	struct candidate list[CANDIDATES];
	int count = choose(list, &problem, (size_t)(10000 * length), 1, &links);

	assert_true(count > 1);
	return place(list, count, "adst2") < place(list, count, column->many);
}

TEST("crossover: auto changes there")
{
	for (int d = LEAST; d <= 5; d++)
		for (int c = 0; c < COUNT(columns); c += 2) {
			double length = crossover(&columns[c], d, pipe_built);

			assert_true(few_come_first(&columns[c], d, length / 2));
			assert_false(few_come_first(&columns[c], d, length * 2));
		}
}

TEST("crossover: what the thesis does not prove is not said")
{
	struct problem problem = ask_for(&columns[0], 4, "adst3");
	struct pipe pipe;

	problem.duplex = HALF;
	assert_int_equal(pipe_proved(&pipe, &problem), -ENOENT);
	problem.duplex = FULL;
	problem.ports = SENDRECV;
	assert_int_equal(pipe_proved(&pipe, &problem), -ENOENT);
	problem.ports = ALL;
	strcpy(problem.algorithm, "bfs");
	assert_int_equal(pipe_proved(&pipe, &problem), -ENOENT);
}
