/* Tests of predictions for threads: small plans by hand on a made-up machine, and what must hold of
 * every plan: larger blocks take longer, data in caches take less, every collective has a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "collectives/registry.h"
#include "library/library_internal.h"
#include "plan/costs/calibration.h"
#include "plan/model/thread_time.h"
#include "plan/model/zero_copy_cost.h"
#include "tests/collective_help.h"

/* Nanoseconds. A packet takes 20 at each end, 90 on the way, and makes its receiver wait for 10.
 * The first line of bytes that the other core has written takes 15. */
static const double CALL = 2, PACKET = 40, FOLD = 3, PIECE = 1, WAY = 90, STALL = 10, LINE = 30;
static const double WITHIN = 0.05, RESIDENT = 0.1, FRESH = 0.2, COLD = 0.4;

static struct measured_costs costs;
static struct machine machine;

static void set(struct quantity *quantity, double nanoseconds)
{
	quantity->seconds = quantity->low = quantity->high = nanoseconds * 1e-9;
}

static double tau_of(enum copy_way way, enum data_state state)
{
	double tau = state == DATA_RESIDENT ? RESIDENT : state == DATA_FRESH ? FRESH : COLD;

	if (way <= COPY_WITHIN_TWO)
		return state == DATA_COLD ? COLD : WITHIN;
	return way == COPY_BOTH_ENDS || way == COPY_FOLD_BOTH ? tau / 2 : tau;
}

BEFORE_TESTS
{
	const double WORK = CALL + PACKET + PIECE; /* of a thread, in an exchange */
	struct pair_costs *thread = &costs.pair[SAME_THREAD], *pair = &costs.pair[SAME_L3];

	set(&thread->start[START_PACKET], PACKET + PIECE);
	set(&thread->start[START_CALL], CALL);
	set(&thread->start[START_PIECE], PIECE);
	set(&thread->start[START_FOLD], FOLD);
	for (int start = START_INLINE; start <= START_LENT; start++)
		set(&pair->start[start], WORK + WAY + STALL);
	set(&pair->start[START_LINE], LINE);
	set(&pair->start[START_INLINE_FOUR], WORK + WAY + STALL + 3 * (WORK + STALL));
	set(&pair->start[START_EAGER_FOUR], WORK + WAY + STALL + 3 * (WORK + STALL));
	for (int way = 0; way < COPY_WAYS; way++)
		for (int s = 0; s < DATA_STATES; s++)
			for (int i = 0; i < COPY_SIZES; i++)
				set(&(way <= COPY_WITHIN_TWO ? thread : pair)->copy[way][s][i],
					(double)copy_size(i) *
						tau_of((enum copy_way)way, (enum data_state)s));
	machine_of_costs(&machine, &costs);
}

/* A collective on a network, with two threads unless a test says otherwise. */
struct told {
	enum collective collective;
	const char *network, *algorithm;
	size_t bytes, packet;
	struct rates rates;
};

static struct told told_of(
	enum collective collective, const char *network, const char *algorithm, size_t bytes)
{
	struct told told = { collective, network, algorithm, bytes, 0, machine_rates(&machine, 2) };

	told.rates.forward = FORWARD_COPY;
	return told;
}

/* Returns nanoseconds. */
static double time_of(const struct told *told)
{
	struct problem problem = problem_of(told->network, told->collective);
	struct binding binding = { told->bytes, 1, told->packet, 0 };
	int image[64];
	AUTO(plan) plan = NULL;
	double seconds = 0;

	for (int v = 0; v < problem.net.nodes; v++)
		image[v] = problem.net.nodes - 1 - v;
	problem.permutation = collective_permutes(problem.collective) ? image : NULL;
	problem.destination = problem.net.nodes - 1;
	strcpy(problem.algorithm, told->algorithm);
	MUST(collective_plan(&plan, &problem) ||
		plan_estimate(&seconds, plan, &binding, &told->rates));
	return seconds * 1e9;
}

#define LANDED (CALL + PACKET / 2 + WAY + PACKET / 2 + PIECE + STALL)
#define RETURNED (WAY + PACKET / 2)

TEST("packets take the costs of both ends")
{
	struct told told = told_of(BROADCAST, "gh:2", "sbt", 8);

	assert_float_equal(time_of(&told), LANDED, 1e-6);
	told.rates.threads = 1;
	assert_float_equal(time_of(&told), 2 * CALL + PACKET + PIECE, 1e-6);
}

/* Returns the nanoseconds of the packets that a plan lists. */
static double time_of_packets(const struct told *told)
{
	struct problem problem = problem_by(told->algorithm, told->collective, told->network);
	AUTO(schedule) schedule = schedule_made(&problem, told->bytes, told->packet);
	double seconds = 0;

	MUST(thread_time_of_schedule(&seconds, schedule, &told->rates));
	return seconds * 1e9;
}

TEST("schedules take the time of their plans")
{
	struct told told[] = {
		told_of(BROADCAST, "gh:2", "sbt", 8),
		told_of(BROADCAST, "cube:3", "nesbt", 4096),
		told_of(SCATTER, "cube:2", "sbt", 1 << 15),
		told_of(REDUCE, "cube:2", "sbt", 1 << 15),
		told_of(ALLREDUCE, "gh:2", "doubling", 1 << 15),
	};

	told[1].packet = 512;
	for (int i = 0; i < COUNT(told); i++)
		assert_float_equal(time_of_packets(&told[i]), time_of(&told[i]), 1e-6);
}

TEST("lent packets come back")
{
	struct told told = told_of(BROADCAST, "gh:2", "sbt", 1 << 15);

	assert_float_equal(time_of(&told), LANDED + LINE / 2 + (1 << 15) * FRESH + RETURNED, 1e-6);
	told.rates.data = DATA_RESIDENT;
	assert_float_equal(time_of(&told), LANDED + (1 << 15) * RESIDENT + RETURNED, 1e-6);
}

/* What the measured exchange of lent packets takes more is the wait of their receiver. */
TEST("lent packets wait as measured")
{
	struct quantity *lent = &costs.pair[SAME_L3].start[START_LENT];
	double before = lent->seconds * 1e9, bytes = 1088 * RESIDENT, wait = 50;
	struct told told = told_of(BROADCAST, "gh:2", "sbt", 1 << 15);

	set(lent, CALL + PACKET + PIECE + WAY + wait + bytes + RETURNED);
	assert_float_equal(time_of(&told),
		LANDED - STALL + wait + LINE / 2 + (1 << 15) * FRESH + RETURNED, 1e-6);
	set(lent, before);
}

/* The sender sees after a way that it may help. */
TEST("both ends copy large packets")
{
	struct told told = told_of(BROADCAST, "gh:2", "sbt", 1 << 20);
	double alone = WAY / FRESH; /* bytes */

	assert_float_equal(time_of(&told),
		LANDED + LINE / 2 + WAY + ((1 << 20) - alone) * FRESH / 2 + RETURNED, 1e-6);
}

/* Each end combines half of the bytes for both ends, from 64 KiB of input and output. In a
 * reducescatter the ends combine different blocks. */
TEST("both ends fold halves")
{
	struct told told = told_of(ALLREDUCE, "gh:2", "doubling", 1 << 15);
	double fixed = LANDED + FOLD + LINE / 2 + RETURNED, bytes = 1 << 15;

	assert_float_equal(time_of(&told), fixed + bytes * FRESH / 2 * 4 / 3, 1e-6);
	told.bytes /= 2;
	assert_true(time_of(&told) >= fixed + bytes / 2 * FRESH);
	told = told_of(REDUCESCATTER, "gh:2", "sbt", 1 << 15);
	assert_true(time_of(&told) >= fixed + bytes * FRESH);
}

/* Each of the two nodes of a thread combines two blocks of the other thread, and then one of its
 * own thread. The nodes lend other blocks meanwhile, for which no node waits. */
TEST("blocks that are not lent are combined at once")
{
	struct told told = told_of(REDUCESCATTER, "cube:2", "sbt", 1 << 15);
	double block = 1 << 15, bytes = 2 * block * (2 * FRESH + WITHIN * 3 / 2), starts = 1000;

	assert_true(time_of(&told) > bytes && time_of(&told) < bytes + starts);
}

TEST("blocks are read by reference")
{
	struct told told = told_of(BROADCAST, "gh:2", "sbt", 1 << 15);
	struct problem problem = problem_of("gh:2", BROADCAST);
	double meeting;

	told.rates.forward = FORWARD_REFERENCE;
	meeting = zero_copy_meeting(&problem, &told.rates) * 1e9;
	assert_float_equal(time_of(&told),
		LANDED - PIECE + PACKET / 4 + LINE / 2 + (1 << 15) * FRESH + meeting, 1e-6);
}

/* Nodes 3, 4 and 5 are of the second thread, and read the same bytes: only the first read is
 * far. */
TEST("bytes that a core has read are near")
{
	struct told told = told_of(BROADCAST, "gh:6", "bfs", 1 << 15);
	double reads = (1 << 15) * (FRESH + 2 * RESIDENT);

	assert_true(time_of(&told) > reads);
	assert_true(time_of(&told) < reads + 3 * LANDED + 5 * PACKET + RETURNED);
}

TEST("larger blocks take longer")
{
	struct told told = told_of(ALLGATHER, "cube:3", "sbt", 8);
	double last = 0;

	for (; told.bytes <= 1 << 22; told.bytes *= 2) {
		double now = time_of(&told);

		assert_true(now >= last);
		last = now;
	}
}

TEST("data in caches are never slower")
{
	static const size_t sizes[] = { 8, 512, 1 << 15, 1 << 20 };

	for (size_t i = 0; i < 4; i++) {
		struct told told = told_of(ALLTOALL, "cube:3", "sbt", sizes[i]);
		double time[DATA_STATES];

		for (int s = 0; s < DATA_STATES; s++) {
			told.rates.data = (enum data_state)s;
			time[s] = time_of(&told);
		}
		assert_true(time[DATA_RESIDENT] <= time[DATA_FRESH]);
		assert_true(time[DATA_FRESH] <= time[DATA_COLD]);
	}
}

TEST("every collective has a time")
{
	static const char *const networks[] = { "gh:2", "cube:3", "gh:6", "star:3", "ccc:3" };

	for (int c = 0; c < COLLECTIVES; c++)
		for (int n = 0; n < 5; n++)
			for (int f = FORWARD_COPY; f <= FORWARD_AUTO; f++) {
				bool run = collective_joins((enum collective)c);
				struct told told = told_of((enum collective)c, networks[n],
					run ? "updown" : "bfs", 4096);

				told.rates.forward = (enum forward)f;
				assert_true(time_of(&told) > 0 && isfinite(time_of(&told)));
			}
}

/* The rounds that are not replayed take as long as the last rounds that are. */
TEST("many rounds are extrapolated")
{
	struct told few = told_of(BROADCAST, "cube:3", "nesbt", 3 * 4096 * 64), many = few;

	few.packet = many.packet = 4096;
	many.bytes *= 64;
	assert_true(fabs(time_of(&many) / time_of(&few) / 64 - 1) < 0.1);
}
