/* The units of figures for people. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_UNIT_SCALES_H
#define BASE_UNIT_SCALES_H

enum quantity {
	BYTES,
	SECONDS,
	BYTES_PER_SECOND,
	PER_SECOND
};

struct unit {
	double value;
	const char *name;
};

/* Returns the units of a quantity, the smallest first; the last has no name. */
const struct unit *units_of(enum quantity quantity);

/* Returns the largest unit of which the number has at least `part`; of a smaller number the
 * smallest unit. */
const struct unit *unit_for(enum quantity quantity, double number, double part);

#endif
