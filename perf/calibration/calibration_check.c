/* Finds quantities that can not be true at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "perf/calibration/calibration_check.h"

/* A rule leads from a measurand to a measurand that can not take less time. No rule says that bytes
 * in another core's caches come faster than bytes from memory: on some machines, written lines
 * come later than lines of memory that are read ahead. */
enum rule {
	BIGGER,	 /* a copy of more bytes */
	DENSER,	 /* within a core's caches, by the time of a byte: more bytes */
	COLDER,	 /* the same copy of data that no cache holds */
	CROWDED, /* the same copy while another core copies */
	FURTHER, /* a byte from memory, and not from the core's own caches */
	OUTER,	 /* a byte from memory, and not from the shared cache */
	HEAVIER, /* a larger packet, or more packets */
	RULES
};

/* Intervals of few samples are too narrow. On a virtual machine, a shared cache may be a cache of
 * two caches, and memory may be read ahead faster than lines come from the other one. */
static const double slack[RULES] = { 1.25, 1.25, 1.25, 1.25, 1.25, 2, 1.25 };

enum {
	DENSER_FROM = 3 /* the number of a size: smaller copies take as long as their start-up */
};

static bool is_further(struct measurand *more, const struct measurand *less, enum byte_place place)
{
	more->number = PLACE_MEMORY;
	return less->kind == MEASURE_PLACE && less->number == (int)place;
}

static bool is_heavier(struct measurand *more, const struct measurand *less)
{
	static const enum start_up heavier[START_UPS] = {
		[START_INLINE] = START_INLINE_FOUR,
		[START_INLINE_FOUR] = START_EAGER_FOUR,
		[START_EAGER] = START_EAGER_FOUR,
	};

	if (less->kind != MEASURE_START || !heavier[less->number])
		return false;
	more->number = heavier[less->number];
	return true;
}

static bool is_bigger(struct measurand *more, const struct measurand *less)
{
	more->size = less->size + 1;
	return less->kind == MEASURE_COPY && more->size < COPY_SIZES;
}

static bool is_colder(struct measurand *more, const struct measurand *less)
{
	more->state = DATA_COLD;
	return less->kind == MEASURE_COPY && less->state == DATA_RESIDENT &&
	       (less->number == COPY_WITHIN || less->number == COPY_ONE_END);
}

static bool is_crowded(struct measurand *more, const struct measurand *less)
{
	more->number = COPY_WITHIN_TWO;
	return less->kind == MEASURE_COPY && less->number == COPY_WITHIN;
}

/* Finds the measurand that the rule compares with `less`. Returns false if there is no such
 * measurand. */
static bool follow(enum rule rule, const struct measurand *less, struct measurand *more)
{
	*more = *less;
	switch (rule) {
	case BIGGER:
		return is_bigger(more, less);
	case DENSER:
		return is_bigger(more, less) && less->size >= DENSER_FROM &&
		       less->number == COPY_WITHIN && less->state == DATA_RESIDENT;
	case COLDER:
		return is_colder(more, less);
	case CROWDED:
		return is_crowded(more, less);
	case FURTHER:
		return is_further(more, less, PLACE_OWN);
	case OUTER:
		return is_further(more, less, PLACE_SHARED);
	default:
		return is_heavier(more, less);
	}
}

static bool is_violated(enum rule rule, const struct quantity *less, const struct quantity *more)
{
	double units = rule == DENSER ? COPY_FACTOR : 1;

	return less->seconds > 0 && more->seconds > 0 &&
	       less->low * units > slack[rule] * more->high;
}

bool violation_next(struct violation *violation, struct measured_costs *costs,
	const struct measurand *list, int count, int *i, int *rule)
{
	for (; *i < count; ++*i, *rule = 0)
		while (*rule < RULES) {
			enum rule now = (enum rule)(*rule)++;

			violation->less = list[*i];
			if (follow(now, &violation->less, &violation->more) &&
				is_violated(now, measurand_in(costs, &violation->less),
					measurand_in(costs, &violation->more)))
				return true;
		}
	return false;
}
