/* Machines: the start-up and transfer times that simulations and predictions assume. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MACHINE_H
#define PLAN_MACHINE_H

struct machine {
	const char *name, *text, *citation;
	double beta; /* seconds for each packet */
	double tau;  /* seconds for each byte */
};

/* The i-th machine, NULL behind the last; the one of that name, or NULL. */
const struct machine *machine_at(int i);
const struct machine *machine_named(const char *name);

#endif
