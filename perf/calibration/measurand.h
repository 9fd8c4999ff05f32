/* A measurand is one of the quantities that a calibration measures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_MEASURAND_H
#define PERF_CALIBRATION_MEASURAND_H

#include "plan/costs/copy_costs.h"

enum measurand_kind {
	MEASURE_START,
	MEASURE_PLACE,
	MEASURE_COPY
};

struct measurand {
	enum pair_class class; /* in the costs */
	enum pair_class pair;  /* of the cpus that measure */
	enum measurand_kind kind;
	int number; /* enum start_up, enum byte_place or enum copy_way */
	/* of a copy: */
	enum data_state state;
	int size;
};

enum {
	MEASURAND_TEXT = 96
};

/* Returns the place of the quantity in the costs. */
struct quantity *measurand_in(struct measured_costs *costs, const struct measurand *measurand);

/* Writes "the copy one-end of 4 KiB fresh (same-l3)" into `text`, and returns `text`. */
const char *measurand_text(char text[MEASURAND_TEXT], const struct measurand *measurand);

/* What a machine lets a calibration measure. */
struct measurable {
	bool pair[PAIR_CLASSES]; /* the machine has two cpus of that class */
	size_t most;		 /* bytes of the largest copy */
	size_t cache;		 /* bytes of the last-level cache */
	bool flushes;		 /* the processor can flush a line */
};

/* Lists all measurands of a machine, the quick ones first: the nearest pair has all, farther pairs
 * the most useful ones up to 1 MiB. Returns their number, or -ENOMEM with why. The caller frees
 * *list. */
int measurands_list(struct measurand **list, const struct measurable *machine);

#endif
