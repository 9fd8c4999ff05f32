/* Calibrations of imitated machines: quiet, disturbed, changing, impossible, slow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "perf/calibration/calibration_looks.h"
#include "perf/calibration/calibration_run.h"
#include "tests/plan_help.h"

/* A machine whose clock advances with each measurement. `falsify` changes what is measured. */
struct imitation {
	double now, step, lost;
	int measured, error;
	int looks[START_UPS + BYTE_PLACES + COPY_WAYS * DATA_STATES * COPY_SIZES];
	const struct measurand *list;
	int count;
	double (*falsify)(const struct measurand *measurand, int look, double seconds);
	double (*trip)(double now); /* NULL: the cores stay where they are */
};

static const double NEAR = 60e-9, FAR = 500e-9;

static double seconds_of(const struct measurand *m)
{
	static const double place[BYTE_PLACES] = { 2e-11, 1e-10, 1e-10, 1e-10, 2e-10 };
	double tau = 1e-10 * (1 + m->size / 8.0);

	if (m->kind == MEASURE_START)
		return 1e-7 * (1 + m->number);
	if (m->kind == MEASURE_PLACE)
		return place[m->number];
	return tau * (m->state == DATA_COLD ? 2 : 1) * (double)copy_size(m->size);
}

static int index_of(const struct imitation *machine, const struct measurand *m)
{
	int i = 0;

	while (memcmp(&machine->list[i], m, sizeof *m) != 0)
		assert_true(++i < machine->count);
	return i;
}

static int imitate(void *self, const struct measurand *m, const struct measured_costs *so_far,
	struct quantity *quantity)
{
	struct imitation *machine = self;
	int look = machine->looks[index_of(machine, m)]++;
	double seconds = seconds_of(m);

	machine->now += machine->step;
	machine->measured++;
	if (machine->falsify)
		seconds = machine->falsify(m, look, seconds);
	if (machine->trip) /* all costs go with the distance */
		seconds *= machine->trip(machine->now) / NEAR;
	*quantity = (struct quantity){ seconds, 0.98 * seconds, 1.02 * seconds };
	return machine->error;
}

static int trip(void *self, double *seconds)
{
	const struct imitation *machine = self;

	*seconds = machine->trip ? machine->trip(machine->now) : NEAR;
	return 0;
}

static double now(void *self)
{
	return ((struct imitation *)self)->now;
}

static double lost(void *self)
{
	return ((struct imitation *)self)->lost;
}

static void ignore(double share)
{
	assert_true(share >= 0 && share <= 1);
}

static struct calibration calibration;

/* Calibrates, and leaves the list to the caller. */
static int run(struct imitation *machine)
{
	const struct measurable two_cores = {
		.pair = { [SAME_L3] = true }, .most = (size_t)64 << 20, .flushes = true
	};
	const struct calibration_source source = { machine, imitate, trip, now, lost };
	FREED struct measurand *list = NULL;

	machine->count = measurands_list(&list, &two_cores);
	machine->list = list;
	if (!(machine->step > 0))
		machine->step = 1e-4;
	return calibration_run(&calibration, list, machine->count, &source, ignore);
}

static const struct quantity *cell(enum copy_way way, enum data_state state, int size)
{
	return &calibration.costs[0].pair[SAME_L3].copy[way][state][size];
}

TEST("calibration: a quiet machine is measured twice")
{
	struct imitation machine = { 0 };

	MUST(run(&machine));
	assert_true(machine.now < 5);
	for (int i = 0; i < machine.count; i++)
		assert_int_equal(machine.looks[i], 2);
	assert_true(cell(COPY_ONE_END, DATA_FRESH, 0)->seconds == 1024e-10);
	assert_true(cell(COPY_ONE_END, DATA_FRESH, 0)->high == 1.02 * 1024e-10);
	assert_true(
		calibration.costs[0].pair[SAME_THREAD].copy[COPY_WITHIN][DATA_COLD][8].seconds > 0);
	assert_true(calibration.costs[0].pair[SAME_THREAD].start[START_PACKET].seconds == 1e-7);
}

static bool is_copy(const struct measurand *m, enum copy_way way, enum data_state state, int size)
{
	return m->kind == MEASURE_COPY && m->number == (int)way && m->state == state &&
	       m->size == size;
}

static double disturb_once(const struct measurand *m, int look, double seconds)
{
	return is_copy(m, COPY_ONE_END, DATA_FRESH, 2) && look == 1 ? 3 * seconds : seconds;
}

static double disturb_large(const struct measurand *m, int look, double seconds)
{
	return is_copy(m, COPY_FOLD, DATA_COLD, 8) && look == 0 ? seconds / 10 : seconds;
}

TEST("calibration: what disagrees is measured again")
{
	struct imitation machine = { .falsify = disturb_once };

	MUST(run(&machine));
	assert_true(cell(COPY_ONE_END, DATA_FRESH, 2)->seconds == 1.25 * 16384e-10);
	assert_true(cell(COPY_ONE_END, DATA_FRESH, 2)->high < 1.03 * 1.25 * 16384e-10);
	/* A copy of 64 MiB that is faster than a copy of 16 MiB is nonsense at the first look. */
	machine = (struct imitation){ .falsify = disturb_large };
	MUST(run(&machine));
	assert_true(cell(COPY_FOLD, DATA_COLD, 8)->seconds > (64 << 20) * 1e-10);
}

static double make_memory_fast(const struct measurand *m, int look, double seconds)
{
	return m->kind == MEASURE_PLACE && m->number == PLACE_MEMORY ? 1e-11 : seconds;
}

static double make_cold_fast(const struct measurand *m, int look, double seconds)
{
	return is_copy(m, COPY_WITHIN, DATA_COLD, 4) ? 0.2 * seconds : seconds;
}

static double make_large_fast(const struct measurand *m, int look, double seconds)
{
	return is_copy(m, COPY_EXCHANGE, DATA_FRESH, 7) ? 0.1 * seconds : seconds;
}

static double make_shared_slow(const struct measurand *m, int look, double seconds)
{
	return m->kind == MEASURE_PLACE && m->number == PLACE_SHARED ? 5 * seconds : seconds;
}

static double make_packet_slow(const struct measurand *m, int look, double seconds)
{
	return m->kind == MEASURE_START && m->number == START_INLINE ? 9 * seconds : seconds;
}

/* Runs the machine, which must be refused for a reason that has all these words. */
static void assert_not_kept(struct imitation machine, const char *one, const char *other)
{
	assert_int_equal(run(&machine), -EIO);
	assert_true(machine.now < 5);
	if (!strstr(why_text(), one) || !strstr(why_text(), other))
		fail_msg("not '%s' and '%s': %s", one, other, why_text());
}

TEST("calibration: nonsense is refused")
{
	assert_not_kept((struct imitation){ .falsify = make_memory_fast }, "'place own (same-l3)'",
		"'place memory (same-l3)'");
	assert_not_kept((struct imitation){ .falsify = make_shared_slow }, "'place shared",
		"'place memory");
	assert_not_kept((struct imitation){ .falsify = make_cold_fast },
		"'copy within resident 262144 (same-thread)'", "'copy within cold 262144");
	assert_not_kept((struct imitation){ .falsify = make_large_fast },
		"'copy exchange fresh 4194304", "'copy exchange fresh 16777216");
	assert_not_kept((struct imitation){ .falsify = make_packet_slow }, "'start inline (",
		"'start inline-four (");
}

TEST("calibration: nonsense is measured again before")
{
	struct imitation machine = { .falsify = make_memory_fast };

	assert_int_equal(run(&machine), -EIO);
	for (int i = 0, most = 0; i < machine.count; i++) {
		most = machine.looks[i] > most ? machine.looks[i] : most;
		if (i == machine.count - 1)
			assert_int_equal(most, LOOKS);
	}
}

static double change(const struct measurand *m, int look, double seconds)
{
	return seconds * pow(2, look);
}

TEST("calibration: a busy or changing machine is refused")
{
	assert_not_kept((struct imitation){ .lost = 0.5 }, "other work had the cores for 50 %",
		"nothing was kept");
	assert_not_kept((struct imitation){ .falsify = change }, "the machine changes: looks at",
		"nothing was kept");
}

TEST("calibration: the time is limited")
{
	struct imitation machine = { .step = 0.1 };

	assert_not_kept(machine, "4.4 s were not enough to measure 'copy", "nothing was kept");
	/* Large copies are left out where a machine is slow: time for 190 of 267 quantities. */
	machine.step = 4.4 / 190;
	MUST(run(&machine));
	assert_true(machine.now < 5);
	assert_true(cell(COPY_FOLD, DATA_RESIDENT, 5)->seconds > 0);
	assert_true(cell(COPY_ONE_END, DATA_FRESH, 8)->seconds == 0);
	machine = (struct imitation){ .error = -ENOMEM };
	assert_int_equal(run(&machine), -ENOMEM);
	assert_int_equal(machine.measured, 1);
}

static double jump_once(double now)
{
	return now < 0.7 ? NEAR : FAR;
}

static double jump_often(double now)
{
	return fmod(now, 0.02) < 0.011 ? NEAR : FAR;
}

static double wander(double now)
{
	return NEAR * pow(2, floor(now / 0.1));
}

/* A quantity of the table that the distance makes `factor` times as long. */
static void assert_table(int number, double factor)
{
	double seconds =
		calibration.costs[number].pair[SAME_L3].copy[COPY_ONE_END][DATA_FRESH][0].seconds;

	if (fabs(seconds / 1024e-10 / factor - 1) > 1e-9)
		fail_msg("table %d: %g, not %g times 102.4 ns", number, seconds, factor);
	assert_ptr_equal(calibration.machine[number].measured, &calibration.costs[number]);
}

/* Measurements at two distances never mix, and a measurement during which the cores move counts for
 * neither. */
TEST("calibration: each distance is measured by itself")
{
	struct imitation machine = { .trip = jump_once, .step = 2e-3 };

	MUST(run(&machine));
	assert_int_equal(calibration.count, 2);
	assert_table(0, 1);
	assert_table(1, FAR / NEAR);
	machine = (struct imitation){ .trip = jump_often, .step = 2e-3 };
	MUST(run(&machine));
	assert_int_equal(calibration.count, 2);
	assert_table(0, 1);
	assert_table(1, FAR / NEAR);
	/* At the near distance there is no time for the larger copies: only the far table is
	 * whole. */
	machine = (struct imitation){ .trip = jump_once, .step = 1e-2 };
	MUST(run(&machine));
	assert_int_equal(calibration.count, 1);
	assert_table(0, FAR / NEAR);
	assert_not_kept((struct imitation){ .trip = wander, .step = 1e-2 }, "the cores were at 6",
		"at none for long enough to measure");
}

static int count_of(const struct measurand *list, int count, enum pair_class pair, bool copies)
{
	int of = 0;

	for (int i = 0; i < count; i++)
		of += list[i].pair == pair && (list[i].kind == MEASURE_COPY) == copies;
	return of;
}

TEST("calibration: lists depend on the machine")
{
	struct measurable machine = { .most = 1 << 20, .flushes = true };
	FREED struct measurand *list = NULL;
	int count = measurands_list(&list, &machine);

	assert_int_equal(count, START_INLINE + 6 * DATA_STATES); /* within, up to 1 MiB */
	free(list);
	machine = (struct measurable){ .pair = { [SAME_L3] = true, [OTHER_PACKAGE] = true },
		.most = (size_t)64 << 20 };
	count = measurands_list(&list, &machine);
	assert_int_equal(count_of(list, count, SAME_THREAD, false), START_INLINE);
	assert_int_equal(count_of(list, count, SAME_L3, false), START_UPS - START_INLINE + 3);
	assert_int_equal(count_of(list, count, OTHER_PACKAGE, false), START_UPS - START_INLINE + 2);
	/* Seven ways of all sizes, three past the caches from 64 KiB on; nothing can be flushed. */
	assert_int_equal(count_of(list, count, SAME_L3, true), 2 * (7 * 9 + 3 * 6));
	assert_int_equal(count_of(list, count, OTHER_PACKAGE, true), 2 * 3 * 6);
}

TEST("calibration: looks are joined where they agree")
{
	struct looks looks = { 0 };

	assert_true(looks_join(&looks).seconds == 0);
	looks_add(&looks, &(struct quantity){ 10, 9, 11 });
	assert_true(looks_agree(&looks));
	looks_add(&looks, &(struct quantity){ 20, 19, 21 });
	assert_false(looks_agree(&looks));
	assert_true(looks_join(&looks).low == 9 && looks_join(&looks).high == 21);
	looks_add(&looks, &(struct quantity){ 11, 10, 12 });
	assert_true(looks_agree(&looks));
	assert_true(looks_join(&looks).seconds == 11);
	assert_true(looks_join(&looks).low == 9 && looks_join(&looks).high == 12);
	for (int i = 0; i < LOOKS; i++)
		looks_add(&looks, &(struct quantity){ 30, 30, 30 });
	assert_int_equal(looks.count, LOOKS);
}
