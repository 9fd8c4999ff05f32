/* Lists what a calibration measures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/machine/copy_probe.h"
#include "perf/calibration/measurand.h"

enum {
	MOST = PAIR_CLASSES * (START_UPS + BYTE_PLACES + COPY_WAYS * DATA_STATES * COPY_SIZES),
	FAR_BYTES = 1 << 20 /* the largest copy between cores that are not the nearest */
};

struct quantity *measurand_in(struct measured_costs *costs, const struct measurand *m)
{
	struct pair_costs *pair = &costs->pair[m->class];

	if (m->kind == MEASURE_START)
		return &pair->start[m->number];
	if (m->kind == MEASURE_PLACE)
		return &pair->place[m->number];
	return &pair->copy[m->number][m->state][m->size];
}

const char *measurand_text(char text[MEASURAND_TEXT], const struct measurand *m)
{
	const char *class = pair_class_name(m->class);

	if (m->kind == MEASURE_START)
		snprintf(text, MEASURAND_TEXT, "start %s (%s)",
			start_up_name((enum start_up)m->number), class);
	else if (m->kind == MEASURE_PLACE)
		snprintf(text, MEASURAND_TEXT, "place %s (%s)",
			byte_place_name((enum byte_place)m->number), class);
	else
		snprintf(text, MEASURAND_TEXT, "copy %s %s %zu (%s)",
			copy_way_name((enum copy_way)m->number), data_state_name(m->state),
			copy_size(m->size), class);
	return text;
}

struct listing {
	const struct measurable *machine;
	struct measurand *list;
	int count;
	enum pair_class nearest; /* SAME_THREAD: there is no pair */
};

static void add(struct listing *l, struct measurand measurand)
{
	l->list[l->count++] = measurand;
}

/* The two cores of a far class share no cache. */
static bool has_place(const struct listing *l, enum pair_class class, int place)
{
	if (place == PLACE_SHARED)
		return class == SAME_L2 || class == SAME_L3;
	return l->machine->flushes || place == PLACE_OWN || place == PLACE_WRITTEN;
}

static void add_small(struct listing *l, enum pair_class class)
{
	int first = class == SAME_THREAD ? START_PACKET : START_INLINE;
	int end = class == SAME_THREAD ? START_INLINE : START_UPS;

	for (int i = first; i < end; i++)
		add(l, (struct measurand){ class, class, MEASURE_START, i, DATA_FRESH, 0 });
	for (int i = 0; i < BYTE_PLACES && class != SAME_THREAD; i++)
		if (has_place(l, class, i))
			add(l, (struct measurand){ class, class, MEASURE_PLACE, i, DATA_FRESH, 0 });
}

static bool has_copy(const struct listing *l, enum pair_class pair, const struct measurand *m)
{
	size_t bytes = copy_size(m->size);

	if (bytes > l->machine->most || !copy_probe_differs((enum copy_way)m->number, bytes) ||
		(m->state == DATA_COLD && !l->machine->flushes))
		return false;
	if (pair == SAME_THREAD) /* a single core */
		return m->number == COPY_WITHIN;
	return pair == l->nearest ||
	       (bytes <= FAR_BYTES && m->state != DATA_COLD &&
		       (m->number == COPY_ONE_END || m->number == COPY_BOTH_ENDS ||
			       m->number == COPY_EXCHANGE));
}

/* Resident copies follow fresh copies, which leave the data resident. */
static void add_copies(struct listing *l, enum pair_class pair, int size)
{
	for (int i = 0; i < COPY_WAYS * DATA_STATES; i++) {
		int way = i / DATA_STATES;
		struct measurand m = { way <= COPY_WITHIN_TWO ? SAME_THREAD : pair, pair,
			MEASURE_COPY, way, (enum data_state)(i % DATA_STATES), size };

		if (has_copy(l, pair, &m))
			add(l, m);
	}
}

int measurands_list(struct measurand **list, const struct measurable *machine)
{
	struct listing l = { .machine = machine, .list = calloc(MOST, sizeof **list) };

	*list = l.list;
	if (!l.list)
		return why(ENOMEM, "no memory for a list of %d measurements", (int)MOST);
	for (int i = PAIR_CLASSES - 1; i > SAME_THREAD; i--)
		l.nearest = machine->pair[i] ? (enum pair_class)i : l.nearest;
	add_small(&l, SAME_THREAD);
	for (int i = SAME_THREAD + 1; i < PAIR_CLASSES; i++)
		if (machine->pair[i])
			add_small(&l, (enum pair_class)i);
	for (int size = 0; size < COPY_SIZES; size++)
		for (int i = l.nearest; i < PAIR_CLASSES; i++)
			if (i == (int)l.nearest || machine->pair[i])
				add_copies(&l, (enum pair_class)i, size);
	return l.count;
}
