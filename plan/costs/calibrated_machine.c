/* Makes a machine of measured costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/costs/calibration.h"

/* The sizes at which a single cost stands for copies of all sizes. */
enum {
	TAU_BYTES =
		1 << 15, /* a receiver copies by itself: more than a packet, less than a cache */
	CACHED_BYTES = 1 << 18, /* two buffers fit in a core's own caches */
	SERIAL_BYTES = 1 << 22
};

static double tau_of(
	const struct pair_costs *pair, enum copy_way way, enum data_state state, double bytes)
{
	return pair_copy_seconds(pair, way, state, bytes) / bytes;
}

/* Returns the cost, or 0 if the cost was not measured. */
static double known(double cost)
{
	return cost > 0 ? cost : 0;
}

static struct link_class thread_class(const struct pair_costs *pair)
{
	return (struct link_class){ .beta = pair->start[START_PACKET].seconds,
		.tau = tau_of(pair, COPY_WITHIN, DATA_RESIDENT, CACHED_BYTES) };
}

static struct link_class class_of(const struct pair_costs *pair)
{
	double most = (double)copy_size(COPY_SIZES - 1);

	return (struct link_class){ .beta = pair->start[START_INLINE].seconds,
		.tau = tau_of(pair, COPY_ONE_END, DATA_FRESH, TAU_BYTES),
		.memory_tau = known(tau_of(pair, COPY_BOTH_ENDS, DATA_RESIDENT, most)) };
}

/* A second link at once: an exchange beside a copy in a single direction. */
static double serial_share(const struct pair_costs *pair)
{
	double one = pair_copy_seconds(pair, COPY_BOTH_ENDS, DATA_RESIDENT, SERIAL_BYTES);
	double both = pair_copy_seconds(pair, COPY_EXCHANGE, DATA_RESIDENT, SERIAL_BYTES);

	return fmin(1, known(both / one - 1));
}

static void add_pair(struct machine *machine, const struct pair_costs *pair)
{
	const struct quantity *start = pair->start;

	machine->beta = start[START_INLINE].seconds;
	machine->tau = tau_of(pair, COPY_ONE_END, DATA_FRESH, TAU_BYTES);
	if (!(start[START_INLINE_FOUR].seconds > 0 && start[START_EAGER_FOUR].seconds > 0))
		return;
	machine->serial = serial_share(pair);
}

static void add_copies(struct copy_limits *copy, const struct pair_costs *thread)
{
	double most = (double)copy_size(COPY_SIZES - 1);

	for (int cores = 1; cores <= 2; cores++) {
		enum copy_way way = cores == 1 ? COPY_WITHIN : COPY_WITHIN_TWO;

		copy->cached[cores - 1] =
			known(cores / tau_of(thread, way, DATA_RESIDENT, CACHED_BYTES));
		copy->memory[cores - 1] = known(cores / tau_of(thread, way, DATA_RESIDENT, most));
	}
}

void machine_of_costs(struct machine *machine, const struct measured_costs *costs)
{
	const struct pair_costs *thread = &costs->pair[SAME_THREAD];

	*machine = (struct machine){ .name = "here",
		.text = "this machine, as measured by `grove calibrate`",
		.citation = "",
		.packet = thread->start[START_PACKET].seconds / 2, /* at each end */
		.piece = thread->start[START_PIECE].seconds,
		.fold = thread->start[START_FOLD].seconds,
		.beta = thread->start[START_PACKET].seconds,
		.measured = costs };
	machine->class[SAME_THREAD] = thread_class(thread);
	machine->tau = machine->class[SAME_THREAD].tau;
	add_copies(&machine->copy, thread);
	for (int i = SAME_THREAD + 1; i < PAIR_CLASSES; i++)
		if (costs->pair[i].start[START_INLINE].seconds > 0) {
			machine->class[i] = class_of(&costs->pair[i]);
			add_pair(machine, &costs->pair[i]);
		}
}
