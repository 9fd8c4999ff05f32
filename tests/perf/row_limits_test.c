/* Tests that no measured row beats its limits: 105 % of the peak, 95 % of the bound. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/monotonic.h"
#include "tests/test.h"
#include "perf/bench_engine.h"
#include "perf/row_limits.h"
#include "runtime/machine/cpus.h"
#include "tests/sanitized.h"

enum {
	TRIES = 4,	       /* of a row that other programs may have disturbed */
	MOST_BYTES = 64 << 20, /* of all outputs */
	ROWS_LEAST = 40,
	NEAR = 3 /* rows near their limits */
};

static const double SECONDS = 25, SECONDS_BUSY = 80, SECONDS_SANITIZED = 5, BUDGET = 0.02;

static const enum collective collectives[] = { BROADCAST, ALLREDUCE, ALLTOALL, REDUCE, ALLGATHER,
	SCATTER, SCAN, GATHER, REDUCESCATTER, SEND };
static const char *const networks[] = { "gh:2", "cube:3", "cube:1", "star:4", "cube:2" };
static const size_t sizes[] = { 8, 256, 4 << 10, 32 << 10, 256 << 10, 1 << 20, 4 << 20 };

/* A row by number. Neighbours differ in collective, network, size and state, so that the rows of
 * the first seconds are of all kinds. */
struct row {
	struct bench_case what;
	enum data_state data;
	enum forward forward;
};

static bool row_of(struct row *row, unsigned number)
{
	struct problem *problem = &row->what.problem;

	*row = (struct row){ .data = number % DATA_STATES,
		.forward = number / DATA_STATES % 2 ? FORWARD_COPY : FORWARD_REFERENCE };
	problem->collective = collectives[number / 6 % COUNT(collectives)];
	row->what.bytes = sizes[number * 3 % COUNT(sizes)];
	row->what.packet = GROVE_PACKET_AUTO;
	row->what.type = GROVE_F64;
	MUST(network_open(&problem->net, networks[(number + number / 60) % COUNT(networks)]));
	problem->destination = problem->net.nodes - 1;
	problem->ports = ALL;
	problem->duplex = FULL;
	strcpy(problem->algorithm, "auto");
	return !(collective_folds(problem->collective) && row->forward == FORWARD_REFERENCE) &&
	       row->what.bytes * (size_t)problem->net.nodes * (size_t)problem->net.nodes <=
		       MOST_BYTES;
}

static void measure(const struct row *row, struct bench_result *result)
{
	struct bench_options options = bench_defaults();
	struct bench *bench;

	options.budget = BUDGET;
	options.forward = row->forward;
	options.run.data = row->data;
	MUST(bench_open(&bench, &options) || bench_row(bench, &row->what, result));
	bench_close(bench);
	assert_int_equal(result->run.check, CHECK_PASS);
}

/* Returns true if a disturbance left a limit unknown. By reference there is no link, hence no
 * peak. */
static bool is_unknown(const struct row *row, const struct bench_result *r)
{
	return isnan(r->run.bound_s) ||
	       (row->forward != FORWARD_REFERENCE && isnan(r->run.peak_Bps));
}

static bool keeps_limits(const struct row *row, const struct bench_result *r)
{
	if (!(r->run.bound_s > 0 && r->time.median >= 0.95 * r->run.bound_s))
		return false;
	if (row->forward == FORWARD_REFERENCE)
		return isnan(r->run.peak_Bps) && isnan(r->run.link_Bps);
	return r->run.link_Bps <= 1.05 * r->run.peak_Bps;
}

/* Returns false if the limits stayed unknown: the machine was disturbed at each try. */
static bool check_row(const struct row *row)
{
	struct bench_result result;

	for (int try = 0; try < TRIES; try++) {
		measure(row, &result);
		assert_true(result.run.delivered_Bps > 0);
		if (keeps_limits(row, &result))
			return true;
	}
	if (is_unknown(row, &result))
		return false;
	fail_msg("%s %s on %s, %zu bytes %s by %s: %g s, bound %g s; link %g B/s, peak %g B/s",
		collective_name(row->what.problem.collective), result.what.problem.algorithm,
		row->what.problem.net.name, row->what.bytes, data_state_name(row->data),
		forward_name(row->forward), result.time.median, result.run.bound_s,
		result.run.link_Bps, result.run.peak_Bps);
	return false;
}

TEST("no row beats its limits")
{
	double begin = monotonic_seconds();
	int rows = 0, unknown = 0;

	for (unsigned number = 0; number < 2100; number++) {
		double most = SANITIZED		  ? SECONDS_SANITIZED
			      : rows < ROWS_LEAST ? SECONDS_BUSY
						  : SECONDS;
		struct row row;

		if (monotonic_seconds() - begin > most)
			break;
		if (!row_of(&row, number))
			continue;
		unknown += !check_row(&row);
		rows++;
	}
	print_message("%d rows, %d without limits\n", rows, unknown);
	assert_true(unknown <= 2 + rows / 20);
	assert_true(SANITIZED || rows >= ROWS_LEAST);
}

/* Bare copies are no faster than memory allows: some rows come near their limits. */
TEST("limits can be reached")
{
	double end = monotonic_seconds() + SECONDS_BUSY;
	int bound = 0, peak = 0;

	if (SANITIZED || cores_usable() < 2)
		skip();
	for (unsigned k = 0; (bound < NEAR || peak < NEAR) && monotonic_seconds() < end; k++) {
		struct bench_result r;
		struct row row;

		row_of(&row, 0);
		row.forward = FORWARD_COPY;
		row.data = k % 2 ? DATA_FRESH : DATA_RESIDENT;
		row.what.problem.collective = BROADCAST;
		row.what.bytes = (size_t)256 << 10 << (k / 2 % 3 * 2);
		assert_int_equal(network_open(&row.what.problem.net, "gh:2"), 0);
		measure(&row, &r);
		bound += r.run.bound_s > 0.65 * r.time.median;
		peak += r.run.link_Bps > 0.65 * r.run.peak_Bps;
	}
	assert_true(bound >= NEAR);
	assert_true(peak >= NEAR);
}

/* The bytes that other nodes' memory needs, in a row of blocks of 1000 bytes on three nodes. */
TEST("delivered bytes are those of other nodes")
{
	static const struct {
		enum collective collective;
		double blocks;
	} expected[] = { { BROADCAST, 2 }, { REDUCE, 1 }, { SCATTER, 2 }, { GATHER, 2 },
		{ ALLGATHER, 6 }, { ALLTOALL, 6 }, { ALLREDUCE, 3 }, { REDUCESCATTER, 3 },
		{ SEND, 1 }, { SCAN, 2 }, { EXSCAN, 2 } };

	for (int i = 0; i < COUNT(expected); i++) {
		struct row row;
		struct bench_result result;

		row_of(&row, 0);
		row.what.problem.collective = expected[i].collective;
		row.what.bytes = 1000;
		row.forward = FORWARD_COPY;
		assert_int_equal(network_open(&row.what.problem.net, "gh:3"), 0);
		row.what.problem.destination = 2;
		measure(&row, &result);
		assert_true(fabs(result.run.delivered_Bps * result.time.median -
				    1000 * expected[i].blocks) < 1);
	}
}

TEST("a barrier is bounded by a line")
{
	struct bench_result result;
	struct row row;

	row_of(&row, 0);
	row.what.problem.collective = BARRIER;
	row.what.bytes = 0;
	row.forward = FORWARD_COPY;
	measure(&row, &result);
	assert_true(isnan(result.run.delivered_Bps) && isnan(result.run.peak_Bps));
	assert_true(result.run.threads < 2 || result.run.flags & FLAG_OVERSUBSCRIBED ||
		    isnan(result.run.bound_s) || result.run.bound_s > 0);
}

TEST("limits that a time beats by more than noise are known")
{
	static const struct {
		struct limit_times times;
		bool beaten;
	} cases[] = { { { NAN, NAN }, false }, { { 1.0, 1.0 }, false }, { { 1.04, 1.04 }, false },
		{ { 1.1, NAN }, true }, { { NAN, 1.1 }, true }, { { 1.1, 0.5 }, true } };

	for (int i = 0; i < COUNT(cases); i++)
		assert_int_equal(limits_are_beaten(&cases[i].times, 1), cases[i].beaten);
}
