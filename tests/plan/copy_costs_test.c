/* Measured copies: between two sizes, beyond the sizes, and without a measurement. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/costs/copy_thresholds.h"
#include "plan/costs/calibration.h"
#include "tests/plan_help.h"

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b);
}

static void set(struct pair_costs *pair, int size, double tau)
{
	double seconds = tau * (double)copy_size(size);

	pair->copy[COPY_ONE_END][DATA_FRESH][size] =
		(struct quantity){ seconds, seconds / 2, seconds * 2 };
}

TEST("copy costs: times of a byte are interpolated")
{
	struct pair_costs pair = { 0 };

	set(&pair, 2, 1e-10); /* 16 KiB */
	set(&pair, 3, 3e-10); /* 64 KiB */
	set(&pair, 5, 5e-10); /* 1 MiB: 256 KiB was not measured */
	assert_true(near(pair_copy_seconds(&pair, COPY_ONE_END, DATA_FRESH, 16384), 16384e-10));
	assert_true(near(pair_copy_seconds(&pair, COPY_ONE_END, DATA_FRESH, 65536), 3 * 65536e-10));
	assert_true(near(pair_copy_seconds(&pair, COPY_ONE_END, DATA_FRESH, 32768), 2 * 32768e-10));
	assert_true(
		near(pair_copy_seconds(&pair, COPY_ONE_END, DATA_FRESH, 262144), 4 * 262144e-10));
	assert_true(near(pair_copy_seconds(&pair, COPY_ONE_END, DATA_FRESH, 64), 64e-10));
	assert_true(near(pair_copy_seconds(&pair, COPY_ONE_END, DATA_FRESH, 1e9), 0.5));
	assert_true(isnan(pair_copy_seconds(&pair, COPY_ONE_END, DATA_COLD, 64)));
	assert_true(isnan(pair_copy_seconds(&pair, COPY_FOLD, DATA_FRESH, 64)));
}

TEST("copy costs: a machine has those of its nearest pair")
{
	static struct measured_costs costs;
	struct machine machine = { .measured = &costs };

	assert_true(isnan(
		machine_copy_seconds(&(struct machine){ .beta = 1 }, COPY_ONE_END, DATA_FRESH, 1)));
	assert_true(isnan(machine_copy_seconds(&machine, COPY_ONE_END, DATA_FRESH, 1)));
	costs.pair[SAME_PACKAGE].start[START_INLINE].seconds = 2;
	set(&costs.pair[SAME_PACKAGE], 0, 2);
	assert_true(near(machine_copy_seconds(&machine, COPY_ONE_END, DATA_FRESH, 1), 2));
	costs.pair[SAME_L3].start[START_INLINE].seconds = 1;
	set(&costs.pair[SAME_L3], 0, 1);
	assert_true(near(machine_copy_seconds(&machine, COPY_ONE_END, DATA_FRESH, 1), 1));
	assert_true(near(machine_start_seconds(&machine, START_INLINE), 1));
	assert_true(isnan(machine_start_seconds(&machine, START_PACKET)));
	costs.pair[SAME_THREAD].start[START_PACKET].seconds = 3;
	assert_true(near(machine_start_seconds(&machine, START_PACKET), 3));
}

/* Fills all quantities with different numbers. */
static void fill(struct measured_costs *costs, double scale)
{
	double *number = (double *)costs;
	size_t count = sizeof *costs / sizeof(struct quantity);

	for (size_t i = 0; i < count; i++) {
		number[3 * i] = scale * (1e-6 + 1e-9 * (double)i);
		number[3 * i + 1] = number[3 * i] * 0.5;
		number[3 * i + 2] = number[3 * i] * 1.5;
	}
}

TEST("copy costs: what is written is read")
{
	static struct calibration written, read;
	const double *a = (const double *)written.costs, *b = (const double *)read.costs;
	FILE *file = tmpfile();

	for (int i = 0; i < 2; i++)
		fill(&written.costs[i], 1 + i);
	written.count = 2;
	assert_int_equal(calibration_write(&written, file, "this machine"), 0);
	rewind(file);
	MUST(calibration_read(&read, file, "file", "this machine"));
	fclose(file);
	assert_int_equal(read.count, 2);
	for (size_t i = 0; i < 2 * sizeof written.costs[0] / sizeof *a; i++)
		if (fabs(a[i] - b[i]) > 1e-3 * a[i])
			fail_msg("number %zu: %g was written, %g read", i, a[i], b[i]);
	for (int i = 0; i < 2; i++)
		assert_ptr_equal(read.machine[i].measured, &read.costs[i]);
}

/* Adds a table with such a trip; the packet tells the table. */
static void add_table(struct calibration *calibration, double trip, double packet)
{
	static struct measured_costs costs;

	fill(&costs, 1);
	costs.pair[SAME_L2].start[START_LINE].seconds = trip;
	costs.pair[SAME_THREAD].start[START_PACKET].seconds = packet;
	calibration_add(calibration, &costs);
}

static void assert_nearest(const struct calibration *calibration, double trip, double packet)
{
	const struct machine *machine = calibration_nearest(calibration, trip);

	if (!near(machine_start_seconds(machine, START_PACKET), packet))
		fail_msg("trip %g: table %g, not %g", trip,
			machine_start_seconds(machine, START_PACKET), packet);
	assert_int_equal(calibration_number(calibration, machine), machine - calibration->machine);
}

TEST("copy costs: each distance of the cores has a table")
{
	static struct calibration calibration;

	calibration.count = 0;
	add_table(&calibration, 500e-9, 1);
	add_table(&calibration, 60e-9, 2);
	add_table(&calibration, 130e-9, 3);
	assert_int_equal(calibration.count, 3);
	assert_true(near(calibration_least_trip(&calibration), 60e-9));
	assert_nearest(&calibration, 55e-9, 2);
	assert_nearest(&calibration, 85e-9, 2);
	assert_nearest(&calibration, 92e-9, 3);
	assert_nearest(&calibration, 2e-6, 1);
	assert_nearest(&calibration, 0, 2);
	/* At the same distance the later table counts, and the others stay. */
	add_table(&calibration, 620e-9, 4);
	assert_int_equal(calibration.count, 3);
	assert_nearest(&calibration, 500e-9, 4);
	assert_nearest(&calibration, 60e-9, 2);
	assert_nearest(&calibration, 130e-9, 3);
	/* Where there is no room, the nearest table goes. */
	for (int i = 0; calibration.count < DISTANCES; i++)
		add_table(&calibration, 1e-6 * pow(2, i), 10 + i);
	add_table(&calibration, 1e-9, 9);
	assert_int_equal(calibration.count, DISTANCES);
	assert_nearest(&calibration, 1e-9, 9);
	assert_nearest(&calibration, 60e-9, 3);
}

TEST("copy costs: trips tell distances")
{
	assert_true(trips_agree(53e-9, 53e-9));
	assert_true(trips_agree(490e-9, 620e-9) && trips_agree(620e-9, 490e-9));
	assert_false(trips_agree(53e-9, 125e-9) || trips_agree(125e-9, 53e-9));
}

/* Sets the time of a byte of a way at each size. */
static void set_way(struct pair_costs *pair, enum copy_way way, const double tau[COPY_SIZES])
{
	for (int i = 0; i < COPY_SIZES; i++)
		pair->copy[way][DATA_FRESH][i].seconds = tau[i] * (double)copy_size(i);
}

TEST("copy costs: a way pays from a size on")
{
	static struct measured_costs costs;
	struct pair_costs *pair = &costs.pair[SAME_L3];
	struct machine machine = { .measured = &costs };
	double from;

	assert_true(isnan(machine_pays_from(&machine, CHOICE_BOTH_ENDS, DATA_FRESH)));
	pair->start[START_INLINE].seconds = 1e-7;
	assert_true(isnan(machine_pays_from(&machine, CHOICE_PAST, DATA_FRESH)));
	/* Unsteady below 1 MiB; between 1 MiB and 4 MiB the times of a byte cross in the middle. */
	set_way(pair, COPY_ONE_END, (double[]){ 1, 1, 3, 1, 1, 1, 3, 3, 3 });
	set_way(pair, COPY_PAST, (double[]){ 0, 0, 0, 2, 2, 2, 2, 2, 2 });
	from = machine_pays_from(&machine, CHOICE_PAST, DATA_FRESH);
	assert_true(from > 1.98 * (1 << 20) && from < 2.02 * (1 << 20));
	set_way(pair, COPY_PAST, (double[]){ 0, 0, 0, 2, 2, 2, 2, 2, 3.1 });
	assert_true(isinf(machine_pays_from(&machine, CHOICE_PAST, DATA_FRESH)));
	set_way(pair, COPY_PAST, (double[]){ 0, 0, 0, 0.5, 0.5, 0.5, 2, 2, 2 });
	assert_true(machine_pays_from(&machine, CHOICE_PAST, DATA_FRESH) == 65536);
	assert_true(isnan(machine_pays_from(&machine, CHOICE_EXCHANGE_PAST, DATA_FRESH)));
	assert_true(isnan(machine_pays_from(&machine, CHOICE_PAST, DATA_COLD)));
}

/* Both ends need the time of a line in addition: that decides for small copies. */
TEST("copy costs: both ends pay for their line")
{
	static struct measured_costs costs;
	struct pair_costs *pair = &costs.pair[SAME_L3];
	struct machine machine = { .measured = &costs };
	double from;

	pair->start[START_INLINE].seconds = 1e-7;
	set_way(pair, COPY_ONE_END, (double[]){ 2, 2, 2, 2, 2, 2, 2, 2, 2 });
	set_way(pair, COPY_BOTH_ENDS, (double[]){ 1, 1, 1, 1, 1, 1, 1, 1, 1 });
	assert_true(machine_pays_from(&machine, CHOICE_BOTH_ENDS, DATA_FRESH) == 0);
	pair->start[START_LINE].seconds = 8192;
	from = machine_pays_from(&machine, CHOICE_BOTH_ENDS, DATA_FRESH);
	assert_true(from > 8150 && from < 8250);
	assert_true(isnan(machine_pays_from(&machine, CHOICE_FOLD_BOTH, DATA_FRESH)));
	set_way(pair, COPY_FOLD, (double[]){ 2, 2, 2, 2, 2, 2, 2, 2, 2 });
	set_way(pair, COPY_FOLD_BOTH, (double[]){ 3, 3, 3, 3, 3, 3, 3, 3, 3 });
	assert_true(isinf(machine_pays_from(&machine, CHOICE_FOLD_BOTH, DATA_FRESH)));
}
