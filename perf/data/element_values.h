/* Reads and writes elements of each type, by conversions that share no line with the kernels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_ELEMENT_VALUES_H
#define PERF_DATA_ELEMENT_VALUES_H

#include <stdbool.h>
#include <stdint.h>
#include "grove.h"

/* How elements of a type are combined. */
enum element_kind {
	INTEGERS,
	FLOATS,
	COMPLEX_NUMBERS,
	BOOLS,
	PAIRS
};

/* The parts of an element: a complex number has two parts of the type `part`, a pair has a value of
 * this type and an index, and any other element is a single part. */
struct element_shape {
	enum element_kind kind;
	int part;
	int index; /* of a pair */
};

/* Returns the shape of a built-in type. */
const struct element_shape *element_shape(int type);

/* Read and write a number of a float type or a signed integer type. The numbers of test data and
 * their folds are exact in the type, and no 16-bit float is subnormal, infinite or a NaN. */
double number_read(const unsigned char *from, int type);
void number_write(unsigned char *to, int type, double number);

#endif
