/* Johnsson & Ho 1986, tables 4 to 18: start-ups, volumes and largest packets, row by row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/registry.h"
#include "analysis/formulas/formula.h"
#include "plan/model/simulator.h"
#include "tests/plan_help.h"

/* Of cube:2 .. cube:6, blocks of 60 bytes, with the corrections that running the tables gives. The
 * largest packet is the tables' B_opt where packets are not limited. */
enum {
	BYTES = 60,
	FIRST = 2,
	SIZES = 5
};

static const struct row {
	const char *table;
	enum collective collective;
	const char *algorithm, *order;
	enum ports ports;
	size_t packet; /* 0: no limit */
	int64_t steps[SIZES];
	uint64_t volume[SIZES], largest[SIZES]; /* largest 0: not in the paper */
} rows[] = {
	/* clang-format off */
	{ "4", BROADCAST, "brg", "", EXCHANGE, 15, { 9, 13, 21, 37, 69 },
		{ 135, 195, 315, 555, 1035 }, { 0 } },
	{ "4", BROADCAST, "sbt", "", EXCHANGE, 15, { 8, 12, 16, 20, 24 },
		{ 120, 180, 240, 300, 360 }, { 0 } },
	{ "4", BROADCAST, "tcbt", "", EXCHANGE, 15, { 8, 13, 15, 17, 19 },
		{ 120, 195, 225, 255, 285 }, { 0 } },
	{ "4", BROADCAST, "tcbt", "", SENDRECV, 15, { 8, 10, 12, 14, 16 },
		{ 120, 150, 180, 210, 240 }, { 0 } },
	{ "4", BROADCAST, "nesbt", "", EXCHANGE, 15, { 6, 7, 8, 9, 10 },
		{ 90, 105, 120, 135, 150 }, { 0 } },
	{ "4", BROADCAST, "nesbt", "", SINGLE, 15, { 9, 10, 11, 12, 13 },
		{ 135, 150, 165, 180, 195 }, { 0 } },
	{ "4", BROADCAST, "nrsbt", "", EXCHANGE, 0, { 3, 5, 7, 9, 11 },
		{ 120, 180, 240, 300, 360 }, { 60, 60, 60, 60, 60 } },
	{ "5", BROADCAST, "nrbrg", "", ALL, 0, { 3, 7, 15, 31, 63 },
		{ 90, 140, 225, 372, 630 }, { 30, 20, 15, 12, 10 } },
	{ "5", BROADCAST, "sbt", "", ALL, 15, { 5, 6, 7, 8, 9 },
		{ 75, 90, 105, 120, 135 }, { 0 } },
	{ "5", BROADCAST, "tcbt", "", ALL, 15, { 5, 6, 7, 8, 9 },
		{ 75, 90, 105, 120, 135 }, { 0 } },
	{ "5", BROADCAST, "nrsbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 60, 60, 60, 60, 60 }, { 30, 20, 15, 12, 10 } },
	{ "5", BROADCAST, "nesbt", "", ALL, 0, { 3, 4, 5, 6, 7 },
		{ 90, 80, 75, 72, 70 }, { 30, 20, 15, 12, 10 } },
	{ "7, 8", SCATTER, "brg", "", EXCHANGE, 0, { 5, 13, 29, 61, 125 },
		{ 300, 780, 1740, 3660, 7500 }, { 60, 60, 60, 60, 60 } },
	{ "7", SCATTER, "brg", "", SENDRECV, 0, { 3, 7, 15, 31, 63 },
		{ 180, 420, 900, 1860, 3780 }, { 60, 60, 60, 60, 60 } },
	{ "7", SCATTER, "brg", "stream", EXCHANGE, 15, { 20, 52, 116, 244, 500 },
		{ 300, 780, 1740, 3660, 7500 }, { 15, 15, 15, 15, 15 } },
	{ "7, 8", SCATTER, "sbt", "", EXCHANGE, 0, { 2, 3, 4, 5, 6 },
		{ 180, 420, 900, 1860, 3780 }, { 120, 240, 480, 960, 1920 } },
	{ "7", SCATTER, "sbt", "", EXCHANGE, 120, { 2, 4, 8, 16, 32 },
		{ 180, 420, 900, 1860, 3780 }, { 0 } },
	{ "5.1", SCATTER, "sbt", "gray", SINGLE, 60, { 3, 7, 15, 31, 63 },
		{ 180, 420, 900, 1860, 3780 }, { 60, 60, 60, 60, 60 } },
	{ "7, 8", SCATTER, "nrsbt", "", EXCHANGE, 0, { 3, 5, 7, 9, 11 },
		{ 180, 420, 900, 1860, 3780 }, { 90, 140, 225, 372, 630 } },
	{ "7, 8", SCATTER, "tcbt", "", EXCHANGE, 0, { 2, 4, 6, 8, 10 },
		{ 180, 540, 1380, 3180, 6900 }, { 120, 240, 480, 960, 1920 } },
	{ "8", SCATTER, "sbnt", "", EXCHANGE, 0, { 2, 4, 6, 8, 10 },
		{ 180, 480, 1080, 2280, 4560 }, { 0 } },
	{ "7, 8", SCATTER, "sbntc", "", EXCHANGE, 0, { 3, 5, 7, 9, 11 },
		{ 210, 520, 1125, 2328, 4640 }, { 90, 140, 225, 372, 630 } },
	{ "7, 9", SCATTER, "nrbrg", "postorder", ALL, 0, { 3, 7, 15, 31, 63 },
		{ 180, 560, 1800, 5952, 20160 }, { 90, 140, 225, 372, 630 } },
	{ "7, 9", SCATTER, "sbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 240, 480, 960, 1920 }, { 60, 120, 180, 360, 600 } },
	{ "7, 9", SCATTER, "nrsbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 90, 140, 225, 372, 630 }, { 60, 60, 90, 120, 200 } },
	{ "5.1.5", SCATTER, "nrsbt", "stream", ALL, 60, { 2, 3, 4, 7, 11 },
		{ 90, 140, 225, 372, 630 }, { 0 } },
	{ "5.1.5", SCATTER, "nrsbt", "stream", ALL, 30, { 3, 5, 8, 13, 21 },
		{ 90, 140, 225, 372, 630 }, { 0 } },
	{ "7", SCATTER, "nrsbt", "", ALL, 60, { 2, 3, 5, 7, 13 },
		{ 90, 140, 225, 372, 630 }, { 0 } },
	{ "7, 9", SCATTER, "sbntc", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 90, 140, 225, 372, 630 }, { 60, 60, 90, 120, 200 } },
	{ "5.1.5", SCATTER, "sbntc", "stream", ALL, 60, { 2, 3, 4, 7, 11 },
		{ 90, 140, 225, 372, 630 }, { 0 } },
	{ "5.1.5", SCATTER, "sbntc", "stream", ALL, 30, { 3, 5, 8, 13, 21 },
		{ 90, 140, 225, 372, 630 }, { 0 } },
	{ "7", SCATTER, "sbntc", "", ALL, 60, { 2, 3, 5, 7, 13 },
		{ 90, 140, 225, 372, 630 }, { 0 } },
	{ "7, 9", SCATTER, "tcbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 300, 660, 1380, 2820 }, { 60, 120, 240, 480, 960 } },
	{ "11, 12", ALLGATHER, "brg", "", EXCHANGE, 0, { 3, 7, 15, 31, 63 },
		{ 180, 420, 900, 1860, 3780 }, { 60, 60, 60, 60, 60 } },
	{ "11, 12", ALLGATHER, "sbt", "", EXCHANGE, 0, { 2, 3, 4, 5, 6 },
		{ 180, 420, 900, 1860, 3780 }, { 120, 240, 480, 960, 1920 } },
	{ "11, 12", ALLGATHER, "nrsbt", "", EXCHANGE, 0, { 3, 5, 7, 9, 11 },
		{ 180, 420, 900, 1860, 3780 }, { 90, 140, 225, 372, 630 } },
	{ "11, 12", ALLGATHER, "nesbt", "", EXCHANGE, 0, { 4, 6, 8, 10, 12 },
		{ 180, 420, 900, 1860, 3780 }, { 60, 120, 210, 360, 620 } },
	{ "11, 12", ALLGATHER, "sbntc", "", EXCHANGE, 0, { 3, 5, 7, 9, 11 },
		{ 180, 420, 900, 1860, 3780 }, { 90, 140, 225, 372, 630 } },
	{ "10", ALLGATHER, "sbnt", "", EXCHANGE, 0, { 2, 4, 6, 8, 10 },
		{ 180, 420, 900, 1860, 3780 }, { 0 } },
	{ "13, 14", ALLGATHER, "nrbrg", "", ALL, 0, { 3, 7, 15, 31, 63 },
		{ 90, 140, 225, 372, 630 }, { 30, 20, 15, 12, 10 } },
	{ "13, 14", ALLGATHER, "sbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 240, 480, 960, 1920 }, { 60, 120, 180, 360, 600 } },
	{ "13, 14", ALLGATHER, "nrsbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 90, 140, 225, 372, 630 }, { 60, 60, 90, 120, 200 } },
	{ "13, 14", ALLGATHER, "sbntc", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 90, 140, 225, 372, 630 }, { 60, 60, 90, 120, 200 } },
	{ "13, 14", ALLGATHER, "nesbt", "", ALL, 0, { 3, 4, 5, 6, 7 },
		{ 90, 140, 225, 372, 630 }, { 30, 60, 90, 120, 200 } },
	{ "13", ALLGATHER, "nesbt", "", ALL, 60, { 3, 4, 6, 8, 14 },
		{ 90, 140, 225, 372, 630 }, { 0 } },
	{ "15, 16", ALLTOALL, "brg", "", EXCHANGE, 0, { 3, 7, 15, 31, 63 },
		{ 360, 1680, 7200, 29760, 120960 }, { 180, 420, 900, 1860, 3780 } },
	{ "15, 16", ALLTOALL, "sbt", "", EXCHANGE, 0, { 2, 3, 4, 5, 6 },
		{ 240, 720, 1920, 4800, 11520 }, { 120, 240, 480, 960, 1920 } },
	{ "15, 16", ALLTOALL, "nrsbt", "", EXCHANGE, 0, { 3, 5, 7, 9, 11 },
		{ 240, 720, 1920, 4800, 11520 }, { 120, 240, 480, 960, 1920 } },
	{ "15, 16", ALLTOALL, "nesbt", "", EXCHANGE, 0, { 4, 6, 8, 10, 12 },
		{ 360, 1080, 2760, 6600, 15240 }, { 150, 300, 585, 1140, 2230 } },
	{ "15, 16", ALLTOALL, "sbntc", "", EXCHANGE, 0, { 3, 5, 7, 9, 11 },
		{ 240, 720, 1920, 4800, 11520 }, { 120, 240, 480, 960, 1920 } },
	{ "15", ALLTOALL, "sbnt", "", EXCHANGE, 0, { 2, 4, 6, 8, 10 },
		{ 240, 720, 1920, 4800, 11520 }, { 0 } },
	{ "17, 18", ALLTOALL, "nrbrg", "", ALL, 0, { 3, 7, 15, 31, 63 },
		{ 180, 560, 1800, 5952, 20160 }, { 90, 140, 225, 372, 630 } },
	{ "17, 18", ALLTOALL, "sbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 180, 420, 960, 2100, 4560 }, { 120, 240, 480, 960, 1920 } },
	{ "17, 18", ALLTOALL, "nesbt", "", ALL, 0, { 3, 4, 5, 6, 7 },
		{ 180, 360, 690, 1320, 2540 }, { 90, 140, 225, 372, 630 } },
	{ "17, 18", ALLTOALL, "sbntc", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 240, 480, 960, 1920 }, { 90, 140, 225, 372, 630 } },
	{ "7.1", ALLTOALL, "nrsbt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 240, 480, 960, 1920 }, { 90, 140, 225, 372, 630 } },
	{ "17, 18", ALLTOALL, "nrbrg", "postorder", ALL, 0, { 3, 7, 15, 31, 63 },
		{ 180, 560, 1800, 5952, 20160 }, { 90, 140, 225, 372, 630 } },
	{ "17, 18", ALLTOALL, "sbt", "postorder", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 180, 420, 960, 2100, 4560 }, { 120, 240, 480, 960, 1920 } },
	{ "17, 18", ALLTOALL, "nesbt", "postorder", ALL, 0, { 3, 4, 5, 6, 7 },
		{ 180, 360, 690, 1320, 2540 }, { 90, 140, 225, 372, 630 } },
	{ "17, 18", ALLTOALL, "sbntc", "postorder", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 240, 480, 960, 1920 }, { 90, 140, 225, 372, 630 } },
	{ "7.1", ALLTOALL, "nrsbt", "postorder", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 240, 480, 960, 1920 }, { 90, 140, 225, 372, 630 } },
	{ "17, 18", ALLTOALL, "nrsbt", "rotations", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 120, 240, 480, 960, 1920 }, { 60, 80, 120, 192, 320 } },
	{ "17", ALLTOALL, "sbnt", "", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 180, 360, 660, 1200, 2340 }, { 0 } },
	{ "7.1", ALLTOALL, "tcbt", "postorder", ALL, 0, { 2, 3, 4, 5, 6 },
		{ 180, 540, 1260, 2940, 6840 }, { 0 } },
	/* clang-format on */
};

static struct problem problem_of_row(const struct row *row, int n, enum collective collective)
{
	struct problem problem = cube_problem(row->algorithm, collective, n);

	strcpy(problem.order, row->order);
	problem.ports = row->ports;
	problem.root = problem.net.nodes - 1;
	return problem;
}

static size_t largest_of(const struct schedule *schedule)
{
	size_t largest = 0;

	for (size_t i = 0; i < schedule->packets; i++)
		if (schedule->packet[i].bytes > largest)
			largest = schedule->packet[i].bytes;
	return largest;
}

/* The row, or its reverse, on cube:n: by the schedule, and by the formula that is printed. */
static void assert_row(const struct row *row, int n, enum collective collective)
{
	struct problem problem = problem_of_row(row, n, collective);
	struct binding binding = {
		.bytes = BYTES, .element = 1, .packet = row->packet, .root = problem.root
	};
	const struct formula *formula = formula_of(&problem);
	int i = n - FIRST;
	AUTO(schedule) schedule = NULL;
	struct figures f;
	AUTO(plan) plan = NULL;
	struct closed closed;
	size_t largest;

	if (collective_plan(&plan, &problem) || plan_schedule(&schedule, plan, &binding) ||
		schedule_figures(schedule, &f))
		fail_msg("table %s: %s", row->table, why_text());
	largest = largest_of(schedule);
	if (f.steps != row->steps[i] || f.volume != row->volume[i] ||
		(row->largest[i] && largest != row->largest[i]) || f.ports > row->ports)
		fail_msg("table %s: %s %s %s on cube:%d, packets of %zu: %lld steps, %llu bytes, "
			 "at most %zu in one; the paper has %lld, %llu, %llu",
			row->table, collective_name(collective), row->algorithm, row->order, n,
			row->packet, (long long)f.steps, (unsigned long long)f.volume, largest,
			(long long)row->steps[i], (unsigned long long)row->volume[i],
			(unsigned long long)row->largest[i]);
	if (formula) {
		assert_int_equal(formula_apply(formula, &problem, &binding, &closed), 0);
		assert_true(!closed.at_most && closed.steps == (double)f.steps);
		assert_true(fabs(closed.volume - (double)f.volume) < 1e-6);
	} else { /* the paper has sums over the links of these trees */
		assert_true(!strncmp(row->algorithm, "sbnt", 4) || !strcmp(row->algorithm, "tcbt"));
	}
}

static void assert_rows(enum collective collective, enum collective done, int least)
{
	int count = 0;

	for (int k = 0; k < COUNT(rows); k++)
		for (int n = FIRST; rows[k].collective == collective && n < FIRST + SIZES; n++) {
			assert_row(&rows[k], n, done);
			count++;
		}
	assert_true(count >= least * SIZES);
}

TEST("johnsson & ho: broadcasts are those of tables 4 and 5")
{
	assert_rows(BROADCAST, BROADCAST, 12);
}

TEST("johnsson & ho: scatters are those of tables 7 to 9")
{
	assert_rows(SCATTER, SCATTER, 21);
	assert_rows(SCATTER, GATHER, 21);
}

TEST("johnsson & ho: allgathers are those of tables 10 to 14")
{
	assert_rows(ALLGATHER, ALLGATHER, 12);
	assert_rows(ALLGATHER, REDUCESCATTER, 12);
}

TEST("johnsson & ho: all-to-alls are those of tables 15 to 18")
{
	assert_rows(ALLTOALL, ALLTOALL, 19);
}

/* On one link every tree is the link, and all collectives are one step; packets are P steps. */
TEST("johnsson & ho: on one link everything is one step")
{
	for (int k = 0; k < COUNT(rows); k++) {
		struct problem problem = problem_of_row(&rows[k], 1, rows[k].collective);
		AUTO(schedule) schedule = NULL;
		struct figures f;

		if (!strcmp(rows[k].algorithm, "tcbt")) {
			REFUSES(collective_plan(&(struct plan *){ NULL }, &problem), EINVAL,
				"n >= 2");
			continue;
		}
		problem.root = 0;
		if (rows[k].ports == SINGLE && rows[k].collective != SCATTER &&
			rows[k].collective != BROADCAST)
			continue;
		schedule = schedule_made(&problem, BYTES, 15);
		assert_int_equal(schedule_figures(schedule, &f), 0);
		assert_int_equal(f.steps, 4);
		assert_int_equal(f.volume, BYTES);
	}
}

/* Section 7.1: what the tcbt's all-to-all sends in all, for each node. */
TEST("johnsson & ho: the two-rooted tree is not greedy")
{
	static const uint64_t blocks[SIZES] = { 4, 14, 42, 114, 290 };
	const struct row row = { "7.1", ALLTOALL, "tcbt", "", ALL, 0, { 0 }, { 0 }, { 0 } };

	for (int n = FIRST; n < FIRST + SIZES; n++) {
		struct problem problem = problem_of_row(&row, n, ALLTOALL);
		struct binding binding = { .bytes = BYTES, .element = 1 };
		AUTO(schedule) schedule = NULL;
		struct figures f;
		AUTO(plan) plan = plan_of(&problem);

		assert_int_equal(plan_view(&schedule, plan, &binding), 0);
		assert_int_equal(schedule_figures(schedule, &f), 0);
		assert_int_equal(f.transmissions, blocks[n - FIRST] * BYTES << n);
	}
}

/* Section 5.1: in the order of the Gray code the root's ports are 0, 1, 0, 2, 0, 1, 0, .. */
TEST("johnsson & ho: the Gray order is the Gray code's")
{
	const struct row row = { "5.1", SCATTER, "sbt", "gray", SINGLE, 0, { 0 }, { 0 }, { 0 } };

	for (int n = 1; n < FIRST + SIZES; n++) {
		struct problem problem = problem_of_row(&row, n, SCATTER);
		AUTO(plan) plan = plan_of(&problem);

		for (size_t i = 0; i < plan->hops; i++)
			if (plan->hop[i].from == 0)
				assert_int_equal(plan->hop[i].port,
					__builtin_ctz((unsigned)plan->hop[i].time + 1));
	}
}

/* ---- B_opt and T_min ---- */

/* Table 4 and 5: a P + c steps for P packets. */
static const struct optimum {
	const char *algorithm;
	enum ports ports;
	double a, c_n, c_0, c_nodes; /* c = c_n n + c_0 + c_nodes N */
	bool per_port;		     /* of M/n */
} optima[] = {
	{ "brg", EXCHANGE, 2, 0, -3, 1, false },
	{ "brg", SENDRECV, 1, 0, -2, 1, false },
	{ "tcbt", EXCHANGE, 3, 2, -5, 0, false },
	{ "tcbt", SENDRECV, 2, 2, -4, 0, false },
	{ "nesbt", EXCHANGE, 1, 1, 0, 0, false },
	{ "nesbt", SINGLE, 2, 1, -1, 0, false },
	{ "sbt", ALL, 1, 1, -1, 0, false },
	{ "tcbt", ALL, 1, 1, -1, 0, false },
	{ "nesbt", ALL, 1, 1, 0, 0, true },
};

static bool is_near(double a, double b, double share)
{
	return fabs(a - b) <= share * b;
}

/* The formula's optimum is the table's, and the packet that is taken by itself comes close to it.
 */
static void assert_optimum(const struct optimum *o, int n)
{
	const struct row row = { "4, 5", BROADCAST, o->algorithm, "", o->ports, 0, { 0 }, { 0 },
		{ 0 } };
	struct problem problem = problem_of_row(&row, n, BROADCAST);
	struct machine machine = { .name = "test", .beta = 1e-5, .tau = 1e-9 };
	const size_t bytes = 50400000;
	double m = (double)bytes / (o->per_port ? n : 1);
	double c = o->c_n * n + o->c_0 + o->c_nodes * problem.net.nodes;
	double wanted = sqrt(o->a * m * machine.beta / (c * machine.tau));
	double time = pow(sqrt(o->a * m * machine.tau) + sqrt(c * machine.beta), 2);
	struct binding binding = { .bytes = bytes, .element = 1, .root = problem.root };
	AUTO(schedule) schedule = NULL;
	AUTO(plan) plan = NULL;
	struct best best;

	MUST(formula_best(formula_of(&problem), &problem, &binding, &machine, &best));
	assert_true(is_near(best.packet, wanted, 1e-6) && is_near(best.seconds, time, 1e-6));
	assert_int_equal(collective_plan(&plan, &problem), 0);
	binding.packet = binding_best_packet(plan, bytes, 1, machine.beta, machine.tau);
	assert_true(is_near((double)binding.packet, wanted, 0.12));
	assert_int_equal(plan_schedule(&schedule, plan, &binding), 0);
	time = schedule_synchronous(schedule, &machine);
	assert_true(time >= best.seconds * (1 - 1e-9) && time <= best.seconds * 1.02);
}

TEST("johnsson & ho: B_opt and T_min are those of tables 4 and 5")
{
	for (int k = 0; k < COUNT(optima); k++)
		for (int n = 3; n <= 6; n++)
			assert_optimum(&optima[k], n);
}
